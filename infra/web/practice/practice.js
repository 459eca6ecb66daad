/**
 * A practice duel against a bot, in the page alone: the same frames, state and screens as a real one.
 *
 * Lives here: a server of one duel, and the bot. Time and chance come in through ports. Must not: touch the real tournament.
 */

import { marksOf } from "../state/marks.js";
import { duelOf } from "../state/questions.js";
import { START, evolve } from "../state/state.js";

/** @typedef {import("../protocol/frames.js").Player} Player */
/** @typedef {import("../protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("../state/state.js").State} State */
/** @typedef {{ now: () => number, random: () => number, onFrame: (frame: ServerFrame, state: State) => void }} PracticePorts - `now` in epoch ms */

const TOURNAMENT = "practice";
const BOT = "bot";
const TURN = 30_000; // ms
const TURNS = 12;
const THINKING = [2_500, 6_000]; // ms, least and most, that the bot takes
const SKILL = 0.35; // how often the bot uses what the board tells

export class Practice {
  /** @type {State} */
  state = START;
  #words;
  #me;
  #botName;
  #language;
  #ports;
  /** @type {readonly string[]} */
  #secret = [];
  #seq = 0;
  #duels = 0;
  #botMovesAt = 0;

  /**
   * @param {{ words: readonly (readonly string[])[], language: string, me: Player, botName: string }} setting - words in tiles
   * @param {PracticePorts} ports
   */
  constructor({ words, language, me, botName }, ports) {
    this.#words = words;
    this.#language = language;
    this.#me = me;
    this.#botName = botName;
    this.#ports = ports;
  }

  /** Begin a duel with another word. */
  begin() {
    const at = this.#ports.now();
    this.#secret = this.#pick(this.#words);
    this.#duels += 1;
    this.#seq = 1;
    const first = this.#ports.random() < 0.5 ? this.#me.id : BOT;
    const duel = `practice.${this.#duels}`;
    const player = (/** @type {string} */ id, /** @type {string} */ nickname) => ({ player: id, nickname, rating: this.#me.rating, lives: 3 });
    this.#show({ type: "welcome", at, player: this.#me, token: "" });
    this.#show({
      type: "snapshot",
      at,
      tournament: TOURNAMENT,
      seq: this.#seq,
      phase: "playing",
      language: this.#language,
      round: this.#duels,
      players: [player(this.#me.id, this.#me.nickname), player(BOT, this.#botName)],
      duels: [{ duel, players: [this.#me.id, BOT], first, length: this.#secret.length, rows: [] }],
      rated: [],
    });
    this.#startTurn(1, first);
  }

  /** The player's guess. @param {readonly string[]} tiles */
  guess(tiles) {
    if (this.#duel?.toMove === this.#me.id) this.#score(tiles);
  }

  /** Let happen what is due: the bot's guess, the end of a turn. */
  tick() {
    const duel = this.#duel;
    const now = this.#ports.now();
    if (duel === null || duel.deadline === null || duel.turn === null || duel.toMove === null) return;
    if (duel.toMove === BOT && now >= this.#botMovesAt) {
      this.#score(this.#botWord());
    } else if (now >= duel.deadline) {
      const { turn, toMove: player } = duel;
      this.#show({ type: "turn-skipped", ...this.#event(), duel: duel.duel, turn, player });
      this.#goOn(turn);
    }
  }

  get #duel() {
    const { tournament } = this.state;
    return tournament === null ? null : duelOf(tournament, this.#me.id);
  }

  /** @param {readonly string[]} tiles */
  #score(tiles) {
    const duel = this.#duel;
    if (duel === null || duel.turn === null || duel.toMove === null) return;
    const { turn, toMove: player } = duel;
    const marks = marksOf(this.#secret, tiles);
    this.#show({ type: "guess-scored", ...this.#event(), duel: duel.duel, turn, player, word: tiles.join(""), tiles: [...tiles], marks });
    if (marks.every((mark) => mark === "correct")) this.#end(player);
    else this.#goOn(turn);
  }

  /** @param {number} turn */
  #goOn(turn) {
    const duel = this.#duel;
    if (duel === null) return;
    if (turn >= TURNS) this.#end(null);
    else this.#startTurn(turn + 1, turn % 2 === 1 ? (duel.first === BOT ? this.#me.id : BOT) : duel.first);
  }

  /** @param {number} turn @param {string} player */
  #startTurn(turn, player) {
    const event = this.#event();
    const [least = 0, most = 0] = THINKING;
    this.#botMovesAt = event.at + least + (most - least) * this.#ports.random();
    this.#show({ type: "turn-started", ...event, duel: this.#duel?.duel ?? "", turn, player, deadline: event.at + TURN });
  }

  /** @param {string | null} winner */
  #end(winner) {
    const outcome = winner === null ? "draw" : "solved";
    const secret = this.#secret.join("");
    this.#show({ type: "duel-ended", ...this.#event(), duel: this.#duel?.duel ?? "", outcome, ...(winner === null ? {} : { winner }), secret, lives: {} });
  }

  /** A word of the list; sometimes one that agrees with all rows. */
  #botWord() {
    const rows = (this.#duel?.rows ?? []).filter((row) => !row.isSkipped);
    const fits = this.#words.filter((word) => rows.every((row) => marksOf(word, row.tiles).every((mark, i) => mark === row.marks[i])));
    return this.#pick(fits.length > 0 && this.#ports.random() < SKILL ? fits : this.#words);
  }

  #event() {
    this.#seq += 1;
    return { at: this.#ports.now(), tournament: TOURNAMENT, seq: this.#seq };
  }

  /** @template T @param {readonly T[]} list @returns {T} */
  #pick(list) {
    const one = list[Math.floor(this.#ports.random() * list.length)];
    if (one === undefined) throw new RangeError("there is no word to practise with");
    return one;
  }

  /** @param {ServerFrame} frame */
  #show(frame) {
    this.state = evolve(this.state, frame);
    this.#ports.onFrame(frame, this.state);
  }
}
