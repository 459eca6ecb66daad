/** How the page looks and speaks: a dialog, and the one that asks before leaving (R8.2). */

import { h } from "./dom.js";
import { button, changeChip } from "./parts.js";
import { costOfLeaving } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */
/** @typedef {import("../preferences.js").Preferences} Preferences */

/** @param {View} view */
export function settings({ t, config, preferences, act }) {
  return dialog(
    "settings",
    t.translate("settings.title"),
    act.closeDialog,
    h(
      "label",
      { class: "field" },
      h("span", { class: "label" }, t.translate("settings.language")),
      h(
        "select",
        { id: "locale", value: t.code, onchange: (/** @type {Event} */ event) => act.chooseLocale(/** @type {HTMLSelectElement} */ (event.target).value) },
        config.locales.map(({ code, name }) => h("option", { key: code, value: code, lang: code }, name)),
      ),
    ),
    choice("theme", ["system", "light", "dark"]),
    choice("palette", ["usual", "colour-blind"]),
    choice("motion", ["system", "reduced"]),
    h("div", { class: "choices" }, button(t.translate("settings.done"), act.closeDialog, { kind: "primary" })),
  );

  /**
   * @param {"theme" | "palette" | "motion"} name
   * @param {readonly string[]} values
   */
  function choice(name, values) {
    return h(
      "fieldset",
      { class: "field" },
      h("legend", { class: "label" }, t.translate(`settings.${name}`)),
      h(
        "div",
        { class: "segments" },
        values.map((value) =>
          h(
            "label",
            { key: value, class: "segment" },
            h("input", {
              type: "radio",
              name,
              value,
              checked: preferences[name] === value,
              onchange: () => act.prefer({ [name]: value }),
            }),
            h("span", null, t.translate(`settings.${name}.${value}`)),
          ),
        ),
      ),
    );
  }
}

/** @param {View} view */
export function leaveDialog({ state, t, ui, act }) {
  const { tournament, me } = state;
  if (tournament === null || me === null) return null;
  const { place, change } = costOfLeaving(tournament, me.id);
  return dialog(
    "leave",
    t.translate("leave.title"),
    act.closeDialog,
    h("p", null, t.translate("leave.cost")),
    h("p", { class: "price" }, h("strong", null, t.translate("result.place", { place })), " ", changeChip(t, change)),
    h(
      "div",
      { class: "choices" },
      button(t.translate("leave.stay"), act.closeDialog, { kind: "primary" }),
      button(t.translate("leave.confirm"), act.leave, { kind: "danger", isBusy: ui.busy === "leave" }),
    ),
  );
}

/**
 * @param {string} name
 * @param {string} title
 * @param {() => void} close
 * @param {...import("./dom.js").Child} children
 */
function dialog(name, title, close, ...children) {
  return h(
    "dialog",
    {
      key: name,
      class: `dialog ${name}`,
      "aria-labelledby": `${name}-title`,
      onmount: (/** @type {HTMLDialogElement} */ element) => element.showModal(),
      oncancel: (/** @type {Event} */ event) => {
        event.preventDefault();
        close();
      },
      onclick: (/** @type {MouseEvent} */ event) => {
        if (event.target === event.currentTarget) close(); // the backdrop
      },
    },
    h("div", { class: "sheet" }, h("h2", { id: `${name}-title` }, title), ...children),
  );
}
