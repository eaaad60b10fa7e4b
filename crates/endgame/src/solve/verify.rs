//! The third pass, forwards and in another order: every board must have exactly the value and the
//! distance that its successors give it.
//!
//! Solving goes through the boards by the mover's stones, this pass by the opponent's: those stay
//! where they are in a quiet ply, so all quiet successors stand in one block of the other table.
//! Because distances are checked too, every win and loss is proved by induction; a draw has no
//! better successor than a draw, and at least one.

use parlor_marelles::Removal;
use parlor_marelles::board::{FULL, MILL_MASKS, SLIDES, points, slides};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::moves::victims;
use super::{Captures, Stage, Table, VERIFYING, Watch};
use crate::index::{Class, Free, Index, free_points, rank, spread, squeeze, subsets};
use crate::packed::{DRAW, LOSS, UNUSED, WIN, decode};
use crate::{Error, Value};

/// Checks all boards of the tables of a pair, given as to [`super::solve`].
pub fn verify(
    tables: &[Table],
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
    table: &'a Table,
    after_index: Index,
    after: &'a Table,
    captures: Option<&'a Captures>,
    removal: Removal,
}

/// Boards whose values are fetched together, so that the waits for memory overlap.
const BATCH: usize = 32;

/// Boards with the same stones of the opponent.
struct Block {
    enemy: u32,
    free: Free,
    /// The first slot of the quiet successors; `None` if symmetric ones have to be found.
    first: Option<u32>,
    ground: Ground,
    /// What the opponent keeps after each capture.
    victims: Vec<Class>,
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

    /// Every arrival: the squeezed stones afterwards, and whether a mill is closed.
    #[inline]
    fn arrivals(&self, own: u32, spread: u32, mut visit: impl FnMut(u32, bool)) {
        let closes = |after: u32, to: u8| {
            let [a, b] = self.mills[usize::from(to)];
            after & a == a || after & b == b
        };
        if self.flies {
            for from in points(own) {
                for to in points(self.all & !own) {
                    let after = own & !from.bit() | to.bit();
                    visit(after, closes(after, to.0));
                }
            }
        } else {
            let mut left = slides(spread, FULL & !(spread | self.enemy));
            while left != 0 {
                let (ends, to) = self.slides[left.trailing_zeros() as usize];
                let after = own ^ ends;
                visit(after, closes(after, to));
                left &= left - 1;
            }
        }
    }
}

/// The best ply so far. Between wins the shortest counts, between losses the longest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Best {
    value: Value,
    distance: u8,
}

impl Best {
    fn improve(&mut self, value: Value, distance: u8) {
        let better = match value {
            Value::Win => value > self.value || distance < self.distance,
            Value::Draw => value > self.value,
            Value::Loss => value == self.value && distance > self.distance,
        };
        if better {
            *self = Best { value, distance };
        }
    }
}

impl Check<'_> {
    /// All boards with the same stones of the opponent.
    fn block(&self, class: u32) -> Result<(), Error> {
        let stones = self.table.stones;
        let enemy = self.after_index.classes().representative(class);
        let free = free_points(enemy);
        let victims: Vec<Class> = match self.captures {
            None => Vec::new(),
            Some(captures) => points(victims(enemy, self.removal))
                .map(|victim| captures.index.classes().of(enemy & !victim.bit()))
                .collect(),
        };
        let symmetric = self.after_index.classes().is_symmetric(class);
        let block = Block {
            enemy,
            free,
            first: (!symmetric).then(|| class * self.after_index.block() as u32),
            ground: Ground::new(enemy, free, stones.mover),
            victims,
        };
        for boards in subsets(24 - stones.opponent, stones.mover).chunks(BATCH) {
            let mut stored = [(0, 0, UNUSED); BATCH];
            for (stored, &own) in stored.iter_mut().zip(boards) {
                let mover = spread(own, free);
                *stored = (mover, self.index.slot(mover, enemy), UNUSED);
            }
            // Nothing but loads, so that they wait for memory together.
            for (_, slot, code) in &mut stored[..boards.len()] {
                *code = self.table.values[*slot as usize];
            }
            for (&(mover, slot, code), &own) in stored.iter().zip(boards) {
                let best = self.best(&block, own, mover);
                self.compare(slot, code, best)
                    .map_err(|what| Error::Contradiction {
                        stones,
                        mover,
                        opponent: enemy,
                        what,
                    })?;
            }
        }
        Ok(())
    }

    /// The value of a board with squeezed stones of the mover, from its successors.
    fn best(&self, block: &Block, own: u32, spread: u32) -> Best {
        // Without a ply the game is over and lost.
        let mut best = Best {
            value: Value::Loss,
            distance: 0,
        };
        block.ground.arrivals(own, spread, |after, closes| {
            if closes {
                self.capture(block, after, &mut best);
            } else {
                self.quiet(block, after, &mut best);
            }
        });
        best
    }

    fn capture(&self, block: &Block, after: u32, best: &mut Best) {
        let Some(captures) = self.captures else {
            return best.improve(Value::Win, 1);
        };
        let after = spread(after, block.free);
        for &victim in &block.victims {
            let slot = captures.index.slot_in(victim, after);
            match captures.values.code(slot) {
                LOSS => best.improve(Value::Win, 1),
                DRAW => best.improve(Value::Draw, 0),
                _ => best.improve(Value::Loss, 1),
            }
        }
    }

    #[inline]
    fn quiet(&self, block: &Block, after: u32, best: &mut Best) {
        let slot = match block.first {
            Some(first) => first + rank(after, self.table.stones.mover),
            None => self
                .after_index
                .slot(block.enemy, spread(after, block.free)),
        } as usize;
        let further = || match &self.after.distances {
            Some(distances) => distances[slot].saturating_add(1),
            None => 0,
        };
        match self.after.values[slot] {
            LOSS => best.improve(Value::Win, further()),
            WIN => best.improve(Value::Loss, further()),
            _ => best.improve(Value::Draw, 0),
        }
    }

    /// What is wrong with a board, if anything.
    #[inline]
    fn compare(&self, slot: u32, code: u8, best: Best) -> Result<(), String> {
        let stored = decode(code);
        // Draws have no distance, whatever is stored.
        let distances = self.table.distances.as_ref();
        let distance = distances
            .filter(|_| best.value != Value::Draw)
            .map(|all| all[slot as usize]);
        if stored == Some(best.value) && distance.is_none_or(|is| is == best.distance) {
            return Ok(());
        }
        Err(format!(
            "{stored:?} in {distance:?} is stored, the successors give {best:?}"
        ))
    }
}
