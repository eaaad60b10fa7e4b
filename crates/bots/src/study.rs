//! What is proven, for those who study a position.

use parlor_coexistence::CoExistence;
use parlor_engine::{AnyState, Game, Seat};
use parlor_marelles::Marelles;

use crate::effort::{Budget, Cancel, Effort};
use crate::level::Skill;

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

/// A move whose chances are computed, not estimated.
#[derive(Clone, PartialEq, Debug)]
pub struct Computed {
    /// In the game's notation.
    pub action: String,
    /// Of the seat that moves, and of the other; nobody may win.
    pub chances: [f64; 2],
}

/// The moves of a seat in a game of which everything is computed; `None` in others.
pub fn computed(
    game: &str,
    view: &str,
    seat: Seat,
    budget: &Budget,
    cancel: &Cancel,
) -> Option<Vec<Computed>> {
    if game != CoExistence::META.id {
        return None;
    }
    let view = serde_json::from_str(view).ok()?;
    let mut effort = Effort::new(budget, &Skill::FULL, 0, cancel);
    let moves = crate::coexistence::exact(&view, seat, &mut effort)?;
    Some(
        moves
            .into_iter()
            .map(|(action, value)| Computed {
                action: CoExistence::notate(&action),
                chances: [value.own, value.enemy],
            })
            .collect(),
    )
}
