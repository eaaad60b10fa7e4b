//! The position text of §2.7: 24 cells, side, both hands and the pending flag.
//!
//! The page fixes the flag `-`; `p` and `m` tell what closed the mill for which a removal is owed
//! (a placement, a slide or flight), because that decides what may be taken.

use std::fmt::{self, Display, Formatter};

use parlor_engine::{Rejection, Seat};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::board::POINTS;
use crate::options::PLACING_PLIES;
use crate::state::{Closing, Colour, Marelles, STONES};
use crate::{First, Options};

/// A position's text in place: every view has one, and views are made with every move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PositionText([u8; POINTS + 8]);

impl PositionText {
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl Display for PositionText {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for PositionText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for PositionText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PositionText, D::Error> {
        let text = String::deserialize(deserializer)?;
        match text.as_bytes().try_into() {
            Ok(bytes) if text.is_ascii() => Ok(PositionText(bytes)),
            _ => Err(D::Error::custom("not the text of a position")),
        }
    }
}

impl Marelles {
    /// The text of the position, such as `........................ b 9 9 -`.
    pub fn position(&self) -> String {
        self.position_text().as_str().to_owned()
    }

    pub(crate) fn position_text(&self) -> PositionText {
        let side = match self.side() {
            Colour::Black => b'b',
            Colour::White => b'w',
        };
        let flag = match self.pending {
            None => b'-',
            Some(Closing::Placement) => b'p',
            Some(Closing::Movement) => b'm',
        };
        let [black, white] = self.hands.map(|stones| b'0' + stones);
        let rest = [b' ', side, b' ', black, b' ', white, b' ', flag];
        PositionText(std::array::from_fn(|at| match at.checked_sub(POINTS) {
            Some(at) => rest[at],
            None => match (self.stones[0] >> at & 1, self.stones[1] >> at & 1) {
                (0, 0) => b'.',
                (0, _) => b'w',
                _ => b'b',
            },
        }))
    }

    /// A game that begins with a position. Its history is empty, so the position counts once; with
    /// all stones placed it is taken for the one after ply 18 (or 19, with white to move). Without
    /// a chance to draw from, `first = random` gives black to the host.
    pub fn from_position(text: &str, options: &Options) -> Result<Marelles, Rejection> {
        options.check()?;
        let mut state = read(text, *options).ok_or_else(|| {
            Rejection::new(
                "notation",
                "not a position: expected 24 cells (b w .), the side (b w), both hands (0 to 9) \
                 and the pending flag (- p m), such as '........................ b 9 9 -'",
            )
        })?;
        if state.options.repetition > 0 && state.pending.is_none() && state.hands_are_empty() {
            state.history.push(state.key());
        }
        state.check()?;
        Ok(state)
    }
}

/// Reads the text; whether it can be played on is not judged yet.
pub(crate) fn read(text: &str, options: Options) -> Option<Marelles> {
    let mut fields = text.split_ascii_whitespace();
    let (cells, side, black, white, flag) = (
        fields.next()?,
        fields.next()?,
        fields.next()?,
        fields.next()?,
        fields.next()?,
    );
    if fields.next().is_some() || cells.len() != POINTS {
        return None;
    }
    let black_seat = Seat(u8::from(options.first == First::Guest));
    let mut state = Marelles::opening(options, black_seat);
    for (at, cell) in cells.bytes().enumerate() {
        match cell.to_ascii_lowercase() {
            b'b' => state.stones[0] |= 1 << at,
            b'w' => state.stones[1] |= 1 << at,
            b'.' => {}
            _ => return None,
        }
    }
    state.hands = [hand(black)?, hand(white)?];
    state.pending = match flag {
        "-" => None,
        "p" | "P" => Some(Closing::Placement),
        "m" | "M" => Some(Closing::Movement),
        _ => return None,
    };
    let side = match side {
        "b" | "B" => Colour::Black,
        "w" | "W" => Colour::White,
        _ => return None,
    };
    let placed = PLACING_PLIES - u32::from(state.hands[0]) - u32::from(state.hands[1]);
    state.plies = match state.pending {
        Some(Closing::Placement) => placed.checked_sub(1)?,
        _ => placed,
    };
    // All placed, white to move: somebody must have moved once, as black begins.
    let moving = placed == PLACING_PLIES && state.pending != Some(Closing::Placement);
    if moving && side == Colour::White {
        state.plies += 1;
    }
    (state.side() == side).then_some(state)
}

fn hand(text: &str) -> Option<u8> {
    text.parse().ok().filter(|&hand| hand <= STONES)
}
