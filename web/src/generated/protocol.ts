// Made from crates/hub/src/protocol by its tests (UPDATE=1); do not edit.

export type Request = { 
/**
 * At most 64 characters; unique per player. Without it a resend cannot be recognised.
 */
id?: CommandId, } & ({ "type": "ping", } | { "type": "login", token: string, } | { "type": "lobby", } | { "type": "leave_lobby", } | { "type": "turns", } | { "type": "create_table" } & NewTable | { "type": "join", table: MatchId, 
/**
 * The secret of an invite link; needed for private tables.
 */
invite?: string, seat?: SeatChoice, 
/**
 * This player's share of the seed; drawn by the server if absent.
 */
nonce?: string, } | { "type": "leave", table: MatchId, } | { "type": "start", table: MatchId, } | { "type": "confirm", table: MatchId, } | { "type": "seat_bot", table: MatchId, seat?: number, level: string, } | { "type": "free_seat", table: MatchId, seat: number, } | { "type": "seat_here", table: MatchId, name: string, seat?: number, } | { "type": "quick_pair", game: string, pace?: Pace, rated?: boolean, 
/**
 * Whoever wants the same seat is no partner; any seat will do if absent.
 */
seat?: SeatChoice, } | { "type": "cancel_quick_pair", game: string, } | { "type": "challenge", to: string, terms: NewTable, instead_of?: MatchId, } | { "type": "decline", table: MatchId, } | { "type": "invite", table: MatchId, to: string, } | { "type": "rematch", table: MatchId, } | { "type": "decline_rematch", table: MatchId, } | { "type": "open", match: MatchId, since?: Seq, invite?: string, } | { "type": "close", match: MatchId, } | { "type": "play", match: MatchId, 
/**
 * The sequence number of the position the player looked at.
 */
seq: Seq, 
/**
 * In the game's notation.
 */
action: string, } | { "type": "resign", match: MatchId, } | { "type": "offer_take_back", match: MatchId, } | { "type": "offer_draw", match: MatchId, } | { "type": "answer", match: MatchId, accept: boolean, } | { "type": "say", match: MatchId, text: string, } | { "type": "claim", match: MatchId, claim: ClaimKind, } | { "type": "lift", match: MatchId, seat: number, } | { "type": "bot_take_over", match: MatchId, seat: number, level: string, });

export type Command = { "type": "ping", } | { "type": "login", token: string, } | { "type": "lobby", } | { "type": "leave_lobby", } | { "type": "turns", } | { "type": "create_table" } & NewTable | { "type": "join", table: MatchId, 
/**
 * The secret of an invite link; needed for private tables.
 */
invite?: string, seat?: SeatChoice, 
/**
 * This player's share of the seed; drawn by the server if absent.
 */
nonce?: string, } | { "type": "leave", table: MatchId, } | { "type": "start", table: MatchId, } | { "type": "confirm", table: MatchId, } | { "type": "seat_bot", table: MatchId, seat?: number, level: string, } | { "type": "free_seat", table: MatchId, seat: number, } | { "type": "seat_here", table: MatchId, name: string, seat?: number, } | { "type": "quick_pair", game: string, pace?: Pace, rated?: boolean, 
/**
 * Whoever wants the same seat is no partner; any seat will do if absent.
 */
seat?: SeatChoice, } | { "type": "cancel_quick_pair", game: string, } | { "type": "challenge", to: string, terms: NewTable, instead_of?: MatchId, } | { "type": "decline", table: MatchId, } | { "type": "invite", table: MatchId, to: string, } | { "type": "rematch", table: MatchId, } | { "type": "decline_rematch", table: MatchId, } | { "type": "open", match: MatchId, since?: Seq, invite?: string, } | { "type": "close", match: MatchId, } | { "type": "play", match: MatchId, 
/**
 * The sequence number of the position the player looked at.
 */
seq: Seq, 
/**
 * In the game's notation.
 */
action: string, } | { "type": "resign", match: MatchId, } | { "type": "offer_take_back", match: MatchId, } | { "type": "offer_draw", match: MatchId, } | { "type": "answer", match: MatchId, accept: boolean, } | { "type": "say", match: MatchId, text: string, } | { "type": "claim", match: MatchId, claim: ClaimKind, } | { "type": "lift", match: MatchId, seat: number, } | { "type": "bot_take_over", match: MatchId, seat: number, level: string, };

export type NewTable = { game: string, options?: Record<string, unknown>, name?: string, 
/**
 * The game's fewest if absent.
 */
seats?: number, 
/**
 * Only by invite link.
 */
private?: boolean, rated?: boolean, clock?: Clock, watch?: Watch, 
/**
 * Every seat must confirm before the first move.
 */
confirm?: boolean, 
/**
 * Bots for the last seats, by level.
 */
bots?: Array<string>, 
/**
 * Whether the creator sits down at once.
 */
sit?: boolean, 
/**
 * Where; at the first free seat if absent. A bot makes room.
 */
seat?: SeatChoice, nonce?: string, 
/**
 * Two to six names of people who share the creator's screen. They fill the first seats, bots
 * the last. Unless `seats` leaves some for others the match begins at once, and is private;
 * it is unrated, and nobody else looks on.
 */
screen?: Array<string>, 
/**
 * A whole state to start from in place of the opening; it brings its options and seats along. Such
 * a match is unrated, everybody sits as seated, and where something is hidden all others are bots.
 */
position?: unknown, };

export type SeatChoice = number | "random";

export type Clock = { "type": "none" } | { "type": "per_move", seconds: number, } | { "type": "total", seconds: number, increment: number, };

export type Watch = "open" | "delayed" | "from_start" | "off";

export type Status = "open" | "ready" | "running" | "over";

export type TableInfo = { id: MatchId, game: string, name: string, status: Status, options: Record<string, unknown>, seats: Array<SeatInfo>, 
/**
 * Before the start: what each seat is, by the ids that the game gives; empty where a lot
 * decides in any case.
 */
sides?: Array<string>, host: string, private: boolean, rated: boolean, clock: Clock, watch: Watch, confirm: boolean, 
/**
 * Several of its people share the host's screen.
 */
screen?: boolean, 
/**
 * The match starts from a position that its host has set up.
 */
position?: boolean, 
/**
 * The hash of the secret seed.
 */
commitment: string, created_ms: number, ended_ms?: number, outcome?: Outcome, 
/**
 * The seats that may act now in a running match, as far as the reader may know.
 */
to_act?: Array<number>, 
/**
 * The table the players went on to.
 */
rematch?: MatchId, 
/**
 * The secret of the invite link; only to those who sit at the table.
 */
invite?: string, 
/**
 * For whom a seat is kept, if this is a challenge; only to the two.
 */
challenged?: string, 
/**
 * Who was asked to come and has not answered; only to those who sit at the table.
 */
invited?: Array<string>, 
/**
 * The spoken code, as long as the table waits; only to those who sit at it.
 */
code?: string, };

export type SeatInfo = { 
/**
 * Nobody yet if absent.
 */
name?: string, 
/**
 * The level, if a bot sits there.
 */
bot?: string, confirmed: boolean, 
/**
 * Has left a running match.
 */
left: boolean, 
/**
 * Before the start: the lot will decide where this person sits.
 */
random?: boolean, 
/**
 * Before the start: would change places with whoever sits there.
 */
wants?: number, 
/**
 * Shares the host's screen.
 */
screen?: boolean, };

export type Me = { name: string, 
/**
 * Whether a password protects the name.
 */
protected: boolean, };

export type ServerMessage = { "type": "welcome", you?: Me, version: string, now_ms: number, } | { "type": "pong", id?: CommandId, now_ms: number, } | { "type": "done", id?: CommandId, table?: TableInfo, } | { "type": "error", id?: CommandId, code: string, message: string, match?: MatchId, } | { "type": "lobby", version: number, tables: Array<TableInfo>, } | { "type": "table", table: TableInfo, version?: number, } | { "type": "table_gone", id: MatchId, version?: number, } | { "type": "turn", match: MatchId, to_act: Array<number>, } | { "type": "spectators", match: MatchId, count: number, } | { "type": "presence", match: MatchId, away: AwayView, } | { "type": "challenge", table: TableInfo, 
/**
 * Who invites to a table that waits for several; absent where the host challenges.
 */
invited_by?: string, } | { "type": "challenge_gone", id: MatchId, } | { "type": "declined", id: MatchId, game: string, by: string, instead?: MatchId, 
/**
 * It was an invitation: the table waits on.
 */
stays?: boolean, } | { "type": "match" } & MatchSnapshot | { "type": "update" } & MatchUpdate | { "type": "curtain" } & CurtainView | { "type": "chat", match: MatchId, line: ChatLine, } | { "type": "offer", match: MatchId, 
/**
 * None: the offer that stood is gone.
 */
offer: OfferView | null, } | { "type": "bye", reason: string, };

export type MatchSnapshot = { table: TableInfo, seq: Seq, 
/**
 * The viewer's own seat; at a shared screen the seat there that is asked now.
 */
seat: number | null, 
/**
 * The game's view; see the game's notation page.
 */
view: unknown, to_act: number[], 
/**
 * What the viewer's seat may do now, in notation.
 */
legal: string[], 
/**
 * There are too many legal actions to list: their form and bounds.
 */
pattern: Pattern | null, outcome: Outcome | null, clock: ClockView | null, offer: OfferView | null, 
/**
 * What happened since the sequence number the client gave, oldest first.
 */
missed: Array<LogLine>, 
/**
 * More was missed than is sent: read the log.
 */
resync: boolean, chat: Array<ChatLine>, spectators: number, away: AwayView, 
/**
 * The command this answers.
 */
id?: CommandId, };

export type MatchUpdate = { match: MatchId, seq: Seq, 
/**
 * The command this acknowledges, to the one who sent it.
 */
id?: CommandId, log: Array<LogLine>, to_act: number[], legal: string[], pattern?: Pattern, outcome?: Outcome, clock?: ClockView, 
/**
 * At a table with a shared screen: the seat of this viewer that is asked now.
 */
seat?: number, 
/**
 * The longest part comes last: whoever does not look at it can stop reading.
 */
view: unknown, };

export type CurtainView = { table: TableInfo, seq: Seq, 
/**
 * The seat for which it may be lifted; nobody while computers play.
 */
next: number | null, clock: ClockView | null, 
/**
 * The command this answers.
 */
id?: CommandId, };

export type MatchId = string;

export type CommandId = string;

export type Seq = number;

export type LogPage = { log: Array<LogLine>, 
/**
 * Ask again after the last of these.
 */
more: boolean, };

export type LogLine = { seq: Seq, 
/**
 * `action`, `resign`, `leave`, `time_out`, `agree_draw`, `claim`, `abandon`, `ruling`, `lift` or `take_back`.
 */
kind: string, seat: number | null, events: GameEvent[], 
/**
 * The events in English.
 */
words: Array<string>, at_ms: number, };

export type ChatLine = { seq: number, at_ms: number, name: string, seat: number | null, text: string, };

export type ClockView = { 
/**
 * What each seat has left, in milliseconds, at `now_ms`.
 */
left_ms: (number | null)[], 
/**
 * Whose clock runs.
 */
running: Array<number>, now_ms: number, 
/**
 * Until when each seat is on vacation and its clock stands still; absent when nobody is.
 */
vacation_ms?: Array<number | null>, };

export type OfferKind = "take_back" | "draw" | "abort";

export type AwayView = { 
/**
 * Since when each seat's person has been away; null for those who are here, and for bots.
 */
since_ms: (number | null)[], 
/**
 * After this long the others may `claim`.
 */
grace_ms: number, };

export type ClaimKind = "win" | "draw" | "abort";

export type Pace = "rapid" | "relaxed" | "days";

export type OfferView = { kind: OfferKind, 
/**
 * The seat that asks.
 */
by: number, };

export type Outcome = { kind: 'win' | 'draw' | 'no_winner' | 'aborted', winner: number | null, places: number[], reason: string };

export type GameEvent = { kind: string, [field: string]: unknown };

export type Pattern = { form: string, bounds: unknown };
