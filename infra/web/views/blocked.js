/** Screens without a game: it is still connecting, or it cannot go on by itself. */

import { h } from "./dom.js";
import { button } from "./parts.js";

/** @typedef {import("../view.js").View} View */

/**
 * Another tab or device took over, the token is refused, or this page is too old: only the player can go on.
 * @param {View} view
 */
export function blocked({ t, ui, act }) {
  const what = ui.status;
  return h(
    "main",
    { key: what, id: "main", class: "screen blocked", tabindex: "-1" },
    h("h1", null, t.translate(`${what}.title`)),
    h("p", { class: "lead" }, t.translate(`${what}.text`)),
    h(
      "div",
      { class: "choices" },
      button(t.translate(`${what}.again`), what === "incompatible" ? act.reload : act.reconnect, { kind: "primary" }),
      what === "refused" ? button(t.translate("refused.new"), act.startAsNew, { kind: "quiet" }) : null,
    ),
  );
}

/** Before the first welcome. @param {View} view */
export function connecting({ t, ui, act }) {
  const isFailing = ui.status === "failing";
  return h(
    "main",
    { key: "connecting", id: "main", class: "screen connecting", tabindex: "-1" },
    h("span", { class: "waiting-tiles", "aria-hidden": "true" }, [0, 1, 2, 3, 4].map((i) => h("span", { key: i, class: "tile", style: { "--i": i } }))),
    h("p", { role: "status" }, t.translate(isFailing ? "link.failing" : ui.isSlow ? "link.slow" : "link.connecting")),
    isFailing || ui.isSlow ? h("div", { class: "choices" }, button(t.translate("incompatible.again"), act.reload, { kind: "quiet" })) : null,
  );
}
