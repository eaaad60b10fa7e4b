//! Positions put together by hand.

use parlor_engine::{Rejection, Seat};
use serde::Deserialize;
use serde_json::Value;

use crate::options::PLACING_PLIES;
use crate::state::{Colour, Marelles, STONES, key};
use crate::{First, Options};

/// What lies where, what is still in hand and whose turn it is. Draw rules begin to count here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sketch {
    /// By index, as in views.
    cells: Vec<Option<Colour>>,
    /// Black's and white's.
    #[serde(default)]
    hands: [u8; 2],
    turn: Colour,
}

pub(crate) fn arrange(options: &Options, sketch: &Value) -> Result<Marelles, Rejection> {
    let sketch = Sketch::deserialize(sketch)
        .map_err(|error| Rejection::state(format!("bad sketch: {error}")))?;
    Rejection::demand(sketch.cells.len() == 24, "a board has 24 points")?;
    Rejection::demand(
        sketch.hands.iter().all(|&hand| hand <= STONES),
        "a player has more than nine stones",
    )?;
    let black_seat = match options.first {
        First::Guest => Seat(1),
        First::Host | First::Random => Seat(0),
    };
    let mut state = Marelles::opening(*options, black_seat);
    for (at, colour) in sketch.cells.iter().enumerate() {
        if let Some(colour) = colour {
            state.stones[*colour as usize] |= 1 << at;
        }
    }
    state.hands = sketch.hands;
    let in_hand = u32::from(sketch.hands[0]) + u32::from(sketch.hands[1]);
    state.plies = PLACING_PLIES - in_hand;
    if in_hand == 0 && sketch.turn == Colour::White {
        state.plies += 1;
    }
    Rejection::demand(
        state.side() == sketch.turn,
        "black begins: with so many stones in hand it is the other one's turn",
    )?;
    if options.repetition > 0 && in_hand == 0 {
        state.history = vec![key(state.stones, state.side())];
    }
    Ok(state)
}
