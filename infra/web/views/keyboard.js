/**
 * The on-screen keyboard of a game language: its rows and tiles, each key in the colour of what is known of its letter.
 */

import { h } from "./dom.js";
import { capital } from "../state/typing.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/typing.js").Alphabet} Alphabet */
/** @typedef {import("../protocol/frames.js").Mark} Mark */

const ERASE = "M8 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H8l-6-7zm3.5 4 5 6m0-6-5 6";
const ENTER = "M20 6v6a2 2 0 0 1-2 2H5m0 0 4-4m-4 4 4 4";

/**
 * @param {Translator} t
 * @param {Alphabet} alphabet
 * @param {ReadonlyMap<string, Mark>} marks
 * @param {{ press: (tile: string) => void, erase: () => void, enter: () => void }} on
 */
export function keyboard(t, alphabet, marks, on) {
  const last = alphabet.keyboard.length - 1;
  const widest = Math.max(...alphabet.keyboard.map((row, i) => row.length + (i === last ? 3 : 0)));
  return h(
    "div",
    { class: "keyboard", role: "group", "aria-label": t.say("keyboard.label"), lang: alphabet.language, style: { "--widest": widest } },
    alphabet.keyboard.map((row, i) =>
      h(
        "div",
        { key: i, class: "keys" },
        i === last ? key("enter", icon(ENTER), t.say("keyboard.enter"), on.enter, t.code) : null,
        row.map((tile) => {
          const mark = marks.get(tile);
          const name = capital(tile, alphabet.language);
          const label = mark === undefined ? name : `${name}, ${t.say(`mark.${mark}`)}`;
          return key(mark ?? "", name, label, () => on.press(tile), undefined, tile);
        }),
        i === last ? key("erase", icon(ERASE), t.say("keyboard.erase"), on.erase, t.code) : null,
      ),
    ),
  );
}

/**
 * @param {string} kind
 * @param {import("./dom.js").Child} face
 * @param {string} label
 * @param {() => void} onclick
 * @param {string | undefined} lang
 * @param {string} [tile]
 */
function key(kind, face, label, onclick, lang, tile) {
  return h(
    "button",
    {
      key: tile ?? kind,
      type: "button",
      class: `key ${kind}`.trim(),
      "data-tile": tile,
      "aria-label": label,
      lang,
      // A pressed key must not take the focus, or the Enter of a real keyboard would press it again.
      onpointerdown: (/** @type {PointerEvent} */ event) => event.preventDefault(),
      onclick,
    },
    face,
  );
}

/** @param {string} path */
function icon(path) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: path }));
}
