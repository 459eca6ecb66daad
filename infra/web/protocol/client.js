/**
 * The session on a real socket: connecting, coming back, asking and being answered.
 *
 * Lives here: the WebSocket, the back-off, resending, giving up on a mute connection. What is known and owed is the
 * session's (`session.js`). Must not: know any screen. What it stands on (socket, clock, timers, chance) can be replaced.
 *
 * A browser does not tell why a handshake failed. So when several fail with a token, one is tried without: if that one
 * opens and the token's still does not, the token is refused, and only the person may decide to start as somebody new.
 */

import { Session } from "./session.js";

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").ClientFrame} ClientFrame */
/** @typedef {import("./frames.js").ErrorCode} ErrorCode */
/** @typedef {import("./frames.js").Answers} Answers */
/** @typedef {"connecting" | "live" | "lost" | "superseded" | "refused"} Status */
/**
 * What a client stands on.
 * @typedef {object} World
 * @property {(url: string) => WebSocket} socket
 * @property {() => number} now - epoch ms
 * @property {(action: () => void, ms: number) => number} after
 * @property {(timer: number) => void} cancel
 * @property {() => number} chance - from 0 to 1
 * @property {() => string} id
 */
/**
 * @typedef {object} Listeners
 * @property {(frame: ServerFrame) => void} onFrame - what the server shows, in order, without repeats
 * @property {(status: Status) => void} onStatus
 * @property {(token: string) => void} onToken - to be kept: it is all that proves who we are
 */
/** @typedef {{ frame: { action: string, id: string }, resolve: (frame: ServerFrame) => void, reject: (error: Error) => void, tries: number, timer: number }} Asked */

const ANSWER = 8_000; // ms without any frame after we asked: the connection is mute
const PATIENCE = 20_000; // ms in which a request is tried, over as many connections as it takes
const OPENING = 8_000; // ms for a handshake
const BACK_OFF = [250, 600, 1_200, 2_500, 5_000, 10_000]; // ms, each jittered
const RETRY = 250; // ms, doubled each time
const TRIES = 6;
const SUSPICION = 3; // failed handshakes in a row before the token is doubted

/** The server answered with an `error` frame. */
export class Refused extends Error {
  /** @param {import("./frames.js").Error} frame */
  constructor(frame) {
    super(`${frame.code}: ${frame.message}`);
    /** @type {ErrorCode} */
    this.code = frame.code;
  }
}

/** No answer came: it may have happened or not. */
export class Unanswered extends Error {}

/** @type {World} */
export const BROWSER = {
  socket: (url) => new WebSocket(url),
  now: () => Date.now(),
  after: (action, ms) => /** @type {number} */ (/** @type {unknown} */ (setTimeout(action, ms))),
  cancel: (timer) => clearTimeout(timer),
  chance: () => Math.random(),
  id: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};

export class Client {
  /** @type {Status} */
  status = "connecting";
  session;
  #url;
  #world;
  #listeners;
  /** @type {WebSocket | null} */
  #socket = null;
  #isGreeted = false;
  #helloId = "";
  #hellos = 0;
  #losses = 0;
  #hasOpened = false;
  #probe = /** @type {"none" | "trying" | "opened"} */ ("none");
  /** @type {Map<string, Asked>} */
  #asked = new Map();
  #errandTimer = 0;
  #reconnectTimer = 0;
  #watchdog = 0;

  /**
   * @param {string} url
   * @param {string | null} token
   * @param {Listeners} listeners
   * @param {World} world
   */
  constructor(url, token, listeners, world = BROWSER) {
    this.#url = url;
    this.#listeners = listeners;
    this.#world = world;
    this.session = new Session(token);
  }

  /** The server's time, in epoch ms. */
  now() {
    return this.#world.now() + this.session.clock.ahead;
  }

  /** Open the connection; it stays, or comes back, until it is closed, superseded or refused. */
  connect() {
    this.#world.cancel(this.#reconnectTimer);
    this.session.isSuperseded = false;
    this.#tell(this.session.me === null ? "connecting" : "lost");
    this.#open();
  }

  /** After `refused`: become somebody new. */
  forgetToken() {
    this.session = new Session(null);
    this.#losses = 0;
    this.connect();
  }

  /** The page is seen again, or the network is back: find out at once what the connection is worth. */
  wake() {
    if (this.status === "superseded" || this.status === "refused") return;
    if (this.#socket === null) {
      this.#losses = 0;
      this.connect();
    } else if (this.#isGreeted) {
      const { tournament } = this.session;
      this.#send({ action: "ping", id: this.#world.id(), ...(tournament !== null ? { tournament } : {}) });
    }
  }

  /**
   * Send a frame and wait for its answer. `retry`, `too-many-requests` and a lost connection are tried again under the
   * same id: the server lets a repeated id have its effect once. Rejects with Refused or Unanswered.
   * @template {keyof Answers} Action
   * @param {Action} action
   * @param {Omit<Extract<ClientFrame, { action: Action }>, "action" | "id">} fields
   * @returns {Promise<Answers[Action]>}
   */
  request(action, fields) {
    const frame = { action, id: this.#world.id(), ...fields };
    return new Promise((resolve, reject) => {
      const timer = this.#world.after(() => {
        this.#asked.delete(frame.id);
        reject(new Unanswered(action));
      }, PATIENCE);
      const settle = /** @type {(frame: ServerFrame) => void} */ (/** @type {unknown} */ (resolve));
      this.#asked.set(frame.id, { frame, resolve: settle, reject, tries: 0, timer });
      if (this.#isGreeted) this.#send(frame);
    });
  }

  #open() {
    const { token } = this.session;
    const isProbe = this.#probe === "trying";
    const socket = this.#world.socket(token && !isProbe ? `${this.#url}?token=${encodeURIComponent(token)}` : this.#url);
    this.#socket = socket;
    this.#hasOpened = false;
    this.#helloId = "";
    const opening = this.#world.after(() => this.#lose(socket), OPENING);
    socket.onopen = () => {
      this.#world.cancel(opening);
      if (socket !== this.#socket) return;
      this.#hasOpened = true;
      if (isProbe) {
        this.#probe = "opened";
        this.#lose(socket);
        return;
      }
      this.#probe = "none";
      this.#hellos = 0;
      this.#hello();
    };
    socket.onmessage = (message) => {
      if (socket === this.#socket) this.#hear(message.data);
    };
    socket.onclose = () => {
      this.#world.cancel(opening);
      this.#lose(socket);
    };
  }

  #hello() {
    this.#isGreeted = false;
    this.#helloId = this.#world.id();
    this.#send({ ...this.session.hello(), id: this.#helloId });
  }

  /** @param {string} text */
  #hear(text) {
    this.#world.cancel(this.#watchdog);
    this.#watchdog = 0;
    const frame = read(text);
    if (frame === null) {
      this.#greetAgain(!this.#isGreeted);
      return;
    }
    // The answer is matched before repeats are dropped: a repeated command is answered with an old seq.
    const asked = frame.re === undefined ? undefined : this.#asked.get(frame.re);
    const isHello = frame.re !== undefined && frame.re === this.#helloId;
    const tokenBefore = this.session.token;
    const shown = this.session.receive(frame, this.#world.now());
    if (this.session.token !== null && this.session.token !== tokenBefore) this.#listeners.onToken(this.session.token);
    if (frame.type === "error" && (frame.code === "retry" || frame.code === "too-many-requests")) {
      this.#tryAgain(frame, asked, isHello);
      return;
    }
    if (frame.type === "error" && frame.code === "not-seated" && asked === undefined && !isHello) {
      this.#hello(); // to a ping or a sync of ours: what we follow is no longer ours, so ask what is
      return;
    }
    if (isHello && frame.type === "welcome") {
      this.#isGreeted = true;
      this.#losses = 0;
      this.#tell("live");
    } else if (frame.re !== undefined && frame.type !== "error") {
      this.#hellos = 0;
    }
    for (const event of shown) this.#listeners.onFrame(event);
    if (asked !== undefined) this.#answer(asked, frame);
    if (this.session.isSuperseded) {
      this.#tell("superseded");
      this.#lose(this.#socket);
      return;
    }
    if (isHello) for (const { frame: unanswered } of this.#asked.values()) this.#send(unanswered);
    this.#planErrand();
  }

  /**
   * @param {Asked} asked
   * @param {ServerFrame} frame
   */
  #answer(asked, frame) {
    this.#asked.delete(asked.frame.id);
    this.#world.cancel(asked.timer);
    if (frame.type === "error") asked.reject(new Refused(frame));
    else asked.resolve(frame);
  }

  /**
   * `retry`: this connection is not taken for our live one (any more), or the server was busy: say hello again, then
   * send again what has no answer. `too-many-requests`: wait, doubling.
   * @param {import("./frames.js").Error} frame
   * @param {Asked | undefined} asked
   * @param {boolean} isHello
   */
  #tryAgain(frame, asked, isHello) {
    if (asked !== undefined && ++asked.tries >= TRIES) {
      this.#answer(asked, frame);
      return;
    }
    if (frame.code === "too-many-requests" && asked !== undefined) {
      this.#world.after(() => {
        if (this.#isGreeted && this.#asked.has(asked.frame.id)) this.#send(asked.frame);
      }, RETRY * 2 ** asked.tries);
      return;
    }
    this.#greetAgain(isHello);
  }

  /**
   * Hello again, after a pause that doubles until something is answered; after its welcome goes out what has no answer.
   * @param {boolean} isHello - whether it was the last hello that failed
   */
  #greetAgain(isHello) {
    const socket = this.#socket;
    if (!this.#isGreeted && !isHello) return; // a hello is under way
    if (++this.#hellos > TRIES) {
      this.#lose(socket);
      return;
    }
    this.#isGreeted = false;
    this.#world.after(() => {
      if (socket !== null && socket === this.#socket) this.#hello();
    }, RETRY * 2 ** (this.#hellos - 1));
  }

  /** @param {{ action: string, id: string, tournament?: string }} frame */
  #send(frame) {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== 1) return; // it goes out after the next welcome
    this.session.sent(frame, this.#world.now());
    socket.send(JSON.stringify(frame));
    if (!this.#watchdog) this.#watchdog = this.#world.after(() => this.#lose(socket), ANSWER);
    if (this.#isGreeted) this.#planErrand();
  }

  #planErrand() {
    this.#world.cancel(this.#errandTimer);
    if (!this.#isGreeted) return;
    const errand = this.session.nextErrand();
    const wait = Math.min(Math.max(0, errand.when - this.#world.now()), 2 ** 30);
    this.#errandTimer = this.#world.after(() => {
      if (!this.#isGreeted) return;
      const due = this.session.nextErrand();
      if (due.when <= this.#world.now()) this.#send({ ...due.frame, id: this.#world.id() });
      else this.#planErrand();
    }, wait);
  }

  /** @param {WebSocket | null} socket */
  #lose(socket) {
    if (socket === null || socket !== this.#socket) return;
    this.#socket = null;
    this.#isGreeted = false;
    this.session.lostConnection();
    for (const timer of [this.#errandTimer, this.#watchdog]) this.#world.cancel(timer);
    this.#watchdog = 0;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // It was never open.
    }
    if (this.session.isSuperseded) return;
    if (this.#isTokenRefused()) {
      this.#tell("refused");
      return;
    }
    this.#tell(this.session.me === null ? "connecting" : "lost");
    const pause = this.#probe === "opened" ? 0 : (BACK_OFF[Math.min(this.#losses, BACK_OFF.length - 1)] ?? 0);
    this.#losses += 1;
    this.#reconnectTimer = this.#world.after(() => this.#open(), pause * (0.5 + this.#world.chance() / 2));
  }

  /** Follow what failed handshakes tell of the token; whether it is surely refused. */
  #isTokenRefused() {
    if (this.session.token === null) return false;
    if (this.#probe === "opened" && !this.#hasOpened) {
      this.#probe = "none";
      return true;
    }
    if (this.#probe === "trying") this.#probe = "none"; // without a token neither: it is the network
    else if (this.#probe === "none" && !this.#hasOpened && this.#losses >= SUSPICION) this.#probe = "trying";
    return false;
  }

  /** @param {Status} status */
  #tell(status) {
    if (status === this.status) return;
    this.status = status;
    this.#listeners.onStatus(status);
  }
}

/**
 * A frame of the protocol; null for the gateway's own words (it speaks up when a function fails).
 * @param {string} text
 * @returns {ServerFrame | null}
 */
function read(text) {
  try {
    const frame = JSON.parse(text);
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
