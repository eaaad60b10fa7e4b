//! The first pass: what captures decide, and how many quiet plies there are.

use parlor_marelles::Removal;
use parlor_marelles::board::points;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::moves::{Arrivals, Few, victims};
use super::{Captures, NO_DISTANCE, SEEDING, Watch, bytes};
use crate::Error;
use crate::index::{Classes, Index, classes, free_points, spread, squeeze, subsets};
use crate::packed;

/// States of a slot while its pair is being solved: below `SAFE` it is open and counts the quiet
/// successors that are not yet known to be won by the opponent.
pub(super) const SAFE: u8 = 0x80;
/// Decided, with the code that is stored in the two lowest bits.
pub(super) const DECIDED: u8 = 0x84;
pub(super) const WIN: u8 = DECIDED | packed::WIN;
pub(super) const LOSS: u8 = DECIDED | packed::LOSS;
pub(super) const UNUSED: u8 = DECIDED | packed::UNUSED;

/// A table in the making.
#[derive(Debug)]
pub(super) struct Side {
    pub(super) index: Index,
    pub(super) states: Vec<u8>,
    pub(super) distances: Vec<u8>,
}

pub(super) fn seed(
    index: Index,
    removal: Removal,
    captures: Option<&Captures>,
    watch: &dyn Watch,
) -> Result<Side, Error> {
    let mut states = bytes(index.slots(), 0)?;
    let mut distances = bytes(index.slots(), NO_DISTANCE)?;
    let stones = index.stones();
    let judge = Judge {
        index,
        removal,
        captures,
        next: Index::new(stones.after_quiet()),
        enemies: classes(stones.opponent),
    };
    states
        .par_chunks_mut(index.block())
        .zip(distances.par_chunks_mut(index.block()))
        .enumerate()
        .for_each(|(class, (states, distances))| {
            judge.block(class as u32, states, distances);
            watch.advance(SEEDING * states.len() as u64);
        });
    Ok(Side {
        index,
        states,
        distances,
    })
}

struct Judge<'a> {
    index: Index,
    removal: Removal,
    captures: Option<&'a Captures>,
    next: Index,
    enemies: &'static Classes,
}

/// The best that captures lead to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Capture {
    None,
    Lost,
    Drawn,
    Won,
}

impl Judge<'_> {
    /// All boards with the same stones of the mover.
    fn block(&self, class: u32, states: &mut [u8], distances: &mut [u8]) {
        let stones = self.index.stones();
        let own = self.index.classes().representative(class);
        let symmetric = self.index.classes().is_symmetric(class);
        let free = free_points(own);
        let arrivals = Arrivals::of(own, stones.mover);
        let closing = arrivals
            .closing
            .iter()
            .fold(0, |targets, arrival| targets | arrival.to);
        let quiet = QuietCount::new(&arrivals, |to| squeeze(to, free));
        let mut few = Few::new();
        let sets = subsets(24 - stones.mover, stones.opponent);
        for (at, &squeezed) in sets.iter().enumerate() {
            let enemy = spread(squeezed, free);
            if symmetric && self.index.slot(own, enemy) as usize % sets.len() != at {
                states[at] = UNUSED;
                continue;
            }
            let mut capture = Capture::None;
            if closing & !enemy != 0 {
                capture = self.best_capture(&arrivals, enemy);
            }
            if capture == Capture::Won {
                (states[at], distances[at]) = (WIN, 1);
                continue;
            }
            if capture == Capture::Drawn {
                states[at] = SAFE;
                continue;
            }
            let count = if self.enemies.of(enemy).is_symmetric() {
                self.distinct(&arrivals, enemy, &mut few)
            } else {
                quiet.without(squeezed)
            };
            states[at] = count;
            if count == 0 {
                let forced = u8::from(capture == Capture::Lost);
                (states[at], distances[at]) = (LOSS, forced);
            }
        }
    }

    fn best_capture(&self, arrivals: &Arrivals, enemy: u32) -> Capture {
        let Some(captures) = self.captures else {
            return Capture::Won;
        };
        let mut best = Capture::None;
        for victim in points(victims(enemy, self.removal)) {
            let left = captures.index.classes().of(enemy & !victim.bit());
            for arrival in &arrivals.closing {
                if enemy & arrival.to != 0 {
                    continue;
                }
                let slot = captures.index.slot_in(left, arrival.after);
                match captures.values.code(slot) {
                    packed::LOSS => return Capture::Won,
                    packed::DRAW => best = best.max(Capture::Drawn),
                    _ => best = best.max(Capture::Lost),
                }
            }
        }
        best
    }

    /// Quiet successors up to symmetry. Two plies can lead to the same board up to symmetry only
    /// if the opponent's stones, which stay where they are, are symmetric.
    fn distinct(&self, arrivals: &Arrivals, enemy: u32, few: &mut Few) -> u8 {
        few.clear();
        for arrival in &arrivals.quiet {
            if enemy & arrival.to == 0 {
                few.push(self.next.slot(enemy, arrival.after));
            }
        }
        few.dedup();
        few.as_slice().len() as u8
    }
}

/// The quiet plies that an opponent leaves, by seven squeezed points at a time.
struct QuietCount {
    all: u8,
    blocked: [[u8; 128]; 3],
}

impl QuietCount {
    fn new(arrivals: &Arrivals, squeeze: impl Fn(u32) -> u32) -> QuietCount {
        let mut onto = [0u8; 24];
        for arrival in &arrivals.quiet {
            onto[squeeze(arrival.to).trailing_zeros() as usize] += 1;
        }
        let mut blocked = [[0; 128]; 3];
        for (part, table) in blocked.iter_mut().enumerate() {
            for set in 1..128usize {
                let low = set.trailing_zeros() as usize;
                table[set] = table[set & (set - 1)] + onto[part * 7 + low];
            }
        }
        QuietCount {
            all: arrivals.quiet.len() as u8,
            blocked,
        }
    }

    #[inline]
    fn without(&self, squeezed: u32) -> u8 {
        let part = |at: usize| self.blocked[at][(squeezed >> (7 * at) & 127) as usize];
        self.all - part(0) - part(1) - part(2)
    }
}
