/** What stands above every screen: the top line and the notices. */

import { h } from "./dom.js";
import { BOOK, CROSS, DOOR, GEAR, icon } from "./icons.js";
import { isPlaying } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */

/** The top line: the connection's state, and the ways out of the screen. @param {View} view @param {string} name */
export function header({ state, t, ui, act }, name) {
  const { tournament, me } = state;
  const canLeave = tournament !== null && me !== null && isPlaying(tournament, me.id);
  return h(
    "header",
    { key: "header", class: `top on-${name}` },
    h("p", { class: "brand", "aria-hidden": "true" }, name === "home" ? null : [h("span", { class: "tile correct" }, "W"), h("span", { class: "tile present" }, "T")]),
    h("span", { class: `link-state ${ui.status}` }, ui.status === "lost" ? h("span", { role: "status" }, t.translate("link.lost")) : null),
    canLeave && name !== "rules"
      ? h("button", { key: "leave", type: "button", class: "icon-button", id: "open-leave", "aria-label": t.translate("leave.title"), onclick: act.askLeave }, icon(DOOR))
      : null,
    name === "rules"
      ? h("button", { type: "button", class: "icon-button", "aria-label": t.translate("rules.back"), onclick: act.closeRules }, icon(CROSS))
      : h("a", { class: "icon-button", href: "#/rules", "aria-label": t.translate("rules.link") }, icon(BOOK)),
    h("button", { type: "button", class: "icon-button", id: "open-settings", "aria-label": t.translate("settings.title"), onclick: act.openSettings }, icon(GEAR)),
  );
}

/** What the player was shown, until they close it. @param {View} view */
export function notices({ state, t, ui, act }) {
  const shown = [];
  if (state.notice !== null) {
    shown.push(notice("notice", t.translate(`notice.${state.notice.what}.${state.notice.reason}`), t.translate("close"), act.closeNotice));
  }
  if (ui.error !== null) shown.push(notice("error", t.translate(`error.${ui.error.code}`, { count: 0 }), t.translate("close"), act.closeError));
  return h("div", { key: "notices", class: "notices" }, shown);
}

/** @param {string} key @param {string} text @param {string} label @param {() => void} close */
function notice(key, text, label, close) {
  return h(
    "div",
    { key, class: `notice ${key}`, role: "alert" },
    h("p", null, text),
    h("button", { type: "button", class: "icon-button", "aria-label": label, onclick: close }, icon(CROSS)),
  );
}
