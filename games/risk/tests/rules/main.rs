//! The rule page's tables, worked examples, options and invariants.
// What the tests share may panic as the tests do; hands are too short to count cleverly.
#![allow(clippy::unwrap_used, clippy::naive_bytecount)]

mod bots;
mod cards;
mod dice;
mod examples;
mod hidden;
mod invariants;
mod leaving;
mod notation;
mod options;
mod position;
mod reinforcements;
mod setup;
mod world;
