/**
 * What a key of a real keyboard means in a duel. Pure: it reads the event, and changes nothing.
 */

/** @typedef {{ type: "submit" } | { type: "erase" } | { type: "letter", key: string, code: string }} KeyCommand */

// What a browser calls a letter while an input method or a dead key waits for more; the key's place still tells it.
const UNFINISHED = new Set(["Process", "Unidentified", "Dead"]);

/**
 * The command that a key press is; null if it is none of ours (a shortcut, a field, a pressed button).
 * @param {KeyboardEvent} event
 * @returns {KeyCommand | null}
 */
export function keyCommand(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || target?.closest("input, select, textarea")) return null;
  if (event.altKey && !event.getModifierState("AltGraph") && event.key.length > 1) return null;
  if (event.key === "Enter") return target?.closest("button, a") ? null : { type: "submit" };
  if (event.key === "Backspace") return { type: "erase" };
  if (UNFINISHED.has(event.key) && event.code.startsWith("Key")) return { type: "letter", key: "", code: event.code };
  if ([...event.key].length === 1 && event.key !== " ") return { type: "letter", key: event.key, code: event.code };
  return null;
}
