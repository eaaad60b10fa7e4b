//! The rule page's tables, worked examples, options and invariants.
// The helpers between the tests may panic as the tests do; hands are too short to count cleverly.
#![allow(clippy::unwrap_used, clippy::naive_bytecount)]

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
