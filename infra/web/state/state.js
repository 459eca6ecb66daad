/**
 * What the page knows, as one value: frames in, a new state out.
 *
 * Lives here: the state's shape and what each frame changes. Pure: no clock, no document, no socket; a state is never
 * changed in place. Must not: choose words or screens (`views/`), or care about order and repeats (`protocol/`).
 */

/** @typedef {import("../protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("../protocol/frames.js").Player} Me */
/** @typedef {import("../protocol/frames.js").Party} Party */
/** @typedef {import("../protocol/frames.js").Rated} Rated */
/** @typedef {import("../protocol/frames.js").Reason} Reason */
/** @typedef {import("../protocol/frames.js").Standing} Standing */
/** @typedef {import("../protocol/frames.js").Mark} Mark */
/** @typedef {import("../protocol/frames.js").LobbySeat} LobbySeat */
/** @typedef {import("../protocol/frames.js").Outcome} Outcome */

/** A row of a board. `at`: when it came as news, server's time; absent in what was already there. */
/** @typedef {{ turn: number, player: string, tiles: string[], marks: Mark[], isSkipped: boolean, at?: number }} Row */
/**
 * @typedef {object} Duel
 * @property {string} duel
 * @property {[string, string]} players
 * @property {string} first - has the odd turns
 * @property {number} length
 * @property {readonly Row[]} rows
 * @property {number | null} turn - 1 to 12, while one runs
 * @property {string | null} toMove
 * @property {number | null} deadline - epoch ms, server
 * @property {Outcome | null} outcome
 * @property {string | null} winner
 * @property {string | null} secret
 * @property {number | null} endedAt - when the end came as news
 */
/** @typedef {{ player: string, nickname: string, rating: number, lives: number, away: number | null, place: number | null }} Contender */
/** @typedef {{ guaranteed: number, possible: number, round: number }} Fate */
/** @typedef {{ round: number, out: readonly Standing[] }} ClosedRound */
/**
 * @typedef {object} Tournament
 * @property {string} id
 * @property {"lobby" | "intro" | "playing" | "over"} phase
 * @property {string} language
 * @property {number} size
 * @property {readonly LobbySeat[]} seats - of the lobby
 * @property {[number, number]} range - of the lobby
 * @property {number} since - when we first heard of it, server's time
 * @property {readonly Contender[]} players - in the order of their seats
 * @property {number} round
 * @property {number | null} startsAt
 * @property {number} introLength - ms, as last seen
 * @property {number} turnLength - ms, as last seen
 * @property {readonly Duel[]} duels - of the current round
 * @property {string | null} bye
 * @property {readonly string[]} starters - who began the round
 * @property {readonly string[]} leavers - of the round, in their order
 * @property {Duel | null} lastDuel - our own last one that is over
 * @property {ClosedRound | null} lastRound
 * @property {Readonly<Record<string, Fate>>} fates - who is out and not yet placed
 * @property {readonly Standing[]} standings
 * @property {Readonly<Record<string, Rated>>} rated
 */
/**
 * @typedef {object} State
 * @property {Me | null} me
 * @property {Party | null} party
 * @property {Tournament | null} tournament
 * @property {{ what: "unqueued" | "party-left", reason: Reason } | null} farewell - why we were sent home, if not by wish
 */

const TURN = 30_000; // ms, until a turn has been seen
const INTRO = 6_000; // ms, likewise

/** @type {State} */
export const START = { me: null, party: null, tournament: null, farewell: null };

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
        party: frame.party === undefined ? null : state.party,
        tournament: isElsewhere ? null : state.tournament,
        farewell: wasLobby && frame.tournament === undefined ? { what: "unqueued", reason: "lost" } : state.farewell,
      };
    }
    case "renamed":
      return { ...state, me: frame.player };
    case "unqueued":
      return { ...state, tournament: null, farewell: farewell("unqueued", frame.reason) };
    case "watch-ended":
      return { ...state, tournament: null };
    case "party":
      return { ...state, party: frame };
    case "party-left":
      return { ...state, party: null, farewell: farewell("party-left", frame.reason) };
    case "rated":
      return takeRated(state, frame);
    case "lobby":
      return { ...state, farewell: null, tournament: gather(state.tournament, frame) };
    case "snapshot":
      return { ...state, farewell: null, tournament: restore(state.tournament, frame, state.me?.id) };
    default: {
      if (state.tournament === null || !("tournament" in frame) || frame.tournament !== state.tournament.id) return state;
      const tournament = proceed(state.tournament, frame, state.me?.id);
      return tournament === state.tournament ? state : { ...state, tournament };
    }
  }
}

/** The state once a farewell was read. @param {State} state @returns {State} */
export function forgetFarewell(state) {
  return state.farewell === null ? state : { ...state, farewell: null };
}

/**
 * @param {"unqueued" | "party-left"} what
 * @param {Reason} reason
 */
function farewell(what, reason) {
  return reason === "asked" ? null : { what, reason };
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

/**
 * @param {Tournament | null} before
 * @param {import("../protocol/frames.js").Lobby} frame
 * @returns {Tournament}
 */
function gather(before, frame) {
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
 * @param {Tournament | null} before
 * @param {import("../protocol/frames.js").Snapshot} frame
 * @param {string | undefined} me
 * @returns {Tournament}
 */
function restore(before, frame, me) {
  const same = before !== null && before.id === frame.tournament ? before : null;
  const duels = frame.duels.map((duel) => readDuel(duel));
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
    standings: frame.standings ?? [],
    rated: { ...same?.rated, ...Object.fromEntries(frame.rated.map((one) => [one.player, one])) },
  };
}

/**
 * @param {Tournament} before
 * @param {ServerFrame} frame
 * @param {string | undefined} me
 * @returns {Tournament}
 */
function proceed(before, frame, me) {
  switch (frame.type) {
    case "tournament-started":
      return {
        ...before,
        phase: "intro",
        language: frame.language,
        players: frame.players.map((one) => ({ ...one, away: null, place: null })),
      };
    case "round-opened": {
      const duels = frame.duels.map((duel) => readDuel({ ...duel, rows: [] }));
      return {
        ...before,
        phase: "intro",
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
      const duels = withDuel(before.duels, frame.duel, () => ({
        ...{ turn: null, toMove: null, deadline: null },
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
        startsAt: null,
        standings: frame.standings,
        players: withPlaces(before.players, frame.standings),
      };
    default:
      return before;
  }
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
    lastRound: null,
    fates: {},
    standings: [],
    rated: {},
  };
}

/** @param {import("../protocol/frames.js").SnapshotDuel} entry @returns {Duel} */
function readDuel(entry) {
  return {
    duel: entry.duel,
    players: entry.players,
    first: entry.first,
    length: entry.length,
    rows: entry.rows.map((row) => ({
      turn: row.turn,
      player: row.player,
      tiles: "tiles" in row ? row.tiles : [],
      marks: "marks" in row ? row.marks : [],
      isSkipped: "skipped" in row,
    })),
    turn: entry.turn ?? null,
    toMove: entry.to_move ?? null,
    deadline: entry.deadline ?? null,
    outcome: entry.outcome ?? null,
    winner: entry.winner ?? null,
    secret: entry.display ?? entry.secret ?? null,
    endedAt: null,
  };
}

/**
 * @param {readonly Duel[]} duels
 * @param {string | undefined} bye
 */
function startersOf(duels, bye) {
  return [...duels.flatMap((duel) => duel.players), ...(bye === undefined ? [] : [bye])];
}

/**
 * @param {readonly Duel[]} duels
 * @param {string} id
 * @param {(duel: Duel) => Partial<Duel>} change
 */
function withDuel(duels, id, change) {
  return duels.map((duel) => (duel.duel === id ? { ...duel, ...change(duel) } : duel));
}

/**
 * @param {readonly Contender[]} players
 * @param {{ [player: string]: number }} lives
 */
function withLives(players, lives) {
  return players.map((one) => ({ ...one, lives: lives[one.player] ?? one.lives }));
}

/**
 * @param {readonly Contender[]} players
 * @param {readonly { player: string, place: number }[]} placed
 */
function withPlaces(players, placed) {
  const places = new Map(placed.map(({ player, place }) => [player, place]));
  return players.map((one) => ({ ...one, place: places.get(one.player) ?? one.place }));
}
