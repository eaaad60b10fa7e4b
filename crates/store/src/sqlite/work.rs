//! Something else than appending that is done in a writer's transaction.

use std::fmt;

use tokio::sync::oneshot;

use super::writer::Worker;
use crate::StoreError;

/// How a piece of work leaves the transaction.
pub(super) enum Left {
    AsItShould,
    /// Changed something, and must not have.
    Undo,
    /// Of no use to anybody any more.
    Lost(StoreError),
}

/// Done at one time and answered at another, when what was done is on disk.
pub(super) trait Work: Send + fmt::Debug {
    /// Whether it consists of several statements, which may have to be undone together.
    fn is_guarded(&self) -> bool;
    fn run(&mut self, worker: &mut Worker) -> Left;
    fn answer(self: Box<Self>, committed: &Result<(), StoreError>);
}

pub(super) struct Task<T, F> {
    pub(super) guarded: bool,
    pub(super) work: Option<F>,
    pub(super) done: Option<Result<T, StoreError>>,
    pub(super) answer: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> fmt::Debug for Task<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").finish_non_exhaustive()
    }
}

impl<T, F> Work for Task<T, F>
where
    T: Send,
    F: FnOnce(&mut Worker) -> Result<T, StoreError> + Send,
{
    fn is_guarded(&self) -> bool {
        self.guarded
    }

    fn run(&mut self, worker: &mut Worker) -> Left {
        let Some(work) = self.work.take() else {
            return Left::AsItShould;
        };
        let done = work(worker);
        // SQLite gives the whole transaction up when the disk is full, for instance.
        let is_lost = std::mem::take(&mut worker.is_lost) || worker.conn.is_autocommit();
        let left = match &done {
            Ok(_) => Left::AsItShould,
            Err(error) if is_lost => Left::Lost(error.clone()),
            Err(_) => Left::Undo,
        };
        self.done = Some(done);
        left
    }

    fn answer(self: Box<Self>, committed: &Result<(), StoreError>) {
        // What it met may have been written in the same transaction: its own error counts only if
        // that is on disk.
        let done = match committed {
            Ok(()) => self.done.unwrap_or(Err(StoreError::Closed)),
            Err(error) => Err(error.clone()),
        };
        // Whoever has gone needs no answer.
        let _ = self.answer.send(done);
    }
}
