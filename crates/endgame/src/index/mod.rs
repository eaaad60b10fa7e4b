//! The number of a board (§5.4): `f(mover) · C(24 − a, b) + g(opponent)`.
//!
//! `f` is the symmetry class of the mover's stones, `g` the rank of the opponent's among the points
//! that the mover leaves free, after the symmetry that leads the mover's stones to the smallest set
//! of their class. If that set has symmetries of its own, the smallest rank counts; the slots of
//! the other ranks stay unused.

mod burnside;
mod classes;
mod subsets;

use parlor_marelles::symmetry::Symmetry;

use crate::Stones;
pub use burnside::boards;
pub use classes::class_count;
pub(crate) use classes::{Class, Classes, classes};
pub use subsets::binomial;
pub(crate) use subsets::{Free, free_points, rank, spread, squeeze, subsets};

/// The index of one table.
#[derive(Clone, Copy, Debug)]
pub struct Index {
    stones: Stones,
    block: u32,
    classes: &'static Classes,
}

impl Index {
    pub fn new(stones: Stones) -> Index {
        Index {
            stones,
            block: stones.block() as u32,
            classes: classes(stones.mover),
        }
    }

    pub fn stones(&self) -> Stones {
        self.stones
    }

    pub(crate) fn classes(&self) -> &'static Classes {
        self.classes
    }

    /// Slots of one class of the mover's stones.
    pub(crate) fn block(&self) -> usize {
        self.block as usize
    }

    pub fn slots(&self) -> u32 {
        self.classes.len() as u32 * self.block
    }

    /// The slot of a board, which must have the table's stones.
    #[inline]
    pub fn slot(&self, mover: u32, opponent: u32) -> u32 {
        let class = self.classes.of(mover);
        self.slot_in(class, opponent)
    }

    /// The same with the class of the mover's stones already found.
    #[inline]
    pub(crate) fn slot_in(&self, class: Class, opponent: u32) -> u32 {
        let (first, place) = self.place(class, opponent);
        first + place
    }

    /// The first slot of the class, and the place of the opponent's stones behind it.
    #[inline]
    pub(crate) fn place(&self, class: Class, opponent: u32) -> (u32, u32) {
        let free = free_points(self.classes.representative(class.number()));
        let image = class.symmetry().mask(opponent);
        let mut least = rank(squeeze(image, free), self.stones.opponent);
        if class.is_symmetric() {
            for symmetry in self.classes.stabiliser(class.number()) {
                let image = symmetry.mask(image);
                least = least.min(rank(squeeze(image, free), self.stones.opponent));
            }
        }
        (class.number() * self.block, least)
    }

    /// The board of a slot, and whether the slot is the one that [`Index::slot`] leads to.
    pub fn board(&self, slot: u32) -> ((u32, u32), bool) {
        let mover = self.classes.representative(slot / self.block);
        let squeezed =
            subsets(24 - self.stones.mover, self.stones.opponent)[(slot % self.block) as usize];
        let opponent = spread(squeezed, free_points(mover));
        ((mover, opponent), self.slot(mover, opponent) == slot)
    }

    /// How many of the 16 images of a board differ.
    pub fn orbit(&self, mover: u32, opponent: u32) -> u32 {
        let same = Symmetry::all()
            .filter(|symmetry| (symmetry.mask(mover), symmetry.mask(opponent)) == (mover, opponent))
            .count();
        16 / same as u32
    }
}
