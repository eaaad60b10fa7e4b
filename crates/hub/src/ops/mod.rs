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

pub(crate) use accept::{Word, accept, turn_away};
pub(crate) use connections::{Admission, Charge, Connection, Connections, Rank};
pub(crate) use database::Database;
pub(crate) use files::most_connections;
pub(crate) use health::Health;
pub(crate) use limits::{Limits, Pace, Pacer};
pub(crate) use network::{Subnet, network};
pub(crate) use notice::{Closed, Met, Notice, store_failed};
pub(crate) use queue::Queue;
pub use reach::reachable_at;
pub(crate) use turns::{Turn, Turns};
