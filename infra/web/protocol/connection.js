/**
 * One WebSocket at a time: it is opened, given up when nothing comes any more, and opened again.
 *
 * Lives here: the back-off, the time limits, and the search for a refused token. Must not: know a frame.
 *
 * A browser does not tell why a handshake failed. So when several fail with a token, one is tried without: if that one
 * opens and the token's still does not, the token is refused, and only the player may decide to start as somebody new.
 */

/** @typedef {import("./ports.js").Ports} Ports */
/**
 * @typedef {object} Handlers
 * @property {() => string | null} token - the one to connect with
 * @property {() => void} onOpen
 * @property {(text: string) => void} onText
 * @property {() => void} onLost - the socket is gone, for whatever reason
 * @property {() => void} onRetry - it will be opened again
 * @property {() => void} onRefused - the token is surely refused; it stays closed
 */

const ANSWER_TIMEOUT = 8_000; // ms without any text after we sent something
const OPEN_TIMEOUT = 8_000; // ms for a handshake
const BACK_OFF = [250, 600, 1_200, 2_500, 5_000, 10_000]; // ms, each jittered
const FAILURES_BEFORE_PROBE = 3; // failed handshakes in a row before the token is tested
const OPEN = 1; // WebSocket.OPEN

export class Connection {
  /** Counts the sockets: a later one has a higher number. */
  number = 0;
  #url;
  #ports;
  #handlers;
  /** @type {WebSocket | null} */
  #socket = null;
  #losses = 0;
  #hasOpened = false;
  #probe = /** @type {"none" | "trying" | "opened"} */ ("none");
  #reconnectTimer = 0;
  #watchdog = 0;

  /**
   * @param {string} url
   * @param {Ports} ports
   * @param {Handlers} handlers
   */
  constructor(url, ports, handlers) {
    this.#url = url;
    this.#ports = ports;
    this.#handlers = handlers;
  }

  /** Whether there is a socket, open or opening. */
  get isUp() {
    return this.#socket !== null;
  }

  /** Open it now. It comes back by itself until it is closed or refused. */
  open() {
    this.#ports.cancel(this.#reconnectTimer);
    this.#open();
  }

  /** The server knows us: past failures no longer count. */
  forgetLosses() {
    this.#losses = 0;
  }

  /** Give the socket up and open another one. */
  restart() {
    this.#lose(this.#socket);
  }

  /** Close it for good. */
  close() {
    this.#ports.cancel(this.#reconnectTimer);
    this.#drop();
  }

  /**
   * Send a text. Returns whether there is an open socket to send it on.
   * @param {string} text
   */
  send(text) {
    const socket = this.#socket;
    if (socket === null || socket.readyState !== OPEN) return false;
    socket.send(text);
    if (!this.#watchdog) this.#watchdog = this.#ports.after(() => this.#lose(socket), ANSWER_TIMEOUT);
    return true;
  }

  #open() {
    const token = this.#handlers.token();
    const isProbe = this.#probe === "trying";
    const socket = this.#ports.socket(token && !isProbe ? `${this.#url}?token=${encodeURIComponent(token)}` : this.#url);
    this.#socket = socket;
    this.#hasOpened = false;
    this.number += 1;
    const opening = this.#ports.after(() => this.#lose(socket), OPEN_TIMEOUT);
    socket.onopen = () => {
      this.#ports.cancel(opening);
      if (socket !== this.#socket) return;
      this.#hasOpened = true;
      if (isProbe) {
        this.#probe = "opened";
        this.#lose(socket);
        return;
      }
      this.#probe = "none";
      this.#handlers.onOpen();
    };
    socket.onmessage = (message) => {
      if (socket !== this.#socket) return;
      this.#ports.cancel(this.#watchdog);
      this.#watchdog = 0;
      this.#handlers.onText(message.data);
    };
    socket.onclose = () => {
      this.#ports.cancel(opening);
      this.#lose(socket);
    };
  }

  /** @param {WebSocket | null} socket */
  #lose(socket) {
    if (socket === null || socket !== this.#socket) return;
    this.#drop();
    if (this.#isTokenRefused()) {
      this.#handlers.onRefused();
      return;
    }
    this.#handlers.onRetry();
    const pause = this.#probe === "opened" ? 0 : (BACK_OFF[Math.min(this.#losses, BACK_OFF.length - 1)] ?? 0);
    this.#losses += 1;
    this.#reconnectTimer = this.#ports.after(() => this.#open(), pause * (0.5 + this.#ports.random() / 2));
  }

  #drop() {
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    this.#ports.cancel(this.#watchdog);
    this.#watchdog = 0;
    socket.onopen = socket.onmessage = socket.onclose = null;
    try {
      socket.close();
    } catch {
      // It was never open.
    }
    this.#handlers.onLost();
  }

  /** Learn from a lost socket whether the token is refused. Returns true once that is sure. */
  #isTokenRefused() {
    if (this.#handlers.token() === null) return false;
    if (this.#probe === "opened" && !this.#hasOpened) {
      this.#probe = "none";
      return true;
    }
    if (this.#probe === "trying") this.#probe = "none"; // without a token neither: it is the network
    else if (this.#probe === "none" && !this.#hasOpened && this.#losses >= FAILURES_BEFORE_PROBE) this.#probe = "trying";
    return false;
  }
}
