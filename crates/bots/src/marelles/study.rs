//! What the tables say of a position, for people.

use parlor_endgame::Value;
use parlor_marelles::{Colour, Marelles};

use super::Position;
use super::perfect::known;
use crate::study::{Ending, Verdict};

/// For the side to move, between two plies. While stones are placed only the value is known.
pub(crate) fn verdict(game: &Marelles) -> Option<Verdict> {
    let side = game.side();
    if game.end().is_some() || game.pending().is_some() {
        return None;
    }
    if game.hand(Colour::Black) + game.hand(Colour::White) > 0 {
        return Some(Verdict {
            ending: match Position::of(game).table_value()? {
                Value::Win => Ending::Win,
                Value::Draw => Ending::Draw,
                Value::Loss => Ending::Loss,
            },
            plies: None,
        });
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
