/** How it ended: a duel, our own tournament, and everybody's (R3, R6). */

import { h } from "./dom.js";
import { avatar, button, changeChip, hearts, wordInTiles } from "./parts.js";
import { contender, ranking } from "../state/questions.js";

/** @typedef {import("../app.js").View} View */
/** @typedef {import("../state/state.js").Tournament} Tournament */
/** @typedef {import("../state/state.js").Duel} Duel */

/** Won, lost or drawn, by our eyes. @param {Duel} duel @param {string} me */
export function verdictOf(duel, me) {
  if (duel.outcome === "draw") return "draw";
  const how = duel.winner === me ? "won" : "lost";
  return duel.outcome === "forfeit" ? `${how}-forfeit` : how;
}

/** Our duel is over: how, the word, the lives. @param {View} view @param {Tournament} tournament @param {Duel} duel */
export function duelVerdict({ state, t }, tournament, duel) {
  const me = state.me?.id ?? "";
  if (duel.outcome === null) return null;
  const verdict = verdictOf(duel, me);
  return h(
    "section",
    { key: `verdict-${duel.duel}`, class: `verdict ${duel.winner === me ? "good" : "bad"}`, "aria-label": t.say("result.duel") },
    h("p", { class: "headline" }, t.say(`verdict.${verdict}`)),
    duel.secret !== null ? wordInTiles(duel.secret, tournament.language, "secret") : null,
    h("p", { class: "lives" }, hearts(t, contender(tournament, me)?.lives ?? 0)),
  );
}

/** In the intro: the same in one line. @param {View} view @param {Tournament} tournament */
export function lastDuelRecap({ state, t }, tournament) {
  const me = state.me?.id ?? "";
  const last = tournament.lastDuel;
  if (last === null || last.outcome === null || tournament.round <= 1) return null;
  const out = tournament.lastRound?.out ?? [];
  return h(
    "section",
    { class: `recap ${last.winner === me ? "good" : "bad"}`, "aria-label": t.say("result.duel") },
    h("p", { class: "headline" }, t.say(`verdict.${verdictOf(last, me)}`)),
    last.secret !== null ? wordInTiles(last.secret, tournament.language, "secret tiny") : null,
    out.length > 0
      ? h("p", { class: "fine" }, t.say("result.out", { names: t.lists.format(out.map(({ player }) => contender(tournament, player)?.nickname ?? "")) }))
      : null,
  );
}

/** What knocked-out players are told: the bounds first, the settled change later (R3.5, D4). @param {View} view @param {Tournament} tournament */
export function ownFate({ state, t }, tournament) {
  const me = state.me?.id ?? "";
  const own = contender(tournament, me);
  const rated = tournament.rated[me];
  const fate = tournament.fates[me];
  if (own === null) return null;
  return h(
    "section",
    { class: "verdict fate", role: "status", "aria-label": t.say("result.yours") },
    h("p", { class: "headline" }, own.place !== null ? t.say("result.place", { place: own.place }) : t.say("result.you-are-out")),
    rated !== undefined
      ? h("p", { class: "rating-change" }, `${t.numbers.format(rated.before)} → ${t.numbers.format(rated.after)} `, changeChip(t, rated.change))
      : fate !== undefined
        ? h(
            "p",
            { class: "bounds" },
            fate.guaranteed === fate.possible
              ? t.say("result.sure", { change: t.signed(fate.guaranteed) })
              : t.say("result.bounds", { guaranteed: t.signed(fate.guaranteed), possible: t.signed(fate.possible) }),
            " ",
            h("span", { class: "fine" }, t.say("result.settles")),
          )
        : null,
    tournament.lastDuel?.secret ? wordInTiles(tournament.lastDuel.secret, tournament.language, "secret tiny") : null,
  );
}

/** The end: everybody's place and change. @param {View} view @param {Tournament} tournament */
export function result(view, tournament) {
  const { state, t, ui, act } = view;
  const me = state.me?.id ?? "";
  const own = contender(tournament, me);
  const rated = tournament.rated[me];
  const hasParty = state.party !== null;
  return h(
    "main",
    { key: "result", id: "main", class: "screen result", tabindex: "-1" },
    h(
      "header",
      { class: own?.place === 1 ? "title champion" : "title" },
      h("p", { class: "kicker" }, t.say("result.title")),
      h("h1", null, own?.place === 1 ? t.say("result.champion") : own !== null && own.place !== null ? t.say("result.place", { place: own.place }) : t.say("result.title")),
      rated !== undefined
        ? h("p", { class: "rating-change" }, `${t.numbers.format(rated.before)} → ${t.numbers.format(rated.after)} `, changeChip(t, rated.change))
        : h("p", { class: "sub", role: "status" }, t.say("result.waiting")),
    ),
    h(
      "ol",
      { class: "standings", "aria-label": t.say("result.standings") },
      ranking(tournament).map((one) => {
        const change = tournament.rated[one.player];
        return h(
          "li",
          { key: one.player, class: `standing ${one.player === me ? "me" : ""} ${one.place === 1 ? "first" : ""}`.trim() },
          h("span", { class: "place", "aria-label": t.say("result.place", { place: one.place ?? 0 }) }, one.place === null ? "–" : t.numbers.format(one.place)),
          avatar(tournament.players.indexOf(one), one.nickname),
          h(
            "span",
            { class: "who" },
            h("strong", { class: "name" }, one.player === me ? t.say("you.name", { name: one.nickname }) : one.nickname),
            h("span", { class: "rating" }, t.say("rating", { rating: change?.after ?? one.rating })),
          ),
          change !== undefined ? changeChip(t, change.change) : h("span", { class: "change pending", "aria-hidden": "true" }, "…"),
        );
      }),
    ),
    h(
      "div",
      { class: "choices" },
      hasParty ? null : button(t.say("again"), act.playAgain, { kind: "primary", isBusy: ui.busy === "queue" }),
      button(t.say(hasParty ? "result.to-party" : "result.home"), act.stopWatching, { kind: hasParty ? "primary" : "quiet", isBusy: ui.busy === "leave" }),
    ),
  );
}
