/** The lobby: who is here, how long it has been, and an explanation when waiting takes long. */

import { h } from "./dom.js";
import { avatar, button } from "./parts.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */

const LONG = 45_000; // ms, from which on waiting deserves an explanation

/** @param {View} view @param {Tournament} lobby */
export function lobby(view, lobby) {
  const { state, t, ui, now, act } = view;
  const waited = now - lobby.since;
  const taken = lobby.seats.length;
  return h(
    "main",
    { key: "lobby", id: "main", class: "screen lobby", tabindex: "-1" },
    h(
      "header",
      { class: "title" },
      h("h1", null, t.translate("lobby.title")),
      h("p", { class: "sub" }, t.translate("lobby.game", { language: t.language(lobby.language) })),
    ),
    h(
      "ol",
      { class: "seats", "aria-label": t.translate("lobby.seats", { taken, size: lobby.size }) },
      Array.from({ length: lobby.size }, (_, i) => {
        const seat = lobby.seats[i];
        if (seat === undefined) {
          return h("li", { key: `free-${i}`, class: "seat free" }, h("span", { class: "avatar" }), h("span", { class: "who" }, t.translate("lobby.free")));
        }
        const isMe = seat.player === state.me?.id;
        const isFriend = !isMe && seat.party !== undefined && seat.party === ownParty(lobby, state.me?.id);
        return h(
          "li",
          { key: seat.player, class: `seat ${isMe ? "me" : ""} ${seat.away === undefined ? "" : "away"}`.trim() },
          avatar(i, seat.nickname),
          h(
            "span",
            { class: "who" },
            h("strong", { class: "name" }, seat.nickname),
            h(
              "span",
              { class: "rating" },
              t.translate("rating", { rating: seat.rating }),
              isMe ? ` · ${t.translate("you")}` : isFriend ? ` · ${t.translate("lobby.friend")}` : "",
              seat.away === undefined ? "" : ` · ${t.translate("away.short")}`,
            ),
          ),
        );
      }),
    ),
    h(
      "dl",
      { class: "facts" },
      h("div", null, h("dt", null, t.translate("lobby.here")), h("dd", null, t.translate("lobby.of", { taken, size: lobby.size }))),
      h("div", null, h("dt", null, t.translate("lobby.range")), h("dd", null, `${t.numbers.format(lobby.range[0])}–${t.numbers.format(lobby.range[1])}`)),
      h("div", null, h("dt", null, t.translate("lobby.waited")), h("dd", { class: "steady" }, t.time(waited))),
    ),
    whileWaiting(view, lobby),
    waited > LONG ? h("p", { class: "wait-note", role: "status" }, t.translate(taken === 1 ? "lobby.alone" : "lobby.slow")) : null,
    h("div", { class: "choices" }, button(t.translate("lobby.leave"), act.unqueue, { kind: "quiet", isBusy: ui.busy === "unqueue" })),
    h("p", { class: "fine" }, t.translate(ownParty(lobby, state.me?.id) === undefined ? "lobby.free-to-leave" : "lobby.party-leaves")),
  );
}

/** What there is to do meanwhile: practise, invite, be notified, or go where others wait. @param {View} view @param {Tournament} lobby */
function whileWaiting({ state, t, ui, act }, lobby) {
  const link = `${act.pageLink()}#play=${lobby.language}`;
  const isRefused = ui.copied?.text === link && !ui.copied.isDone;
  const isCopied = ui.copied?.text === link && ui.copied.isDone;
  const permission = act.notifications();
  const elsewhere = Object.entries(state.waiting).filter(([language, count]) => language !== lobby.language && count > 0);
  elsewhere.sort(([, a], [, b]) => b - a);
  return h(
    "section",
    { class: "card meanwhile" },
    h("div", { class: "choices" }, button(t.translate("practice.start"), act.practise, { kind: "primary", isBusy: ui.busy === "practise" })),
    h("p", { class: "fine" }, t.translate("practice.note")),
    h(
      "div",
      { class: "choices" },
      button(t.translate(isCopied ? "party.copied" : "lobby.invite"), () => act.inviteToGame(link), { kind: "quiet" }),
      permission === "askable" ? button(t.translate("lobby.notify"), act.askToNotify, { kind: "quiet" }) : null,
    ),
    isRefused
      ? [
          h("p", { id: "copy-refused", class: "field-error", role: "alert" }, t.translate("party.copy-by-hand")),
          h("input", { id: "invite-link", type: "text", readonly: true, value: link, "aria-label": t.translate("party.link"), "aria-describedby": "copy-refused", onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select() }),
        ]
      : null,
    permission === "granted" ? h("p", { class: "fine" }, t.translate("lobby.notified")) : null,
    elsewhere.length === 0
      ? null
      : h("p", { class: "fine elsewhere" }, t.translate("lobby.elsewhere", { languages: t.lists.format(elsewhere.map(([code, count]) => `${t.language(code)} (${t.numbers.format(count)})`)) })),
  );
}

/** @param {Tournament} lobby @param {string | undefined} me */
function ownParty(lobby, me) {
  return lobby.seats.find((seat) => seat.player === me)?.party;
}
