/** The end of a tournament: everybody's place and rating change (R3, R6). */

import { h } from "./dom.js";
import { CROWN } from "./icons.js";
import { avatar, button, changeChip, wordInTiles } from "./parts.js";
import { nicknameOf, opponentOf, playerOf, ranking } from "../state/questions.js";
import { duelLines } from "../state/share.js";

/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../view.js").View} View */

const FALLING = 18; // tiles
const MARKS = ["correct", "present", "absent"];

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
      own?.place === 1 ? [h("span", { class: "falling", "aria-hidden": "true" }, Array.from({ length: FALLING }, (_, i) => h("span", { key: i, class: `tile ${MARKS[i % 3]}`, style: { "--i": i } }))), crown()] : null,
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
    tournament.story.length > 0 ? story(view, tournament) : null,
    h(
      "div",
      { class: "choices" },
      hasParty ? null : button(t.translate("again"), act.playAgain, { kind: "primary", isBusy: ui.busy === "queue" }),
      button(t.translate(hasParty ? "result.to-party" : "result.home"), act.stopWatching, { kind: hasParty ? "primary" : "quiet", isBusy: ui.busy === "leave" }),
    ),
  );
}

/** Our own duels, round by round, and the result to share. @param {View} view @param {Tournament} tournament */
function story({ state, t, ui, act, preferences }, tournament) {
  const me = state.me?.id ?? "";
  const own = playerOf(tournament, me);
  const rated = tournament.rated[me];
  const line = t.translate("share.line", { place: own?.place ?? 0, size: tournament.players.length, change: t.signed(rated?.change ?? 0) });
  const text = [line, duelLines(tournament.story, me, preferences.palette), act.pageLink()].join("\n");
  const isRefused = ui.copied?.text === text && !ui.copied.isDone;
  const isCopied = ui.copied?.text === text && ui.copied.isDone;
  return h(
    "section",
    { class: "story", "aria-labelledby": "story" },
    h("h2", { id: "story" }, t.translate("story.title")),
    h(
      "ol",
      null,
      tournament.story.map((duel) => {
        const how = duel.outcome === "draw" ? "draw" : duel.winner === me ? "won" : "lost";
        return h(
          "li",
          { key: duel.duel, class: `chapter ${how}` },
          h("span", { class: "number" }, t.numbers.format(duel.round)),
          h(
            "span",
            { class: "who" },
            h("strong", { class: "name" }, nicknameOf(tournament, opponentOf(duel, me))),
            h("span", { class: "rating" }, `${t.translate(`story.${how}`)} · ${t.translate("story.rows", { count: duel.rows.length })}`),
          ),
          duel.secret === null ? null : wordInTiles(duel.secret, tournament.language, "secret tiny"),
        );
      }),
    ),
    isRefused
      ? [
          h("p", { id: "copy-refused", class: "field-error", role: "alert" }, t.translate("party.copy-by-hand")),
          h("textarea", { id: "copy-text", readonly: true, rows: 6, value: text, "aria-label": t.translate("share.text"), "aria-describedby": "copy-refused", onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLTextAreaElement} */ (event.target).select() }),
        ]
      : null,
    own?.place == null ? null : h("div", { class: "choices" }, button(t.translate(isCopied ? "party.copied" : "share.button"), () => act.shareText(text), { kind: "quiet" })),
  );
}

function crown() {
  return h("svg", { class: "crown", viewBox: "0 0 64 44", "aria-hidden": "true" }, h("path", { d: CROWN }));
}
