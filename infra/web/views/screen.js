/**
 * The page as a whole: which screen, and what stands around it.
 *
 * Lives here: the choice of the screen, the dialogs over it, the live regions, the title.
 */

import { blocked, connecting } from "./blocked.js";
import { h } from "./dom.js";
import { duelScreen } from "./duel.js";
import { header, notices } from "./header.js";
import { home } from "./home.js";
import { intro } from "./intro.js";
import { lobby } from "./lobby.js";
import { party } from "./party.js";
import { result } from "./result.js";
import { rules } from "./rules.js";
import { leaveDialog, settings } from "./settings.js";
import { watching } from "./watching.js";
import { duelOf } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {"connecting" | "home" | "lobby" | "party" | "intro" | "duel" | "watching" | "result"} Name */

const HOLD = 2_400; // ms in which our board stays after its end, so that its last row can be seen

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
    h("a", { class: "skip", href: "#main", onclick: view.act.skip }, t.translate("skip")),
    header(view, name),
    notices(view),
    ui.status === "superseded" || ui.status === "refused" ? blocked(view) : draw(view, name),
    ui.dialog === "settings" ? settings(view) : null,
    ui.dialog === "leave" ? leaveDialog(view) : null,
    h("div", { key: "announcements", class: "visually-hidden", role: "log", "aria-live": "polite" }, ui.announcements.map(({ id, text }) => h("p", { key: id }, text))),
    h("div", { key: "alert", class: "visually-hidden", role: "alert" }, ui.alert === null ? null : h("p", { key: ui.alert.id }, ui.alert.text)),
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

/** The document's title: a mark for our own turn, seen on another tab. @param {View} view */
export function titleOf({ state, t }) {
  const { tournament, me } = state;
  const isOurs = tournament !== null && me !== null && duelOf(tournament, me.id)?.toMove === me.id;
  return isOurs ? `● ${t.translate("duel.your-turn")} – ${t.translate("app.name")}` : t.translate("app.name");
}
