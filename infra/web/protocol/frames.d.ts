// Generated from the AsyncAPI document by declare.py: do not edit. Every frame of the protocol, version 1.

/** A duel is over: its secret, ``display`` if its language writes it differently, the lives of its two players. */
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

/** The command was not carried out; if ``definite`` is false, it may have been.

``retry_after`` comes with ``too-many-requests``: the milliseconds to wait before the next try. */
export interface Error {
  type: "error";
  at: number;
  re?: string;
  code: ErrorCode;
  message: string;
  definite: boolean;
  retry_after?: number;
}

/** Why a client's frame was not carried out, or may not have been. */
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

/** A row of a board: a guess and its marks. */
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

/** The first frame of a connection, which makes it the player's live one (D11). */
export interface Hello {
  action: "hello";
  id: string;
  v: 1;
  tournament?: string;
  seq?: number;
}

/** Leave the lobby or the game, or stop watching (R8, D5). */
export interface Leave {
  action: "leave";
  id: string;
  tournament: string;
}

/** The lobby after a change, for all players in it; ``replaces`` is the lobby that was merged into this one. */
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

/** A seat in a lobby; ``away`` is the moment at which the seat of an absent player is freed (D11). */
export interface LobbySeat {
  player: string;
  nickname: string;
  rating: number;
  party?: string;
  away?: number;
}

/** The mark of one tile. */
export type Mark = "correct" | "present" | "absent";

/** A member of a party. */
export interface Member {
  player: string;
  nickname: string;
  rating: number;
  online: boolean;
  playing: boolean;
}

/** How a duel ended (R4.4, R8.2). */
export type Outcome = "solved" | "draw" | "forfeit";

/** The party now; all members get it at every change. */
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

/** Join a party by its invite code (R9.1). */
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

/** Make another member the leader. */
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

/** The player is no longer in the party. */
export interface PartyLeft {
  type: "party-left";
  at: number;
  re?: string;
  reason: Reason;
}

/** Replace the invite code: the old code and link are no longer valid. */
export interface PartyRenew {
  action: "party-renew";
  id: string;
}

/** Seat the whole party in a lobby (R9.2). */
export interface PartyStart {
  action: "party-start";
  id: string;
  language: string;
}

/** A heartbeat (D15); it also applies what is due in the tournament. */
export interface Ping {
  action: "ping";
  id: string;
  tournament?: string;
  seq?: number;
}

/** A player as the player's own client sees them. */
export interface Player {
  id: string;
  nickname: string;
  rating: number;
}

/** A player's connection was lost; a player who is not back by ``until`` has left (R8.3). */
export interface PlayerAway {
  type: "player-away";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  player: string;
  until: number;
}

/** A player came back in time. */
export interface PlayerBack {
  type: "player-back";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  player: string;
}

/** A duel took the player's last life; the rating change will lie between ``guaranteed`` and ``possible`` (D4). */
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

/** A player left after the start: out, with a final place at once (R8.2, D3). */
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

/** A player's rating was changed (R6.3): from ``before`` by ``change`` to ``after``. */
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

/** Why a seat was freed, or why a player is no longer in a party or watching. */
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

/** A round is over: the lives of all players, and the places of those who were eliminated in it. */
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

/** A row of a board: a turn whose time ran out (R4.3). */
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

/** A duel of the round now.

While a turn runs it has ``turn``, ``to_move`` and ``deadline``. When it is over it has ``outcome``, ``winner``
(unless it is a draw), ``secret`` and ``display`` (the secret as its language writes it, if that differs). */
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

/** One of the eight players now; ``away`` is the moment at which an absent player counts as having left (R8.3). */
export interface SnapshotPlayer {
  player: string;
  nickname: string;
  rating: number;
  lives: number;
  away?: number;
  place?: number;
}

/** A player's final place (D2). */
export interface Standing {
  player: string;
  place: number;
}

/** One of the eight players as the tournament starts. */
export interface StartedPlayer {
  player: string;
  nickname: string;
  rating: number;
  lives: number;
}

/** Another connection of the player is the live one now; this one is closed (D11). */
export interface Superseded {
  type: "superseded";
  at: number;
  re?: string;
}

/** Ask for the events after ``seq``. */
export interface Sync {
  action: "sync";
  id: string;
  tournament: string;
  seq: number;
}

/** Ends the answer to ``sync``: the client now has every event up to ``seq``. */
export interface Synced {
  type: "synced";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
}

/** The tournament is over: the places of all eight players, best first. */
export interface TournamentEnded {
  type: "tournament-ended";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  standings: Standing[];
}

/** The tournament started: eight players are seated and connected (R1.1). */
export interface TournamentStarted {
  type: "tournament-started";
  at: number;
  re?: string;
  tournament: string;
  seq: number;
  language: string;
  players: StartedPlayer[];
}

/** The time of a turn ran out (R4.3). */
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

/** A turn began; it is skipped at ``deadline`` (R4.2). */
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

/** The player's seat in the lobby was freed. */
export interface Unqueued {
  type: "unqueued";
  at: number;
  re?: string;
  reason: Reason;
  tournament?: string;
}

/** No more frames of this tournament will come, except ``rated``. */
export interface WatchEnded {
  type: "watch-ended";
  at: number;
  re?: string;
  reason: Reason;
  tournament?: string;
}

/** Answers ``hello``: the player, the token to reconnect with, and the party and tournament the player is in. */
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
