/** Our duel: the shared board, whose turn it is and for how long, and the keyboard (R4). */

import { board } from "./board.js";
import { contestants } from "./contestants.js";
import { h, memo } from "./dom.js";
import { keyboard } from "./keyboard.js";
import { smallBoards } from "./small_boards.js";
import { duelVerdict } from "./verdict.js";
import { letterMarks, nextTurnOf, nicknameOf, opponentOf } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../state/duel.js").Duel} Duel */

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
      { class: "visually-hidden" },
      t.translate("duel.title", { round: tournament.round, name: nicknameOf(tournament, opponentOf(duel, me)) }),
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
          ? memo(duel.rows, [t, alphabet], () =>
              keyboard(t, alphabet, letterMarks(duel), { press: act.press, erase: act.erase, enter: act.submit }),
            )
          : duelVerdict(view, tournament, duel),
      ),
    ),
    h(
      "aside",
      { class: "others", "aria-label": t.translate("watch.others") },
      h("h2", null, t.translate("round", { round: tournament.round })),
      smallBoards(view, tournament, duel.duel, null),
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
  if (duel.toMove === me) return t.translate("duel.your-turn");
  const opponent = nicknameOf(tournament, opponentOf(duel, me));
  if (turn === null) return t.translate("duel.last-turn", { name: opponent });
  return duel.toMove === null ? "" : t.translate("duel.their-turn", { name: opponent });
}
