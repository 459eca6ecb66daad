/**
 * A client: it says hello, sends commands until they are answered, and hands on what is to be shown.
 *
 * Lives here: the greeting, trying again, the timer of pings and syncs. The socket is `connection.js`, what waits for an
 * answer `requests.js`, what is known `session.js`. Must not: know any screen.
 */

import { Connection } from "./connection.js";
import { BROWSER } from "./ports.js";
import { Requests } from "./requests.js";
import { Session } from "./session.js";

export { Refused, Unanswered } from "./requests.js";

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").ClientFrame} ClientFrame */
/** @typedef {import("./frames.js").Answers} Answers */
/** @typedef {import("./ports.js").Ports} Ports */
/** @typedef {import("./requests.js").Request} Request */
/** @typedef {"connecting" | "live" | "lost" | "superseded" | "refused"} Status */
/**
 * @typedef {object} Listeners
 * @property {(frame: ServerFrame) => void} onFrame - what the server shows, in order, without repeats
 * @property {(status: Status) => void} onStatus
 * @property {(token: string) => void} onToken - to be stored: it alone proves who we are
 */

const RETRY = 250; // ms, doubled each time
const TRIES = 6;
const LONGEST_TIMER = 2 ** 30; // ms

export class Client {
  /** @type {Status} */
  status = "connecting";
  session;
  #ports;
  #listeners;
  #connection;
  #requests;
  #isGreeted = false;
  #helloId = "";
  #hellos = 0;
  #dueTimer = 0;

  /**
   * @param {string} url
   * @param {string | null} token
   * @param {Listeners} listeners
   * @param {Ports} ports
   */
  constructor(url, token, listeners, ports = BROWSER) {
    this.#listeners = listeners;
    this.#ports = ports;
    this.session = new Session(token);
    this.#requests = new Requests(ports);
    this.#connection = new Connection(url, ports, {
      token: () => this.session.token,
      onOpen: () => {
        this.#hellos = 0;
        this.#hello();
      },
      onText: (text) => this.#receive(text),
      onLost: () => this.#noteLoss(),
      onRetry: () => this.#setStatus(this.session.me === null ? "connecting" : "lost"),
      onRefused: () => this.#setStatus("refused"),
    });
  }

  /** The server's time, in epoch ms. */
  now() {
    return this.#ports.now() + this.session.clock.ahead;
  }

  /** Open the connection. It stays, or comes back, until it is superseded or refused. */
  connect() {
    this.session.isSuperseded = false;
    this.#setStatus(this.session.me === null ? "connecting" : "lost");
    this.#connection.open();
  }

  /** After `refused`: become somebody new. */
  forgetToken() {
    this.session = new Session(null);
    this.#connection.forgetLosses();
    this.connect();
  }

  /** The page is visible again, or the network is back: find out at once whether the connection still works. */
  wake() {
    if (this.status === "superseded" || this.status === "refused") return;
    if (!this.#connection.isUp) {
      this.#connection.forgetLosses();
      this.connect();
    } else if (this.#isGreeted) {
      const { tournament } = this.session;
      this.#send({ action: "ping", id: this.#ports.id(), ...(tournament !== null ? { tournament } : {}) });
    }
  }

  /**
   * Send a frame and wait for its answer. After `retry`, `too-many-requests` or a lost connection it is sent again under
   * the same id: the server lets a repeated id have its effect once. Rejects with Refused or Unanswered.
   * @template {keyof Answers} Action
   * @param {Action} action
   * @param {Omit<Extract<ClientFrame, { action: Action }>, "action" | "id">} fields
   * @returns {Promise<Answers[Action]>}
   */
  request(action, fields) {
    const frame = { action, id: this.#ports.id(), ...fields };
    const answer = this.#requests.add(frame);
    if (this.#isGreeted) this.#send(frame);
    return /** @type {Promise<Answers[Action]>} */ (/** @type {unknown} */ (answer));
  }

  #hello() {
    this.#isGreeted = false;
    this.#helloId = this.#ports.id();
    this.#send({ ...this.session.hello(), id: this.#helloId });
  }

  /** @param {string} text */
  #receive(text) {
    const frame = readFrame(text);
    if (frame === null) {
      this.#greetAgain(!this.#isGreeted);
      return;
    }
    // The answer is matched before repeats are dropped: a repeated command is answered with an old seq.
    const request = this.#requests.answeredBy(frame);
    const isHello = frame.re !== undefined && frame.re === this.#helloId;
    const tokenBefore = this.session.token;
    const shown = this.session.receive(frame, this.#ports.now());
    if (this.session.token !== null && this.session.token !== tokenBefore) this.#listeners.onToken(this.session.token);
    if (frame.type === "error" && (frame.code === "retry" || frame.code === "too-many-requests")) {
      this.#tryAgain(frame, request, isHello);
      return;
    }
    if (frame.type === "error" && frame.code === "not-seated" && request === undefined && !isHello) {
      this.#hello(); // the answer to a ping or sync of ours: the seat we follow is gone, so ask which one we have
      return;
    }
    if (isHello && frame.type === "welcome") {
      this.#isGreeted = true;
      this.#connection.forgetLosses();
      this.#setStatus("live");
    } else if (frame.re !== undefined && frame.type !== "error") {
      this.#hellos = 0;
    }
    for (const event of shown) this.#listeners.onFrame(event);
    if (request !== undefined) this.#requests.settle(request, frame);
    if (this.session.isSuperseded) {
      this.#setStatus("superseded");
      this.#connection.close();
      return;
    }
    if (isHello) for (const unanswered of this.#requests.unanswered()) this.#send(unanswered);
    this.#planDueFrame();
  }

  /**
   * `retry`: this connection is not our live one (any more), or the server was busy; say hello again, then send again
   * what has no answer. `too-many-requests`: wait, doubling.
   * @param {import("./frames.js").Error} frame
   * @param {Request | undefined} request
   * @param {boolean} isHello
   */
  #tryAgain(frame, request, isHello) {
    if (request !== undefined && ++request.tries >= TRIES) {
      this.#requests.settle(request, frame);
      return;
    }
    if (frame.code === "too-many-requests" && request !== undefined) {
      this.#ports.after(() => {
        if (this.#isGreeted && this.#requests.has(request)) this.#send(request.frame);
      }, RETRY * 2 ** request.tries);
      return;
    }
    this.#greetAgain(isHello);
  }

  /**
   * Say hello again, after a pause that doubles until something is answered. After the welcome, what has no answer is
   * sent again.
   * @param {boolean} isHello - whether it was the last hello that failed
   */
  #greetAgain(isHello) {
    if (!this.#isGreeted && !isHello) return; // a hello is under way
    if (++this.#hellos > TRIES) {
      this.#connection.restart();
      return;
    }
    this.#isGreeted = false;
    const { number } = this.#connection;
    this.#ports.after(() => {
      if (this.#connection.isUp && number === this.#connection.number) this.#hello();
    }, RETRY * 2 ** (this.#hellos - 1));
  }

  /** Without an open socket nothing is sent: it goes out after the next welcome. @param {{ action: string, id: string, tournament?: string }} frame */
  #send(frame) {
    if (!this.#connection.send(JSON.stringify(frame))) return;
    this.session.sent(frame, this.#ports.now());
    if (this.#isGreeted) this.#planDueFrame();
  }

  #planDueFrame() {
    this.#ports.cancel(this.#dueTimer);
    if (!this.#isGreeted) return;
    const { when } = this.session.nextDueFrame();
    const wait = Math.min(Math.max(0, when - this.#ports.now()), LONGEST_TIMER);
    this.#dueTimer = this.#ports.after(() => {
      if (!this.#isGreeted) return;
      const due = this.session.nextDueFrame();
      if (due.when <= this.#ports.now()) this.#send({ ...due.frame, id: this.#ports.id() });
      else this.#planDueFrame();
    }, wait);
  }

  #noteLoss() {
    this.#isGreeted = false;
    this.#helloId = "";
    this.#ports.cancel(this.#dueTimer);
    this.session.lostConnection();
  }

  /** @param {Status} status */
  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.#listeners.onStatus(status);
  }
}

/**
 * A frame of the protocol; null for a text of the gateway, which answers by itself when a function fails.
 * @param {string} text
 * @returns {ServerFrame | null}
 */
function readFrame(text) {
  try {
    const frame = JSON.parse(text);
    return typeof frame?.type === "string" ? frame : null;
  } catch {
    return null;
  }
}
