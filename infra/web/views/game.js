/** The screens beyond home, loaded as one once home is shown: nobody waits for them before the first tap. */

export { duelScreen } from "./duel.js";
export { historyDialog } from "./history.js";
export { intro } from "./intro.js";
export { leaveDialog } from "./leave.js";
export { lobby } from "./lobby.js";
export { party } from "./party.js";
export { result } from "./result.js";
export { rules, rulesDialog } from "./rules.js";
export { settings } from "./settings.js";
export { strip } from "./strip.js";
export { watching } from "./watching.js";
