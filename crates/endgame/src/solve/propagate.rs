//! The second pass: what is decided decides what leads to it.

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering::Relaxed};

use parlor_marelles::board::{FULL, in_mills, points};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::moves::{Few, reach};
use super::seed::{LOSS, SAFE, Side, WIN};
use super::{CARRYING, NO_DISTANCE, PLANNED_CARRYING, Stage, Table, Watch};
use crate::Error;
use crate::index::{Index, free_points, spread, subsets};
use crate::packed::DRAW;

/// Slots that share a flag telling whether boards of the next level are among them: most levels
/// are small, and need not look at every slot.
const CHUNK: u32 = 1024;

/// A table in the making, for all threads at once.
struct Shared {
    index: Index,
    sets: &'static [u32],
    states: Vec<AtomicU8>,
    distances: Vec<AtomicU8>,
    /// Chunks to look at on even and on odd levels.
    marked: [Vec<AtomicBool>; 2],
}

/// So many boards were carried back, and so many were decided by that.
#[derive(Clone, Copy, Default)]
struct Carried {
    boards: u64,
    decided: u64,
}

/// Fills in all wins and losses; what remains is drawn.
pub(super) fn propagate(sides: Vec<Side>, watch: &dyn Watch) -> Result<Vec<Table>, Error> {
    let sides: Vec<Shared> = sides.into_iter().map(Shared::new).collect();
    let slots: u64 = sides.iter().map(|side| u64::from(side.index.slots())).sum();
    let mut planned = slots * PLANNED_CARRYING;
    let (mut level, mut work) = (0, 0);
    loop {
        watch.stage(Stage::Propagate(level));
        let mut decided = 0;
        for (at, side) in sides.iter().enumerate() {
            let carried = side.carry_back(level, &sides[sides.len() - 1 - at], watch);
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
            return Err(Error::TooLong(sides[0].index.stones()));
        }
    }
    watch.replan(work as i64 - planned as i64);
    Ok(sides.into_iter().map(Shared::finish).collect())
}

impl Shared {
    fn new(side: Side) -> Shared {
        let stones = side.index.stones();
        let chunks = side.index.slots().div_ceil(CHUNK);
        let all = || (0..chunks).map(|_| AtomicBool::new(true)).collect();
        Shared {
            index: side.index,
            sets: subsets(24 - stones.mover, stones.opponent),
            // Neither conversion copies: the collected vector takes over the memory.
            states: side.states.into_iter().map(AtomicU8::new).collect(),
            distances: side.distances.into_iter().map(AtomicU8::new).collect(),
            marked: [all(), all()],
        }
    }

    fn finish(self) -> Table {
        let value = |state: AtomicU8| match state.into_inner() {
            0..=SAFE => DRAW,
            state => state & 3,
        };
        Table {
            stones: self.index.stones(),
            values: self.states.into_iter().map(value).collect(),
            distances: Some(
                self.distances
                    .into_iter()
                    .map(AtomicU8::into_inner)
                    .collect(),
            ),
        }
    }

    /// Tells the predecessors of every board of a level.
    fn carry_back(&self, level: u8, before: &Shared, watch: &dyn Watch) -> Carried {
        let marked = &self.marked[usize::from(level & 1)];
        (0..marked.len() as u32)
            .into_par_iter()
            .filter(|&chunk| marked[chunk as usize].swap(false, Relaxed))
            .map_init(Few::new, |few, chunk| {
                let last = self.index.slots().min((chunk + 1) * CHUNK);
                let mut carried = Carried::default();
                for slot in chunk * CHUNK..last {
                    if self.distances[slot as usize].load(Relaxed) == level {
                        self.predecessors(slot, before, few);
                        let won = self.states[slot as usize].load(Relaxed) == WIN;
                        carried.boards += 1;
                        carried.decided += before.hear(few.as_slice(), won, level + 1);
                    }
                }
                watch.advance(CARRYING * carried.boards);
                carried
            })
            .reduce(Carried::default, |a, b| Carried {
                boards: a.boards + b.boards,
                decided: a.decided + b.decided,
            })
    }

    /// The slots of the boards from which a quiet ply leads here: a stone of the side that has just
    /// moved goes back, unless it stands in a mill, which would have been closed.
    fn predecessors(&self, slot: u32, before: &Shared, few: &mut Few) {
        few.clear();
        let block = self.index.block() as u32;
        let class = slot / block;
        let mover = self.index.classes().representative(class);
        let opponent = spread(self.sets[(slot % block) as usize], free_points(mover));
        let empty = FULL & !(mover | opponent);
        let stones = self.index.stones().opponent;
        for to in points(opponent & !in_mills(opponent)) {
            for from in points(reach(to, stones) & empty) {
                let earlier = opponent & !to.bit() | from.bit();
                few.push(before.index.slot(earlier, mover));
            }
        }
        // As in the first pass: the mover's stones have stayed.
        if self.index.classes().is_symmetric(class) {
            few.dedup();
        }
    }

    /// These boards have a successor that is won, or lost, for the side to move there.
    fn hear(&self, slots: &[u32], won: bool, level: u8) -> u64 {
        let heard = |state| match state {
            0..=SAFE if !won => Some(WIN),
            0..=1 => Some(LOSS),
            2..SAFE => Some(state - 1),
            _ => None,
        };
        // Nothing but loads, so that they wait for memory together.
        let mut states = [0; Few::MOST];
        for (state, &slot) in states.iter_mut().zip(slots) {
            *state = self.states[slot as usize].load(Relaxed);
        }
        let mut decided = 0;
        for (&state, &slot) in states.iter().zip(slots) {
            if heard(state).is_none() {
                continue;
            }
            let told = self.states[slot as usize].fetch_update(Relaxed, Relaxed, heard);
            if told.is_ok_and(|state| !won || state == 1) {
                self.distances[slot as usize].store(level, Relaxed);
                let chunk = (slot / CHUNK) as usize;
                self.marked[usize::from(level & 1)][chunk].store(true, Relaxed);
                decided += 1;
            }
        }
        decided
    }
}
