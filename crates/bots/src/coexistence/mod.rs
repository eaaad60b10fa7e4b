//! `CoExistence`: solved. A dealt round is a small game without secrets, and what a round is worth
//! before it is dealt is computed once for every deck.
//!
//! Each side plays for its own chance to win, for a match without a winner is lost for both; of
//! moves that are equal for itself it takes the one that is worst for the other.

mod greedy;
mod prospects;
mod round;

use parlor_coexistence::{Action, CoExistence, View};
use parlor_engine::{Game, Seat, pick};

use crate::effort::Effort;
use crate::level::{Level, Skill, Style};
use crate::player::{Player, Thought};
use prospects::Prospects;
use round::{Position, Solver, Value};

#[derive(Debug)]
pub(crate) struct Duellist;

static LEVELS: [Level; 5] = Level::ladder([
    Skill::search(u64::MAX, 1, 900),
    Skill::search(u64::MAX, 1, 600),
    Skill::search(u64::MAX, 1, 330),
    Skill::search(u64::MAX, 1, 130),
    Skill::FULL,
]);

impl Player for Duellist {
    type Game = CoExistence;

    const LEVELS: &'static [Level] = &LEVELS;

    fn think(
        view: &View,
        seat: Seat,
        skill: &Skill,
        effort: &mut Effort,
    ) -> Option<Thought<Action>> {
        let state = CoExistence::determinize(view, &mut effort.chance);
        let mut actions = Vec::new();
        state.legal_actions(seat, &mut actions);
        if skill.style == Style::Greedy {
            return greedy::choose(&state, seat, &actions, &mut effort.chance).map(Thought::plain);
        }
        let position = Position::of(&state);
        let values = values(&state, seat, &actions, effort);
        let best = values.iter().copied().reduce(round::better)?;
        let equal: Vec<Action> = actions
            .into_iter()
            .zip(values)
            .filter(|(_, value)| *value == best)
            .map(|(action, _)| action)
            .collect();
        let action = *pick(&equal, &mut effort.chance)?;
        Some(Thought {
            action,
            chance: Some(best.own),
            depth: position.longest(),
            line: vec![action],
        })
    }

    fn estimate(view: &View, seat: Seat, effort: &mut Effort) -> f64 {
        let state = CoExistence::determinize(view, &mut effort.chance);
        let prospects = Prospects::of(state.options(), effort);
        let mut solver = Solver::new(state.round(), state.options().arrow_duel, &prospects);
        let value = solver.solve(&Position::of(&state));
        if state.turn() == Some(seat) {
            value.own
        } else {
            value.enemy
        }
    }
}

/// What each action is worth to both.
fn values(state: &CoExistence, seat: Seat, actions: &[Action], effort: &mut Effort) -> Vec<Value> {
    let position = Position::of(state);
    let prospects = Prospects::of(state.options(), effort);
    let mut solver = Solver::new(state.round(), state.options().arrow_duel, &prospects);
    actions
        .iter()
        .map(|action| {
            effort.spend();
            solver.value_of(&position, round::step_of(state, seat, *action))
        })
        .collect()
}

/// Every action of a seat with the chances of the seat and of the other, computed before any card is
/// dealt; nothing for a deck that may have been too large to compute.
pub(crate) fn exact(view: &View, seat: Seat, effort: &mut Effort) -> Option<Vec<(Action, Value)>> {
    let state = CoExistence::determinize(view, &mut effort.chance);
    if *state.options() != parlor_coexistence::Options::default() {
        return None;
    }
    let mut actions = Vec::new();
    state.legal_actions(seat, &mut actions);
    let values = values(&state, seat, &actions, effort);
    Some(actions.into_iter().zip(values).collect())
}

#[cfg(test)]
mod tests;
