//! The value of the opening as a proof that can be checked without believing whoever found it.
//!
//! A [`Certificate`] has a ply for every position that one side can be brought to if it follows it,
//! whatever the other does, up to some ply; from there on the checker tries all plies by itself,
//! down to the tables of the moving stages. If the opening is drawn, each side has such a half.
//! [`check`] and what it uses have their own board, symmetries and plies; of the rest of this crate
//! they know nothing but the tables' answers.

mod board;
mod certificate;
mod check;
mod walk;
mod write;

pub use certificate::{Certificate, Refusal};
pub use check::{Proof, check};
pub use write::{SMALL, certify};
