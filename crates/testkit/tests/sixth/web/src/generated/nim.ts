// Made from games/nim by its tests (UPDATE=1); do not edit.

export type Action = { "kind": "take", count: number, };

export type End = { winner: Seat, reason: Reason, };

export type Ends = { winner: Seat | null, 
/**
 * The word of [`Outcome::reason`].
 */
reason: string, };

export type Event = { "kind": "took", seat: Seat, count: number, } | { "kind": "over", winner: Seat, reason: Reason, };

export type Options = { heap: number, };

export type Preview = { left: number, ends: Ends | null, };

export type Reason = "last" | "left";

export type Seat = number;

export type View = { options: Options, left: number, turn: Seat | null, 
/**
 * Whose turn it would be.
 */
next: Seat, end: End | null, };
