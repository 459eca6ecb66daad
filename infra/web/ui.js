/**
 * What the player is doing just now: the draft, an open dialog, what is chosen. A pure reducer: (ui, event) -> ui.
 *
 * Lives here: every field that a key, a tap, a timer or an answer changes on this screen alone. Must not: know the document,
 * the socket or the clock; what the tournament is, is `state/`.
 */

import { duelOf } from "./state/questions.js";

/** @typedef {import("./protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./protocol/frames.js").ErrorCode} ErrorCode */
/** @typedef {import("./protocol/client.js").Status} Status */
/** @typedef {import("./state/state.js").State} State */
/** @typedef {{ id: number, text: string }} Announcement */
/**
 * @typedef {object} Ui
 * @property {Status} status
 * @property {boolean} isSlow - the first connection takes long
 * @property {"game" | "rules"} page
 * @property {"settings" | "leave" | "history" | null} dialog
 * @property {string | null} renaming - the nickname as typed
 * @property {string} game - the language of the words that is chosen
 * @property {boolean} isOnline - as the browser says
 * @property {string | null} invite - the code of a party
 * @property {boolean} isInviteBroken
 * @property {boolean} isInviteSeen - its notice was closed, until it can be answered
 * @property {{ text: string, isDone: boolean } | null} copied - the text that was to be copied, and whether it was
 * @property {boolean} isLocked - the draft is sent when our turn comes
 * @property {readonly string[]} draft
 * @property {string | null} draftOf - the duel that the draft is for
 * @property {number | null} sent - the turn whose guess is on its way
 * @property {ErrorCode | null} refusal
 * @property {number} shakes - how often the draft was refused
 * @property {number} warnings - how often the clock of this turn was announced
 * @property {string | null} watched - the duel that was chosen to watch
 * @property {string | null} busy - the action that waits for its answer
 * @property {{ code: ErrorCode | "no-answer", retryAfter: number | null } | null} error - with the ms to wait, if it says so
 * @property {readonly Announcement[]} announcements - for a screen reader, politely
 * @property {Announcement | null} alert - for a screen reader, at once
 * @property {number} announced - how many there have been
 */
/**
 * @typedef {{ type: "status", status: Status }
 *   | { type: "slow" }
 *   | { type: "network", isOnline: boolean }
 *   | { type: "address", page: Ui["page"], invite: string | null, isInviteBroken: boolean }
 *   | { type: "invite-seen" }
 *   | { type: "invite-closed" }
 *   | { type: "frame", frame: ServerFrame, state: State }
 *   | { type: "announced", text: string, isUrgent: boolean }
 *   | { type: "warned" }
 *   | { type: "drafted", draft: readonly string[] }
 *   | { type: "locked", isLocked: boolean }
 *   | { type: "sent", turn: number }
 *   | { type: "guess-taken", duel: string, turn: number }
 *   | { type: "guess-failed", duel: string }
 *   | { type: "refused", code: ErrorCode }
 *   | { type: "refusal-over" }
 *   | { type: "began", action: string }
 *   | { type: "failed", code: ErrorCode | "no-answer", retryAfter: number | null }
 *   | { type: "done" }
 *   | { type: "error-closed" }
 *   | { type: "dialog", dialog: Ui["dialog"] }
 *   | { type: "renaming", nickname: string | null }
 *   | { type: "copied", copied: Ui["copied"] }
 *   | { type: "game-chosen", game: string }
 *   | { type: "watched", duel: string }} UiEvent
 */

const ANNOUNCEMENTS_KEPT = 4;

/** @param {string} game - the language of the words to begin with @returns {Ui} */
export function startUi(game) {
  return {
    status: "connecting",
    isSlow: false,
    page: "game",
    dialog: null,
    renaming: null,
    game,
    isOnline: true,
    invite: null,
    isInviteBroken: false,
    isInviteSeen: false,
    copied: null,
    isLocked: false,
    draft: [],
    draftOf: null,
    sent: null,
    refusal: null,
    shakes: 0,
    warnings: 0,
    watched: null,
    busy: null,
    error: null,
    announcements: [],
    alert: null,
    announced: 0,
  };
}

/**
 * The ui after an event.
 * @param {Ui} ui
 * @param {UiEvent} event
 * @returns {Ui}
 */
export function reduce(ui, event) {
  switch (event.type) {
    case "status":
      return { ...ui, status: event.status };
    case "slow":
      return { ...ui, isSlow: true };
    case "address":
      return { ...ui, page: event.page, ...(event.invite === null ? {} : { invite: event.invite, isInviteSeen: false }), isInviteBroken: event.isInviteBroken };
    case "network":
      return { ...ui, isOnline: event.isOnline };
    case "invite-seen":
      return { ...ui, isInviteSeen: true };
    case "invite-closed":
      return { ...ui, invite: null, isInviteBroken: false };
    case "frame":
      return takeFrame(ui, event.frame, event.state);
    case "announced":
      return announce(ui, event.text, event.isUrgent);
    case "warned":
      return { ...ui, warnings: ui.warnings + 1 };
    case "drafted":
      return { ...ui, draft: event.draft, refusal: null, isLocked: false };
    case "locked":
      return { ...ui, isLocked: event.isLocked, refusal: null };
    case "sent":
      return { ...ui, sent: event.turn, refusal: null, isLocked: false };
    case "guess-taken":
      return ui.sent === event.turn && ui.draftOf === event.duel ? clearDraft(ui) : ui;
    case "guess-failed":
      return ui.draftOf === event.duel ? { ...ui, sent: null } : ui;
    case "refused":
      return { ...ui, refusal: event.code, shakes: ui.shakes + 1 };
    case "refusal-over":
      return { ...ui, refusal: null };
    case "began":
      return { ...ui, busy: event.action, error: null };
    case "failed":
      return { ...ui, error: { code: event.code, retryAfter: event.retryAfter } };
    case "done":
      return { ...ui, busy: null };
    case "error-closed":
      return { ...ui, error: null };
    case "dialog":
      return { ...ui, dialog: event.dialog };
    case "renaming":
      return { ...ui, renaming: event.nickname };
    case "copied":
      return { ...ui, copied: event.copied };
    case "game-chosen":
      return { ...ui, game: event.game };
    case "watched":
      return { ...ui, watched: event.duel };
  }
}

/**
 * What a frame means for the draft, the warnings and the dialogs.
 * @param {Ui} before
 * @param {ServerFrame} frame
 * @param {State} state - after the frame
 * @returns {Ui}
 */
function takeFrame(before, frame, { me, tournament }) {
  let ui = before;
  // Our guess is on the board: what was typed since is the next one's.
  if (frame.type === "guess-scored" && frame.player === me?.id && (ui.sent === null || ui.sent === frame.turn)) ui = clearDraft(ui);
  if (frame.type === "duel-ended" && frame.duel === ui.draftOf) ui = { ...ui, sent: null, refusal: null };
  if (frame.type === "turn-started") ui = { ...ui, warnings: 0 };
  // A duel's id names its round, so what was chosen to watch ends with the round by itself.
  if (frame.type === "round-opened") ui = { ...ui, dialog: null };
  if (frame.type === "lobby") ui = { ...ui, watched: null, dialog: null };
  if (tournament?.phase === "over" && ui.dialog === "leave") ui = { ...ui, dialog: null };
  const own = tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
  if (own !== null && own.outcome === null && own.duel !== ui.draftOf) ui = { ...clearDraft(ui), draftOf: own.duel };
  return ui;
}

/** @param {Ui} ui @returns {Ui} */
function clearDraft(ui) {
  return { ...ui, draft: [], sent: null, refusal: null, shakes: 0, isLocked: false };
}

/** @param {Ui} ui @param {string} text @param {boolean} isUrgent @returns {Ui} */
function announce(ui, text, isUrgent) {
  const one = { id: ui.announced + 1, text };
  if (isUrgent) return { ...ui, announced: one.id, alert: one };
  return { ...ui, announced: one.id, announcements: [...ui.announcements, one].slice(-ANNOUNCEMENTS_KEPT) };
}
