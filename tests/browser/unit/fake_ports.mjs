// What a client stands on, in the hand of a test: time passes only when the test says so.

import { AT, welcome } from "./frames.mjs";

/** Time, sockets and chance, as the test sets them. */
export class FakePorts {
  now = AT;
  sockets = [];
  timers = new Map();
  ids = 0;
  random = 1;

  get ports() {
    return {
      socket: (url) => {
        const socket = new FakeSocket(url);
        this.sockets.push(socket);
        return socket;
      },
      now: () => this.now,
      after: (action, ms) => {
        this.ids += 1;
        this.timers.set(this.ids, { when: this.now + ms, action });
        return this.ids;
      },
      cancel: (timer) => this.timers.delete(timer),
      random: () => this.random,
      id: () => `id-${++this.ids}`,
    };
  }

  get socket() {
    return this.sockets.at(-1);
  }

  /** The connection fails; go on to the next one. */
  fail() {
    const count = this.sockets.length;
    this.socket.drop();
    while (this.sockets.length === count && this.timers.size > 0) this.pass(10);
  }

  pass(ms) {
    const end = this.now + ms;
    for (;;) {
      const [id, next] = [...this.timers].filter(([, { when }]) => when <= end).sort((a, b) => a[1].when - b[1].when)[0] ?? [];
      if (next === undefined) break;
      this.timers.delete(id);
      this.now = Math.max(this.now, next.when);
      next.action();
    }
    this.now = end;
  }
}

export class FakeSocket {
  readyState = 0;
  sent = [];
  constructor(url) {
    this.url = url;
  }
  send(text) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  drop() {
    this.readyState = 3;
    this.onclose?.();
  }
  receive(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  last(action) {
    return this.sent.filter((frame) => frame.action === action).at(-1);
  }
  greet(more = {}) {
    this.receive(welcome({ re: this.last("hello").id, ...more }));
  }
}
