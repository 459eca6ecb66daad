/**
 * The JSON files that lie beside the page: the configuration, the languages, the alphabets.
 */

import { Translator } from "./i18n/translate.js";

/** @typedef {import("./state/typing.js").Alphabet} Alphabet */

/** The alphabets of the game languages; each is loaded once. */
export class AlphabetLoader {
  #onLoad;
  /** @type {Map<string, Alphabet>} */
  #loaded = new Map();
  /** @type {Set<string>} */
  #loading = new Set();

  /** @param {() => void} onLoad - called when there is a new one */
  constructor(onLoad) {
    this.#onLoad = onLoad;
  }

  /** The alphabet of a language; null while it is not loaded. @param {string} language */
  get(language) {
    return this.#loaded.get(language) ?? null;
  }

  /** Load it, unless it is there or on its way. After a failure the next call tries again. @param {string} language */
  async load(language) {
    if (this.#loaded.has(language) || this.#loading.has(language)) return;
    this.#loading.add(language);
    try {
      this.#loaded.set(language, await fetchJson(`alphabets/${language}.json`));
      this.#onLoad();
    } catch {
      // The network is down; a later frame asks again.
    } finally {
      this.#loading.delete(language);
    }
  }
}

/** @param {string} code */
export async function loadTranslator(code) {
  return new Translator(code, await fetchJson(`i18n/${code}.json`));
}

/** @param {string} path */
export async function fetchJson(path) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.json();
}
