/** The tournaments that were played on this device, and what they add up to. */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { button, changeChip } from "./parts.js";
import { summary } from "../state/history.js";

/** @typedef {import("../view.js").View} View */

const WIDE = 280; // of the drawing's own units
const HIGH = 72;

/** @param {View} view */
export function historyDialog({ t, preferences, act }) {
  const { history } = preferences;
  const { best, ratings, byLength } = summary(history);
  // In digits: browsers have no names of months in Kazakh and Uzbek.
  const dates = new Intl.DateTimeFormat(t.code, { year: "numeric", month: "2-digit", day: "2-digit" });
  return dialog(
    "history",
    t.translate("history.title"),
    act.closeDialog,
    h("dl", { class: "facts" }, best === null ? null : h("div", null, h("dt", null, t.translate("history.best")), h("dd", null, t.numbers.format(best)))),
    byLength.length === 0
      ? null
      : h(
          "section",
          null,
          h("h3", { class: "label" }, t.translate("history.duels")),
          h(
            "dl",
            { class: "facts" },
            byLength.map(({ length, won, played }) =>
              h("div", { key: length }, h("dt", null, t.translate("history.letters", { count: length })), h("dd", null, t.translate("history.of", { won, played }))),
            ),
          ),
        ),
    h("figure", { class: "ratings" }, h("figcaption", { class: "label" }, t.translate("history.rating")), line(ratings)),
    h(
      "ol",
      { class: "past" },
      history.map((one) =>
        h(
          "li",
          { key: one.tournament },
          h("strong", { class: "place", "aria-label": t.translate("result.place", { place: one.place }) }, t.numbers.format(one.place)),
          h("span", { class: "who" }, h("span", { class: "name" }, dates.format(one.at)), h("span", { class: "rating" }, one.language === "" ? "" : t.language(one.language))),
          changeChip(t, one.change),
        ),
      ),
    ),
    h("p", { class: "fine" }, t.translate("history.device")),
    h("div", { class: "choices" }, button(t.translate("settings.done"), act.closeDialog, { kind: "primary" })),
  );
}

/** The ratings as a line from left to right. @param {readonly number[]} ratings */
function line(ratings) {
  const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
  const x = (/** @type {number} */ i) => 4 + (i / Math.max(1, ratings.length - 1)) * (WIDE - 8);
  const y = (/** @type {number} */ rating) => HIGH - 6 - ((rating - low) / Math.max(1, high - low)) * (HIGH - 12);
  const path = ratings.map((rating, i) => `${i === 0 ? "M" : "L"}${x(i).toFixed(1)} ${y(rating).toFixed(1)}`).join("");
  return h("svg", { class: "line", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": ratings.join(", ") }, h("path", { d: path }));
}
