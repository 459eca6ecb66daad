// Plays one tournament: node bot.mjs wss://HOST/STAGE [LANGUAGE] [WORDS FILE, one word a line]
import { readFileSync } from "node:fs";
import { Client, START, duelOf, evolve } from "wordle-tournament-client";
const [url = "", language = "en", file] = process.argv.slice(2);
const words = file ? readFileSync(file, "utf-8").split("\n") : ["late", "later", "letter"];
let state = START;
const client = new Client(url, null, { onFrame, onStatus: console.error, onToken: () => {} });
function onFrame(frame) {
  state = evolve(state, frame);
  if (frame.type === "turn-started" && frame.player === state.me?.id) guess(state.tournament.id, duelOf(state.tournament, state.me.id));
  if (frame.type === "tournament-ended") console.log(JSON.stringify(frame.standings)), process.exit();
}
function guess(tournament, { duel, turn, length }) {
  const fitting = words.filter((word) => [...word].length === length);
  client.request("guess", { tournament, duel, turn, word: fitting[Math.floor(Math.random() * fitting.length)] }).catch(console.error);
}
client.connect();
client.request("queue", { language }).catch(console.error);
