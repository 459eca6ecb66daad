/** What a frame sets off beside the state: a sound, a notification, a ping, a line of the history, an announcement. */

import { cueOf } from "./cues.js";
import { notifyOfStart } from "./notify.js";
import { withPlayed } from "./state/history.js";
import { duelOf } from "./state/questions.js";
import { announce, clockWarning } from "./views/announce.js";

/** @typedef {import("./app.js").App} App */
/** @typedef {import("./protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./state/state.js").State} State */

/**
 * @param {App} app - with the state after the frame
 * @param {State} before
 * @param {ServerFrame} frame
 */
export function carryOutEffects(app, before, frame) {
  const { state } = app;
  const { tournament, me } = state;
  const announcement = announce(app.t, before, frame, state, app.ui.watched);
  if (announcement !== null) app.dispatch({ type: "announced", ...announcement });
  const isOurTurn = frame.type === "turn-started" && frame.player === me?.id;
  // A browser may delay a hidden page's timers by a minute, but not its messages: the ping goes out now (D15).
  if (isOurTurn && document.visibilityState === "hidden") app.client.wake();
  if (frame.type === "rated" && frame.player === me?.id) app.prefer({ history: withPlayed(app.preferences.history, frame, tournament) });
  if (frame.type === "round-opened" && frame.round === 1) notifyOfStart(app.t);
  const cue = cueOf(frame, state);
  if (cue !== null) app.play(cue);
}

/** The clock of our own turn is announced twice. @param {App} app */
export function warnOfClock(app) {
  const { tournament, me } = app.shownState;
  const duel = tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
  if (tournament === null || me === null || duel === null) return;
  const left = clockWarning(tournament, duel, me.id, app.client.now(), app.ui.warnings);
  if (left === null) return;
  app.dispatch({ type: "warned" });
  app.play("hurry");
  if (left > 0) app.dispatch({ type: "announced", text: app.t.translate("seconds", { count: left }), isUrgent: true });
}

/** A new title and icon, so that another tab shows what happens here. @param {string} title */
export function showTitle(title) {
  if (document.title === title) return;
  document.title = title;
  const icon = document.querySelector("link[rel=icon]");
  icon?.setAttribute("href", title.startsWith("●") ? "icon-alert.svg" : "icon.svg");
}
