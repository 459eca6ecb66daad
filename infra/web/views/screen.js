/**
 * The page as a whole: which screen, and what stands around it.
 *
 * Lives here: the header, what is said of the connection, dialogs, live regions. One table decides the screen.
 */

import { h } from "./dom.js";
import { duelScreen } from "./duel.js";
import { home } from "./home.js";
import { intro } from "./intro.js";
import { lobby } from "./lobby.js";
import { button } from "./parts.js";
import { party } from "./party.js";
import { result } from "./result.js";
import { rules } from "./rules.js";
import { leaveDialog, settings } from "./settings.js";
import { watching } from "./watching.js";
import { duelOf, isPlaying } from "../state/questions.js";

/** @typedef {import("../app.js").View} View */
/** @typedef {"connecting" | "home" | "lobby" | "party" | "intro" | "duel" | "watching" | "result"} Name */

const HOLD = 2_400; // ms in which our board stays after its end, so that its last row can be seen

const GEAR =
  "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zm8.5 3.5-.1-1.2 2-1.6-2-3.4-2.4.9-2-1.2L15.600 3h-4l-.6 2.500-2 1.200-2.400-.9-2 3.400 2 1.600a8 8 0 0 0 0 2.400l-2 1.600 2 3.400 2.400-.9 2 1.200.6 2.500h4l.5-2.500 2-1.200 2.400.9 2-3.400-2-1.600z";
const DOOR = "M14 4H6v16h8m-4-8h10m0 0-3.500-3.500M20 12l-3.500 3.500";
const BOOK = "M9.300 9a2.800 2.800 0 1 1 4.200 2.400c-1 .6-1.500 1.100-1.500 2.100v.500m0 3.500v.1";

/** The screen that the state asks for. @param {Pick<View, "state" | "now">} view @returns {Name} */
export function screenOf({ state, now }) {
  const { me, tournament } = state;
  if (me === null) return "connecting";
  if (tournament === null) return state.party !== null ? "party" : "home";
  if (tournament.phase === "lobby") return "lobby";
  const own = duelOf(tournament, me.id);
  if (tournament.phase === "playing" && own !== null && own.outcome === null) return "duel";
  if (isHeld({ state, now })) return "duel";
  if (tournament.phase === "intro") return "intro";
  return tournament.phase === "playing" ? "watching" : "result";
}

/** Whether our last duel ended a moment ago. @param {Pick<View, "state" | "now">} view */
export function isHeld({ state, now }) {
  const endedAt = state.tournament?.lastDuel?.endedAt ?? null;
  return endedAt !== null && now < endedAt + HOLD;
}

/** @param {View} view */
export function screen(view) {
  const { t, ui } = view;
  const name = ui.page === "rules" ? "rules" : screenOf(view);
  return [
    h("a", { class: "skip", href: "#main", onclick: view.act.skip }, t.say("skip")),
    header(view, name),
    notices(view),
    ui.status === "superseded" || ui.status === "refused" ? standstill(view) : draw(view, name),
    ui.dialog === "settings" ? settings(view) : null,
    ui.dialog === "leave" ? leaveDialog(view) : null,
    h("div", { key: "said", class: "unseen", role: "log", "aria-live": "polite" }, ui.said.map(({ id, text }) => h("p", { key: id }, text))),
    h("div", { key: "urgent", class: "unseen", role: "alert" }, ui.urgent === null ? null : h("p", { key: ui.urgent.id }, ui.urgent.text)),
  ];
}

/** @param {View} view @param {Name | "rules"} name */
function draw(view, name) {
  const { tournament, party: gathered, me } = view.state;
  if (name === "rules") return rules(view);
  if (name === "home") return home(view);
  if (name === "party" && gathered !== null) return party(view, gathered);
  if (tournament === null || me === null) return connecting(view);
  switch (name) {
    case "lobby":
      return lobby(view, tournament);
    case "intro":
      return intro(view, tournament);
    case "duel": {
      const running = tournament.phase === "playing" ? duelOf(tournament, me.id) : null;
      const duel = running !== null && running.outcome === null ? running : tournament.lastDuel;
      return duel === null ? watching(view, tournament) : duelScreen(view, tournament, duel);
    }
    case "result":
      return result(view, tournament);
    default:
      return watching(view, tournament);
  }
}

/** @param {View} view @param {string} name */
function header({ state, t, ui, act }, name) {
  const { tournament, me } = state;
  const canLeave = tournament !== null && me !== null && isPlaying(tournament, me.id);
  return h(
    "header",
    { key: "header", class: `top on-${name}` },
    h("p", { class: "brand", "aria-hidden": "true" }, name === "home" ? null : [h("span", { class: "tile correct" }, "W"), h("span", { class: "tile present" }, "T")]),
    h("span", { class: `link-state ${ui.status}` }, ui.status === "lost" ? h("span", { role: "status" }, t.say("link.lost")) : null),
    canLeave && name !== "rules"
      ? h("button", { key: "leave", type: "button", class: "icon-button", id: "open-leave", "aria-label": t.say("leave.title"), onclick: act.askLeave }, icon(DOOR))
      : null,
    name === "rules"
      ? h("button", { type: "button", class: "icon-button", "aria-label": t.say("rules.back"), onclick: act.closeRules }, icon("M6 6l12 12M18 6 6 18"))
      : h("a", { class: "icon-button", href: "#/rules", "aria-label": t.say("rules.link") }, icon(BOOK)),
    h("button", { type: "button", class: "icon-button", id: "open-settings", "aria-label": t.say("settings.title"), onclick: act.openSettings }, icon(GEAR)),
  );
}

/** @param {View} view */
function notices({ state, t, ui, act }) {
  const told = [];
  if (state.farewell !== null) {
    told.push(notice("farewell", t.say(`farewell.${state.farewell.what}.${state.farewell.reason}`), t.say("close"), act.forgetFarewell));
  }
  if (ui.error !== null) told.push(notice("error", t.say(`error.${ui.error.code}`, { count: 0 }), t.say("close"), act.forgetError));
  return h("div", { key: "notices", class: "notices" }, told);
}

/** @param {string} key @param {string} text @param {string} label @param {() => void} close */
function notice(key, text, label, close) {
  return h(
    "div",
    { key, class: `notice ${key}`, role: "alert" },
    h("p", null, text),
    h("button", { type: "button", class: "icon-button", "aria-label": label, onclick: close }, icon("M6 6l12 12M18 6 6 18")),
  );
}

/** Another tab or device took over, or the token is refused: only the person can go on. @param {View} view */
function standstill({ t, ui, act }) {
  const isSuperseded = ui.status === "superseded";
  const what = isSuperseded ? "superseded" : "refused";
  return h(
    "main",
    { key: what, id: "main", class: "screen standstill", tabindex: "-1" },
    h("h1", null, t.say(`${what}.title`)),
    h("p", { class: "lead" }, t.say(`${what}.text`)),
    h(
      "div",
      { class: "choices" },
      button(t.say(`${what}.again`), act.reconnect, { kind: "primary" }),
      isSuperseded ? null : button(t.say("refused.new"), act.startAsNew, { kind: "quiet" }),
    ),
  );
}

/** @param {View} view */
function connecting({ t, ui }) {
  return h(
    "main",
    { key: "connecting", id: "main", class: "screen connecting", tabindex: "-1" },
    h("span", { class: "waiting-tiles", "aria-hidden": "true" }, [0, 1, 2, 3, 4].map((i) => h("span", { key: i, class: "tile", style: { "--i": i } }))),
    h("p", { role: "status" }, t.say(ui.isSlow ? "link.slow" : "link.connecting")),
  );
}

/** @param {string} path */
function icon(path) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: path }));
}
