//! The doors of the house, and what goes on behind them by itself.
//!
//! `http` (the page, the API, the way to the socket) and `text` hand their commands to the
//! [`Hub`](parlor_hub::Hub) of `parlor-hub`; `alerts` tells people who are away, `upkeep` tidies up, and
//! [`Server`] opens and closes all of it. Nothing here is on the path of a move.

#![warn(clippy::expect_used, clippy::indexing_slicing)]
// Who asks and what was asked are different things with similar names.
#![allow(clippy::similar_names)]
// In a test an index out of bounds is a failure like any other.
#![cfg_attr(test, allow(clippy::indexing_slicing, clippy::expect_used))]

pub mod alerts;
mod http;
mod serve;
mod text;
mod upkeep;

pub use http::page;
pub use parlor_hub::admin::{Actor, AdminCommand};
pub use parlor_hub::ops::reachable_at;
pub use parlor_hub::{
    Code, CommandId, Config, Conn, Dispatcher, Draw, Hub, MatchId, Refusal, analysis, bus,
    environment, matches, people, protocol, tables,
};
pub use parlor_tls::{Tls, present as certificate};
pub use serve::{Addresses, Server, StartError};
