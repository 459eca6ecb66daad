/**
 * The page at work: frames become state, keys become actions, both become a screen.
 *
 * Lives here: the loop, and what it holds: the state, the ui, the client, the preferences. What an event changes is
 * `state/` and `ui.js`, what a player can do `actions.js`, how things look `views/`, how they travel `protocol/`.
 */

import { createActions } from "./actions.js";
import { AlphabetLoader, loadTranslator } from "./files.js";
import { Focus, focusMain } from "./focus.js";
import { chooseLocale } from "./i18n/translate.js";
import { keyCommand } from "./keys.js";
import { loadPreferences, savePreferences, showPreferences } from "./preferences.js";
import { Client } from "./protocol/client.js";
import { duelOf } from "./state/questions.js";
import { START, evolve } from "./state/state.js";
import { reduce, startUi } from "./ui.js";
import { announce, clockWarning } from "./views/announce.js";
import { render } from "./views/dom.js";
import { areRulesOver, isBlocked, isHeld, screen, screenOf, titleOf } from "./views/screen.js";

/** @typedef {import("./protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./state/state.js").State} State */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {import("./ui.js").UiEvent} UiEvent */
/** @typedef {import("./view.js").Config} Config */
/** @typedef {import("./view.js").View} View */

const TICK = 250; // ms between two looks at a running clock
const SLOW = 4_000; // ms
const RETRY = 3_000; // ms
const GAME_AFTER = 500; // ms from home to the loading of the other screens
const INVITATION = /^#party=([^&]{1,64})$/;

export class App {
  /** @type {State} */
  state = START;
  /** @type {Preferences} */
  preferences = loadPreferences();
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

  /** That of the tournament's language, once it is loaded. */
  get alphabet() {
    return this.#alphabets.get(this.state.tournament?.language ?? "");
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
    this.readAddress();
    this.client.connect();
    setTimeout(() => this.dispatch({ type: "slow" }), SLOW);
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

  /** Speak another language. @param {string} locale */
  async chooseLocale(locale) {
    this.prefer({ locale });
    this.t = await loadTranslator(locale);
    this.refresh();
  }

  /** Load the screens beyond home: when one is needed, or once home is shown. */
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
    const announcement = announce(this.t, before, frame, this.state, this.ui.watched);
    if (announcement !== null) this.dispatch({ type: "announced", ...announcement });
    const { tournament, me } = this.state;
    // A browser may delay a hidden page's timers by a minute, but not its messages: the ping goes out now (D15).
    if (frame.type === "turn-started" && frame.player === me?.id && document.visibilityState === "hidden") this.client.wake();
    if (tournament !== null) this.#alphabets.load(tournament.language);
    this.dispatch({ type: "frame", frame, state: this.state });
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

  /** What the address asks for: the rules, or an invitation. */
  readAddress() {
    const code = INVITATION.exec(location.hash)?.[1];
    const invite = code === undefined ? null : decoded(code);
    const page = location.hash === "#/rules" ? "rules" : "game";
    this.dispatch({ type: "address", page, invite, isInviteBroken: location.hash.startsWith("#party") && invite === null });
  }

  #noteNetwork() {
    this.dispatch({ type: "network", isOnline: navigator.onLine });
    this.client.wake();
  }

  /** @returns {View} */
  #view() {
    const { state, ui, t, alphabet, preferences, act } = this;
    return { state, ui, t, now: this.client.now(), alphabet, game: this.#game, config: this.#config, preferences, act };
  }

  #draw() {
    this.#warn();
    const view = this.#view();
    document.documentElement.lang = view.t.code;
    document.documentElement.dataset["screen"] = screenOf(view);
    document.title = titleOf(view);
    const name = view.ui.page === "rules" && !areRulesOver(view) ? "rules" : screenOf(view);
    const hasDialog = view.ui.dialog !== null || areRulesOver(view);
    const closes = this.#hasDialog && !hasDialog;
    this.#hasDialog = hasDialog;
    if (closes) this.#focus.closeDialog(this.#root);
    render(this.#root, screen(view));
    if (closes && name === "duel") focusMain(); // Enter is the guess's, not the button's that opened it
    this.#focus.settle(name, hasDialog);
    if (view.state.tournament !== null || view.state.party !== null) this.#loadGame();
    else if (view.state.me !== null) setTimeout(() => this.#loadGame(), GAME_AFTER);
    clearTimeout(this.#tick);
    if (hasClock(view) && document.visibilityState === "visible") this.#tick = setTimeout(() => this.refresh(), TICK);
  }

  /** The clock of our own turn is announced twice. */
  #warn() {
    const { tournament, me } = this.state;
    const duel = tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
    if (tournament === null || me === null || duel === null) return;
    const left = clockWarning(tournament, duel, me.id, this.client.now(), this.ui.warnings);
    if (left === null) return;
    this.ui = reduce(this.ui, { type: "warned" });
    if (left > 0) this.ui = reduce(this.ui, { type: "announced", text: this.t.translate("seconds", { count: left }), isUrgent: true });
  }
}

/** @param {View} view */
function hasClock(view) {
  const { tournament } = view.state;
  return tournament !== null && (tournament.phase !== "over" || isHeld(view));
}

/** A part of an address, decoded; null if it is malformed. @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
