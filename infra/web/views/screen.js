/**
 * The page as a whole: which screen, and what stands around it.
 *
 * Lives here: the choice of the screen, the dialogs over it, the live regions, the title.
 */

import { blocked, connecting } from "./blocked.js";
import { h } from "./dom.js";
import { header, notices } from "./header.js";
import { home } from "./home.js";
import { duelOf } from "../state/questions.js";
import { heldUntil, isRoundHeld, shownRound } from "../state/reveal.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {"connecting" | "home" | "lobby" | "party" | "intro" | "duel" | "watching" | "result"} Name */

/** The screen that the state asks for. @param {Pick<View, "state" | "now" | "lobby">} view @returns {Name} */
export function screenOf({ state, now, lobby }) {
  const { me, tournament } = state;
  if (lobby !== null) return "duel"; // a practice duel, also when it is over
  if (me === null) return "connecting";
  if (tournament === null) return state.party !== null ? "party" : "home";
  if (tournament.phase === "lobby" || tournament.round === 0) return "lobby"; // it has started, its first round not yet
  const own = duelOf(tournament, me.id);
  if (tournament.phase === "playing" && own !== null && own.outcome === null) return "duel";
  if (isDuelHeld({ state, now })) return "duel";
  if (isRoundHeld(tournament, now)) return "watching";
  if (tournament.phase === "intro") return "intro";
  return tournament.phase === "playing" ? "watching" : "result";
}

/** Whether an ending is kept on the screen for a moment. @param {Pick<View, "state" | "now">} view */
function isHeld({ state, now }) {
  return isDuelHeld({ state, now }) || (state.tournament !== null && isRoundHeld(state.tournament, now));
}

/** Whether something on the screen changes by itself. @param {View} view */
export function hasClock(view) {
  const { tournament } = view.state;
  return tournament !== null && (tournament.phase !== "over" || isHeld(view));
}

/** Whether our last duel ended a moment ago. @param {Pick<View, "state" | "now">} view */
function isDuelHeld({ state, now }) {
  const last = state.tournament?.lastDuel ?? null;
  return last !== null && now < heldUntil(last);
}

/** Whether the rules lie over a game that goes on. @param {Pick<View, "state" | "ui">} view */
export function areRulesOver({ state, ui }) {
  return ui.page === "rules" && state.tournament !== null;
}

/** @param {View} view */
export function screen(view) {
  const { t, ui } = view;
  const name = isBlocked(ui.status) ? "blocked" : ui.page === "rules" && !areRulesOver(view) ? "rules" : screenOf(view);
  return [
    h("a", { class: "skip", href: "#main", onclick: view.act.skip }, t.translate("skip")),
    header(view, name),
    notices(view, name),
    name === "blocked" ? blocked(view) : draw(view, name),
    view.game === null || name === "blocked" ? null : openDialog(view, view.game),
    h("div", { key: "announcements", class: "visually-hidden", role: "log", "aria-live": "polite" }, ui.announcements.map(({ id, text }) => h("p", { key: id }, text))),
    h("div", { key: "alert", class: "visually-hidden", role: "alert" }, ui.alert === null ? null : h("p", { key: ui.alert.id }, ui.alert.text)),
  ];
}

/** @param {View} view @param {import("../view.js").GameScreens} game */
function openDialog(view, game) {
  if (areRulesOver(view)) return game.rulesDialog(view);
  switch (view.ui.dialog) {
    case "settings":
      return game.settings(view);
    case "leave":
      return game.leaveDialog(view);
    case "history":
      return game.historyDialog(view);
    default:
      return null;
  }
}

/** Whether only the player can go on. @param {import("../protocol/client.js").Status} status */
export function isBlocked(status) {
  return status === "superseded" || status === "refused" || status === "incompatible";
}

/** @param {View} view @param {Name | "rules"} name */
function draw(view, name) {
  const { game, now } = view;
  const { tournament, party, me } = view.state;
  if (name === "home") return home(view);
  if (game === null) return connecting(view);
  if (name === "rules") return game.rules(view);
  if (me === null) return connecting(view);
  if (name === "party" && party !== null) return game.party(view, party);
  if (tournament === null) return connecting(view);
  switch (name) {
    case "lobby":
      return game.lobby(view, tournament);
    case "intro":
      return game.intro(view, tournament);
    case "duel": {
      const running = tournament.phase === "playing" ? duelOf(tournament, me.id) : null;
      const duel = running !== null && running.outcome === null ? running : tournament.lastDuel;
      const shown = running === duel ? tournament : shownRound(tournament, now);
      return duel === null ? game.watching(view, shown) : game.duelScreen(view, shown, duel);
    }
    case "result":
      return game.result(view, tournament);
    default:
      return game.watching(view, shownRound(tournament, now));
  }
}

/** The document's title: what happens in this tab, seen from another one. @param {View} view */
export function titleOf({ state, t, lobby }) {
  const { tournament, me } = state;
  const name = t.translate("app.name");
  if (tournament === null || me === null) return name;
  const gathering = lobby ?? (tournament.phase === "lobby" ? tournament : null);
  if (gathering !== null) return `${t.translate("lobby.of", { taken: gathering.seats.length, size: gathering.size })} – ${name}`;
  if (duelOf(tournament, me.id)?.toMove === me.id) return `● ${t.translate("duel.your-turn")} – ${name}`;
  return tournament.phase === "intro" && tournament.round === 1 ? `● ${t.translate("lobby.begins")} – ${name}` : name;
}
