//! The house itself: people, tables, running matches, and the doors to them.
//!
//! Every door (`ws`, `http`, `text`) turns what it hears into the commands of `protocol` and hands
//! them to the [`Hub`]; what comes back reaches it through its `Outbox`. Rules live in the games,
//! storage in `parlor-store`. `bus`, `matches`, `people` and `tables` are public for the simulation of
//! a cluster, which puts its own store, bus and clock in place of the real ones, `analysis` for fuzzing.

#![warn(clippy::expect_used, clippy::indexing_slicing)]
// Who asks and what was asked are different things with similar names.
#![allow(clippy::similar_names)]
// In a test an index out of bounds is a failure like any other.
#![cfg_attr(test, allow(clippy::indexing_slicing, clippy::expect_used))]

mod admin;
pub mod alerts;
pub mod analysis;
mod bots;
pub mod bus;
mod clock;
mod config;
pub mod environment;
mod http;
mod hub;
mod ids;
pub mod matches;
mod ops;
pub mod people;
pub mod protocol;
mod puzzles;
mod random;
mod ratings;
mod refusal;
mod serve;
pub mod tables;
mod text;
mod upkeep;
mod ws;

/// The target of spans that may be sent to a collector of traces (docs/operations.md).
const TRACE: &str = "parlor::trace";

pub use admin::{Act, Actor};
pub use config::Config;
pub use http::page;
pub use hub::{Conn, Dispatcher, Hub};
pub use ids::{CommandId, MatchId};
pub use ops::reachable_at;
pub use parlor_tls::{Tls, present as certificate};
pub use random::Draw;
pub use refusal::{Code, Refusal};
pub use serve::{Addresses, Server, StartError};

/// The beginning of a text that came from outside, for an error message.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    text.chars()
        .filter(|c| !c.is_control())
        .take(most)
        .collect()
}
