//! The stage in which stones are placed, solved backwards from the tables of the moving stages.
//!
//! How many stones were placed follows from the number of plies, so a position is a board and that
//! number; boards with the same counts make a *group*. A placement leads to a group of the next
//! ply, with or without a capture, and after the last one to a table of a pair. Nothing goes round
//! in circles here, so every board is judged once, by its successors.

mod build;
mod look;
mod sets;
mod solve;

use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

use parlor_marelles::Removal;

use crate::file::{Head, folder};
use crate::index::{binomial, class_count};
use crate::pair::{FEWEST, MOST};
use crate::{Error, Stones};
pub use build::{Placed, PlacingPlan, build_placing};
pub(crate) use look::Placing;

/// Positions so near to the end of placing are searched when they are asked for: they are most of
/// all, and their values are found within milliseconds.
const SEARCHED: u8 = 4;

/// The stones that each side begins with; nine in the game that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand(u8);

impl Hand {
    pub const FULL: Hand = Hand(MOST);

    /// `None` unless it is three to nine: fewer have lost before they begin.
    pub fn new(stones: u8) -> Option<Hand> {
        (FEWEST..=MOST).contains(&stones).then_some(Hand(stones))
    }

    pub fn stones(self) -> u8 {
        self.0
    }

    /// Plies of the whole stage.
    pub fn plies(self) -> u8 {
        2 * self.0
    }

    /// Groups of fewer plies than this are kept on the disk.
    pub fn kept(self) -> u8 {
        self.plies() - SEARCHED
    }
}

/// Boards of a ply with the same stones, those of the side to move first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Group {
    pub ply: u8,
    pub mover: u8,
    pub opponent: u8,
}

/// What a capture leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Capture {
    Wins,
    Leads(Group),
}

impl Group {
    const START: Group = Group {
        ply: 0,
        mover: 0,
        opponent: 0,
    };

    /// As the table of a pair has them.
    pub(crate) fn stones(self) -> Stones {
        Stones {
            mover: self.mover,
            opponent: self.opponent,
        }
    }

    pub fn slots(self) -> u64 {
        u64::from(class_count(self.mover)) * u64::from(binomial(24 - self.mover, self.opponent))
    }

    pub(crate) fn after_quiet(self) -> Group {
        Group {
            ply: self.ply + 1,
            mover: self.opponent,
            opponent: self.mover + 1,
        }
    }

    pub(crate) fn after_capture(self, hand: Hand) -> Capture {
        // Stones in the hand count, too.
        let in_hand = hand.0 - self.ply.div_ceil(2);
        if self.opponent + in_hand <= FEWEST {
            return Capture::Wins;
        }
        Capture::Leads(Group {
            ply: self.ply + 1,
            mover: self.opponent.saturating_sub(1),
            opponent: self.mover + 1,
        })
    }

    /// All groups of a ply that play can lead to.
    pub fn of_ply(hand: Hand, ply: u8) -> Vec<Group> {
        let mut groups = BTreeSet::from([Group::START]);
        for _ in 0..ply {
            let mut next = BTreeSet::new();
            for group in groups {
                next.insert(group.after_quiet());
                // A mill takes three stones, and somebody to take one from.
                if let Capture::Leads(after) = group.after_capture(hand)
                    && group.mover >= 2
                    && group.opponent >= 1
                {
                    next.insert(after);
                }
            }
            groups = next;
        }
        groups.into_iter().collect()
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}-{}-{}", self.ply, self.mover, self.opponent)
    }
}

/// Which file of the placing stage is meant.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Name {
    removal: Removal,
    hand: Hand,
    group: Group,
}

impl Name {
    fn folder(dir: &Path, removal: Removal, hand: Hand) -> PathBuf {
        folder(dir, removal).join(format!("placing-{}", hand.0))
    }

    fn path(self, dir: &Path) -> PathBuf {
        Name::folder(dir, self.removal, self.hand).join(format!("{}.values", self.group))
    }

    fn head(self) -> Head {
        Head {
            kind: 3,
            removal: self.removal,
            stones: [self.group.mover, self.group.opponent],
            payload: self.group.slots().div_ceil(4),
            tables: 1,
            placing: [self.group.ply, self.hand.0],
        }
    }

    fn read(self, dir: &Path) -> Result<(crate::file::Header, crate::file::Payload), Error> {
        let path = self.path(dir);
        let read = self.head().read(&path);
        read.map_err(|fault| Error::File { path, fault })
    }
}
