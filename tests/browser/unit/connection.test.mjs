import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Client } from "../../../infra/web/protocol/client.js";
import { FakePorts } from "./fake_ports.mjs";
import { AT, lobby } from "./frames.mjs";

describe("the connection of a client", () => {
  let fake, client, shown, statuses, tokens;

  function start(token = null) {
    client = new Client("wss://x/y", token, {
      onFrame: (frame) => shown.push(frame),
      onStatus: (status) => statuses.push(status),
      onToken: (kept) => tokens.push(kept),
    }, fake.ports);
    client.connect();
  }

  function live(token = null, more = {}) {
    start(token);
    fake.socket.open();
    fake.socket.greet(more);
  }

  beforeEach(() => {
    [fake, shown, statuses, tokens] = [new FakePorts(), [], [], []];
  });

  test("waits longer after each failure, with jitter, up to ten seconds", () => {
    const pauses = (chance) => {
      fake = new FakePorts();
      fake.random = chance;
      start();
      const seen = [];
      for (let i = 0; i < 8; i += 1) {
        const count = fake.sockets.length;
        fake.socket.drop();
        const before = fake.now;
        while (fake.sockets.length === count) fake.pass(10);
        seen.push(fake.now - before);
      }
      return seen;
    };
    const longest = pauses(1);
    const shortest = pauses(0);
    assert.deepEqual(longest, [250, 600, 1_200, 2_500, 5_000, 10_000, 10_000, 10_000]);
    shortest.forEach((pause, i) => assert.ok(Math.abs(pause - longest[i] / 2) <= 10, `${pause}`));
  });

  test("a silent connection is given up 8 s after something was sent", () => {
    live();
    fake.socket.receive(lobby(1, ["p1"]));
    const silent = fake.socket;
    fake.pass(20_000);
    assert.equal(silent.last("ping").tournament, "t");
    fake.pass(7_900);
    assert.equal(client.status, "live");
    fake.pass(200);
    assert.equal(client.status, "lost");
    assert.equal(silent.readyState, 3);
    fake.pass(300);
    assert.equal(fake.sockets.length, 2);
  });

  test("superseded is final: it does not come back by itself (D11)", () => {
    live();
    fake.socket.receive({ type: "superseded", at: AT });
    fake.socket.drop();
    fake.pass(600_000);
    client.wake();
    assert.deepEqual([client.status, fake.sockets.length], ["superseded", 1]);
    client.connect();
    assert.equal(fake.sockets.length, 2, "only the player brings it back");
  });

  test("a refused token is found by a probe, and only the player gives it up", () => {
    start("bad");
    for (let i = 0; i < 4; i += 1) {
      assert.equal(fake.socket.url, "wss://x/y?token=bad");
      fake.fail();
    }
    assert.equal(fake.socket.url, "wss://x/y", "the probe has no token");
    fake.socket.open();
    assert.deepEqual(fake.socket.sent, [], "and creates no player");
    fake.pass(10);
    assert.equal(fake.socket.url, "wss://x/y?token=bad");
    fake.socket.drop();
    assert.equal(client.status, "refused");
    fake.pass(600_000);
    assert.equal(client.status, "refused");
    client.forgetToken();
    assert.equal(fake.socket.url, "wss://x/y");
  });

  test("without a network a token is never given up", () => {
    start("good");
    const urls = new Set();
    for (let i = 0; i < 20; i += 1) {
      urls.add(fake.socket.url);
      fake.fail();
    }
    assert.equal(urls.size, 2, "it was probed");
    assert.notEqual(client.status, "refused");
    if (fake.socket.url === "wss://x/y") fake.fail();
    fake.socket.open();
    fake.socket.greet();
    assert.equal(client.status, "live");
  });

  test("a page that is visible again tests the connection at once", () => {
    live();
    fake.socket.receive(lobby(1, ["p1"]));
    client.wake();
    assert.equal(fake.socket.sent.at(-1).action, "ping");
    fake.pass(8_100);
    assert.equal(client.status, "lost");
    client.wake();
    assert.equal(fake.sockets.length, 2);
  });
});
