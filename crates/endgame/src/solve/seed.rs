//! The first pass: what captures decide, and how many quiet plies there are.

use std::sync::atomic::{AtomicBool, AtomicU16, Ordering::Relaxed};

use parlor_marelles::Removal;
use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::ground::{Capture, Ground, Taking};
use super::{Captures, Cell, SEEDING, Watch, filled};
use crate::Error;
use crate::index::{Index, subsets};

/// A board that is not decided counts the quiet successors that are not yet known to be won by the
/// opponent. With this count it cannot be lost, for a capture draws.
pub(super) const SAFE: u8 = 0x80;
pub(super) const DECIDED: u8 = 0x81;

/// Slots that share a flag telling whether boards of the next level are among them: most levels
/// are small, and need not look at every slot.
pub(super) const CHUNK: usize = 256;

/// A table in the making, for all threads at once.
pub(super) struct Cells {
    pub(super) index: Index,
    pub(super) slots: Vec<AtomicU16>,
    /// Chunks to look at on even and on odd levels, so many for each class.
    marked: [Vec<AtomicBool>; 2],
    chunks: usize,
}

impl Cells {
    pub(super) fn new(index: Index) -> Result<Cells, Error> {
        let chunks = index.block().div_ceil(CHUNK);
        let flags = || {
            let all = index.classes().len() * chunks;
            (0..all).map(|_| AtomicBool::new(false)).collect()
        };
        // No conversion copies: the collected vector takes over the memory.
        let cells = filled(index.slots(), Cell::DRAW.0)?;
        Ok(Cells {
            index,
            slots: cells.into_iter().map(AtomicU16::new).collect(),
            marked: [flags(), flags()],
            chunks,
        })
    }

    /// Enters a decided board.
    #[inline]
    pub(super) fn decide(&self, mover: u32, opponent: u32, won: bool, distance: u8) {
        let class = self.index.classes().of(mover);
        let (first, place) = self.index.place(class, opponent);
        let cell = if won {
            Cell::win(distance)
        } else {
            Cell::loss(distance)
        };
        self.slots[(first + place) as usize].store(cell.0, Relaxed);
        let chunk = class.number() as usize * self.chunks + place as usize / CHUNK;
        self.marked[usize::from(distance & 1)][chunk].store(true, Relaxed);
    }

    /// Visits the boards of a class that were decided with this distance: their place, and whether
    /// they are won.
    #[inline]
    pub(super) fn decided(&self, class: usize, distance: u8, mut visit: impl FnMut(usize, bool)) {
        let marked = &self.marked[usize::from(distance & 1)][class * self.chunks..][..self.chunks];
        let block = self.index.block();
        let cells = &self.slots[class * block..][..block];
        let (win, loss) = (Cell::win(distance).0, Cell::loss(distance).0);
        for (chunk, marked) in marked.iter().enumerate() {
            if !marked.load(Relaxed) {
                continue;
            }
            marked.store(false, Relaxed);
            let last = block.min((chunk + 1) * CHUNK);
            for (at, cell) in cells[chunk * CHUNK..last].iter().enumerate() {
                let cell = cell.load(Relaxed);
                if cell == win || cell == loss {
                    visit(chunk * CHUNK + at, cell == win);
                }
            }
        }
    }
}

/// Judges all boards of the table: enters what is decided at once, and returns the counts of the
/// others by class of the *opponent's* stones and rank of the mover's.
pub(super) fn seed(
    table: &Cells,
    removal: Removal,
    captures: Option<&Captures>,
    watch: &dyn Watch,
) -> Result<Vec<u8>, Error> {
    let stones = table.index.stones();
    let by_enemy = Index::new(stones.after_quiet());
    let mut counts = filled(by_enemy.slots(), 0)?;
    let (slots, classes) = (u64::from(table.index.slots()), by_enemy.classes().len());
    let sets = subsets(24 - stones.opponent, stones.mover);
    counts
        .par_chunks_mut(by_enemy.block())
        .enumerate()
        .for_each_init(
            || Taking::new(captures),
            |taking, (class, counts)| {
                let enemy = by_enemy.classes().representative(class as u32);
                let ground = Ground::new(enemy, stones.mover);
                taking.turn(&ground, removal, sets.len());
                for (count, &own) in counts.iter_mut().zip(sets) {
                    *count = match judge(&ground, taking, own, stones.mover) {
                        Judged::Open(quiet) => quiet,
                        Judged::Safe => SAFE,
                        Judged::Decided(won, distance) => {
                            table.decide(ground.spread(own), enemy, won, distance);
                            DECIDED
                        }
                    };
                }
                // The table's slots, told in as many parts as there are blocks here.
                let part = |n: usize| SEEDING * slots * n as u64 / classes as u64;
                watch.advance(part(class + 1) - part(class));
            },
        );
    Ok(counts)
}

enum Judged {
    Open(u8),
    Safe,
    Decided(bool, u8),
}

#[inline]
fn judge(ground: &Ground, taking: &mut Taking, own: u32, stones: u8) -> Judged {
    let (mut best, mut closing) = (Capture::None, 0);
    ground.closing(own, |after| {
        closing += 1;
        best = best.max(taking.best(after, stones));
        best != Capture::Won
    });
    match best {
        Capture::Won => return Judged::Decided(true, 1),
        Capture::Drawn => return Judged::Safe,
        Capture::None | Capture::Lost => {}
    }
    match ground.plies(own) - closing {
        0 => Judged::Decided(false, u8::from(best == Capture::Lost)),
        quiet => Judged::Open(quiet as u8),
    }
}
