//! What Parlor remembers: players, sessions, matches and their logs, chat and ratings.
//!
//! One contract on three back ends, chosen by URL. The key `(match, seq)` of a log entry is the
//! only lock there is between nodes, and what [`Store::append`] or an [`Appender`] has answered
//! is on disk. Ids and times come from the caller; nothing here looks at a clock.

// PostgreSQL and MySQL are names here, not code.
#![allow(clippy::doc_markdown)]
#![cfg_attr(
    not(test),
    warn(clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod admin;
mod alerts;
mod alive;
mod amend;
mod appender;
mod channels;
mod chat;
mod codes;
mod connect;
mod connections;
mod copy;
mod db;
mod dialect;
mod entries;
mod error;
mod exec;
mod finish;
mod groups;
mod health;
mod inspect;
mod invites;
mod limits;
mod lists;
mod match_row;
mod matches;
mod migrate;
mod nodes;
mod passes;
mod players;
mod puzzles;
mod relations;
mod reports;
mod retry;
mod row;
mod secret;
mod sessions;
mod sqlite;
mod standings;
mod vacations;

use std::sync::Arc;

/// The target of spans that may be sent to a collector of traces (docs/operations.md).
const TRACE: &str = "parlor::trace";

pub use admin::{AuditLine, Ban, Said};
pub use alerts::Alert;
pub use alive::Outage;
pub use amend::{Amendment, ChangedChange};
pub use appender::{Appender, AppenderOptions, Batch, Settled};
pub use channels::Channel;
pub use chat::ChatLine;
pub use copy::{Copied, CopyError, backup, move_house, restore};
pub use db::Patience;
pub use dialect::Backend;
pub use entries::{Appended, EntryRow, NewEntry};
pub use error::{Cause, Fault, StoreError};
pub use groups::Group;
pub use inspect::{Inspection, inspect};
pub use invites::Invite;
pub use lists::Cursor;
pub use match_row::{Change, MatchRow, MatchRowUpdate, MatchStatus, NewMatch, Seated, StoredMatch};
pub use migrate::SCHEMA;
pub use nodes::{Head, Node};
pub use passes::Pass;
pub use players::Player;
pub use puzzles::{Attempt, Attempted, PuzzleTry};
pub use relations::Relation;
pub use reports::Report;
pub use secret::Secret;
pub use sessions::{Session, TokenHash};
pub use standings::{LeaderboardRow, RatingChange, Standing};
pub use vacations::Vacation;

/// A database. Cheap to clone: all clones share the same connections.
#[derive(Clone, Debug)]
pub struct Store {
    db: Arc<db::Db>,
    meta: Arc<migrate::Meta>,
    health: Arc<health::Health>,
}

impl Store {
    /// Opens `sqlite:PATH` (made if missing, folder included), `postgres://…` or `mysql://…` and
    /// brings its schema up to date.
    pub async fn connect(url: &str) -> Result<Store, StoreError> {
        Store::connect_with(url, Patience::default()).await
    }

    /// The same with other times to wait for the database.
    pub async fn connect_with(url: &str, patience: Patience) -> Result<Store, StoreError> {
        let (db, meta) = connect::connect(url, patience).await?;
        Ok(Store {
            db: Arc::new(db),
            meta: Arc::new(meta),
            health: Arc::default(),
        })
    }

    pub fn backend(&self) -> Backend {
        self.db.backend()
    }

    /// Drawn when the database was made: the same for every node that works on it.
    pub fn cluster_id(&self) -> &str {
        &self.meta.cluster
    }

    /// Whether the database answers.
    pub async fn ping(&self) -> Result<(), StoreError> {
        let _: Option<i64> = self
            .db
            .fetch_optional("SELECT COUNT(*) FROM meta", &[])
            .await?;
        Ok(())
    }

    /// Finishes what runs and closes every connection, those of clones included.
    pub async fn close(&self) {
        self.db.close().await;
    }
}
