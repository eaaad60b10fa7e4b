//! A round that is dealt: every way it can go.

use std::collections::BTreeMap;

use parlor_coexistence::{Action, CoExistence, GOAL, Unit};
use parlor_engine::Seat;

use super::prospects::Prospects;

/// How many units of each type live.
pub(crate) type Counts = [u8; 4];

/// A round in progress, seen by the side to move. Columns do not matter, only types.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Position {
    pub own: Counts,
    pub enemy: Counts,
    pub score: u8,
    pub enemy_score: u8,
    /// Whether the enemy has just passed.
    pub passed: bool,
}

/// The chances of both sides to win; they need not add up to 1, as nobody may win.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Value {
    pub own: f64,
    pub enemy: f64,
}

impl Value {
    pub const WON: Value = Value {
        own: 1.0,
        enemy: 0.0,
    };

    pub fn swapped(self) -> Value {
        Value {
            own: self.enemy,
            enemy: self.own,
        }
    }
}

/// The more own chance the better, then the less for the other.
pub(crate) fn better(a: Value, b: Value) -> Value {
    let order = b.own.total_cmp(&a.own).then(a.enemy.total_cmp(&b.enemy));
    if order.is_gt() { b } else { a }
}

/// What a turn does, up to columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    Kill { target: usize, points: u8 },
    Pass,
}

/// What follows from a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    Won,
    /// The other is to move.
    Turn(Position),
    /// Both passed; the other starts the next round.
    RoundOver,
}

pub(crate) fn steps(position: &Position, arrow_duel: bool) -> impl Iterator<Item = Step> {
    let (own, enemy) = (position.own, position.enemy);
    let kills = Unit::ALL.into_iter().flat_map(move |unit| {
        Unit::ALL.into_iter().filter_map(move |target| {
            let alive = own[unit as usize] > 0 && enemy[target as usize] > 0;
            let points = unit.points_for(target, arrow_duel).filter(|_| alive)?;
            Some(Step::Kill {
                target: target as usize,
                points,
            })
        })
    });
    kills.chain(std::iter::once(Step::Pass))
}

pub(crate) fn after(position: &Position, step: Step) -> Next {
    let mut next = Position {
        own: position.enemy,
        enemy: position.own,
        score: position.enemy_score,
        enemy_score: position.score,
        passed: false,
    };
    match step {
        Step::Pass if position.passed => return Next::RoundOver,
        Step::Pass => next.passed = true,
        Step::Kill { target, points } => {
            next.own[target] = next.own[target].saturating_sub(1);
            next.enemy_score += points;
            if next.enemy_score >= GOAL {
                return Next::Won;
            }
        }
    }
    Next::Turn(next)
}

impl Position {
    pub fn of(state: &CoExistence) -> Position {
        let me = state.turn().map_or(0, Seat::index) & 1;
        let counts = |seat: usize| Unit::ALL.map(|unit| state.hands()[seat].count(unit));
        Position {
            own: counts(me),
            enemy: counts(1 - me),
            score: state.scores()[me],
            enemy_score: state.scores()[1 - me],
            passed: state.passes() > 0,
        }
    }

    /// Plies until the round must be over: every unit but one killed, and two passes.
    pub fn longest(&self) -> u32 {
        let alive: u8 = self.own.iter().chain(&self.enemy).sum();
        u32::from(alive) + 1
    }

    /// All of it in one number: counts are at most 6, scores at most 8.
    fn key(&self) -> u64 {
        let counts = self.own.iter().chain(&self.enemy);
        let key = counts.fold(0, |key, &count| key << 3 | u64::from(count));
        key << 9
            | u64::from(self.score) << 5
            | u64::from(self.enemy_score) << 1
            | u64::from(self.passed)
    }
}

/// The step that an action of the seat to move is.
pub(crate) fn step_of(state: &CoExistence, seat: Seat, action: Action) -> Step {
    let Action::Attack { own, target } = action else {
        return Step::Pass;
    };
    let hands = state.hands();
    let (mine, theirs) = (
        hands[seat.index() & 1].unit(own),
        hands[1 - (seat.index() & 1)].unit(target),
    );
    match (mine, theirs) {
        (Some(unit), Some(victim)) => Step::Kill {
            target: victim as usize,
            points: unit
                .points_for(victim, state.options().arrow_duel)
                .unwrap_or(0),
        },
        _ => Step::Pass,
    }
}

/// Values of the positions of one round, each looked at once.
pub(crate) struct Solver<'a> {
    round: u8,
    arrow_duel: bool,
    prospects: &'a Prospects,
    /// By [`Position::key`].
    known: BTreeMap<u64, Value>,
}

impl<'a> Solver<'a> {
    pub fn new(round: u8, arrow_duel: bool, prospects: &'a Prospects) -> Solver<'a> {
        Solver {
            round,
            arrow_duel,
            prospects,
            known: BTreeMap::new(),
        }
    }

    pub fn solve(&mut self, position: &Position) -> Value {
        let key = position.key();
        if let Some(&value) = self.known.get(&key) {
            return value;
        }
        let value = steps(position, self.arrow_duel)
            .map(|step| self.value_of(position, step))
            .reduce(better)
            .unwrap_or_default();
        self.known.insert(key, value);
        value
    }

    /// The value of a step for the side that makes it.
    pub fn value_of(&mut self, position: &Position, step: Step) -> Value {
        match after(position, step) {
            Next::Won => Value::WON,
            Next::Turn(next) => self.solve(&next).swapped(),
            Next::RoundOver => self
                .prospects
                .before(self.round + 1, position.enemy_score, position.score)
                .swapped(),
        }
    }
}
