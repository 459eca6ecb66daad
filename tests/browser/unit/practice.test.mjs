import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { Practice } from "../../../infra/web/practice/practice.js";
import { marksOf } from "../../../infra/web/state/marks.js";
import { duelOf } from "../../../infra/web/state/questions.js";
import { AT, ME } from "./frames.mjs";

const WORDS = ["crane", "later", "rouge", "eerie"].map((word) => [...word]);

describe("the marks of a guess", () => {
  const short = (secret, guess) => marksOf([...secret], [...guess]).map((mark) => ({ correct: "G", present: "Y", absent: "-" })[mark]).join("");

  test("exact places first, then each letter that is left over once, from the left (D10)", () => {
    assert.equal(short("crane", "crane"), "GGGGG");
    assert.equal(short("abbey", "babes"), "YYGG-");
    assert.equal(short("crane", "eerie"), "-" + "-" + "Y" + "-" + "G");
    assert.equal(short("later", "eerie"), "Y-Y--");
  });

  test("a tile of two characters is one letter", () => {
    assert.deepEqual(marksOf(["oʻ", "r", "i", "k"], ["o", "oʻ", "i", "k"]), ["absent", "present", "correct", "correct"]);
  });
});

describe("a practice duel", () => {
  function start(random = () => 0) {
    const clock = { now: AT };
    const frames = [];
    const me = { id: ME, nickname: "Ann", rating: 1042 };
    const practice = new Practice({ words: WORDS, language: "en", me, botName: "Bot" }, { now: () => clock.now, random, onFrame: (frame) => frames.push(frame.type) });
    practice.begin();
    const duel = () => duelOf(practice.state.tournament, ME);
    return { practice, clock, frames, duel };
  }

  test("begins with a turn, the player on the left", () => {
    const { duel, frames } = start();
    assert.deepEqual(frames, ["welcome", "snapshot", "turn-started"]);
    assert.deepEqual([duel().toMove, duel().turn, duel().length, duel().deadline], [ME, 1, 5, AT + 30_000]);
    assert.equal(start(() => 0.9).duel().toMove, "bot");
  });

  test("the player's guess is marked, then the bot takes its time and guesses", () => {
    const { practice, clock, duel } = start();
    practice.guess([..."rouge"]);
    assert.deepEqual([duel().rows.length, duel().toMove], [1, "bot"]);
    practice.guess([..."later"]);
    assert.equal(duel().rows.length, 1, "it is not the player's turn");
    clock.now += 2_400;
    practice.tick();
    assert.equal(duel().rows.length, 1);
    clock.now += 200;
    practice.tick();
    assert.ok(duel().rows.length === 2);
  });

  test("a turn that runs out is skipped", () => {
    const { practice, clock, duel } = start();
    clock.now += 30_000;
    practice.tick();
    assert.deepEqual([duel().rows[0].isSkipped, duel().toMove], [true, "bot"]);
  });

  test("the one who solves the word wins, and another word can follow", () => {
    const { practice, duel } = start();
    practice.guess([..."crane"]); // chance 0 chose the first word
    assert.deepEqual([duel().outcome, duel().winner, duel().secret], ["solved", ME, "crane"]);
    practice.begin();
    assert.deepEqual([duel().outcome, duel().rows.length, duel().duel], [null, 0, "practice.2"]);
  });

  test("twelve turns without the word are a draw", () => {
    const chances = [0]; // the secret is the first word; what follows is never it
    const { practice, clock, duel } = start(() => chances.pop() ?? 0.4);
    for (let turn = 1; turn <= 12; turn += 1) {
      assert.equal(duel().turn, turn);
      if (duel().toMove === ME) practice.guess([..."rouge"]);
      clock.now += 6_000;
      if (duel().toMove === "bot" && turn % 2 === 0) practice.tick();
    }
    assert.deepEqual([duel().outcome, duel().winner, duel().rows.length], ["draw", null, 12]);
  });
});
