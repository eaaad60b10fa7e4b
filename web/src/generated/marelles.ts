// Made from games/marelles by its tests (UPDATE=1); do not edit.

export type Action = { "kind": "place", at: Point, } | { "kind": "move", from: Point, to: Point, } | { "kind": "remove", at: Point, };

export type Colour = "black" | "white";

export type Ends = { winner: Seat | null, 
/**
 * The word of [`Outcome::reason`].
 */
reason: string, };

export type Event = { "kind": "placed", seat: Seat, at: Point, } | { "kind": "moved", seat: Seat, from: Point, to: Point, 
/**
 * Whether the stone flew instead of sliding.
 */
flew: boolean, } | { "kind": "mill", seat: Seat, lines: Lines, } | { "kind": "removed", seat: Seat, at: Point, } | { "kind": "stage", stage: number, } | { "kind": "over", winner: Seat | null, reason: Reason, };

export type First = "host" | "guest" | "random";

export type Last = { from: Point | null, to: Point, removed: Point | null, };

export type Lines = Array<[number, number, number]>;

export type Options = { removal: Removal, 
/**
 * The n-th occurrence of a position draws; 0 is off (§2.6).
 */
repetition: number, 
/**
 * So many plies without a removal draw; 0 is off.
 */
no_capture: number, 
/**
 * So many plies altogether draw; 0 is off.
 */
max_plies: number, first: First, undo: Undo, timeout: Timeout, draw_by_agreement: boolean, };

export type Outcome = { kind: OutcomeKind, 
/**
 * The single winner, if there is one.
 */
winner: Seat | null, 
/**
 * Place of each seat, 1 is best, equal numbers share a place. Empty if the match does not count.
 */
places: Array<number>, 
/**
 * Why it ended, one word from the rule page, such as `blocked` or `points`.
 */
reason: string, };

export type OutcomeKind = "win" | "draw" | "no_winner" | "aborted";

export type Point = number;

export type Preview = { "kind": "arrive", 
/**
 * Null for a placement.
 */
from: Point | null, to: Point, flew: boolean, 
/**
 * The lines it closes.
 */
mills: Lines, 
/**
 * Own full lines that the stone leaves.
 */
opened: Lines, 
/**
 * Lines in which the enemy has two stones and needed just this point.
 */
blocked: Lines, 
/**
 * Own lines that come to have two stones and an empty third point.
 */
threats: Lines, 
/**
 * What may then be taken.
 */
removable: Array<Point>, ends: Ends | null, } | { "kind": "remove", at: Point, 
/**
 * The enemy's full lines that lose a stone.
 */
broken: Lines, 
/**
 * The enemy's lines of two, the third point empty, that lose one.
 */
prevented: Lines, 
/**
 * Own lines of two that this stone blocks.
 */
freed: Lines, 
/**
 * Stones that the enemy has left, those in hand included.
 */
left: number, 
/**
 * Whether the enemy flies then.
 */
flies: boolean, ends: Ends | null, };

export type Reason = "two" | "blocked" | "ran_away" | "time" | "repetition" | "no_capture" | "max_plies" | "agreed";

export type Removal = "document" | "standard";

export type Seat = number;

export type Stage = "placing" | "moving" | "flying";

export type Timeout = "lose" | "none";

export type Undo = "ask" | "instant" | "off";

export type View = { 
/**
 * The seat it was made for; `None` for anybody else.
 */
viewer: Seat | null, 
/**
 * The stones by index.
 */
cells: Array<Colour | null>, colours: [Colour, Colour], hands: [number, number], on_board: [number, number], 
/**
 * Enemy stones that the seat has taken.
 */
captured: [number, number], stages: [Stage, Stage], 
/**
 * The phases 1 to 6 of §2.3.
 */
phases: [number, number], 
/**
 * `None` when the game is over.
 */
to_move: Seat | null, pending_removal: boolean, 
/**
 * What may be taken while a removal is pending.
 */
removable: Array<Point>, last: Last | null, last_seat: Seat | null, plies: number, 
/**
 * Plies in a row without a removal, against `options.no_capture`.
 */
quiet_plies: number, 
/**
 * How often the position has occurred, against `options.repetition`; 0 if not counted.
 */
repetitions: number, 
/**
 * The moves since the last removal, as far as repetition is counted: from and to, a letter each.
 */
quiet_moves: string, position: string, options: Options, outcome: Outcome | null, };
