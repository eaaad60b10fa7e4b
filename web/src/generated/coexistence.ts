// Made from games/coexistence by its tests (UPDATE=1); do not edit.

export type Action = { "kind": "attack", own: number, target: number, } | { "kind": "pass" };

export type Deal = "unknown";

export type Deck = { axe: number, hammer: number, sword: number, arrow: number, };

export type Ending = { 
/**
 * None: both players lost.
 */
winner: Seat | null, reason: Reason, };

export type Ends = { winner: Seat | null, 
/**
 * The word of [`Outcome::reason`].
 */
reason: string, };

export type Event = { "kind": "attacked", seat: Seat, own: number, target: number, attacker_unit: Unit, target_unit: Unit, points: number, } | { "kind": "passed", seat: Seat, 
/**
 * Whether the clock passed for the player.
 */
by_clock: boolean, } | { "kind": "round_over", round: number, } | { "kind": "dealt", round: number, hands: [Hand, Hand], starts: Seat, } | { "kind": "left", seat: Seat, reason: Reason, } | { "kind": "over", 
/**
 * None: both players lost.
 */
winner: Seat | null, reason: Reason, scores: [number, number], round: number, };

export type Hand = ["axe" | "hammer" | "sword" | "arrow" | null, "axe" | "hammer" | "sword" | "arrow" | null, "axe" | "hammer" | "sword" | "arrow" | null, "axe" | "hammer" | "sword" | "arrow" | null, "axe" | "hammer" | "sword" | "arrow" | null, "axe" | "hammer" | "sword" | "arrow" | null];

export type Last = { "kind": "attacked", seat: Seat, own: number, target: number, attacker_unit: Unit, target_unit: Unit, points: number, } | { "kind": "passed", seat: Seat, by_clock: boolean, } | { "kind": "left", seat: Seat, reason: Reason, };

export type Options = { 
/**
 * Whether an arrow may kill an arrow, for 0 points; section 1.
 */
arrow_duel: boolean, deck: Deck, };

export type Preview = { "kind": "attack", own: number, target: number, attacker: Unit, victim: Unit, points: number, 
/**
 * Afterwards, by seat.
 */
scores: [number, number], 
/**
 * The enemy units that could then fall upon the attacker.
 */
strikes_back: Array<Strike>, ends: Ends | null, } | { "kind": "pass", round_ends: boolean, 
/**
 * Afterwards.
 */
round: number, 
/**
 * Who has the turn then; null when the game is over.
 */
starts: Seat | null, 
/**
 * Null if no cards are dealt.
 */
deal: Deal | null, ends: Ends | null, };

export type Reason = "points" | "rounds" | "resigned" | "left" | "time";

export type Seat = number;

export type Strike = { column: number, points: number, };

export type Unit = "axe" | "hammer" | "sword" | "arrow";

export type View = { 
/**
 * The seat this was made for; null for a spectator.
 */
viewer: Seat | null, options: Options, hands: [Hand, Hand], scores: [number, number], 
/**
 * Points that win.
 */
goal: number, 
/**
 * Counts from 1; `rounds + 1` when nobody won.
 */
round: number, 
/**
 * Rounds that are played.
 */
rounds: number, 
/**
 * Null when the game is over.
 */
turn: Seat | null, 
/**
 * Passes in a row.
 */
passes: number, started_by: Seat, 
/**
 * What a player did last; null before the first action.
 */
last: Last | null, outcome: Ending | null, };
