//! Levels against each other, to know what their names are worth.

mod calibration;
mod cross;
mod log;
mod plan;
mod play;
mod report;
mod scale;

pub use calibration::Calibration;
pub use cross::cross;
pub use plan::{Pairing, Plan, Tournament};
pub use report::{Tally, table};
pub use scale::{ratings, svg, text};
