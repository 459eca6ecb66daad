/**
 * What this browser keeps: the token, and how the page should look and speak. One entry of its storage, no cookie.
 *
 * Must not: keep anything about play; a reload asks the server.
 */

/**
 * @typedef {object} Preferences
 * @property {string | null} token
 * @property {string | null} locale - null: as the browser prefers
 * @property {string | null} game
 * @property {"system" | "light" | "dark"} theme
 * @property {"usual" | "colour-blind"} palette
 * @property {"system" | "reduced"} motion
 */

const ENTRY = "wordle-tournament";

/** @type {Preferences} */
const AT_FIRST = { token: null, locale: null, game: null, theme: "system", palette: "usual", motion: "system" };

/** @returns {Preferences} */
export function loadPreferences() {
  try {
    const kept = JSON.parse(localStorage.getItem(ENTRY) ?? "{}");
    return { ...AT_FIRST, ...(typeof kept === "object" ? kept : {}) };
  } catch {
    return { ...AT_FIRST }; // storage is forbidden, or somebody else wrote it
  }
}

/** @param {Preferences} preferences */
export function keepPreferences(preferences) {
  try {
    localStorage.setItem(ENTRY, JSON.stringify(preferences));
  } catch {
    // Storage is forbidden or full: this visit goes on without.
  }
}

/** @param {Preferences} preferences @param {HTMLElement} root */
export function showPreferences(preferences, root) {
  root.dataset["theme"] = preferences.theme;
  root.dataset["palette"] = preferences.palette;
  root.dataset["motion"] = preferences.motion;
}
