/** Rows and endings as sentences. */

import { nicknameOf, opponentOf } from "../state/questions.js";
import { capital } from "../state/typing.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/duel.js").Duel} Duel */
/** @typedef {import("../state/duel.js").Row} Row */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */

/**
 * What a row says: who, the word, each letter's mark.
 * @param {Translator} t
 * @param {Row} row
 * @param {string} name
 * @param {string} language
 */
export function rowSentence(t, row, name, language) {
  if (row.isSkipped) return t.translate("said.skipped", { name });
  const marks = row.tiles.map((tile, i) => `${capital(tile, language)} ${t.translate(`mark.${row.marks[i]}`)}`);
  return t.translate("said.guess", { name, word: row.tiles.join(""), marks: marks.join(", ") });
}

/** Won, lost or drawn, from one player's side. @param {Duel} duel @param {string} me */
export function verdictOf(duel, me) {
  if (duel.outcome === "draw") return "draw";
  const how = duel.winner === me ? "won" : "lost";
  return duel.outcome === "forfeit" ? `${how}-forfeit` : how;
}

/** How a duel ended for one of its players, in a sentence. @param {Translator} t @param {Tournament} tournament @param {Duel} duel @param {string} me */
export function verdictSentence(t, tournament, duel, me) {
  return t.translate(`verdict.${verdictOf(duel, me)}`, { name: nicknameOf(tournament, opponentOf(duel, me)) });
}
