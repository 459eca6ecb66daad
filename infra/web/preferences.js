/**
 * What this browser stores: the token, how the page should look and speak, and the tournaments that were played here. One
 * entry of its storage, no cookie.
 *
 * Must not: store anything about a running tournament; a reload asks the server.
 */

/**
 * @typedef {object} Preferences
 * @property {string | null} token
 * @property {string | null} locale - null: as the browser prefers
 * @property {string | null} game
 * @property {"system" | "light" | "dark"} theme
 * @property {"usual" | "colour-blind"} palette
 * @property {"system" | "reduced"} motion
 * @property {"on" | "off"} sound
 * @property {"on" | "off"} vibration
 * @property {boolean} hasPlayed - the first visit is over
 * @property {readonly import("./state/history.js").Played[]} history - newest first
 */

const ENTRY = "wordle-tournament";

/** @type {Preferences} */
const DEFAULTS = {
  token: null,
  locale: null,
  game: null,
  theme: "system",
  palette: "usual",
  motion: "system",
  sound: "on",
  vibration: "on",
  hasPlayed: false,
  history: [],
};

/** The stored preferences, or the defaults. @returns {Preferences} */
export function loadPreferences() {
  try {
    const stored = JSON.parse(localStorage.getItem(ENTRY) ?? "{}");
    const preferences = { ...DEFAULTS, ...(typeof stored === "object" ? stored : {}) };
    return { ...preferences, history: Array.isArray(preferences.history) ? preferences.history : [] };
  } catch {
    return { ...DEFAULTS }; // storage is forbidden, or somebody else wrote it
  }
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
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
