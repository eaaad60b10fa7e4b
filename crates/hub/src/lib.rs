//! The middle of the house: people, tables, running matches, and the [`Hub`] where every door hands
//! its commands in.
//!
//! A door turns what it hears into the commands of `protocol`; what comes back reaches it through its
//! `Outbox`. The socket (`ws`) is here, because every move goes through it; the other doors stand above,
//! in `parlor-server`. Rules live in the games, storage in `parlor-store`. A simulation of a cluster puts its
//! own store, bus and clock in place of the real ones.

#![warn(clippy::expect_used, clippy::indexing_slicing)]
// Who asks and what was asked are different things with similar names.
#![allow(clippy::similar_names)]
// In a test an index out of bounds is a failure like any other.
#![cfg_attr(test, allow(clippy::indexing_slicing, clippy::expect_used))]

pub mod admin;
pub mod analysis;
pub mod bots;
pub mod bus;
pub mod clock;
mod config;
pub mod environment;
mod hub;
mod ids;
pub mod matches;
pub mod ops;
pub mod people;
pub mod protocol;
pub mod puzzles;
pub mod random;
mod ratings;
mod refusal;
pub mod tables;
pub mod ws;

/// The target of spans that may be sent to a collector of traces (docs/operations.md).
pub const TRACE: &str = "parlor::trace";

pub use config::{Client, Config, Proxies, logo_type};
pub use hub::{Conn, Dispatcher, Hub};
pub use ids::{CommandId, MatchId};
pub use random::Draw;
pub use refusal::{Code, Refusal};

/// The beginning of a text that came from outside, for an error message.
pub fn shorten(text: &str, most: usize) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(most)
        .collect()
}
