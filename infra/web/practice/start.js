/** Begins a practice duel: loads what it needs, and connects it to the page. */

import { cueOf } from "../cues.js";
import { fetchJson } from "../files.js";
import { START } from "../state/state.js";
import { announce } from "../views/announce.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./practice.js").Practice} Practice */

/**
 * A practice duel in the language of the lobby; null if the lobby is gone by the time it is loaded.
 * @param {App} app
 * @returns {Promise<Practice | null>}
 */
export async function loadPractice(app) {
  const { me, tournament } = app.state;
  if (me === null || tournament === null) return null;
  const { language } = tournament;
  const [{ Practice }, words] = await Promise.all([import("./practice.js"), fetchJson(`practice/${language}.json`)]);
  if (app.state.tournament?.phase !== "lobby") return null;
  let before = START;
  return new Practice(
    { words, language, me, botName: app.t.translate("practice.bot") },
    {
      now: () => app.client.now(),
      random: Math.random,
      onFrame: (frame, state) => {
        const announcement = announce(app.t, before, frame, state, null);
        if (announcement !== null) app.dispatch({ type: "announced", ...announcement });
        before = state;
        const cue = cueOf(frame, state);
        if (cue !== null) app.play(cue);
        app.dispatch({ type: "frame", frame, state });
      },
    },
  );
}
