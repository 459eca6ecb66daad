/** Line drawings, 24 by 24. */

import { h } from "./dom.js";

export const BOOK = "M9.300 9a2.800 2.800 0 1 1 4.200 2.400c-1 .6-1.500 1.100-1.500 2.100v.500m0 3.500v.1";
export const CROSS = "M6 6l12 12M18 6 6 18";
export const CROWN = "M6 40h52l5-28-15 11L32 3 16 23 1 12z";
export const DOOR = "M14 4H6v16h8m-4-8h10m0 0-3.500-3.500M20 12l-3.500 3.500";
export const ENTER = "M20 6v6a2 2 0 0 1-2 2H5m0 0 4-4m-4 4 4 4";
export const ERASE = "M8 5h11a1 1 0 0 1 1 1v12a1 1 0 0 1-1 1H8l-6-7zm3.5 4 5 6m0-6-5 6";
export const GEAR =
  "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7zm8.5 3.5-.1-1.2 2-1.6-2-3.4-2.4.9-2-1.2L15.600 3h-4l-.6 2.500-2 1.200-2.400-.9-2 3.400 2 1.600a8 8 0 0 0 0 2.400l-2 1.600 2 3.400 2.400-.9 2 1.200.6 2.500h4l.5-2.500 2-1.200 2.400.9 2-3.400-2-1.600z";

/** @param {string} path */
export function icon(path) {
  return h("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, h("path", { d: path }));
}
