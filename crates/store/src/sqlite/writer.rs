//! The thread that writes.

use std::collections::HashSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::Instant;

use rusqlite::Connection;

use super::log::Log;
use super::queue::{Queue, Turn};
use super::work::Left;
use crate::appender::{Request, settle};
use crate::error::Fault;
use crate::exec::Terms;
use crate::{Appended, NewEntry, StoreError, TRACE};

/// Owns the connection and what must be known to write.
#[derive(Debug)]
pub(super) struct Worker {
    pub(super) conn: Connection,
    pub(super) log: Log,
    pub(super) terms: Arc<Terms>,
    /// Said by work that failed halfway: then nothing of the transaction is kept.
    pub(super) is_lost: bool,
}

/// Until the queue is closed and empty.
pub(super) fn run(worker: &mut Worker, queue: &Queue) {
    let mut turn = Turn::default();
    let mut answers = Vec::new();
    while queue.take(&mut turn) {
        let begun = Instant::now();
        let entries: usize = turn.appends.iter().map(Request::len).sum();
        let commit =
            tracing::trace_span!(target: TRACE, "commit", entries, works = turn.works.len());
        let inside = commit.enter();
        let done = catch_unwind(AssertUnwindSafe(|| worker.commit(&mut turn, &mut answers)));
        let done = done.unwrap_or_else(|_| {
            let panicked = Fault::new(&worker.terms.place, "the writer panicked");
            Err(StoreError::Failed(panicked))
        });
        drop(inside);
        drop(commit);
        match &done {
            Ok(()) => worker.log.committed(),
            Err(_) => worker.give_up(),
        }
        if entries > 0 {
            metrics::histogram!("parlor_store_group_entries").record(entries as f64);
            metrics::histogram!("parlor_store_commit_seconds").record(begun.elapsed());
        }
        let result = |at| match &done {
            Ok(()) => Ok(answers.get(at).copied().unwrap_or(Appended::Conflict)),
            Err(error) => Err(error.clone()),
        };
        settle(turn.appends.drain(..).zip((0..).map(result)));
        for work in turn.works.drain(..) {
            work.answer(&done);
        }
        answers.clear();
    }
}

impl Worker {
    fn commit(&mut self, turn: &mut Turn, answers: &mut Vec<Appended>) -> Result<(), StoreError> {
        self.log.refresh(&mut self.conn)?;
        self.statement("BEGIN IMMEDIATE")?;
        {
            let mut insert = self.log.insert(&self.conn)?;
            for request in &turn.appends {
                let batch = request.as_ref();
                answers.push(self.log.append(&self.conn, &mut insert, batch)?);
            }
        }
        for work in &mut turn.works {
            let is_guarded = work.is_guarded();
            if is_guarded {
                self.statement("SAVEPOINT work")?;
            }
            match work.run(self) {
                Left::Lost(error) => return Err(error),
                Left::Undo if is_guarded => self.statement("ROLLBACK TO work")?,
                Left::Undo | Left::AsItShould => {}
            }
            if is_guarded {
                self.statement("RELEASE work")?;
            }
        }
        self.log.index_some(&self.conn)?;
        self.statement("COMMIT")
    }

    /// Each batch as a whole or not at all; what follows a lost entry of its match was judged on a
    /// position that never was, and is lost, too.
    pub(super) fn append_batches(
        &mut self,
        batches: &[Vec<NewEntry>],
    ) -> Result<Vec<Appended>, StoreError> {
        let mut lost: HashSet<&str> = HashSet::new();
        let mut append = || {
            let mut insert = self.log.insert(&self.conn)?;
            let mut answers = Vec::with_capacity(batches.len());
            for batch in batches {
                let ids = || batch.iter().map(|entry| &*entry.match_id);
                let answer = if ids().any(|id| lost.contains(id)) {
                    Appended::Conflict
                } else {
                    self.log.append(&self.conn, &mut insert, batch)?
                };
                if answer == Appended::Conflict {
                    lost.extend(ids());
                }
                answers.push(answer);
            }
            Ok(answers)
        };
        let done = append();
        self.is_lost = done.is_err();
        done
    }

    pub(super) fn delete_log(&mut self, match_id: &str) -> Result<(), StoreError> {
        let done = self.log.delete(&self.conn, match_id);
        self.is_lost = done.is_err();
        done
    }

    fn statement(&self, sql: &str) -> Result<(), StoreError> {
        super::execute::<i64>(&self.conn, &self.terms, sql, &[]).map(drop)
    }

    fn give_up(&mut self) {
        if !self.conn.is_autocommit() {
            // If that fails, too, the next transaction cannot begin, and says why.
            let _ = self.statement("ROLLBACK");
        }
        self.is_lost = false;
        self.log.lost();
    }
}
