//! The rules of `CoExistence`, a card duel for two, and the fixed text frame in which it is played
//! from `nc`. Section numbers in comments are those of the rule page.

mod action;
mod columns;
mod command;
mod event;
mod frame;
mod game;
mod hand;
mod log;
mod notation;
mod options;
mod picture;
mod preview;
mod rules;
mod state;
mod unit;
mod view;

#[cfg(test)]
mod conformance;

pub use action::Action;
pub use columns::Columns;
pub use command::{Command, CommandReader, LONGEST_LINE, SyntaxError};
pub use event::{Event, Last};
pub use frame::{FRAME_BYTES, Frame, FrameReader, Player, Turn};
pub use hand::{COLUMNS, Hand, letter};
pub use log::{INVALID_MOVE, SYNTAX_ERROR, WAITING, log_line, log_text};
pub use options::{Deck, LARGEST_COUNT, Options};
pub use preview::{Deal, Preview, Strike};
pub use state::{CoExistence, DEALT, Ending, GOAL, ROUNDS, Reason};
pub use unit::Unit;
pub use view::View;
