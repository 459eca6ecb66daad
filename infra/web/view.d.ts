/** What a view is given to describe a screen from; types only. */

import type { Actions } from "./actions/actions.js";
import type { Translator } from "./i18n/translate.js";
import type { Preferences } from "./preferences.js";
import type { State } from "./state/state.js";
import type { Tournament } from "./state/tournament.js";
import type { Alphabet } from "./state/typing.js";
import type { Ui } from "./ui.js";

/** What was deployed: `config.json`. */
export interface Config {
  websocket: string;
  locales: { code: string; name: string }[];
  /** The languages of the words. */
  games: string[];
}

/** The screens beyond home, as a module. */
export type GameScreens = typeof import("./views/game.js");

export interface View {
  /** What is on the screen: the real state, or that of the practice duel. */
  state: State;
  /** The lobby that fills while a practice duel is on the screen; null otherwise. */
  lobby: Tournament | null;
  ui: Ui;
  t: Translator;
  /** The server's time, epoch ms. */
  now: number;
  /** That of the tournament's language, once it is loaded. */
  alphabet: Alphabet | null;
  /** Null until they are loaded. */
  game: GameScreens | null;
  config: Config;
  preferences: Preferences;
  act: Actions;
}
