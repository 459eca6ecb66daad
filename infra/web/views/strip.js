/** The whole tournament at a glance: who is in with how many lives, who plays whom, who has a bye, who is out. */

import { h } from "./dom.js";
import { avatar, hearts } from "./parts.js";
import { duelOf, nicknameOf, playerOf, ranking, seatOf } from "../state/questions.js";

/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../state/tournament.js").TournamentPlayer} TournamentPlayer */
/** @typedef {import("../view.js").View} View */

const LIVES = 3;

/**
 * A line of all players for the top of the screen: pairs side by side, the own pair first, whoever is out at the end.
 * @param {View} view
 * @param {Tournament} tournament
 */
export function strip({ state, t }, tournament) {
  const me = state.me?.id ?? "";
  const own = duelOf(tournament, me);
  const duels = [...tournament.duels].sort((a, b) => Number(b === own) - Number(a === own));
  const paired = new Set([...duels.flatMap((duel) => duel.players), tournament.bye]);
  const others = ranking(tournament).filter((one) => !paired.has(one.player));
  return h(
    "ul",
    { key: "strip", class: "strip", "aria-label": t.translate("strip.label") },
    duels.map((duel) =>
      h(
        "li",
        { key: duel.duel, class: `pairing ${duel.outcome === null ? "" : "over"} ${duel === own ? "own" : ""}`.trim() },
        h("span", { class: "visually-hidden" }, t.translate("watch.board", { a: sentence(duel.players[0]), b: sentence(duel.players[1]) })),
        duel.players.map((player) => dot(player)),
      ),
    ),
    tournament.bye === null
      ? null
      : h("li", { key: "bye", class: "pairing bye" }, h("span", { class: "visually-hidden" }, `${sentence(tournament.bye)}, ${t.translate("intro.bye")}`), dot(tournament.bye)),
    others.map((one) => h("li", { key: one.player, class: "pairing" }, h("span", { class: "visually-hidden" }, sentence(one.player)), dot(one.player))),
  );

  /** @param {string} player */
  function dot(player) {
    const one = playerOf(tournament, player);
    const lives = one?.lives ?? 0;
    return h(
      "span",
      { key: `dot-${player}`, class: `dot-player ${lives > 0 ? "" : "out"} ${player === me ? "me" : ""} ${one?.away == null ? "" : "away"}`.trim(), "aria-hidden": "true", title: one?.nickname },
      avatar(seatOf(tournament, player), one?.nickname ?? ""),
      h("span", { class: "pips" }, Array.from({ length: LIVES }, (_, i) => h("span", { key: i, class: i < lives ? "pip" : "pip lost" }))),
    );
  }

  /** @param {string} player */
  function sentence(player) {
    const lives = playerOf(tournament, player)?.lives ?? 0;
    const name = player === me ? t.translate("you.name", { name: nicknameOf(tournament, player) }) : nicknameOf(tournament, player);
    return `${name}, ${lives > 0 ? t.translate("lives", { count: lives }) : t.translate("strip.out")}`;
  }
}

/**
 * The standings as they are, for a screen that has room.
 * @param {View} view
 * @param {Tournament} tournament
 */
export function standings({ state, t }, tournament) {
  const me = state.me?.id ?? "";
  return h(
    "section",
    { key: "table", class: "table", "aria-labelledby": "table-title" },
    h("h2", { id: "table-title" }, t.translate("strip.standings")),
    h(
      "ol",
      null,
      ranking(tournament).map((one) =>
        h(
          "li",
          { key: one.player, class: `table-row ${one.lives > 0 ? "" : "out"} ${one.player === me ? "me" : ""}`.trim() },
          avatar(seatOf(tournament, one.player), one.nickname),
          h(
            "span",
            { class: "who" },
            h("strong", { class: "name" }, one.nickname),
            h("span", { class: "rating" }, one.lives > 0 ? [hearts(t, one.lives), " ", opponentOf(one)] : one.place === null ? t.translate("strip.out") : t.translate("result.place", { place: one.place })),
          ),
        ),
      ),
    ),
  );

  /** @param {TournamentPlayer} one */
  function opponentOf(one) {
    const duel = duelOf(tournament, one.player);
    if (duel === null) return tournament.bye === one.player ? t.translate("intro.bye") : "";
    const [other = ""] = duel.players.filter((player) => player !== one.player);
    return `${t.translate("intro.versus")} ${nicknameOf(tournament, other)}`;
  }
}
