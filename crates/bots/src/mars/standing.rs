//! How a side stands: points now, and those that are about to change hands.

use parlor_mars::{Mars, Side, TOWNS, UnitId};

use super::promise::{is_threatened, units_in};

/// The chance of a side to win.
pub(crate) fn chance(state: &Mars, side: Side) -> f64 {
    let lead = worth(state, side) - worth(state, side.other());
    let left = f64::from(state.options().turns.saturating_sub(state.done()));
    // What may still change: nothing at the end, a lot at the beginning.
    1.0 / (1.0 + (-lead / (1.0 + 0.1 * left)).exp())
}

/// Health of a fresh unit, in points.
const FRESH: f64 = 0.8;

fn worth(state: &Mars, side: Side) -> f64 {
    let score = f64::from(state.score(side).total);
    let health: u32 = UnitId::all()
        .filter(|id| id.side() == side)
        .map(|id| u32::from(state.health(id)))
        .sum();
    let towns: f64 = TOWNS
        .iter()
        .filter(|town| state.land().owner(town.at) == side)
        .map(|town| risk(state, side, town.at) * f64::from(town.points))
        .sum();
    score + FRESH * f64::from(health) / 100.0 - towns
}

/// How much of a town's points is as good as lost.
fn risk(state: &Mars, side: Side, at: parlor_mars::Tile) -> f64 {
    match state.unit_at(at) {
        None if is_threatened(state, side, at) => 0.5,
        None => 0.03,
        Some(unit) => {
            let enemies = units_in(state, at.around())
                .filter(|(other, _)| other.side() != side)
                .count() as f64;
            let wounds = 1.0 - f64::from(state.health(unit)) / 100.0;
            (0.04 * enemies + 0.3 * wounds * enemies.min(1.0)).min(0.45)
        }
    }
}
