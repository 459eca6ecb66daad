/** The lobby: who is here, how long it has been, and an explanation when waiting takes long. */

import { h } from "./dom.js";
import { avatar, button } from "./parts.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */

const LONG = 45_000; // ms, from which on waiting deserves an explanation

/** @param {View} view @param {Tournament} lobby */
export function lobby({ state, t, ui, now, act }, lobby) {
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
    waited > LONG ? h("p", { class: "wait-note", role: "status" }, t.translate(taken === 1 ? "lobby.alone" : "lobby.slow")) : null,
    h("div", { class: "choices" }, button(t.translate("lobby.leave"), act.unqueue, { kind: "quiet", isBusy: ui.busy === "unqueue" })),
    h("p", { class: "fine" }, t.translate(ownParty(lobby, state.me?.id) === undefined ? "lobby.free-to-leave" : "lobby.party-leaves")),
  );
}

/** @param {Tournament} lobby @param {string | undefined} me */
function ownParty(lobby, me) {
  return lobby.seats.find((seat) => seat.player === me)?.party;
}
