//! The computer players at the tables of the house. A bot is an ordinary seat: it is given what
//! its seat may see, never the state, and its moves are judged like anybody's.

mod analyses;
mod analyst;
mod judge;
mod pool;
mod review;
mod reviews;

pub(crate) use analyses::Analyses;
pub(crate) use analyst::Analyst;
pub(crate) use parlor_bots::{Budget, Cancel, Choice, Level};
pub(crate) use pool::BotPool;
pub(crate) use reviews::{Progress, Reviews};
// Only descriptions name them.
#[cfg(feature = "describe")]
pub(crate) use {analyses::Answer, review::Review};

/// Weakest first.
pub(crate) fn levels(game: &str) -> &'static [Level] {
    parlor_bots::levels(game)
}

pub(crate) fn is_level(game: &str, level: &str) -> bool {
    levels(game).iter().any(|it| it.name == level)
}
