// Made from games/obliteration by its tests (UPDATE=1); do not edit.

export type Action = { "kind": "turn", x: number, y: number, };

export type Colour = { number: number, name: string, fill: Rgb, 
/**
 * The pointer on the hex.
 */
glyph: Rgb, 
/**
 * Name, score and the border of the turn box; the neutral colour has none.
 */
text: Rgb | null, };

export type Colours = Array<number>;

export type Conversion = { x: number, y: number, 
/**
 * Counts from 1.
 */
wave: number, 
/**
 * Whose it was; null if neutral.
 */
from: Seat | null, };

export type Ends = { winner: Seat | null, 
/**
 * The word of [`Outcome::reason`].
 */
reason: string, };

export type Event = { "kind": "turned", seat: Seat, x: number, y: number, rotation: number, } | { "kind": "converted", seat: Seat, x: number, y: number, wave: number, 
/**
 * Whose it was; none if neutral.
 */
from: Seat | null, } | { "kind": "eliminated", seat: Seat, } | { "kind": "left", seat: Seat, how: How, freed: number, } | { "kind": "over", winner: Seat, reason: Reason, };

export type Exit = { how: How, order: number, };

export type HexSize = "small" | "medium" | "fit";

export type How = "obliterated" | "resigned" | "left" | "time";

export type LastMove = { seat: Seat, x: number, y: number, };

export type Mode = "obliteration" | "domination";

export type Options = { columns: number, rows: number, mode: Mode, 
/**
 * In seat order; empty: drawn at the start.
 */
colours: Colours, 
/**
 * Total number of single turns after which the count of hexes decides (section 4.3).
 */
turn_limit: number | null, 
/**
 * None: on for three players and more (section 8.3).
 */
fair_start: boolean | null, 
/**
 * How large the page draws a hex; no matter to the rules.
 */
hex_size: HexSize, };

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

export type Preview = { 
/**
 * The hex that is turned.
 */
x: number, y: number, 
/**
 * Where it points then.
 */
rotation: number, 
/**
 * The hexes that change hands, in the order of the waves.
 */
converted: Array<Conversion>, 
/**
 * Hexes won or lost, by seat.
 */
gains: Array<number>, 
/**
 * Neutral hexes won or lost.
 */
neutral: number, 
/**
 * Hexes afterwards, by seat.
 */
hexes: Array<number>, eliminated: Array<Seat>, ends: Ends | null, };

export type Reason = "obliteration" | "domination" | "turn_limit" | "resigned" | "left" | "time";

export type Rgb = string;

export type Seat = number;

export type SeatView = { seat: Seat, colour: Colour, hexes: number, 
/**
 * Share of the hexes of all players (section 5), such as `83.33%`.
 */
score: string, 
/**
 * Share of the whole grid, in Domination only.
 */
share: string | null, 
/**
 * Whether and how the seat is out.
 */
exit: Exit | null, };

export type Verdict = { winner: Seat, reason: Reason, };

export type View = { 
/**
 * For whom the view was made; none for a spectator.
 */
you: Seat | null, columns: number, rows: number, 
/**
 * One letter for each hex, at `x * rows + y`: `.` is nobody, `A` the first seat.
 */
owners: string, 
/**
 * One digit for each hex, at `x * rows + y`.
 */
rotations: string, seats: Array<SeatView>, neutral: number, 
/**
 * The colour of neutral hexes.
 */
neutral_colour: Colour, mode: Mode, 
/**
 * Hexes that win a game of Domination.
 */
needed: number | null, turn_limit: number | null, 
/**
 * Single turns played so far by all.
 */
turns: number, 
/**
 * Whose turn it is; none when the game is over.
 */
turn: Seat | null, last: LastMove | null, verdict: Verdict | null, outcome: Outcome | null, options: Options, };
