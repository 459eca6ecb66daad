/** Links and results for others: by the device's share sheet, by the clipboard, or by hand. */

/** @typedef {import("../app.js").App} App */

const COPIED_SHOWN = 2_000; // ms

/** @param {App} app */
export function sharing(app) {
  const canShare = typeof navigator.share === "function";
  return {
    canShare,
    pageLink: () => `${location.origin}${location.pathname}`,
    copyLink: (/** @type {string} */ link) => copy(link, "invite-link"),
    share: (/** @type {string} */ url) => share({ title: app.t.translate("app.name"), text: app.t.translate("party.share-text"), url }),
    /** Invite to a game of a language. */
    inviteToGame: (/** @type {string} */ url) => (canShare ? share({ title: app.t.translate("app.name"), text: app.t.translate("lobby.invite-text"), url }) : copy(url, "invite-link")),
    shareText: (/** @type {string} */ text) => (canShare ? share({ text }) : copy(text, "copy-text")),
  };

  /** @param {ShareData} data */
  async function share(data) {
    try {
      await navigator.share(data);
    } catch {
      // The player closed the share sheet.
    }
  }

  /**
   * Copy a text; where that is forbidden, it is shown to be copied by hand.
   * @param {string} text
   * @param {string} field - the id of the field that holds it
   */
  async function copy(text, field) {
    let isDone = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      isDone = false;
    }
    const copied = { text, isDone };
    app.dispatch({ type: "copied", copied });
    if (!isDone) app.focus(field); // which selects it
    if (isDone) setTimeout(() => app.ui.copied === copied && app.dispatch({ type: "copied", copied: null }), COPIED_SHOWN);
  }
}
