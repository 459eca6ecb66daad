import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Client, Refused, Unanswered } from "../../../infra/web/protocol/client.js";
import { AT, lobby, welcome } from "./frames.mjs";

/** Time, sockets and chance in the hand of the test. */
class World {
  now = AT;
  sockets = [];
  timers = new Map();
  ids = 0;
  chance = 1;

  get stands() {
    return {
      socket: (url) => {
        const socket = new Socket(url);
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
      chance: () => this.chance,
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

class Socket {
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
  hear(frame) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  last(action) {
    return this.sent.filter((frame) => frame.action === action).at(-1);
  }
  greet(more = {}) {
    this.hear(welcome({ re: this.last("hello").id, ...more }));
  }
}

describe("the client", () => {
  let world, client, shown, statuses, tokens;

  function start(token = null) {
    client = new Client("wss://x/y", token, {
      onFrame: (frame) => shown.push(frame),
      onStatus: (status) => statuses.push(status),
      onToken: (kept) => tokens.push(kept),
    }, world.stands);
    client.connect();
  }

  function live(token = null, more = {}) {
    start(token);
    world.socket.open();
    world.socket.greet(more);
  }

  beforeEach(() => {
    [world, shown, statuses, tokens] = [new World(), [], [], []];
  });

  test("says hello first, keeps the token, then sends what was asked meanwhile", async () => {
    start();
    const asked = client.request("rename", { nickname: "Ann" });
    world.socket.open();
    assert.deepEqual(world.socket.sent.map((frame) => frame.action), ["hello"]);
    world.socket.greet();
    assert.deepEqual(world.socket.sent.map((frame) => frame.action), ["hello", "rename"]);
    assert.deepEqual([tokens, statuses], [["token-1"], ["live"]]);
    world.socket.hear({ type: "renamed", at: AT, re: world.socket.last("rename").id, player: { id: "p1", nickname: "Ann", rating: 1000 } });
    assert.equal((await asked).player.nickname, "Ann");
  });

  test("comes back with its token and what it has seen, and asks again under the same id", async () => {
    live();
    world.socket.hear(lobby(4, ["p1"]));
    const asked = client.request("unqueue", {});
    const { id } = world.socket.last("unqueue");
    world.socket.drop();
    assert.equal(client.status, "lost");
    world.pass(300);
    assert.equal(world.sockets.length, 2);
    assert.equal(world.socket.url, "wss://x/y?token=token-1");
    world.socket.open();
    assert.deepEqual(world.socket.last("hello"), { action: "hello", v: 1, tournament: "t", seq: 4, id: world.socket.last("hello").id });
    world.socket.greet({ tournament: "t" });
    assert.equal(world.socket.last("unqueue").id, id);
    world.socket.hear({ type: "unqueued", at: AT, re: id, reason: "asked", tournament: "t" });
    assert.equal((await asked).type, "unqueued");
  });

  test("waits longer after each failure, with jitter, up to ten seconds", () => {
    const pauses = (chance) => {
      world = new World();
      world.chance = chance;
      start();
      const seen = [];
      for (let i = 0; i < 8; i += 1) {
        const count = world.sockets.length;
        world.socket.drop();
        const before = world.now;
        while (world.sockets.length === count) world.pass(10);
        seen.push(world.now - before);
      }
      return seen;
    };
    const longest = pauses(1);
    const shortest = pauses(0);
    assert.deepEqual(longest, [250, 600, 1_200, 2_500, 5_000, 10_000, 10_000, 10_000]);
    shortest.forEach((pause, i) => assert.ok(Math.abs(pause - longest[i] / 2) <= 10, `${pause}`));
  });

  test("a mute connection is given up: nothing came 8 s after we asked", () => {
    live();
    world.socket.hear(lobby(1, ["p1"]));
    const mute = world.socket;
    world.pass(20_000);
    assert.equal(mute.last("ping").tournament, "t");
    world.pass(7_900);
    assert.equal(client.status, "live");
    world.pass(200);
    assert.equal(client.status, "lost");
    assert.equal(mute.readyState, 3);
    world.pass(300);
    assert.equal(world.sockets.length, 2);
  });

  test("superseded is final: it does not come back by itself (D11)", () => {
    live();
    world.socket.hear({ type: "superseded", at: AT });
    world.socket.drop();
    world.pass(600_000);
    client.wake();
    assert.deepEqual([client.status, world.sockets.length], ["superseded", 1]);
    client.connect();
    assert.equal(world.sockets.length, 2, "only a person's wish brings it back");
  });

  test("retry: hello again, then the same frame with the same id", async () => {
    live();
    const asked = client.request("queue", { language: "en" });
    const { id } = world.socket.last("queue");
    world.socket.hear({ type: "error", at: AT, re: id, code: "retry", message: "", definite: true });
    world.pass(300);
    assert.equal(world.socket.sent.at(-1).action, "hello");
    world.socket.greet();
    assert.deepEqual(world.socket.sent.at(-1), { action: "queue", id, language: "en" });
    world.socket.hear(lobby(1, ["p1"], { re: id }));
    assert.equal((await asked).type, "lobby");
  });

  for (const text of ['{"message":"Internal server error","connectionId":"c","requestId":"r"}', "null", "no JSON"]) {
    test(`the gateway's own words (${text}): hello, then what has no answer, under the same id`, async () => {
      live();
      const asked = client.request("queue", { language: "en" });
      const { id } = world.socket.last("queue");
      for (const pause of [250, 500]) {
        world.socket.onmessage({ data: text });
        world.pass(pause - 10);
        assert.equal(world.socket.sent.at(-1).id, id);
        world.pass(20);
        assert.equal(world.socket.sent.at(-1).action, "hello");
        world.socket.greet();
        assert.deepEqual(world.socket.sent.at(-1), { action: "queue", id, language: "en" });
      }
      world.socket.hear(lobby(1, ["p1"], { re: id }));
      assert.equal((await asked).type, "lobby");
      assert.ok(Number.isFinite(client.now()), "it taught us nothing of the server's clock");
      assert.deepEqual(shown.map((frame) => frame.type), ["welcome", "welcome", "welcome", "lobby"]);
    });

    test(`a hello that failed (${text}) is said again, and in the end the connection is given up`, () => {
      start();
      world.socket.open();
      for (let hellos = 1; hellos <= 6; hellos += 1) {
        assert.equal(world.socket.sent.length, hellos);
        world.socket.onmessage({ data: text });
        world.pass(250 * 2 ** (hellos - 1));
      }
      assert.equal(world.sockets.length, 1);
      world.socket.onmessage({ data: text });
      world.pass(300);
      assert.equal(world.sockets.length, 2);
    });
  }

  test("too many requests: wait, doubling, then the same frame", () => {
    live();
    client.request("queue", { language: "en" }).catch(() => {});
    const queues = () => world.socket.sent.filter((frame) => frame.action === "queue").length;
    for (const wait of [500, 1_000, 2_000]) {
      const { id } = world.socket.last("queue");
      const before = queues();
      world.socket.hear({ type: "error", at: AT, re: id, code: "too-many-requests", message: "", definite: true });
      world.pass(wait - 10);
      assert.equal(queues(), before);
      world.pass(10);
      assert.equal(queues(), before + 1);
    }
  });

  test("a refusal rejects with its code; no answer at all rejects in the end", async () => {
    live();
    const refused = client.request("queue", { language: "xx" });
    world.socket.hear({ type: "error", at: AT, re: world.socket.last("queue").id, code: "language-unknown", message: "", definite: true });
    await assert.rejects(refused, (error) => error instanceof Refused && error.code === "language-unknown");
    const unanswered = client.request("unqueue", {});
    unanswered.catch(() => {});
    world.pass(21_000);
    await assert.rejects(unanswered, Unanswered);
  });

  test("the answer to a repeated command is matched though its event is old", async () => {
    live();
    world.socket.hear(lobby(5, ["p1"]));
    const asked = client.request("queue", { language: "en" });
    world.socket.hear(lobby(3, ["p1"], { re: world.socket.last("queue").id }));
    assert.equal((await asked).seq, 3);
    assert.deepEqual(shown.filter((frame) => frame.type === "lobby").map((frame) => frame.seq), [5]);
  });

  test("a refused token is found out by a probe, and only a person gives it up", () => {
    start("bad");
    for (let i = 0; i < 4; i += 1) {
      assert.equal(world.socket.url, "wss://x/y?token=bad");
      world.fail();
    }
    assert.equal(world.socket.url, "wss://x/y", "the probe has no token");
    world.socket.open();
    assert.deepEqual(world.socket.sent, [], "and makes nobody");
    world.pass(10);
    assert.equal(world.socket.url, "wss://x/y?token=bad");
    world.socket.drop();
    assert.equal(client.status, "refused");
    world.pass(600_000);
    assert.equal(client.status, "refused");
    client.forgetToken();
    assert.equal(world.socket.url, "wss://x/y");
  });

  test("without a network a token is never doubted", () => {
    start("good");
    const urls = new Set();
    for (let i = 0; i < 20; i += 1) {
      urls.add(world.socket.url);
      world.fail();
    }
    assert.equal(urls.size, 2, "it was probed");
    assert.notEqual(client.status, "refused");
    if (world.socket.url === "wss://x/y") world.fail();
    world.socket.open();
    world.socket.greet();
    assert.equal(client.status, "live");
  });

  test("the page seen again asks at once what the connection is worth", () => {
    live();
    world.socket.hear(lobby(1, ["p1"]));
    client.wake();
    assert.equal(world.socket.sent.at(-1).action, "ping");
    world.pass(8_100);
    assert.equal(client.status, "lost");
    client.wake();
    assert.equal(world.sockets.length, 2);
  });

  test("a seat that the server does not know is asked about by hello", () => {
    live();
    world.socket.hear(lobby(1, ["p1"]));
    world.pass(20_000);
    world.socket.hear({ type: "error", at: AT, re: world.socket.last("ping").id, code: "not-seated", message: "", definite: true });
    assert.equal(world.socket.sent.at(-1).action, "hello");
    world.socket.greet();
    assert.equal(client.session.tournament, null);
  });
});
