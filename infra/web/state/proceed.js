/**
 * What each event changes in a tournament. Pure: a tournament is never changed in place.
 */

import { readDuel, withDuel } from "./duel.js";
import { startersOf, withOwn } from "./tournament.js";

/** @typedef {import("../protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./tournament.js").Tournament} Tournament */
/** @typedef {import("./tournament.js").TournamentPlayer} TournamentPlayer */

/**
 * The tournament after an event.
 * @param {Tournament} before
 * @param {ServerFrame} frame
 * @param {string | undefined} me
 * @returns {Tournament}
 */
export function proceed(before, frame, me) {
  switch (frame.type) {
    case "tournament-started":
      return {
        ...before,
        phase: "intro",
        language: frame.language,
        players: frame.players.map((one) => ({ ...one, away: null, place: null })),
      };
    case "round-opened": {
      const duels = frame.duels.map((duel) => readDuel({ ...duel, rows: [] }, frame.round));
      return {
        ...before,
        phase: "intro",
        closing: closingOf(before),
        round: frame.round,
        startsAt: frame.starts_at,
        introLength: Math.max(1, frame.starts_at - frame.at),
        duels,
        bye: frame.bye ?? null,
        starters: startersOf(duels, frame.bye),
        leavers: [],
      };
    }
    case "turn-started":
      return {
        ...before,
        phase: "playing",
        startsAt: null,
        turnLength: Math.max(1, frame.deadline - frame.at),
        duels: withDuel(before.duels, frame.duel, () => ({
          turn: frame.turn,
          toMove: frame.player,
          deadline: frame.deadline,
        })),
      };
    case "guess-scored":
    case "turn-skipped": {
      const isGuess = frame.type === "guess-scored";
      const row = {
        turn: frame.turn,
        player: frame.player,
        tiles: isGuess ? frame.tiles : [],
        marks: isGuess ? frame.marks : [],
        isSkipped: !isGuess,
        at: frame.at,
      };
      return {
        ...before,
        duels: withDuel(before.duels, frame.duel, (duel) => ({
          rows: [...duel.rows.filter((known) => known.turn !== row.turn), row],
          ...{ turn: null, toMove: null, deadline: null },
        })),
      };
    }
    case "duel-ended": {
      const duels = withDuel(before.duels, frame.duel, (duel) => ({
        ...{ turn: null, toMove: null, deadline: null },
        livesBefore: livesOf(before.players, duel.players),
        outcome: frame.outcome,
        winner: frame.winner ?? null,
        secret: frame.display ?? frame.secret,
        endedAt: frame.at,
      }));
      const own = duels.find((duel) => duel.duel === frame.duel && me !== undefined && duel.players.includes(me));
      return {
        ...before,
        phase: "playing",
        startsAt: before.phase === "intro" ? before.startsAt : null,
        duels,
        lastDuel: own ?? before.lastDuel,
        story: withOwn(before.story, own),
        players: withLives(before.players, frame.lives),
      };
    }
    case "player-eliminated": {
      const { guaranteed, possible, round } = frame;
      return {
        ...before,
        fates: { ...before.fates, [frame.player]: { guaranteed, possible, round } },
        players: before.players.map((one) => (one.player === frame.player ? { ...one, away: null } : one)),
      };
    }
    case "player-left":
      return {
        ...before,
        leavers: [...before.leavers, frame.player],
        players: withPlaces(withLives(before.players, { [frame.player]: 0 }), [frame]).map((one) =>
          one.player === frame.player ? { ...one, away: null } : one,
        ),
      };
    case "player-away":
    case "player-back": {
      const until = frame.type === "player-away" ? frame.until : null;
      return {
        ...before,
        players: before.players.map((one) => (one.player === frame.player ? { ...one, away: until } : one)),
      };
    }
    case "round-closed":
      return {
        ...before,
        lastRound: { round: frame.round, out: frame.out },
        players: withPlaces(withLives(before.players, frame.lives), frame.out),
      };
    case "tournament-ended":
      return {
        ...before,
        phase: "over",
        closing: closingOf(before),
        startsAt: null,
        standings: frame.standings,
        players: withPlaces(before.players, frame.standings),
      };
    default:
      return before;
  }
}

/** The round that ends, to be shown a moment longer. @param {Tournament} before */
function closingOf(before) {
  return before.duels.length === 0 ? null : { round: before.round, duels: before.duels, bye: before.bye };
}

/** @param {readonly TournamentPlayer[]} players @param {readonly string[]} ids */
function livesOf(players, ids) {
  return Object.fromEntries(players.filter((one) => ids.includes(one.player)).map((one) => [one.player, one.lives]));
}

/**
 * @param {readonly TournamentPlayer[]} players
 * @param {{ [player: string]: number }} lives
 */
function withLives(players, lives) {
  return players.map((one) => ({ ...one, lives: lives[one.player] ?? one.lives }));
}

/**
 * @param {readonly TournamentPlayer[]} players
 * @param {readonly { player: string, place: number }[]} placed
 */
export function withPlaces(players, placed) {
  const places = new Map(placed.map(({ player, place }) => [player, place]));
  return players.map((one) => ({ ...one, place: places.get(one.player) ?? one.place }));
}
