//! What an action promises at first sight, in points.

use parlor_mars::{DEVIATION, Fight, Mars, Side, TOWNS, Tile, UnitId, fight, town_at};

use super::siege::within_reach;

/// What a fresh unit is worth to its side, in points, besides the one for its death: 27 Germans
/// hold most of the towns, and 46 Soviets have men to spare.
pub(crate) fn fresh(side: Side) -> f64 {
    match side {
        Side::Soviets => 0.7,
        Side::Germans => 1.8,
    }
}

pub(crate) fn promise(state: &Mars, side: Side, from: Tile, to: Tile) -> f64 {
    let Some(unit) = state.unit_at(from) else {
        return 0.0;
    };
    match state.unit_at(to) {
        None => march(state, unit, from, to),
        Some(other) if other.side() == side => SWAP,
        Some(enemy) => attack(state, (unit, from), (enemy, to)),
    }
}

const SWAP: f64 = -0.5;

/// The tiles that a unit there may act on.
pub(crate) fn reach(unit: UnitId, at: Tile) -> u128 {
    match unit.record().icon.arm() {
        parlor_mars::Arm::Armour => at.around(),
        _ => at.beside(),
    }
}

pub(crate) fn units_in(state: &Mars, bits: u128) -> impl Iterator<Item = (UnitId, Tile)> {
    let mut bits = bits;
    std::iter::from_fn(move || {
        while bits != 0 {
            let place = bits.trailing_zeros();
            bits &= bits - 1;
            let tile = Tile::new(place % 10, place / 10)?;
            if let Some(unit) = state.unit_at(tile) {
                return Some((unit, tile));
            }
        }
        None
    })
}

/// Whether an enemy of `side` could step on the tile at once.
pub(crate) fn is_threatened(state: &Mars, side: Side, tile: Tile) -> bool {
    units_in(state, tile.around())
        .any(|(unit, at)| unit.side() != side && reach(unit, at) & tile.bit() != 0)
}

fn points(tile: Tile) -> f64 {
    town_at(tile).map_or(0.0, |town| f64::from(town.points))
}

/// The chance that damage with this mean kills.
fn kills(mean: i32, health: u8) -> f64 {
    let z = (f64::from(mean) - f64::from(health) + 0.5) / DEVIATION;
    // The logistic curve closest to the normal one.
    1.0 / (1.0 + (-1.702 * z).exp())
}

/// What attacker and defender may expect: mean damages.
pub(crate) fn expected(
    state: &Mars,
    (unit, from): (UnitId, Tile),
    (enemy, to): (UnitId, Tile),
) -> (i32, i32) {
    fight(&Fight {
        attacker: unit.record().icon.arm(),
        defender: enemy.record().icon.arm(),
        attacker_veterancy: state.veterancy(unit),
        defender_veterancy: state.veterancy(enemy),
        town: town_at(to).is_some(),
        attacker_encircled: state.is_encircled(from, unit.side()),
        defender_encircled: state.is_encircled(to, enemy.side()),
        g1: 0.0,
        g2: 0.0,
    })
}

pub(crate) fn attack(state: &Mars, own: (UnitId, Tile), enemy: (UnitId, Tile)) -> f64 {
    let (taken, dealt) = expected(state, own, enemy);
    let (mine, theirs) = (state.health(own.0), state.health(enemy.0));
    let (dies, kill) = (kills(taken, mine), kills(dealt, theirs));
    let wear = |damage: i32, health: u8| f64::from(damage.min(health.into())) / 100.0;
    let (own_worth, their_worth) = (fresh(own.0.side()), fresh(enemy.0.side()));
    let mut value = (1.0 + 0.5 * their_worth) * kill - (1.0 + 0.5 * own_worth) * dies;
    value += their_worth * wear(dealt, theirs) * (1.0 - kill);
    value -= own_worth * wear(taken, mine) * (1.0 - dies);
    // An empty town can be walked into, by either side.
    let prize = 2.0 * points(enemy.1);
    if prize > 0.0 {
        let is_held = within_reach(state, enemy.0.side(), enemy.1)
            .next()
            .is_some();
        let (by_kill, by_wear) = if is_held { (0.1, 0.2) } else { (0.7, 0.5) };
        value += prize * (by_kill * kill + by_wear * wear(dealt, theirs) * (1.0 - kill));
    }
    value -= 0.8 * points(own.1) * dies;
    value + 0.3 * besieged(state, own.0.side(), enemy.1) * kill
}

/// Points of a side's towns that a unit there is near to.
fn besieged(state: &Mars, side: Side, at: Tile) -> f64 {
    let towns = TOWNS
        .iter()
        .filter(|town| town.at.around() & at.bit() != 0 && state.land().owner(town.at) == side);
    towns.map(|town| f64::from(town.points)).sum()
}

fn march(state: &Mars, unit: UnitId, from: Tile, to: Tile) -> f64 {
    let (side, land) = (unit.side(), state.land());
    let captured = land.owner(to) != side;
    let mut value = 0.0;
    if captured {
        value += 0.15 + 2.0 * points(to);
        let mut after = land;
        after.give(to, side);
        value += units_in(state, to.beside())
            .filter(|&(other, at)| {
                other.side() != side
                    && after.encircles(at, other.side())
                    && !land.encircles(at, other.side())
            })
            .count() as f64;
    } else if points(to) > 0.0 && is_threatened(state, side, to) {
        value += 1.2 * points(to);
    }
    if points(from) > 0.0 && is_threatened(state, side, from) {
        value -= 1.8 * points(from);
    }
    let arm = unit.record().icon.arm();
    let mut contact = false;
    for (other, _) in units_in(state, to.around()).filter(|(other, _)| other.side() != side) {
        let theirs = other.record().icon.arm();
        contact = true;
        if theirs.beats(arm) {
            value -= 0.3;
        } else if arm.beats(theirs) {
            value += 0.25;
        }
    }
    if !contact {
        let nearer = distance_to_prize(state, side, from) - distance_to_prize(state, side, to);
        value += 0.12 * nearer;
    }
    value - 0.2
}

/// Steps to the nearest town of the enemy; none is far away.
pub(crate) fn distance_to_prize(state: &Mars, side: Side, from: Tile) -> f64 {
    let land = state.land();
    TOWNS
        .iter()
        .filter(|town| land.owner(town.at) != side)
        .map(|town| {
            let (dx, dy) = (
                town.at.x().abs_diff(from.x()),
                town.at.y().abs_diff(from.y()),
            );
            f64::from(dx + dy)
        })
        .fold(20.0, f64::min)
}
