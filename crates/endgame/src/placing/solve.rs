//! Judging the boards of a group by their successors.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use parlor_marelles::Removal;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::Group;
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
    (0..classes).into_par_iter().for_each_init(
        || (Taking::new(captures), Vec::with_capacity(next)),
        |(taking, block), class| {
            let enemy = after.classes().representative(class as u32);
            let ground = Ground::new(enemy, mover);
            // Placements protect stones in mills by both rules.
            taking.turn(&ground, Removal::Standard, next);
            successors(&after, quiet, class as u32, block);
            for &own in sets {
                let slot = index.slot(ground.spread(own), enemy);
                let code = judge(&ground, taking, block, own, mover + 1);
                codes[slot as usize].store(code, Relaxed);
            }
            let part = |n: usize| index.slots() as usize * n / classes;
            watch.advance((part(class + 1) - part(class)) as u64);
        },
    );
    Ok(codes.into_iter().map(AtomicU8::into_inner).collect())
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
