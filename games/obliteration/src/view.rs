//! What everybody may see: everything.

use parlor_describe::TS;
use parlor_engine::{Game as _, Outcome, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::colour::{COLOURS, Colour};
use crate::options::{Mode, Options};
use crate::score::percent;
use crate::state::{LastMove, Obliteration, Saved};
use crate::verdict::{Exit, Verdict};

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct View {
    /// For whom the view was made; none for a spectator.
    pub you: Option<Seat>,
    pub columns: u8,
    pub rows: u8,
    /// One letter for each hex, at `x * rows + y`: `.` is nobody, `A` the first seat.
    pub owners: String,
    /// One digit for each hex, at `x * rows + y`.
    pub rotations: String,
    pub seats: Vec<SeatView>,
    pub neutral: u16,
    /// The colour of neutral hexes.
    pub neutral_colour: Colour,
    pub mode: Mode,
    /// Hexes that win a game of Domination.
    pub needed: Option<u16>,
    pub turn_limit: Option<u32>,
    /// Single turns played so far by all.
    pub turns: u32,
    /// Whose turn it is; none when the game is over.
    pub turn: Option<Seat>,
    pub last: Option<LastMove>,
    pub verdict: Option<Verdict>,
    pub outcome: Option<Outcome>,
    pub options: Options,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct SeatView {
    pub seat: Seat,
    pub colour: Colour,
    pub hexes: u16,
    /// Share of the hexes of all players (section 5), such as `83.33%`.
    pub score: String,
    /// Share of the whole grid, in Domination only.
    pub share: Option<String>,
    /// Whether and how the seat is out.
    pub exit: Option<Exit>,
}

impl View {
    pub(crate) fn of(state: &Obliteration, viewer: Viewer) -> View {
        let (board, grid) = (&state.board, state.board.grid());
        let seat_view = |seat: Seat| {
            let hexes = board.count(seat);
            let part = u32::from(hexes);
            SeatView {
                seat,
                colour: COLOURS[usize::from(state.colours[seat.index()])].clone(),
                hexes,
                score: percent(part, u32::from(board.owned())),
                share: match state.options.mode {
                    Mode::Obliteration => None,
                    Mode::Domination => Some(percent(part, grid.len() as u32)),
                },
                exit: state.exits[seat.index()],
            }
        };
        View {
            you: viewer.seat(),
            columns: grid.columns,
            rows: grid.rows,
            owners: board.owners(),
            rotations: board.rotations(),
            seats: state.all_seats().map(seat_view).collect(),
            neutral: board.neutral(),
            neutral_colour: COLOURS[10].clone(),
            mode: state.options.mode,
            needed: state.options.needed(grid),
            turn_limit: state.options.turn_limit,
            turns: state.turns,
            turn: state.to_act().first(),
            last: state.last,
            verdict: state.verdict,
            outcome: state.outcome(),
            options: state.options,
        }
    }

    /// The state it was made of. Refuses what `of` cannot have made.
    pub(crate) fn to_state(&self) -> Result<Obliteration, String> {
        let winner = self.verdict.map(|verdict| verdict.winner);
        Obliteration::try_from(Saved {
            options: self.options,
            seats: u8::try_from(self.seats.len()).map_err(|error| error.to_string())?,
            colours: self.seats.iter().map(|seat| seat.colour.number).collect(),
            owners: self.owners.clone(),
            rotations: self.rotations.clone(),
            turn: self.turn.or(winner).ok_or("nobody's turn")?,
            turns: self.turns,
            exits: self.seats.iter().map(|seat| seat.exit).collect(),
            last: self.last,
            verdict: self.verdict,
        })
    }
}
