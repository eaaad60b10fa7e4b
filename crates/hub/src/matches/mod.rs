//! Running matches: one owner each, folded from their log, loaded on demand, evicted when idle.
//!
//! `live` is one match, `shard` a node's share of all matches. Both know neither sockets nor storage
//! nor a clock: they take what happened and leave a list of effects. `runner` carries those out.

mod clock;
mod closed_log;
mod context;
mod handle;
mod live;
mod offer;
mod outbox;
mod repository;
mod runner;
mod shard;
mod vacations;

pub use clock::Outages;
pub use closed_log::ClosedLog;
pub use context::ShardContext;
pub use handle::{Matches, Reader, Waiting};
pub(crate) use live::ran_away;
pub use live::{
    ChatMessage, ChatResult, FinishedMatch, LiveMatch, MatchCommand, MatchPolicy, Requester,
    Subscriber, Waited, Waits,
};
pub use offer::Offer;
pub use outbox::{ConnId, Outbox, Outgoing, SharedMessage};
pub(crate) use outbox::{FrameSink, LONGEST_QUEUE};
pub use repository::Repository;
pub use shard::{
    BotTurn, Completion, Effect, OpenRequest, Query, Shard, ShardMessage, StorageRequest, TableRow,
};
pub use vacations::Vacations;
