/** The browser's own notification that the tournament begins, if the player has allowed it and looks elsewhere. */

/** @typedef {import("./i18n/translate.js").Translator} Translator */

/** Whether the player can still be asked, has agreed, or neither. @returns {"askable" | "granted" | "no"} */
export function notifications() {
  if (!("Notification" in globalThis)) return "no";
  return Notification.permission === "granted" ? "granted" : Notification.permission === "default" ? "askable" : "no";
}

/** @param {Translator} t */
export function notifyOfStart(t) {
  if (document.visibilityState === "visible" || notifications() !== "granted") return;
  try {
    const notification = new Notification(t.translate("lobby.begins"), { body: t.translate("app.name"), icon: "icon.svg", tag: "start" });
    notification.onclick = () => focus();
  } catch {
    // Some phones allow notifications only to a service worker; title and sound tell it there.
  }
}
