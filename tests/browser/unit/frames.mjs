// Frames of a tournament as the server would send them: enough to say what a test is about.

export const ME = "p1";
export const AT = 1_800_000_000_000;
export const IDS = ["p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"];

export const player = (id = ME, rating = 1000) => ({ id, nickname: `Player ${id}`, rating });
export const welcome = (more = {}) => ({ type: "welcome", at: AT, re: "h", player: player(), token: "token-1", ...more });
export const seat = (id) => ({ player: id, nickname: `Player ${id}`, rating: 1000 });
export const lobby = (seq, ids, more = {}) => ({
  type: "lobby", at: AT, tournament: "t", seq, language: "en", size: 8, seats: ids.map(seat), range: [800, 1200], ...more,
});
export const started = (seq) => ({
  type: "tournament-started", at: AT, tournament: "t", seq, language: "en", players: IDS.map((id) => ({ ...seat(id), lives: 3 })),
});
export const DUELS = [
  { duel: "1.1", players: ["p2", "p1"], first: "p1", length: 5 },
  { duel: "1.2", players: ["p3", "p4"], first: "p4", length: 4 },
];
export const opened = (seq, more = {}) => ({
  type: "round-opened", at: AT, tournament: "t", seq, round: 1, duels: DUELS, starts_at: AT + 6_000, ...more,
});
export const turn = (seq, number, id, more = {}) => ({
  type: "turn-started", at: AT, tournament: "t", seq, duel: "1.1", turn: number, player: id, deadline: AT + 30_000, ...more,
});
export const scored = (seq, number, id, word, marks, more = {}) => ({
  type: "guess-scored", at: AT, tournament: "t", seq, duel: "1.1", turn: number, player: id, word, tiles: [...word],
  marks: [...marks].map((m) => ({ G: "correct", Y: "present", "-": "absent" })[m]), ...more,
});
export const ended = (seq, more = {}) => ({
  type: "duel-ended", at: AT, tournament: "t", seq, duel: "1.1", outcome: "solved", winner: "p2", secret: "crane", lives: { p1: 2, p2: 3 }, ...more,
});
export const rated = (id, place, change) => ({
  type: "rated", at: AT, tournament: "t", player: id, place, before: 1000, change, after: 1000 + change,
});
