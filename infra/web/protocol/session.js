/**
 * A client's side of the conversation, without the socket.
 *
 * Lives here: who we are, which tournament is followed, what each kind of frame does to that. The order of events is
 * `sequence.js`, what is due `due_frames.js`. No I/O: the present comes in as epoch ms of our own clock.
 * Must not: know what a frame means for the screen; that is `state/`.
 */

import { ServerClock } from "./clock.js";
import { DueFrames } from "./due_frames.js";
import { Sequence } from "./sequence.js";

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").Player} Player */

export class Session {
  clock = new ServerClock();
  /** @type {Player | null} */
  me = null;
  /** @type {string | null} */
  token;
  isSuperseded = false;
  /** How often a sync filled a gap. */
  gaps = 0;

  #sequence = new Sequence();
  #due = new DueFrames();
  /** The ids of our pings and syncs, with the tournament they named. @type {Map<string, string | undefined>} */
  #asked = new Map();

  /** @param {string | null} token */
  constructor(token = null) {
    this.token = token;
  }

  /** The tournament that is followed; null at home and in the party. */
  get tournament() {
    return this.#sequence.tournament;
  }

  /** The `seq` of the last event that was shown. */
  get seq() {
    return this.#sequence.seq;
  }

  /** The first frame of a connection. After a lost one it names what was seen. */
  hello() {
    const { tournament, seq } = this.#sequence;
    return /** @type {const} */ ({
      action: "hello",
      v: 1,
      ...(tournament !== null ? { tournament } : {}),
      ...(tournament !== null && seq !== null ? { seq } : {}),
    });
  }

  /**
   * Take a frame in. Returns the frames to show, in order: none for a repeat, an early event, another tournament's.
   * @param {ServerFrame} frame
   * @param {number} now
   * @returns {ServerFrame[]}
   */
  receive(frame, now) {
    this.clock.observe(frame.at, now);
    const asked = frame.re !== undefined && this.#asked.has(frame.re) ? this.#asked.get(frame.re) : undefined;
    if (frame.re !== undefined) this.#asked.delete(frame.re);
    switch (frame.type) {
      case "welcome":
        this.me = frame.player;
        this.token = frame.token;
        // What we followed is over for us, or the seat in the lobby was lost while the connection was.
        if (frame.tournament === undefined || frame.tournament !== this.tournament) this.#forget();
        if (frame.tournament !== undefined) this.#sequence.rejoin(frame.tournament);
        return [frame];
      case "renamed":
        this.me = frame.player;
        return [frame];
      case "superseded":
        this.isSuperseded = true;
        return [frame];
      case "pong":
        if (asked !== undefined && asked === this.tournament && frame.seq !== undefined) this.#sequence.learnOf(frame.seq, now);
        return [frame];
      case "synced":
        if (frame.tournament === this.tournament) this.#sequence.learnOf(frame.seq, now);
        return [frame];
      case "error":
        if (!frame.definite) this.#due.needsSync = true;
        return [frame];
      case "unqueued":
      case "watch-ended":
        if (frame.tournament !== undefined && frame.tournament !== this.tournament) return [];
        // Leaving used one seq of its own; what comes later is a seat taken again.
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
    this.#due.noteSent(frame.action, now);
    if (frame.action === "ping" || frame.action === "sync") this.#asked.set(frame.id, frame.tournament);
    if (frame.action === "sync" && this.#sequence.gapSince !== null) this.gaps += 1;
  }

  /** Stop following a tournament in which the server knows no seat of ours. @param {string} tournament */
  abandon(tournament) {
    this.#leave(tournament, this.seq ?? 0);
  }

  /** The next ping or sync that is due; there is always one. */
  nextDueFrame() {
    return this.#due.next(this.#sequence, this.clock.ahead);
  }

  /** Forget what was asked on a connection that is gone. */
  lostConnection() {
    this.#asked.clear();
  }

  /**
   * @param {import("./sequence.js").Event} frame
   * @param {number} now
   * @returns {ServerFrame[]}
   */
  #take(frame, now) {
    const before = this.tournament;
    const shown = this.#sequence.take(frame, now);
    if (this.tournament !== before) this.#due.forget();
    for (const event of shown) this.#due.noteEvent(event, this.me?.id, this.clock.ahead, now);
    return shown;
  }

  /** @param {string | null} tournament @param {number} stale */
  #leave(tournament, stale) {
    const before = this.tournament;
    this.#sequence.leave(tournament, stale);
    if (this.tournament !== before) this.#due.forget();
  }

  #forget() {
    this.#sequence.forget();
    this.#due.forget();
  }
}
