/**
 * The server's clock, learned from the `at` of its frames.
 *
 * Lives here: one number, by how many ms the server's clock is ahead of ours. No I/O: both times come in as epoch ms.
 */

const SAMPLES = 32;

export class ServerClock {
  /** @type {number[]} */
  #differences = [];

  /**
   * Learn from a frame that was stamped `at` by the server and came at `now` by our own clock.
   * @param {number} at - epoch ms
   * @param {number} now - epoch ms
   */
  observe(at, now) {
    this.#differences.push(at - now);
    if (this.#differences.length > SAMPLES) this.#differences.shift();
  }

  /** By how many ms the server is ahead of us. A frame is late, never early: the largest difference is nearest. */
  get ahead() {
    return this.#differences.length ? Math.max(...this.#differences) : 0;
  }
}
