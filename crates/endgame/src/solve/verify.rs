//! The third pass, forwards and in another order: every board must have exactly the value and the
//! distance that its successors give it.
//!
//! Solving counts and goes backwards; this pass only looks at the cells of successors, with move
//! generation and questions to captures of its own. Because distances are checked too, every win and loss is proved by induction; a draw has no
//! better successor than a draw, and at least one.

use std::borrow::Cow;

use parlor_marelles::Removal;
use parlor_marelles::board::{FULL, MILL_MASKS, SLIDES, points, slides};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::moves::victims;
use super::{Captures, Cell, SolvedTable, Stage, VERIFYING, Watch};
use crate::Error;
use crate::index::{Class, Free, Index, free_points, rank, spread, squeeze, subsets};
use crate::packed::{DRAW, LOSS};

/// Checks all boards of the tables of a pair, given as to [`super::solve`].
pub fn verify(
    tables: &[SolvedTable],
    removal: Removal,
    captures: &[Option<Captures>],
    watch: &dyn Watch,
) -> Result<(), Error> {
    watch.stage(Stage::Verify);
    for (at, (table, captures)) in tables.iter().zip(captures).enumerate() {
        let after = &tables[tables.len() - 1 - at];
        let check = Check {
            index: Index::new(table.stones),
            table,
            after_index: Index::new(after.stones),
            after,
            captures: captures.as_ref(),
            removal,
        };
        let classes = check.after_index.classes().len() as u32;
        let slots = u64::from(check.index.slots());
        (0..classes).into_par_iter().try_for_each(|class| {
            check.block(class)?;
            // The table's slots, told in as many parts as there are blocks here.
            let part = |n: u32| VERIFYING * slots * u64::from(n) / u64::from(classes);
            watch.advance(part(class + 1) - part(class));
            Ok(())
        })?;
    }
    Ok(())
}

struct Check<'a> {
    index: Index,
    table: &'a SolvedTable,
    after_index: Index,
    after: &'a SolvedTable,
    captures: Option<&'a Captures>,
    removal: Removal,
}

/// Boards whose values are fetched together, so that the waits for memory overlap.
const BATCH: usize = 32;

/// Boards with the same stones of the opponent.
struct Block<'a> {
    free: Free,
    ground: Ground,
    /// The quiet successors by rank of the mover's stones.
    quiet: Cow<'a, [Cell]>,
    /// What the opponent keeps after each capture.
    victims: Vec<Class>,
    /// The best captures by rank of the mover's stones, as far as they were asked for.
    taken: Vec<Cell>,
}

/// The points that the opponent leaves free, under their squeezed numbers.
struct Ground {
    enemy: u32,
    flies: bool,
    all: u32,
    /// By number of the slide: its two ends, and the number of its target.
    slides: [(u32, u8); 64],
    /// The two mills through each point; more than there is if an opponent stands in the way.
    mills: [[u32; 2]; 24],
}

impl Ground {
    fn new(enemy: u32, free: Free, stones: u8) -> Ground {
        let mut ground = Ground {
            enemy,
            flies: stones == 3,
            all: squeeze(FULL, free),
            slides: [(0, 0); 64],
            mills: [[u32::MAX; 2]; 24],
        };
        for (ends, (from, to)) in ground.slides.iter_mut().zip(SLIDES) {
            if (from.bit() | to.bit()) & enemy == 0 {
                let target = squeeze(to.bit(), free);
                *ends = (
                    squeeze(from.bit(), free) | target,
                    target.trailing_zeros() as u8,
                );
            }
        }
        for (number, point) in points(!enemy & FULL).enumerate() {
            let mills = MILL_MASKS.iter().filter(|&&mill| mill & point.bit() != 0);
            for (own, &mill) in ground.mills[number].iter_mut().zip(mills) {
                if mill & enemy == 0 {
                    *own = squeeze(mill, free);
                }
            }
        }
        ground
    }

    /// Every arrival: the squeezed stones afterwards, and whether a mill is closed. Stops when told
    /// `false`.
    #[inline]
    fn arrivals(&self, own: u32, spread: u32, mut visit: impl FnMut(u32, bool) -> bool) {
        let closes = |after: u32, to: u8| {
            let [a, b] = self.mills[usize::from(to)];
            after & a == a || after & b == b
        };
        if self.flies {
            for from in points(own) {
                for to in points(self.all & !own) {
                    let after = own & !from.bit() | to.bit();
                    if !visit(after, closes(after, to.0)) {
                        return;
                    }
                }
            }
        } else {
            let mut left = slides(spread, FULL & !(spread | self.enemy));
            while left != 0 {
                let (ends, to) = self.slides[left.trailing_zeros() as usize];
                let after = own ^ ends;
                if !visit(after, closes(after, to)) {
                    return;
                }
                left &= left - 1;
            }
        }
    }
}

impl Check<'_> {
    /// All boards with the same stones of the opponent.
    fn block(&self, class: u32) -> Result<(), Error> {
        let stones = self.table.stones;
        let enemy = self.after_index.classes().representative(class);
        let free = free_points(enemy);
        let sets = subsets(24 - stones.opponent, stones.mover);
        let victims: Vec<Class> = match self.captures {
            None => Vec::new(),
            Some(captures) => points(victims(enemy, self.removal))
                .map(|victim| captures.index.classes().of(enemy & !victim.bit()))
                .collect(),
        };
        let mut block = Block {
            free,
            ground: Ground::new(enemy, free, stones.mover),
            quiet: self.successors(class),
            victims,
            taken: vec![Cell::UNUSED; sets.len()],
        };
        for boards in sets.chunks(BATCH) {
            let mut stored = [(0, 0, Cell::UNUSED); BATCH];
            for (stored, &own) in stored.iter_mut().zip(boards) {
                let mover = spread(own, free);
                *stored = (mover, self.index.slot(mover, enemy), Cell::UNUSED);
            }
            // Nothing but loads, so that they wait for memory together.
            for (_, slot, cell) in &mut stored[..boards.len()] {
                *cell = self.table.cells[*slot as usize];
            }
            for (&(mover, _, stored), &own) in stored.iter().zip(boards) {
                let best = self.best(&mut block, own, mover);
                if !self.agrees(stored, best) {
                    return Err(Error::Contradiction {
                        stones,
                        mover,
                        opponent: enemy,
                        what: format!(
                            "{} is stored, the successors give {}",
                            said(stored),
                            said(best)
                        ),
                    });
                }
            }
        }
        Ok(())
    }

    /// The cells of a class of the other table, for every rank: those that only have their
    /// symmetric image in the table are filled in.
    fn successors(&self, class: u32) -> Cow<'_, [Cell]> {
        let size = self.after_index.block();
        let cells = &self.after.cells[class as usize * size..][..size];
        if !self.after_index.classes().is_symmetric(class) {
            return Cow::Borrowed(cells);
        }
        let stones = self.after.stones;
        let mover = self.after_index.classes().representative(class);
        let free = free_points(mover);
        let sets = subsets(24 - stones.mover, stones.opponent).iter();
        let filled = sets.map(|&set| {
            let slot = self.after_index.slot(mover, spread(set, free));
            self.after.cells[slot as usize]
        });
        Cow::Owned(filled.collect())
    }

    /// The cell of a board with squeezed stones of the mover, from its successors.
    #[inline]
    fn best(&self, block: &mut Block, own: u32, spread: u32) -> Cell {
        // Smaller is better for the mover; more than any board has means that there is no ply.
        let mut least = Cell::UNUSED;
        let Block {
            ground,
            quiet,
            victims,
            taken,
            free,
        } = block;
        ground.arrivals(own, spread, |after, closes| {
            let at = rank(after, self.table.stones.mover) as usize;
            let mut next = quiet[at];
            if closes {
                if taken[at] == Cell::UNUSED {
                    taken[at] = self.capture(victims, after, *free);
                }
                next = taken[at];
            }
            least = least.min(next);
            // Nothing is better than a win at once.
            least > Cell::loss(0)
        });
        if least == Cell::UNUSED {
            return Cell::loss(0);
        }
        least.before()
    }

    /// The best capture, as the opponent's cell that would be its distance of one ply away.
    fn capture(&self, victims: &[Class], after: u32, free: Free) -> Cell {
        let Some(captures) = self.captures else {
            return Cell::loss(0);
        };
        let after = spread(after, free);
        let mut best = Cell::win(0);
        for &victim in victims {
            let slot = captures.index.slot_in(victim, after);
            match captures.values.code(slot) {
                LOSS => return Cell::loss(0),
                DRAW => best = Cell::DRAW,
                _ => {}
            }
        }
        best
    }

    #[inline]
    fn agrees(&self, stored: Cell, best: Cell) -> bool {
        stored == best || !self.table.has_distances && stored.value() == best.value()
    }
}

fn said(cell: Cell) -> String {
    match (cell.value(), cell.distance()) {
        (Some(value), Some(distance)) => format!("{} in {distance}", value.word()),
        (Some(value), None) => value.word().to_owned(),
        (None, _) => "no board".to_owned(),
    }
}
