// Made from games/risk by its tests (UPDATE=1); do not edit.

export type Action = { "kind": "claim", territory: number, } | { "kind": "place", territory: number, } | { "kind": "turn_in", cards: Cards, } | { "kind": "reinforce", troops: Deployment, } | { "kind": "attack", from: number, to: number, dice: number, } | { "kind": "defend", dice: number, } | { "kind": "occupy", troops: number, } | { "kind": "transfer", from: number, to: number, troops: number, } | { "kind": "skip", };

export type AttackSource = { id: number, max_dice: number, targets: Array<number>, };

export type AutoDefend = "off" | "most" | "best";

export type Battle = { attacker: Seat, defender: Seat, from: number, to: number, attack_roll: Roll, defence_roll: Roll, attacker_loses: number, defender_loses: number, fell: boolean, };

export type Bonus = { seat: Seat, continent: number, bonus: number, gained: boolean, };

export type CardTable = "linear" | "star_2008";

export type Cards = Array<number>;

export type ClaimMin = "one" | "dice";

export type Conquest = { eliminates: Seat | null, 
/**
 * Whether it earns the card of the turn.
 */
card: boolean, ends: Ends | null, bonuses: Array<Bonus>, income: Income, };

export type Defence = "most" | "best";

export type Deployment = Array<[number, number]>;

export type End = { "reason": "conquest", winner: Seat, } | { "reason": "last_standing", winner: Seat, } | { "reason": "resigned", winner: Seat, } | { "reason": "left", } | { "reason": "no_people", };

export type Ends = { winner: Seat | null, 
/**
 * The word of [`Outcome::reason`].
 */
reason: string, };

export type Event = { "kind": "claimed", seat: Seat, territory: number, } | { "kind": "placed", seat: Seat, territory: number, } | { "kind": "turned_in", seat: Seat, cards: Cards, troops: number, } | { "kind": "reinforced", seat: Seat, troops: Deployment, } | { "kind": "attacked", seat: Seat, defender: Seat, from: number, to: number, dice: number, } | { "kind": "attack_roll", seat: Seat, roll: Roll, hidden: boolean, } | { "kind": "defence_roll", seat: Seat, territory: number, roll: Roll, } | { "kind": "battle" } & Battle | { "kind": "eliminated", seat: Seat, by: Seat, } | { "kind": "captured", seat: Seat, from: Seat, count: number, cards: Cards | null, } | { "kind": "occupied", seat: Seat, from: number, to: number, troops: number, } | { "kind": "transferred", seat: Seat, from: number, to: number, troops: number, } | { "kind": "skipped", seat: Seat, phase: PhaseName, } | { "kind": "drew", seat: Seat, stars: number | null, } | { "kind": "no_cards_left" } | { "kind": "timed_out", seat: Seat, } | { "kind": "departed", seat: Seat, how: Exit, then: Succession, } | { "kind": "ended", end: End, };

export type Exit = "resigned" | "left" | "timed_out";

export type Fortify = "chain" | "adjacent";

export type Income = { before: number, after: number, };

export type Next = "reinforce" | "transfer" | "end_turn";

export type OnLeave = "end_match" | "grace" | "neutral" | "bot";

export type Options = { 
/**
 * 11, or 7 as on the classic board.
 */
asia_bonus: number, 
/**
 * The minimum of 3 is taken before continents are added.
 */
floor_before_bonus: boolean, card_table: CardTable, 
/**
 * Whoever eliminates a seat receives its hand.
 */
capture_cards: boolean, claim_min: ClaimMin, fortify: Fortify, 
/**
 * The attack roll is shown with the defence roll.
 */
hide_attack_roll: boolean, 
/**
 * One for each seat, or none at all.
 */
auto_defend: Array<AutoDefend>, on_leave: OnLeave, 
/**
 * Seconds for a decision; the house's clock reads it.
 */
turn_timer: number | null, 
/**
 * Who may watch; the house reads it.
 */
spectators: Spectators, };

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

export type PendingAttack = { from: number, to: number, attacker: Seat, defender: Seat, dice: number, 
/**
 * Null while it is hidden.
 */
roll: Roll | null, };

export type PhaseName = "setup" | "setup_reinforce" | "turn_in" | "reinforce" | "attack" | "defend" | "occupy" | "transfer" | "over";

export type Pool = Array<number>;

export type Preview = { "kind": "claim", territory: number, 
/**
 * Setup troops left.
 */
stock: number, bonuses: Array<Bonus>, income: Income, } | { "kind": "place", territory: number, 
/**
 * There, afterwards.
 */
troops: number, stock: number, } | { "kind": "turn_in", stars: number, from_cards: number, 
/**
 * To be placed, all in all.
 */
troops: number, 
/**
 * The cards that stay.
 */
hand: Cards, } | { "kind": "reinforce", territories: Array<Reinforced>, } | { "kind": "attack", from: number, to: number, dice: number, 
/**
 * Which defence the odds assume.
 */
defence: Defence, defence_dice: number, 
/**
 * One throw with these dice.
 */
throw: Array<Throw>, 
/**
 * The chance to take the territory when one goes on with all dice until it falls or one
 * troop is left.
 */
take: number, 
/**
 * False for armies so large that the odds are those of smaller ones.
 */
exact: boolean, 
/**
 * Troops left on both sides at that end.
 */
attackers: Spread, defenders: Spread, attackers_mean: number, defenders_mean: number, if_taken: Conquest, } | { "kind": "defend", dice: number, throw: Array<Throw>, 
/**
 * The chance that the territory falls.
 */
falls: number, } | { "kind": "occupy", from: number, to: number, left: number, garrison: number, ends: Ends | null, bonuses: Array<Bonus>, income: Income, } | { "kind": "transfer", from: number, to: number, left: number, garrison: number, 
/**
 * Whether a card is drawn at the end of the turn.
 */
card: boolean, } | { "kind": "skip", phase: PhaseName, next: Next, card: boolean, };

export type Reinforced = { territory: number, before: number, after: number, };

export type Roll = Array<number>;

export type Seat = number;

export type SeatView = { seat: Seat, colour: string, standing: Standing, 
/**
 * Number of cards in hand.
 */
cards: number, territories: number, troops: number, 
/**
 * Ids of the continents owned, rising.
 */
continents: Array<number>, 
/**
 * Setup troops left.
 */
stock: number, 
/**
 * Reinforcements as the board stands, before cards.
 */
income: number, auto_defend: AutoDefend, };

export type Secrets = { hands: Array<Cards>, 
/**
 * From the bottom to the top.
 */
pool: Pool, discarded: Cards, };

export type Spectators = "eliminated" | "anyone";

export type Spread = { least: number, chances: Array<number>, };

export type Standing = "playing" | "bot" | "neutral" | "eliminated";

export type Succession = "match_over" | "neutral" | "bot";

export type Throw = { attacker_loses: number, defender_loses: number, chance: number, };

export type TransferSource = { id: number, max_troops: number, targets: Array<number>, };

export type Valid = { "phase": "setup", actor: Seat, territories: Array<number>, } | { "phase": "setup_reinforce", actor: Seat, territories: Array<number>, 
/**
 * Troops left to place, one at a time.
 */
stock: number, } | { "phase": "turn_in", actor: Seat, 
/**
 * The hand, to its owner only.
 */
cards: Cards | null, } | { "phase": "reinforce", actor: Seat, territories: Array<number>, troops: number, 
/**
 * How many of them come from cards.
 */
from_cards: number, } | { "phase": "attack", actor: Seat, sources: Array<AttackSource>, } | { "phase": "defend", actor: Seat, territory: number, max_dice: number, } | { "phase": "occupy", actor: Seat, from: number, to: number, min: number, max: number, } | { "phase": "transfer", actor: Seat, sources: Array<TransferSource>, };

export type View = { 
/**
 * The seat this view was made for; null for spectators and for the referee.
 */
you: Seat | null, options: Options, 
/**
 * By territory id; null where nobody is.
 */
owners: Array<Seat | null>, 
/**
 * By territory id.
 */
troops: Array<number>, seats: Array<SeatView>, 
/**
 * The seats still in the turn order.
 */
order: Array<Seat>, 
/**
 * Whose turn it is.
 */
current: Seat, 
/**
 * Who has to act: the current seat, or a defender.
 */
actor: Seat | null, phase: PhaseName, 
/**
 * Regular turns begun so far, all seats together; 0 while setting up.
 */
turn: number, 
/**
 * The bounds of the one action now legal; null when the match is over.
 */
valid: Valid | null, 
/**
 * The own hand; null for spectators and for the referee.
 */
hand: Cards | null, 
/**
 * The attack that waits for its defence.
 */
attack: PendingAttack | null, 
/**
 * Whether the current seat draws a card when its turn ends.
 */
card_pending: boolean, 
/**
 * How many cards can still be drawn.
 */
pool: number, 
/**
 * Cards turned in so far.
 */
used: Cards, 
/**
 * How many cards went out of play with their owners.
 */
discarded: number, 
/**
 * Seats that left the turn order, the first to go first.
 */
fallen: Array<Seat>, last_battle: Battle | null, end: End | null, outcome: Outcome | null, 
/**
 * Everything hidden; for the referee only.
 */
secrets: Secrets | null, };
