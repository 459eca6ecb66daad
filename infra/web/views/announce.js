/**
 * What a screen reader announces as it happens: our duel in full, the rest in short.
 *
 * Lives here: pure, (before, frame, after) -> a sentence. An urgent one is spoken at once.
 */

import { rowSentence, verdictSentence } from "./sentences.js";
import { duelOf, nicknameOf } from "../state/questions.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/duel.js").Duel} Duel */
/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("../state/tournament.js").Tournament} Tournament */
/** @typedef {import("../protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {{ text: string, isUrgent: boolean }} Announcement */

const WARNINGS = [10, 5]; // seconds left of our own turn that are announced
const LEAST_TURN = 15_000; // ms: in shorter turns a warning would only be in the way

/**
 * The announcement that a frame is worth; null if none.
 * @param {Translator} t
 * @param {State} before
 * @param {ServerFrame} frame
 * @param {State} after
 * @param {string | null} watched - the duel that is shown large, if not our own
 * @returns {Announcement | null}
 */
export function announce(t, before, frame, after, watched) {
  const { tournament } = after;
  const me = after.me?.id ?? "";
  if (tournament === null) return null;
  switch (frame.type) {
    case "lobby": {
      const had = before.tournament?.id === tournament.id ? before.tournament.seats.length : 0;
      const has = tournament.seats.length;
      return had === has ? null : calm(t.translate("lobby.seats", { taken: has, size: tournament.size }));
    }
    case "round-opened": {
      const own = duelOf(tournament, me);
      if (own === null) return calm(tournament.bye === me ? t.translate("intro.your-bye") : t.translate("round", { round: frame.round }));
      const [opponent = ""] = own.players.filter((player) => player !== me);
      return calm(`${t.translate("duel.title", { round: frame.round, name: nicknameOf(tournament, opponent) })}. ${t.translate("intro.word", { count: own.length })}`);
    }
    case "turn-started":
      return frame.player === me ? { text: t.translate("duel.your-turn"), isUrgent: true } : null;
    case "guess-scored":
    case "turn-skipped": {
      const duel = tournament.duels.find((one) => one.duel === frame.duel);
      const row = duel?.rows.at(-1);
      if (duel === undefined || row === undefined || !(duel.players.includes(me) || frame.duel === watched)) return null;
      return calm(rowSentence(t, row, frame.player === me ? t.translate("you.short") : nicknameOf(tournament, frame.player), tournament.language));
    }
    case "duel-ended": {
      const duel = tournament.duels.find((one) => one.duel === frame.duel);
      if (duel === undefined || !duel.players.includes(me)) return null;
      return calm(`${verdictSentence(t, tournament, duel, me)} ${t.translate("result.secret", { word: duel.secret ?? "" })}`);
    }
    case "player-away":
    case "player-back": {
      if (frame.player === me) return null;
      return calm(t.translate(frame.type === "player-away" ? "away.gone" : "away.back", { name: nicknameOf(tournament, frame.player) }));
    }
    case "player-left":
      return frame.player === me ? null : calm(t.translate("away.left", { name: nicknameOf(tournament, frame.player) }));
    case "tournament-ended": {
      const place = frame.standings.find((one) => one.player === me)?.place;
      return place === undefined ? calm(t.translate("result.title")) : calm(`${t.translate("result.title")}: ${t.translate("result.place", { place })}`);
    }
    default:
      return null;
  }
}

/** @param {string} text @returns {Announcement} */
function calm(text) {
  return { text, isUrgent: false };
}

/**
 * The seconds left of our own turn, when the next warning is due; null if it is not.
 * @param {Tournament} tournament
 * @param {Duel} duel
 * @param {string} me
 * @param {number} now - epoch ms, server
 * @param {number} given - how many warnings of this turn there were
 */
export function clockWarning(tournament, duel, me, now, given) {
  if (duel.deadline === null || duel.toMove !== me || tournament.turnLength < LEAST_TURN) return null;
  const left = Math.ceil((duel.deadline - now) / 1000);
  const warning = WARNINGS[given];
  return warning === undefined || left > warning ? null : left;
}
