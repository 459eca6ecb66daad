/**
 * The page at work: frames become state, keys become actions, both become a screen.
 *
 * Lives here: the loop, and what it holds: the state, the ui, the client, the preferences. What an event changes is
 * `state/` and `ui.js`, what a player can do `actions.js`, how things look `views/`, how they travel `protocol/`.
 */

import { createActions } from "./actions/actions.js";
import { readAddress } from "./address.js";
import { carryOutEffects, showTitle, warnOfClock } from "./effects.js";
import { AlphabetLoader, loadTranslator } from "./files.js";
import { Focus, focusMain } from "./focus.js";
import { chooseLocale } from "./i18n/translate.js";
import { keyCommand } from "./keys.js";
import { loadPreferences, savePreferences, showPreferences } from "./preferences.js";
import { loadPractice } from "./practice/start.js";
import { Client } from "./protocol/client.js";
import { Sound } from "./sound.js";
import { START, evolve } from "./state/state.js";
import { reduce, startUi } from "./ui.js";
import { render } from "./views/dom.js";
import { areRulesOver, hasClock, isBlocked, screen, screenOf, titleOf } from "./views/screen.js";

/** @typedef {import("./protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./state/state.js").State} State */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("./ui.js").UiEvent} UiEvent */
/** @typedef {import("./view.js").Config} Config */
/** @typedef {import("./view.js").View} View */

const TICK = 250; // ms between two looks at a running clock
const SLOW = 4_000; // ms
const RETRY = 3_000; // ms
const GAME_AFTER = 4_000; // ms until the other screens are loaded, if the player does nothing

export class App {
  /** @type {State} */
  state = START;
  /** @type {Preferences} */
  preferences = loadPreferences();
  /** The practice duel, while the lobby fills. @type {import("./practice/practice.js").Practice | null} */
  practice = null;
  #sound = new Sound();
  #root;
  #config;
  #frame = 0;
  #tick = 0;
  #hasDialog = false;
  #focus = new Focus();
  /** @type {import("./view.js").GameScreens | null} */
  #game = null;
  #isGameAsked = false;
  #alphabets = new AlphabetLoader(() => this.refresh());

  /**
   * @param {HTMLElement} root
   * @param {Config} config
   * @param {import("./i18n/translate.js").Translator} translator
   */
  constructor(root, config, translator) {
    this.#root = root;
    this.#config = config;
    this.t = translator;
    const game = this.preferences.game ?? chooseLocale(config.games.map((code) => ({ code, name: code })), navigator.languages);
    this.ui = startUi(config.games.includes(game) ? game : (config.games[0] ?? "en"));
    this.client = new Client(config.websocket, this.preferences.token, {
      onFrame: (frame) => this.#show(frame),
      onStatus: (status) => this.dispatch({ type: "status", status }),
      onToken: (token) => this.prefer({ token }),
    });
    this.act = createActions(this);
  }

  /** What is on the screen: the real state, or that of the practice duel. */
  get shownState() {
    return this.practice?.state ?? this.state;
  }

  /** That of the tournament's language, once it is loaded. */
  get alphabet() {
    return this.#alphabets.get(this.shownState.tournament?.language ?? "");
  }

  /** Listen, connect, and draw. */
  start() {
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.readAddress());
    for (const name of ["online", "offline"]) addEventListener(name, () => this.#noteNetwork());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.client.wake();
      this.refresh();
    });
    this.#sound.listen();
    this.readAddress();
    this.client.connect();
    setTimeout(() => this.dispatch({ type: "slow" }), SLOW);
    setTimeout(() => this.#loadGame(), GAME_AFTER);
    for (const name of ["pointermove", "pointerdown", "keydown"]) addEventListener(name, () => this.#loadGame(), { once: true });
  }

  /** @param {UiEvent} event */
  dispatch(event) {
    this.ui = reduce(this.ui, event);
    this.refresh();
  }

  /** @param {State} state */
  setState(state) {
    this.state = state;
    this.refresh();
  }

  /** Change and store preferences. @param {Partial<Preferences>} change */
  prefer(change) {
    this.preferences = { ...this.preferences, ...change };
    savePreferences(this.preferences);
    showPreferences(this.preferences, document.documentElement);
    this.refresh();
  }

  /** Play a sound, as the settings wish. @param {import("./cues.js").Cue} cue */
  play(cue) {
    this.#sound.play(cue, this.preferences);
  }

  /** Say something to a screen reader. @param {string} text */
  announce(text) {
    this.dispatch({ type: "announced", text, isUrgent: false });
  }

  /** Begin a practice duel, or the next one. */
  async startPractice() {
    this.practice ??= await loadPractice(this);
    this.practice?.begin();
  }

  /** Back to the lobby, or into the tournament. */
  stopPractice() {
    this.practice = null;
    this.dispatch({ type: "drafted", draft: [] });
  }

  /** Speak another language. @param {string} locale */
  async chooseLocale(locale) {
    this.prefer({ locale });
    this.t = await loadTranslator(locale);
    this.refresh();
  }

  /** Load the screens beyond home: when one is needed, or at the first sign of a player. */
  async #loadGame() {
    if (this.#isGameAsked) return;
    this.#isGameAsked = true;
    try {
      this.#game = await import("./views/game.js");
    } catch {
      this.dispatch({ type: "slow" }); // which offers to load the page again
      setTimeout(() => (this.#isGameAsked = false), RETRY);
    }
    this.refresh();
  }

  /** Give an element the focus, once the next frame is drawn. @param {string} id */
  focus(id) {
    this.#focus.moveTo(id);
    this.refresh();
  }

  /** Draw with the next frame of the display. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** @param {ServerFrame} frame */
  #show(frame) {
    const before = this.state;
    this.state = evolve(before, frame);
    carryOutEffects(this, before, frame);
    const { tournament, me } = this.state;
    if (tournament !== null) this.#alphabets.load(tournament.language);
    if (this.practice !== null && tournament?.phase !== "lobby") this.stopPractice();
    this.dispatch({ type: "frame", frame, state: this.shownState });
    if (this.ui.isLocked && frame.type === "turn-started" && frame.player === me?.id) this.act.submit();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const { ui } = this;
    const isTyping = ui.page === "game" && ui.dialog === null && screenOf(this.#view()) === "duel" && !isBlocked(ui.status);
    const command = isTyping ? keyCommand(event) : null;
    if (command === null) return;
    event.preventDefault(); // a browser may begin a quick search
    if (command.type === "submit") {
      this.act.submit();
      return;
    }
    focusMain(); // or Enter would press the button that was used last
    if (command.type === "erase") this.act.erase();
    else this.act.press(command.key, command.code);
  }

  /** Do what the address asks for. */
  readAddress() {
    const { game, ...address } = readAddress(location.hash);
    this.dispatch({ type: "address", ...address });
    if (game !== null && this.#config.games.includes(game)) this.dispatch({ type: "game-chosen", game });
  }

  #noteNetwork() {
    this.dispatch({ type: "network", isOnline: navigator.onLine });
    this.client.wake();
  }

  /** @returns {View} */
  #view() {
    const { ui, t, alphabet, preferences, act } = this;
    return { state: this.shownState, lobby: this.practice === null ? null : this.state.tournament, ui, t, now: this.client.now(), alphabet, game: this.#game, config: this.#config, preferences, act };
  }

  #draw() {
    this.practice?.tick();
    warnOfClock(this);
    const view = this.#view();
    document.documentElement.lang = view.t.code;
    showTitle(titleOf(view));
    const name = view.ui.page === "rules" && !areRulesOver(view) ? "rules" : screenOf(view);
    document.documentElement.dataset["screen"] = isBlocked(view.ui.status) ? "blocked" : name;
    const hasDialog = view.ui.dialog !== null || areRulesOver(view);
    const closes = this.#hasDialog && !hasDialog;
    this.#hasDialog = hasDialog;
    if (closes) this.#focus.closeDialog(this.#root);
    render(this.#root, screen(view));
    if (closes && name === "duel") focusMain(); // Enter is the guess's, not the button's that opened it
    this.#focus.settle(name, hasDialog);
    if (hasDialog || !["connecting", "home"].includes(name)) this.#loadGame();
    clearTimeout(this.#tick);
    if (hasClock(view) && document.visibilityState === "visible") this.#tick = setTimeout(() => this.refresh(), TICK);
  }
}
