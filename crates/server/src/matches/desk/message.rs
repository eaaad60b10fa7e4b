//! What a desk hears, from those who ask, from other nodes, and from the work it had done.

use parlor_store::{Appended, Entry as EntryRow, Head, NewEntry, StoreError};
use tokio::sync::oneshot;

use crate::Refusal;
use crate::bus::{News, NodeId};
use crate::matches::Opening;
use crate::matches::live::{Asker, Live, MatchAsk, Saying, Spoken};
use crate::matches::outbox::ConnId;
use crate::people::PlayerId;
use crate::protocol::{LogLine, MatchSnapshot, Raw};
use crate::tables::Table;

/// What a desk is told.
#[derive(Debug)]
pub enum Heard {
    Ask {
        table: String,
        asker: Option<Asker>,
        id: Option<String>,
        what: MatchAsk,
    },
    Open {
        table: String,
        opening: Opening,
    },
    Close {
        table: String,
        conn: ConnId,
    },
    Read {
        table: String,
        player: Option<PlayerId>,
        invite: Option<String>,
        what: Reading,
    },
    /// The row of a table was changed through this node's lobby.
    TableChanged {
        table: String,
    },
    /// Load it and set its bots and clocks going.
    Wake {
        table: String,
    },
    /// From another node.
    News {
        from: NodeId,
        news: News,
    },
    /// Finish what is under way, then stop.
    Stop(oneshot::Sender<()>),
}

/// A question that changes nothing.
#[derive(Debug)]
pub enum Reading {
    Snapshot(Option<u32>, oneshot::Sender<Result<MatchSnapshot, Refusal>>),
    Log(oneshot::Sender<Result<Vec<LogLine>, Refusal>>),
    ViewAt(u32, oneshot::Sender<Result<Raw, Refusal>>),
    Record(oneshot::Sender<Result<parlor_engine::Record, Refusal>>),
    Absent(u8, oneshot::Sender<Result<Option<i64>, Refusal>>),
}

impl Reading {
    pub(super) fn refuse(self, refusal: Refusal) {
        match self {
            Reading::Snapshot(_, answer) => drop(answer.send(Err(refusal))),
            Reading::Log(answer) => drop(answer.send(Err(refusal))),
            Reading::ViewAt(_, answer) => drop(answer.send(Err(refusal))),
            Reading::Record(answer) => drop(answer.send(Err(refusal))),
            Reading::Absent(_, answer) => drop(answer.send(Err(refusal))),
        }
    }
}

/// What came of a `Todo`.
#[derive(Debug)]
pub enum Done {
    Appended(Vec<NewEntry>, Result<Appended, StoreError>),
    Loaded(String, Result<Box<Live>, Refusal>),
    ReadOn(String, Result<Vec<EntryRow>, StoreError>),
    Spoken(String, Spoken),
    ChatRead(String, Option<Vec<Saying>>),
    Finished(String, Option<(Table, i64)>),
    Table(String, Option<(Table, i64)>),
    Thought(String, u8, u32, Option<String>),
    /// Where the logs of these matches are; empty when the store did not answer.
    Heads(Vec<Head>),
}
