/**
 * What a screen reader is told as it happens: our duel in full, the rest in short.
 *
 * Lives here: pure, (before, frame, after) -> sentences. `urgent` ones are spoken at once.
 */

import { nicknameOf, rowSentence } from "./board.js";
import { verdictOf } from "./result.js";
import { duelOf } from "../state/questions.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/state.js").State} State */
/** @typedef {import("../protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {{ text: string, isUrgent: boolean }} Saying */

/**
 * @param {Translator} t
 * @param {State} before
 * @param {ServerFrame} frame
 * @param {State} after
 * @param {string | null} watched - the duel that is shown large, if not our own
 * @returns {Saying | null}
 */
export function announce(t, before, frame, after, watched) {
  const { tournament } = after;
  const me = after.me?.id ?? "";
  if (tournament === null) return null;
  switch (frame.type) {
    case "lobby": {
      const had = before.tournament?.id === tournament.id ? before.tournament.seats.length : 0;
      const has = tournament.seats.length;
      return had === has ? null : calm(t.say("lobby.seats", { taken: has, size: tournament.size }));
    }
    case "round-opened": {
      const own = duelOf(tournament, me);
      if (own === null) return calm(tournament.bye === me ? t.say("intro.your-bye") : t.say("round", { round: frame.round }));
      const [opponent = ""] = own.players.filter((player) => player !== me);
      return calm(`${t.say("duel.title", { round: frame.round, name: nicknameOf(tournament, opponent) })}. ${t.say("intro.word", { count: own.length })}`);
    }
    case "turn-started":
      return frame.player === me ? { text: t.say("duel.your-turn"), isUrgent: true } : null;
    case "guess-scored":
    case "turn-skipped": {
      const duel = tournament.duels.find((one) => one.duel === frame.duel);
      const row = duel?.rows.at(-1);
      if (duel === undefined || row === undefined || !(duel.players.includes(me) || frame.duel === watched)) return null;
      return calm(rowSentence(t, row, frame.player === me ? t.say("you.short") : nicknameOf(tournament, frame.player), tournament.language));
    }
    case "duel-ended": {
      const duel = tournament.duels.find((one) => one.duel === frame.duel);
      if (duel === undefined || !duel.players.includes(me)) return null;
      return calm(`${t.say(`verdict.${verdictOf(duel, me)}`)} ${t.say("result.secret", { word: duel.secret ?? "" })}`);
    }
    case "player-away":
    case "player-back": {
      if (frame.player === me) return null;
      return calm(t.say(frame.type === "player-away" ? "away.gone" : "away.back", { name: nicknameOf(tournament, frame.player) }));
    }
    case "player-left":
      return frame.player === me ? null : calm(t.say("away.left", { name: nicknameOf(tournament, frame.player) }));
    case "tournament-ended": {
      const place = frame.standings.find((one) => one.player === me)?.place;
      return place === undefined ? calm(t.say("result.title")) : calm(`${t.say("result.title")}: ${t.say("result.place", { place })}`);
    }
    default:
      return null;
  }
}

/** @param {string} text @returns {Saying} */
function calm(text) {
  return { text, isUrgent: false };
}
