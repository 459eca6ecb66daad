/** Before every round: the pairs, the bye, the countdown (R1.3), and how our last duel ended. */

import { h } from "./dom.js";
import { avatar, hearts } from "./parts.js";
import { lastDuelRecap, outcomeOf } from "./verdict.js";
import { duelOf, nicknameOf, playerOf } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../state/duel.js").Duel} Duel */

/** @param {View} view @param {Tournament} tournament */
export function intro(view, tournament) {
  const { state, t, now } = view;
  const me = state.me?.id ?? "";
  const own = duelOf(tournament, me);
  const left = Math.max(0, (tournament.startsAt ?? now) - now);
  const seconds = Math.ceil(left / 1000);
  return h(
    "main",
    { key: `intro-${tournament.round}`, id: "main", class: "screen intro", tabindex: "-1" },
    lastDuelRecap(view, tournament),
    h(
      "header",
      { class: "title" },
      h("h1", null, t.translate("round", { round: tournament.round })),
      h(
        "div",
        { class: "count", role: "timer", "aria-label": t.translate("intro.starts", { count: seconds }), style: { "--part": (left / tournament.introLength).toFixed(4) } },
        h("span", { key: seconds, class: "number", "aria-hidden": "true" }, t.numbers.format(seconds)),
      ),
      own !== null
        ? h("p", { class: "sub" }, t.translate("intro.word", { count: own.length }), " · ", own.first === me ? t.translate("intro.you-begin") : t.translate("intro.they-begin", { name: nicknameOf(tournament, own.first) }))
        : tournament.bye === me
          ? h("p", { class: "sub" }, t.translate("intro.your-bye"))
          : null,
    ),
    h(
      "ul",
      { class: "pairs", "aria-label": t.translate("intro.pairs") },
      [...tournament.duels].sort((a, b) => Number(b === own) - Number(a === own)).map((duel) => pair(view, tournament, duel)),
      tournament.bye !== null
        ? h("li", { key: "bye", class: tournament.bye === me ? "pair bye own" : "pair bye" }, side(view, tournament, tournament.bye, "left"), h("span", { class: "versus" }, t.translate("intro.bye")))
        : null,
    ),
  );
}

/** @param {View} view @param {Tournament} tournament @param {Duel} duel */
function pair(view, tournament, duel) {
  const { state, t } = view;
  const me = state.me?.id;
  const [a, b] = duel.players[1] === me ? [duel.players[1], duel.players[0]] : duel.players;
  return h(
    "li",
    { key: duel.duel, class: a === me ? "pair own" : "pair" },
    side(view, tournament, a, "left"),
    h("span", { class: "versus" }, duel.outcome === null ? t.translate("intro.versus") : outcomeOf(t, tournament, duel)),
    side(view, tournament, b, "right"),
  );
}

/** @param {View} view @param {Tournament} tournament @param {string} player @param {string} place */
function side({ state, t }, tournament, player, place) {
  const one = playerOf(tournament, player);
  if (one === null) return null;
  return h(
    "span",
    { class: `side ${place}` },
    avatar(tournament.players.indexOf(one), one.nickname),
    h(
      "span",
      { class: "who" },
      h("strong", { class: "name" }, player === state.me?.id ? t.translate("you.name", { name: one.nickname }) : one.nickname),
      h("span", { class: "rating" }, hearts(t, one.lives), " ", t.numbers.format(one.rating)),
    ),
  );
}
