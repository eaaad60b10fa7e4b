//! Games between bots, for the positions that come up in them.

use parlor_bots::{Budget, Cancel, choose_in};
use parlor_engine::{AnyGame, AnyState, Chance, Fast, Stream};
use serde_json::Value;

use crate::puzzle::key;

/// How a game is played for its positions.
pub(super) struct Style<'a> {
    pub options: &'a str,
    pub seats: u8,
    /// One a seat.
    pub levels: Vec<&'a str>,
    /// So many decisions are drawn at random before bots begin.
    pub random: usize,
    pub longest: usize,
}

/// Plays a game; `look` is shown every position with the actions that led to it, and ends the game
/// by false.
pub(super) fn play(
    game: &'static dyn AnyGame,
    style: &Style<'_>,
    seed: u64,
    look: &mut dyn FnMut(&dyn AnyState, &[String]) -> bool,
) -> Option<()> {
    let options: Value = serde_json::from_str(style.options).ok()?;
    let key = key(seed);
    let mut state = game
        .start(&options, style.seats, &mut Stream::new(&key, 0))
        .ok()?;
    let mut actions: Vec<String> = Vec::new();
    let mut chance = Fast::new(seed);
    while let Some(seat) = state.to_act().first() {
        if actions.len() >= style.longest || !look(state.as_ref(), &actions) {
            break;
        }
        let action = if actions.len() < style.random {
            state.sample(seat, &mut chance)?
        } else {
            let level = style.levels.get(seat.index())?;
            let budget = Budget::of_nodes(10_000_000);
            let seed = u64::from(chance.below(u32::MAX));
            let choice = choose_in(state.as_ref(), seat, level, &budget, seed, &Cancel::new());
            choice.ok()?.action
        };
        let seq = actions.len() as u32 + 1;
        state.act(seat, &action, &mut Stream::new(&key, seq)).ok()?;
        actions.push(action);
    }
    Some(())
}
