/**
 * What a key of a real keyboard means in a duel. Pure: it reads the event, and changes nothing.
 */

/** @typedef {{ type: "submit" } | { type: "erase" } | { type: "letter", key: string }} KeyCommand */

/**
 * The command that a key press is; null if it is none of ours (a shortcut, a field, a pressed button).
 * @param {KeyboardEvent} event
 * @returns {KeyCommand | null}
 */
export function keyCommand(event) {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.isComposing || target?.closest("input, select, textarea")) return null;
  if (event.altKey && !event.getModifierState("AltGraph") && event.key.length > 1) return null;
  if (event.key === "Enter") return target?.closest("button, a") ? null : { type: "submit" };
  if (event.key === "Backspace") return { type: "erase" };
  if ([...event.key].length === 1 && event.key !== " ") return { type: "letter", key: event.key };
  return null;
}
