use parlor_coexistence::{Action, CoExistence};
use parlor_engine::{Fast, Seat, pick};

use super::round::{Step, step_of};

/// The most points at once; rather any kill than none.
pub(crate) fn choose(
    state: &CoExistence,
    seat: Seat,
    actions: &[Action],
    chance: &mut Fast,
) -> Option<Action> {
    let gain = |action: &Action| match step_of(state, seat, *action) {
        Step::Kill { points, .. } => 1 + points,
        Step::Pass => 0,
    };
    let most = actions.iter().map(gain).max()?;
    let equal: Vec<Action> = actions
        .iter()
        .copied()
        .filter(|action| gain(action) == most)
        .collect();
    pick(&equal, chance).copied()
}
