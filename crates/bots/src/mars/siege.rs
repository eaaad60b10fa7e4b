//! Towns decide the game: how likely one is to change hands.

use parlor_mars::{Mars, Side, Tile, Town, UnitId};

use super::promise::{expected, reach, units_in};

/// The units of a side that may act on a tile.
pub(crate) fn within_reach(
    state: &Mars,
    side: Side,
    tile: Tile,
) -> impl Iterator<Item = (UnitId, Tile)> {
    units_in(state, tile.around())
        .filter(move |&(unit, at)| unit.side() == side && reach(unit, at) & tile.bit() != 0)
}

/// Actions that each side still has.
pub(crate) fn actions_left(state: &Mars) -> f64 {
    f64::from(state.options().turns.saturating_sub(state.done())) / 2.0
}

/// A town that no enemy is near to.
const QUIET: f64 = 0.03;
/// Damage that a unit beside a garrison is good for, as it can take its place.
const RESERVE: f64 = 55.0;
const MOST_RESERVES: usize = 3;
/// Attacks of one unit that are counted on.
const MOST_ATTACKS: f64 = 4.0;
/// The besieged have to be beaten more than just so.
const RESISTANCE: f64 = 1.15;
/// Surplus of damage that makes a fall likely.
const SURPLUS: f64 = 60.0;

/// The chance that its owner loses a town until the end, as far as the units around it tell.
pub(crate) fn fall(state: &Mars, town: &Town) -> f64 {
    let at = town.at;
    let owner = state.land().owner(at);
    let enemy = owner.other();
    let reserves = within_reach(state, owner, at).count();
    let Some(garrison) = state.unit_at(at) else {
        let is_reached = within_reach(state, enemy, at).next().is_some();
        let enemy_moves = usize::from(state.done() % 2) == enemy.index();
        return match (is_reached, enemy_moves) {
            (true, true) => 0.95,
            (true, false) if reserves > 0 => 0.35,
            (true, false) => 0.8,
            (false, _) => QUIET,
        };
    };
    let (mut power, mut strongest) = (0.0, 0.0f64);
    for (unit, from) in within_reach(state, enemy, at) {
        let (taken, dealt) = expected(state, (unit, from), (garrison, at));
        // An attack that costs the attacker its life still hits.
        let attacks = (f64::from(state.health(unit)) / f64::from(taken)).ceil();
        power += f64::from(dealt) * attacks.min(MOST_ATTACKS);
        strongest = strongest.max(f64::from(dealt));
    }
    if power <= 0.0 {
        return QUIET;
    }
    let need = f64::from(state.health(garrison)) + RESERVE * reserves.min(MOST_RESERVES) as f64;
    // An attack takes from both, so that going on with a siege is not punished.
    let surplus = power - RESISTANCE * need;
    let patience = (actions_left(state) / (1.0 + need / strongest)).powi(2);
    patience / (1.0 + patience) / (1.0 + (-surplus / SURPLUS).exp())
}
