//! What a round is worth before it is dealt, for every score: from the last round to the first,
//! from the highest scores to the lowest, over every pair of hands at once.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use parlor_coexistence::{COLUMNS, GOAL, Options, ROUNDS, Unit};

use super::round::{self, Counts, Next, Position, Step, Value};
use crate::effort::Effort;

const SCORES: usize = GOAL as usize;
/// Decks that are remembered.
const MOST_KEPT: usize = 8;

/// Values by round, score of the side that starts it, and score of the other.
#[derive(Debug)]
pub(crate) struct Prospects {
    rounds: Vec<[[Value; SCORES]; SCORES]>,
}

static USUAL: LazyLock<Arc<Prospects>> = LazyLock::new(|| {
    let solved = Prospects::solve(&Options::default(), || false);
    Arc::new(solved.unwrap_or_else(Prospects::unknown))
});

static KEPT: Mutex<Vec<(Options, Arc<Prospects>)>> = Mutex::new(Vec::new());

impl Prospects {
    /// For these options. Solved at the first use and kept; if the effort does not suffice for an
    /// unusual deck, the usual one has to do.
    pub fn of(options: &Options, effort: &mut Effort) -> Arc<Prospects> {
        if *options == Options::default() {
            return Arc::clone(&USUAL);
        }
        let kept = || KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        let known = |list: &[(Options, Arc<Prospects>)]| {
            let found = list.iter().find(|(known, _)| known == options);
            found.map(|(_, prospects)| Arc::clone(prospects))
        };
        if let Some(prospects) = known(&kept()) {
            return prospects;
        }
        let is_late = || {
            effort.look_at_clock();
            effort.is_over()
        };
        let Some(prospects) = Prospects::solve(options, is_late) else {
            return Arc::clone(&USUAL);
        };
        let prospects = Arc::new(prospects);
        let mut list = kept();
        list.insert(0, (*options, Arc::clone(&prospects)));
        list.truncate(MOST_KEPT);
        prospects
    }

    fn unknown() -> Prospects {
        Prospects { rounds: Vec::new() }
    }

    /// The value for the side that starts this round, before it is dealt.
    pub fn before(&self, round: u8, score: u8, enemy_score: u8) -> Value {
        self.rounds
            .get(usize::from(round).wrapping_sub(1))
            .and_then(|scores| scores.get(usize::from(score)))
            .and_then(|scores| scores.get(usize::from(enemy_score)))
            .copied()
            .unwrap_or_default()
    }

    /// `None` if it took too long.
    fn solve(options: &Options, mut is_late: impl FnMut() -> bool) -> Option<Prospects> {
        let hands = Hands::of(options);
        let mut rounds = vec![[[Value::default(); SCORES]; SCORES]; usize::from(ROUNDS) + 1];
        for round in (0..usize::from(ROUNDS)).rev() {
            let next = rounds[round + 1];
            let mut layers: Vec<Option<Layer>> = (0..SCORES * SCORES).map(|_| None).collect();
            // A kill raises a score by at most one: from the highest sums to the lowest.
            for sum in (0..=2 * (SCORES - 1)).rev() {
                for score in sum.saturating_sub(SCORES - 1)..=sum.min(SCORES - 1) {
                    let enemy_score = sum - score;
                    // A side and its mirror refer to each other: solved together.
                    if score > enemy_score {
                        continue;
                    }
                    if is_late() {
                        return None;
                    }
                    hands.fill((score, enemy_score), &next, &mut layers);
                    for (a, b) in [(score, enemy_score), (enemy_score, score)] {
                        rounds[round][a][b] = hands.expected(layers[a * SCORES + b].as_ref()?);
                    }
                }
                for score in 0..SCORES {
                    if let Some(old) = (sum + 1).checked_sub(score).filter(|&old| old < SCORES) {
                        layers[score * SCORES + old] = None;
                    }
                }
            }
        }
        Some(Prospects { rounds })
    }
}

/// Values of all pairs of hands at one score.
struct Layer {
    /// When nobody has just passed, and when the enemy has.
    values: [Vec<Value>; 2],
}

/// The pairs of hands that can occur, fewest units first, and what can happen in each.
struct Hands {
    pairs: Vec<Pair>,
    kills: Vec<Kill>,
    /// Places of the pairs that are dealt, and how often.
    deals: Vec<(usize, f64)>,
}

/// The own hand and the enemy's.
struct Pair {
    own: Counts,
    enemy: Counts,
    /// The place of the same pair seen by the other.
    mirror: usize,
    /// Its part of the list of kills.
    kills: std::ops::Range<usize>,
}

struct Kill {
    points: u8,
    /// The place of the pair that is left, seen by the other.
    left: usize,
}

const DIGIT: usize = COLUMNS as usize + 1;

fn code(counts: Counts) -> usize {
    counts
        .iter()
        .fold(0, |code, &count| code * DIGIT + usize::from(count))
}

fn ways(deck: u16, taken: u8) -> f64 {
    (0..u16::from(taken)).fold(1.0, |ways, n| {
        ways * f64::from(deck.saturating_sub(n)) / f64::from(n + 1)
    })
}

impl Hands {
    fn of(options: &Options) -> Hands {
        let deck = Unit::ALL.map(|unit| options.deck.count(unit));
        let fits = |counts: &Counts| (0..4).all(|unit| u16::from(counts[unit]) <= deck[unit]);
        let list: Vec<Counts> = (0..DIGIT.pow(4))
            .map(|code| [3, 2, 1, 0].map(|place| (code / DIGIT.pow(place) % DIGIT) as u8))
            .filter(|counts| alive(*counts) <= COLUMNS && fits(counts))
            .collect();
        let mut both: Vec<(Counts, Counts)> = Vec::new();
        for &own in &list {
            let fitting = list
                .iter()
                .filter(|enemy| fits(&std::array::from_fn(|unit| own[unit] + enemy[unit])));
            both.extend(fitting.map(|&enemy| (own, enemy)));
        }
        both.sort_by_key(|&(own, enemy)| alive(own) + alive(enemy));
        let mut hands = Hands {
            pairs: Vec::with_capacity(both.len()),
            kills: Vec::new(),
            deals: Vec::new(),
        };
        hands.connect(&both, options.arrow_duel);
        hands.weigh(deck);
        hands
    }

    fn connect(&mut self, both: &[(Counts, Counts)], arrow_duel: bool) {
        let mut places = vec![0u32; DIGIT.pow(8)];
        let code_of = |own, enemy| code(own) * DIGIT.pow(4) + code(enemy);
        for (place, &(own, enemy)) in both.iter().enumerate() {
            places[code_of(own, enemy)] = place as u32;
        }
        for &(own, enemy) in both {
            let first = self.kills.len();
            let position = Position {
                own,
                enemy,
                score: 0,
                enemy_score: 0,
                passed: false,
            };
            for step in round::steps(&position, arrow_duel) {
                let (Step::Kill { points, .. }, Next::Turn(next)) =
                    (step, round::after(&position, step))
                else {
                    continue;
                };
                let left = places[code_of(next.own, next.enemy)] as usize;
                let is_new = |kill: &Kill| (kill.points, kill.left) != (points, left);
                if self.kills[first..].iter().all(is_new) {
                    self.kills.push(Kill { points, left });
                }
            }
            self.pairs.push(Pair {
                own,
                enemy,
                mirror: places[code_of(enemy, own)] as usize,
                kills: first..self.kills.len(),
            });
        }
    }

    fn weigh(&mut self, deck: [u16; 4]) {
        for (place, &Pair { own, enemy, .. }) in self.pairs.iter().enumerate() {
            if alive(own) == COLUMNS && alive(enemy) == COLUMNS {
                let often = (0..4).fold(1.0, |often, unit| {
                    let rest = deck[unit].saturating_sub(u16::from(own[unit]));
                    often * ways(deck[unit], own[unit]) * ways(rest, enemy[unit])
                });
                self.deals.push((place, often));
            }
        }
        let all: f64 = self.deals.iter().map(|(_, often)| often).sum();
        for (_, often) in &mut self.deals {
            *often /= all;
        }
    }

    fn expected(&self, layer: &Layer) -> Value {
        self.deals
            .iter()
            .fold(Value::default(), |sum, &(pair, share)| {
                let value = layer.values[0][pair];
                Value {
                    own: sum.own + share * value.own,
                    enemy: sum.enemy + share * value.enemy,
                }
            })
    }

    /// Solves a score and its mirror.
    fn fill(
        &self,
        (low, high): (usize, usize),
        next: &[[Value; SCORES]; SCORES],
        layers: &mut [Option<Layer>],
    ) {
        let both = &[(low, high), (high, low)][..=usize::from(low != high)];
        for &(score, enemy_score) in both {
            let values = vec![Value::default(); self.pairs.len()];
            layers[score * SCORES + enemy_score] = Some(Layer {
                values: [values.clone(), values],
            });
        }
        // Pairs with the same number of units refer to each other only by a first pass: values
        // after a pass come first.
        let units = |pair: &Pair| alive(pair.own) + alive(pair.enemy);
        let mut first = 0;
        for group in self.pairs.chunk_by(|a, b| units(a) == units(b)) {
            for passed in [true, false] {
                for &scores in both {
                    for (pair, place) in group.iter().zip(first..) {
                        let value = self.value(pair, scores, passed, next, layers);
                        if let Some(layer) = &mut layers[scores.0 * SCORES + scores.1] {
                            layer.values[usize::from(passed)][place] = value;
                        }
                    }
                }
            }
            first += group.len();
        }
    }

    fn value(
        &self,
        pair: &Pair,
        (score, enemy_score): (usize, usize),
        passed: bool,
        next: &[[Value; SCORES]; SCORES],
        layers: &[Option<Layer>],
    ) -> Value {
        let seen_by_other = |score: usize, passed: bool, place: usize| {
            let layer = layers[enemy_score * SCORES + score].as_ref();
            layer.map_or(Value::default(), |layer| {
                layer.values[usize::from(passed)][place].swapped()
            })
        };
        let pass = if passed {
            next[enemy_score][score].swapped()
        } else {
            seen_by_other(score, true, pair.mirror)
        };
        self.kills[pair.kills.clone()]
            .iter()
            .fold(pass, |best, kill| {
                let score = score + usize::from(kill.points);
                let value = if score >= SCORES {
                    Value::WON
                } else {
                    seen_by_other(score, false, kill.left)
                };
                round::better(best, value)
            })
    }
}

fn alive(counts: Counts) -> u8 {
    counts.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::super::round::Solver;
    use super::*;

    #[test]
    fn every_deal_counts_once() {
        let hands = Hands::of(&Options::default());
        assert_eq!(hands.deals.len(), 44);
        let sum: f64 = hands.deals.iter().map(|(_, share)| share).sum();
        assert!((sum - 1.0).abs() < 1e-12);
    }

    /// Two routes to one answer: layer by layer, and deal by deal from the top.
    #[test]
    fn the_last_round_is_what_its_deals_are_worth() {
        let prospects = &*USUAL;
        let hands = Hands::of(&Options::default());
        for (score, enemy_score) in [(8, 8), (7, 5), (4, 8), (6, 6)] {
            let mut solver = Solver::new(ROUNDS, false, prospects);
            let mut sum = Value::default();
            for &(pair, share) in &hands.deals {
                let value = solver.solve(&Position {
                    own: hands.pairs[pair].own,
                    enemy: hands.pairs[pair].enemy,
                    score,
                    enemy_score,
                    passed: false,
                });
                sum.own += share * value.own;
                sum.enemy += share * value.enemy;
            }
            let known = prospects.before(ROUNDS, score, enemy_score);
            assert!((known.own - sum.own).abs() < 1e-12);
            assert!((known.enemy - sum.enemy).abs() < 1e-12);
        }
    }

    #[test]
    fn nothing_is_won_after_the_last_round() {
        assert_eq!(USUAL.before(ROUNDS + 1, 8, 8), Value::default());
        assert_eq!(USUAL.before(99, 200, 200), Value::default());
        let first = USUAL.before(1, 0, 0);
        assert!(first.own > 0.0 && first.enemy > 0.0 && first.own + first.enemy < 1.0 + 1e-9);
    }
}
