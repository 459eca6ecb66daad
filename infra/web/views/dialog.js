/** A modal dialog: it holds the focus, and Escape or a tap beside it closes it. */

import { h } from "./dom.js";

/**
 * @param {string} name
 * @param {string} title
 * @param {() => void} close
 * @param {...import("./dom.js").Child} children
 */
export function dialog(name, title, close, ...children) {
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
        if (event.target === event.currentTarget) close(); // beside the sheet
      },
    },
    h("div", { class: "sheet" }, h("h2", { id: `${name}-title` }, title), ...children),
  );
}
