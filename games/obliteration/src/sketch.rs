//! Boards put together by hand.

use parlor_engine::{Rejection, Seat};
use serde::Deserialize;
use serde_json::Value;

use crate::board::Board;
use crate::options::Options;
use crate::state::Obliteration;

/// Whose each hex is, where it points, and whose turn it is; the options say how large the board is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sketch {
    /// One letter for each hex by index, as in states: `.` or `A` to `F`.
    owners: String,
    /// One digit for each hex by index.
    rotations: String,
    turn: Seat,
}

pub(crate) fn arrange(
    options: &Options,
    seats: u8,
    sketch: &Value,
) -> Result<Obliteration, Rejection> {
    let Sketch {
        owners,
        rotations,
        turn,
    } = Sketch::deserialize(sketch)
        .map_err(|error| Rejection::state(format!("bad sketch: {error}")))?;
    Rejection::demand(turn.0 < seats, "the turn is a seat's that is not there")?;
    let grid = options.check_position(seats)?;
    let board = Board::from_strings(grid, seats, &owners, &rotations).map_err(Rejection::state)?;
    Obliteration::from_board(options, board, turn, 0)
}
