use std::fmt;

use parlor_describe::TS;
use parlor_engine::Seat;
use serde::{Deserialize, Serialize};

use crate::board::{MILL_MASKS, MILLS};
use crate::{Point, Reason};

/// One step of a ply: a stone arrives, and if it closes a mill, an enemy stone goes (§3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    Place {
        at: Point,
    },
    /// A slide or, with three stones, a flight.
    Move {
        from: Point,
        to: Point,
    },
    Remove {
        at: Point,
    },
}

/// A complete ply: what arrives where, and what it takes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Ply {
    /// `None` for a placement.
    pub from: Option<Point>,
    pub to: Point,
    pub removed: Option<Point>,
}

impl Ply {
    /// The steps to play it: one, or two with a removal.
    pub fn actions(self) -> impl Iterator<Item = Action> {
        let arrival = match self.from {
            None => Action::Place { at: self.to },
            Some(from) => Action::Move { from, to: self.to },
        };
        let removal = self.removed.map(|at| Action::Remove { at });
        std::iter::once(arrival).chain(removal)
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(from) = self.from {
            write!(f, "{from}-")?;
        }
        write!(f, "{}", self.to)?;
        match self.removed {
            Some(at) => write!(f, "x{at}"),
            None => Ok(()),
        }
    }
}

/// The ply on the board that was made last, complete or waiting for its removal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Last {
    pub from: Option<Point>,
    pub to: Point,
    pub removed: Option<Point>,
}

impl Last {
    pub fn ply(self) -> Ply {
        Ply {
            from: self.from,
            to: self.to,
            removed: self.removed,
        }
    }
}

/// What happened. Seats are those who did it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Placed {
        seat: Seat,
        at: Point,
    },
    Moved {
        seat: Seat,
        from: Point,
        to: Point,
        /// Whether the stone flew instead of sliding.
        flew: bool,
    },
    Mill {
        seat: Seat,
        lines: Lines,
    },
    Removed {
        seat: Seat,
        at: Point,
    },
    /// Stage 2: all stones are placed. Stage 3: somebody flies for the first time (§2.3).
    Stage {
        stage: u8,
    },
    Over {
        winner: Option<Seat>,
        reason: Reason,
    },
}

/// A set of mills by their ids; in JSON the list of their points.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(into = "Vec<[u8; 3]>", try_from = "Vec<[u8; 3]>")]
#[ts(as = "Vec<[u8; 3]>")]
pub struct Lines(pub u16);

impl Lines {
    pub fn mills(self) -> impl Iterator<Item = [Point; 3]> {
        MILLS
            .iter()
            .enumerate()
            .filter(move |&(id, _)| self.0 >> id & 1 == 1)
            .map(|(_, points)| points.map(Point))
    }
}

impl From<Lines> for Vec<[u8; 3]> {
    fn from(lines: Lines) -> Self {
        lines.mills().map(|mill| mill.map(|at| at.0)).collect()
    }
}

impl TryFrom<Vec<[u8; 3]>> for Lines {
    type Error = String;

    fn try_from(lists: Vec<[u8; 3]>) -> Result<Self, String> {
        let mut lines = 0;
        for list in lists {
            let mask = list.iter().fold(0, |mask, &at| mask | Point(at).bit());
            match MILL_MASKS.iter().position(|&mill| mill == mask) {
                Some(id) => lines |= 1 << id,
                None => return Err(format!("{list:?} is not a mill")),
            }
        }
        Ok(Lines(lines))
    }
}
