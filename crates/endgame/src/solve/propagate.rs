//! The second pass: what is decided decides what leads to it.
//!
//! Level by level, by distance. A board of a level and its predecessors have the same stones of the
//! side that moves now, so the counts of the predecessors are in one block; only what becomes
//! decided is entered in the other table, anywhere.

use rayon::iter::{IndexedParallelIterator, ParallelIterator};
use rayon::slice::ParallelSliceMut;

use super::ground::Ground;
use super::moves::Few;
use super::seed::{Cells, DECIDED, SAFE};
use super::{CARRYING, Cell, NO_DISTANCE, PLANNED_CARRYING, SolvedTable, Stage, Watch};
use crate::Error;
use crate::index::{free_points, rank, spread, subsets};

/// So many boards were carried back, and so many were decided by that.
#[derive(Clone, Copy, Default)]
struct Carried {
    boards: u64,
    decided: u64,
}

/// Fills in all wins and losses; what remains is drawn. Counts are those of [`super::seed::seed`].
pub(super) fn propagate(
    tables: Vec<Cells>,
    mut counts: Vec<Vec<u8>>,
    watch: &dyn Watch,
) -> Result<Vec<SolvedTable>, Error> {
    let slots: u64 = tables
        .iter()
        .map(|table| u64::from(table.index.slots()))
        .sum();
    let mut planned = slots * PLANNED_CARRYING;
    let (mut level, mut work) = (0, 0);
    loop {
        watch.stage(Stage::Propagate(level));
        let mut decided = 0;
        for (at, counts) in counts.iter_mut().enumerate() {
            let after = &tables[tables.len() - 1 - at];
            let carried = carry_back(after, &tables[at], counts, level, watch);
            decided += carried.decided;
            work += CARRYING * carried.boards;
        }
        // The newly decided are the work of the next level.
        let known = work + CARRYING * decided;
        if known > planned {
            watch.replan((known - planned) as i64);
            planned = known;
        }
        // The first pass has decided boards of the levels 0 and 1.
        if decided == 0 && level > 0 {
            break;
        }
        level += 1;
        if level == NO_DISTANCE {
            return Err(Error::TooLong(tables[0].index.stones()));
        }
    }
    watch.replan(work as i64 - planned as i64);
    drop(counts);
    Ok(tables.into_iter().map(finish).collect())
}

/// Tells the predecessors of every board of a level: `after` is the table of these boards, `before`
/// that of the predecessors, with its counts.
fn carry_back(
    after: &Cells,
    before: &Cells,
    counts: &mut [u8],
    level: u8,
    watch: &dyn Watch,
) -> Carried {
    let stones = before.index.stones();
    let classes = after.index.classes();
    let sets = subsets(24 - stones.opponent, stones.mover);
    counts
        .par_chunks_mut(after.index.block())
        .enumerate()
        .map_init(Few::new, |few, (class, counts)| {
            let mut carried = Carried::default();
            let mut ground = None;
            let enemy = classes.representative(class as u32);
            after.decided(class, level, |at, won| {
                let ground = ground.get_or_insert_with(|| Ground::new(enemy, stones.mover));
                let own = sets[at];
                few.clear();
                few.push(own);
                // Counts are kept of every rank, also of those that are the same up to symmetry.
                for symmetry in classes.stabiliser(class as u32) {
                    few.push(ground.squeeze(symmetry.mask(ground.spread(own))));
                }
                few.dedup();
                carried.boards += 1;
                for &own in few.as_slice() {
                    ground.before(own, |earlier| {
                        let count = &mut counts[rank(earlier, stones.mover) as usize];
                        match *count {
                            0..=SAFE if !won => {}
                            1 => {}
                            2..SAFE => return *count -= 1,
                            _ => return,
                        }
                        *count = DECIDED;
                        before.decide(ground.spread(earlier), enemy, !won, level + 1);
                        carried.decided += 1;
                    });
                }
            });
            if carried.boards > 0 {
                watch.advance(CARRYING * carried.boards);
            }
            carried
        })
        .reduce(Carried::default, |a, b| Carried {
            boards: a.boards + b.boards,
            decided: a.decided + b.decided,
        })
}

/// Marks the slots that no board leads to.
fn finish(table: Cells) -> SolvedTable {
    let index = table.index;
    let stones = index.stones();
    let sets = subsets(24 - stones.mover, stones.opponent);
    let mut cells: Vec<Cell> = table
        .slots
        .into_iter()
        .map(|cell| Cell(cell.into_inner()))
        .collect();
    cells
        .par_chunks_mut(index.block())
        .enumerate()
        .filter(|&(class, _)| index.classes().is_symmetric(class as u32))
        .for_each(|(class, cells)| {
            let mover = index.classes().representative(class as u32);
            let free = free_points(mover);
            let class = index.classes().of(mover);
            for (at, (cell, &squeezed)) in cells.iter_mut().zip(sets).enumerate() {
                if index.place(class, spread(squeezed, free)).1 as usize != at {
                    *cell = Cell::UNUSED;
                }
            }
        });
    SolvedTable {
        stones,
        cells,
        has_distances: true,
    }
}
