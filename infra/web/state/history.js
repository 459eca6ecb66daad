/**
 * The tournaments that were played on this device: what is remembered of each, and what they add up to. Pure.
 */

/** @typedef {import("../protocol/frames.js").Rated} Rated */
/** @typedef {import("./tournament.js").Tournament} Tournament */
/**
 * @typedef {object} Played
 * @property {string} tournament
 * @property {number} at - epoch ms, server
 * @property {number} place
 * @property {number} change
 * @property {number} after - the rating
 * @property {string} language
 * @property {readonly { length: number, isWon: boolean }[]} duels
 */

const KEPT = 50; // tournaments

/**
 * The history with one more tournament, newest first; one that is known already is not added twice.
 * @param {readonly Played[]} history
 * @param {Rated} rated - our own
 * @param {Tournament | null} tournament - the one it is of, if it is still known
 * @returns {readonly Played[]}
 */
export function withPlayed(history, rated, tournament) {
  if (history.some((one) => one.tournament === rated.tournament)) return history;
  const isKnown = tournament?.id === rated.tournament;
  const duels = isKnown ? tournament.story.map((duel) => ({ length: duel.length, isWon: duel.winner === rated.player })) : [];
  const { place, change, after, at } = rated;
  const one = { tournament: rated.tournament, at, place, change, after, language: isKnown ? tournament.language : "", duels };
  return [one, ...history].slice(0, KEPT);
}

/**
 * What a history adds up to: the best place, the ratings from old to new, and the duels by the length of the word.
 * @param {readonly Played[]} history
 */
export function summary(history) {
  const duels = history.flatMap((one) => one.duels);
  const lengths = [...new Set(duels.map((duel) => duel.length))].sort((a, b) => a - b);
  const [newest] = history;
  return {
    best: history.length === 0 ? null : Math.min(...history.map((one) => one.place)),
    ratings: [newest?.after, ...history.map((one) => one.after - one.change)].filter((one) => one !== undefined).reverse(),
    byLength: lengths.map((length) => {
      const played = duels.filter((duel) => duel.length === length);
      return { length, played: played.length, won: played.filter((duel) => duel.isWon).length };
    }),
  };
}
