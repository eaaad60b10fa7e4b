//! The logs of matches. An entry's `(match, seq)` can be written once; whoever comes second is
//! told so, reads the tail and judges again.

use std::collections::HashSet;
use std::sync::Arc;

use crate::db::{Db, Tx};
use crate::dialect::rows_of_marks;
use crate::exec::{Exec, args};
use crate::retry::Attempts;
use crate::row::{Reader, Stored};
use crate::{Backend, Store, StoreError, limits};

/// Rows of one INSERT on a server. Small enough that a statement for every count stays prepared,
/// large enough that the trips to the database do not matter.
const CHUNK: usize = 64;

const COLUMNS: &str = "match_id, seq, at_ms, act, by_player, cmd";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntry {
    pub match_id: Arc<str>,
    /// From 1 without gaps.
    pub seq: u32,
    pub at_ms: i64,
    /// An `Act` as JSON.
    pub act: String,
    pub by_player: Option<i64>,
    /// The id of the client's command, by which a resend is recognised.
    pub cmd: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    pub seq: u32,
    pub at_ms: i64,
    pub act: String,
    pub by_player: Option<i64>,
    pub cmd: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Appended {
    /// On disk.
    Stored,
    /// Somebody else has written this `(match, seq)`; nothing of the batch was stored.
    Conflict,
}

impl Stored for Entry {
    fn read(row: &mut Reader<'_>) -> Result<Entry, StoreError> {
        Ok(Entry {
            seq: row.number()?,
            at_ms: row.int()?,
            act: row.text()?,
            by_player: row.maybe_int()?,
            cmd: row.maybe_text()?,
        })
    }
}

impl NewEntry {
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        limits::id(&self.match_id)?;
        limits::bytes(self.act.as_bytes(), limits::LINE, "the action is too long")?;
        if self.act.contains('\0') {
            return Err(StoreError::BadValue("text with a NUL character"));
        }
        match &self.cmd {
            None => Ok(()),
            Some(cmd) if cmd.contains('\0') => {
                Err(StoreError::BadValue("text with a NUL character"))
            }
            Some(cmd) => limits::chars(cmd, limits::CMD, "the command id is too long"),
        }
    }
}

impl Store {
    /// Stores entries of any matches in one transaction, each on its own: one that meets a
    /// conflict does not hold up the others, save later ones of its own match.
    pub async fn append(&self, entries: &[NewEntry]) -> Result<Vec<Appended>, StoreError> {
        let batches: Vec<&[NewEntry]> = entries.chunks(1).collect();
        self.append_batches(&batches).await
    }

    /// The same with batches: each is stored as a whole or not at all. A batch holds entries of
    /// one match.
    ///
    /// After an error nobody knows whether the entries are there (the connection may have broken
    /// after the commit): read the tail before going on.
    pub async fn append_batches<B>(&self, batches: &[B]) -> Result<Vec<Appended>, StoreError>
    where
        B: AsRef<[NewEntry]> + Sync,
    {
        let all: Vec<&NewEntry> = batches.iter().flat_map(AsRef::as_ref).collect();
        for entry in &all {
            entry.check()?;
        }
        let mut attempts = Attempts::default();
        loop {
            match self.try_append(batches, &all).await {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    async fn try_append<B>(
        &self,
        batches: &[B],
        all: &[&NewEntry],
    ) -> Result<Vec<Appended>, StoreError>
    where
        B: AsRef<[NewEntry]> + Sync,
    {
        match self.append_all(all).await {
            Ok(()) => Ok(vec![Appended::Stored; batches.len()]),
            Err(StoreError::Conflict) if batches.len() == 1 => Ok(vec![Appended::Conflict]),
            Err(StoreError::Conflict) => self.append_each(batches).await,
            Err(error) => Err(error),
        }
    }

    /// The usual case: nobody else writes to these matches.
    async fn append_all(&self, all: &[&NewEntry]) -> Result<(), StoreError> {
        match all {
            [] => Ok(()),
            // One statement is its own transaction and costs one trip.
            any if self.db.backend() == Backend::Sqlite => self.db.insert_as_json(any).await,
            few if few.len() <= CHUNK => self.db.insert_entries(few).await,
            many => {
                let mut tx = self.db.begin().await?;
                for chunk in many.chunks(CHUNK) {
                    insert(&mut tx.exec(), chunk).await?;
                }
                tx.commit().await
            }
        }
    }

    async fn append_each<B>(&self, batches: &[B]) -> Result<Vec<Appended>, StoreError>
    where
        B: AsRef<[NewEntry]> + Sync,
    {
        let mut tx = self.db.begin().await?;
        let mut lost: HashSet<&str> = HashSet::new();
        let mut answers = Vec::with_capacity(batches.len());
        for batch in batches {
            let batch: Vec<&NewEntry> = batch.as_ref().iter().collect();
            // What follows a lost entry was judged on a position that never was.
            let follows_lost = batch.iter().any(|entry| lost.contains(&*entry.match_id));
            if !follows_lost && insert_or_undo(&mut tx, &batch).await? {
                answers.push(Appended::Stored);
            } else {
                lost.extend(batch.iter().map(|entry| &*entry.match_id));
                answers.push(Appended::Conflict);
            }
        }
        tx.commit().await?;
        Ok(answers)
    }

    /// Entries after `after`, in order.
    pub async fn entries(&self, match_id: &str, after: u32) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT seq, at_ms, act, by_player, cmd FROM entries \
                   WHERE match_id = ? AND seq > ? ORDER BY seq";
        self.db.fetch(sql, &args![match_id, after]).await
    }

    /// 0 for an empty log.
    pub async fn last_seq(&self, match_id: &str) -> Result<u32, StoreError> {
        let sql = "SELECT COALESCE(MAX(seq), 0) FROM entries WHERE match_id = ?";
        self.db.last_seq(sql, match_id).await
    }
}

impl Db {
    async fn insert_entries(&self, entries: &[&NewEntry]) -> Result<(), StoreError> {
        let (sql, args) = statement(entries);
        self.execute(&sql, &args).await.map(drop)
    }

    /// Any number in one statement that is always the same. A trip to SQLite's thread and back
    /// costs more than its reading a list: on a busy machine each waits for its turn on a core.
    async fn insert_as_json(&self, entries: &[&NewEntry]) -> Result<(), StoreError> {
        let sql = format!(
            "INSERT INTO entries ({COLUMNS}) SELECT value->>0, value->>1, value->>2, value->>3, \
             value->>4, value->>5 FROM json_each(?)"
        );
        let rows: Vec<_> = entries
            .iter()
            .map(|it| {
                (
                    &*it.match_id,
                    it.seq,
                    it.at_ms,
                    &it.act,
                    it.by_player,
                    &it.cmd,
                )
            })
            .collect();
        let rows = serde_json::to_string(&rows)
            .map_err(|_| StoreError::BadValue("an entry that is no JSON"))?;
        self.execute(&sql, &args![&rows]).await.map(drop)
    }

    pub(crate) async fn last_seq(&self, sql: &str, match_id: &str) -> Result<u32, StoreError> {
        let last: Option<i64> = self.fetch_optional(sql, &args![match_id]).await?;
        u32::try_from(last.unwrap_or_default())
            .map_err(|_| StoreError::corrupt("a sequence number out of its range"))
    }
}

fn statement<'a>(entries: &[&'a NewEntry]) -> (String, Vec<crate::exec::Arg<'a>>) {
    let sql = format!(
        "INSERT INTO entries ({COLUMNS}) VALUES {}",
        rows_of_marks(entries.len(), 6)
    );
    let mut values = Vec::with_capacity(entries.len() * 6);
    for entry in entries {
        values.extend(args![
            &*entry.match_id,
            entry.seq,
            entry.at_ms,
            &entry.act,
            entry.by_player,
            entry.cmd.as_deref()
        ]);
    }
    (sql, values)
}

async fn insert(exec: &mut Exec<'_>, entries: &[&NewEntry]) -> Result<(), StoreError> {
    let (sql, args) = statement(entries);
    exec.execute(&sql, &args).await.map(drop)
}

/// False, and nothing stored, when one of the numbers is taken.
async fn insert_or_undo(tx: &mut Tx, batch: &[&NewEntry]) -> Result<bool, StoreError> {
    let mut exec = tx.exec();
    // PostgreSQL gives up a transaction after any error unless there is a point to return to.
    exec.raw("SAVEPOINT batch").await?;
    for chunk in batch.chunks(CHUNK) {
        match insert(&mut exec, chunk).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => {
                exec.raw("ROLLBACK TO SAVEPOINT batch").await?;
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
    }
    exec.raw("RELEASE SAVEPOINT batch").await?;
    Ok(true)
}
