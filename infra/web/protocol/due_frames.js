/**
 * When a client must ping or sync.
 *
 * Lives here: the deadlines that the client knows, the pings of its own turn (D15), and which frame is due next. No I/O:
 * deadlines are the server's epoch ms, all other times are epoch ms of our own clock.
 */

/** @typedef {import("./sequence.js").Event} Event */
/** @typedef {import("./sequence.js").Sequence} Sequence */
/** @typedef {{ when: number, frame: { action: "ping", tournament?: string, seq?: number } | { action: "sync", tournament: string, seq: number } }} DueFrame */

const GAP_PATIENCE = 300; // ms: a missing event is usually on its way
const SILENCE = 2_000; // ms after a deadline that we know
const SYNC_PAUSE = 2_000; // ms between two syncs
const LOBBY_PING = 20_000; // ms
const IDLE_PING = 300_000; // ms

export class DueFrames {
  /** An answer left open whether a command had its effect. */
  needsSync = false;

  #isLobby = false;
  #sentAt = 0;
  #syncedAt = -SYNC_PAUSE;
  /** What must happen by when: the intro's end under "intro", a turn's under its duel. @type {Map<string, number>} */
  #deadlines = new Map();
  /** When to ping in our own turn. @type {{ duel: string, times: number[] }} */
  #turnPings = { duel: "", times: [] };

  /** Forget the tournament; when we last sent something still counts. */
  forget() {
    this.needsSync = false;
    this.#isLobby = false;
    this.#deadlines.clear();
    this.#turnPings = { duel: "", times: [] };
  }

  /**
   * A frame went out.
   * @param {string} action
   * @param {number} now
   */
  noteSent(action, now) {
    this.#sentAt = now;
    this.#turnPings.times = this.#turnPings.times.filter((when) => when > now);
    if (action !== "sync") return;
    this.#syncedAt = now;
    this.needsSync = false;
  }

  /**
   * An event was shown: learn its deadlines.
   * @param {Event} event
   * @param {string | undefined} me - our player's id
   * @param {number} ahead - ms that the server's clock is ahead of ours
   * @param {number} now
   */
  noteEvent(event, me, ahead, now) {
    this.#isLobby = event.type === "lobby";
    switch (event.type) {
      case "snapshot":
        this.#deadlines.clear();
        if (event.starts_at !== undefined) this.#deadlines.set("intro", event.starts_at);
        for (const duel of event.duels) {
          if (duel.deadline === undefined) continue;
          this.#deadlines.set(duel.duel, duel.deadline);
          if (duel.to_move === me) this.#planTurnPings(duel.duel, event.at, duel.deadline, ahead, now);
        }
        break;
      case "round-opened":
        this.#deadlines.clear();
        this.#deadlines.set("intro", event.starts_at);
        break;
      case "turn-started":
        this.#deadlines.delete("intro");
        this.#deadlines.set(event.duel, event.deadline);
        if (event.player === me) this.#planTurnPings(event.duel, event.at, event.deadline, ahead, now);
        break;
      case "guess-scored":
      case "turn-skipped":
      case "duel-ended":
        this.#deadlines.delete(event.duel);
        if (event.duel === this.#turnPings.duel) this.#turnPings = { duel: "", times: [] };
        break;
      case "tournament-ended":
        this.#deadlines.clear();
        break;
    }
  }

  /**
   * The next ping or sync that is due; there is always one.
   * @param {Sequence} sequence
   * @param {number} ahead - ms that the server's clock is ahead of ours
   * @returns {DueFrame}
   */
  next(sequence, ahead) {
    const sync = this.#sync(sequence, ahead);
    const ping = this.#ping(sequence);
    return sync !== null && sync.when <= ping.when ? sync : ping;
  }

  /**
   * A ping after each third of our own turn; the last one makes an expired turn pass at once (D15).
   * @param {string} duel
   * @param {number} start
   * @param {number} deadline
   * @param {number} ahead
   * @param {number} now
   */
  #planTurnPings(duel, start, deadline, ahead, now) {
    const third = (deadline - start) / 3;
    const times = [1, 2, 3].map((n) => Math.ceil(start + third * n - ahead)).filter((when) => when > now);
    this.#turnPings = { duel, times };
  }

  /** @param {Sequence} sequence @returns {DueFrame} */
  #ping({ tournament, seq }) {
    let when = this.#sentAt + (this.#isLobby ? LOBBY_PING : IDLE_PING);
    const [next] = this.#turnPings.times;
    if (next !== undefined) when = Math.min(when, next);
    return {
      when,
      frame: {
        action: "ping",
        ...(tournament !== null ? { tournament } : {}),
        ...(tournament !== null && seq !== null ? { seq } : {}),
      },
    };
  }

  /** @param {Sequence} sequence @param {number} ahead @returns {DueFrame | null} */
  #sync({ tournament, seq, gapSince }, ahead) {
    if (tournament === null) return null;
    const reasons = [...this.#deadlines.values()].map((deadline) => deadline + SILENCE - ahead);
    if (gapSince !== null) reasons.push(gapSince + GAP_PATIENCE);
    if (this.needsSync) reasons.push(0);
    if (!reasons.length) return null;
    const when = Math.max(Math.min(...reasons), this.#syncedAt + SYNC_PAUSE);
    return { when, frame: { action: "sync", tournament, seq: seq ?? 0 } };
  }
}
