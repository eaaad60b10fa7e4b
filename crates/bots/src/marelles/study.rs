//! What the tables say of a position, for people.

use parlor_marelles::{Colour, Marelles};

use super::perfect::known;
use crate::study::{Ending, Verdict};

/// For the side to move, between two plies and when all stones are placed.
pub(crate) fn verdict(game: &Marelles) -> Option<Verdict> {
    let side = game.side();
    let in_hand = game.hand(Colour::Black) + game.hand(Colour::White);
    if game.end().is_some() || game.pending().is_some() || in_hand > 0 {
        return None;
    }
    let (own, enemy) = (game.stones(side), game.stones(side.other()));
    let (score, plies) = known(game.options().removal, own, enemy)?;
    Some(Verdict {
        ending: match score {
            1.. => Ending::Win,
            0 => Ending::Draw,
            _ => Ending::Loss,
        },
        plies: (plies > 0).then_some(plies),
    })
}
