//! What a shard hears, from those who ask and from the work it had done.

use parlor_store::Entry as EntryRow;
use tokio::sync::oneshot;

use crate::Refusal;
use crate::matches::Opening;
use crate::matches::live::{Asker, Live, MatchAsk, Spoken};
use crate::matches::outbox::ConnId;
use crate::people::PlayerId;
use crate::protocol::{LogLine, MatchSnapshot, Raw};
use crate::tables::Table;

/// What a shard is told.
#[derive(Debug)]
pub(in crate::matches) enum ToShard {
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
    /// The row of a table was changed through the lobby.
    TableChanged {
        table: String,
    },
    /// Load it and set its bots and clocks going.
    Wake {
        table: String,
    },
    /// Finish what is under way, then stop.
    Stop(oneshot::Sender<()>),
}

/// A question that changes nothing.
#[derive(Debug)]
pub(in crate::matches) enum Reading {
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

/// What comes back from outside.
pub(in crate::matches) enum Done {
    Loaded(String, Result<Box<Live>, Refusal>),
    ReadOn(String, Result<Vec<EntryRow>, parlor_store::StoreError>),
    Chat(String, u32, Spoken),
    Finished(String, Option<(Table, i64)>),
    Table(String, Option<(Table, i64)>),
    Thought(String, u8, u32, Option<String>),
}
