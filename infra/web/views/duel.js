/** Our duel: the shared board, whose turn it is and for how long, and the keyboard (R4). */

import { board } from "./board.js";
import { contestants } from "./contestants.js";
import { h, memo } from "./dom.js";
import { keyboard } from "./keyboard.js";
import { button } from "./parts.js";
import { smallBoards } from "./small_boards.js";
import { standings } from "./strip.js";
import { duelVerdict } from "./verdict.js";
import { letterMarks, nextTurnOf, nicknameOf, opponentOf } from "../state/questions.js";
import { isTurned, turnedRows } from "../state/reveal.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../state/duel.js").Duel} Duel */

/** @param {View} view @param {Tournament} tournament @param {Duel} duel */
export function duelScreen(view, tournament, duel) {
  const { state, t, ui, now, alphabet, act } = view;
  const me = state.me?.id ?? "";
  const isPractice = view.lobby !== null;
  const isMine = duel.toMove === me;
  const turn = nextTurnOf(duel, me);
  const turned = turnedRows(duel, now);
  const typing = turn === null ? null : { turn, tiles: ui.draft, isSent: ui.sent !== null, isLocked: ui.isLocked, shakes: ui.shakes };
  return h(
    "main",
    { key: `duel-${duel.duel}`, id: "main", class: isPractice ? "screen duel practice" : "screen duel", tabindex: "-1" },
    h(
      "h1",
      { class: "visually-hidden" },
      t.translate("duel.title", { round: duel.round, name: nicknameOf(tournament, opponentOf(duel, me)) }),
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
        alphabet !== null && (duel.outcome === null || !isTurned(duel, now))
          ? memo(turned, [t, alphabet], () =>
              keyboard(t, alphabet, letterMarks(turned), { press: act.press, erase: act.erase, enter: act.submit }),
            )
          : duelVerdict(view, tournament, duel),
        isPractice && duel.outcome !== null && isTurned(duel, now)
          ? h("div", { class: "choices" }, button(t.translate("practice.again"), act.practise, { kind: "primary" }), button(t.translate("practice.back"), act.stopPractice, { kind: "quiet" }))
          : null,
      ),
    ),
    isPractice ? null : standings(view, tournament),
    isPractice ? null : h(
      "aside",
      { class: "others", "aria-label": t.translate("watch.others") },
      h("h2", null, t.translate("round", { round: tournament.round })),
      smallBoards(view, tournament, { without: duel.duel }),
    ),
  );
}

/** @param {View} view @param {Tournament} tournament @param {Duel} duel @param {number | null} turn */
function hintOf({ state, t, ui }, tournament, duel, turn) {
  const me = state.me?.id ?? "";
  if (duel.outcome !== null) return "";
  if (ui.refusal !== null) {
    return ui.refusal === "wrong-length" ? t.translate("error.wrong-length", { count: duel.length }) : t.translate(`error.${ui.refusal}`);
  }
  if (ui.isLocked) return t.translate("duel.locked");
  if (duel.toMove === me) return t.translate("duel.your-turn");
  const opponent = nicknameOf(tournament, opponentOf(duel, me));
  if (turn === null) return t.translate("duel.last-turn", { name: opponent });
  return duel.toMove === null ? "" : t.translate("duel.their-turn", { name: opponent });
}
