import assert from "node:assert/strict";
import { beforeEach, describe, test } from "node:test";

import { Client, Refused, Unanswered } from "../../../infra/web/protocol/client.js";
import { FakePorts } from "./fake_ports.mjs";
import { AT, lobby } from "./frames.mjs";

describe("the client", () => {
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

  test("says hello first, keeps the token, then sends what was asked meanwhile", async () => {
    start();
    const asked = client.request("rename", { nickname: "Ann" });
    fake.socket.open();
    assert.deepEqual(fake.socket.sent.map((frame) => frame.action), ["hello"]);
    fake.socket.greet();
    assert.deepEqual(fake.socket.sent.map((frame) => frame.action), ["hello", "rename"]);
    assert.deepEqual([tokens, statuses], [["token-1"], ["live"]]);
    fake.socket.receive({ type: "renamed", at: AT, re: fake.socket.last("rename").id, player: { id: "p1", nickname: "Ann", rating: 1000 } });
    assert.equal((await asked).player.nickname, "Ann");
  });

  test("comes back with its token and what it has seen, and asks again under the same id", async () => {
    live();
    fake.socket.receive(lobby(4, ["p1"]));
    const asked = client.request("unqueue", {});
    const { id } = fake.socket.last("unqueue");
    fake.socket.drop();
    assert.equal(client.status, "lost");
    fake.pass(300);
    assert.equal(fake.sockets.length, 2);
    assert.equal(fake.socket.url, "wss://x/y?token=token-1");
    fake.socket.open();
    assert.deepEqual(fake.socket.last("hello"), { action: "hello", v: 1, tournament: "t", seq: 4, id: fake.socket.last("hello").id });
    fake.socket.greet({ tournament: "t" });
    assert.equal(fake.socket.last("unqueue").id, id);
    fake.socket.receive({ type: "unqueued", at: AT, re: id, reason: "asked", tournament: "t" });
    assert.equal((await asked).type, "unqueued");
  });

  test("retry: hello again, then the same frame with the same id", async () => {
    live();
    const asked = client.request("queue", { language: "en" });
    const { id } = fake.socket.last("queue");
    fake.socket.receive({ type: "error", at: AT, re: id, code: "retry", message: "", definite: true });
    fake.pass(300);
    assert.equal(fake.socket.sent.at(-1).action, "hello");
    fake.socket.greet();
    assert.deepEqual(fake.socket.sent.at(-1), { action: "queue", id, language: "en" });
    fake.socket.receive(lobby(1, ["p1"], { re: id }));
    assert.equal((await asked).type, "lobby");
  });

  for (const text of ['{"message":"Internal server error","connectionId":"c","requestId":"r"}', "null", "no JSON"]) {
    test(`a text of the gateway (${text}): hello, then what has no answer, under the same id`, async () => {
      live();
      const asked = client.request("queue", { language: "en" });
      const { id } = fake.socket.last("queue");
      for (const pause of [250, 500]) {
        fake.socket.onmessage({ data: text });
        fake.pass(pause - 10);
        assert.equal(fake.socket.sent.at(-1).id, id);
        fake.pass(20);
        assert.equal(fake.socket.sent.at(-1).action, "hello");
        fake.socket.greet();
        assert.deepEqual(fake.socket.sent.at(-1), { action: "queue", id, language: "en" });
      }
      fake.socket.receive(lobby(1, ["p1"], { re: id }));
      assert.equal((await asked).type, "lobby");
      assert.ok(Number.isFinite(client.now()), "the clock learned nothing from it");
      assert.deepEqual(shown.map((frame) => frame.type), ["welcome", "welcome", "welcome", "lobby"]);
    });

    test(`a hello that failed (${text}) is sent again; after six the connection is given up`, () => {
      start();
      fake.socket.open();
      for (let hellos = 1; hellos <= 6; hellos += 1) {
        assert.equal(fake.socket.sent.length, hellos);
        fake.socket.onmessage({ data: text });
        fake.pass(250 * 2 ** (hellos - 1));
      }
      assert.equal(fake.sockets.length, 1);
      fake.socket.onmessage({ data: text });
      fake.pass(300);
      assert.equal(fake.sockets.length, 2);
    });
  }

  test("too many requests: wait, doubling, then the same frame", () => {
    live();
    client.request("queue", { language: "en" }).catch(() => {});
    const queues = () => fake.socket.sent.filter((frame) => frame.action === "queue").length;
    for (const wait of [500, 1_000, 2_000]) {
      const { id } = fake.socket.last("queue");
      const before = queues();
      fake.socket.receive({ type: "error", at: AT, re: id, code: "too-many-requests", message: "", definite: true });
      fake.pass(wait - 10);
      assert.equal(queues(), before);
      fake.pass(10);
      assert.equal(queues(), before + 1);
    }
  });

  test("a refusal rejects with its code; no answer at all rejects in the end", async () => {
    live();
    const refused = client.request("queue", { language: "xx" });
    fake.socket.receive({ type: "error", at: AT, re: fake.socket.last("queue").id, code: "language-unknown", message: "", definite: true });
    await assert.rejects(refused, (error) => error instanceof Refused && error.code === "language-unknown");
    const unanswered = client.request("unqueue", {});
    unanswered.catch(() => {});
    fake.pass(21_000);
    await assert.rejects(unanswered, Unanswered);
  });

  test("the answer to a repeated command is matched though its event is old", async () => {
    live();
    fake.socket.receive(lobby(5, ["p1"]));
    const asked = client.request("queue", { language: "en" });
    fake.socket.receive(lobby(3, ["p1"], { re: fake.socket.last("queue").id }));
    assert.equal((await asked).seq, 3);
    assert.deepEqual(shown.filter((frame) => frame.type === "lobby").map((frame) => frame.seq), [5]);
  });

  test("after `not-seated` to a ping, hello asks which seat is ours", () => {
    live();
    fake.socket.receive(lobby(1, ["p1"]));
    fake.pass(20_000);
    fake.socket.receive({ type: "error", at: AT, re: fake.socket.last("ping").id, code: "not-seated", message: "", definite: true });
    assert.equal(fake.socket.sent.at(-1).action, "hello");
    fake.socket.greet();
    assert.equal(client.session.tournament, null);
  });

  test("a text may hold several frames: they are taken in their order", async () => {
    live();
    const asked = client.request("queue", { language: "en" });
    const { id } = fake.socket.last("queue");
    fake.socket.receive([lobby(4, ["p1"], { re: id }), lobby(5, ["p1", "p2"]), lobby(6, ["p1"])]);
    assert.equal((await asked).seq, 4);
    assert.deepEqual(shown.filter((frame) => frame.type === "lobby").map((frame) => frame.seq), [4, 5, 6]);
    fake.socket.receive([{ type: "superseded", at: AT }, lobby(7, ["p1", "p2"])]);
    assert.deepEqual([client.status, shown.at(-1).type], ["superseded", "superseded"], "what follows is not for us");
  });

  test("an array that is empty or holds something else is no text of the protocol", () => {
    live();
    for (const text of ["[]", "[1]", '[{"type":"pong","at":1},null]']) {
      fake.socket.onmessage({ data: text });
      fake.pass(300);
      assert.equal(fake.socket.sent.at(-1).action, "hello", text);
      fake.socket.greet();
      fake.socket.receive({ type: "renamed", at: AT, re: "x", player: { id: "p1", nickname: "Ann", rating: 1000 } });
    }
  });

  test("a command that must wait longer than a command lives is refused with the time to wait", async () => {
    live();
    const refused = client.request("queue", { language: "en" });
    const error = { type: "error", at: AT, re: fake.socket.last("queue").id, code: "too-many-requests", message: "", definite: true };
    fake.socket.receive({ ...error, retry_after: 300_000 });
    await assert.rejects(refused, (one) => one instanceof Refused && one.code === "too-many-requests" && one.retryAfter === 300_000);

    client.request("queue", { language: "en" }).catch(() => {});
    const queues = () => fake.socket.sent.filter((frame) => frame.action === "queue").length;
    fake.socket.receive({ ...error, re: fake.socket.last("queue").id, retry_after: 3_000 });
    fake.pass(2_900);
    assert.equal(queues(), 2);
    fake.pass(200);
    assert.equal(queues(), 3);
  });
});

describe("hello answered by an error", () => {
  let fake, client, statuses;

  beforeEach(() => {
    [fake, statuses] = [new FakePorts(), []];
    client = new Client("wss://x/y", null, { onFrame: () => {}, onStatus: (status) => statuses.push(status), onToken: () => {} }, fake.ports);
    client.connect();
    fake.socket.open();
  });

  const answer = (code, more = {}) =>
    fake.socket.receive({ type: "error", at: AT, re: fake.socket.last("hello").id, code, message: "", definite: true, ...more });

  for (const code of ["unsupported-version", "bad-frame", "unknown-action", "too-large"]) {
    test(`${code}: this client is too old, and stops`, () => {
      answer(code);
      fake.pass(600_000);
      client.wake();
      assert.deepEqual([statuses, fake.sockets.length, fake.socket.readyState], [["incompatible"], 1, 3]);
    });
  }

  for (const code of ["internal", "not-available", "too-many-requests"]) {
    test(`${code}: it is reported at once, and tried again until it works`, () => {
      answer(code);
      assert.deepEqual(statuses, ["failing"]);
      for (let i = 0; i < 9; i += 1) {
        fake.pass(20_000);
        if (fake.socket.readyState === 0) fake.socket.open();
        answer(code);
      }
      assert.deepEqual(statuses, ["failing"], "also over new connections");
      fake.pass(20_000);
      if (fake.socket.readyState === 0) fake.socket.open();
      fake.socket.greet();
      assert.equal(client.status, "live");
    });
  }

  test("retry is usual twice, then reported", () => {
    for (const expected of [[], [], ["failing"]]) {
      answer("retry");
      assert.deepEqual(statuses, expected);
      fake.pass(1_100);
    }
  });

  test("the server's time to wait is kept", () => {
    answer("too-many-requests", { retry_after: 5_000 });
    fake.pass(4_900);
    assert.equal(fake.socket.sent.length, 1);
    fake.pass(200);
    assert.equal(fake.socket.sent.length, 2);
  });
});
