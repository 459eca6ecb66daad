/** From a text of the socket to frames. */

/** @typedef {import("./frames.js").ServerFrame} ServerFrame */

/**
 * The frames of a text, in order: one frame, or an array of frames. Null for a text that is not of the protocol; the
 * gateway sends one by itself when a function fails.
 * @param {string} text
 * @returns {ServerFrame[] | null}
 */
export function readFrames(text) {
  try {
    const value = JSON.parse(text);
    const frames = Array.isArray(value) ? value : [value];
    return frames.length > 0 && frames.every((frame) => typeof frame?.type === "string") ? frames : null;
  } catch {
    return null;
  }
}
