import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Session } from "../../../infra/web/protocol/session.js";
import { AT, ended, lobby, opened, scored, started, turn, welcome } from "./frames.mjs";

const seqs = (frames) => frames.map((frame) => frame.seq);

function greeted(...frames) {
  const session = new Session();
  session.sent({ action: "hello", id: "h" }, AT);
  for (const frame of [welcome(), ...frames]) session.receive(frame, AT);
  return session;
}

describe("order", () => {
  test("repeats are dropped, early events wait for their turn", () => {
    const session = greeted(lobby(1, ["p1"]));
    assert.deepEqual(seqs(session.receive(opened(3), AT)), []);
    assert.deepEqual(seqs(session.receive(started(2), AT)), [2, 3]);
    assert.deepEqual(seqs(session.receive(started(2), AT)), []);
    assert.deepEqual(seqs(session.receive(opened(3), AT)), []);
    assert.equal(session.seq, 3);
  });

  test("a gap is given a moment, then a sync fills it", () => {
    const session = greeted(lobby(1, ["p1"]), started(2));
    session.receive(opened(4), AT);
    assert.deepEqual(session.nextDueFrame(), { when: AT + 300, frame: { action: "sync", tournament: "t", seq: 2 } });
    session.sent({ action: "sync", id: "s", tournament: "t" }, AT + 300);
    assert.deepEqual(session.nextDueFrame().when, AT + 2_300, "not at once again");
    session.receive(lobby(3, ["p1"]), AT + 320);
    assert.deepEqual([session.seq, session.gaps], [4, 1]);
  });

  test("a pong that knows more tells of a gap", () => {
    const session = greeted(lobby(1, ["p1"]));
    session.sent({ action: "ping", id: "x", tournament: "t" }, AT);
    session.receive({ type: "pong", at: AT, re: "x", seq: 3 }, AT);
    assert.equal(session.nextDueFrame().frame.action, "sync");
  });

  test("the first lobby starts the count; one that replaces ours is followed, and the old one is silent (D9)", () => {
    const session = greeted(lobby(7, ["p1"]));
    const merged = lobby(1, ["p1", "p2"], { tournament: "u", replaces: "t" });
    assert.deepEqual(session.receive(merged, AT), [merged]);
    assert.equal(session.tournament, "u");
    assert.deepEqual(session.receive(lobby(8, ["p2"]), AT), []);
  });

  test("a lobby that we left is silent, unless we take a seat there anew", () => {
    const session = greeted(lobby(3, ["p1", "p2"]));
    session.receive({ type: "unqueued", at: AT, reason: "asked", tournament: "t" }, AT);
    assert.equal(session.tournament, null);
    assert.deepEqual(session.receive(lobby(3, ["p1", "p2"]), AT), []);
    assert.equal(session.receive(lobby(5, ["p2", "p1"]), AT).length, 1);
    assert.equal(session.tournament, "t");
  });

  test("an unqueued about another tournament is none of ours", () => {
    const session = greeted(lobby(1, ["p1"]));
    assert.deepEqual(session.receive({ type: "unqueued", at: AT, reason: "merged", tournament: "old" }, AT), []);
    assert.equal(session.tournament, "t");
  });

  test("unknown frames are ignored", () => {
    assert.deepEqual(greeted().receive({ type: "from-the-future", at: AT }, AT), []);
  });
});

describe("coming back", () => {
  test("hello names what was seen; a welcome without it ends it", () => {
    const session = greeted(lobby(1, ["p1"]), started(2));
    assert.deepEqual(session.hello(), { action: "hello", v: 1, tournament: "t", seq: 2 });
    session.receive(welcome({ tournament: "t" }), AT);
    assert.deepEqual([session.tournament, session.seq], ["t", 2]);
    session.receive(welcome(), AT);
    assert.deepEqual(session.hello(), { action: "hello", v: 1 });
  });

  test("after a reload the snapshot is followed", () => {
    const session = greeted();
    session.receive({ type: "snapshot", at: AT, tournament: "t", seq: 20, phase: "playing", language: "en", round: 1, players: [], duels: [], rated: [] }, AT);
    assert.deepEqual([session.tournament, session.seq], ["t", 20]);
  });
});

describe("what is owed", () => {
  test("a ping every 20 s in a lobby, every 5 minutes otherwise", () => {
    const idle = greeted();
    assert.deepEqual(idle.nextDueFrame(), { when: AT + 300_000, frame: { action: "ping" } });
    idle.receive(lobby(1, ["p1"]), AT);
    assert.deepEqual(idle.nextDueFrame(), { when: AT + 20_000, frame: { action: "ping", tournament: "t", seq: 1 } });
  });

  test("a ping after each third of our own turn, the last at its end (D15)", () => {
    const session = greeted(lobby(1, ["p1"]), started(2), opened(3), turn(4, 1, "p1"));
    const pings = [];
    for (let now = AT; now <= AT + 31_000; now += 500) {
      const { when, frame } = session.nextDueFrame();
      if (when > now) continue;
      pings.push([frame.action, now - AT]);
      session.sent({ ...frame, id: "x" }, now);
    }
    assert.deepEqual(pings, [["ping", 10_000], ["ping", 20_000], ["ping", 30_000]]);
  });

  test("no ping of a turn that is over, nor of the opponent's", () => {
    const session = greeted(lobby(1, ["p1"]), started(2), opened(3), turn(4, 1, "p1"), scored(5, 1, "p1", "later", "-----"), turn(6, 2, "p2"));
    assert.deepEqual(session.nextDueFrame(), { when: AT + 32_000, frame: { action: "sync", tournament: "t", seq: 6 } }, "the silent deadline comes first");
  });

  test("a sync two seconds after a deadline that passed in silence", () => {
    const session = greeted(lobby(1, ["p1"]), started(2), opened(3));
    assert.deepEqual(session.nextDueFrame(), { when: AT + 8_000, frame: { action: "sync", tournament: "t", seq: 3 } });
    session.receive(turn(4, 1, "p2"), AT + 6_000);
    session.receive(ended(5), AT + 7_000);
    assert.equal(session.nextDueFrame().frame.action, "ping");
  });

  test("deadlines are met by the server's clock, not by ours", () => {
    const session = new Session();
    const off = 90_000; // our clock is 90 s behind
    session.sent({ action: "hello", id: "h" }, AT - off);
    session.receive(welcome(), AT - off - 40);
    session.receive(lobby(1, ["p1"]), AT - off + 3);
    session.receive(started(2), AT - off);
    session.receive(opened(3), AT - off + 250);
    assert.equal(session.clock.ahead, off + 40, "a frame is late, never early");
    assert.equal(session.nextDueFrame().when, AT + 8_000 - off - 40);
  });

  test("an indefinite error is followed by a sync", () => {
    const session = greeted(lobby(1, ["p1"]));
    session.receive({ type: "error", at: AT, re: "g", code: "internal", message: "", definite: false }, AT);
    assert.equal(session.nextDueFrame().frame.action, "sync");
  });
});
