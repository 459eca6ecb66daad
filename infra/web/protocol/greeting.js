/**
 * The greeting of a connection: hello, until it is answered by a welcome.
 *
 * Lives here: which hello is under way, how often it failed, what each error in answer to it means. Must not: send; it only
 * says when the next hello is due.
 */

/** @typedef {import("./frames.js").Error} ErrorFrame */
/** @typedef {import("./frames.js").ErrorCode} ErrorCode */

const RETRY = 250; // ms before the second hello, doubled each time
const TRIES = 6; // hellos on one connection
const TRIES_UNREPORTED = 2; // failures that are usual when a connection is taken over
// These answers stay the same however often this client asks.
/** @type {ReadonlySet<ErrorCode>} */
const FINAL = new Set(["unsupported-version", "bad-frame", "unknown-action", "too-large"]);

export class Greeting {
  /** Whether the server welcomed this connection. */
  isDone = false;
  #id = "";
  #tries = 0;

  /** A new connection. */
  reset() {
    this.isDone = false;
    this.#id = "";
    this.#tries = 0;
  }

  /** A hello goes out under this id. @param {string} id */
  begin(id) {
    this.isDone = false;
    this.#id = id;
  }

  /** Whether a frame answers the hello that is under way. @param {{ re?: string }} frame */
  isAnsweredBy(frame) {
    return frame.re !== undefined && frame.re === this.#id;
  }

  /** The welcome came. */
  finish() {
    this.isDone = true;
  }

  /** A command was carried out: earlier failures no longer count. */
  noteSuccess() {
    this.#tries = 0;
  }

  /**
   * A hello failed. Returns the ms to wait before the next one; null if this connection is given up.
   * @param {number} [least] - ms that the server asked to wait
   * @returns {number | null}
   */
  fail(least = 0) {
    this.isDone = false;
    this.#tries += 1;
    return this.#tries > TRIES ? null : Math.max(least, RETRY * 2 ** (this.#tries - 1));
  }

  /**
   * What an error in answer to hello means for the player: null while it is nothing unusual.
   * @param {ErrorCode} code
   * @returns {"incompatible" | "failing" | null}
   */
  meaningOf(code) {
    if (FINAL.has(code)) return "incompatible";
    return code !== "retry" || this.#tries >= TRIES_UNREPORTED ? "failing" : null;
  }
}
