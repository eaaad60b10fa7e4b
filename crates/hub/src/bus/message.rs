//! What nodes tell each other. Every message is a hint: it may be late, doubled, reordered or
//! lost, for the store knows everything that matters.

use parlor_engine::{SeatSet, Seq};
use parlor_store::TokenHash;
use serde::{Deserialize, Serialize};

use crate::MatchId;
use crate::matches::{ChatMessage, Offer};
use crate::people::PlayerId;
use crate::tables::{Declined, Guest, Table};

/// A running server; drawn anew with every start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub i64);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum BusMessage {
    /// These entries are in the log.
    Entries {
        match_id: MatchId,
        rows: Vec<BusEntry>,
        to_act: SeatSet,
    },
    /// This was said at the table.
    Chat {
        match_id: MatchId,
        message: Box<ChatMessage>,
    },
    /// What is offered in the position `seq`.
    Offer {
        match_id: MatchId,
        seq: Seq,
        offer: Option<Offer>,
    },
    /// Who is with the node that says it.
    Presence {
        match_id: MatchId,
        seats: SeatSet,
        spectators: u32,
    },
    /// Those with the node that says it whom open tables wait for.
    Here { players: Vec<PlayerId> },
    /// The row of a table.
    Table { table: Box<Table>, version: i64 },
    /// The table is no more.
    Gone { match_id: MatchId },
    /// This session has ended.
    SessionEnded { session: TokenHash },
    /// All sessions of a player have ended.
    SignedOut { player: PlayerId },
    /// Who is with the node that says it.
    Guests { guests: Vec<Guest> },
    /// A challenge was declined.
    Declined { news: Declined },
    /// Who is kept out has changed.
    BansChanged {},
}

/// An entry as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BusEntry {
    pub seq: Seq,
    pub at_ms: i64,
    pub act: String,
    pub by: Option<i64>,
    pub cmd: Option<String>,
}

impl From<BusEntry> for parlor_store::EntryRow {
    fn from(entry: BusEntry) -> parlor_store::EntryRow {
        parlor_store::EntryRow {
            seq: entry.seq,
            at_ms: entry.at_ms,
            act: entry.act,
            by_player: entry.by,
            cmd: entry.cmd,
        }
    }
}

impl From<parlor_store::NewEntry> for BusEntry {
    fn from(entry: parlor_store::NewEntry) -> BusEntry {
        BusEntry {
            seq: entry.seq,
            at_ms: entry.at_ms,
            act: entry.act,
            by: entry.by_player,
            cmd: entry.cmd.as_deref().map(str::to_owned),
        }
    }
}

impl BusMessage {
    /// The table or match it is about, if it is about one.
    pub fn match_id(&self) -> Option<MatchId> {
        match self {
            BusMessage::Entries { match_id, .. }
            | BusMessage::Chat { match_id, .. }
            | BusMessage::Offer { match_id, .. }
            | BusMessage::Presence { match_id, .. }
            | BusMessage::Gone { match_id } => Some(*match_id),
            BusMessage::Table { table, .. } => Some(table.id),
            BusMessage::Declined { news } => Some(news.table),
            BusMessage::SessionEnded { .. }
            | BusMessage::SignedOut { .. }
            | BusMessage::Here { .. }
            | BusMessage::Guests { .. }
            | BusMessage::BansChanged {} => None,
        }
    }

    /// What it is about, for the subject on the bus.
    pub fn kind(&self) -> &'static str {
        match self {
            BusMessage::Entries { .. } => "entries",
            BusMessage::Chat { .. } => "chat",
            BusMessage::Offer { .. } => "offer",
            BusMessage::Presence { .. } | BusMessage::Here { .. } => "presence",
            BusMessage::Table { .. } => "table",
            BusMessage::Gone { .. } => "gone",
            BusMessage::SessionEnded { .. } | BusMessage::SignedOut { .. } => "signed_out",
            BusMessage::Guests { .. } => "guests",
            BusMessage::Declined { .. } => "declined",
            BusMessage::BansChanged {} => "bans",
        }
    }
}
