import assert from "node:assert/strict";
import { describe, test } from "node:test";

import { readAddress } from "../../../infra/web/address.js";
import { cueOf } from "../../../infra/web/cues.js";
import { summary, withPlayed } from "../../../infra/web/state/history.js";
import { letterAt } from "../../../infra/web/state/key_places.js";
import { duelLines } from "../../../infra/web/state/share.js";
import { START, evolve } from "../../../infra/web/state/state.js";
import { reduce, startUi } from "../../../infra/web/ui.js";
import { AT, ended, lobby, opened, rated, scored, started, turn, welcome } from "./frames.mjs";

const after = (...frames) => frames.reduce(evolve, START);
const inRound = (...frames) => after(welcome(), lobby(1, ["p1"]), started(9), opened(10), ...frames);
const ui = (...events) => events.reduce(reduce, startUi("en"));

describe("the ui", () => {
  test("is never changed in place", () => {
    const before = Object.freeze(startUi("en"));
    assert.notEqual(reduce(before, { type: "drafted", draft: ["a"] }), before);
    assert.deepEqual(before, startUi("en"));
  });

  test("a new duel begins with an empty draft", () => {
    const typed = ui({ type: "drafted", draft: ["a"] });
    assert.deepEqual(reduce(typed, { type: "frame", frame: opened(10), state: inRound() }).draft, []);
  });

  test("our own guess on the board clears the draft, the opponent's does not", () => {
    const before = reduce(ui({ type: "frame", frame: opened(10), state: inRound() }), { type: "drafted", draft: ["a"] });
    const frame = (id) => ({ type: "frame", frame: scored(12, 1, id, "later", "-----"), state: inRound() });
    assert.deepEqual(reduce(before, frame("p1")).draft, []);
    assert.deepEqual(reduce(before, frame("p2")).draft, ["a"]);
  });

  test("any key unlocks a locked draft, and sending does", () => {
    const locked = ui({ type: "locked", isLocked: true });
    assert.equal(locked.isLocked, true);
    assert.equal(reduce(locked, { type: "drafted", draft: ["a"] }).isLocked, false);
    assert.equal(reduce(locked, { type: "sent", turn: 1 }).isLocked, false);
  });

  test("only the last four announcements stay", () => {
    const said = ui(...[1, 2, 3, 4, 5, 6].map((n) => ({ type: "announced", text: `${n}`, isUrgent: false })));
    assert.deepEqual(said.announcements.map((one) => one.text), ["3", "4", "5", "6"]);
  });
});

test("an address asks for rules, a party or a language, and may be broken", () => {
  const plain = { page: "game", invite: null, isInviteBroken: false, game: null };
  assert.deepEqual(readAddress(""), plain);
  assert.deepEqual(readAddress("#/rules"), { ...plain, page: "rules" });
  assert.deepEqual(readAddress("#party=K7%20W"), { ...plain, invite: "K7 W" });
  for (const broken of ["#party=%", "#party=%E0%A4%A", "#party=", "#party"]) assert.deepEqual(readAddress(broken), { ...plain, isInviteBroken: true }, broken);
  assert.deepEqual(readAddress("#play=kk"), { ...plain, game: "kk" });
});

test("the place of a key tells its letter", () => {
  const at = (language, ...codes) => codes.map((code) => letterAt({ language }, code)).join("");
  assert.equal(at("en", "KeyW", "KeyO", "KeyR", "KeyD"), "word");
  assert.equal(at("ru", "KeyQ", "BracketRight", "KeyA", "Quote", "KeyZ", "Period"), "йъфэяю");
  assert.equal(at("uk", "KeyS", "Quote", "BracketRight", "Backslash"), "ієїґ");
  assert.equal(at("kk", "Digit2", "Digit0", "Equal", "KeyF"), "әқһа");
  assert.deepEqual([letterAt({ language: "en" }, "Digit2"), letterAt({ language: "ru" }, "Enter")], [null, null]);
});

describe("the history", () => {
  const change = (id, place, points, tournament = "t") => ({ ...rated(id, place, points), tournament });
  const { tournament } = inRound(turn(11, 1, "p1"), ended(12, { winner: "p1" }));

  test("remembers a tournament once, with its duels", () => {
    const history = withPlayed([], change("p1", 2, 18), tournament);
    assert.deepEqual(history, [{ tournament: "t", at: AT, place: 2, change: 18, after: 1018, language: "en", duels: [{ length: 5, isWon: true }] }]);
    assert.equal(withPlayed(history, change("p1", 2, 18), tournament), history);
  });

  test("remembers the last fifty, newest first", () => {
    const many = Array.from({ length: 60 }, (_, i) => change("p1", 1, 1, `t${i}`)).reduce((history, one) => withPlayed(history, one, null), []);
    assert.deepEqual([many.length, many[0].tournament, many.at(-1).tournament], [50, "t59", "t10"]);
  });

  test("adds up to the best place, a line of ratings, and duels by length", () => {
    const one = { language: "en", at: AT, tournament: "x" };
    const history = [
      { ...one, place: 3, change: 11, after: 1036, duels: [{ length: 5, isWon: true }, { length: 4, isWon: false }] },
      { ...one, place: 1, change: 25, after: 1025, duels: [{ length: 5, isWon: false }] },
    ];
    assert.deepEqual(summary(history), {
      best: 1,
      ratings: [1000, 1025, 1036],
      byLength: [{ length: 4, played: 1, won: 0 }, { length: 5, played: 2, won: 1 }],
    });
    assert.deepEqual(summary([]), { best: null, ratings: [], byLength: [] });
  });
});

test("a result to share has squares, and no letter of a word", () => {
  const { tournament } = inRound(turn(11, 1, "p1"), scored(12, 1, "p1", "later", "-YG--"), turn(13, 2, "p2"), scored(14, 2, "p2", "crane", "GGGGG"), ended(15));
  assert.equal(duelLines(tournament.story, "p1", "usual"), "1💔\n⬛🟨🟩⬛⬛\n🟩🟩🟩🟩🟩");
  assert.equal(duelLines(tournament.story, "p2", "colour-blind"), "1💚\n⬛🟦🟧⬛⬛\n🟧🟧🟧🟧🟧");
  assert.equal(duelLines([], "p1", "usual"), "");
});

test("our own moments have a sound, others' have none", () => {
  const cue = (frame, ...frames) => cueOf(frame, inRound(...frames, frame));
  assert.equal(cue(turn(11, 1, "p1")), "turn");
  assert.equal(cue(turn(11, 1, "p2")), null);
  assert.equal(cue(ended(12, { winner: "p1" }), turn(11, 1, "p1")), "won");
  assert.equal(cue(ended(12), turn(11, 1, "p1")), "lost");
  assert.equal(cue(ended(12, { duel: "1.2", winner: "p3" })), null);
  assert.equal(cue(opened(11)), "begin");
  assert.equal(cue({ type: "tournament-ended", at: AT, tournament: "t", seq: 11, standings: [{ player: "p1", place: 1 }] }), "champion");
});
