//! Odds of a throw and of fighting on, summed up exactly: nothing is drawn.

use parlor_describe::TS;
use parlor_engine::rounded;
use serde::{Deserialize, Serialize};

use crate::board::{attack_dice, defence_dice};
use crate::dice::{Roll, best_defence, losses};

/// Positions of a fight that are looked at; larger armies are scaled down.
const MOST_POSITIONS: u64 = 250_000;

/// Which dice the defender is assumed to throw.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Defence {
    Most,
    /// The fewest losses against the attack roll, which is seen before.
    Best,
}

/// One way in which a throw can end.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize, TS)]
pub struct Throw {
    pub attacker_loses: u8,
    pub defender_loses: u8,
    pub chance: f64,
}

/// Chances of numbers of troops: the first is that of `least`, the next of one more, and so on.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize, TS)]
pub struct Spread {
    pub least: u32,
    pub chances: Vec<f64>,
}

impl Spread {
    fn of(chances: &[f64], offset: u32) -> Spread {
        let told = |chance: &f64| rounded(*chance) > 0.0;
        let first = chances.iter().position(told).unwrap_or(0);
        let last = chances.iter().rposition(told).unwrap_or(0);
        Spread {
            least: offset + first as u32,
            chances: chances
                .get(first..=last)
                .unwrap_or_default()
                .iter()
                .map(|&chance| rounded(chance))
                .collect(),
        }
    }
}

/// Attacking with all dice until the territory falls or one troop is left.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Assault {
    pub take: f64,
    pub exact: bool,
    pub attackers: Spread,
    pub defenders: Spread,
    pub attackers_mean: f64,
    pub defenders_mean: f64,
}

fn rolls(count: u8) -> impl Iterator<Item = Roll> {
    let faces = |code: u32, place: u8| (code / 6u32.pow(u32::from(place)) % 6) as u8 + 1;
    (0..6u32.pow(u32::from(count))).filter_map(move |code| {
        let dice: Vec<u8> = (0..count).map(|place| faces(code, place)).collect();
        Roll::of(&dice)
    })
}

/// How a throw ends against a known attack roll; with unrounded chances.
fn against(attack: Roll, dice: u8) -> Vec<Throw> {
    tally(rolls(dice).map(|defence| (losses(attack, defence), 1.0)))
}

fn tally(ends: impl Iterator<Item = ((u8, u8), f64)>) -> Vec<Throw> {
    let mut throws: Vec<Throw> = Vec::new();
    let mut all = 0.0;
    for ((attacker_loses, defender_loses), weight) in ends {
        all += weight;
        let known = throws.iter_mut().find(|throw| {
            (throw.attacker_loses, throw.defender_loses) == (attacker_loses, defender_loses)
        });
        match known {
            Some(throw) => throw.chance += weight,
            None => throws.push(Throw {
                attacker_loses,
                defender_loses,
                chance: weight,
            }),
        }
    }
    for throw in &mut throws {
        throw.chance /= all;
    }
    throws.sort_by_key(|throw| (throw.attacker_loses, throw.defender_loses));
    throws
}

/// How a throw of so many dice ends; with unrounded chances.
pub(crate) fn throw(dice: u8, most: u8, defence: Defence) -> Vec<Throw> {
    tally(rolls(dice).flat_map(|attack| {
        let answer = match defence {
            Defence::Most => most,
            Defence::Best => best_defence(attack, most),
        };
        against(attack, answer)
            .into_iter()
            .map(|end| ((end.attacker_loses, end.defender_loses), end.chance))
    }))
}

/// A defence with so many dice against a roll, or against any if it is hidden.
pub(crate) fn defence(attack: Option<Roll>, attack_dice: u8, dice: u8) -> Vec<Throw> {
    match attack {
        Some(roll) => against(roll, dice),
        None => throw(attack_dice, dice, Defence::Most),
    }
}

pub(crate) fn told(throws: &[Throw]) -> Vec<Throw> {
    let told = |throw: &Throw| Throw {
        chance: rounded(throw.chance),
        ..*throw
    };
    throws.iter().map(told).collect()
}

pub(crate) fn assault(attackers: u32, defenders: u32, defence: Defence) -> Assault {
    // An army many times the other is as good as endless: the rest of it only stands behind.
    let fights = |own: u32, other: u32| own.min(other.saturating_mul(4).saturating_add(60));
    let (ours, theirs) = (fights(attackers, defenders), fights(defenders, attackers));
    let positions = u64::from(ours) * u64::from(theirs);
    if positions <= MOST_POSITIONS {
        return fought(
            ours,
            theirs,
            (attackers - ours, defenders - theirs),
            defence,
        );
    }
    let scale = (positions as f64 / MOST_POSITIONS as f64).sqrt();
    let part = |army: u32| ((f64::from(army) / scale) as u32).max(2);
    let small = fought(part(ours), part(theirs), (0, 0), defence);
    Assault {
        exact: false,
        attackers: Spread::default(),
        defenders: Spread::default(),
        attackers_mean: (small.attackers_mean * scale).round(),
        defenders_mean: (small.defenders_mean * scale).round(),
        ..small
    }
}

/// `behind` are troops of both sides that the fight does not reach.
fn fought(attackers: u32, defenders: u32, behind: (u32, u32), defence: Defence) -> Assault {
    let (most_a, most_d) = (attackers as usize, defenders as usize);
    let width = most_d + 1;
    let throws: [[Vec<Throw>; 2]; 3] =
        [1, 2, 3].map(|dice| [1, 2].map(|most| throw(dice, most, defence)));
    let mut reached = vec![0.0; (most_a + 1) * width];
    reached[most_a * width + most_d] = 1.0;
    let (mut ours, mut theirs) = (vec![0.0; most_a + 1], vec![0.0; width]);
    for a in (0..=most_a).rev() {
        for d in (0..=most_d).rev() {
            let chance = reached[a * width + d];
            if chance == 0.0 {
                continue;
            }
            if a < 2 || d == 0 {
                ours[a] += chance;
                theirs[d] += chance;
                continue;
            }
            let dice = usize::from(attack_dice(a as u32)) - 1;
            let most = usize::from(defence_dice(d as u32)) - 1;
            for end in &throws[dice][most] {
                let a = a.saturating_sub(usize::from(end.attacker_loses));
                let d = d.saturating_sub(usize::from(end.defender_loses));
                reached[a * width + d] += chance * end.chance;
            }
        }
    }
    let mean = |chances: &[f64], behind: u32| {
        let sum: f64 = (0u32..)
            .zip(chances)
            .map(|(troops, chance)| f64::from(troops + behind) * chance)
            .sum();
        (sum * 10.0).round() / 10.0
    };
    Assault {
        take: if behind.1 == 0 {
            rounded(theirs[0])
        } else {
            0.0
        },
        exact: true,
        attackers_mean: mean(&ours, behind.0),
        defenders_mean: mean(&theirs, behind.1),
        attackers: Spread::of(&ours, behind.0),
        defenders: Spread::of(&theirs, behind.1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published: three dice against two.
    #[test]
    fn three_against_two() {
        let chances: Vec<f64> = throw(3, 2, Defence::Most)
            .iter()
            .map(|end| (end.chance * 7776.0).round())
            .collect();
        assert_eq!(chances, [2890.0, 2611.0, 2275.0]);
    }

    /// Published: 41.7 % for one die against one, 75.4 % to win three against one.
    #[test]
    fn small_fights() {
        let take = |ours, theirs| (assault(ours, theirs, Defence::Most).take * 1e4).round() as u32;
        assert_eq!([take(2, 1), take(3, 1), take(1, 3)], [4167, 7542, 0]);
    }

    #[test]
    fn armies_of_any_size_are_answered() {
        for (attackers, defenders) in [(100_000_000, 1), (2, 100_000_000), (40_000_000, 40_000_000)]
        {
            let odds = assault(attackers, defenders, Defence::Most);
            assert!((0.0..=1.0).contains(&odds.take));
            assert!(odds.attackers.chances.len() < 1_000);
        }
        assert!(assault(100_000_000, 1, Defence::Most).take > 0.9999);
        assert!(assault(2, 100_000_000, Defence::Most).take < 0.0001);
        let left = assault(100_000_000, 1, Defence::Most).attackers;
        assert_eq!(left.least + left.chances.len() as u32, 100_000_001);
    }

    /// A known roll is defended better than by always throwing all dice.
    #[test]
    fn the_best_defence_is_better() {
        let lost = |defence| -> f64 {
            throw(3, 2, defence)
                .iter()
                .map(|end| {
                    end.chance * (f64::from(end.defender_loses) - f64::from(end.attacker_loses))
                })
                .sum()
        };
        assert!(lost(Defence::Best) < lost(Defence::Most));
    }
}
