//! Judging the boards of a group by their successors.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use parlor_marelles::Removal;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::Group;
use super::sets::{Judged, pays};
use crate::index::{Index, free_points, spread, subsets};
use crate::packed::{DRAW, LOSS, UNUSED, WIN};
use crate::solve::ground::{self, Ground, Taking};
use crate::solve::{Captures, Watch, filled};
use crate::{Error, Packed, Stones};

/// Boards of one number of stones of the mover, by number of the board: the codes of two bits.
/// `quiet` are the values of [`Group::after_quiet`], `captures` those of [`Group::after_capture`] or
/// `None` if a capture wins.
pub(super) fn solve(
    group: Group,
    quiet: &Packed,
    captures: Option<&Captures>,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Error> {
    let Stones { mover, opponent } = group.stones();
    let index = Index::new(group.stones());
    let after = Index::new(group.after_quiet().stones());
    let codes: Vec<AtomicU8> = filled(index.slots(), UNUSED)?
        .into_iter()
        .map(AtomicU8::new)
        .collect();
    let sets = subsets(24 - opponent, mover);
    let next = after.block();
    let classes = after.classes().len();
    let at_once = pays(24 - opponent, sets.len());
    let larger = subsets(24 - opponent, mover + 1);
    // Fewer classes at a time where there are few, so that every thread has work.
    let most = classes.div_ceil(4 * rayon::current_num_threads());
    let together = (ENTRIES / sets.len()).clamp(1, most.max(1));
    let parts = classes.div_ceil(together);
    (0..parts).into_par_iter().for_each(|part| {
        let mut taking = Taking::new(captures);
        let (mut block, mut judged) = (Vec::with_capacity(next), Judged::default());
        let mut heaps = Heaps::new(index.slots());
        let first = part * together;
        for class in first..classes.min(first + together) {
            let enemy = after.classes().representative(class as u32);
            let ground = Ground::new(enemy, mover);
            // Placements protect stones in mills by both rules.
            taking.turn(&ground, Removal::Standard, next);
            successors(&after, quiet, class as u32, &mut block);
            if at_once {
                judged.judge(&ground, &mut taking, (larger, mover + 1), &block);
            }
            for &own in sets {
                let code = if at_once {
                    judged.code(own)
                } else {
                    judge(&ground, &mut taking, &block, own, mover + 1)
                };
                heaps.add(index.slot(ground.spread(own), enemy), code);
            }
            let part = |n: usize| index.slots() as usize * n / classes;
            watch.advance((part(class + 1) - part(class)) as u64);
        }
        heaps.enter(&codes);
    });
    Ok(codes.into_iter().map(AtomicU8::into_inner).collect())
}

/// Codes that are entered together.
const ENTRIES: usize = 40_000_000;
/// Slots of a heap: as many bytes as a cache has.
const HEAP: u32 = 21;

/// Codes on their way to their slots, which are all over the table: sorted into heaps of slots that
/// are near to each other, since every code by itself would wait for memory.
struct Heaps(Vec<Vec<u32>>);

impl Heaps {
    fn new(slots: u32) -> Heaps {
        Heaps(vec![Vec::new(); (slots >> HEAP) as usize + 1])
    }

    #[inline]
    fn add(&mut self, slot: u32, code: u8) {
        let place = slot & ((1 << HEAP) - 1);
        self.0[(slot >> HEAP) as usize].push(place << 2 | u32::from(code));
    }

    fn enter(self, codes: &[AtomicU8]) {
        for (heap, codes) in self.0.into_iter().zip(codes.chunks(1 << HEAP)) {
            for entry in heap {
                codes[(entry >> 2) as usize].store(entry as u8 & 3, Relaxed);
            }
        }
    }
}

/// The codes of a class of the mover's stones, for every rank of the opponent's.
fn successors(index: &Index, values: &Packed, class: u32, block: &mut Vec<u8>) {
    let size = index.block() as u32;
    let slots = class * size..(class + 1) * size;
    block.clear();
    if !index.classes().is_symmetric(class) {
        return block.extend(slots.map(|slot| values.code(slot)));
    }
    let stones = index.stones();
    let mover = index.classes().representative(class);
    let free = free_points(mover);
    let sets = subsets(24 - stones.mover, stones.opponent).iter();
    block.extend(sets.map(|&set| values.code(index.slot(mover, spread(set, free)))));
}

#[inline]
fn judge(ground: &Ground, taking: &mut Taking, quiet: &[u8], own: u32, stones: u8) -> u8 {
    let mut best = LOSS;
    ground.placements(own, |after, closes| {
        let found = if closes {
            match taking.best(after, stones) {
                ground::Capture::Won => WIN,
                ground::Capture::Drawn => DRAW,
                _ => LOSS,
            }
        } else {
            match quiet[crate::index::rank(after, stones) as usize] {
                LOSS => WIN,
                DRAW => DRAW,
                _ => LOSS,
            }
        };
        if found != LOSS {
            best = found;
        }
        best != WIN
    });
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of two bits, none of them that of a slot without a board.
    fn drawn(count: usize, state: &mut u64) -> Vec<u8> {
        let one = |_| {
            *state = state
                .wrapping_mul(0x5851_f42d_4c95_7f2d)
                .wrapping_add(0x1405_7b7e_f767_814f);
            // Rarely, since a single one decides.
            match (*state >> 40) % 40 {
                0 => LOSS,
                1 => DRAW,
                _ => WIN,
            }
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn all_at_once_is_one_by_one() {
        let (mover, opponent) = (3, 4);
        let (sets, larger) = (subsets(20, mover), subsets(20, mover + 1));
        let taken = Stones {
            mover: opponent - 1,
            opponent: mover + 1,
        };
        let state = &mut 1;
        let values = drawn(Index::new(taken).slots() as usize, state);
        let captures = Captures::new(taken, Packed::pack(values.into_iter()));
        let (mut judged, mut seen) = (Judged::default(), [0; 3]);
        for captures in [Some(&captures), None] {
            let classes = Index::new(Stones {
                mover: 4,
                opponent: 4,
            })
            .classes();
            for class in (0..classes.len()).step_by(60) {
                let ground = Ground::new(classes.representative(class as u32), mover);
                let quiet = drawn(larger.len(), state);
                let mut taking = Taking::new(captures);
                taking.turn(&ground, Removal::Standard, larger.len());
                judged.judge(&ground, &mut taking, (larger, mover + 1), &quiet);
                taking.turn(&ground, Removal::Standard, larger.len());
                for &own in sets {
                    let one = judge(&ground, &mut taking, &quiet, own, mover + 1);
                    assert_eq!(judged.code(own), one, "{class}: {own:x}");
                    seen[usize::from(one)] += 1;
                }
            }
        }
        assert!(seen.iter().all(|&count| count > 10), "{seen:?}");
    }
}
