//! How a side stands: points now, and those that are likely to change hands.

use parlor_mars::{Mars, Side, TOWNS, Tile, UnitId};

use super::promise::{distance_to_prize, fresh};
use super::siege::{actions_left, fall};

/// The chance of a side to win.
pub(crate) fn chance(state: &Mars, side: Side) -> f64 {
    let lead = worth(state, side) - worth(state, side.other());
    // What may still change: nothing at the end, a lot at the beginning.
    let spread = 1.0 + 2.7 * actions_left(state).sqrt();
    1.0 / (1.0 + (-lead / spread).exp())
}

/// In points: a level of veterancy, and a step to the next enemy town.
const VETERANCY: f64 = 0.1;
const STEP: f64 = 0.03;

fn worth(state: &Mars, side: Side) -> f64 {
    let fitness: f64 = UnitId::all()
        .filter(|&id| id.side() == side && state.health(id) > 0)
        .map(|id| {
            let health = f64::from(state.health(id)) / 100.0;
            fresh(side) * health + VETERANCY * f64::from(state.veterancy(id))
        })
        .sum();
    let way: f64 = Tile::all()
        .filter(|&at| state.unit_at(at).is_some_and(|unit| unit.side() == side))
        .map(|at| distance_to_prize(state, side, at))
        .sum();
    // What one side loses, the other gets.
    let losses: f64 = TOWNS
        .iter()
        .filter(|town| state.land().owner(town.at) == side)
        .map(|town| 2.0 * f64::from(town.points) * fall(state, town))
        .sum();
    f64::from(state.score(side).total) + fitness - STEP * way - losses
}
