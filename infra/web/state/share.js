/** A tournament as a text to share: a line a duel, and the rows of the last one as coloured squares. Pure. */

/** @typedef {import("../protocol/frames.js").Mark} Mark */
/** @typedef {import("./duel.js").Duel} Duel */

/** @type {Readonly<Record<"usual" | "colour-blind", Readonly<Record<Mark, string>>>>} */
const SQUARES = {
  usual: { correct: "🟩", present: "🟨", absent: "⬛" },
  "colour-blind": { correct: "🟧", present: "🟦", absent: "⬛" },
};
const WON = "💚";
const LOST = "💔";

/**
 * The duels of a player as lines; no letter is in them.
 * @param {readonly Duel[]} story - the player's own duels, all over
 * @param {string} me
 * @param {"usual" | "colour-blind"} palette
 * @returns {string}
 */
export function duelLines(story, me, palette) {
  const line = story.map((duel) => `${duel.round}${duel.winner === me ? WON : LOST}`).join(" ");
  const last = story.at(-1);
  const rows = (last?.rows ?? []).filter((row) => !row.isSkipped).map((row) => row.marks.map((mark) => SQUARES[palette][mark]).join(""));
  return [line, ...rows].filter((text) => text !== "").join("\n");
}
