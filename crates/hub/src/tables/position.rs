//! Matches that start from a position somebody has studied or set up.

use parlor_engine::AnyGame;
use serde_json::Value;

use crate::protocol::NewTable;
use crate::{Code, Refusal};

/// So large a state may be: it is stored with the table.
const LARGEST: usize = 48 * 1024;

/// The options and seats of a position that a match can start from at such a table.
pub(super) fn judge(
    game: &dyn AnyGame,
    position: &Value,
    new: &NewTable,
) -> Result<(Value, u8), Refusal> {
    if position.to_string().len() > LARGEST {
        return Err(refused("the position is too large"));
    }
    let state = game.load(position)?;
    if state.outcome().is_some() {
        return Err(refused("the game is over in this position"));
    }
    let seats = state.seats();
    if new.seats.is_some_and(|wanted| wanted != seats) {
        return Err(refused("the position is not one of so many seats"));
    }
    if !new.screen.is_empty() {
        return Err(refused("people at one screen begin at the beginning"));
    }
    if game.meta().hidden && new.bots.len() + 1 < usize::from(seats) {
        // Whoever set it up knows what the others must not.
        let message = "where something is hidden, only bots play from a position";
        return Err(refused(message));
    }
    // The state has been judged: it is one of these options.
    let options = position.get("options").cloned().unwrap_or_default();
    game.check_new(&options)?;
    Ok((game.complete_options(&options)?, seats))
}

fn refused(message: &'static str) -> Refusal {
    Refusal::new(Code::TablePosition, message)
}
