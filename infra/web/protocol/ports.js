/**
 * What a client stands on: sockets, the clock, timers, chance. A test replaces them.
 */

/**
 * @typedef {object} Ports
 * @property {(url: string) => WebSocket} socket
 * @property {() => number} now - epoch ms
 * @property {(action: () => void, ms: number) => number} after - returns the timer
 * @property {(timer: number) => void} cancel
 * @property {() => number} random - from 0 to 1
 * @property {() => string} id - a new one each time
 */

/** @type {Ports} */
export const BROWSER = {
  socket: (url) => new WebSocket(url),
  now: () => Date.now(),
  after: (action, ms) => /** @type {number} */ (/** @type {unknown} */ (setTimeout(action, ms))),
  cancel: (timer) => clearTimeout(timer),
  random: () => Math.random(),
  id: () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(""),
};
