//! What nodes tell each other. Every piece of news is a hint: it may be late, doubled, reordered or
//! lost, for the store knows everything that matters.

use parlor_engine::SeatSet;
use parlor_store::TokenHash;
use serde::{Deserialize, Serialize};

use crate::matches::{Offer, Saying};
use crate::people::PlayerId;
use crate::tables::Table;

/// A running server; drawn anew with every start.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NodeId(pub i64);

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum News {
    /// These entries are in the log.
    Entries {
        table: String,
        rows: Vec<EntryNews>,
        to_act: SeatSet,
    },
    /// This was said at the table.
    Said { table: String, saying: Box<Saying> },
    /// What is offered in the position `seq`.
    Offer {
        table: String,
        seq: u32,
        offer: Option<Offer>,
    },
    /// Who is with the node that says it.
    Here {
        table: String,
        seats: SeatSet,
        spectators: u32,
    },
    /// The row of a table.
    Table { table: Box<Table>, version: i64 },
    /// The table is no more.
    Gone { table: String },
    /// This session has ended.
    SessionEnded { session: TokenHash },
    /// All sessions of a player have ended.
    SignedOut { player: PlayerId },
}

/// An entry as the store keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EntryNews {
    pub seq: u32,
    pub at_ms: i64,
    pub act: String,
    pub by: Option<i64>,
    pub cmd: Option<String>,
}

impl From<EntryNews> for parlor_store::Entry {
    fn from(news: EntryNews) -> parlor_store::Entry {
        parlor_store::Entry {
            seq: news.seq,
            at_ms: news.at_ms,
            act: news.act,
            by_player: news.by,
            cmd: news.cmd,
        }
    }
}

impl From<parlor_store::NewEntry> for EntryNews {
    fn from(entry: parlor_store::NewEntry) -> EntryNews {
        EntryNews {
            seq: entry.seq,
            at_ms: entry.at_ms,
            act: entry.act,
            by: entry.by_player,
            cmd: entry.cmd,
        }
    }
}

impl News {
    /// What it is about, for the subject on the bus: its kind, and the table if there is one.
    pub fn about(&self) -> (&'static str, &str) {
        match self {
            News::Entries { table, .. } => ("entries", table),
            News::Said { table, .. } => ("said", table),
            News::Offer { table, .. } => ("offer", table),
            News::Here { table, .. } => ("here", table),
            News::Table { table, .. } => ("table", &table.id),
            News::Gone { table } => ("gone", table),
            News::SessionEnded { .. } | News::SignedOut { .. } => ("signed_out", "all"),
        }
    }
}
