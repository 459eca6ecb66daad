// Generated from the AsyncAPI document by declare.py: do not edit. Every frame of the protocol, version 1.

/** A duel is over: its secret (and ``display``, where its language writes it otherwise) and the lives of its two. */
export interface DuelEnded {
  type: "duel-ended";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  duel: string;
  outcome: Outcome;
  winner?: string;
  secret: string;
  display?: string;
  lives: { [name: string]: number };
}

/** It was not carried out, or (``definite`` false) not surely. */
export interface Error {
  type: "error";
  at: number;
  re?: string;
  code: ErrorCode;
  message: string;
  definite: boolean;
}

/** Why a client's frame was not carried out, or not surely. */
export type ErrorCode = "bad-frame" | "unknown-action" | "unsupported-version" | "too-large" | "too-many-requests" | "retry" | "internal" | "language-unknown" | "already-seated" | "not-seated" | "not-playing" | "not-your-turn" | "turn-over" | "duel-over" | "wrong-length" | "letter-unknown" | "word-unknown" | "nickname-invalid" | "party-unknown" | "party-full" | "party-busy" | "not-leader" | "already-in-party" | "not-in-party" | "not-available";

/** A word for a turn of a duel, as typed (R4). */
export interface Guess {
  action: "guess";
  id: string;
  tournament: string;
  duel: string;
  turn: number;
  word: string;
}

/** A row of a board with a guess on it. */
export interface GuessRow {
  turn: number;
  player: string;
  word: string;
  tiles: string[];
  marks: Mark[];
}

/** A valid guess and its marks, tile by tile. */
export interface GuessScored {
  type: "guess-scored";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  duel: string;
  turn: number;
  player: string;
  word: string;
  tiles: string[];
  marks: Mark[];
}

/** The first frame of a connection: from here on it is the player's live one (D11). */
export interface Hello {
  action: "hello";
  id: string;
  v: 1;
  tournament?: string;
  seq?: number;
}

/** Leave the lobby, the game, or the watching (R8, D5). */
export interface Leave {
  action: "leave";
  id: string;
  tournament: string;
}

/** The lobby after a change, to all seated; ``replaces`` is the lobby that was merged into this one. */
export interface Lobby {
  type: "lobby";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  language: string;
  size: 8;
  seats: LobbySeat[];
  range: [number, number];
  replaces?: string;
}

/** A seat in a lobby; ``away`` is the moment at which it is given up (D11). */
export interface LobbySeat {
  player: string;
  nickname: string;
  rating: number;
  party?: string;
  away?: number;
}

/** The mark of one tile. */
export type Mark = "correct" | "present" | "absent";

/** Somebody in a party. */
export interface Member {
  player: string;
  nickname: string;
  rating: number;
  online: boolean;
  playing: boolean;
}

/** How a duel ended (R4.4, R8.2). */
export type Outcome = "solved" | "draw" | "forfeit";

/** The party as it stands, to all members. */
export interface Party {
  type: "party";
  at: number;
  re?: string;
  code: string;
  link: string;
  leader: string;
  members: Member[];
  state: "gathering" | "queued" | "playing";
}

/** Open a party (R9.1). */
export interface PartyCreate {
  action: "party-create";
  id: string;
}

/** Follow an invitation (R9.1). */
export interface PartyJoin {
  action: "party-join";
  id: string;
  code: string;
}

/** Remove a member (D13). */
export interface PartyKick {
  action: "party-kick";
  id: string;
  player: string;
}

/** Hand the lead to a member. */
export interface PartyLead {
  action: "party-lead";
  id: string;
  player: string;
}

/** Leave the party (D13). */
export interface PartyLeave {
  action: "party-leave";
  id: string;
}

/** You are no longer in the party. */
export interface PartyLeft {
  type: "party-left";
  at: number;
  re?: string;
  reason: Reason;
}

/** Change the invitation: the old code and link invite to nothing any more. */
export interface PartyRenew {
  action: "party-renew";
  id: string;
}

/** Take the whole party into a lobby (R9.2). */
export interface PartyStart {
  action: "party-start";
  id: string;
  language: string;
}

/** A sign of life (D15); applies what is due. */
export interface Ping {
  action: "ping";
  id: string;
  tournament?: string;
  seq?: number;
}

/** A player's own card. */
export interface Player {
  id: string;
  nickname: string;
  rating: number;
}

/** The connection was lost; who is not back by ``until`` has left (R8.3). */
export interface PlayerAway {
  type: "player-away";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  player: string;
  until: number;
}

/** Back in time. */
export interface PlayerBack {
  type: "player-back";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  player: string;
}

/** Knocked out; the rating change will lie between the two (D4). */
export interface PlayerEliminated {
  type: "player-eliminated";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  player: string;
  round: number;
  guaranteed: number;
  possible: number;
}

/** Left after the start: out and placed at once (R8.2, D3). */
export interface PlayerLeft {
  type: "player-left";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  player: string;
  place: number;
}

/** Answers ``ping``; ``seq`` is the tournament's current number. */
export interface Pong {
  type: "pong";
  at: number;
  re?: string;
  seq?: number;
}

/** Look for a lobby (R7.1). */
export interface Queue {
  action: "queue";
  id: string;
  language: string;
}

/** A settled rating (R6.3). */
export interface Rated {
  type: "rated";
  at: number;
  re?: string;
  tournament: string;
  player: string;
  place: number;
  before: number;
  change: number;
  after: number;
}

/** Why a seat was freed, or why a screen was turned away. */
export type Reason = "asked" | "lost" | "party" | "merged" | "kicked";

/** Take another nickname (R10.1). */
export interface Rename {
  action: "rename";
  id: string;
  nickname: string;
}

/** Answers ``rename``. */
export interface Renamed {
  type: "renamed";
  at: number;
  re?: string;
  player: Player;
}

/** A round is over: everybody's lives, and who went out in it with which place. */
export interface RoundClosed {
  type: "round-closed";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  round: number;
  lives: { [name: string]: number };
  out: Standing[];
}

/** A duel as a round opens it. */
export interface RoundDuel {
  duel: string;
  players: [string, string];
  first: string;
  length: number;
}

/** The pairs of a round; its duels begin at ``starts_at`` (R1.3). */
export interface RoundOpened {
  type: "round-opened";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  round: number;
  duels: RoundDuel[];
  bye?: string;
  starts_at: number;
}

/** A row of a board whose time ran out (R4.3). */
export interface SkippedRow {
  turn: number;
  player: string;
  skipped: true;
}

/** A whole running or finished tournament; the duels are those of the current round. */
export interface Snapshot {
  type: "snapshot";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  phase: "intro" | "playing" | "over";
  language: string;
  round: number;
  starts_at?: number;
  players: SnapshotPlayer[];
  duels: SnapshotDuel[];
  bye?: string;
  standings?: Standing[];
  rated: Rated[];
}

/** A duel of the round as it stands.

``turn``, ``to_move`` and ``deadline`` while a turn runs; ``outcome``, ``winner`` (unless a draw), ``secret`` and
``display`` (the secret as its language writes it, where that differs) when it is over. */
export interface SnapshotDuel {
  duel: string;
  players: [string, string];
  first: string;
  length: number;
  rows: (GuessRow | SkippedRow)[];
  turn?: number;
  to_move?: string;
  deadline?: number;
  outcome?: Outcome;
  winner?: string;
  secret?: string;
  display?: string;
}

/** One of the eight as they stand; ``away`` is the moment at which the player counts as having left (R8.3). */
export interface SnapshotPlayer {
  player: string;
  nickname: string;
  rating: number;
  lives: number;
  away?: number;
  place?: number;
}

/** A player's certain place (D2). */
export interface Standing {
  player: string;
  place: number;
}

/** One of the eight as the tournament starts. */
export interface StartedPlayer {
  player: string;
  nickname: string;
  rating: number;
  lives: number;
}

/** Another connection of yours is the live one now; this one is closed (D11). */
export interface Superseded {
  type: "superseded";
  at: number;
  re?: string;
}

/** Ask for what was missed after ``seq``. */
export interface Sync {
  action: "sync";
  id: string;
  tournament: string;
  seq: number;
}

/** Ends the answer to ``sync``: nothing up to ``seq`` is missing now. */
export interface Synced {
  type: "synced";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
}

/** The tournament is over: all eight, best first. */
export interface TournamentEnded {
  type: "tournament-ended";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  standings: Standing[];
}

/** Eight are seated and here (R1.1). */
export interface TournamentStarted {
  type: "tournament-started";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  language: string;
  players: StartedPlayer[];
}

/** Time ran out (R4.3). */
export interface TurnSkipped {
  type: "turn-skipped";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  duel: string;
  turn: number;
  player: string;
}

/** A turn that is skipped at ``deadline`` (R4.2). */
export interface TurnStarted {
  type: "turn-started";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  duel: string;
  turn: number;
  player: string;
  deadline: number;
}

/** Give up the seat in the lobby (R8.1). */
export interface Unqueue {
  action: "unqueue";
  id: string;
}

/** Your seat in the lobby is free again. */
export interface Unqueued {
  type: "unqueued";
  at: number;
  re?: string;
  reason: Reason;
  tournament?: string;
}

/** No more frames of this tournament, ``rated`` aside. */
export interface WatchEnded {
  type: "watch-ended";
  at: number;
  re?: string;
  reason: Reason;
  tournament?: string;
}

/** Answers ``hello``: who you are, the token to come back with, and where you are bound to. */
export interface Welcome {
  type: "welcome";
  at: number;
  re?: string;
  player: Player;
  token: string;
  party?: string;
  tournament?: string;
}

export type ClientFrame =
  | Guess
  | Hello
  | Leave
  | PartyCreate
  | PartyJoin
  | PartyKick
  | PartyLead
  | PartyLeave
  | PartyRenew
  | PartyStart
  | Ping
  | Queue
  | Rename
  | Sync
  | Unqueue;

export type ServerFrame =
  | DuelEnded
  | Error
  | GuessScored
  | Lobby
  | Party
  | PartyLeft
  | PlayerAway
  | PlayerBack
  | PlayerEliminated
  | PlayerLeft
  | Pong
  | Rated
  | Renamed
  | RoundClosed
  | RoundOpened
  | Snapshot
  | Superseded
  | Synced
  | TournamentEnded
  | TournamentStarted
  | TurnSkipped
  | TurnStarted
  | Unqueued
  | WatchEnded
  | Welcome;

/** What answers each action, if not `error`. */
export interface Answers {
  hello: Welcome;
  rename: Renamed;
  queue: Lobby;
  unqueue: Unqueued;
  "party-create": Party;
  "party-join": Party;
  "party-leave": PartyLeft;
  "party-kick": Party;
  "party-lead": Party;
  "party-renew": Party;
  "party-start": Party;
  guess: GuessScored;
  leave: Unqueued | PlayerLeft | WatchEnded;
  sync: Synced | Snapshot;
  ping: Pong;
}
