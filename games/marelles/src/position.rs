//! The position text of §2.7: 24 cells, side, both hands and the pending flag.
//!
//! The page fixes the flag `-`; `p` and `m` tell what closed the mill for which a removal is owed
//! (a placement, a slide or flight), because that decides what may be taken.

use parlor_engine::{Rejection, Seat};

use crate::board::POINTS;
use crate::options::PLACING_PLIES;
use crate::state::{Closing, Colour, Marelles, STONES};
use crate::{First, Options};

impl Marelles {
    /// The text of the position, such as `........................ b 9 9 -`.
    pub fn position(&self) -> String {
        let cells =
            (0..POINTS).map(
                |at| match (self.stones[0] >> at & 1, self.stones[1] >> at & 1) {
                    (0, 0) => '.',
                    (0, _) => 'w',
                    _ => 'b',
                },
            );
        let side = match self.side() {
            Colour::Black => 'b',
            Colour::White => 'w',
        };
        let flag = match self.pending {
            None => '-',
            Some(Closing::Placement) => 'p',
            Some(Closing::Movement) => 'm',
        };
        // Made with every view: one text, no pieces.
        let [black, white] = self.hands.map(|stones| char::from(b'0' + stones));
        let rest = [' ', side, ' ', black, ' ', white, ' ', flag];
        let mut text = String::with_capacity(POINTS + rest.len());
        text.extend(cells.chain(rest));
        text
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
