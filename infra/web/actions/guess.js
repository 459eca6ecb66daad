/** Typing and sending a guess; in a practice duel the opponent is in the page, otherwise the server answers. */

import { Refused } from "../protocol/client.js";
import { letterAt } from "../state/key_places.js";
import { duelOf, nextTurnOf } from "../state/questions.js";
import { capital, press } from "../state/typing.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../protocol/frames.js").ErrorCode} ErrorCode */

const REFUSAL_SHOWN = 3_000; // ms

/** @param {App} app */
export function guessing(app) {
  let refusalTimer = 0;
  return { press: type, erase, submit };

  /** `code`: the place of the key, for a layout that writes another script. @param {string} tile @param {string} [code] */
  function type(tile, code = "") {
    const { alphabet, ui } = app;
    const duel = ownDuel();
    if (duel === null || duel.outcome !== null || alphabet === null || ui.sent !== null) return;
    const typed = (/** @type {string} */ key) => (key === "" ? null : press(alphabet, ui.draft, key, duel.length));
    const draft = typed(tile) ?? typed(letterAt(alphabet, code) ?? "");
    if (draft === null) {
      refuse("letter-unknown");
      return;
    }
    app.dispatch({ type: "drafted", draft });
    if (draft.length > ui.draft.length || draft.at(-1) !== ui.draft.at(-1)) app.announce(capital(draft.at(-1) ?? "", alphabet.language));
  }

  function erase() {
    const { draft, sent } = app.ui;
    const last = draft.at(-1);
    if (sent !== null || last === undefined) return;
    app.dispatch({ type: "drafted", draft: draft.slice(0, -1) });
    app.announce(app.t.translate("said.erased", { letter: capital(last, app.alphabet?.language ?? "en") }));
  }

  async function submit() {
    const { tournament, me } = app.shownState;
    const duel = ownDuel();
    if (tournament === null || me === null || duel === null || duel.outcome !== null || app.ui.sent !== null) return;
    if (duel.turn === null || duel.toMove !== me.id) {
      const canLock = app.ui.draft.length === duel.length && nextTurnOf(duel, me.id) !== null;
      if (canLock) app.dispatch({ type: "locked", isLocked: !app.ui.isLocked });
      else refuse("not-your-turn");
      return;
    }
    if (app.ui.draft.length !== duel.length) {
      refuse("wrong-length");
      return;
    }
    if (app.practice !== null) {
      app.practice.guess(app.ui.draft);
      return;
    }
    const { turn } = duel;
    app.dispatch({ type: "sent", turn });
    try {
      await app.client.request("guess", { tournament: tournament.id, duel: duel.duel, turn, word: app.ui.draft.join("") });
      app.dispatch({ type: "guess-taken", duel: duel.duel, turn });
    } catch (error) {
      if (app.ui.draftOf !== duel.duel) return;
      app.dispatch({ type: "guess-failed", duel: duel.duel });
      if (error instanceof Refused) refuse(error.code);
    }
  }

  function ownDuel() {
    const { tournament, me } = app.shownState;
    return tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
  }

  /** A guess that is not taken: the row shakes, a message shows, turn and clock run on (R4.5). @param {ErrorCode} code */
  function refuse(code) {
    clearTimeout(refusalTimer);
    app.dispatch({ type: "refused", code });
    app.play("refused");
    refusalTimer = setTimeout(() => app.dispatch({ type: "refusal-over" }), REFUSAL_SHOWN);
  }
}
