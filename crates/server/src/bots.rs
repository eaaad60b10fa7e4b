//! The computer players the house can seat. A bot is an ordinary seat: it is given what its seat
//! may see, never the state.

use parlor_engine::{AnyState, Fast, Seat, Viewer};

const LEVELS: [&str; 1] = ["beginner"];

pub fn levels() -> &'static [&'static str] {
    &LEVELS
}

pub fn is_level(level: &str) -> bool {
    LEVELS.contains(&level)
}

/// What a bot plays: here, anything that is legal in a world that looks like the one it sees.
pub fn choose(state: &dyn AnyState, seat: Seat, seed: u64) -> Option<String> {
    let mut chance = Fast::new(seed);
    state
        .imagine(Viewer::Seat(seat), &mut chance)
        .sample(seat, &mut chance)
}
