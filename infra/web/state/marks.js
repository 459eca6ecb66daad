/** The marks of a guess, as the game gives them: exact places first, then each letter that is left over once, from the left. */

/** @typedef {import("../protocol/frames.js").Mark} Mark */

/**
 * @param {readonly string[]} secret - tiles
 * @param {readonly string[]} guess - tiles, as many
 * @returns {Mark[]}
 */
export function marksOf(secret, guess) {
  /** @type {Map<string, number>} */
  const left = new Map();
  secret.forEach((tile, i) => {
    if (guess[i] !== tile) left.set(tile, (left.get(tile) ?? 0) + 1);
  });
  return guess.map((tile, i) => {
    if (secret[i] === tile) return "correct";
    const count = left.get(tile) ?? 0;
    if (count === 0) return "absent";
    left.set(tile, count - 1);
    return "present";
  });
}
