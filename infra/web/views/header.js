/** What stands above every screen: the top line and the notices. */

import { h } from "./dom.js";
import { BOOK, CROSS, DOOR, GEAR, icon } from "./icons.js";
import { button } from "./parts.js";
import { isPlaying } from "../state/questions.js";
import { shownRound } from "../state/reveal.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../view.js").View} View */

/** The top line: the connection's state, and the ways out of the screen. @param {View} view @param {string} name */
export function header(view, name) {
  const { state, t, ui, act, now, game } = view;
  const { tournament, me } = state;
  const isBlocked = name === "blocked";
  const canLeave = !isBlocked && view.lobby === null && tournament !== null && me !== null && isPlaying(tournament, me.id);
  const isPlain = isBlocked || name === "connecting"; // the screen itself says what is wrong
  const trouble = isPlain ? null : ui.status === "failing" ? "link.failing" : ui.status === "lost" || !ui.isOnline ? "link.lost" : null;
  const hasStrip = game !== null && view.lobby === null && tournament !== null && !isBlocked && ["intro", "duel", "watching"].includes(name);
  return h(
    "header",
    { key: "header", class: `top on-${name}` },
    hasStrip ? null : h("p", { class: "brand", "aria-hidden": "true" }, name === "home" ? null : [h("span", { class: "tile correct" }, "W"), h("span", { class: "tile present" }, "T")]),
    h("span", { class: `link-state ${ui.status}` }, trouble === null ? null : h("span", { class: "trouble", role: "status" }, t.translate(trouble)), hasStrip ? game.strip(view, shownRound(tournament, now)) : null),
    canLeave && name !== "rules"
      ? h("button", { key: "leave", type: "button", class: "icon-button", id: "open-leave", "aria-label": t.translate("leave.title"), onclick: act.askLeave }, icon(DOOR))
      : null,
    name === "rules"
      ? h("button", { type: "button", class: "icon-button", "aria-label": t.translate("rules.back"), onclick: act.closeRules }, icon(CROSS))
      : h("a", { class: "icon-button", href: "#/rules", "aria-label": t.translate("rules.link") }, icon(BOOK)),
    h("button", { type: "button", class: "icon-button", id: "open-settings", "aria-label": t.translate("settings.title"), onclick: act.openSettings }, icon(GEAR)),
  );
}

/** Notices stand here until the player closes them. @param {View} view @param {string} name - of the screen */
export function notices(view, name) {
  const { state, t, ui, act } = view;
  const shown = [];
  if (state.notice !== null) {
    shown.push(notice(t, "notice", t.translate(`notice.${state.notice.what}.${state.notice.reason}`), act.closeNotice));
  }
  // An error of the nickname stands below its field.
  if (ui.error !== null && !(ui.renaming !== null && ui.error.code === "nickname-invalid")) shown.push(notice(t, "error", errorText(t, ui.error), act.closeError));
  if (ui.isInviteBroken) shown.push(notice(t, "invite", t.translate("party.invite-broken"), act.declineParty));
  if (view.lobby !== null) shown.push(practiceBar(view, view.lobby));
  const { invite } = ui;
  if (invite !== null && name !== "home" && name !== "connecting" && invite !== state.party?.code) {
    const isInParty = name === "party";
    const text = t.translate(isInParty ? "party.invite-other" : "party.invite-later");
    const join = isInParty ? button(t.translate("party.switch"), () => act.switchParty(invite), { kind: "primary small", isBusy: ui.busy === "party-join" }) : null;
    if (isInParty || !ui.isInviteSeen) shown.push(notice(t, "invite", text, isInParty ? act.declineParty : act.seeInvite, join));
  }
  return h("div", { key: "notices", class: "notices" }, shown);
}

/** During practice: how the lobby fills, and the way back. @param {View} view @param {import("../state/tournament.js").Tournament} lobby */
function practiceBar({ t, act }, lobby) {
  return h(
    "div",
    { key: "practice", class: "notice practice", role: "status" },
    h("p", null, h("strong", null, t.translate("practice.title")), " · ", t.translate("lobby.of", { taken: lobby.seats.length, size: lobby.size })),
    button(t.translate("practice.back"), act.stopPractice, { kind: "quiet small" }),
  );
}

/** @param {Translator} t @param {NonNullable<import("../ui.js").Ui["error"]>} error */
function errorText(t, { code, retryAfter }) {
  if (code === "too-many-requests" && retryAfter !== null && retryAfter >= 60_000) {
    return t.translate("error.wait", { count: Math.ceil(retryAfter / 60_000) });
  }
  return t.translate(`error.${code}`, { count: 0 });
}

/** @param {Translator} t @param {string} key @param {string} text @param {() => void} close @param {import("./dom.js").Child} [more] */
function notice(t, key, text, close, more = null) {
  return h(
    "div",
    { key, class: `notice ${key}`, role: "alert" },
    h("p", null, text),
    more,
    h("button", { type: "button", class: "icon-button", "aria-label": t.translate("close"), onclick: close }, icon(CROSS)),
  );
}
