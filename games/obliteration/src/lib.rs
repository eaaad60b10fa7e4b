//! Obliteration: turn one of your hexes, take whatever hangs together with its new target.
//!
//! Section numbers in comments are those of the rule page.

mod action;
mod board;
mod colour;
mod event;
mod hex;
mod layout;
mod options;
mod picture;
mod preview;
mod rules;
mod score;
mod setup;
mod sketch;
mod state;
mod text;
mod verdict;
mod view;

#[cfg(test)]
mod conformance;

pub use action::Action;
pub use board::Board;
pub use colour::{COLOURS, Colour, OUTLINE, Rgb};
pub use event::{Event, waves};
pub use hex::{DIRECTIONS, Grid, Hex, distance};
pub use options::{Colours, HexSize, Mode, Options};
pub use preview::{Conversion, Preview};
pub use score::percent;
pub use setup::{is_fair, start_hexes, start_rotation};
pub use state::{LastMove, Obliteration};
pub use verdict::{Exit, How, Reason, Verdict};
pub use view::{SeatView, View};
