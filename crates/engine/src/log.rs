use serde::{Deserialize, Serialize};

use crate::{Seat, SeatSet, Seq};

/// How those who stayed end a match that others have walked away from, or all agree to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Claim {
    Win,
    Draw,
    /// It does not count.
    Abort,
}

/// What one entry of a match's log says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Act {
    /// One action in the game's notation.
    Action {
        seat: Seat,
        action: String,
    },
    Resign {
        seat: Seat,
    },
    Leave {
        seat: Seat,
    },
    TimeOut {
        seat: Seat,
    },
    AgreeDraw,
    /// `seat` ends the match for those who stayed; `away` are those who had gone.
    Claim {
        seat: Seat,
        claim: Claim,
        away: SeatSet,
    },
    /// Nobody came back to it for weeks.
    Abandon,
    /// Whoever answers for the house says how it ended, also when it had ended otherwise.
    Ruling {
        claim: Claim,
        /// Of a win.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        winner: Option<Seat>,
    },
    /// At a table of one screen: from now on it shows what `seat` may see. The position stays.
    Lift {
        seat: Seat,
    },
    /// Fold only up to and including entry `to` (0: the opening position). `seat` asked for it.
    TakeBack {
        seat: Seat,
        to: Seq,
    },
}

impl Act {
    /// The word for it, as records and messages have it.
    pub fn kind(&self) -> &'static str {
        match self {
            Act::Action { .. } => "action",
            Act::Resign { .. } => "resign",
            Act::Leave { .. } => "leave",
            Act::TimeOut { .. } => "time_out",
            Act::AgreeDraw => "agree_draw",
            Act::Claim { .. } => "claim",
            Act::Abandon => "abandon",
            Act::Ruling { .. } => "ruling",
            Act::Lift { .. } => "lift",
            Act::TakeBack { .. } => "take_back",
        }
    }

    pub fn action(seat: Seat, action: impl Into<String>) -> Act {
        Act::Action {
            seat,
            action: action.into(),
        }
    }

    /// The seat whose doing this is.
    pub fn seat(&self) -> Option<Seat> {
        match *self {
            Act::Action { seat, .. }
            | Act::Resign { seat }
            | Act::Leave { seat }
            | Act::TimeOut { seat }
            | Act::Claim { seat, .. }
            | Act::Lift { seat }
            | Act::TakeBack { seat, .. } => Some(seat),
            Act::AgreeDraw | Act::Abandon | Act::Ruling { .. } => None,
        }
    }
}

/// An entry of a match's log. Its number is also the stream of chance it draws from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    pub seq: Seq,
    #[serde(flatten)]
    pub act: Act,
}
