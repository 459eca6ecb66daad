/** What a client of Wordle Tournament needs most; everything else is under `protocol/` and `state/`. */

export { Client, Refused, Unanswered } from "../protocol/client.js";
export { duelOf, isPlaying, letterMarks, nextTurnOf, playerOf, ranking } from "../state/questions.js";
export { START, evolve } from "../state/state.js";
export { press } from "../state/typing.js";
