/**
 * When news becomes visible: a new row turns its tiles one after the other, and only then may its result show.
 *
 * Lives here: how long a row turns, how long an ending stays on the screen, and what is shown meanwhile. Pure: the present
 * comes in as epoch ms of the server.
 */

import { playerOf } from "./questions.js";

/** @typedef {import("./duel.js").Duel} Duel */
/** @typedef {import("./duel.js").Row} Row */
/** @typedef {import("./tournament.js").Tournament} Tournament */

export const TURN = 500; // ms in which one tile turns
export const STAGGER = 110; // ms from one tile to the next
export const PAUSE = 250; // ms from the last tile to the result
const SEEN = 2_200; // ms in which a last row stays once it has turned

/** When all tiles of a row have turned, server's epoch ms; 0 for a row that was there already. @param {Row} row */
export function turnedAt(row) {
  return row.at === undefined || row.tiles.length === 0 ? (row.at ?? 0) : row.at + TURN + STAGGER * (row.tiles.length - 1);
}

/** Whether everything on a duel's board has turned. @param {Duel} duel @param {number} now */
export function isTurned(duel, now) {
  const last = duel.rows.at(-1);
  return last === undefined || now >= turnedAt(last) + (duel.outcome === null ? 0 : PAUSE);
}

/** The rows whose tiles have turned; the same array when all have. @param {Duel} duel @param {number} now */
export function turnedRows(duel, now) {
  return duel.rows.every((row) => now >= turnedAt(row)) ? duel.rows : duel.rows.filter((row) => now >= turnedAt(row));
}

/** Until when a duel's ending stays on the screen; 0 if it did not come as news. @param {Duel} duel */
export function heldUntil(duel) {
  if (duel.endedAt === null) return 0;
  const last = duel.rows.at(-1);
  return Math.max(duel.endedAt, last === undefined ? 0 : turnedAt(last)) + SEEN;
}

/** The lives of a player of a duel, as its board shows them. @param {Tournament} tournament @param {Duel} duel @param {string} player @param {number} now */
export function shownLives(tournament, duel, player, now) {
  const before = duel.livesBefore?.[player];
  return before !== undefined && !isTurned(duel, now) ? before : (playerOf(tournament, player)?.lives ?? 0);
}

/** Whether a round that closed is still on the screen. @param {Tournament} tournament @param {number} now */
export function isRoundHeld({ closing }, now) {
  return closing !== null && closing.duels.some((duel) => now < heldUntil(duel));
}

/** The tournament with the round that is on the screen: the one before, while its ending is held. @param {Tournament} tournament @param {number} now @returns {Tournament} */
export function shownRound(tournament, now) {
  const { closing } = tournament;
  if (closing === null || !isRoundHeld(tournament, now)) return tournament;
  return { ...tournament, phase: "playing", round: closing.round, duels: closing.duels, bye: closing.bye };
}
