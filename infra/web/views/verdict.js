/** How a duel ended, and what it means for the player (R3, R6). */

import { h } from "./dom.js";
import { changeChip, hearts, wordInTiles } from "./parts.js";
import { verdictSentence } from "./sentences.js";
import { nicknameOf, playerOf } from "../state/questions.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/duel.js").Duel} Duel */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../view.js").View} View */

/** Our duel is over: how, the word, the lives. @param {View} view @param {Tournament} tournament @param {Duel} duel */
export function duelVerdict({ state, t }, tournament, duel) {
  const me = state.me?.id ?? "";
  if (duel.outcome === null) return null;
  return h(
    "section",
    { key: `verdict-${duel.duel}`, class: `verdict ${duel.winner === me ? "good" : "bad"}`, "aria-label": t.translate("result.duel") },
    h("p", { class: "headline" }, verdictSentence(t, tournament, duel, me)),
    duel.secret !== null ? wordInTiles(duel.secret, tournament.language, "secret") : null,
    h("p", { class: "lives" }, hearts(t, playerOf(tournament, me)?.lives ?? 0, duel.livesBefore?.[me])),
  );
}

/** In the intro: the same in one line. @param {View} view @param {Tournament} tournament */
export function lastDuelRecap({ state, t }, tournament) {
  const me = state.me?.id ?? "";
  const last = tournament.lastDuel;
  // After a bye, or a round that was only watched, there is nothing to recall.
  if (last === null || last.outcome === null || last.round !== tournament.round - 1) return null;
  const out = tournament.lastRound?.out ?? [];
  return h(
    "section",
    { class: `recap ${last.winner === me ? "good" : "bad"}`, "aria-label": t.translate("result.duel") },
    h("p", { class: "headline" }, verdictSentence(t, tournament, last, me)),
    last.secret !== null ? wordInTiles(last.secret, tournament.language, "secret tiny") : null,
    out.length > 0
      ? h("p", { class: "fine" }, t.translate("result.out", { names: t.lists.format(out.map(({ player }) => playerOf(tournament, player)?.nickname ?? "")) }))
      : null,
  );
}

/** What knocked-out players are told: the bounds first, the settled change later (R3.5, D4). @param {View} view @param {Tournament} tournament */
export function ownFate({ state, t }, tournament) {
  const me = state.me?.id ?? "";
  const own = playerOf(tournament, me);
  const rated = tournament.rated[me];
  const fate = tournament.fates[me];
  if (own === null) return null;
  return h(
    "section",
    { class: "verdict fate", role: "status", "aria-label": t.translate("result.yours") },
    h("p", { class: "headline" }, own.place !== null ? t.translate("result.place", { place: own.place }) : t.translate("result.you-are-out")),
    rated !== undefined
      ? h("p", { class: "rating-change" }, `${t.numbers.format(rated.before)} → ${t.numbers.format(rated.after)} `, changeChip(t, rated.change))
      : fate !== undefined
        ? h(
            "p",
            { class: "bounds" },
            fate.guaranteed === fate.possible
              ? t.translate("result.sure", { change: t.signed(fate.guaranteed) })
              : t.translate("result.bounds", { guaranteed: t.signed(fate.guaranteed), possible: t.signed(fate.possible) }),
            " ",
            h("span", { class: "fine" }, t.translate("result.settles")),
          )
        : null,
    tournament.lastDuel?.secret ? wordInTiles(tournament.lastDuel.secret, tournament.language, "secret tiny") : null,
  );
}

/** How a duel ended, in a few words. @param {Translator} t @param {Tournament} tournament @param {Duel} duel */
export function outcomeOf(t, tournament, duel) {
  if (duel.outcome === "draw") return t.translate("outcome.draw");
  const name = nicknameOf(tournament, duel.winner ?? "");
  return t.translate(duel.outcome === "forfeit" ? "outcome.forfeit" : "outcome.solved", { name });
}
