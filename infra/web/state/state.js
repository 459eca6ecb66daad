/**
 * What the page knows, as one value: frames in, a new state out.
 *
 * Lives here: the state's shape and what each frame changes. Pure: no clock, no document, no socket; a state is never
 * changed in place. Must not: choose words or screens (`views/`), or care about order and repeats (`protocol/`).
 */

import { proceed, withPlaces } from "./proceed.js";
import { gather, restore } from "./tournament.js";

/** @typedef {import("../protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("../protocol/frames.js").Player} Me */
/** @typedef {import("../protocol/frames.js").Party} Party */
/** @typedef {import("../protocol/frames.js").Rated} Rated */
/** @typedef {import("../protocol/frames.js").Reason} Reason */
/** @typedef {import("./tournament.js").Tournament} Tournament */

/** Why the player was sent home, if not by their own wish. */
/** @typedef {{ what: "unqueued" | "party-left", reason: Reason }} Notice */
/**
 * @typedef {object} State
 * @property {Me | null} me
 * @property {Party | null} party
 * @property {number} partyAt - when the newest word about the party was sent, server's epoch ms
 * @property {Tournament | null} tournament
 * @property {Notice | null} notice
 * @property {Readonly<Record<string, number>>} waiting - how many players wait in each language, as last heard
 */

/** @type {State} */
export const START = { me: null, party: null, partyAt: 0, tournament: null, notice: null, waiting: {} };

/**
 * The state after a frame.
 * @param {State} state
 * @param {ServerFrame} frame
 * @returns {State}
 */
export function evolve(state, frame) {
  switch (frame.type) {
    case "welcome": {
      const isElsewhere = state.tournament !== null && state.tournament.id !== frame.tournament;
      const wasLobby = isElsewhere && state.tournament?.phase === "lobby";
      return {
        me: frame.player,
        waiting: waitingOf(frame) ?? state.waiting,
        party: frame.party === undefined ? null : state.party,
        partyAt: frame.party === undefined ? Math.max(state.partyAt, frame.at) : state.partyAt,
        tournament: isElsewhere ? null : state.tournament,
        notice: wasLobby && frame.tournament === undefined ? { what: "unqueued", reason: "lost" } : state.notice,
      };
    }
    case "renamed":
      return { ...state, me: frame.player };
    case "unqueued":
      return { ...state, tournament: null, notice: noticeOf("unqueued", frame.reason) };
    case "watch-ended":
      return { ...state, tournament: null };
    case "party":
      // Two of them can overtake each other on the way: an older one tells nothing new.
      return frame.at < state.partyAt ? state : { ...state, party: frame, partyAt: frame.at };
    case "party-left":
      // The answer to our own wish to leave counts in any case.
      if (frame.at < state.partyAt && frame.re === undefined) return state;
      return { ...state, party: null, partyAt: Math.max(state.partyAt, frame.at), notice: noticeOf("party-left", frame.reason) };
    case "rated":
      return takeRated(state, frame);
    case "lobby":
      return { ...state, notice: null, tournament: gather(state.tournament, frame), waiting: waitingOf(frame) ?? state.waiting };
    case "snapshot":
      return { ...state, notice: null, tournament: restore(state.tournament, frame, state.me?.id) };
    default: {
      if (state.tournament === null || !("tournament" in frame) || frame.tournament !== state.tournament.id) return state;
      const tournament = proceed(state.tournament, frame, state.me?.id);
      return tournament === state.tournament ? state : { ...state, tournament };
    }
  }
}

/** The state once its notice was read. @param {State} state @returns {State} */
export function dismissNotice(state) {
  return state.notice === null ? state : { ...state, notice: null };
}

/**
 * @param {Notice["what"]} what
 * @param {Reason} reason
 * @returns {Notice | null}
 */
function noticeOf(what, reason) {
  return reason === "asked" ? null : { what, reason };
}

/** How many players wait in each language: a field that not every server sends. @param {object} frame */
function waitingOf(frame) {
  return /** @type {{ waiting?: { [language: string]: number } }} */ (frame).waiting;
}

/**
 * @param {State} state
 * @param {Rated} frame
 * @returns {State}
 */
function takeRated(state, frame) {
  const { me, tournament } = state;
  const isMine = me !== null && frame.player === me.id;
  return {
    ...state,
    me: isMine ? { ...me, rating: frame.after } : me,
    tournament:
      tournament !== null && tournament.id === frame.tournament
        ? {
            ...tournament,
            rated: { ...tournament.rated, [frame.player]: frame },
            players: withPlaces(tournament.players, [frame]),
          }
        : tournament,
  };
}
