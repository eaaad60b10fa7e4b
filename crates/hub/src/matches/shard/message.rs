//! What a shard is asked, by connections, by the lobby and by other nodes.

use parlor_engine::{Seat, Seq};
use tokio::sync::oneshot;

use crate::bus::{BusMessage, NodeId};
use crate::matches::closed_log::ClosedLog;
use crate::matches::live::{MatchCommand, Requester, Waits};
use crate::matches::outbox::{ConnId, Outbox};
use crate::ops::TurnPermit;
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

impl ShardMessage {
    /// Nobody can carry it out: whoever waits for an answer is told.
    pub(in crate::matches) fn refuse(self, refusal: &Refusal) {
        match self {
            ShardMessage::Command {
                match_id,
                requester: Some(requester),
                command_id,
                ..
            } => requester.outbox.refuse(command_id, Some(match_id), refusal),
            ShardMessage::Open { match_id, request } => {
                let id = request.command_id;
                request.outbox.refuse(id, Some(match_id), refusal);
            }
            ShardMessage::Query { query, .. } => query.refuse(refusal.clone()),
            _ => {}
        }
    }
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
    /// Of whoever asks; given back when the match has answered or has to be read first.
    pub permit: Option<Box<TurnPermit>>,
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
        seat: Seat,
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
