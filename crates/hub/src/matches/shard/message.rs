//! What a shard is asked, by connections, by the lobby and by other nodes.

use std::any::Any;

use parlor_engine::Seq;
use tokio::sync::oneshot;

use crate::bus::{BusMessage, NodeId};
use crate::matches::closed_log::ClosedLog;
use crate::matches::live::{MatchCommand, Requester, Waits};
use crate::matches::outbox::{ConnId, Outbox};
use crate::people::PlayerId;
use crate::protocol::{LogPage, MatchSnapshot, Raw};
use crate::{CommandId, MatchId, Refusal};

#[derive(Debug)]
pub enum ShardMessage {
    /// Something is asked of a match; the answer goes to the requester's outbox.
    Command {
        match_id: MatchId,
        /// Absent when the house itself wants it.
        requester: Option<Requester>,
        command_id: Option<CommandId>,
        command: MatchCommand,
    },
    /// A connection wants to follow a match.
    Open {
        match_id: MatchId,
        request: OpenRequest,
    },
    Close {
        match_id: MatchId,
        conn: ConnId,
    },
    /// A question that changes nothing.
    Query {
        match_id: MatchId,
        player: Option<PlayerId>,
        invite: Option<String>,
        query: Query,
    },
    /// The row of a table was changed through this node's lobby.
    TableChanged {
        match_id: MatchId,
    },
    /// Load it and set its bots and clocks going.
    Wake {
        match_id: MatchId,
    },
    /// From another node.
    Bus {
        from: NodeId,
        message: BusMessage,
    },
    /// Finish what is under way, then stop.
    Stop(oneshot::Sender<()>),
}

/// A wish to follow a match.
#[derive(Debug)]
pub struct OpenRequest {
    pub outbox: Outbox,
    pub player: Option<PlayerId>,
    /// The last entry that is known already.
    pub since: Option<Seq>,
    pub invite: Option<String>,
    pub command_id: Option<CommandId>,
    /// The turn of whoever asks, given back when the match has answered or has to be read first.
    pub turn: Option<Box<dyn Any + Send + Sync>>,
}

type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

#[derive(Debug)]
pub enum Query {
    Snapshot {
        since: Option<Seq>,
        reply: Reply<MatchSnapshot>,
    },
    /// The same by the way, from a page that shows many matches small: no sign of being there.
    Glance {
        reply: Reply<MatchSnapshot>,
    },
    Log {
        after: Seq,
        reply: Reply<LogPage>,
    },
    ViewAt {
        seq: Seq,
        reply: Reply<Raw>,
    },
    /// What the record of a match that is over is made from.
    ClosedLog {
        reply: Reply<ClosedLog>,
    },
    /// Whose turn it is, by the way.
    Waits {
        reply: Reply<Waits>,
    },
    LongAway {
        seat: u8,
        reply: Reply<bool>,
    },
}

impl Query {
    pub(super) fn refuse(self, refusal: Refusal) {
        match self {
            Query::Snapshot { reply, .. } | Query::Glance { reply } => {
                drop(reply.send(Err(refusal)));
            }
            Query::Waits { reply } => drop(reply.send(Err(refusal))),
            Query::Log { reply, .. } => drop(reply.send(Err(refusal))),
            Query::ViewAt { reply, .. } => drop(reply.send(Err(refusal))),
            Query::ClosedLog { reply } => drop(reply.send(Err(refusal))),
            Query::LongAway { reply, .. } => drop(reply.send(Err(refusal))),
        }
    }
}
