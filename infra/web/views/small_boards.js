/** The duels of a round as small boards: how each goes at a glance, and which one to watch. */

import { h, memo } from "./dom.js";
import { hue } from "./parts.js";
import { outcomeOf } from "./verdict.js";
import { TURNS, nicknameOf, seatOf } from "../state/questions.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/duel.js").Duel} Duel */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../view.js").View} View */

/**
 * The small boards of the round.
 * @param {View} view
 * @param {Tournament} tournament
 * @param {{ without?: string, chosen?: string | null }} options - `chosen`: the duel that is shown large; if it is not
 *   given, the boards are only to be looked at
 */
export function smallBoards({ t, act }, tournament, { without, chosen }) {
  return h(
    "div",
    { class: "small-boards" },
    tournament.duels
      .filter((duel) => duel.duel !== without)
      .map((duel) => {
        const isChosen = duel.duel === chosen;
        const choose = chosen === undefined ? null : () => act.watch(duel.duel);
        return memo(duel, [t, isChosen, choose === null], () => smallBoard(t, tournament, duel, { isChosen, choose }));
      }),
  );
}

/**
 * A board at a glance; a button, if it can be chosen.
 * @param {Translator} t
 * @param {Tournament} tournament
 * @param {Duel} duel
 * @param {{ isChosen: boolean, choose: (() => void) | null }} options
 */
function smallBoard(t, tournament, duel, { isChosen, choose }) {
  const [a, b] = duel.players;
  const used = duel.rows.length;
  const nameClass = (/** @type {string} */ side, /** @type {string} */ player) =>
    `${side} ${hue(seatOf(tournament, player))} ${duel.toMove === player ? "moving" : ""} ${duel.winner === player ? "winner" : ""}`.trim();
  const rows = new Map(duel.rows.map((row) => [row.turn, row]));
  return h(
    choose === null ? "div" : "button",
    {
      key: `small-${duel.duel}`,
      class: `small-board ${duel.outcome === null ? "" : "over"}`.trim(),
      ...(choose === null ? {} : { type: "button", "aria-pressed": String(isChosen), onclick: choose }),
    },
    choose === null ? null : h("span", { class: "visually-hidden" }, t.translate("watch.choose")),
    h(
      "span",
      { class: "names" },
      h("span", { class: nameClass("left", a) }, nicknameOf(tournament, a)),
      " ",
      h("span", { class: nameClass("right", b) }, nicknameOf(tournament, b)),
    ),
    h(
      "span",
      { class: "grid", style: { "--length": duel.length }, "aria-hidden": "true" },
      Array.from({ length: TURNS }, (_, r) => {
        const row = rows.get(r + 1);
        const kind = row?.isSkipped ? "line skipped" : duel.turn === r + 1 ? "line now" : "line";
        return h(
          "span",
          { key: r, class: kind },
          Array.from({ length: duel.length }, (__, i) => h("span", { key: i, class: `dot ${row?.marks[i] ?? "empty"}` })),
        );
      }),
    ),
    duel.outcome === null
      ? h("span", { class: "state" }, t.translate("watch.row", { row: Math.min(TURNS, used + 1) }))
      : h("span", { class: "state" }, t.translate("watch.over"), h("span", { class: "visually-hidden" }, `: ${outcomeOf(t, tournament, duel)}`)),
  );
}
