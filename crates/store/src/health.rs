//! Whether the database takes what the house would write next.

use std::time::{Duration, Instant};

use tokio::sync::Mutex;

use crate::db::Pools;
use crate::exec::args;
use crate::{Store, StoreError};

/// Whoever asks more often gets the answer of before: asking costs a trip to the disk.
const FRESH: Duration = Duration::from_secs(1);

/// A commit that takes longer is of no use to players.
const PATIENCE: Duration = Duration::from_secs(3);

/// The last answer. The lock lets one ask for all.
#[derive(Default, Debug)]
pub(crate) struct Health(Mutex<Option<(Instant, Result<(), StoreError>)>>);

impl Store {
    /// Whether the file is still in its place, the writer lives and the disk takes a commit; on a
    /// server, whether it takes one in time. Not older than a second.
    pub async fn health(&self) -> Result<(), StoreError> {
        let mut last = self.health.0.lock().await;
        if let Some((at, answer)) = &*last
            && at.elapsed() < FRESH
        {
            return answer.clone();
        }
        let answer = match tokio::time::timeout(PATIENCE, self.commits()).await {
            Ok(answer) => answer,
            Err(_) => Err(StoreError::timed_out(&self.db.terms.place)),
        };
        *last = Some((Instant::now(), answer.clone()));
        answer
    }

    async fn commits(&self) -> Result<(), StoreError> {
        if let Pools::Sqlite(file) = &self.db.pools {
            file.is_in_place()?;
        }
        // The same value again is a row written all the same.
        let sql = "UPDATE meta SET value = value WHERE name = ?";
        self.db.execute(sql, &args!["cluster"]).await.map(drop)
    }
}
