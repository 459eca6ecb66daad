/**
 * Commands that wait for their answers.
 *
 * Lives here: each command with its promise, its number of tries and its time limit. Must not: know the socket.
 */

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").ErrorCode} ErrorCode */
/** @typedef {import("./ports.js").Ports} Ports */
/** @typedef {{ frame: { action: string, id: string }, resolve: (frame: ServerFrame) => void, reject: (error: Error) => void, tries: number, timer: number }} Request */

const RETRY = 250; // ms, doubled with each try
const TRIES = 6;
const REQUEST_TIMEOUT = 20_000; // ms in which a command is tried, over as many connections as it takes

/** The server answered with an `error` frame. */
export class Refused extends Error {
  /** @param {import("./frames.js").Error} frame */
  constructor(frame) {
    super(`${frame.code}: ${frame.message}`);
    /** @type {ErrorCode} */
    this.code = frame.code;
    /** How long the server asked to wait, in ms; null if it did not. */
    this.retryAfter = retryAfterOf(frame);
  }
}

/** No answer came: the command may have had its effect or not. */
export class Unanswered extends Error {}

export class Requests {
  #ports;
  /** @type {Map<string, Request>} */
  #open = new Map();

  /** @param {Ports} ports */
  constructor(ports) {
    this.#ports = ports;
  }

  /**
   * Wait for the answer to a frame. Rejects with Refused or Unanswered.
   * @param {{ action: string, id: string }} frame
   * @returns {Promise<ServerFrame>}
   */
  add(frame) {
    return new Promise((resolve, reject) => {
      const timer = this.#ports.after(() => {
        this.#open.delete(frame.id);
        reject(new Unanswered(frame.action));
      }, REQUEST_TIMEOUT);
      this.#open.set(frame.id, { frame, resolve, reject, tries: 0, timer });
    });
  }

  /** The request that a frame answers, if it is one of ours. @param {ServerFrame} frame */
  answeredBy(frame) {
    return frame.re === undefined ? undefined : this.#open.get(frame.re);
  }

  /** Whether a request still waits. @param {Request} request */
  has(request) {
    return this.#open.has(request.frame.id);
  }

  /**
   * A command was turned away for now. Returns the ms to wait before it is sent again; null if the player is to be told.
   * @param {Request} request
   * @param {number | null} asked - ms that the server asked to wait
   */
  nextTry(request, asked) {
    request.tries += 1;
    const wait = Math.max(asked ?? 0, RETRY * 2 ** request.tries);
    return request.tries >= TRIES || wait >= REQUEST_TIMEOUT ? null : wait;
  }

  /** @param {Request} request @param {ServerFrame} frame */
  settle(request, frame) {
    this.#open.delete(request.frame.id);
    this.#ports.cancel(request.timer);
    if (frame.type === "error") request.reject(new Refused(frame));
    else request.resolve(frame);
  }

  /** The frames that have no answer yet, oldest first. */
  unanswered() {
    return [...this.#open.values()].map(({ frame }) => frame);
  }
}

/** How long an error asks to wait, in ms. @param {import("./frames.js").Error & { retry_after?: number }} frame */
export function retryAfterOf(frame) {
  return frame.retry_after ?? null;
}
