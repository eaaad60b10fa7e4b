//! Tables: what is agreed before the first move, and who sits where.

mod change;
mod crier;
mod lobby;
mod opening;
mod outside;
mod pairing;
mod service;
mod table;
#[cfg(test)]
mod tests;

pub use crier::Crier;
pub use lobby::Lobby;
pub use outside::{Outside, World};
pub use pairing::{Pairing, Wish};
pub use service::Tables;
pub use table::{Chair, Sitter, Table};

pub use crate::random::Draw;
