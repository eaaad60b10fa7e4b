//! Signs of life, and the gaps between them.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError};

/// A span during which no node was up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outage {
    pub from_ms: i64,
    pub to_ms: i64,
}

impl Stored for Outage {
    fn read(row: &mut Reader<'_>) -> Result<Outage, StoreError> {
        Ok(Outage {
            from_ms: row.int()?,
            to_ms: row.int()?,
        })
    }
}

pub(crate) const ALIVE: &str = "alive";
/// Older gaps no longer matter to any clock.
const MOST_OUTAGES: u32 = 1000;

impl Store {
    /// Says that a node is up at this time.
    pub async fn beat(&self, now_ms: i64) -> Result<(), StoreError> {
        let now = now_ms.to_string();
        let changed = self
            .db
            .execute(
                "UPDATE meta SET value = ? WHERE name = ?",
                &args![now.as_str(), ALIVE],
            )
            .await?;
        if changed == 0 && self.last_beat().await?.is_none() {
            let insert = "INSERT INTO meta (name, value) VALUES (?, ?)";
            match self.db.execute(insert, &args![ALIVE, now.as_str()]).await {
                // Another node was first, and its time is as good.
                Ok(_) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    async fn last_beat(&self) -> Result<Option<i64>, StoreError> {
        let text: Option<String> = self
            .db
            .fetch_optional("SELECT value FROM meta WHERE name = ?", &args![ALIVE])
            .await?;
        Ok(text.and_then(|text| text.parse().ok()))
    }

    /// A node starts. If nobody has given a sign of life for longer than `gap_ms`, the time since
    /// the last one is noted as an outage. All outages known, latest first.
    pub async fn wake_up(&self, now_ms: i64, gap_ms: i64) -> Result<Vec<Outage>, StoreError> {
        if let Some(last) = self.last_beat().await?
            && now_ms - last > gap_ms
        {
            let insert = "INSERT INTO outages (from_ms, to_ms) VALUES (?, ?)";
            match self.db.execute(insert, &args![last, now_ms]).await {
                Ok(_) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        self.beat(now_ms).await?;
        self.db
            .fetch(
                "SELECT from_ms, to_ms FROM outages ORDER BY from_ms DESC LIMIT ?",
                &args![MOST_OUTAGES],
            )
            .await
    }
}
