//! Connections to a server.
//!
//! A pool asks each connection that comes back whether it is well: a trip to the server and a task of its own
//! after every statement. One that has just answered need not be asked. A few of these are kept here, ready for
//! the next statement.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Pool};

#[derive(Debug)]
pub(crate) struct Connections<DB: Database> {
    pool: Pool<DB>,
    /// Those used last come last.
    kept: Mutex<Vec<Kept<DB>>>,
    /// How many wait for the pool: then all that becomes free goes there.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Kept<DB: Database> {
    conn: PoolConnection<DB>,
    since: Instant,
}

/// Fewer than the pool has, so that nobody who waits there waits for what lies here.
const MOST: usize = 6;
/// One that has lain for longer may have been cut off, and goes to the pool, which asks.
const FRESH: Duration = Duration::from_secs(1);

impl<DB: Database> Connections<DB> {
    pub(crate) fn new(pool: Pool<DB>) -> Connections<DB> {
        Connections {
            pool,
            kept: Mutex::default(),
            waiting: AtomicUsize::new(0),
        }
    }

    fn kept(&self) -> MutexGuard<'_, Vec<Kept<DB>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) async fn acquire(&self) -> sqlx::Result<PoolConnection<DB>> {
        if let Some(conn) = self.take() {
            return Ok(conn);
        }
        let _waiting = Waiting::new(&self.waiting);
        self.pool.acquire().await
    }

    fn take(&self) -> Option<PoolConnection<DB>> {
        let mut kept = self.kept();
        let last = kept.pop()?;
        if last.since.elapsed() > FRESH {
            // The others have lain for longer still.
            kept.clear();
            return None;
        }
        Some(last.conn)
    }

    /// Takes back one whose last statement was answered in full.
    pub(crate) fn keep(&self, conn: PoolConnection<DB>) {
        let mut kept = self.kept();
        // Looked at under the lock: what is kept after the pool was closed would keep it waiting.
        let is_wanted = self.waiting.load(Ordering::Relaxed) > 0 || self.pool.is_closed();
        if kept.len() < MOST && !is_wanted {
            let since = Instant::now();
            kept.push(Kept { conn, since });
        }
    }

    /// One was cut off, and the others perhaps with it: the pool asks them.
    pub(crate) fn let_go(&self) {
        self.kept().clear();
    }

    pub(crate) async fn close(&self) {
        let closed = self.pool.close();
        self.let_go();
        closed.await;
    }
}

impl<DB: Database> Drop for Connections<DB> {
    fn drop(&mut self) {
        // A pool takes them back by a task, and there may be nobody left to run it.
        for Kept { conn, .. } in self.kept().drain(..) {
            drop(conn.leak());
        }
    }
}

/// Counted also when whoever waits gives up.
struct Waiting<'a>(&'a AtomicUsize);

impl Waiting<'_> {
    fn new(count: &AtomicUsize) -> Waiting<'_> {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
