//! The frame of the text port: 19 lines of exactly 40 characters; section 3.

mod grid;
mod read;
mod text;
mod write;

use parlor_engine::{Names, Seat};

use crate::rules::{other, sides};
use crate::{Hand, View, WAITING};

pub use grid::FRAME_BYTES;
pub use read::FrameReader;

/// What a frame shows, from the side of the player who receives it.
///
/// Writing cleans the texts: what is not printable ASCII becomes `?`, what does not fit is cut.
/// A frame that was read is clean already and is written back the same.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Frame {
    pub opponent: Player,
    pub own: Player,
    /// A single digit.
    pub round: u8,
    pub turn: Turn,
    pub log: String,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Player {
    pub name: String,
    pub hand: Hand,
    /// A single digit.
    pub score: u8,
}

/// What the turn indicators say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    Own,
    Opponent,
    Over,
}

impl Frame {
    /// The position as `seat` receives it.
    pub fn of(view: &View, seat: Seat, names: Names<'_>, log: &str) -> Frame {
        let (hand, enemy_hand) = sides(view.hands, seat);
        let (score, enemy_score) = sides(view.scores, seat);
        Frame {
            opponent: Player {
                name: names.of(other(seat)).into_owned(),
                hand: enemy_hand,
                score: enemy_score,
            },
            own: Player {
                name: names.of(seat).into_owned(),
                hand,
                score,
            },
            round: view.round,
            turn: match view.turn {
                Some(turn) if turn == seat => Turn::Own,
                Some(_) => Turn::Opponent,
                None => Turn::Over,
            },
            log: log.to_owned(),
        }
    }

    /// What somebody sees who has no opponent yet; section 5.
    pub fn waiting(name: &str) -> Frame {
        Frame {
            opponent: Player::default(),
            own: Player {
                name: name.to_owned(),
                ..Player::default()
            },
            round: 1,
            turn: Turn::Opponent,
            log: WAITING.to_owned(),
        }
    }

    /// The same position with another message.
    pub fn with_log(self, log: &str) -> Frame {
        Frame {
            log: log.to_owned(),
            ..self
        }
    }
}
