/** The dialog that asks before leaving a tournament, and says what it costs (R8.2). */

import { dialog } from "./dialog.js";
import { h } from "./dom.js";
import { button, changeChip } from "./parts.js";
import { costOfLeaving } from "../state/questions.js";

/** @typedef {import("../view.js").View} View */

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
