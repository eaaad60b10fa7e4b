//! Three against three solved once more by the simplest method there is: no symmetry, no
//! predecessors, only looking forwards until nothing changes.

mod common;

use common::build_up_to;
use parlor_endgame::{ProbeResult, Removal, Tables, Value};
use parlor_marelles::board::{FULL, completes, points};

const OPEN: u8 = u8::MAX;

fn triples() -> Vec<u32> {
    (0..=FULL).filter(|set| set.count_ones() == 3).collect()
}

/// The place of a set of three among all of them.
fn number(set: u32) -> usize {
    let low = set.trailing_zeros() as usize;
    let middle = (set & (set - 1)).trailing_zeros() as usize;
    let high = set.ilog2() as usize;
    low + middle * (middle - 1) / 2 + high * (high - 1) * (high - 2) / 6
}

struct Forward {
    sets: Vec<u32>,
    /// Plies to the end by mover and opponent: odd is won, even is lost.
    plies: Vec<u8>,
}

impl Forward {
    fn at(&self, mover: u32, opponent: u32) -> usize {
        number(mover) * self.sets.len() + number(opponent)
    }

    /// Whether a board is decided in exactly so many plies, given all that are decided in fewer.
    fn is_decided(&self, mover: u32, opponent: u32, plies: u8) -> bool {
        let mut all_won = true;
        let nexts = &self.plies[self.at(opponent, self.sets[0])..][..self.sets.len()];
        for from in points(mover) {
            let left = mover & !from.bit();
            for to in points(FULL & !(mover | opponent)) {
                if completes(left, to) {
                    // Takes one of three.
                    return plies == 1;
                }
                let next = nexts[number(left | to.bit())];
                if plies % 2 == 1 && next == plies - 1 {
                    return true;
                }
                all_won &= next != OPEN && next % 2 == 1;
                if plies.is_multiple_of(2) && !all_won {
                    return false;
                }
            }
        }
        plies.is_multiple_of(2) && all_won
    }

    fn solve() -> Forward {
        let sets = triples();
        let boards: Vec<(u32, u32)> = sets
            .iter()
            .flat_map(|&mover| sets.iter().map(move |&opponent| (mover, opponent)))
            .filter(|(mover, opponent)| mover & opponent == 0)
            .collect();
        let plies = vec![OPEN; sets.len() * sets.len()];
        let mut forward = Forward { sets, plies };
        let mut open = boards;
        for plies in 1.. {
            let (decided, still): (Vec<_>, Vec<_>) = open
                .into_iter()
                .partition(|&(mover, opponent)| forward.is_decided(mover, opponent, plies));
            for &(mover, opponent) in &decided {
                let at = forward.at(mover, opponent);
                forward.plies[at] = plies;
            }
            open = still;
            if decided.is_empty() {
                break;
            }
        }
        forward
    }
}

#[test]
fn three_against_three() {
    let forward = Forward::solve();
    let dir = tempfile::tempdir().expect("a folder");
    let removal = Removal::Standard;
    build_up_to(dir.path(), "3-3", removal);
    let tables = Tables::open(dir.path(), removal);
    let mut counts = [0; 3];
    for &mover in &forward.sets {
        for &opponent in &forward.sets {
            let probed = tables.probe(mover, opponent);
            if mover & opponent != 0 {
                assert_eq!(probed, None);
                continue;
            }
            let plies = forward.plies[forward.at(mover, opponent)];
            let value = match plies {
                OPEN => Value::Draw,
                odd if odd % 2 == 1 => Value::Win,
                _ => Value::Loss,
            };
            let distance = (value != Value::Draw).then_some(plies);
            assert_eq!(
                probed,
                Some(ProbeResult { value, distance }),
                "{mover:x} {opponent:x}"
            );
            counts[value as usize] += 1;
        }
    }
    assert_eq!(counts, [455_648, 4_112, 2_232_160], "losses, draws, wins");
}
