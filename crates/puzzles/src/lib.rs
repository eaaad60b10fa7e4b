//! Puzzles: positions in which exactly one move is right, each with the line that proves it.
//!
//! [`collection`] is the list that comes with the program, [`Puzzle::walk`] judges what somebody plays,
//! [`build`] makes such lists from end-game tables, exact solutions and long searches, and [`grade`]
//! says how hard they are by how often each level of the bots fails. docs/puzzles.md is for people.

pub mod build;
mod collection;
pub mod grade;
mod hint;
mod puzzle;
mod walk;

pub use collection::{Collection, GAMES, collection};
pub use puzzle::{Goal, Puzzle};
pub use walk::{Step, Verdict, Walk};
