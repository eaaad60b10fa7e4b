//! Solving a pair of tables (§5.5): [`seed`] judges every board by its captures and counts its
//! quiet plies, [`propagate`] carries wins and losses backwards level by level, and [`verify`]
//! looks at every board again, forwards.

mod cell;
pub(crate) mod ground;
mod moves;
mod propagate;
mod seed;
mod verify;

use parlor_marelles::Removal;

use crate::index::{Index, boards};
use crate::packed::{DRAW, LOSS, WIN};
use crate::{Error, Packed, Pair, Stones};
pub use cell::Cell;
pub use verify::verify;

/// No distance: draws, and slots without a board.
pub const NO_DISTANCE: u8 = u8::MAX;

/// One table, two bytes for each slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SolvedTable {
    pub stones: Stones,
    pub cells: Vec<Cell>,
    /// Whether the cells know distances; else only values.
    pub has_distances: bool,
}

/// How many boards up to symmetry have which value.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    pub wins: u64,
    pub draws: u64,
    pub losses: u64,
    /// The greatest distance; 0 if nothing is decided.
    pub longest: u8,
}

impl SolvedTable {
    pub fn summary(&self) -> Summary {
        let (mut codes, mut longest) = ([0; 4], None);
        for cell in &self.cells {
            codes[usize::from(cell.code())] += 1;
            longest = longest.max(cell.distance());
        }
        Summary {
            wins: codes[usize::from(WIN)],
            draws: codes[usize::from(DRAW)],
            losses: codes[usize::from(LOSS)],
            longest: longest.filter(|_| self.has_distances).unwrap_or(0),
        }
    }
}

/// The finished table that the captures of a table lead to.
#[derive(Debug)]
pub struct Captures {
    index: Index,
    values: Packed,
}

impl Captures {
    pub fn new(stones: Stones, values: Packed) -> Captures {
        Captures {
            index: Index::new(stones),
            values,
        }
    }
}

/// Hears how far the work is. Called from all threads.
pub trait Watch: Sync {
    fn stage(&self, _stage: Stage) {}
    /// So much of the planned work is done.
    fn advance(&self, _work: u64) {}
    /// So much more, or less, is to be done than was planned.
    fn replan(&self, _work: i64) {}
}

/// What the passes take in comparison, for telling how far they are: seeding and verifying a slot,
/// and carrying back a decided board. How many will be decided is not known beforehand; the plan
/// takes it for two thirds of the slots until it shows.
const SEEDING: u64 = 3;
const VERIFYING: u64 = 5;
const CARRYING: u64 = 9;
const PLANNED_CARRYING: u64 = CARRYING * 2 / 3;

/// The work that solving a pair is planned to be.
pub fn solving_work(pair: Pair) -> u64 {
    pair.slots() * (SEEDING + PLANNED_CARRYING)
}

pub fn verifying_work(pair: Pair) -> u64 {
    pair.slots() * VERIFYING
}

/// Nobody watches.
impl Watch for () {}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    Seed,
    /// Boards of this distance are carried back.
    Propagate(u8),
    Verify,
    Write,
}

/// Solves the tables of a pair, in the order of [`Pair::tables`]. `captures` are, in the same
/// order, the tables that their captures lead to; `None` where a capture wins at once.
pub fn solve(
    pair: Pair,
    removal: Removal,
    captures: &[Option<Captures>],
    watch: &dyn Watch,
) -> Result<Vec<SolvedTable>, Error> {
    let indices: Vec<Index> = pair.tables().into_iter().map(Index::new).collect();
    watch.stage(Stage::Seed);
    let (mut tables, mut counts) = (Vec::new(), Vec::new());
    for (&index, captures) in indices.iter().zip(captures) {
        let table = seed::Cells::new(index)?;
        counts.push(seed::seed(&table, removal, captures.as_ref(), watch)?);
        tables.push(table);
    }
    let tables = propagate::propagate(tables, counts, watch)?;
    for table in &tables {
        let unused = table.cells.iter().filter(|&&cell| cell == Cell::UNUSED);
        let used = (table.cells.len() - unused.count()) as u64;
        let expected = boards(table.stones);
        if used != expected {
            return Err(Error::Count(table.stones, used, expected));
        }
    }
    Ok(tables)
}

/// Something for each slot, or a refusal instead of an abort.
pub(crate) fn filled<T: Clone>(count: u32, with: T) -> Result<Vec<T>, Error> {
    let mut all = Vec::new();
    let bytes = u64::from(count) * size_of::<T>() as u64;
    all.try_reserve_exact(count as usize)
        .map_err(|_| Error::Memory { bytes })?;
    all.resize(count as usize, with);
    Ok(all)
}
