/**
 * The page at work: frames become state, keys become frames, both become a screen.
 *
 * Lives here: what a person is doing just now (the draft, an open dialog, what is chosen), and every action. What the
 * tournament is, is `state/`; how things look, `views/`; how they travel, `protocol/`.
 */

import { Client, Refused } from "./protocol/client.js";
import { Translator, chooseLocale } from "./i18n/translate.js";
import { keepPreferences, loadPreferences, showPreferences } from "./preferences.js";
import { START, evolve, forgetFarewell } from "./state/state.js";
import { duelOf, isPlaying } from "./state/questions.js";
import { press } from "./state/typing.js";
import { announce } from "./views/announce.js";
import { render } from "./views/dom.js";
import { isHeld, screen, screenOf } from "./views/screen.js";

/** @typedef {import("./protocol/frames.js").ServerFrame} ServerFrame */
/** @typedef {import("./protocol/frames.js").ErrorCode} ErrorCode */
/** @typedef {import("./protocol/client.js").Status} Status */
/** @typedef {import("./state/state.js").State} State */
/** @typedef {import("./state/typing.js").Alphabet} Alphabet */
/** @typedef {import("./preferences.js").Preferences} Preferences */
/** @typedef {{ websocket: string, locales: { code: string, name: string }[], games: string[] }} Config */
/**
 * What a person is doing just now.
 * @typedef {object} Ui
 * @property {Status} status
 * @property {boolean} isSlow - the first connection takes long
 * @property {"game" | "rules"} page
 * @property {"settings" | "leave" | null} dialog
 * @property {string | null} renaming
 * @property {string} game
 * @property {string | null} invite
 * @property {boolean} isCopied
 * @property {readonly string[]} draft
 * @property {string | null} draftOf - the duel that the draft is for
 * @property {number | null} sent - the turn whose guess is under way
 * @property {ErrorCode | null} refusal
 * @property {number} shakes
 * @property {string | null} watched
 * @property {string | null} busy - the action under way
 * @property {{ code: ErrorCode | "no-answer" } | null} error
 * @property {{ id: number, text: string }[]} said
 * @property {{ id: number, text: string } | null} urgent
 */
/** @typedef {{ state: State, ui: Ui, t: Translator, now: number, alphabet: Alphabet | null, config: Config, preferences: Preferences, act: App["act"] }} View */

const TICK = 250; // ms between two looks at a running clock
const REFUSAL_SHOWN = 3_000; // ms
const COPIED_SHOWN = 2_000; // ms
const SLOW = 4_000; // ms
const SAID_KEPT = 4;
const WARNINGS = [10, 5]; // seconds left of our own turn that are spoken
const INVITATION = /^#party=([^&]{1,64})$/;

export class App {
  /** @type {State} */
  state = START;
  /** @type {Alphabet | null} */
  alphabet = null;
  preferences = loadPreferences();
  #root;
  #config;
  #t;
  #client;
  #frame = 0;
  #tick = 0;
  #refusalTimer = 0;
  #ids = 0;
  #warned = 0;
  #screenName = "";
  /** @type {Map<string, Promise<Alphabet>>} */
  #alphabets = new Map();

  /**
   * @param {HTMLElement} root
   * @param {Config} config
   * @param {Translator} translator
   */
  constructor(root, config, translator) {
    this.#root = root;
    this.#config = config;
    this.#t = translator;
    const game = this.preferences.game ?? chooseLocale(config.games.map((code) => ({ code, name: code })), navigator.languages);
    /** @type {Ui} */
    this.ui = {
      status: "connecting",
      isSlow: false,
      page: "game",
      dialog: null,
      renaming: null,
      game: config.games.includes(game) ? game : (config.games[0] ?? "en"),
      invite: null,
      isCopied: false,
      draft: [],
      draftOf: null,
      sent: null,
      refusal: null,
      shakes: 0,
      watched: null,
      busy: null,
      error: null,
      said: [],
      urgent: null,
    };
    this.#client = new Client(config.websocket, this.preferences.token, {
      onFrame: (frame) => this.#show(frame),
      onStatus: (status) => {
        this.ui.status = status;
        this.refresh();
      },
      onToken: (token) => this.#keep({ token }),
    });
  }

  /** Listen, connect, and draw. */
  start() {
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("hashchange", () => this.#readAddress());
    addEventListener("online", () => this.#client.wake());
    addEventListener("offline", () => this.#client.wake());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#client.wake();
      this.refresh();
    });
    this.#readAddress();
    this.#client.connect();
    setTimeout(() => {
      this.ui.isSlow = true;
      this.refresh();
    }, SLOW);
    this.refresh();
  }

  /** Draw with the next frame of the display. */
  refresh() {
    this.#frame ||= requestAnimationFrame(() => {
      this.#frame = 0;
      this.#draw();
    });
  }

  /** Every action, for the views to call. */
  act = {
    canShare: typeof navigator.share === "function",
    play: () => this.#do("queue", () => this.#client.request("queue", { language: this.ui.game })),
    playAgain: () => {
      const language = this.state.tournament?.language ?? this.ui.game;
      return this.#do("queue", () => this.#client.request("queue", { language }));
    },
    unqueue: () => this.#do("unqueue", () => this.#client.request("unqueue", {})),
    createParty: () => this.#do("party-create", () => this.#client.request("party-create", {})),
    joinParty: (/** @type {string} */ code) =>
      this.#do("party-join", async () => {
        await this.#client.request("party-join", { code });
        this.#forgetInvite();
      }),
    declineParty: () => this.#forgetInvite(),
    leaveParty: () => this.#do("party-leave", () => this.#client.request("party-leave", {})),
    kick: (/** @type {string} */ player) => this.#do("party-kick", () => this.#client.request("party-kick", { player })),
    makeLeader: (/** @type {string} */ player) => this.#do("party-lead", () => this.#client.request("party-lead", { player })),
    renewParty: () => this.#do("party-renew", () => this.#client.request("party-renew", {})),
    startParty: () => this.#do("party-start", () => this.#client.request("party-start", { language: this.ui.game })),
    inviteLink: (/** @type {string} */ code) => `${location.origin}${location.pathname}#party=${code}`,
    copy: async (/** @type {string} */ text) => {
      await navigator.clipboard?.writeText(text).catch(() => undefined);
      this.#change({ isCopied: true });
      setTimeout(() => this.#change({ isCopied: false }), COPIED_SHOWN);
    },
    share: (/** @type {string} */ url) => navigator.share({ title: this.#t.say("app.name"), text: this.#t.say("party.share-text"), url }).catch(() => undefined),
    startRename: () => this.#change({ renaming: this.state.me?.nickname ?? "" }),
    typeNickname: (/** @type {string} */ renaming) => this.#change({ renaming }),
    cancelRename: () => this.#change({ renaming: null, error: null }),
    rename: () =>
      this.#do("rename", async () => {
        await this.#client.request("rename", { nickname: this.ui.renaming ?? "" });
        this.#change({ renaming: null });
      }),
    chooseGame: (/** @type {string} */ game) => {
      this.#keep({ game });
      this.#change({ game });
    },
    press: (/** @type {string} */ tile) => this.#press(tile),
    erase: () => {
      if (this.ui.sent === null) this.#change({ draft: this.ui.draft.slice(0, -1), refusal: null });
    },
    submit: () => this.#submit(),
    watch: (/** @type {string} */ watched) => this.#change({ watched }),
    stopWatching: () => this.#leaveSeat(),
    askLeave: () => this.#change({ dialog: "leave" }),
    leave: async () => {
      await this.#leaveSeat();
      this.#change({ dialog: null });
    },
    openSettings: () => this.#change({ dialog: "settings" }),
    closeDialog: () => this.#change({ dialog: null }),
    prefer: (/** @type {Partial<Preferences>} */ wish) => {
      this.#keep(wish);
      this.refresh();
    },
    chooseLocale: async (/** @type {string} */ locale) => {
      this.#keep({ locale });
      this.#t = await loadTranslator(locale);
      this.refresh();
    },
    closeRules: () => {
      if (history.length > 1 && location.hash === "#/rules") history.back();
      else location.hash = "";
    },
    skip: (/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("main")?.focus();
    },
    forgetFarewell: () => {
      this.state = forgetFarewell(this.state);
      this.refresh();
    },
    forgetError: () => this.#change({ error: null }),
    reconnect: () => this.#client.connect(),
    startAsNew: () => {
      this.#keep({ token: null });
      this.state = START;
      this.#client.forgetToken();
    },
  };

  /** @param {ServerFrame} frame */
  #show(frame) {
    const before = this.state;
    this.state = evolve(before, frame);
    const said = announce(this.#t, before, frame, this.state, this.ui.watched);
    if (said !== null) this.#say(said.text, said.isUrgent);
    const { tournament, me } = this.state;
    if (frame.type === "guess-scored" && frame.player === me?.id) this.#takeDraft(frame.turn);
    if (frame.type === "duel-ended" && frame.duel === this.ui.draftOf) Object.assign(this.ui, { sent: null, refusal: null });
    if (frame.type === "turn-started") this.#warned = 0;
    // A browser may hold a hidden page's timers for a minute, but not its messages: the sign of life goes out now (D15).
    if (frame.type === "turn-started" && frame.player === me?.id && document.visibilityState === "hidden") this.#client.wake();
    if (frame.type === "round-opened" || frame.type === "lobby") Object.assign(this.ui, { watched: null, dialog: null });
    if (tournament?.phase === "over" && this.ui.dialog === "leave") this.ui.dialog = null;
    if (tournament !== null) this.#learnAlphabet(tournament.language);
    const own = tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
    if (own !== null && own.outcome === null && own.duel !== this.ui.draftOf) {
      Object.assign(this.ui, { draft: [], draftOf: own.duel, sent: null, refusal: null, shakes: 0 });
    }
    this.refresh();
  }

  /** Our guess stands on the board: what was typed since is the next one's. @param {number} turn */
  #takeDraft(turn) {
    if (this.ui.sent !== null && this.ui.sent !== turn) return;
    Object.assign(this.ui, { draft: [], sent: null, refusal: null, shakes: 0 });
  }

  /** @param {string} key */
  #press(key) {
    const { tournament, me } = this.state;
    const duel = tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
    if (duel === null || duel.outcome !== null || this.alphabet === null || this.ui.sent !== null) return;
    const draft = press(this.alphabet, this.ui.draft, key, duel.length);
    if (draft === null) this.#refuse("letter-unknown");
    else this.#change({ draft, refusal: null });
  }

  async #submit() {
    const { tournament, me } = this.state;
    const duel = tournament !== null && me !== null ? duelOf(tournament, me.id) : null;
    if (tournament === null || me === null || duel === null || this.ui.sent !== null) return;
    if (duel.turn === null || duel.toMove !== me.id) {
      this.#refuse("not-your-turn");
      return;
    }
    if (this.ui.draft.length !== duel.length) {
      this.#refuse("wrong-length");
      return;
    }
    const { turn } = duel;
    this.#change({ sent: turn, refusal: null });
    try {
      await this.#client.request("guess", { tournament: tournament.id, duel: duel.duel, turn, word: this.ui.draft.join("") });
      if (this.ui.sent === turn && this.ui.draftOf === duel.duel) this.#takeDraft(turn);
    } catch (error) {
      if (this.ui.draftOf !== duel.duel) return;
      this.#change({ sent: null });
      if (error instanceof Refused) this.#refuse(error.code);
    }
    this.refresh();
  }

  /** A guess that is not taken: the row shakes, a message shows, turn and clock run on (R4.5). @param {ErrorCode} code */
  #refuse(code) {
    clearTimeout(this.#refusalTimer);
    this.#change({ refusal: code, shakes: this.ui.shakes + 1 });
    this.#refusalTimer = setTimeout(() => this.#change({ refusal: null }), REFUSAL_SHOWN);
  }

  async #leaveSeat() {
    const { tournament } = this.state;
    if (tournament === null) return;
    const isOut = !isPlaying(tournament, this.state.me?.id ?? "");
    await this.#do("leave", async () => {
      try {
        await this.#client.request("leave", { tournament: tournament.id });
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "not-seated") throw error;
        this.#client.session.abandon(tournament.id);
        if (isOut && this.state.tournament?.id === tournament.id) this.state = { ...this.state, tournament: null };
      }
    });
  }

  /**
   * Carry an action out, once at a time; what is refused is said.
   * @param {string} name
   * @param {() => Promise<unknown>} action
   */
  async #do(name, action) {
    if (this.ui.busy !== null) return;
    this.#change({ busy: name, error: null });
    try {
      await action();
    } catch (error) {
      this.#change({ error: { code: error instanceof Refused ? error.code : "no-answer" } });
    } finally {
      this.#change({ busy: null });
    }
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const isTyping = this.ui.page === "game" && this.ui.dialog === null && screenOf(this.#view()) === "duel" && this.ui.status !== "superseded";
    const target = event.target instanceof Element ? event.target : null;
    if (!isTyping || event.ctrlKey || event.metaKey || event.isComposing || target?.closest("input, select, textarea")) return;
    if (event.altKey && !event.getModifierState("AltGraph") && event.key.length > 1) return;
    if (event.key === "Enter") {
      if (target?.closest("button, a")) return; // it is pressed, not us
      event.preventDefault();
      this.#submit();
    } else if (event.key === "Backspace") {
      event.preventDefault();
      this.act.erase();
    } else if ([...event.key].length === 1 && event.key !== " ") {
      event.preventDefault(); // (a quick search of some browsers)
      this.#press(event.key);
    }
  }

  #readAddress() {
    this.ui.page = location.hash === "#/rules" ? "rules" : "game";
    const code = INVITATION.exec(location.hash)?.[1];
    if (code !== undefined) this.ui.invite = decodeURIComponent(code);
    this.refresh();
  }

  #forgetInvite() {
    history.replaceState(null, "", location.pathname);
    this.#change({ invite: null });
  }

  /** @param {string} language */
  #learnAlphabet(language) {
    if (this.alphabet?.language === language || this.#alphabets.has(language)) return;
    const asked = fetchJson(`alphabets/${language}.json`);
    this.#alphabets.set(language, asked);
    asked.then(
      (alphabet) => {
        if (this.state.tournament?.language === language) this.alphabet = alphabet;
        this.#alphabets.delete(language);
        this.refresh();
      },
      () => this.#alphabets.delete(language), // the next frame asks again
    );
  }

  /** @param {string} text @param {boolean} isUrgent */
  #say(text, isUrgent) {
    const saying = { id: ++this.#ids, text };
    if (isUrgent) this.ui.urgent = saying;
    else this.ui.said = [...this.ui.said, saying].slice(-SAID_KEPT);
  }

  /** @param {Partial<Ui>} change */
  #change(change) {
    Object.assign(this.ui, change);
    this.refresh();
  }

  /** @param {Partial<Preferences>} change */
  #keep(change) {
    this.preferences = { ...this.preferences, ...change };
    keepPreferences(this.preferences);
    showPreferences(this.preferences, document.documentElement);
  }

  /** @returns {View} */
  #view() {
    return {
      state: this.state,
      ui: this.ui,
      t: this.#t,
      now: this.#client.now(),
      alphabet: this.alphabet?.language === this.state.tournament?.language ? this.alphabet : null,
      config: this.#config,
      preferences: this.preferences,
      act: this.act,
    };
  }

  #draw() {
    const view = this.#view();
    this.#warn(view);
    document.documentElement.lang = view.t.code;
    document.title = this.#title(view);
    // Closed before it is taken away, a dialog gives the focus back to where it was.
    if (view.ui.dialog === null) this.#root.querySelector("dialog")?.close();
    render(this.#root, screen(view));
    this.#moveFocus(view);
    clearTimeout(this.#tick);
    if (this.#hasClock(view) && document.visibilityState === "visible") this.#tick = setTimeout(() => this.refresh(), TICK);
  }

  /** A new screen takes the focus, so that keyboard and screen reader start at its top. @param {View} view */
  #moveFocus(view) {
    const name = view.ui.page === "rules" ? "rules" : screenOf(view);
    if (name === this.#screenName) return;
    const isFirst = this.#screenName === "" || this.#screenName === "connecting";
    this.#screenName = name;
    if (!isFirst && view.ui.dialog === null) document.getElementById("main")?.focus({ preventScroll: true });
    if (!isFirst) scrollTo(0, 0);
  }

  /** @param {View} view */
  #hasClock(view) {
    const { tournament } = view.state;
    if (tournament === null) return false;
    return tournament.phase !== "over" || isHeld(view);
  }

  /** @param {View} view */
  #title(view) {
    const { tournament, me } = view.state;
    const isOurs = tournament !== null && me !== null && duelOf(tournament, me.id)?.toMove === me.id;
    return isOurs ? `● ${view.t.say("duel.your-turn")} – ${view.t.say("app.name")}` : view.t.say("app.name");
  }

  /** The clock of our own turn is spoken twice. @param {View} view */
  #warn({ state, t, now }) {
    const duel = state.tournament !== null && state.me !== null ? duelOf(state.tournament, state.me.id) : null;
    if (duel?.deadline == null || duel.toMove !== state.me?.id || (state.tournament?.turnLength ?? 0) < 15_000) return;
    const left = Math.ceil((duel.deadline - now) / 1000);
    const warning = WARNINGS[this.#warned];
    if (warning === undefined || left > warning) return;
    this.#warned += 1;
    if (left > 0) this.#say(t.say("seconds", { count: left }), true);
  }
}

/** @param {string} code */
export async function loadTranslator(code) {
  return new Translator(code, await fetchJson(`i18n/${code}.json`));
}

/** @param {string} path */
export async function fetchJson(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
