//! The one writer of a SQLite file. A commit is a trip to the disk, so whoever has written its part
//! while others wait for their turn leaves the commit to the last of them: one trip serves all.
//!
//! A part is a savepoint inside the shared transaction. It is answered when that transaction is on
//! disk; parts that were given up are undone without touching the others.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use sqlx::Sqlite;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::SqlitePool;
use tokio::sync::{Mutex, OwnedMutexGuard, oneshot};

use crate::exec::{Arg, Conn, Exec};
use crate::{Backend, StoreError};

/// Parts in one transaction; then somebody commits, however many wait.
const MOST_PARTS: usize = 64;

type Answer = Result<(), StoreError>;

#[derive(Clone, Debug)]
pub(crate) struct Writer {
    pool: SqlitePool,
    desk: Arc<Mutex<Desk>>,
    /// How many wait for the desk.
    coming: Arc<AtomicUsize>,
    /// Whether readers use the same connection, as they must in a database without a file.
    shared: bool,
    /// For the turn at the desk.
    patience: Duration,
}

/// Where one sits at a time.
#[derive(Default, Debug)]
struct Desk {
    conn: Option<PoolConnection<Sqlite>>,
    /// For one statement.
    patience: Duration,
    /// Whether the shared transaction is open.
    open: bool,
    last: Last,
    /// Who waits for the commit.
    owed: Vec<oneshot::Sender<Answer>>,
}

/// How the last part was left. Its savepoint is closed together with the next statement.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
enum Last {
    #[default]
    Closed,
    Written,
    GivenUp,
}

impl Writer {
    pub(crate) fn new(pool: SqlitePool, shared: bool, patience: Duration) -> Writer {
        let desk = Desk {
            patience,
            ..Desk::default()
        };
        Writer {
            pool,
            desk: Arc::new(Mutex::new(desk)),
            coming: Arc::default(),
            shared,
            patience,
        }
    }

    async fn sit_down(&self) -> Result<Part, StoreError> {
        let coming = Coming::new(&self.coming);
        let turn = tokio::time::timeout(self.patience, self.desk.clone().lock_owned());
        let mut desk = turn.await.map_err(|_| failed(sqlx::Error::PoolTimedOut))?;
        drop(coming);
        if desk.conn.is_none() {
            desk.conn = Some(self.pool.acquire().await.map_err(failed)?);
        }
        Ok(Part {
            writer: self.clone(),
            desk: Some(desk),
        })
    }

    fn others_wait(&self, desk: &Desk) -> bool {
        self.coming.load(Ordering::Relaxed) > 0 && desk.owed.len() < MOST_PARTS
    }

    pub(crate) async fn begin(&self) -> Result<Part, StoreError> {
        let part = self.sit_down().await?;
        surely(async move {
            let mut part = part;
            part.desk()?.start_part().await?;
            Ok(part)
        })
        .await
    }

    /// A statement of its own. It either happens or not, so it needs no savepoint, and alone not
    /// even a transaction.
    pub(crate) async fn execute(&self, sql: &str, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let mut part = self.sit_down().await?;
        let desk = part.desk()?;
        if !desk.open && !self.others_wait(desk) {
            return desk.exec().execute(sql, args).await;
        }
        let mut part = surely(async move {
            part.desk()?.tidy().await?;
            Ok(part)
        })
        .await?;
        let done = part.exec().execute(sql, args).await;
        let settled = part.settle().await;
        done.and_then(|changed| settled.map(|()| changed))
    }

    /// Commits, unless somebody comes who will. In a task of its own, because a caller may lose
    /// interest at any moment and others wait for the same commit.
    fn leave(&self, mut desk: OwnedMutexGuard<Desk>) {
        let shared = self.shared;
        if !desk.open {
            desk.stand_up(shared);
        } else if self.others_wait(&desk) {
            drop(desk);
            // They may turn round at the door.
            let line = self.desk.clone();
            tokio::spawn(async move { line.lock().await.commit(shared).await });
        } else {
            tokio::spawn(async move { desk.commit(shared).await });
        }
    }

    /// Waits for the last commit.
    pub(crate) async fn close(&self) {
        let mut desk = self.desk.lock().await;
        desk.commit(true).await;
        desk.conn = None;
        self.pool.close().await;
    }
}

impl Desk {
    fn exec(&mut self) -> Exec<'_> {
        let conn = match &mut self.conn {
            Some(conn) => Conn::Sqlite(conn),
            None => Conn::Closed,
        };
        let patience = self.patience;
        Exec { conn, patience }
    }

    async fn start_part(&mut self) -> Result<(), StoreError> {
        let sql = match (self.open, self.last) {
            (false, _) => "BEGIN IMMEDIATE; SAVEPOINT part",
            (true, Last::Closed) => "SAVEPOINT part",
            (true, Last::Written) => "RELEASE part; SAVEPOINT part",
            (true, Last::GivenUp) => "ROLLBACK TO part; RELEASE part; SAVEPOINT part",
        };
        self.change(sql).await?;
        self.open = true;
        self.last = Last::GivenUp;
        Ok(())
    }

    /// A transaction in which a statement can stand by itself.
    async fn tidy(&mut self) -> Result<(), StoreError> {
        let sql = match (self.open, self.last) {
            (false, _) => "BEGIN IMMEDIATE",
            (true, Last::GivenUp) => "ROLLBACK TO part; RELEASE part",
            (true, Last::Closed | Last::Written) => return Ok(()),
        };
        self.change(sql).await?;
        self.open = true;
        self.last = Last::Closed;
        Ok(())
    }

    /// Moves the transaction on. If that fails, SQLite has thrown away the whole of it or is in no
    /// state to keep it: everybody in it hears so.
    async fn change(&mut self, sql: &str) -> Result<(), StoreError> {
        let done = self.exec().raw(sql).await;
        if let Err(error) = &done {
            let _ = self.exec().raw("ROLLBACK").await;
            self.open = false;
            self.last = Last::Closed;
            self.pay(&Err(error.clone()));
            if let StoreError::Unavailable(_) = error {
                self.conn = None;
            }
        }
        done
    }

    /// Lets go of a connection that others need, too.
    fn stand_up(&mut self, shared: bool) {
        if shared {
            self.conn = None;
        }
    }

    async fn commit(&mut self, shared: bool) {
        if !self.open {
            return;
        }
        let sql = match self.last {
            Last::Closed => "COMMIT",
            Last::Written => "RELEASE part; COMMIT",
            Last::GivenUp => "ROLLBACK TO part; RELEASE part; COMMIT",
        };
        if self.change(sql).await.is_ok() {
            self.open = false;
            self.last = Last::Closed;
            self.pay(&Ok(()));
        }
        self.stand_up(shared);
    }

    fn pay(&mut self, answer: &Answer) {
        for owed in self.owed.drain(..) {
            let _ = owed.send(answer.clone());
        }
    }
}

/// Several statements that happen together or, if dropped, not at all.
#[derive(Debug)]
pub(crate) struct Part {
    writer: Writer,
    desk: Option<OwnedMutexGuard<Desk>>,
}

impl Part {
    fn desk(&mut self) -> Result<&mut Desk, StoreError> {
        self.desk.as_deref_mut().ok_or(StoreError::Closed)
    }

    pub(crate) fn exec(&mut self) -> Exec<'_> {
        match &mut self.desk {
            Some(desk) => desk.exec(),
            None => Exec {
                conn: Conn::Closed,
                patience: Duration::ZERO,
            },
        }
    }

    pub(crate) async fn commit(mut self) -> Result<(), StoreError> {
        self.desk()?.last = Last::Written;
        self.settle().await
    }

    /// Undoes what was written. It answers when others' parts are on disk: what this one met may
    /// have been written by them, and must not be told of before anybody can see it.
    pub(crate) async fn give_up(self) {
        let _ = self.settle().await;
    }

    /// Answers when what was written is on disk.
    async fn settle(mut self) -> Result<(), StoreError> {
        let (owed, paid) = oneshot::channel();
        self.desk()?.owed.push(owed);
        drop(self);
        paid.await.unwrap_or(Err(StoreError::Closed))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        if let Some(desk) = self.desk.take() {
            self.writer.leave(desk);
        }
    }
}

/// Runs to its end whatever becomes of the caller: one that loses interest in the middle must not
/// leave it open whether there is a transaction or a savepoint.
async fn surely<T: Send + 'static>(
    work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
) -> Result<T, StoreError> {
    let done = tokio::spawn(work).await;
    done.unwrap_or(Err(StoreError::Closed))
}

/// Counts somebody who waits, also one who gives up waiting.
struct Coming<'a>(&'a AtomicUsize);

impl Coming<'_> {
    fn new(count: &AtomicUsize) -> Coming<'_> {
        count.fetch_add(1, Ordering::Relaxed);
        Coming(count)
    }
}

impl Drop for Coming<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn failed(error: sqlx::Error) -> StoreError {
    StoreError::of(Backend::Sqlite, error)
}

#[cfg(test)]
mod tests;
