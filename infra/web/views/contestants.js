/** The two players of a duel above its board, with the clock between them. */

import { h } from "./dom.js";
import { countdown, hearts, hue, initials } from "./parts.js";
import { opponentOf, playerOf, seatOf } from "../state/questions.js";
import { shownLives } from "../state/reveal.js";

/** @typedef {import("../state/duel.js").Duel} Duel */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../view.js").View} View */

/**
 * The left player's rows are marked on the left of the board.
 * @param {View} view
 * @param {Tournament} tournament
 * @param {Duel} duel
 * @param {string} left
 */
export function contestants({ state, t, now }, tournament, duel, left) {
  const right = opponentOf(duel, left);
  const clock =
    duel.deadline !== null && duel.outcome === null
      ? countdown(t, now, duel.deadline, tournament.turnLength)
      : h("div", { class: "clock idle", "aria-hidden": "true" }, h("span", { class: "seconds" }, "–"), h("span", { class: "bar" }));
  return h("div", { class: "players" }, h("div", { class: "contestants" }, contestant(left, "left"), clock, contestant(right, "right")));

  /** @param {string} player @param {"left" | "right"} side */
  function contestant(player, side) {
    const one = playerOf(tournament, player);
    const isMoving = duel.toMove === player;
    const away = one !== null && one.away !== null ? t.translate("away.until", { count: Math.max(0, Math.ceil((one.away - now) / 1000)) }) : null;
    return h(
      "div",
      { key: side, class: `contestant ${side} ${hue(seatOf(tournament, player))} ${isMoving ? "moving" : ""} ${away === null ? "" : "away"}`.trim() },
      h("span", { class: "tag", "aria-hidden": "true" }, initials(one?.nickname ?? "")),
      hearts(t, shownLives(tournament, duel, player, now)),
      h("strong", { class: "name" }, player === state.me?.id ? t.translate("you.short") : (one?.nickname ?? "")),
      away === null ? null : h("span", { class: "away-note" }, away),
      isMoving ? h("span", { class: "visually-hidden" }, t.translate("duel.moving")) : null,
    );
  }
}
