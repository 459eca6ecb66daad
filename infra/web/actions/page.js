/** The page itself: the nickname, dialogs, settings, notices, and ways out when it is blocked. */

import { notifications } from "../notify.js";
import { START, dismissNotice } from "../state/state.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("../preferences.js").Preferences} Preferences */
/** @typedef {import("./actions.js").CarryOut} CarryOut */

/** @param {App} app @param {CarryOut} carryOut */
export function around(app, carryOut) {
  const { client } = app;
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
    openSettings: () => app.dispatch({ type: "dialog", dialog: "settings" }),
    openHistory: () => app.dispatch({ type: "dialog", dialog: "history" }),
    closeDialog: () => app.dispatch({ type: "dialog", dialog: null }),
    prefer: (/** @type {Partial<Preferences>} */ wish) => app.prefer(wish),
    chooseLocale: (/** @type {string} */ locale) => app.chooseLocale(locale),
    closeRules: () => {
      history.replaceState(null, "", location.pathname);
      app.readAddress();
    },
    notifications,
    /** Ask the browser whether it may tell the player that the tournament begins. */
    askToNotify: async () => {
      await Notification.requestPermission();
      app.refresh();
    },
    skip: (/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("main")?.focus();
    },
    closeNotice: () => app.setState(dismissNotice(app.state)),
    closeError: () => app.dispatch({ type: "error-closed" }),
    reload: () => location.reload(),
    reconnect: () => client.connect(),
    startAsNew: () => {
      app.prefer({ token: null });
      app.setState(START);
      client.forgetToken();
    },
  };

  function endRename() {
    app.dispatch({ type: "renaming", nickname: null });
    app.focus("rename");
  }
}
