/**
 * The order of a tournament's events: which one may be shown next.
 *
 * Lives here: the tournament that is followed and its last `seq`; repeats are dropped, early events wait, a gap is noticed.
 * No I/O: times come in as epoch ms of our own clock. Must not: know what an event means for the screen.
 */

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {Extract<ServerFrame, { seq: number, tournament: string }>} Event */

const LEFT_KEPT = 8; // tournaments that were left, whose late frames are dropped

export class Sequence {
  /** The tournament that is followed; null at home and in the party. @type {string | null} */
  tournament = null;
  /** The `seq` of the last event that was shown. @type {number | null} */
  seq = null;
  /** Since when an event is known to be missing, in ms of our own clock. @type {number | null} */
  gapSince = null;

  /** The highest `seq` that the server has named. */
  #highest = 0;
  /** @type {Map<number, Event>} */
  #early = new Map();
  /** The tournaments whose seat was given up, with the last `seq` there that no longer counts. @type {Map<string, number>} */
  #left = new Map();

  /**
   * Take an event in. Returns the events that may be shown now, in order.
   * @param {Event} frame
   * @param {number} now
   * @returns {Event[]}
   */
  take(frame, now) {
    const isStale = frame.seq <= (this.#left.get(frame.tournament) ?? -1);
    if (frame.type === "lobby" && !isStale) {
      if (frame.replaces !== undefined) this.leave(frame.replaces, Infinity);
      if (frame.tournament !== this.tournament) this.#follow(frame.tournament);
    } else if (this.tournament === null && frame.type === "snapshot" && !isStale) {
      this.#follow(frame.tournament);
    }
    if (frame.tournament !== this.tournament) return [];
    this.#highest = Math.max(this.#highest, frame.seq);
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
    return shown;
  }

  /**
   * The server named a `seq`: whether something is missing.
   * @param {number} seq
   * @param {number} now
   */
  learnOf(seq, now) {
    this.#highest = Math.max(this.#highest, seq);
    this.#noteGap(now);
  }

  /**
   * Stop following a tournament. Its frames up to `stale` are dropped; a later one is a seat taken again.
   * @param {string | null} tournament
   * @param {number} stale
   */
  leave(tournament, stale) {
    if (tournament === null) return;
    this.#left.set(tournament, stale);
    for (const oldest of this.#left.keys()) if (this.#left.size > LEFT_KEPT) this.#left.delete(oldest);
    if (tournament === this.tournament) this.forget();
  }

  /** The server says that we have a seat there. @param {string} tournament */
  rejoin(tournament) {
    this.#left.delete(tournament);
  }

  /** Follow nothing. */
  forget() {
    this.tournament = null;
    this.seq = null;
    this.gapSince = null;
    this.#highest = 0;
    this.#early.clear();
  }

  /** @param {string} tournament */
  #follow(tournament) {
    this.forget();
    this.#left.delete(tournament);
    this.tournament = tournament;
  }

  /** @param {number} now */
  #noteGap(now) {
    if (this.#highest > (this.seq ?? 0)) this.gapSince ??= now;
    else this.gapSince = null;
  }
}
