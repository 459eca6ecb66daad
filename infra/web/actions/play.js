/** Into a lobby, out of it, watching, leaving; and practising while the lobby fills. */

import { Refused } from "../protocol/client.js";
import { isPlaying } from "../state/questions.js";

/** @typedef {import("../app.js").App} App */
/** @typedef {import("./actions.js").CarryOut} CarryOut */

/** @param {App} app @param {CarryOut} carryOut */
export function playing(app, carryOut) {
  const { client } = app;
  return {
    play: () => queue(app.ui.game),
    playAgain: () => queue(app.state.tournament?.language ?? app.ui.game),
    unqueue: () => carryOut("unqueue", () => client.request("unqueue", {})),
    practise: () => carryOut("practise", () => app.startPractice()),
    stopPractice: () => app.stopPractice(),
    watch: (/** @type {string} */ duel) => app.dispatch({ type: "watched", duel }),
    stopWatching: leaveTournament,
    askLeave: () => app.dispatch({ type: "dialog", dialog: "leave" }),
    leave: async () => {
      await leaveTournament();
      app.dispatch({ type: "dialog", dialog: null });
    },
    chooseGame: (/** @type {string} */ game) => {
      app.prefer({ game });
      app.dispatch({ type: "game-chosen", game });
    },
  };

  /** @param {string} language */
  function queue(language) {
    app.prefer({ hasPlayed: true });
    return carryOut("queue", () => client.request("queue", { language }));
  }

  async function leaveTournament() {
    const { tournament } = app.state;
    if (tournament === null) return;
    const isOut = !isPlaying(tournament, app.state.me?.id ?? "");
    await carryOut("leave", async () => {
      try {
        await client.request("leave", { tournament: tournament.id });
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== "not-seated") throw error;
        client.session.abandon(tournament.id);
        if (isOut && app.state.tournament?.id === tournament.id) app.setState({ ...app.state, tournament: null });
      }
    });
  }
}
