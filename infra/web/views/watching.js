/** Watching: one board large, all of the round small (R3.5); after our duel, on a bye, and once out. */

import { board } from "./board.js";
import { contestants } from "./contestants.js";
import { h } from "./dom.js";
import { button } from "./parts.js";
import { smallBoards } from "./small_boards.js";
import { standings } from "./strip.js";
import { duelVerdict, outcomeOf, ownFate } from "./verdict.js";
import { duelOf, isPlaying, nicknameOf, playerOf } from "../state/questions.js";
import { heldUntil, isTurned } from "../state/reveal.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../state/duel.js").Duel} Duel */

/** @param {View} view @param {Tournament} tournament */
export function watching(view, tournament) {
  const { state, t, ui, now, act } = view;
  const me = state.me?.id ?? "";
  const own = duelOf(tournament, me);
  const large = chosenDuel(tournament, ui.watched, own, now);
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
      own !== null && isIn && isTurned(own, now) ? duelVerdict(view, tournament, own) : null,
      isIn ? null : ownFate(view, tournament),
      isIn ? null : h("p", { class: "fine" }, t.translate("watch.after")),
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
      smallBoards(view, tournament, { chosen: large?.duel ?? null }),
      resting(view, tournament),
    ),
    standings(view, tournament),
    large !== null
      ? h(
          "section",
          { class: "arena", "aria-label": t.translate("watch.board", { a: nicknameOf(tournament, large.players[0]), b: nicknameOf(tournament, large.players[1]) }) },
          contestants(view, tournament, large, large.players[1] === me ? me : large.players[0]),
          board(t, tournament, large, { now, left: large.players[1] === me ? me : large.players[0] }),
          h(
            "p",
            { class: "hint" },
            large.outcome !== null && isTurned(large, now)
              ? `${outcomeOf(t, tournament, large)} · ${t.translate("result.secret", { word: (large.secret ?? "").toLocaleUpperCase(tournament.language) })}`
              : large.toMove !== null
                ? t.translate("duel.their-turn", { name: nicknameOf(tournament, large.toMove) })
                : "",
          ),
        )
      : null,
  );
}

/**
 * The duel that is shown large: the chosen one, else the first that runs or has just ended; after the last ending of a
 * round, the one that ended last.
 * @param {Tournament} tournament
 * @param {string | null} wish
 * @param {Duel | null} own
 * @param {number} now
 */
function chosenDuel(tournament, wish, own, now) {
  const { duels } = tournament;
  const chosen = duels.find((duel) => duel.duel === wish);
  if (chosen !== undefined) return chosen;
  const isLive = (/** @type {Duel} */ duel) => duel !== own && (duel.outcome === null || now < heldUntil(duel));
  if (duels.some((duel) => duel.outcome === null)) return duels.find(isLive) ?? duels[0] ?? null;
  return [...duels].sort((a, b) => (b.endedAt ?? 0) - (a.endedAt ?? 0))[0] ?? null;
}

/** @param {View} view @param {Tournament} tournament */
function resting({ t }, tournament) {
  const bye = tournament.bye === null ? null : playerOf(tournament, tournament.bye);
  return bye === null ? null : h("p", { class: "fine" }, t.translate("watch.bye", { name: bye.nickname }));
}
