/** The start: load what was deployed and a language, then run the page. */

import { App } from "./app.js";
import { fetchJson, loadTranslator } from "./files.js";
import { chooseLocale } from "./i18n/translate.js";
import { registerWorker } from "./install.js";
import { loadPreferences, showPreferences } from "./preferences.js";

const preferences = loadPreferences();
showPreferences(preferences, document.documentElement);

/** What fails here is shown by boot.js. @type {import("./view.js").Config} */
const config = await fetchJson("config.json");
const translator = await loadTranslator(chooseLocale(config.locales, [preferences.locale, ...navigator.languages]));
const root = document.getElementById("page");
if (root === null) throw new Error("index.html has no #page element");
new App(root, config, translator).start();
registerWorker();
