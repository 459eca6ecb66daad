/**
 * Everything a player can do on the page: what a tap sends to the server, and what it changes on this screen.
 *
 * Lives here: one function an action, for the views to call. Must not: describe a screen (`views/`) or decide what an
 * event changes (`ui.js`, `state/`).
 */

import { Refused } from "./protocol/client.js";
import { START, dismissNotice } from "./state/state.js";
import { duelOf, isPlaying, nextTurnOf } from "./state/questions.js";
import { letterAt } from "./state/key_places.js";
import { press } from "./state/typing.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("./protocol/frames.js").ErrorCode} ErrorCode */
/** @typedef {ReturnType<typeof createActions>} Actions */

const REFUSAL_SHOWN = 3_000; // ms
const COPIED_SHOWN = 2_000; // ms

/** @param {App} app */
export function createActions(app) {
  const { client } = app;
  let refusalTimer = 0;

  return {
    ...guessing(),
    ...playing(),
    ...partying(),
    ...naming(),
    ...around(),
  };

  function playing() {
    return {
      play: () => carryOut("queue", () => client.request("queue", { language: app.ui.game })),
      playAgain: () => {
        const language = app.state.tournament?.language ?? app.ui.game;
        return carryOut("queue", () => client.request("queue", { language }));
      },
      unqueue: () => carryOut("unqueue", () => client.request("unqueue", {})),
      watch: (/** @type {string} */ duel) => app.dispatch({ type: "watched", duel }),
      stopWatching: leaveTournament,
      askLeave: () => app.dispatch({ type: "dialog", dialog: "leave" }),
      leave: async () => {
        await leaveTournament();
        app.dispatch({ type: "dialog", dialog: null });
      },
      chooseGame: (/** @type {string} */ game) => {
        app.prefer({ game });
        app.dispatch({ type: "game-chosen", game });
      },
    };
  }

  function partying() {
    return {
      canShare: typeof navigator.share === "function",
      createParty: () => carryOut("party-create", () => client.request("party-create", {})),
      joinParty: (/** @type {string} */ code) =>
        carryOut("party-join", async () => {
          await client.request("party-join", { code });
          closeInvite();
        }),
      /** From our party into the one that we are invited to. */
      switchParty: (/** @type {string} */ code) =>
        carryOut("party-join", async () => {
          await client.request("party-leave", {});
          await client.request("party-join", { code });
          closeInvite();
        }),
      declineParty: closeInvite,
      seeInvite: () => app.dispatch({ type: "invite-seen" }),
      leaveParty: () => carryOut("party-leave", () => client.request("party-leave", {})),
      kick: (/** @type {string} */ player) => carryOut("party-kick", () => client.request("party-kick", { player })),
      makeLeader: (/** @type {string} */ player) => carryOut("party-lead", () => client.request("party-lead", { player })),
      renewParty: () => carryOut("party-renew", () => client.request("party-renew", {})),
      startParty: () => carryOut("party-start", () => client.request("party-start", { language: app.ui.game })),
      inviteLink: (/** @type {string} */ code) => `${location.origin}${location.pathname}#party=${code}`,
      copy,
      share: (/** @type {string} */ url) =>
        navigator.share({ title: app.t.translate("app.name"), text: app.t.translate("party.share-text"), url }).catch(() => undefined),
    };
  }

  function naming() {
    return {
      startRename: () => app.dispatch({ type: "renaming", nickname: app.state.me?.nickname ?? "" }),
      typeNickname: (/** @type {string} */ nickname) => app.dispatch({ type: "renaming", nickname }),
      cancelRename: () => {
        app.dispatch({ type: "error-closed" });
        endRename();
      },
      rename: () =>
        carryOut("rename", async () => {
          await client.request("rename", { nickname: app.ui.renaming ?? "" });
          endRename();
        }),
    };
  }

  function around() {
    return {
      openSettings: () => app.dispatch({ type: "dialog", dialog: "settings" }),
      closeDialog: () => app.dispatch({ type: "dialog", dialog: null }),
      prefer: (/** @type {Partial<Preferences>} */ wish) => app.prefer(wish),
      chooseLocale: (/** @type {string} */ locale) => app.chooseLocale(locale),
      closeRules: () => {
        history.replaceState(null, "", location.pathname);
        app.readAddress();
      },
      reload: () => location.reload(),
      skip: (/** @type {Event} */ event) => {
        event.preventDefault();
        document.getElementById("main")?.focus();
      },
      closeNotice: () => app.setState(dismissNotice(app.state)),
      closeError: () => app.dispatch({ type: "error-closed" }),
      reconnect: () => client.connect(),
      startAsNew: () => {
        app.prefer({ token: null });
        app.setState(START);
        client.forgetToken();
      },
    };
  }

  function guessing() {
    return {
      /** `code`: the place of the key, for a layout that writes another script. */
      press: (/** @type {string} */ tile, /** @type {string} */ code = "") => {
        const { alphabet, ui } = app;
        const duel = ownDuel();
        if (duel === null || duel.outcome !== null || alphabet === null || ui.sent !== null) return;
        const typed = (/** @type {string} */ key) => (key === "" ? null : press(alphabet, ui.draft, key, duel.length));
        const draft = typed(tile) ?? typed(letterAt(alphabet, code) ?? "");
        if (draft === null) refuse("letter-unknown");
        else app.dispatch({ type: "drafted", draft });
      },
      erase: () => {
        if (app.ui.sent === null) app.dispatch({ type: "drafted", draft: app.ui.draft.slice(0, -1) });
      },
      submit,
    };
  }

  async function submit() {
    const { tournament, me } = app.state;
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
    const { turn } = duel;
    app.dispatch({ type: "sent", turn });
    try {
      await client.request("guess", { tournament: tournament.id, duel: duel.duel, turn, word: app.ui.draft.join("") });
      app.dispatch({ type: "guess-taken", duel: duel.duel, turn });
    } catch (error) {
      if (app.ui.draftOf !== duel.duel) return;
      app.dispatch({ type: "guess-failed", duel: duel.duel });
      if (error instanceof Refused) refuse(error.code);
    }
  }

  function ownDuel() {
    const { tournament, me } = app.state;
    return tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
  }

  /** A guess that is not taken: the row shakes, a message shows, turn and clock run on (R4.5). @param {ErrorCode} code */
  function refuse(code) {
    clearTimeout(refusalTimer);
    app.dispatch({ type: "refused", code });
    refusalTimer = setTimeout(() => app.dispatch({ type: "refusal-over" }), REFUSAL_SHOWN);
  }

  async function leaveTournament() {
    const { tournament } = app.state;
    if (tournament === null) return;
    const isOut = !isPlaying(tournament, app.state.me?.id ?? "");
    await carryOut("leave", async () => {
      try {
        await client.request("leave", { tournament: tournament.id });
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "not-seated") throw error;
        client.session.abandon(tournament.id);
        if (isOut && app.state.tournament?.id === tournament.id) app.setState({ ...app.state, tournament: null });
      }
    });
  }

  function endRename() {
    app.dispatch({ type: "renaming", nickname: null });
    app.focus("rename");
  }

  /** Copy a text; where that is forbidden, it is shown to be copied by hand. @param {string} text */
  async function copy(text) {
    let isDone = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isDone = false;
    }
    const copied = { text, isDone };
    app.dispatch({ type: "copied", copied });
    if (!isDone) app.focus("invite-link"); // which selects it
    if (isDone) setTimeout(() => app.ui.copied === copied && app.dispatch({ type: "copied", copied: null }), COPIED_SHOWN);
  }

  function closeInvite() {
    history.replaceState(null, "", location.pathname);
    app.dispatch({ type: "invite-closed" });
  }

  /**
   * Carry one action out at a time; what is refused is shown.
   * @param {string} name
   * @param {() => Promise<unknown>} action
   */
  async function carryOut(name, action) {
    if (app.ui.busy !== null) return;
    app.dispatch({ type: "began", action: name });
    try {
      await action();
    } catch (error) {
      const isRefused = error instanceof Refused;
      app.dispatch({ type: "failed", code: isRefused ? error.code : "no-answer", retryAfter: isRefused ? error.retryAfter : null });
    } finally {
      app.dispatch({ type: "done" });
    }
  }
}
