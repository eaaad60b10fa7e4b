// Made from games/mars by its tests (UPDATE=1); do not edit.

export type Act = { 
/**
 * `[x, y]` of the unit.
 */
from: [number, number], to: [number, number], };

export type Arm = "inf" | "art" | "arm";

export type Damage = { mean: number, 
/**
 * In one fight of ten it is below this,
 */
low: number, 
/**
 * and in one of ten above this.
 */
high: number, };

export type Deed = "moved" | "swapped" | "fought";

export type Encircled = { before: boolean, after: boolean, };

export type Event = { "kind": "moved", side: Side, 
/**
 * Whether the other side sees the two ends; only the referee is told.
 */
seen?: [boolean, boolean], unit: Unit, from: Tile | null, to: Tile | null, } | { "kind": "swapped", side: Side, steps: [Step, Step], 
/**
 * Whether the other side sees the tiles where the first and the second one stood.
 */
seen?: [boolean, boolean], } | { "kind": "fought", side: Side, attacker: Fighter, defender: Fighter, 
/**
 * Whether the defender had the help of a town.
 */
town: boolean, } | { "kind": "captured", side: Side, at: Tile, town: Prize | null, } | { "kind": "sighted", units: Array<Placed>, } | { "kind": "passed", side: Side, turn: number, } | { "kind": "turn", side: Side, turn: number, } | { "kind": "departed", side: Side, how: Exit, } | { "kind": "ended", outcome: Outcome, scores: [Score, Score], 
/**
 * Whether everybody may see the whole board now.
 */
revealed: boolean, };

export type Exit = "resigned" | "left" | "time";

export type Eyes = "soviets" | "germans" | "spectator" | "referee";

export type Factor = { factor: FactorKind, attacker: number, defender: number, };

export type FactorKind = "type" | "veterancy" | "town" | "encirclement";

export type Fighter = { at: Tile, 
/**
 * After the fight; health 0 is dead, and then the veterancy is that of before.
 */
unit: Unit, health_before: number, damage: number, died: boolean, 
/**
 * Whether it gained a level of veterancy.
 */
promoted: boolean, encircled: boolean, };

export type Icon = "inf" | "cav" | "art" | "arm";

export type Land = Array<string>;

export type LastView = { side: Side, what: Deed, 
/**
 * From and to, without what is out of sight.
 */
tiles: Array<Tile>, };

export type Odds = { unit: UnitId, health: number, damage: Damage, 
/**
 * The chance that it dies.
 */
destroyed: number, encircled: boolean, };

export type Options = { 
/**
 * Actions of both sides together, after which the scores decide (4.4).
 */
turns: number, 
/**
 * Whether a finished game shows the whole board to everybody (section 6 allows it).
 */
reveal_at_end: boolean, };

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

export type Placed = { at: Tile, id: UnitId, side: Side, type: Arm, icon: Icon, name: string, health: number, veterancy: number, };

export type Preview = { "kind": "attack", from: Tile, to: Tile, 
/**
 * Whether the defender has the help of a town.
 */
town: boolean, attacker: Odds, defender: Odds, both_destroyed: number, 
/**
 * What changes the damage, beyond the draw.
 */
factors: Array<Factor>, } | { "kind": "move", from: Tile, to: Tile, 
/**
 * Whether the tile changes its owner.
 */
captures: boolean, town: Prize | null, encircled: Encircled, 
/**
 * Enemy units in sight that have no way out any more.
 */
encircles: Array<Tile>, 
/**
 * Own units that have one again.
 */
relieves: Array<Tile>, 
/**
 * Tiles beside the goal that are out of sight now and where an enemy may stand.
 */
unseen: Array<Tile>, } | { "kind": "swap", from: Tile, to: Tile, encircled: Encircled, };

export type Prize = { name: string, points: number, };

export type Score = { kills: number, towns: number, total: number, };

export type Seat = number;

export type Side = "soviets" | "germans";

export type Step = { unit: Unit, from: Tile | null, to: Tile | null, };

export type Tile = [number, number];

export type TownView = { name: string, at: Tile, points: number, owner: Side, };

export type Unit = { id: UnitId, side: Side, type: Arm, icon: Icon, name: string, health: number, veterancy: number, };

export type UnitId = string;

export type View = { viewer: Eyes, options: Options, 
/**
 * Completed turns.
 */
done: number, 
/**
 * The number to show: that of the turn being played, or of the last one.
 */
turn: number, 
/**
 * Nobody when the game is over.
 */
to_move: Side | null, 
/**
 * Whole, for everybody.
 */
territory: Land, towns: Array<TownView>, 
/**
 * The units in sight, row by row.
 */
units: Array<Placed>, 
/**
 * The tiles of those that are encircled.
 */
encircled: Array<Tile>, scores: [Score, Score], 
/**
 * Living units of each side, hidden ones included: deaths are seen by all.
 */
alive: [number, number], 
/**
 * The dead in the order of the roster.
 */
fallen: Array<UnitId>, last: LastView | null, outcome: Outcome | null, };
