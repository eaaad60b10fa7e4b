//! How a fight may end: the rule's Gaussian summed up over every damage, nothing drawn.

use parlor_describe::TS;
use parlor_engine::normal_below;
use serde::{Deserialize, Serialize};

use crate::combat::{DEVIATION, Fight, LEAST_DAMAGE, steps};

/// Beyond so many points from the mean a roll is as good as impossible.
const REACH: i32 = 64;

/// The damage that one of the two takes.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Damage {
    pub mean: f64,
    /// In one fight of ten it is below this,
    pub low: u16,
    /// and in one of ten above this.
    pub high: u16,
}

/// Every damage from the least with its chance.
pub(crate) struct Distribution(Vec<f64>);

impl Distribution {
    fn new(mean: i32, shift: i32) -> Distribution {
        let mut chances = Vec::new();
        for roll in mean - REACH..=mean + REACH {
            let over_least = (roll + shift - LEAST_DAMAGE).max(0) as usize;
            if chances.len() <= over_least {
                chances.resize(over_least + 1, 0.0);
            }
            chances[over_least] += chance_of_roll(roll, mean);
        }
        Distribution(chances)
    }

    fn damages(&self) -> impl Iterator<Item = (i32, f64)> {
        (LEAST_DAMAGE..).zip(self.0.iter().copied())
    }

    pub(crate) fn at_least(&self, damage: i32) -> f64 {
        self.damages()
            .filter(|&(possible, _)| possible >= damage)
            .map(|(_, chance)| chance)
            .sum()
    }

    fn quantile(&self, share: f64) -> u16 {
        let mut sum = 0.0;
        let reached = self.damages().find(|&(_, chance)| {
            sum += chance;
            sum >= share
        });
        reached.map_or(0, |(damage, _)| damage as u16)
    }

    pub(crate) fn summary(&self) -> Damage {
        let mean: f64 = self
            .damages()
            .map(|(damage, chance)| f64::from(damage) * chance)
            .sum();
        Damage {
            mean: (mean * 10.0).round() / 10.0,
            low: self.quantile(0.1),
            high: self.quantile(0.9),
        }
    }
}

/// A roll is truncated toward zero, so that of 0 is twice as wide as the others.
fn chance_of_roll(roll: i32, mean: i32) -> f64 {
    let below = |points: i32| normal_below(f64::from(points - mean) / DEVIATION);
    match roll {
        1.. => below(roll + 1) - below(roll),
        0 => below(1) - below(-1),
        _ => below(roll) - below(roll - 1),
    }
}

/// What attacker and defender would take; the draws of the fight are not looked at.
pub(crate) fn damages(fight: &Fight) -> [Distribution; 2] {
    let centre = steps(&Fight {
        g1: 0.0,
        g2: 0.0,
        ..*fight
    });
    let (means, end) = (centre.means, centre.encirclement);
    [
        Distribution::new(means.0, end.0 - means.0),
        Distribution::new(means.1, end.1 - means.1),
    ]
}
