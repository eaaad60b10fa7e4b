//! How the sides stand: points now, and what is likely to change hands until the end.
//!
//! The weights were fitted, by least squares, to how games between the two doctrines ended.

use parlor_mars::{Arm, TOWNS};

use super::field::Field;
use super::ground::{TABLES, arm, places, side_of};

/// The chance of the Soviets to win.
pub(crate) fn chance(field: &Field) -> f64 {
    if field.is_over() {
        return 0.5 + 0.5 * f64::from(field.lead().signum());
    }
    let lead = f64::from(field.lead()) + gain(field);
    // What may still change: little at the end, a lot at the beginning.
    let spread = 3.0 + 1.5 * field.actions_left().sqrt();
    1.0 / (1.0 + (-lead / spread).exp())
}

/// Points that the Soviets gain for one of something: times the part of the game that is left,
/// and times its square.
type Prospect = (f64, f64);
/// The same for what happens soon: while there is any time, and times the part that is left.
type Threat = (f64, f64);

const START: Prospect = (-34.38, -0.51);
/// A fresh unit, by side and arm.
const HEALTH: [[Prospect; 3]; 2] = [
    [(0.14, -0.77), (-0.4, -0.83), (1.07, -1.6)],
    [(-4.47, 2.1), (-10.55, 10.35), (-6.85, 4.24)],
];
/// A unit's lost health within reach of the enemy, by side.
const WOUNDS: [Prospect; 2] = [(-3.39, 2.95), (-0.75, 0.92)];
/// A town that the Germans own.
const GERMAN_TOWNS: [Prospect; TOWNS.len()] = [
    (0.0, 0.0),
    (1.53, 9.79),
    (1.44, 2.16),
    (27.49, -7.59),
    (8.55, 1.57),
    (25.18, -11.18),
    (17.75, -3.58),
    (14.3, -5.58),
    (9.56, 3.67),
    (20.89, -2.44),
    (6.43, 7.45),
    (28.28, -10.75),
];
/// A point of an owner's empty towns that the enemy can walk into, by owner.
const OPEN: [Threat; 2] = [(-1.52, 2.23), (1.11, -1.36)];
/// The same if the enemy is to move.
const OPEN_TO_MOVE: [Threat; 2] = [(-0.37, 0.74), (0.48, -0.48)];
/// A point of an owner's towns under siege that is likely to fall.
const FALLING: [Threat; 2] = [(-0.44, 1.12), (0.26, 0.33)];

/// Points that the Soviets will gain on the Germans.
fn gain(field: &Field) -> f64 {
    let left = field.actions_left();
    let part = left / 50.0;
    let soon = (left / 3.0).min(1.0);
    let prospect = |weights: Prospect| weights.0 * part + weights.1 * part * part;
    let threat = |weights: Threat| weights.0 * soon + weights.1 * part;

    let mut gain = prospect(START);
    for at in places(field.men[0] | field.men[1]) {
        let unit = field.unit(at);
        let side = side_of(unit);
        let health = f64::from(field.health(unit)) / 100.0;
        let kind = match arm(unit) {
            Arm::Infantry => 0,
            Arm::Artillery => 1,
            Arm::Armour => 2,
        };
        gain += prospect(HEALTH[side][kind]) * health;
        if field.within_reach(1 - side, at) != 0 {
            gain += prospect(WOUNDS[side]) * (1.0 - health);
        }
    }
    for (town, weights) in TOWNS.iter().zip(GERMAN_TOWNS) {
        let at = town.at.index();
        let owner = usize::from(field.land[1] & town.at.bit() != 0);
        if owner == 1 {
            gain += prospect(weights);
        }
        let points = f64::from(TABLES.points[at]);
        if (field.men[0] | field.men[1]) & town.at.bit() != 0 {
            gain += threat(FALLING[owner]) * points * fall(field, owner, at);
        } else if field.within_reach(1 - owner, at) != 0 {
            gain += threat(OPEN[owner]) * points;
            if field.mover() != owner {
                gain += threat(OPEN_TO_MOVE[owner]) * points;
            }
        }
    }
    gain
}

/// Attacks of one unit that are counted on.
const MOST_ATTACKS: f64 = 4.0;
/// Damage that a unit beside a garrison is good for, as it can take its place.
const RESERVE: f64 = 40.0;
const MOST_RESERVES: u32 = 3;
/// Surplus of damage that makes a fall likely.
const SURPLUS: f64 = 60.0;

/// How likely a garrison is to be beaten, as far as the units around it tell.
fn fall(field: &Field, owner: usize, at: usize) -> f64 {
    let mut power = 0.0;
    for from in places(field.within_reach(1 - owner, at)) {
        let (taken, dealt) = field.damage(from, at, 0.0, 0.0);
        // An attack that costs the attacker its life still hits.
        let attacks = (f64::from(field.health(field.unit(from))) / f64::from(taken)).ceil();
        power += f64::from(dealt) * attacks.min(MOST_ATTACKS);
    }
    if power <= 0.0 {
        return 0.0;
    }
    let reserves = field.within_reach(owner, at).count_ones();
    let need =
        f64::from(field.health(field.unit(at))) + RESERVE * f64::from(reserves.min(MOST_RESERVES));
    1.0 / (1.0 + ((need - power) / SURPLUS).exp())
}
