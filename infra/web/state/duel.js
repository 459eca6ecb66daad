/**
 * A duel as the page knows it.
 *
 * Lives here: its shape, reading it from a frame, changing one of several. Pure.
 */

/** @typedef {import("../protocol/frames.js").Mark} Mark */
/** @typedef {import("../protocol/frames.js").Outcome} Outcome */

/** A row of a board. `at`: when it came as news, server's time; absent in what was already there. */
/** @typedef {{ turn: number, player: string, tiles: string[], marks: Mark[], isSkipped: boolean, at?: number }} Row */
/**
 * @typedef {object} Duel
 * @property {string} duel
 * @property {number} round
 * @property {[string, string]} players
 * @property {string} first - has the odd turns
 * @property {number} length
 * @property {readonly Row[]} rows
 * @property {number | null} turn - 1 to 12, while one runs
 * @property {string | null} toMove
 * @property {number | null} deadline - epoch ms, server
 * @property {Outcome | null} outcome
 * @property {string | null} winner
 * @property {string | null} secret
 * @property {number | null} endedAt - when the end came as news, server's time
 * @property {Readonly<Record<string, number>> | null} livesBefore - its players' lives before the end, if that came as news
 */

/**
 * A duel of a snapshot; one of a new round has no rows yet.
 * @param {import("../protocol/frames.js").SnapshotDuel} entry
 * @param {number} round
 * @returns {Duel}
 */
export function readDuel(entry, round) {
  return {
    duel: entry.duel,
    round,
    players: entry.players,
    first: entry.first,
    length: entry.length,
    rows: entry.rows.map((row) => ({
      turn: row.turn,
      player: row.player,
      tiles: "tiles" in row ? row.tiles : [],
      marks: "marks" in row ? row.marks : [],
      isSkipped: "skipped" in row,
    })),
    turn: entry.turn ?? null,
    toMove: entry.to_move ?? null,
    deadline: entry.deadline ?? null,
    outcome: entry.outcome ?? null,
    winner: entry.winner ?? null,
    secret: entry.display ?? entry.secret ?? null,
    endedAt: null,
    livesBefore: null,
  };
}

/**
 * The duels with one of them changed.
 * @param {readonly Duel[]} duels
 * @param {string} id
 * @param {(duel: Duel) => Partial<Duel>} change
 */
export function withDuel(duels, id, change) {
  return duels.map((duel) => (duel.duel === id ? { ...duel, ...change(duel) } : duel));
}
