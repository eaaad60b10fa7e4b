use std::fmt;
use std::str::FromStr;

use crate::Error;
use crate::index::{binomial, class_count};

/// Fewer stones than this have lost, more than this nobody has.
pub const FEWEST: u8 = 3;
pub const MOST: u8 = 9;

/// The stones of a board, which name its table: those of the side to move first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones {
    pub mover: u8,
    pub opponent: u8,
}

impl Stones {
    /// `None` unless both have three to nine.
    pub fn new(mover: u8, opponent: u8) -> Option<Stones> {
        let known = FEWEST..=MOST;
        (known.contains(&mover) && known.contains(&opponent)).then_some(Stones { mover, opponent })
    }

    /// After a quiet ply the other side is to move.
    pub fn after_quiet(self) -> Stones {
        Stones {
            mover: self.opponent,
            opponent: self.mover,
        }
    }

    /// `None` if the capture ends the game.
    pub fn after_capture(self) -> Option<Stones> {
        Stones::new(self.opponent - 1, self.mover)
    }

    pub fn pair(self) -> Pair {
        Pair {
            more: self.mover.max(self.opponent),
            fewer: self.mover.min(self.opponent),
        }
    }

    /// Slots of the opponent's stones for one class of the mover's.
    pub fn block(self) -> u64 {
        u64::from(binomial(24 - self.mover, self.opponent))
    }

    pub fn slots(self) -> u64 {
        u64::from(class_count(self.mover)) * self.block()
    }
}

impl fmt::Display for Stones {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.mover, self.opponent)
    }
}

/// Two tables that are solved together, because quiet plies lead from each to the other; one table
/// if both sides have the same number of stones.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pair {
    more: u8,
    fewer: u8,
}

impl Pair {
    pub fn more(self) -> u8 {
        self.more
    }

    pub fn fewer(self) -> u8 {
        self.fewer
    }

    /// The tables of the pair, the one in which the side with more stones moves first.
    pub fn tables(self) -> Vec<Stones> {
        let first = Stones {
            mover: self.more,
            opponent: self.fewer,
        };
        if self.more == self.fewer {
            vec![first]
        } else {
            vec![first, first.after_quiet()]
        }
    }

    pub fn slots(self) -> u64 {
        self.tables().into_iter().map(Stones::slots).sum()
    }

    /// All 28, such that captures lead from each only to earlier ones.
    pub fn all() -> Vec<Pair> {
        let mut pairs: Vec<Pair> = (FEWEST..=MOST)
            .flat_map(|more| (FEWEST..=more).map(move |fewer| Pair { more, fewer }))
            .collect();
        pairs.sort_by_key(|pair| (pair.more + pair.fewer, pair.more));
        pairs
    }

    /// This pair and everything that captures can lead to, in the order of solving.
    pub fn closure(self) -> Vec<Pair> {
        let mut pairs = Pair::all();
        pairs.retain(|pair| pair.more <= self.more && pair.fewer <= self.fewer);
        pairs
    }

    /// Bytes of memory that solving takes: a cell of two bytes and a count for each slot, and the
    /// packed tables that captures lead to.
    pub fn memory(self) -> u64 {
        let captures: u64 = self
            .tables()
            .into_iter()
            .filter_map(Stones::after_capture)
            .map(|stones| stones.pair().slots().div_ceil(4))
            .sum();
        3 * self.slots() + captures
    }
}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.more, self.fewer)
    }
}

impl FromStr for Pair {
    type Err = Error;

    fn from_str(text: &str) -> Result<Pair, Error> {
        let read = || {
            let (a, b) = text.trim().split_once('-')?;
            Some(Stones::new(a.parse().ok()?, b.parse().ok()?)?.pair())
        };
        read().ok_or_else(|| Error::BadPair(text.to_owned()))
    }
}
