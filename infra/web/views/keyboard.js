/**
 * The on-screen keyboard of a game language: its rows and tiles, each key in the colour of what is known of its letter.
 */

import { h } from "./dom.js";
import { ENTER, ERASE, icon } from "./icons.js";
import { capital } from "../state/typing.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */
/** @typedef {import("../state/typing.js").Alphabet} Alphabet */
/** @typedef {import("../protocol/frames.js").Mark} Mark */

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
    { class: "keyboard", role: "group", "aria-label": t.translate("keyboard.label"), lang: alphabet.language, style: { "--widest": widest } },
    alphabet.keyboard.map((row, i) =>
      h(
        "div",
        { key: i, class: "keys" },
        i === last ? key("enter", icon(ENTER), t.translate("keyboard.enter"), on.enter, t.code) : null,
        row.map((tile) => {
          const mark = marks.get(tile);
          const name = capital(tile, alphabet.language);
          const label = mark === undefined ? name : `${name}, ${t.translate(`mark.${mark}`)}`;
          return key(mark ?? "", name, label, () => on.press(tile), undefined, tile);
        }),
        i === last ? key("erase", icon(ERASE), t.translate("keyboard.erase"), on.erase, t.code) : null,
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
