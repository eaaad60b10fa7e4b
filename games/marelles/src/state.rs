use parlor_describe::TS;
use parlor_engine::{Outcome, Seat, word};
use serde::{Deserialize, Serialize};

use crate::board::{FULL, slides};
use crate::{Last, Options};

/// Stones of one player at the start.
pub(crate) const STONES: u8 = 9;

/// A position and what the draw rules remember of the way to it.
///
/// The side to move follows from the number of plies, the captured stones from the counts and
/// phases from both: nothing is stored twice that could disagree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Marelles {
    pub(crate) options: Options,
    pub(crate) black_seat: Seat,
    /// Black's and white's stones.
    pub(crate) stones: [u32; 2],
    pub(crate) hands: [u8; 2],
    /// Complete plies; black makes the even ones, counted from 0.
    pub(crate) plies: u32,
    /// Complete plies in a row that were slides or flights without a removal.
    pub(crate) quiet: u32,
    /// What closed the mill for which a removal is owed.
    pub(crate) pending: Option<Closing>,
    pub(crate) last: Option<Last>,
    pub(crate) end: Option<End>,
    /// Keys of the positions since the last removal or the end of placing, the present one last;
    /// empty if repetition does not count.
    pub(crate) history: Vec<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    Black,
    White,
}

impl Colour {
    pub fn other(self) -> Colour {
        match self {
            Colour::Black => Colour::White,
            Colour::White => Colour::Black,
        }
    }
}

/// The kind of arrival that closed a mill: it decides what may be taken (§2.4).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Closing {
    Placement,
    /// A slide or a flight.
    Movement,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    Placing,
    Moving,
    Flying,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct End {
    /// `None` is a draw.
    pub winner: Option<Colour>,
    pub reason: Reason,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    Two,
    Blocked,
    RanAway,
    Time,
    Repetition,
    NoCapture,
    MaxPlies,
    Agreed,
}

impl Marelles {
    pub(crate) fn opening(options: Options, black_seat: Seat) -> Marelles {
        Marelles {
            options,
            black_seat,
            stones: [0; 2],
            hands: [STONES; 2],
            plies: 0,
            quiet: 0,
            pending: None,
            last: None,
            end: None,
            history: Vec::new(),
        }
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The side to move; while a removal is owed, the side that owes it.
    #[inline]
    pub fn side(&self) -> Colour {
        if self.plies & 1 == 0 {
            Colour::Black
        } else {
            Colour::White
        }
    }

    #[inline]
    pub fn seat_of(&self, colour: Colour) -> Seat {
        Seat((self.black_seat.0 ^ colour as u8) & 1)
    }

    #[inline]
    pub fn colour_of(&self, seat: Seat) -> Colour {
        if seat == self.black_seat {
            Colour::Black
        } else {
            Colour::White
        }
    }

    /// The points with stones of a colour.
    #[inline]
    pub fn stones(&self, colour: Colour) -> u32 {
        self.stones[colour as usize]
    }

    #[inline]
    pub fn empty(&self) -> u32 {
        !(self.stones[0] | self.stones[1]) & FULL
    }

    #[inline]
    pub fn hand(&self, colour: Colour) -> u8 {
        self.hands[colour as usize]
    }

    pub fn on_board(&self, colour: Colour) -> u8 {
        self.stones(colour).count_ones() as u8
    }

    /// Stones on the board and in hand: what counts against three (§2.5).
    pub fn total(&self, colour: Colour) -> u8 {
        self.on_board(colour).saturating_add(self.hand(colour))
    }

    /// How many stones this colour has taken.
    pub fn captured_by(&self, colour: Colour) -> u8 {
        STONES.saturating_sub(self.total(colour.other()))
    }

    pub fn plies(&self) -> u32 {
        self.plies
    }

    /// Complete plies in a row without a removal, placements aside.
    pub fn quiet_plies(&self) -> u32 {
        self.quiet
    }

    pub fn pending(&self) -> Option<Closing> {
        self.pending
    }

    pub fn last(&self) -> Option<Last> {
        self.last
    }

    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// The keys of the positions that count for repetition, the present one last.
    pub fn history(&self) -> &[u64] {
        &self.history
    }

    /// Whether all stones are placed; no matter if the last placement still owes a removal.
    #[inline]
    pub(crate) fn hands_are_empty(&self) -> bool {
        self.hands == [0; 2]
    }

    pub fn stage(&self, colour: Colour) -> Stage {
        if self.hand(colour) > 0 {
            Stage::Placing
        } else if self.flies(colour) {
            Stage::Flying
        } else {
            Stage::Moving
        }
    }

    /// Whether a colour may go anywhere, seen from its stones alone.
    #[inline]
    pub(crate) fn flies(&self, colour: Colour) -> bool {
        self.stones(colour).count_ones() <= 3
    }

    /// The six phases of §2.3, seen by one player.
    pub fn phase(&self, me: Colour) -> u8 {
        if self.end.is_some() {
            6
        } else if !self.hands_are_empty() || self.pending == Some(Closing::Placement) {
            1
        } else {
            match (self.flies(me), self.flies(me.other())) {
                (false, false) => 2,
                (false, true) => 3,
                (true, false) => 4,
                (true, true) => 5,
            }
        }
    }

    /// The slides of a colour, as a set of indices into [`crate::board::SLIDES`].
    #[inline]
    pub fn slides(&self, colour: Colour) -> u64 {
        slides(self.stones(colour), self.empty())
    }

    /// Cells and side to move in one number, for comparing positions.
    #[inline]
    pub fn key(&self) -> u64 {
        key(self.stones, self.side())
    }

    /// How often the present position has occurred; 0 while that is not counted.
    pub fn repetitions(&self) -> u32 {
        if self.history.is_empty() || self.pending.is_some() {
            return 0;
        }
        let key = self.key();
        self.history.iter().filter(|&&past| past == key).count() as u32
    }

    pub(crate) fn outcome(&self) -> Option<Outcome> {
        let End { winner, reason } = self.end?;
        Some(match winner {
            Some(colour) => Outcome::win(self.seat_of(colour), 2, word(&reason)),
            None => Outcome::draw(2, word(&reason)),
        })
    }
}

#[inline]
pub(crate) fn key(stones: [u32; 2], side: Colour) -> u64 {
    u64::from(stones[0]) | u64::from(stones[1]) << 24 | (side as u64) << 48
}

/// The stones and the side to move of a key.
pub(crate) fn unkey(key: u64) -> ([u32; 2], Colour) {
    let side = if key >> 48 & 1 == 0 {
        Colour::Black
    } else {
        Colour::White
    };
    ([key as u32 & FULL, (key >> 24) as u32 & FULL], side)
}
