//! What is proven, for those who study a position.

use parlor_engine::{AnyState, Seat};
use parlor_marelles::Marelles;

/// How a position ends if nobody errs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    Loss,
    Draw,
    Win,
}

/// What tables know of a position, for the seat that was asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    pub ending: Ending,
    /// Plies up to the capture that decides; `None` for draws, and where only values are kept.
    pub plies: Option<u32>,
}

impl Verdict {
    /// The same for the other of two seats.
    #[must_use]
    pub fn reversed(self) -> Verdict {
        Verdict {
            ending: match self.ending {
                Ending::Loss => Ending::Win,
                Ending::Draw => Ending::Draw,
                Ending::Win => Ending::Loss,
            },
            ..self
        }
    }
}

/// What is proven of a position that goes on, for `seat`; `None` where no table reaches. Rules of
/// repetition are not considered.
pub fn verdict(state: &dyn AnyState, seat: Seat) -> Option<Verdict> {
    let game = state.as_any().downcast_ref::<Marelles>()?;
    let verdict = crate::marelles::study::verdict(game)?;
    Some(if state.to_act().contains(seat) {
        verdict
    } else {
        verdict.reversed()
    })
}

/// Whether the chances that [`crate::evaluate`] tells of this game are computed, not estimated.
pub fn is_exact(game: &str) -> bool {
    game == "coexistence"
}
