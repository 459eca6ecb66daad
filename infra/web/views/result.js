/** The end of a tournament: everybody's place and rating change (R3, R6). */

import { h } from "./dom.js";
import { avatar, button, changeChip } from "./parts.js";
import { playerOf, ranking } from "../state/questions.js";

/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../view.js").View} View */

/** The end: everybody's place and change. @param {View} view @param {Tournament} tournament */
export function result(view, tournament) {
  const { state, t, ui, act } = view;
  const me = state.me?.id ?? "";
  const own = playerOf(tournament, me);
  const rated = tournament.rated[me];
  const hasParty = state.party !== null;
  return h(
    "main",
    { key: "result", id: "main", class: "screen result", tabindex: "-1" },
    h(
      "header",
      { class: own?.place === 1 ? "title champion" : "title" },
      h("p", { class: "kicker" }, t.translate("result.title")),
      h("h1", null, own?.place === 1 ? t.translate("result.champion") : own !== null && own.place !== null ? t.translate("result.place", { place: own.place }) : t.translate("result.title")),
      rated !== undefined
        ? h("p", { class: "rating-change" }, `${t.numbers.format(rated.before)} → ${t.numbers.format(rated.after)} `, changeChip(t, rated.change))
        : h("p", { class: "sub", role: "status" }, t.translate("result.waiting")),
    ),
    h(
      "ol",
      { class: "standings", "aria-label": t.translate("result.standings") },
      ranking(tournament).map((one) => {
        const change = tournament.rated[one.player];
        return h(
          "li",
          { key: one.player, class: `standing ${one.player === me ? "me" : ""} ${one.place === 1 ? "first" : ""}`.trim() },
          h("span", { class: "place", "aria-label": t.translate("result.place", { place: one.place ?? 0 }) }, one.place === null ? "–" : t.numbers.format(one.place)),
          avatar(tournament.players.indexOf(one), one.nickname),
          h(
            "span",
            { class: "who" },
            h("strong", { class: "name" }, one.player === me ? t.translate("you.name", { name: one.nickname }) : one.nickname),
            h("span", { class: "rating" }, t.translate("rating", { rating: change?.after ?? one.rating })),
          ),
          change !== undefined ? changeChip(t, change.change) : h("span", { class: "change pending", "aria-hidden": "true" }, "…"),
        );
      }),
    ),
    h(
      "div",
      { class: "choices" },
      hasParty ? null : button(t.translate("again"), act.playAgain, { kind: "primary", isBusy: ui.busy === "queue" }),
      button(t.translate(hasParty ? "result.to-party" : "result.home"), act.stopWatching, { kind: hasParty ? "primary" : "quiet", isBusy: ui.busy === "leave" }),
    ),
  );
}
