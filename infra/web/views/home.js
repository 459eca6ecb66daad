/** The first screen: who you are, which language, and two ways to play. */

import { h } from "./dom.js";
import { avatar, button, hearts, hue } from "./parts.js";

/** @typedef {import("../view.js").View} View */

const LONGEST_NICKNAME = 40; // typed; the server judges what is visible

/** @param {View} view */
export function home(view) {
  const { state, t, ui, act, preferences } = view;
  const { me } = state;
  if (me === null) return null;
  return h(
    "main",
    { key: "home", id: "main", class: "screen home", tabindex: "-1" },
    h("div", { class: "hero" }, wordmark(t.translate("app.name")), preferences.hasPlayed ? h("p", { class: "lead" }, t.translate("home.lead")) : tour(t)),
    ui.invite !== null ? invitation(view, ui.invite) : null,
    h(
      "div",
      { class: "card" },
      identity(view),
      gamePicker(view),
      button(t.translate("home.play"), act.play, { kind: "primary wide", isBusy: ui.busy === "queue" }),
      button(t.translate("home.party"), act.createParty, { kind: "quiet wide", isBusy: ui.busy === "party-create" }),
    ),
    h(
      "p",
      { class: "fine" },
      h("a", { href: "#/rules" }, t.translate("rules.link")),
      preferences.history.length === 0 ? null : h("button", { type: "button", class: "link", id: "open-history", onclick: act.openHistory }, t.translate("history.title")),
    ),
  );
}

/** The name of the game in its own tiles. @param {string} name */
function wordmark(name) {
  const marks = ["correct", "absent", "present", "absent", "correct", "present"];
  return h(
    "h1",
    { class: "wordmark", "aria-label": name },
    h(
      "span",
      { class: "first", "aria-hidden": "true" },
      [..."WORDLE"].map((letter, i) => h("span", { key: i, class: `tile ${marks[i]}`, style: { "--i": i } }, letter)),
    ),
    h("span", { class: "second", "aria-hidden": "true" }, "TOURNAMENT"),
  );
}

/** A first visit: the game in three pictures. @param {import("../i18n/translate.js").Translator} t */
function tour(t) {
  const tile = (/** @type {string} */ mark) => h("span", { class: `tile ${mark}` });
  const pictures = {
    board: ["absent", "present", "correct", "present", "correct", "correct"].map(tile),
    lives: hearts(t, 2),
    last: Array.from({ length: 8 }, (_, i) => h("span", { class: i === 5 ? `head in ${hue(i)}` : `head ${hue(i)}` })),
  };
  return h(
    "ol",
    { class: "tour", "aria-label": t.translate("tour.title") },
    /** @type {const} */ (["board", "lives", "last"]).map((step) =>
      h("li", { key: step }, h("span", { class: `picture ${step}`, "aria-hidden": "true" }, pictures[step]), h("span", null, t.translate(`tour.${step}`))),
    ),
  );
}

/** @param {View} view @param {string} code */
function invitation({ t, ui, act }, code) {
  return h(
    "section",
    { class: "card invitation", "aria-label": t.translate("party.title") },
    h("p", null, t.translate("party.invited")),
    h(
      "div",
      { class: "choices" },
      button(t.translate("party.join"), () => act.joinParty(code), { kind: "primary", isBusy: ui.busy === "party-join" }),
      button(t.translate("party.decline"), act.declineParty, { kind: "quiet" }),
    ),
  );
}

/** @param {View} view */
export function identity({ state, t, ui, act }) {
  const { me } = state;
  if (me === null) return null;
  if (ui.renaming !== null) {
    const isInvalid = ui.error?.code === "nickname-invalid";
    return h(
      "form",
      {
        key: "renaming",
        class: "identity renaming",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          act.rename();
        },
      },
      h("label", { for: "nickname", class: "visually-hidden" }, t.translate("home.nickname")),
      h("input", {
        id: "nickname",
        type: "text",
        maxlength: LONGEST_NICKNAME,
        autocomplete: "off",
        spellcheck: "false",
        enterkeyhint: "done",
        value: ui.renaming,
        "aria-invalid": isInvalid ? "true" : undefined,
        "aria-describedby": isInvalid ? "nickname-error" : undefined,
        oninput: (/** @type {Event} */ event) => act.typeNickname(/** @type {HTMLInputElement} */ (event.target).value),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === "Escape") act.cancelRename();
        },
        onmount: (/** @type {HTMLInputElement} */ field) => {
          field.focus();
          field.select();
        },
      }),
      h("button", { type: "submit", class: "button primary" }, t.translate("home.save")),
      button(t.translate("home.cancel"), act.cancelRename, { kind: "quiet" }),
      isInvalid ? h("p", { id: "nickname-error", class: "field-error", role: "alert" }, t.translate("error.nickname-invalid")) : null,
    );
  }
  return h(
    "div",
    { key: "identity", class: "identity" },
    avatar(0, me.nickname),
    h(
      "span",
      { class: "who" },
      h("strong", { class: "name" }, me.nickname),
      h("span", { class: "rating" }, t.translate("rating", { rating: me.rating })),
    ),
    button(t.translate("home.rename"), act.startRename, { kind: "quiet small", id: "rename" }),
  );
}

/** @param {View} view @param {boolean} [isOff] */
export function gamePicker({ state, t, ui, config, act }, isOff = false) {
  const games = config.games.map((code) => ({ code, name: t.language(code) }));
  games.sort((a, b) => a.name.localeCompare(b.name, t.code));
  const label = (/** @type {string} */ code, /** @type {string} */ name) => {
    const count = state.waiting[code] ?? 0;
    return count === 0 ? name : t.translate("home.waiting", { language: name, count });
  };
  return h(
    "label",
    { class: "field" },
    h("span", { class: "label" }, t.translate("home.game")),
    h(
      "select",
      {
        id: "game",
        value: ui.game,
        disabled: isOff,
        onchange: (/** @type {Event} */ event) => act.chooseGame(/** @type {HTMLSelectElement} */ (event.target).value),
      },
      games.map(({ code, name }) => h("option", { key: code, value: code }, label(code, name))),
    ),
  );
}
