/** Sends each ping and sync when it is due: one timer, set again after everything that is sent or received. */

/** @typedef {import("./due_frames.js").DueFrame} DueFrame */
/** @typedef {import("./ports.js").Ports} Ports */

const LONGEST_TIMER = 2 ** 30; // ms

export class DueTimer {
  #ports;
  #next;
  #send;
  #timer = 0;

  /**
   * @param {Ports} ports
   * @param {() => DueFrame} next - the frame that is due next
   * @param {(frame: DueFrame["frame"]) => void} send
   */
  constructor(ports, next, send) {
    this.#ports = ports;
    this.#next = next;
    this.#send = send;
  }

  /** Set the timer for what is due next. */
  plan() {
    this.stop();
    const wait = Math.min(Math.max(0, this.#next().when - this.#ports.now()), LONGEST_TIMER);
    this.#timer = this.#ports.after(() => {
      const due = this.#next();
      if (due.when <= this.#ports.now()) this.#send(due.frame);
      else this.plan();
    }, wait);
  }

  /** Nothing is due any more. */
  stop() {
    this.#ports.cancel(this.#timer);
  }
}
