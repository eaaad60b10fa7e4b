//! Levels against each other, to know what their names are worth.

mod plan;
mod play;
mod report;
mod scale;

pub use plan::{Pairing, Plan, Tournament};
pub use report::{Tally, table};
pub use scale::{ratings, svg, text};
