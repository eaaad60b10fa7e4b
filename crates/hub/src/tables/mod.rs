//! Tables: what is agreed before the first move, and who sits where.

mod callers;
mod challenge;
mod change;
mod code;
mod command;
mod create;
mod invite;
mod lobby;
mod notifier;
mod operate;
mod pairing;
mod position;
mod rows;
mod screen;
mod seating;
mod service;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use callers::MOST_GUESTS;
pub use callers::{Declined, Guest};
pub use challenge::Challenge;
pub use code::read_code;
pub use invite::Invitation;
pub use lobby::Lobby;
pub use notifier::Notifier;
pub use pairing::{PairRequest, Pairing};
pub use seating::Place;
pub use service::Tables;
pub use table::{Chair, Sitter, Table};
