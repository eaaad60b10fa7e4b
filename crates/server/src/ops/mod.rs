//! Keeping the house running: limits, metrics, an orderly end.

mod limits;

pub(crate) use limits::{Limits, Pace, Visitor};
