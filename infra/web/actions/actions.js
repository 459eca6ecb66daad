/**
 * Everything a player can do on the page: one function an action, for the views to call.
 *
 * Lives here: the list, and how one action at a time is carried out. Must not: describe a screen (`views/`) or decide what
 * an event changes (`ui.js`, `state/`).
 */

import { guessing } from "./guess.js";
import { around } from "./page.js";
import { partying } from "./party.js";
import { playing } from "./play.js";
import { sharing } from "./share.js";
import { Refused } from "../protocol/client.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {(name: string, action: () => Promise<unknown>) => Promise<void>} CarryOut */
/** @typedef {ReturnType<typeof createActions>} Actions */

/** @param {App} app */
export function createActions(app) {
  return { ...guessing(app), ...playing(app, carryOut), ...partying(app, carryOut), ...sharing(app), ...around(app, carryOut) };

  /** @type {CarryOut} */
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
