/**
 * Small things that several screens show: names, lives, avatars, clocks, the word in tiles.
 *
 * Lives here: pure descriptions. Everything a colour tells is also told by place, shape or text.
 */

import { h } from "./dom.js";
import { capital } from "../state/typing.js";

/** @typedef {import("../i18n/translate.js").Translator} Translator */

const HEART = "M8 14.2 2.2 8.4a3.9 3.9 0 0 1 0-5.5 3.8 3.8 0 0 1 5.4 0l.4.5.4-.5a3.8 3.8 0 0 1 5.4 0 3.9 3.9 0 0 1 0 5.5z";
const LIVES = 3;
const HUES = 8;

/** The class of a seat's colour: eight players, eight colours, the same on every screen. @param {number} seat */
export function hue(seat) {
  return `hue-${((seat % HUES) + HUES) % HUES}`;
}

/** @param {number} seat @param {string} nickname */
export function avatar(seat, nickname) {
  return h("span", { class: `avatar ${hue(seat)}`, "aria-hidden": "true" }, initials(nickname));
}

/** The first letters of the first two words. @param {string} nickname */
export function initials(nickname) {
  return nickname
    .split(" ")
    .slice(0, 2)
    .map((word) => [...word][0] ?? "")
    .join("")
    .toLocaleUpperCase();
}

/**
 * @param {Translator} t
 * @param {number} lives
 * @param {number} [before] - the lives a moment ago: what is gone since breaks
 */
export function hearts(t, lives, before = lives) {
  return h(
    "span",
    { class: "hearts", role: "img", "aria-label": t.translate("lives", { count: lives }) },
    Array.from({ length: LIVES }, (_, i) =>
      h(
        "svg",
        { key: i, class: i < lives ? "heart" : i < before ? "heart lost breaking" : "heart lost", viewBox: "0 0 16 16", "aria-hidden": "true" },
        h("path", { d: HEART }),
      ),
    ),
  );
}

/**
 * @param {Translator} t
 * @param {number} now - epoch ms, server
 * @param {number} deadline
 * @param {number} length - ms of the whole
 */
export function countdown(t, now, deadline, length) {
  const left = Math.max(0, deadline - now);
  const seconds = Math.ceil(left / 1000);
  return h(
    "div",
    { class: seconds <= 5 ? "clock hurry" : "clock", role: "timer", "aria-label": t.translate("seconds", { count: seconds }) },
    h("span", { class: "seconds", "aria-hidden": "true" }, t.numbers.format(seconds)),
    h("span", { class: "bar", "aria-hidden": "true" }, h("span", { style: { "--part": Math.min(1, left / length).toFixed(4) } })),
  );
}

/**
 * A word in tiles, as a picture with the word as its text.
 * @param {string} word
 * @param {string} language
 * @param {string} kind
 */
export function wordInTiles(word, language, kind) {
  return h(
    "span",
    { class: `word ${kind}`, role: "img", "aria-label": word, lang: language },
    splitTiles(word).map((tile, i) =>
      h("span", { key: i, class: "tile", style: { "--i": i }, "aria-hidden": "true" }, capital(tile, language)),
    ),
  );
}

/** A letter and the marks that belong to it are one tile (oʻ). @param {string} word */
function splitTiles(word) {
  return word.normalize("NFC").match(/.[\p{Lm}\p{M}]*/gu) ?? [];
}

/** @param {Translator} t @param {number} change */
export function changeChip(t, change) {
  const kind = change > 0 ? "up" : change < 0 ? "down" : "level";
  return h("span", { class: `change ${kind}` }, t.signed(change));
}

/**
 * @param {string} label
 * @param {() => void} onclick
 * @param {{ kind?: string, isBusy?: boolean, isOff?: boolean, [attribute: string]: unknown }} [options]
 */
export function button(label, onclick, options = {}) {
  const { kind = "", isBusy = false, isOff = false, ...attributes } = options;
  return h(
    "button",
    {
      type: "button",
      class: `button ${kind} ${isBusy ? "busy" : ""}`.trim(),
      "aria-disabled": isBusy || isOff ? "true" : undefined,
      onclick: isBusy || isOff ? undefined : onclick,
      ...attributes,
    },
    label,
  );
}
