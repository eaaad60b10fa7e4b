//! The logs of matches. An entry's `(match, seq)` can be written once; whoever comes second is
//! told so, reads the tail and judges again.

use std::collections::HashSet;
use std::sync::Arc;

use parlor_engine::Seq;
use sqlx::postgres::PgConnection;

use crate::db::{Db, Pools};
use crate::dialect::rows_of_marks;
use crate::exec::{Boxed, Conn, Exec, Terms, args};
use crate::retry::Attempts;
use crate::row::{Reader, Stored};
use crate::{Backend, Store, StoreError, limits};

/// Rows of one INSERT on MySQL. Small enough that a statement for every count stays prepared,
/// large enough that the trips to the database do not matter.
const CHUNK: usize = 64;

/// On PostgreSQL any number of rows is one statement that is always the same, with a list for each
/// column: nothing to be planned again, one trip, and six values in place of six for every row.
const LISTS: &str = "INSERT INTO entries (match_id, seq, at_ms, act, by_player, cmd) \
     SELECT * FROM UNNEST($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::bigint[], \
     $6::text[])";

const COLUMNS: &str = "match_id, seq, at_ms, act, by_player, cmd";

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEntry {
    pub match_id: Arc<str>,
    pub seq: Seq,
    pub at_ms: i64,
    /// An `Act` as JSON.
    pub act: String,
    pub by_player: Option<i64>,
    /// The id of the client's command, by which a resend is recognised.
    pub cmd: Option<Arc<str>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryRow {
    pub seq: Seq,
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

impl Stored for EntryRow {
    fn read(row: &mut Reader<'_>) -> Result<EntryRow, StoreError> {
        Ok(EntryRow {
            seq: row.seq()?,
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
            let done = match &self.db.pools {
                Pools::Sqlite(file) => {
                    let batches = batches.iter().map(|batch| batch.as_ref().to_vec());
                    file.append_batches(batches.collect()).await
                }
                Pools::Postgres(_) | Pools::Mysql(_) => self.try_append(batches, &all).await,
            };
            match done {
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
            few if few.len() <= rows_at_once(self.backend()) => self.db.insert_entries(few).await,
            many => {
                let terms = &*self.db.terms;
                let mut conn = self.db.connection().await?;
                let done = async {
                    let mut tx = conn.begin(terms).await?;
                    for chunk in many.chunks(rows_at_once(self.backend())) {
                        insert(&mut tx.exec(terms), chunk).await?;
                    }
                    tx.commit(terms).await
                };
                let done = done.await;
                self.db.after(conn, done)
            }
        }
    }

    async fn append_each<B>(&self, batches: &[B]) -> Result<Vec<Appended>, StoreError>
    where
        B: AsRef<[NewEntry]> + Sync,
    {
        let terms = &*self.db.terms;
        let mut conn = self.db.connection().await?;
        let mut tx = conn.begin(terms).await?;
        let mut lost: HashSet<&str> = HashSet::new();
        let mut answers = Vec::with_capacity(batches.len());
        for batch in batches {
            let batch: Vec<&NewEntry> = batch.as_ref().iter().collect();
            // What follows a lost entry was judged on a position that never was.
            let follows_lost = batch.iter().any(|entry| lost.contains(&*entry.match_id));
            if !follows_lost && insert_or_undo(&mut tx.exec(terms), &batch).await? {
                answers.push(Appended::Stored);
            } else {
                lost.extend(batch.iter().map(|entry| &*entry.match_id));
                answers.push(Appended::Conflict);
            }
        }
        tx.commit(terms).await?;
        self.db.after(conn, Ok(answers))
    }

    /// Entries after `after`, in order.
    pub async fn entries(&self, match_id: &str, after: Seq) -> Result<Vec<EntryRow>, StoreError> {
        if let Pools::Sqlite(file) = &self.db.pools {
            return file.entries(match_id, after).await;
        }
        let sql = "SELECT seq, at_ms, act, by_player, cmd FROM entries \
                   WHERE match_id = ? AND seq > ? ORDER BY seq";
        self.db.fetch(sql, &args![match_id, after]).await
    }

    /// The start for an empty log.
    pub async fn last_seq(&self, match_id: &str) -> Result<Seq, StoreError> {
        if let Pools::Sqlite(file) = &self.db.pools {
            let last = file.last_seqs(vec![match_id.to_owned()]).await?;
            return Ok(last.first().copied().unwrap_or_default());
        }
        let sql = "SELECT COALESCE(MAX(seq), 0) FROM entries WHERE match_id = ?";
        self.db.last_number(sql, match_id).await.map(Seq)
    }
}

impl Db {
    pub(crate) async fn last_number(&self, sql: &str, match_id: &str) -> Result<u32, StoreError> {
        let last: Option<i64> = self.fetch_optional(sql, &args![match_id]).await?;
        u32::try_from(last.unwrap_or_default())
            .map_err(|_| self.terms.corrupt("a sequence number out of its range"))
    }
}

fn rows_at_once(backend: Backend) -> usize {
    match backend {
        Backend::Mysql => CHUNK,
        Backend::Sqlite | Backend::Postgres => usize::MAX,
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

pub(crate) async fn insert(exec: &mut Exec<'_>, entries: &[&NewEntry]) -> Result<(), StoreError> {
    if let Conn::Postgres(conn) = &mut exec.conn {
        return insert_lists(conn, exec.terms, entries).await;
    }
    let (sql, args) = statement(entries);
    exec.execute(&sql, &args).await.map(drop)
}

fn insert_lists<'a>(
    conn: &'a mut PgConnection,
    terms: &'a Terms,
    entries: &'a [&'a NewEntry],
) -> Boxed<'a, Result<(), StoreError>> {
    let (mut ids, mut seqs, mut times) = (Vec::new(), Vec::new(), Vec::new());
    let (mut acts, mut players, mut cmds) = (Vec::new(), Vec::new(), Vec::new());
    for entry in entries {
        ids.push(&*entry.match_id);
        seqs.push(i64::from(entry.seq.0));
        times.push(entry.at_ms);
        acts.push(entry.act.as_str());
        players.push(entry.by_player);
        cmds.push(entry.cmd.as_deref());
    }
    Box::pin(async move {
        let query = sqlx::query(LISTS)
            .bind(ids)
            .bind(seqs)
            .bind(times)
            .bind(acts)
            .bind(players)
            .bind(cmds);
        terms.in_time(query.execute(conn)).await.map(drop)
    })
}

/// False, and nothing stored, when one of the numbers is taken.
async fn insert_or_undo(exec: &mut Exec<'_>, batch: &[&NewEntry]) -> Result<bool, StoreError> {
    // PostgreSQL gives up a transaction after any error unless there is a point to return to.
    exec.raw("SAVEPOINT batch").await?;
    for chunk in batch.chunks(rows_at_once(exec.backend())) {
        match insert(exec, chunk).await {
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
