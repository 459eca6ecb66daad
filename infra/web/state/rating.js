/**
 * The rating change of a certain placement (R6, D1): what leaving now would cost.
 *
 * Lives here: the formula, pure. The server's `rated` is what counts; this only lets the page say a price beforehand.
 */

const K = 50 / 7; // per opponent
const SCALE = 400;

/**
 * The change for `own`, placed above those in `below`, level with those in `level` and below those in `above`.
 * @param {number} own
 * @param {{ above: number[], level?: number[], below: number[] }} others - ratings at the time they sat down
 */
export function ratingChange(own, { above, level = [], below }) {
  let sum = 0;
  for (const rating of below) sum += 1 - expected(own, rating);
  for (const rating of level) sum += 0.5 - expected(own, rating);
  for (const rating of above) sum -= expected(own, rating);
  return roundHalfAway(K * sum);
}

/** @param {number} own @param {number} other */
function expected(own, other) {
  return 1 / (1 + 10 ** ((other - own) / SCALE));
}

/** @param {number} value */
function roundHalfAway(value) {
  return Math.sign(value) * Math.floor(Math.abs(value) + 0.5) || 0;
}
