/** The beginning: what was deployed, in which language, and go. */

import { App, fetchJson, loadTranslator } from "./app.js";
import { chooseLocale } from "./i18n/translate.js";
import { loadPreferences, showPreferences } from "./preferences.js";

const preferences = loadPreferences();
showPreferences(preferences, document.documentElement);

/** @type {import("./app.js").Config} */
const config = await fetchJson("config.json");
const translator = await loadTranslator(chooseLocale(config.locales, [preferences.locale, ...navigator.languages]));
const root = document.getElementById("page");
if (root === null) throw new Error("the page has no place to draw in");
new App(root, config, translator).start();
