/**
 * A client's side of the conversation, without the socket: what it has heard and what it owes.
 *
 * Lives here: the order of a tournament's events (drop repeats, hold what came early, notice a gap), the tournament
 * that is followed, and when to ping (D15) or sync. No I/O: the present comes in as epoch ms of our own clock.
 * Must not: know what the frames mean for the screen; that is `state/`.
 */

import { ServerClock } from "./clock.js";

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").Player} Player */
/** @typedef {{ when: number, frame: { action: "ping", tournament?: string, seq?: number } | { action: "sync", tournament: string, seq: number } }} Errand */
/** @typedef {Extract<ServerFrame, { seq: number, tournament: string }>} Event */

const GAP_PATIENCE = 300; // ms: a missing event is usually under way
const SILENCE = 2_000; // ms after a deadline that we know
const SYNC_PAUSE = 2_000; // ms between two syncs
const LOBBY_PING = 20_000; // ms
const IDLE_PING = 300_000; // ms
const LEFT_KEPT = 8; // tournaments that were left, whose late frames are dropped

export class Session {
  clock = new ServerClock();
  /** @type {Player | null} */
  me = null;
  /** @type {string | null} */
  token;
  isSuperseded = false;

  /** The tournament that is followed; null at home and in the party. @type {string | null} */
  tournament = null;
  /** The last event that was shown. @type {number | null} */
  seq = null;
  /** How often a sync filled a gap. */
  gaps = 0;

  #isLobby = false;
  /** The highest seq that the server has spoken of. */
  #told = 0;
  /** @type {Map<number, Event>} */
  #early = new Map();
  /** Where we gave up a seat, and the last event there that is stale to us. @type {Map<string, number>} */
  #left = new Map();
  /** @type {number | null} */
  #gapSince = null;
  #syncedAt = -SYNC_PAUSE;
  #sentAt = 0;
  #isDoubtful = false;
  /** @type {Map<string, string | undefined>} ids of our pings and syncs, and the tournament they named */
  #asked = new Map();
  /** What must happen by when: the intro's end under "intro", a turn's under its duel. @type {Map<string, number>} */
  #deadlines = new Map();
  /** When to ping in our own turn, own clock. @type {{ duel: string, times: number[] }} */
  #turnPings = { duel: "", times: [] };

  /** @param {string | null} token */
  constructor(token = null) {
    this.token = token;
  }

  /** The first frame of a connection: with what was seen, after a lost one. */
  hello() {
    return /** @type {const} */ ({
      action: "hello",
      v: 1,
      ...(this.tournament !== null ? { tournament: this.tournament } : {}),
      ...(this.tournament !== null && this.seq !== null ? { seq: this.seq } : {}),
    });
  }

  /**
   * Take a frame in; answer what it lets us show, in order (nothing for a repeat, an early one, a stranger's).
   * @param {ServerFrame} frame
   * @param {number} now
   * @returns {ServerFrame[]}
   */
  receive(frame, now) {
    this.clock.hear(frame.at, now);
    const asked = frame.re !== undefined && this.#asked.has(frame.re) ? this.#asked.get(frame.re) : undefined;
    if (frame.re !== undefined) this.#asked.delete(frame.re);
    switch (frame.type) {
      case "welcome":
        this.me = frame.player;
        this.token = frame.token;
        // What we followed is over for us, or the seat in the lobby was lost while the connection was.
        if (frame.tournament === undefined || frame.tournament !== this.tournament) this.#forget();
        if (frame.tournament !== undefined) this.#left.delete(frame.tournament);
        return [frame];
      case "renamed":
        this.me = frame.player;
        return [frame];
      case "superseded":
        this.isSuperseded = true;
        return [frame];
      case "pong":
        if (asked !== undefined && asked === this.tournament && frame.seq !== undefined) this.#hearOf(frame.seq, now);
        return [frame];
      case "synced":
        if (frame.tournament === this.tournament) this.#hearOf(frame.seq, now);
        return [frame];
      case "error":
        if (!frame.definite) this.#isDoubtful = true;
        return [frame];
      case "unqueued":
      case "watch-ended":
        if (frame.tournament !== undefined && frame.tournament !== this.tournament) return [];
        // Leaving used one seq of its own; what comes later is a seat taken anew.
        this.#leave(this.tournament, (this.seq ?? 0) + 1);
        return [frame];
      case "rated":
      case "party":
      case "party-left":
        return [frame];
      default:
        return "tournament" in frame && "seq" in frame ? this.#take(frame, now) : [];
    }
  }

  /**
   * Note that a frame (with its `id`) went out.
   * @param {{ action: string, id: string, tournament?: string }} frame
   * @param {number} now
   */
  sent(frame, now) {
    this.#sentAt = now;
    this.#turnPings.times = this.#turnPings.times.filter((when) => when > now);
    if (frame.action === "ping" || frame.action === "sync") this.#asked.set(frame.id, frame.tournament);
    if (frame.action === "sync") {
      this.#syncedAt = now;
      this.#isDoubtful = false;
      if (this.#gapSince !== null) this.gaps += 1;
    }
  }

  /** Stop following: the server knows nothing of our seat there. @param {string} tournament */
  abandon(tournament) {
    this.#leave(tournament, this.seq ?? 0);
  }

  /** The next ping or sync that is owed; there is always one. @returns {Errand} */
  nextErrand() {
    const sync = this.#sync();
    const ping = this.#ping();
    return sync !== null && sync.when <= ping.when ? sync : ping;
  }

  /** Forget what was asked on a connection that is gone. */
  lostConnection() {
    this.#asked.clear();
  }

  /**
   * @param {Event} frame
   * @param {number} now
   * @returns {ServerFrame[]}
   */
  #take(frame, now) {
    const isStale = frame.seq <= (this.#left.get(frame.tournament) ?? -1);
    if (frame.type === "lobby" && !isStale) {
      if (frame.replaces !== undefined) this.#leave(frame.replaces, Infinity);
      if (frame.tournament !== this.tournament) this.#follow(frame.tournament);
    } else if (this.tournament === null && frame.type === "snapshot" && !isStale) {
      this.#follow(frame.tournament);
    }
    if (frame.tournament !== this.tournament) return [];
    this.#told = Math.max(this.#told, frame.seq);
    /** @type {Event[]} */
    const shown = [];
    const isWhole = frame.type === "lobby" || frame.type === "snapshot";
    if (isWhole && frame.seq >= (this.seq ?? 0)) {
      this.seq = frame.seq;
      shown.push(frame);
    } else if (this.seq === null || frame.seq > this.seq) {
      this.#early.set(frame.seq, frame);
    }
    for (let next; this.seq !== null && (next = this.#early.get(this.seq + 1)) !== undefined; ) {
      this.seq += 1;
      shown.push(next);
    }
    for (const seq of this.#early.keys()) if (this.seq !== null && seq <= this.seq) this.#early.delete(seq);
    this.#noteGap(now);
    for (const event of shown) this.#noteDeadlines(event, now);
    return shown;
  }

  /** @param {string} tournament */
  #follow(tournament) {
    this.#forget();
    this.#left.delete(tournament);
    this.tournament = tournament;
  }

  /**
   * @param {string | null} tournament
   * @param {number} stale
   */
  #leave(tournament, stale) {
    if (tournament === null) return;
    this.#left.set(tournament, stale);
    for (const oldest of this.#left.keys()) if (this.#left.size > LEFT_KEPT) this.#left.delete(oldest);
    if (tournament === this.tournament) this.#forget();
  }

  #forget() {
    this.tournament = null;
    this.seq = null;
    this.#isLobby = false;
    this.#told = 0;
    this.#early.clear();
    this.#gapSince = null;
    this.#isDoubtful = false;
    this.#deadlines.clear();
    this.#turnPings = { duel: "", times: [] };
  }

  /**
   * @param {number} seq
   * @param {number} now
   */
  #hearOf(seq, now) {
    this.#told = Math.max(this.#told, seq);
    this.#noteGap(now);
  }

  /** @param {number} now */
  #noteGap(now) {
    if (this.#told > (this.seq ?? 0)) this.#gapSince ??= now;
    else this.#gapSince = null;
  }

  /**
   * @param {Event} event
   * @param {number} now
   */
  #noteDeadlines(event, now) {
    this.#isLobby = event.type === "lobby";
    switch (event.type) {
      case "snapshot":
        this.#deadlines.clear();
        if (event.starts_at !== undefined) this.#deadlines.set("intro", event.starts_at);
        for (const duel of event.duels) {
          if (duel.deadline === undefined) continue;
          this.#deadlines.set(duel.duel, duel.deadline);
          if (duel.to_move === this.me?.id) this.#planTurnPings(duel.duel, event.at, duel.deadline, now);
        }
        break;
      case "round-opened":
        this.#deadlines.clear();
        this.#deadlines.set("intro", event.starts_at);
        break;
      case "turn-started":
        this.#deadlines.delete("intro");
        this.#deadlines.set(event.duel, event.deadline);
        if (event.player === this.me?.id) this.#planTurnPings(event.duel, event.at, event.deadline, now);
        break;
      case "guess-scored":
      case "turn-skipped":
      case "duel-ended":
        this.#deadlines.delete(event.duel);
        if (event.duel === this.#turnPings.duel) this.#turnPings = { duel: "", times: [] };
        break;
      case "tournament-ended":
        this.#deadlines.clear();
        break;
    }
  }

  /**
   * D15: a ping after each third of our own turn; the last one makes an expired turn pass at once.
   * @param {string} duel
   * @param {number} start
   * @param {number} deadline
   * @param {number} now
   */
  #planTurnPings(duel, start, deadline, now) {
    const third = (deadline - start) / 3;
    const times = [1, 2, 3].map((n) => Math.ceil(start + third * n - this.clock.ahead)).filter((when) => when > now);
    this.#turnPings = { duel, times };
  }

  /** @returns {Errand} */
  #ping() {
    let when = this.#sentAt + (this.#isLobby ? LOBBY_PING : IDLE_PING);
    const [next] = this.#turnPings.times;
    if (next !== undefined) when = Math.min(when, next);
    return {
      when,
      frame: {
        action: "ping",
        ...(this.tournament !== null ? { tournament: this.tournament } : {}),
        ...(this.tournament !== null && this.seq !== null ? { seq: this.seq } : {}),
      },
    };
  }

  /** @returns {Errand | null} */
  #sync() {
    if (this.tournament === null) return null;
    const reasons = [...this.#deadlines.values()].map((deadline) => deadline + SILENCE - this.clock.ahead);
    if (this.#gapSince !== null) reasons.push(this.#gapSince + GAP_PATIENCE);
    if (this.#isDoubtful) reasons.push(0);
    if (!reasons.length) return null;
    const when = Math.max(Math.min(...reasons), this.#syncedAt + SYNC_PAUSE);
    return { when, frame: { action: "sync", tournament: this.tournament, seq: this.seq ?? 0 } };
  }
}
