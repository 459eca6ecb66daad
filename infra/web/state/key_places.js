/**
 * The letter that a key's place stands for, when the keyboard's layout writes another script.
 *
 * Lives here: the usual places of Latin letters and of the Cyrillic ones (ЙЦУКЕН, with the letters of Russian, Ukrainian and
 * Kazakh). Pure. A player with a Greek or Hangul layout can so play in English, one with a Latin layout in Russian.
 */

/** @typedef {import("./typing.js").Alphabet} Alphabet */

const ROWS = [
  "Digit1 Digit2 Digit3 Digit4 Digit5 Digit6 Digit7 Digit8 Digit9 Digit0 Minus Equal".split(" "),
  [..."QWERTYUIOP"].map((letter) => `Key${letter}`).concat("BracketLeft", "BracketRight"),
  [..."ASDFGHJKL"].map((letter) => `Key${letter}`).concat("Semicolon", "Quote"),
  [..."ZXCVBNM"].map((letter) => `Key${letter}`).concat("Comma", "Period"),
];
/** @type {Readonly<Record<string, string>>} */
const RUSSIAN = placed("", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю");
/** @type {Readonly<Record<string, Readonly<Record<string, string>>>>} */
const CYRILLIC = {
  ru: RUSSIAN,
  uk: { ...placed("", "йцукенгшщзхї", "фівапролджє", "ячсмитьбю"), Backslash: "ґ" },
  kk: { ...RUSSIAN, Digit2: "ә", Digit3: "і", Digit4: "ң", Digit5: "ғ", Digit8: "ү", Digit9: "ұ", Digit0: "қ", Minus: "ө", Equal: "һ" },
};

/**
 * The letter of a key's place in the alphabet of the game; null if there is none.
 * @param {Alphabet} alphabet
 * @param {string} code - `KeyboardEvent.code`
 * @returns {string | null}
 */
export function letterAt(alphabet, code) {
  const cyrillic = CYRILLIC[alphabet.language];
  if (cyrillic !== undefined) return cyrillic[code] ?? null;
  const latin = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase();
  return latin ?? null;
}

/** @param {...string} rows - the letters of each row of keys */
function placed(...rows) {
  return Object.fromEntries(rows.flatMap((letters, row) => [...letters].map((letter, i) => [ROWS[row]?.[i] ?? "", letter])));
}
