/**
 * From keys to tiles: one letter of the language's alphabet a tile, also where it takes two characters (oʻ).
 *
 * Lives here: what a pressed key makes of a draft; pure. The server judges the guess; this only has to show it rightly.
 */

/**
 * `wordlists/<language>/alphabet.json`.
 * @typedef {object} Alphabet
 * @property {string} language
 * @property {string} name
 * @property {"ltr" | "rtl"} direction
 * @property {readonly string[]} tiles
 * @property {Readonly<Record<string, string>>} folds
 * @property {boolean} folds_accents
 * @property {Readonly<Record<string, string>>} lowercase
 * @property {readonly (readonly string[])[]} keyboard
 */

/**
 * The draft after a key; null if the key is no letter of this alphabet.
 * @param {Alphabet} alphabet
 * @param {readonly string[]} draft
 * @param {string} key - one typed character, or a tile of the on-screen keyboard
 * @param {number} length - of the word: what is beyond is not taken
 * @returns {readonly string[] | null}
 */
export function press(alphabet, draft, key, length) {
  const letter = lowered(alphabet, key.normalize("NFC"));
  const last = draft.at(-1);
  // A mark that belongs to the letter before it: o and ʻ are one tile. A full draft can still take it.
  const joined = last === undefined ? undefined : tileOf(alphabet, last + letter);
  if (joined !== undefined) return [...draft.slice(0, -1), joined];
  const tiles = tilesOf(alphabet, letter);
  if (tiles === null) return null;
  return [...draft, ...tiles].slice(0, Math.max(length, draft.length));
}

/**
 * @param {Alphabet} alphabet
 * @param {string} letter
 * @returns {readonly string[] | null}
 */
function tilesOf(alphabet, letter) {
  const tile = tileOf(alphabet, letter);
  if (tile !== undefined) return [tile];
  const folded = alphabet.folds[letter];
  if (folded !== undefined) {
    const tiles = [...folded].map((part) => tileOf(alphabet, part));
    return tiles.every((part) => part !== undefined) ? tiles : null;
  }
  if (!alphabet.folds_accents) return null;
  const bare = letter.normalize("NFD").replace(/\p{M}/gu, "");
  return bare !== letter && bare !== "" ? tilesOf(alphabet, bare) : null;
}

/** @param {Alphabet} alphabet @param {string} text */
function tileOf(alphabet, text) {
  if (alphabet.tiles.includes(text)) return text;
  const folded = alphabet.folds[text];
  return folded !== undefined && alphabet.tiles.includes(folded) ? folded : undefined;
}

/** @param {Alphabet} alphabet @param {string} text */
function lowered(alphabet, text) {
  return [...text].map((letter) => alphabet.lowercase[letter] ?? letter.toLowerCase()).join("");
}

/**
 * A tile in capitals, as boards and keys show it; ß stays, since SS would be two letters.
 * @param {string} tile
 * @param {string} language
 */
export function capital(tile, language) {
  const upper = tile.toLocaleUpperCase(language);
  return [...upper].length === [...tile].length ? upper : tile;
}
