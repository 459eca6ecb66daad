/** Which sound a frame is worth. Pure: (before, frame, after) -> the name of a cue, or null. */

import { duelOf } from "./state/questions.js";

/** @typedef {import("./protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./state/state.js").State} State */
/** @typedef {"begin" | "turn" | "row" | "refused" | "hurry" | "won" | "lost" | "out" | "champion"} Cue */

/**
 * @param {ServerFrame} frame
 * @param {State} after
 * @returns {Cue | null}
 */
export function cueOf(frame, { me, tournament }) {
  if (me === null || tournament === null) return null;
  switch (frame.type) {
    case "round-opened":
      return "begin";
    case "turn-started":
      return frame.player === me.id ? "turn" : null;
    case "guess-scored":
      return duelOf(tournament, me.id)?.duel === frame.duel ? "row" : null;
    case "duel-ended": {
      const duel = tournament.duels.find((one) => one.duel === frame.duel);
      if (duel === undefined || !duel.players.includes(me.id)) return null;
      return frame.winner === me.id ? "won" : "lost";
    }
    case "player-eliminated":
      return frame.player === me.id ? "out" : null;
    case "tournament-ended":
      return frame.standings.some((one) => one.player === me.id && one.place === 1) ? "champion" : null;
    default:
      return null;
  }
}
