import assert from "node:assert/strict";
import { readFileSync, readdirSync, existsSync } from "node:fs";
import { describe, test } from "node:test";

import { capital, press } from "../../../infra/web/state/typing.js";

const WORDS = new URL("../../../wordlists/", import.meta.url);
const alphabet = (language) => JSON.parse(readFileSync(new URL(`${language}/alphabet.json`, WORDS), "utf-8"));
const languages = readdirSync(WORDS).filter((name) => existsSync(new URL(`${name}/alphabet.json`, WORDS)));
const type = (language, keys, length = 6) => keys.reduce((draft, key) => draft && press(alphabet(language), draft, key, length), []);

test("all thirteen languages have a keyboard with exactly their tiles (R5.1)", () => {
  assert.equal(languages.length, 13);
  for (const language of languages) {
    const { tiles, keyboard } = alphabet(language);
    assert.deepEqual(keyboard.flat().sort(), [...tiles].sort(), language);
  }
});

test("every key of every keyboard types its own tile", () => {
  for (const language of languages) {
    for (const tile of alphabet(language).keyboard.flat()) assert.deepEqual(type(language, [tile]), [tile], `${language} ${tile}`);
  }
});

describe("Uzbek", () => {
  test("oʻ is one tile, by its key or by two keys with any apostrophe", () => {
    assert.deepEqual(type("uz", ["oʻ", "r"]), ["oʻ", "r"]);
    for (const mark of ["ʻ", "'", "`", "’", "‘", "ʼ"]) assert.deepEqual(type("uz", ["g", mark, "o"]), ["gʻ", "o"], mark);
  });

  test("the mark still joins the last letter of a full row", () => {
    assert.deepEqual(type("uz", ["b", "a", "h", "o", "'"], 4), ["b", "a", "h", "oʻ"]);
  });

  test("an apostrophe elsewhere is dropped, as the server drops it", () => {
    assert.deepEqual(type("uz", ["s", "a", "'", "n"]), ["s", "a", "n"]);
  });
});

test("capitals and accents are folded as the server folds them", () => {
  assert.deepEqual(type("en", ["C", "É"]), ["c", "e"]);
  assert.deepEqual(type("de", ["Ä", "ß", "é"]), ["ä", "ß", "e"]);
  assert.deepEqual(type("fr", ["œ"]), ["o", "e"]);
  assert.deepEqual(type("ru", ["Ё"]), ["е"]);
  assert.deepEqual(type("es", ["Ñ", "ó"]), ["ñ", "o"]);
});

test("a letter of another script is refused, and a full row takes no more", () => {
  assert.equal(type("kk", ["a"]), null);
  assert.equal(type("en", ["ж"]), null);
  assert.equal(type("pl", ["q"]), null);
  assert.deepEqual(type("en", ["w", "o", "r", "d", "s"], 4), ["w", "o", "r", "d"]);
});

test("capitals on the tiles: ß stays one letter, oʻ too", () => {
  assert.deepEqual([capital("ß", "de"), capital("oʻ", "uz"), capital("i", "kk"), capital("і", "kk"), capital("ä", "de")], ["ß", "Oʻ", "I", "І", "Ä"]);
});
