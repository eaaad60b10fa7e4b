//! Running matches: one owner each, folded from their log, loaded on demand, evicted when idle.
//!
//! `live` is one match, `desk` a node's share of all matches. Both know neither sockets nor storage
//! nor a clock: they take what happened and say what is to be done. `shard` does it.

mod clock;
mod desk;
mod errands;
mod live;
mod offers;
mod outbox;
mod service;
mod shard;
mod told;
mod work;

pub use clock::Outages;
pub use desk::{Desk, Done, Heard, Reading, Todo};
pub use errands::{Errands, Shelf};
pub use live::{Asker, Closing, Live, Manners, MatchAsk, Saying, Spoken};
pub use offers::Offer;
pub use outbox::{ConnId, Out, Outbox};
pub use service::{Matches, Opening};
pub use told::Told;
pub(crate) use work::Work;
