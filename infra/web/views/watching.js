/** Watching: one board large, all of the round small (R3.5); after our duel, on a bye, and once out. */

import { board } from "./board.js";
import { contestants } from "./contestants.js";
import { h } from "./dom.js";
import { button } from "./parts.js";
import { smallBoards } from "./small_boards.js";
import { duelVerdict, outcomeOf, ownFate } from "./verdict.js";
import { duelOf, isPlaying, nicknameOf, playerOf } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../state/duel.js").Duel} Duel */

/** @param {View} view @param {Tournament} tournament */
export function watching(view, tournament) {
  const { state, t, ui, now, act } = view;
  const me = state.me?.id ?? "";
  const own = duelOf(tournament, me);
  const large = chosenDuel(tournament, ui.watched, own);
  const isIn = isPlaying(tournament, me);
  return h(
    "main",
    { key: "watching", id: "main", class: "screen watching", tabindex: "-1" },
    h(
      "header",
      { class: "title" },
      h("h1", null, t.translate("watch.title", { round: tournament.round })),
      tournament.bye === me ? h("p", { class: "sub" }, t.translate("intro.your-bye")) : null,
    ),
    h(
      "div",
      { class: "news" },
      own !== null && isIn ? duelVerdict(view, tournament, own) : null,
      isIn ? null : ownFate(view, tournament),
      isIn
        ? null
        : h(
            "div",
            { class: "choices" },
            state.party === null ? button(t.translate("again"), act.playAgain, { kind: "primary small", isBusy: ui.busy === "queue" }) : null,
            button(t.translate("watch.leave"), act.stopWatching, { kind: "quiet small", isBusy: ui.busy === "leave" }),
          ),
    ),
    h(
      "section",
      { class: "others", "aria-label": t.translate("watch.others") },
      smallBoards(view, tournament, null, large?.duel ?? null),
      resting(view, tournament),
    ),
    large !== null
      ? h(
          "section",
          { class: "arena", "aria-label": t.translate("watch.board", { a: nicknameOf(tournament, large.players[0]), b: nicknameOf(tournament, large.players[1]) }) },
          contestants(view, tournament, large, large.players[1] === me ? me : large.players[0]),
          board(t, tournament, large, { now, left: large.players[1] === me ? me : large.players[0] }),
          h(
            "p",
            { class: "hint" },
            large.outcome !== null
              ? `${outcomeOf(t, tournament, large)} · ${t.translate("result.secret", { word: (large.secret ?? "").toLocaleUpperCase(tournament.language) })}`
              : large.toMove !== null
                ? t.translate("duel.their-turn", { name: nicknameOf(tournament, large.toMove) })
                : "",
          ),
        )
      : null,
  );
}

/** The one to look at: what was chosen, else one that runs. @param {Tournament} tournament @param {string | null} wish @param {Duel | null} own */
function chosenDuel(tournament, wish, own) {
  const running = tournament.duels.find((duel) => duel.outcome === null && duel !== own);
  return tournament.duels.find((duel) => duel.duel === wish) ?? running ?? tournament.duels[0] ?? null;
}

/** @param {View} view @param {Tournament} tournament */
function resting({ t }, tournament) {
  const bye = tournament.bye === null ? null : playerOf(tournament, tournament.bye);
  return bye === null ? null : h("p", { class: "fine" }, t.translate("watch.bye", { name: bye.nickname }));
}
