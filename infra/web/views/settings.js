/** The dialog of the settings: how the page looks and speaks. */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { button } from "./parts.js";

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
    choice("sound", ["on", "off"]),
    choice("vibration", ["on", "off"]),
    h("div", { class: "choices" }, button(t.translate("settings.done"), act.closeDialog, { kind: "primary" })),
  );

  /**
   * @param {"theme" | "palette" | "motion" | "sound" | "vibration"} name
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
            h("span", null, t.translate(value === "on" || value === "off" ? `settings.${value}` : `settings.${name}.${value}`)),
          ),
        ),
      ),
    );
  }
}
