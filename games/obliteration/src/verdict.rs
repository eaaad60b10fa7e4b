//! Who is out, who has won, and why (sections 4 and 8.4).

use parlor_describe::TS;
use parlor_engine::{Departure, Outcome, Seat, word};
use serde::{Deserialize, Serialize};

/// How a seat went out of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum How {
    Obliterated,
    Resigned,
    Left,
    Time,
}

impl From<Departure> for How {
    fn from(how: Departure) -> How {
        match how {
            Departure::Resigned => How::Resigned,
            Departure::Left => How::Left,
            Departure::TimedOut => How::Time,
        }
    }
}

/// A seat is out. `order` counts from 1; seats wiped out by one move share a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Exit {
    pub how: How,
    pub order: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Obliteration,
    Domination,
    TurnLimit,
    Resigned,
    Left,
    Time,
}

impl Reason {
    /// The end of a sentence that begins with "… wins".
    pub(crate) fn words(self) -> &'static str {
        match self {
            Reason::Obliteration => "by obliteration",
            Reason::Domination => "by domination",
            Reason::TurnLimit => "by most hexes at the turn limit",
            Reason::Resigned => "by resignation",
            Reason::Left => "as nobody else is left",
            Reason::Time => "on time",
        }
    }
}

impl From<How> for Reason {
    fn from(how: How) -> Reason {
        match how {
            How::Obliterated => Reason::Obliteration,
            How::Resigned => Reason::Resigned,
            How::Left => Reason::Left,
            How::Time => Reason::Time,
        }
    }
}

/// The end of a game: there is always exactly one winner (section 4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    pub winner: Seat,
    pub reason: Reason,
}

/// What decides a seat's place, greater is better: the winner, then who is still in by hexes
/// (the later seat before an equal one, as in section 4.3), then who went out later.
fn merit(verdict: Verdict, seat: u8, hexes: u16, exit: Option<Exit>) -> (bool, bool, u16, u8) {
    let won = seat == verdict.winner.0;
    match exit {
        None => (won, true, hexes, seat),
        Some(exit) => (won, false, u16::from(exit.order), 0),
    }
}

pub(crate) fn outcome(verdict: Verdict, hexes: &[u16], exits: &[Option<Exit>]) -> Outcome {
    let merits: Vec<_> = (0..)
        .zip(hexes.iter().zip(exits))
        .map(|(seat, (&hexes, &exit))| merit(verdict, seat, hexes, exit))
        .collect();
    let places = merits
        .iter()
        .map(|merit| 1 + merits.iter().filter(|other| *other > merit).count() as u8)
        .collect();
    Outcome::ranked(verdict.winner, places, word(&verdict.reason))
}
