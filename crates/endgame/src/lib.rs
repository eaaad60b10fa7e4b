//! End-game tables of Marelles (rule page `marelles.md`, §5.3 to §5.6): for every board with empty
//! hands, who wins and how many plies it takes until a decisive capture or the end.
//!
//! A *board* is the mover's stones and the opponent's, as masks of [`parlor_marelles::board`].
//! [`index`] numbers boards up to symmetry, [`solve`] computes a pair of tables, [`build`] does so
//! for all pairs up to a given one and keeps them in [`file`]s, [`Tables`] looks them up.
//! `docs/tables.md` describes the format and the memory plan.

pub mod build;
mod error;
pub mod file;
pub mod index;
mod lazy;
mod packed;
mod pair;
pub mod placing;
pub mod prove;
mod reader;
pub mod solve;
mod store;

pub use error::Error;
pub use packed::{Packed, Value};
pub use pair::{Pair, Stones};
pub use parlor_marelles::Removal;
pub use reader::{ProbeResult, Tables};
