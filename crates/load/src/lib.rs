//! A load on a Parlor server: real matches over its real socket, all seats of each, random legal
//! moves, and every entry that arrives held against the server's log.

mod api;
mod audience;
mod check;
mod frame;
mod idle;
mod inserts;
mod ledger;
mod line;
mod nodes;
mod place;
mod plan;
mod process;
mod relay;
mod report;
mod room;
mod run;
mod set_up;
mod socket;
mod tally;
mod times;

pub use inserts::{InsertReport, run_inserts};
pub use ledger::Faults;
pub use plan::{LoadError, Plan, Until};
pub use relay::{RelayReport, run_relay, serve_relay};
pub use report::{Audience, Idle, Interruptions, Latency, Process, Report};
pub use run::{run, run_until};
