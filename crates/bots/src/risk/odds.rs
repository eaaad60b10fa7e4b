//! What an attack that is carried through is likely to bring.

use std::sync::LazyLock;

use parlor_risk::{Roll, best_defence, losses};

/// What to expect when a source attacks until one side has nothing left.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Odds {
    /// The chance to conquer.
    pub win: f64,
    /// Troops that the attacker and the defender lose on average.
    pub attacker_loss: f64,
    pub defender_loss: f64,
}

const MOST: usize = 40;

/// By attackers that may fight and by defenders.
static TABLE: LazyLock<Vec<[Odds; MOST + 1]>> = LazyLock::new(solve);

/// For a source with so many troops, of which one has to stay, and a target.
pub(crate) fn odds(source: u32, target: u32) -> Odds {
    let attackers = source.saturating_sub(1);
    let most = attackers.max(target);
    if most <= MOST as u32 {
        return TABLE[attackers as usize][target as usize];
    }
    // Large armies behave like smaller ones of the same ratio.
    let scale = f64::from(most) / MOST as f64;
    let shrunk = |troops: u32| ((f64::from(troops) / scale).round() as usize).min(MOST);
    let found = TABLE[shrunk(attackers)][shrunk(target)];
    Odds {
        win: found.win,
        attacker_loss: found.attacker_loss * scale,
        defender_loss: found.defender_loss * scale,
    }
}

/// How one exchange of blows may end: its chance and what both lose.
type Blow = (f64, usize, usize);

fn solve() -> Vec<[Odds; MOST + 1]> {
    let mut table = vec![[Odds::default(); MOST + 1]; MOST + 1];
    let blows: [[Vec<Blow>; 3]; 4] = std::array::from_fn(|attack| {
        std::array::from_fn(|defence| {
            if attack > 0 && defence > 0 {
                exchange(attack as u32, defence as u8)
            } else {
                Vec::new()
            }
        })
    });
    for attackers in 0..=MOST {
        for defenders in 0..=MOST {
            if defenders == 0 {
                table[attackers][0].win = 1.0;
            } else if attackers > 0 {
                let mut sum = Odds::default();
                for &(chance, ours, theirs) in &blows[attackers.min(3)][defenders.min(2)] {
                    let rest = table[attackers - ours][defenders - theirs];
                    sum.win += chance * rest.win;
                    sum.attacker_loss += chance * (rest.attacker_loss + ours as f64);
                    sum.defender_loss += chance * (rest.defender_loss + theirs as f64);
                }
                table[attackers][defenders] = sum;
            }
        }
    }
    table
}

/// All rolls of so many dice against a defender who sees them and chooses well.
fn exchange(attack: u32, most: u8) -> Vec<Blow> {
    let mut chances = [[0.0; 3]; 3];
    let rolls = |count: u32| {
        (0..6u32.pow(count)).filter_map(move |code| {
            let faces: Vec<u8> = (0..count)
                .map(|die| (code / 6u32.pow(die) % 6) as u8 + 1)
                .collect();
            Roll::of(&faces)
        })
    };
    for ours in rolls(attack) {
        let dice = u32::from(best_defence(ours, most));
        let share = 1.0 / f64::from(6u32.pow(attack + dice));
        for theirs in rolls(dice) {
            let (attacker, defender) = losses(ours, theirs);
            chances[usize::from(attacker)][usize::from(defender)] += share;
        }
    }
    let mut blows = Vec::new();
    for (ours, row) in chances.iter().enumerate() {
        for (theirs, &chance) in row.iter().enumerate() {
            if chance > 0.0 {
                blows.push((chance, ours, theirs));
            }
        }
    }
    blows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        for (attack, defence) in [(1, 1), (2, 1), (3, 1), (1, 2), (2, 2), (3, 2)] {
            let sum: f64 = exchange(attack, defence).iter().map(|blow| blow.0).sum();
            assert!((sum - 1.0).abs() < 1e-9);
        }
    }

    /// One die against one: the attacker wins 15 of 36.
    #[test]
    fn known_odds() {
        assert!((odds(2, 1).win - 15.0 / 36.0).abs() < 1e-9);
        assert!(odds(1, 1).win < 1e-9);
        let (few, many) = (odds(5, 5), odds(12, 5));
        assert!(few.win < 0.5 && many.win > 0.9, "{few:?} {many:?}");
        assert!((odds(400, 100).win - odds(41, 10).win).abs() < 0.1);
    }
}
