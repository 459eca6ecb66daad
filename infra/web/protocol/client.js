/**
 * A client: it says hello, sends commands until they are answered, and hands on what is to be shown.
 *
 * Lives here: what each frame sets off, and what is due. The socket is `connection.js`, the hello
 * `greeting.js`, what waits for an answer `requests.js`, what is known `session.js`. Must not: know any screen.
 */

import { Connection } from "./connection.js";
import { DueTimer } from "./due_timer.js";
import { Greeting } from "./greeting.js";
import { BROWSER } from "./ports.js";
import { readFrames } from "./read.js";
import { Requests, retryAfterOf } from "./requests.js";
import { Session } from "./session.js";

export { Refused, Unanswered } from "./requests.js";

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./frames.js").ClientFrame} ClientFrame */
/** @typedef {import("./frames.js").Answers} Answers */
/** @typedef {import("./ports.js").Ports} Ports */
/** @typedef {import("./requests.js").Request} Request */
/**
 * `failing`: the server answers hello by errors, and the client keeps trying. `superseded` (another device took over),
 * `refused` (the token) and `incompatible` (this client is too old) are final: only the player can go on.
 * @typedef {"connecting" | "live" | "lost" | "failing" | "superseded" | "refused" | "incompatible"} Status
 */
/**
 * @typedef {object} Listeners
 * @property {(frame: ServerFrame) => void} onFrame - what the server shows, in order, without repeats
 * @property {(status: Status) => void} onStatus
 * @property {(token: string) => void} onToken - to be stored: it alone proves who we are
 */

/** @type {ReadonlySet<Status>} */
const FINAL = new Set(["superseded", "refused", "incompatible"]);

export class Client {
  /** @type {Status} */
  status = "connecting";
  session;
  #ports;
  #listeners;
  #connection;
  #requests;
  #greeting = new Greeting();
  #due;

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
    this.#due = new DueTimer(ports, () => this.session.nextDueFrame(), (frame) => {
      if (this.#greeting.isDone) this.#send({ ...frame, id: ports.id() });
    });
    this.#connection = new Connection(url, ports, {
      token: () => this.session.token,
      onOpen: () => {
        this.#greeting.reset();
        this.#hello();
      },
      onText: (text) => this.#read(text),
      onLost: () => this.#noteLoss(),
      onRetry: () => this.#setStatus(this.status === "failing" ? "failing" : this.#statusWithoutServer()),
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
    this.#setStatus(this.#statusWithoutServer());
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
    if (FINAL.has(this.status)) return;
    if (!this.#connection.isUp) {
      this.#connection.forgetLosses();
      this.connect();
    } else if (this.#greeting.isDone) {
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
    if (this.#greeting.isDone) this.#send(frame);
    return /** @type {Promise<Answers[Action]>} */ (/** @type {unknown} */ (answer));
  }

  #statusWithoutServer() {
    return this.session.me === null ? "connecting" : "lost";
  }

  #hello() {
    const id = this.#ports.id();
    this.#greeting.begin(id);
    this.#send({ ...this.session.hello(), id });
  }

  /** @param {string} text */
  #read(text) {
    const frames = readFrames(text);
    if (frames === null && !this.#greeting.isDone) this.#setStatus("failing");
    if (frames === null) this.#greetAgain(!this.#greeting.isDone);
    for (const frame of frames ?? []) if (!FINAL.has(this.status)) this.#receive(frame);
  }

  /** @param {ServerFrame} frame */
  #receive(frame) {
    // The answer is matched before repeats are dropped: a repeated command is answered with an old seq.
    const request = this.#requests.answeredBy(frame);
    const isHello = this.#greeting.isAnsweredBy(frame);
    const tokenBefore = this.session.token;
    const shown = this.session.receive(frame, this.#ports.now());
    if (this.session.token !== null && this.session.token !== tokenBefore) this.#listeners.onToken(this.session.token);
    if (frame.type === "error" && this.#handleError(frame, request, isHello)) return;
    if (isHello && frame.type === "welcome") {
      this.#greeting.finish();
      this.#connection.forgetLosses();
      this.#setStatus("live");
    } else if (frame.re !== undefined && frame.type !== "error") {
      this.#greeting.noteSuccess();
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
   * Errors that the client deals with by itself. Returns whether that is all there is to do.
   * @param {import("./frames.js").Error} frame
   * @param {Request | undefined} request
   * @param {boolean} isHello
   */
  #handleError(frame, request, isHello) {
    if (isHello) {
      const status = this.#greeting.meaningOf(frame.code);
      if (status !== null) this.#setStatus(status);
      if (status === "incompatible") this.#connection.close();
      else this.#greetAgain(true, retryAfterOf(frame) ?? 0);
      return true;
    }
    if (frame.code === "retry" || frame.code === "too-many-requests") {
      this.#tryAgain(frame, request);
      return true;
    }
    if (frame.code === "not-seated" && request === undefined) {
      this.#hello(); // the answer to a ping or sync of ours: the seat we follow is gone, so ask which one we have
      return true;
    }
    return false;
  }

  /**
   * `retry`: this connection is not our live one (any more), or the server was busy; say hello again, then send again
   * what has no answer. `too-many-requests`: wait, doubling.
   * @param {import("./frames.js").Error} frame
   * @param {Request | undefined} request
   */
  #tryAgain(frame, request) {
    const wait = request === undefined ? null : this.#requests.nextTry(request, retryAfterOf(frame));
    if (request !== undefined && wait === null) {
      this.#requests.settle(request, frame);
    } else if (frame.code === "too-many-requests" && request !== undefined && wait !== null) {
      this.#ports.after(() => {
        if (this.#greeting.isDone && this.#requests.has(request)) this.#send(request.frame);
      }, wait);
    } else {
      this.#greetAgain(false);
    }
  }

  /**
   * Say hello again, after a pause that doubles until something is answered.
   * @param {boolean} isHello - whether it was the last hello that failed
   * @param {number} [least] - ms that the server asked to wait
   */
  #greetAgain(isHello, least) {
    if (!this.#greeting.isDone && !isHello) return; // a hello is under way
    const wait = this.#greeting.fail(least);
    const { number } = this.#connection;
    const again = () => {
      if (this.#connection.isUp && number === this.#connection.number) this.#hello();
    };
    if (wait === null) this.#connection.restart();
    else this.#ports.after(again, wait);
  }

  /** Without an open socket nothing is sent: it goes out after the next welcome. @param {{ action: string, id: string, tournament?: string }} frame */
  #send(frame) {
    if (!this.#connection.send(JSON.stringify(frame))) return;
    this.session.sent(frame, this.#ports.now());
    if (this.#greeting.isDone) this.#planDueFrame();
  }

  #planDueFrame() {
    if (this.#greeting.isDone) this.#due.plan();
  }

  #noteLoss() {
    this.#greeting.reset();
    this.#due.stop();
    this.session.lostConnection();
  }

  /** @param {Status} status */
  #setStatus(status) {
    if (status === this.status) return;
    this.status = status;
    this.#listeners.onStatus(status);
  }
}
