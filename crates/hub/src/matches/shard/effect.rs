//! What matches want done outside: one list for all of them. Whoever runs the shard carries it out
//! and reports what came of it as a `Completion`.

use parlor_engine::{AnyState, Seat, SeatSet, Seq};
use parlor_store::{Appended, Batch, EntryRow, Head, StoreError};

use crate::bots::Cancel;
use crate::bus::BusMessage;
use crate::matches::Outbox;
use crate::matches::live::{ChatMessage, ChatResult, FinishedMatch, LiveMatch};
use crate::tables::Table;
use crate::{MatchId, Refusal};

#[derive(Debug)]
pub enum Effect {
    /// Make these durable, in this order. Nobody hears of them before.
    Append { entries: Batch },
    /// Send what was left in this connection's outbox.
    Flush(Outbox),
    /// Something else of the store.
    Storage(StorageRequest),
    /// A bot has the move.
    Think(BotTurn),
    /// Call `Shard::on_timer` at this time. Kept by the shard itself.
    WakeAt { match_id: MatchId, due_ms: i64 },
    /// The other nodes should know. Nothing comes of it, nor of the next.
    Publish(BusMessage),
    /// Lists show whose turn it is.
    Turn { match_id: MatchId, to_act: SeatSet },
}

/// What a match reads and writes besides its entries; carried out by `Repository::perform`.
#[derive(Debug)]
pub enum StorageRequest {
    Load {
        match_id: MatchId,
    },
    /// The entries after this one: somebody else wrote to the log.
    ReadLog {
        match_id: MatchId,
        after: Seq,
    },
    StoreChat {
        match_id: MatchId,
        message: ChatMessage,
    },
    ReadChat {
        match_id: MatchId,
        after: u32,
    },
    /// The result is known: record it and the ratings.
    Finish {
        result: Box<FinishedMatch>,
    },
    ReadTable {
        match_id: MatchId,
    },
    /// How far are the logs of these?
    ReadHeads {
        match_ids: Vec<MatchId>,
    },
}

/// A position for a bot to think about.
#[derive(Debug)]
pub struct BotTurn {
    pub match_id: MatchId,
    pub seat: Seat,
    pub level: String,
    pub seq: Seq,
    pub state: Box<dyn AnyState>,
    pub cancel: Cancel,
}

/// A table's row.
#[derive(Debug)]
pub struct TableRow {
    pub table: Table,
    pub version: i64,
}

/// What came of an `Effect`.
#[derive(Debug)]
pub enum Completion {
    Appended {
        entries: Batch,
        result: Result<Appended, StoreError>,
    },
    Loaded {
        match_id: MatchId,
        result: Result<Box<LiveMatch>, Refusal>,
    },
    LogRead {
        match_id: MatchId,
        result: Result<Vec<EntryRow>, StoreError>,
    },
    ChatStored {
        match_id: MatchId,
        result: ChatResult,
    },
    /// `None` when the store did not answer.
    ChatRead {
        match_id: MatchId,
        messages: Option<Vec<ChatMessage>>,
    },
    /// `None` when the result could not be written for now.
    Finished {
        match_id: MatchId,
        row: Option<TableRow>,
    },
    TableRead {
        match_id: MatchId,
        row: Option<TableRow>,
    },
    /// Empty when the store did not answer.
    HeadsRead { heads: Vec<Head> },
    /// `None` when the bot was told to stop.
    Thought {
        match_id: MatchId,
        seat: Seat,
        seq: Seq,
        action: Option<String>,
    },
}
