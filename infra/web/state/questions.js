/**
 * What a screen asks of the state.
 *
 * Lives here: pure answers that are worked out, not kept: whose turn, what letters are known, what leaving costs.
 */

import { ratingChange } from "./rating.js";

/** @typedef {import("./tournament.js").Tournament} Tournament */
/** @typedef {import("./duel.js").Duel} Duel */
/** @typedef {import("./duel.js").Row} Row */
/** @typedef {import("./tournament.js").TournamentPlayer} TournamentPlayer */
/** @typedef {import("../protocol/frames.js").Mark} Mark */

export const TURNS = 12;
const RANK = /** @type {const} */ ({ absent: 0, present: 1, correct: 2 });

/** The duel of this round that a player sits in. @param {Tournament} tournament @param {string} player */
export function duelOf(tournament, player) {
  return tournament.duels.find((duel) => duel.players.includes(player)) ?? null;
}

/** A player of a tournament, by their id. @param {Tournament} tournament @param {string} player @returns {TournamentPlayer | null} */
export function playerOf(tournament, player) {
  return tournament.players.find((one) => one.player === player) ?? null;
}

/** The number of a player's seat, from 0; it decides the player's colour on every screen. @param {Tournament} tournament @param {string} player */
export function seatOf(tournament, player) {
  return tournament.players.findIndex((one) => one.player === player);
}

/** A player's nickname. @param {Tournament} tournament @param {string} player */
export function nicknameOf(tournament, player) {
  return tournament.players.find((one) => one.player === player)?.nickname ?? "";
}

/** Who has a turn of a duel: `first` has the odd ones (R4.1). @param {Duel} duel @param {number} turn */
export function ownerOf(duel, turn) {
  return turn % 2 === 1 ? duel.first : opponentOf(duel, duel.first);
}

/** @param {Duel} duel @param {string} player */
export function opponentOf(duel, player) {
  return duel.players[0] === player ? duel.players[1] : duel.players[0];
}

/**
 * The turn that a player's next guess is for; null when none is left. Typing ahead needs it.
 * @param {Duel} duel
 * @param {string} player
 */
export function nextTurnOf(duel, player) {
  if (duel.outcome !== null) return null;
  const now = duel.turn ?? Math.max(0, ...duel.rows.map((row) => row.turn)) + 1;
  const next = ownerOf(duel, now) === player ? now : now + 1;
  return next <= TURNS ? next : null;
}

/** The best mark seen of every letter. @param {readonly Row[]} rows @returns {Map<string, Mark>} */
export function letterMarks(rows) {
  /** @type {Map<string, Mark>} */
  const best = new Map();
  for (const row of rows) {
    row.tiles.forEach((tile, i) => {
      const mark = row.marks[i];
      const known = best.get(tile);
      if (mark !== undefined && (known === undefined || RANK[mark] > RANK[known])) best.set(tile, mark);
    });
  }
  return best;
}

/** Whether a player still has lives in a tournament that runs. @param {Tournament} tournament @param {string} player */
export function isPlaying(tournament, player) {
  return (tournament.phase === "intro" || tournament.phase === "playing") && (playerOf(tournament, player)?.lives ?? 0) > 0;
}

/**
 * What leaving now would cost (R8.2, D3): the place, and by it the rating change.
 * @param {Tournament} tournament
 * @param {string} player
 */
export function costOfLeaving(tournament, player) {
  const leavers = new Set(tournament.leavers);
  const place = Math.max(1, tournament.starters.length - leavers.size);
  const own = playerOf(tournament, player);
  const others = tournament.players.filter((one) => one.player !== player);
  const starters = new Set(tournament.starters);
  const isAbove = (/** @type {TournamentPlayer} */ one) => starters.has(one.player) && !leavers.has(one.player);
  return {
    place,
    change: ratingChange(own?.rating ?? 0, {
      above: others.filter(isAbove).map((one) => one.rating),
      below: others.filter((one) => !isAbove(one)).map((one) => one.rating),
    }),
  };
}

/**
 * The standings as they are: who is placed by place, before them who is still in by lives, the seat deciding.
 * @param {Tournament} tournament
 */
export function ranking(tournament) {
  const order = (/** @type {TournamentPlayer} */ one) => one.place ?? 0;
  return [...tournament.players].sort((a, b) => order(a) - order(b) || b.lives - a.lives);
}
