use parlor_describe::TS;
use parlor_engine::{Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::{CoExistence, Ending, Event, GOAL, Hand, Last, Options, ROUNDS};

/// What anybody may see: the whole table, for all cards lie open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct View {
    /// The seat this was made for; null for a spectator.
    pub viewer: Option<Seat>,
    pub options: Options,
    pub hands: [Hand; 2],
    pub scores: [u8; 2],
    /// Points that win.
    pub goal: u8,
    /// Counts from 1; `rounds + 1` when nobody won.
    pub round: u8,
    /// Rounds that are played.
    pub rounds: u8,
    /// Null when the game is over.
    pub turn: Option<Seat>,
    /// Passes in a row.
    pub passes: u8,
    pub started_by: Seat,
    /// What a player did last; null before the first action.
    pub last: Option<Last>,
    pub outcome: Option<Ending>,
}

impl View {
    pub(crate) fn of(state: &CoExistence, viewer: Viewer) -> View {
        View {
            viewer: viewer.seat(),
            options: state.options,
            hands: state.hands,
            scores: state.scores,
            goal: GOAL,
            round: state.round,
            rounds: ROUNDS,
            turn: state.turn,
            passes: state.passes,
            started_by: state.started_by,
            last: state.last,
            outcome: state.ending,
        }
    }

    /// Nothing is hidden, so a view tells the state.
    pub(crate) fn state(&self) -> CoExistence {
        CoExistence {
            options: self.options,
            hands: self.hands,
            scores: self.scores,
            round: self.round,
            started_by: self.started_by,
            turn: self.turn,
            passes: self.passes,
            last: self.last,
            ending: self.outcome,
        }
    }

    /// The last event that led here, told from the position alone; the deal if a round has just
    /// begun.
    pub fn latest(&self) -> Event {
        match (self.outcome, self.last) {
            (Some(Ending { winner, reason }), _) => Event::Over {
                winner,
                reason,
                scores: self.scores,
                round: self.round,
            },
            (None, Some(last)) if self.passes > 0 || !matches!(last, Last::Passed { .. }) => {
                last.into()
            }
            (None, _) => Event::Dealt {
                round: self.round,
                hands: self.hands,
                starts: self.started_by,
            },
        }
    }
}
