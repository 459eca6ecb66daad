/**
 * A duel's shared board: twelve rows, the turns of the one marked on the left, of the other on the right (R4.1, R4.2).
 *
 * Lives here: the large board. A screen reader hears a sentence for every row that was used.
 */

import { h, memo } from "./dom.js";
import { hue, initials } from "./parts.js";
import { rowSentence } from "./sentences.js";
import { TURNS, nicknameOf, ownerOf, seatOf } from "../state/questions.js";
import { PAUSE, turnedAt } from "../state/reveal.js";
import { capital } from "../state/typing.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/duel.js").Duel} Duel */
/** @typedef {import("../state/duel.js").Row} Row */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */

const BOUNCE = 1_200; // ms that a solved row is fresh after it has turned
const HURRY = 5_000; // ms left of a turn

/**
 * @typedef {object} Typing
 * @property {number} turn - the row that is typed into
 * @property {readonly string[]} tiles
 * @property {boolean} isSent
 * @property {boolean} isLocked - it is sent when the turn comes
 * @property {number} shakes - how often it was refused
 */

/**
 * @param {Translator} t
 * @param {Tournament} tournament
 * @param {Duel} duel
 * @param {{ now: number, left: string, typing?: Typing | null }} options - `left`: the player on the left side
 */
export function board(t, tournament, duel, { now, left, typing = null }) {
  const rows = new Map(duel.rows.map((row) => [row.turn, row]));
  return h(
    "div",
    { key: `board-${duel.duel}`, class: "board", style: { "--length": duel.length } },
    h(
      "ol",
      { class: "rows", "aria-label": t.translate("board.label"), lang: tournament.language },
      Array.from({ length: TURNS }, (_, i) => {
        const turn = i + 1;
        const owner = ownerOf(duel, turn);
        const name = nicknameOf(tournament, owner);
        const row = rows.get(turn) ?? null;
        const isFresh = row?.at !== undefined && now < turnedAt(row) + PAUSE + BOUNCE;
        /** @type {Drawing} */
        const drawing = {
          turn,
          row,
          name,
          side: owner === left ? "left" : "right",
          hue: hue(seatOf(tournament, owner)),
          isNow: duel.turn === turn,
          isHurried: duel.turn === turn && duel.deadline !== null && duel.deadline - now <= HURRY,
          isFresh,
          typing: typing !== null && typing.turn === turn ? typing : null,
          language: tournament.language,
        };
        return row === null ? drawRow(t, duel, drawing) : memo(row, [t, drawing.side, isFresh], () => drawRow(t, duel, drawing));
      }),
    ),
  );
}

/**
 * What a row shows.
 * @typedef {object} Drawing
 * @property {number} turn
 * @property {Row | null} row
 * @property {string} name - of whose turn it is
 * @property {"left" | "right"} side
 * @property {string} hue - the class of the player's colour
 * @property {boolean} isNow
 * @property {boolean} isHurried - its turn is nearly over
 * @property {boolean} isFresh - it has just come: its tiles turn
 * @property {Typing | null} typing
 * @property {string} language
 */

/**
 * @param {Translator} t
 * @param {Duel} duel
 * @param {Drawing} drawing
 */
function drawRow(t, duel, { turn, row, name, side, hue, isNow, isHurried, isFresh, typing, language }) {
  const kinds = ["row", side, hue];
  if (isNow) kinds.push("now");
  if (isHurried) kinds.push("hurry");
  if (row !== null && row.marks.length > 0 && row.marks.every((mark) => mark === "correct")) kinds.push("solved");
  if (row?.isSkipped) kinds.push("skipped");
  if (isFresh) kinds.push("fresh");
  if (typing !== null) kinds.push("typing");
  if (typing?.isSent) kinds.push("sent");
  if (typing?.isLocked) kinds.push("locked");
  // Two names for one animation: a second refusal shakes anew.
  if (typing !== null && typing.shakes > 0) kinds.push(typing.shakes % 2 ? "shake-a" : "shake-b");
  const isLater = row === null && !isNow;
  const tag = h("span", { class: isLater ? "tag later" : "tag", "aria-hidden": "true" }, isLater ? null : initials(name));
  const sentence = row !== null ? rowSentence(t, row, name, language) : null;
  return h(
    "li",
    { key: turn, class: kinds.join(" "), "aria-hidden": sentence === null ? "true" : undefined },
    tag,
    Array.from({ length: duel.length }, (_, i) => {
      const tile = row?.tiles[i] ?? typing?.tiles[i] ?? "";
      const mark = row?.marks[i] ?? (tile ? "filled" : "empty");
      return h(
        "span",
        { key: `t${i}`, class: `tile ${mark}`, style: { "--i": i }, "aria-hidden": "true" },
        capital(tile, language),
      );
    }),
    row?.isSkipped ? h("span", { class: "note", "aria-hidden": "true" }, h("span", null, t.translate("board.skipped"))) : null,
    sentence !== null ? h("span", { class: "visually-hidden" }, sentence) : null,
  );
}
