use std::borrow::Cow;

use parlor_describe::TS;
use serde::{Deserialize, Serialize};

use crate::{Claim, Seat};

/// How a match ended, for every seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Outcome {
    pub kind: OutcomeKind,
    /// The single winner, if there is one.
    pub winner: Option<Seat>,
    /// Place of each seat, 1 is best, equal numbers share a place. Empty if the match does not count.
    pub places: Vec<u8>,
    /// Why it ended, one word from the rule page, such as `blocked` or `points`.
    pub reason: Cow<'static, str>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum OutcomeKind {
    Win,
    /// Shared: everybody gets half a point.
    Draw,
    /// Everybody lost: nobody gets a point.
    NoWinner,
    /// The match was broken off and does not count.
    Aborted,
}

impl Outcome {
    /// One seat wins, all others share the second place.
    pub fn win(winner: Seat, seats: u8, reason: &'static str) -> Outcome {
        let places = (0..seats)
            .map(|seat| if seat == winner.0 { 1 } else { 2 })
            .collect();
        Outcome::ranked(winner, places, reason)
    }

    /// One seat wins, the others are ranked too.
    pub fn ranked(winner: Seat, places: Vec<u8>, reason: &'static str) -> Outcome {
        Outcome {
            kind: OutcomeKind::Win,
            winner: Some(winner),
            places,
            reason: Cow::Borrowed(reason),
        }
    }

    pub fn draw(seats: u8, reason: &'static str) -> Outcome {
        Outcome {
            kind: OutcomeKind::Draw,
            winner: None,
            places: vec![1; usize::from(seats)],
            reason: Cow::Borrowed(reason),
        }
    }

    pub fn no_winner(seats: u8, reason: &'static str) -> Outcome {
        Outcome {
            kind: OutcomeKind::NoWinner,
            winner: None,
            places: vec![2; usize::from(seats)],
            reason: Cow::Borrowed(reason),
        }
    }

    /// As whoever answers for the house says.
    pub fn ruling(claim: Claim, winner: Option<Seat>, seats: u8) -> Outcome {
        const REASON: &str = "ruling";
        match (claim, winner) {
            (Claim::Win, Some(winner)) => Outcome::win(winner, seats, REASON),
            (Claim::Draw, _) => Outcome::draw(seats, REASON),
            _ => Outcome::aborted(REASON),
        }
    }

    pub fn aborted(reason: &'static str) -> Outcome {
        Outcome {
            kind: OutcomeKind::Aborted,
            winner: None,
            places: Vec::new(),
            reason: Cow::Borrowed(reason),
        }
    }
}
