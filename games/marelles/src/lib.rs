//! The rules of Marelles, nine men's morris (rule page: `marelles.md`; sections are cited as §).
//!
//! [`Marelles`] is the state: two 24-bit masks, the hands and a few counters. [`board`] holds the
//! geometry that searches and tables share with the rules, [`symmetry`] its 16 symmetries.

mod action;
mod bits;
pub mod board;
mod check;
mod game;
mod notation;
mod options;
mod picture;
mod position;
mod preview;
mod rules;
mod sketch;
mod state;
pub mod symmetry;
mod view;
mod words;

#[cfg(test)]
mod conformance;

pub use action::{Action, Event, Last, Lines, Ply};
pub use board::Point;
pub use options::{First, Options, Removal, Timeout, Undo};
pub use preview::Preview;
pub use state::{Closing, Colour, End, Marelles, Reason, Stage};
pub use view::View;
