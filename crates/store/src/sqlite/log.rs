//! The log of all matches, in the order of writing, and its index.
//!
//! An index on `(match, seq)` would spread every commit over as many pages as matches are at play.
//! Rows are therefore only appended, and where those of a match are is written down a whole run at
//! a time, once many have come together. Until then [`Tails`] knows, and after a crash the rows
//! behind the mark `indexed` are looked through again.
//!
//! That `(match, seq)` is written once is the writer's to see to, which it can: nobody else has the
//! file. Whoever reads a match checks it again.

use std::collections::HashMap;
use std::sync::Arc;

use parlor_engine::Seq;
use rusqlite::{CachedStatement, Connection, OptionalExtension as _, params};

use super::runs;
use super::tails::{Place, Tails};
use crate::exec::Terms;
use crate::{Appended, NewEntry, StoreError};

/// So many rows come together before they are indexed. More make longer runs, and more to look
/// through after a crash.
const GENERATION: usize = 32_768;
/// Matches whose last number is kept in mind.
const MOST_HEADS: usize = 100_000;
/// Matches indexed with each commit at least.
const FEWEST: usize = 8;

#[derive(Debug)]
pub(super) struct Log {
    terms: Arc<Terms>,
    pub(super) tails: Tails,
    /// The last numbers of matches, those of the open transaction included.
    heads: HashMap<Arc<str>, Seq>,
    next_id: i64,
    /// How many rows are in `tails`.
    unindexed: usize,
    indexing: Option<Indexing>,
    open: Open,
    /// A transaction was lost: what is in memory may not be what is on disk.
    is_stale: bool,
}

/// What the open transaction does to `tails` if it succeeds.
#[derive(Default, Debug)]
struct Open {
    added: Vec<(Arc<str>, Place)>,
    indexed: Vec<Arc<str>>,
    deleted: Vec<Arc<str>>,
}

#[derive(Debug)]
struct Indexing {
    /// The last row of this generation.
    bound: i64,
    left: Vec<Arc<str>>,
}

/// The statement that appends, for many rows.
pub(super) struct Insert<'c>(CachedStatement<'c>);

impl Log {
    pub(super) fn new(terms: Arc<Terms>) -> Log {
        Log {
            terms,
            tails: Tails::default(),
            heads: HashMap::new(),
            next_id: 1,
            unindexed: 0,
            indexing: None,
            open: Open::default(),
            is_stale: true,
        }
    }

    fn failed(&self, error: rusqlite::Error) -> StoreError {
        StoreError::of_sqlite(&self.terms.place, error)
    }

    pub(super) fn insert<'c>(&self, conn: &'c Connection) -> Result<Insert<'c>, StoreError> {
        let sql = "INSERT INTO entries (id, match_id, seq, at_ms, act, by_player, cmd) \
                   VALUES (?, ?, ?, ?, ?, ?, ?)";
        let statement = conn.prepare_cached(sql).map_err(|error| self.failed(error));
        statement.map(Insert)
    }

    /// Looks at the whole batch before it writes any of it: there is nothing to undo. An error
    /// means that the transaction is lost.
    pub(super) fn append(
        &mut self,
        conn: &Connection,
        insert: &mut Insert<'_>,
        batch: &[NewEntry],
    ) -> Result<Appended, StoreError> {
        for entry in batch {
            if !self
                .is_free(conn, entry)
                .map_err(|error| self.failed(error))?
            {
                return Ok(Appended::Conflict);
            }
        }
        if !batch.iter().is_sorted_by(|one, next| one.seq < next.seq) && has_doubles(batch) {
            return Ok(Appended::Conflict);
        }
        for entry in batch {
            let id = self.next_id;
            let values = params![
                id,
                &*entry.match_id,
                entry.seq.0,
                entry.at_ms,
                entry.act,
                entry.by_player,
                entry.cmd
            ];
            insert
                .0
                .execute(values)
                .map_err(|error| self.failed(error))?;
            self.next_id += 1;
            if let Some(head) = self.heads.get_mut(&entry.match_id) {
                *head = (*head).max(entry.seq);
            }
            let place = (entry.seq, id);
            self.open.added.push((entry.match_id.clone(), place));
        }
        Ok(Appended::Stored)
    }

    fn is_free(&mut self, conn: &Connection, entry: &NewEntry) -> rusqlite::Result<bool> {
        let head = if let Some(&head) = self.heads.get(&entry.match_id) {
            head
        } else {
            let tail = self.tails.last_seq(&entry.match_id);
            let head = last_indexed(conn, &entry.match_id)?.max(tail);
            self.heads.insert(entry.match_id.clone(), head);
            head
        };
        if entry.seq > head {
            return Ok(true);
        }
        let same = |(id, place): &(Arc<str>, Place)| *id == entry.match_id && place.0 == entry.seq;
        if self.tails.has(&entry.match_id, entry.seq) || self.open.added.iter().any(same) {
            return Ok(false);
        }
        let sql = "SELECT 1 FROM entry_runs WHERE match_id = ? AND first <= ? AND last >= ?";
        let mut statement = conn.prepare_cached(sql)?;
        let values = params![&*entry.match_id, entry.seq.0, entry.seq.0];
        Ok(!statement.exists(values)?)
    }

    /// Removes a match. An error means that the transaction is lost.
    pub(super) fn delete(&mut self, conn: &Connection, match_id: &str) -> Result<(), StoreError> {
        let mut ids = self.tails.after(match_id, Seq::START);
        let added = self.open.added.iter();
        ids.extend(added.filter(|it| &*it.0 == match_id).map(|it| it.1));
        ids.extend(indexed_after(conn, &self.terms, match_id, Seq::START)?);
        let delete = || {
            let mut row = conn.prepare_cached("DELETE FROM entries WHERE id = ?")?;
            for (_, id) in &ids {
                row.execute([id])?;
            }
            conn.prepare_cached("DELETE FROM entry_runs WHERE match_id = ?")?
                .execute([match_id])
        };
        delete().map_err(|error| self.failed(error))?;
        self.open.added.retain(|it| &*it.0 != match_id);
        self.open.deleted.push(match_id.into());
        Ok(())
    }

    /// A few matches of a generation that is full, so that no commit waits for all of them.
    pub(super) fn index_some(&mut self, conn: &Connection) -> Result<(), StoreError> {
        let Some(mut indexing) = self.indexing.take() else {
            return Ok(());
        };
        for _ in 0..(self.open.added.len() / 4).max(FEWEST) {
            let Some(match_id) = indexing.left.pop() else {
                break;
            };
            if self.open.deleted.contains(&match_id) {
                continue;
            }
            let mut places = self.tails.after(&match_id, Seq::START);
            places.retain(|(_, id)| *id <= indexing.bound);
            write_runs(conn, &match_id, &places).map_err(|error| self.failed(error))?;
            self.open.indexed.push(match_id);
        }
        if indexing.left.is_empty() {
            mark(conn, indexing.bound).map_err(|error| self.failed(error))?;
        }
        self.indexing = Some(indexing);
        Ok(())
    }

    /// The transaction is on disk.
    pub(super) fn committed(&mut self) {
        let mut tails = self.tails.lock();
        self.unindexed += self.open.added.len();
        for (match_id, place) in self.open.added.drain(..) {
            match tails.get_mut(&match_id) {
                Some(places) => places.push(place),
                None => drop(tails.insert(match_id, vec![place])),
            }
        }
        let bound = self.indexing.as_ref().map_or(0, |it| it.bound);
        for match_id in self.open.indexed.drain(..) {
            let Some(places) = tails.get_mut(&match_id) else {
                continue;
            };
            let before = places.len();
            places.retain(|(_, id)| *id > bound);
            self.unindexed -= before - places.len();
            if places.is_empty() {
                tails.remove(&match_id);
            }
        }
        for match_id in self.open.deleted.drain(..) {
            self.unindexed -= tails.remove(&match_id).map_or(0, |places| places.len());
            self.heads.remove(&match_id);
        }
        if self.indexing.as_ref().is_some_and(|it| it.left.is_empty()) {
            self.indexing = None;
        }
        if self.indexing.is_none() && self.unindexed >= GENERATION {
            self.indexing = Some(Indexing {
                bound: self.next_id - 1,
                left: tails.keys().cloned().collect(),
            });
        }
        drop(tails);
        if self.heads.len() > MOST_HEADS {
            self.heads.clear();
        }
    }

    /// The transaction came to nothing, or nobody knows what became of it.
    pub(super) fn lost(&mut self) {
        self.is_stale = true;
    }

    /// Before a transaction: what is in memory is what is on disk.
    pub(super) fn refresh(&mut self, conn: &mut Connection) -> Result<(), StoreError> {
        if self.is_stale {
            self.look_through(conn)
                .map_err(|error| self.failed(error))?;
            self.is_stale = false;
        }
        Ok(())
    }

    /// Rows behind the mark: whole generations are indexed, the rest is remembered.
    fn look_through(&mut self, conn: &mut Connection) -> rusqlite::Result<()> {
        self.heads.clear();
        self.open = Open::default();
        self.indexing = None;
        loop {
            let sql = "SELECT CAST(value AS INTEGER) FROM meta WHERE name = 'indexed'";
            let mark_was: i64 = conn.query_row(sql, [], |row| row.get(0))?;
            let Behind {
                tails,
                last_id,
                count,
            } = behind(conn, mark_was)?;
            if count < 2 * GENERATION {
                self.next_id = last_id + 1;
                self.unindexed = tails.values().map(Vec::len).sum();
                *self.tails.lock() = tails;
                return Ok(());
            }
            let tx = conn.transaction()?;
            for (match_id, places) in &tails {
                write_runs(&tx, match_id, places)?;
            }
            mark(&tx, last_id)?;
            tx.commit()?;
        }
    }
}

fn has_doubles(batch: &[NewEntry]) -> bool {
    let mut seqs: Vec<Seq> = batch.iter().map(|entry| entry.seq).collect();
    seqs.sort_unstable();
    seqs.windows(2).any(|pair| pair.first() == pair.last())
}

struct Behind {
    tails: HashMap<Arc<str>, Vec<Place>>,
    last_id: i64,
    /// Rows looked through.
    count: usize,
}

/// What is behind a mark and in no run yet, at most two generations.
fn behind(conn: &Connection, mark: i64) -> rusqlite::Result<Behind> {
    let sql = "SELECT id, match_id, seq FROM entries WHERE id > ? ORDER BY id LIMIT ?";
    let mut statement = conn.prepare(sql)?;
    let mut rows = statement.query(params![mark, (2 * GENERATION) as i64])?;
    let mut tails: HashMap<Arc<str>, Vec<Place>> = HashMap::new();
    let (mut last_id, mut count) = (mark, 0);
    while let Some(row) = rows.next()? {
        last_id = row.get(0)?;
        count += 1;
        let place = (Seq(row.get(2)?), last_id);
        let match_id = row.get_ref(1)?.as_str()?;
        match tails.get_mut(match_id) {
            Some(places) => places.push(place),
            None => drop(tails.insert(match_id.into(), vec![place])),
        }
    }
    // A generation of which some matches were indexed when the process ended.
    let sql = "SELECT ids FROM entry_runs WHERE match_id = ? AND first_id > ?";
    let mut statement = conn.prepare(sql)?;
    for (match_id, places) in &mut tails {
        let mut runs = statement.query(params![&**match_id, mark])?;
        while let Some(run) = runs.next()? {
            let ids = runs::decode(run.get_ref(0)?.as_blob()?).unwrap_or_default();
            places.retain(|(_, id)| ids.binary_search(id).is_err());
        }
    }
    tails.retain(|_, places| !places.is_empty());
    Ok(Behind {
        tails,
        last_id,
        count,
    })
}

fn mark(conn: &Connection, id: i64) -> rusqlite::Result<()> {
    let sql = "UPDATE meta SET value = ? WHERE name = 'indexed'";
    let mut statement = conn.prepare_cached(sql)?;
    statement.execute([id.to_string()]).map(drop)
}

/// A run is a stretch of numbers without gaps, in the order of writing.
fn write_runs(conn: &Connection, match_id: &str, places: &[Place]) -> rusqlite::Result<()> {
    let sql =
        "INSERT INTO entry_runs (match_id, first_id, first, last, ids) VALUES (?, ?, ?, ?, ?)";
    let mut statement = conn.prepare_cached(sql)?;
    for run in places.chunk_by(|one, next| one.0 < next.0 && one.0.next() == next.0) {
        if let ([(first, first_id), ..], [.., (last, _)]) = (run, run) {
            let ids: Vec<i64> = run.iter().map(|it| it.1).collect();
            let values = params![match_id, first_id, first.0, last.0, runs::encode(&ids)];
            statement.execute(values)?;
        }
    }
    Ok(())
}

/// The start when the index knows nothing of the match.
pub(super) fn last_indexed(conn: &Connection, match_id: &str) -> rusqlite::Result<Seq> {
    let sql = "SELECT MAX(last) FROM entry_runs WHERE match_id = ?";
    let mut statement = conn.prepare_cached(sql)?;
    let last: Option<Option<u32>> = statement
        .query_row([match_id], |row| row.get(0))
        .optional()?;
    Ok(last.flatten().map_or(Seq::START, Seq))
}

/// What the index knows of a match after a number.
pub(super) fn indexed_after(
    conn: &Connection,
    terms: &Terms,
    match_id: &str,
    after: Seq,
) -> Result<Vec<Place>, StoreError> {
    let read = || -> rusqlite::Result<Option<Vec<Place>>> {
        let sql = "SELECT first, last, ids FROM entry_runs WHERE match_id = ? AND last > ?";
        let mut statement = conn.prepare_cached(sql)?;
        let mut runs = statement.query(params![match_id, after.0])?;
        let mut places = Vec::new();
        while let Some(run) = runs.next()? {
            let (first, last): (u32, u32) = (run.get(0)?, run.get(1)?);
            let Some(ids) = runs::decode(run.get_ref(2)?.as_blob()?) else {
                return Ok(None);
            };
            let length = u64::from(last).checked_sub(u64::from(first));
            if length != (ids.len() as u64).checked_sub(1) {
                return Ok(None);
            }
            let seqs = (first..=last).map(Seq);
            places.extend(seqs.zip(ids).filter(|(seq, _)| *seq > after));
        }
        Ok(Some(places))
    };
    let places = read().map_err(|error| StoreError::of_sqlite(&terms.place, error))?;
    places.ok_or_else(|| terms.corrupt("the index of a log cannot be read"))
}
