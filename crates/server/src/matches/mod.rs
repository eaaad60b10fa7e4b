//! Running matches: one owner each, folded from their log, loaded on demand, evicted when idle.
//!
//! `live` is the logic and knows neither sockets nor storage nor a clock: it takes what happened
//! and says what is to be done. `shard` does it.

mod clock;
mod live;
mod offers;
mod outbox;
mod service;
mod shard;
mod told;
mod work;

pub use clock::Outages;
pub use live::{Asker, Closing, MatchAsk};
pub use outbox::{ConnId, Out, Outbox};
pub use service::{Matches, Opening};
pub use told::Told;
pub(crate) use work::Work;
