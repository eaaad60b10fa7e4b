//! The computer players at the tables of the house. A bot is an ordinary seat: it is given what
//! its seat may see, never the state, and its moves are judged like anybody's.

mod analyses;
mod analyst;
mod judge;
mod pool;
mod review;
mod reviews;

pub use analyses::Analyses;
pub use analyst::Analyst;
pub(crate) use parlor_bots::{Budget, Cancel, Choice, Level};
pub use pool::BotPool;
pub use reviews::{Progress, Reviews};
// Only descriptions name them.
#[cfg(feature = "describe")]
pub use {analyses::Answer, review::Review};

/// Weakest first.
pub fn levels(game: &str) -> &'static [Level] {
    parlor_bots::levels(game)
}

pub fn is_level(game: &str, level: &str) -> bool {
    levels(game).iter().any(|it| it.name == level)
}
