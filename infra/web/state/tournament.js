/**
 * A tournament as the page knows it: its shape, and how a lobby or a snapshot becomes one.
 *
 * Lives here: the values; pure. What later events change is `proceed.js`.
 */

import { readDuel } from "./duel.js";

/** @typedef {import("../protocol/frames.js").LobbySeat} LobbySeat */
/** @typedef {import("../protocol/frames.js").Rated} Rated */
/** @typedef {import("../protocol/frames.js").Standing} Standing */
/** @typedef {import("./duel.js").Duel} Duel */

/** @typedef {{ player: string, nickname: string, rating: number, lives: number, away: number | null, place: number | null }} TournamentPlayer */
/** @typedef {{ guaranteed: number, possible: number, round: number }} Fate */
/** @typedef {{ round: number, out: readonly Standing[] }} ClosedRound */
/** @typedef {{ round: number, duels: readonly Duel[], bye: string | null }} Closing */
/**
 * @typedef {object} Tournament
 * @property {string} id
 * @property {"lobby" | "intro" | "playing" | "over"} phase
 * @property {string} language
 * @property {number} size
 * @property {readonly LobbySeat[]} seats - of the lobby
 * @property {[number, number]} range - of the lobby
 * @property {number} since - when we first heard of it, server's time
 * @property {readonly TournamentPlayer[]} players - in the order of their seats
 * @property {number} round
 * @property {number | null} startsAt
 * @property {number} introLength - ms, as last seen
 * @property {number} turnLength - ms, as last seen
 * @property {readonly Duel[]} duels - of the current round
 * @property {string | null} bye
 * @property {readonly string[]} starters - who began the round
 * @property {readonly string[]} leavers - of the round, in their order
 * @property {Duel | null} lastDuel - our own last one that is over
 * @property {readonly Duel[]} story - all our own that ended before our eyes, by round
 * @property {ClosedRound | null} lastRound
 * @property {Closing | null} closing - the round before, as it ended before our eyes
 * @property {Readonly<Record<string, Fate>>} fates - who is out and not yet placed
 * @property {readonly Standing[]} standings
 * @property {Readonly<Record<string, Rated>>} rated
 */

const TURN = 30_000; // ms, until a turn has been seen
const INTRO = 6_000; // ms, likewise

/**
 * The tournament in its lobby.
 * @param {Tournament | null} before
 * @param {import("../protocol/frames.js").Lobby} frame
 * @returns {Tournament}
 */
export function gather(before, frame) {
  const isKnown = before !== null && (before.id === frame.tournament || before.id === frame.replaces);
  return {
    ...blank(frame.tournament, frame.language),
    size: frame.size,
    seats: frame.seats,
    range: [frame.range[0], frame.range[1]],
    since: isKnown ? before.since : frame.at,
  };
}

/**
 * The tournament as a snapshot has it; what only events tell stays.
 * @param {Tournament | null} before
 * @param {import("../protocol/frames.js").Snapshot} frame
 * @param {string | undefined} me
 * @returns {Tournament}
 */
export function restore(before, frame, me) {
  const same = before !== null && before.id === frame.tournament ? before : null;
  const duels = frame.duels.map((duel) => readDuel(duel, frame.round));
  const own = duels.find((duel) => me !== undefined && duel.players.includes(me) && duel.outcome !== null);
  return {
    ...(same ?? blank(frame.tournament, frame.language)),
    phase: frame.phase,
    language: frame.language,
    round: frame.round,
    startsAt: frame.starts_at ?? null,
    players: frame.players.map((one) => ({
      player: one.player,
      nickname: one.nickname,
      rating: one.rating,
      lives: one.lives,
      away: one.away ?? null,
      place: one.place ?? null,
    })),
    duels,
    bye: frame.bye ?? null,
    starters: startersOf(duels, frame.bye),
    leavers: same !== null && same.round === frame.round ? same.leavers : [],
    lastDuel: own ?? same?.lastDuel ?? null,
    story: withOwn(same?.story ?? [], own),
    standings: frame.standings ?? [],
    rated: { ...same?.rated, ...Object.fromEntries(frame.rated.map((one) => [one.player, one])) },
  };
}

/**
 * Who begins a round.
 * @param {readonly Duel[]} duels
 * @param {string | undefined} bye
 */
export function startersOf(duels, bye) {
  return [...duels.flatMap((duel) => duel.players), ...(bye === undefined ? [] : [bye])];
}

/**
 * @param {string} id
 * @param {string} language
 * @returns {Tournament}
 */
function blank(id, language) {
  return {
    id,
    phase: "lobby",
    language,
    size: 8,
    seats: [],
    range: [0, 0],
    since: 0,
    players: [],
    round: 0,
    startsAt: null,
    introLength: INTRO,
    turnLength: TURN,
    duels: [],
    bye: null,
    starters: [],
    leavers: [],
    lastDuel: null,
    story: [],
    lastRound: null,
    closing: null,
    fates: {},
    standings: [],
    rated: {},
  };
}

/**
 * Our own duels with one more that is over.
 * @param {readonly Duel[]} story
 * @param {Duel | undefined} own
 */
export function withOwn(story, own) {
  return own === undefined || story.some((duel) => duel.duel === own.duel) ? story : [...story, own];
}
