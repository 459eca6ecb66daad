/** Our duel: the shared board, whose turn it is and for how long, and the keyboard (R4). */

import { h, keep } from "./dom.js";
import { board, nicknameOf } from "./board.js";
import { keyboard } from "./keyboard.js";
import { countdown, hearts, initials } from "./parts.js";
import { duelVerdict } from "./result.js";
import { otherBoards } from "./watching.js";
import { contender, letterMarks, nextTurnOf, opponentOf } from "../state/questions.js";

/** @typedef {import("../app.js").View} View */
/** @typedef {import("../state/state.js").Tournament} Tournament */
/** @typedef {import("../state/state.js").Duel} Duel */

/** @param {View} view @param {Tournament} tournament @param {Duel} duel */
export function duelScreen(view, tournament, duel) {
  const { state, t, ui, now, alphabet, act } = view;
  const me = state.me?.id ?? "";
  const isMine = duel.toMove === me;
  const turn = nextTurnOf(duel, me);
  const typing = turn === null ? null : { turn, tiles: ui.draft, isSent: ui.sent !== null, shakes: ui.shakes };
  return h(
    "main",
    { key: `duel-${duel.duel}`, id: "main", class: "screen duel", tabindex: "-1", style: { "--key-rows": alphabet?.keyboard.length ?? 3 } },
    h(
      "h1",
      { class: "unseen" },
      t.say("duel.title", { round: tournament.round, name: nicknameOf(tournament, opponentOf(duel, me)) }),
    ),
    h(
      "div",
      { class: "arena" },
      contestants(view, tournament, duel, me),
      board(t, tournament, duel, { now, left: me, typing }),
      h(
        "div",
        { class: "controls" },
        h("p", { class: isMine ? "hint mine" : "hint", role: ui.refusal === null ? undefined : "alert" }, hintOf(view, tournament, duel, turn)),
        duel.outcome === null && alphabet !== null
          ? keep(duel.rows, [t, alphabet], () =>
              keyboard(t, alphabet, letterMarks(duel), { press: act.press, erase: act.erase, enter: act.submit }),
            )
          : duelVerdict(view, tournament, duel),
      ),
    ),
    h(
      "aside",
      { class: "others", "aria-label": t.say("watch.others") },
      h("h2", null, t.say("round", { round: tournament.round })),
      otherBoards(view, tournament, duel.duel, null),
    ),
  );
}

/**
 * The two over the board: the left one has the rows marked on the left.
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
  return h("div", { class: "contestants" }, contestant(left, "left"), clock, contestant(right, "right"));

  /** @param {string} player @param {"left" | "right"} side */
  function contestant(player, side) {
    const one = contender(tournament, player);
    const isMoving = duel.toMove === player;
    const away = one !== null && one.away !== null ? t.say("away.until", { count: Math.max(0, Math.ceil((one.away - now) / 1000)) }) : null;
    return h(
      "div",
      { key: side, class: `contestant ${side} ${isMoving ? "moving" : ""} ${away === null ? "" : "away"}`.trim() },
      h("span", { class: "tag", "aria-hidden": "true" }, initials(one?.nickname ?? "")),
      h(
        "span",
        { class: "who" },
        h("strong", { class: "name" }, player === state.me?.id ? t.say("you.short") : (one?.nickname ?? "")),
        away !== null ? h("span", { class: "rating" }, away) : hearts(t, one?.lives ?? 0),
      ),
      isMoving ? h("span", { class: "unseen" }, t.say("duel.moving")) : null,
    );
  }
}

/** @param {View} view @param {Tournament} tournament @param {Duel} duel @param {number | null} turn */
function hintOf({ state, t, ui }, tournament, duel, turn) {
  const me = state.me?.id ?? "";
  if (duel.outcome !== null) return "";
  if (ui.refusal !== null) {
    return ui.refusal === "wrong-length" ? t.say("error.wrong-length", { count: duel.length }) : t.say(`error.${ui.refusal}`);
  }
  if (duel.toMove === me) return t.say("duel.your-turn");
  const opponent = nicknameOf(tournament, opponentOf(duel, me));
  if (turn === null) return t.say("duel.last-turn", { name: opponent });
  return duel.toMove === null ? "" : t.say("duel.their-turn", { name: opponent });
}
