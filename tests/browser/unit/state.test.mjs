import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, test } from "node:test";

import { START, evolve, dismissNotice } from "../../../infra/web/state/state.js";
import { costOfLeaving, duelOf, isPlaying, letterMarks, nextTurnOf, ownerOf, ranking } from "../../../infra/web/state/questions.js";
import { AT, IDS, ended, lobby, opened, player, rated, scored, started, turn, welcome } from "./frames.mjs";

const GOLDEN = new URL("../../golden/frames/", import.meta.url);
const after = (...frames) => frames.reduce(evolve, START);
const inRound = (...frames) => after(welcome(), lobby(1, ["p1"]), started(9), opened(10), ...frames);

describe("the state", () => {
  test("is never changed in place", () => {
    const freeze = (value) => {
      if (value !== null && typeof value === "object" && !Object.isFrozen(value)) Object.values(Object.freeze(value)).forEach(freeze);
      return value;
    };
    const frames = [welcome(), lobby(1, ["p1"]), started(9), opened(10), turn(11, 1, "p1"), scored(12, 1, "p1", "later", "Y---Y"), ended(13), rated("p1", 8, -25)];
    assert.equal(frames.reduce((state, frame) => freeze(evolve(state, freeze(frame))), freeze(START)).me.rating, 975);
  });

  test("takes every golden frame, alone and in mid-tournament", () => {
    const names = readdirSync(GOLDEN);
    let taken = 0;
    for (const name of names) {
      for (const frame of JSON.parse(readFileSync(new URL(name, GOLDEN), "utf-8"))) {
        if (frame.type === undefined) continue; // a client's
        const moved = { ...frame, tournament: frame.tournament === undefined ? undefined : "t" };
        for (const state of [START, after(welcome()), inRound()]) assert.equal(typeof evolve(state, moved), "object");
        taken += 1;
      }
    }
    assert.ok(taken > 20, `${taken}`);
  });

  test("frames of another tournament change nothing", () => {
    const state = inRound(turn(11, 1, "p1"));
    assert.equal(evolve(state, { ...scored(12, 1, "p1", "later", "-----"), tournament: "other" }), state);
  });
});

describe("a lobby", () => {
  test("keeps since when we wait, also when it is merged into another (D9)", () => {
    const state = after(welcome(), lobby(1, ["p1"]), lobby(2, ["p1", "p2"], { at: AT + 9_000 }));
    assert.deepEqual([state.tournament.since, state.tournament.seats.length], [AT, 2]);
    const merged = evolve(state, lobby(1, ["p3", "p1", "p2"], { tournament: "u", replaces: "t", at: AT + 20_000 }));
    assert.deepEqual([merged.tournament.id, merged.tournament.since], ["u", AT]);
  });

  test("that is lost is told, one that was left by wish is not (D11)", () => {
    const state = after(welcome(), lobby(1, ["p1"]));
    const gone = (reason) => evolve(state, { type: "unqueued", at: AT, reason, tournament: "t" });
    assert.deepEqual([gone("lost").tournament, gone("lost").notice], [null, { what: "unqueued", reason: "lost" }]);
    assert.equal(gone("asked").notice, null);
    assert.equal(dismissNotice(gone("lost")).notice, null);
    assert.deepEqual(evolve(state, welcome()).notice, { what: "unqueued", reason: "lost" }, "it went while we were away");
  });
});

describe("a duel", () => {
  test("odd turns are the first player's (R4.1)", () => {
    const { tournament } = inRound();
    const duel = duelOf(tournament, "p1");
    assert.deepEqual([1, 2, 11, 12].map((n) => ownerOf(duel, n)), ["p1", "p2", "p1", "p2"]);
  });

  test("typing ahead is for our next turn, until none is left (R4.2)", () => {
    const at = (...frames) => nextTurnOf(duelOf(inRound(...frames).tournament, "p1"), "p1");
    assert.equal(at(), 1);
    assert.equal(at(turn(11, 1, "p1")), 1);
    assert.equal(at(turn(11, 1, "p1"), scored(12, 1, "p1", "later", "-----"), turn(13, 2, "p2")), 3);
    assert.equal(at(turn(11, 12, "p2")), null);
    assert.equal(at(turn(11, 1, "p1"), ended(12)), null);
  });

  test("a letter keeps its best mark", () => {
    const { tournament } = inRound(turn(11, 1, "p1"), scored(12, 1, "p1", "eerie", "-YG--"), scored(13, 2, "p2", "rouge", "Y----"));
    const marks = letterMarks(duelOf(tournament, "p1").rows);
    assert.deepEqual([marks.get("e"), marks.get("r"), marks.get("o"), marks.get("z")], ["present", "correct", "absent", undefined]);
  });

  test("a skipped turn is a row without tiles, and uses the turn (R4.3)", () => {
    const { tournament } = inRound(turn(11, 1, "p1"), { type: "turn-skipped", at: AT, tournament: "t", seq: 12, duel: "1.1", turn: 1, player: "p1" });
    const { rows, deadline } = duelOf(tournament, "p1");
    assert.deepEqual([rows.length, rows[0].isSkipped, rows[0].tiles, deadline], [1, true, [], null]);
  });

  test("its end shows the word as its language writes it, and the lives", () => {
    const { tournament } = inRound(turn(11, 1, "p1"), ended(12, { secret: "eleve", display: "élève" }));
    assert.equal(tournament.lastDuel.secret, "élève");
    assert.deepEqual(tournament.players.slice(0, 2).map((one) => one.lives), [2, 3]);
  });

  test("the first row that is there already is no news; one that comes is", () => {
    const snapshot = {
      type: "snapshot", at: AT, tournament: "t", seq: 20, phase: "playing", language: "en", round: 1, rated: [],
      players: IDS.map((id) => ({ player: id, nickname: id, rating: 1000, lives: 3 })),
      duels: [{ duel: "1.1", players: ["p1", "p2"], first: "p1", length: 5, rows: [{ turn: 1, player: "p1", word: "later", tiles: [..."later"], marks: Array(5).fill("absent") }], turn: 2, to_move: "p2", deadline: AT + 30_000 }],
    };
    const state = after(welcome(), snapshot, scored(21, 2, "p2", "crane", "-----", { at: AT + 5 }));
    assert.deepEqual(duelOf(state.tournament, "p1").rows.map((row) => row.at), [undefined, AT + 5]);
    assert.equal(state.tournament.turnLength, 30_000);
  });
});

describe("who is out", () => {
  test("is told the bounds, then the place, then the settled change (R3.5, D4)", () => {
    let state = inRound(turn(11, 1, "p1"), ended(12, { lives: { p1: 0, p2: 3 } }), { type: "player-eliminated", at: AT, tournament: "t", seq: 13, player: "p1", round: 1, guaranteed: -25, possible: -18 });
    assert.deepEqual(state.tournament.fates.p1, { guaranteed: -25, possible: -18, round: 1 });
    assert.equal(isPlaying(state.tournament, "p1"), false);
    state = evolve(state, { type: "round-closed", at: AT, tournament: "t", seq: 14, round: 1, lives: { p1: 0 }, out: [{ player: "p1", place: 8 }] });
    assert.equal(state.tournament.players[0].place, 8);
    state = evolve(state, rated("p1", 8, -25));
    assert.deepEqual([state.tournament.rated.p1.after, state.me.rating], [975, 975]);
  });

  test("a leaver has no lives and a place at once (D3)", () => {
    const { tournament } = inRound({ type: "player-left", at: AT, tournament: "t", seq: 11, player: "p3", place: 4 });
    assert.deepEqual(tournament.players[2], { player: "p3", nickname: "Player p3", rating: 1000, lives: 0, away: null, place: 4 });
  });

  test("a rating change of a tournament that we left still counts for us", () => {
    const state = after(welcome(), rated("p1", 3, 11));
    assert.deepEqual(state.me, { ...player(), rating: 1011 });
  });
});

test("leaving costs the place below everybody of the round but earlier leavers (D3, R6.5)", () => {
  const duels = [["p1", "p2"], ["p3", "p4"], ["p5", "p6"], ["p7", "p8"]].map((players, i) => ({ duel: `1.${i}`, players, first: players[0], length: 5 }));
  const state = after(welcome(), lobby(1, ["p1"]), started(9), opened(10, { duels }));
  assert.deepEqual(costOfLeaving(state.tournament, "p1"), { place: 8, change: -25 });
  const later = evolve(state, { type: "player-left", at: AT, tournament: "t", seq: 11, player: "p5", place: 8 });
  assert.deepEqual(costOfLeaving(later.tournament, "p1"), { place: 7, change: -18 });
});

test("the ranking has the places in order, ties in the order of their seats", () => {
  const standings = IDS.map((id, i) => ({ player: id, place: [3, 1, 3, 2, 5, 6, 7, 8][i] }));
  const { tournament } = inRound({ type: "tournament-ended", at: AT, tournament: "t", seq: 50, standings });
  assert.deepEqual(ranking(tournament).map((one) => one.player), ["p2", "p4", "p1", "p3", "p5", "p6", "p7", "p8"]);
});

test("who is away and who is back (R8.3)", () => {
  const away = inRound({ type: "player-away", at: AT, tournament: "t", seq: 11, player: "p2", until: AT + 60_000 });
  assert.equal(away.tournament.players[1].away, AT + 60_000);
  assert.equal(evolve(away, { type: "player-back", at: AT, tournament: "t", seq: 12, player: "p2" }).tournament.players[1].away, null);
});

test("a party comes and goes; being removed is told (R9, D13)", () => {
  const party = { type: "party", at: AT, code: "CODE12345", link: "https://play.example/#CODE12345", leader: "p1", members: [], state: "gathering" };
  const state = after(welcome(), party);
  assert.equal(state.party.code, "CODE12345");
  assert.deepEqual(evolve(state, { type: "party-left", at: AT, reason: "kicked" }), { ...state, party: null, notice: { what: "party-left", reason: "kicked" } });
  assert.equal(evolve(state, { ...party, code: "OLDER12345", at: AT - 100 }), state, "it was overtaken on the way");
  assert.equal(evolve(state, { type: "party-left", at: AT - 100, reason: "merged" }), state, "likewise");
  assert.equal(evolve(state, { type: "party-left", at: AT - 100, re: "l", reason: "asked" }).party, null, "but our own wish is carried out");
  const left = evolve(state, { type: "party-left", at: AT + 300, reason: "kicked" });
  assert.equal(evolve(left, { ...party, at: AT + 250 }).party, null);
  assert.equal(evolve(left, { ...party, at: AT + 350 }).party.code, "CODE12345", "joined again");
  assert.equal(after(welcome({ at: AT + 100 }), { ...party, at: AT + 50 }).party, null, "the welcome is newer");
  assert.equal(evolve(state, welcome()).party, null, "it ended while we were away");
  assert.equal(evolve(state, welcome({ party: "CODE12345" })).party.code, "CODE12345");
});
