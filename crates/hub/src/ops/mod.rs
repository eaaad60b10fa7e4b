//! Keeping the house running: limits, metrics, an orderly end.

mod accept;
mod connections;
mod database;
mod files;
mod health;
mod limits;
mod network;
mod notice;
mod queue;
mod reach;
mod turns;

pub use accept::{Word, accept, turn_away};
pub use connections::{Admission, Charge, Connection, Connections, Rank};
pub use database::Database;
pub use files::most_connections;
pub use health::Health;
pub use limits::{Limits, MessageRate, RateVerdict};
pub(crate) use network::Subnet;
pub use network::network;
pub use notice::{Closed, Met, Notice, store_failed};
pub(crate) use queue::Queue;
pub use reach::reachable_at;
pub use turns::{TurnPermit, Turns};
