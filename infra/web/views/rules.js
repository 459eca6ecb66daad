/** The rules in the person's language; the words are the locale's, the numbers of the table are the game's (R6.5). */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { CROSS, icon } from "./icons.js";

/** @typedef {import("../view.js").View} View */

const CHANGES = [25, 18, 11, 4, -4, -11, -18, -25];

/** A screen of their own, when there is no game. @param {View} view */
export function rules({ t, act }) {
  return h(
    "main",
    { key: "rules", id: "main", class: "screen rules", tabindex: "-1" },
    h("header", { class: "title" }, h("h1", null, t.rules.title), h("p", { class: "lead" }, t.rules.lead)),
    sections(t),
    h("p", { class: "choices" }, h("button", { type: "button", class: "button primary", onclick: act.closeRules }, t.translate("rules.back"))),
  );
}

/** Over a game that goes on. @param {View} view */
export function rulesDialog({ t, act }) {
  return dialog(
    "rules",
    t.rules.title,
    act.closeRules,
    // The first thing in it takes the focus: so it opens at its top.
    h("button", { type: "button", class: "icon-button corner", "aria-label": t.translate("close"), onclick: act.closeRules }, icon(CROSS)),
    h("p", { class: "lead" }, t.rules.lead),
    sections(t),
    h("p", { class: "choices" }, h("button", { type: "button", class: "button primary", onclick: act.closeRules }, t.translate("rules.back"))),
  );
}

/** @param {import("../i18n/translate.js").Translator} t */
function sections(t) {
  const { rules } = t;
  return rules.sections.map((section, i) =>
    h(
      "section",
      { key: i },
      h("h2", null, section.title),
      section.parts.map((part, j) =>
        Array.isArray(part)
          ? h("ul", { key: j }, part.map((item, k) => h("li", { key: k }, item)))
          : part === "{table}"
            ? table(rules.table, t)
            : h("p", { key: j }, part),
      ),
    ),
  );
}

/** @param {import("../i18n/translate.js").Rules["table"]} words @param {import("../i18n/translate.js").Translator} t */
function table(words, t) {
  return h(
    "table",
    { key: "table" },
    h("caption", null, words.caption),
    h("thead", null, h("tr", null, [words.place, words.below, words.change].map((head) => h("th", { key: head, scope: "col" }, head)))),
    h(
      "tbody",
      null,
      CHANGES.map((change, i) =>
        h(
          "tr",
          { key: i },
          h("th", { scope: "row" }, t.numbers.format(i + 1)),
          h("td", null, t.numbers.format(CHANGES.length - 1 - i)),
          h("td", { class: change > 0 ? "up" : "down" }, t.signed(change)),
        ),
      ),
    ),
  );
}
