//! The fight, a pure function of what section 5.5 lists.

use crate::Arm;

pub const ATTACKER_MEAN: i32 = 36;
pub const DEFENDER_MEAN: i32 = 30;
pub const DEVIATION: f64 = 8.0;
pub const TYPE_BONUS: i32 = 35;
pub const VETERANCY_BONUS: i32 = 5;
pub const TOWN_BONUS: i32 = 15;
pub const ENCIRCLEMENT: i32 = 35;
/// Half of the penalty in integer division, as the rule says; not the 16 of the design
/// document's example (D5).
pub const RELIEF: i32 = ENCIRCLEMENT / 2;
pub const LEAST_DAMAGE: i32 = 7;
pub const VETERANCY_CAP: u8 = 6;

/// All that a fight depends on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Fight {
    pub attacker: Arm,
    pub defender: Arm,
    /// Before the fight, like everything here.
    pub attacker_veterancy: u8,
    pub defender_veterancy: u8,
    /// Whether the defender's tile is a town, whoever owns it.
    pub town: bool,
    pub attacker_encircled: bool,
    pub defender_encircled: bool,
    /// Standard normal draws, the attacker's first.
    pub g1: f64,
    pub g2: f64,
}

/// Damage taken by attacker and defender after each step of section 5.3.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Steps {
    pub means: (i32, i32),
    pub truncated: (i32, i32),
    pub veterancy: (i32, i32),
    pub town: (i32, i32),
    pub encirclement: (i32, i32),
    pub damage: (i32, i32),
}

/// The damage that attacker and defender take.
pub fn fight(fight: &Fight) -> (i32, i32) {
    steps(fight).damage
}

pub fn steps(fight: &Fight) -> Steps {
    let means = means(fight.attacker, fight.defender);
    let truncated = (roll(fight.g1, means.0), roll(fight.g2, means.1));

    let levels = i32::from(fight.defender_veterancy) - i32::from(fight.attacker_veterancy);
    let veterancy = shift(
        truncated,
        (VETERANCY_BONUS * levels, -VETERANCY_BONUS * levels),
    );
    let town = if fight.town {
        shift(veterancy, (TOWN_BONUS, -TOWN_BONUS))
    } else {
        veterancy
    };
    let mut encirclement = town;
    if fight.attacker_encircled {
        encirclement = shift(encirclement, (ENCIRCLEMENT, -RELIEF));
    }
    if fight.defender_encircled {
        encirclement = shift(encirclement, (-RELIEF, ENCIRCLEMENT));
    }
    let damage = (
        encirclement.0.max(LEAST_DAMAGE),
        encirclement.1.max(LEAST_DAMAGE),
    );
    Steps {
        means,
        truncated,
        veterancy,
        town,
        encirclement,
        damage,
    }
}

/// Only the weaker type's mean changes (5.2).
fn means(attacker: Arm, defender: Arm) -> (i32, i32) {
    let bonus = |weaker| if weaker { TYPE_BONUS } else { 0 };
    (
        ATTACKER_MEAN + bonus(defender.beats(attacker)),
        DEFENDER_MEAN + bonus(attacker.beats(defender)),
    )
}

/// The only floating point of the game; `as` truncates toward zero.
fn roll(draw: f64, mean: i32) -> i32 {
    (DEVIATION * draw + f64::from(mean)) as i32
}

fn shift(pair: (i32, i32), by: (i32, i32)) -> (i32, i32) {
    (pair.0 + by.0, pair.1 + by.1)
}
