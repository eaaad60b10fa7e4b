//! The servers that work on this database: who is there, how far the logs are, and what time it is.

use parlor_engine::Seq;

use crate::db::Pools;
use crate::dialect::rows_of_marks;
use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Backend, Store, StoreError, limits};

/// A server that works on this database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node {
    pub id: i64,
    pub version: String,
    pub started_ms: i64,
    pub seen_ms: i64,
}

impl Stored for Node {
    fn read(row: &mut Reader<'_>) -> Result<Node, StoreError> {
        Ok(Node {
            id: row.int()?,
            version: row.text()?,
            started_ms: row.int()?,
            seen_ms: row.int()?,
        })
    }
}

/// How far a match is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Head {
    pub id: String,
    /// Of its row.
    pub version: i64,
    /// Of its last entry, 0 for an empty log.
    pub seq: Seq,
    pub chat_seq: u32,
}

impl Stored for Head {
    fn read(row: &mut Reader<'_>) -> Result<Head, StoreError> {
        Ok(Head {
            id: row.text()?,
            version: row.int()?,
            seq: row.seq()?,
            chat_seq: row.number()?,
        })
    }
}

/// Rows of servers that have not been seen for so long are deleted.
const FORGOTTEN_MS: i64 = 3_600_000;

impl Store {
    /// Says that this server is here, and tells who else has been seen since `since_ms`.
    pub async fn greet(&self, own: &Node, since_ms: i64) -> Result<Vec<Node>, StoreError> {
        limits::chars(&own.version, limits::NAME, "the version is too long")?;
        let update = "UPDATE nodes SET seen_ms = ? WHERE id = ?";
        if self.db.execute(update, &args![own.seen_ms, own.id]).await? == 0 {
            let insert = "INSERT INTO nodes (id, version, started_ms, seen_ms) VALUES (?, ?, ?, ?)";
            let args = args![own.id, &own.version, own.started_ms, own.seen_ms];
            match self.db.execute(insert, &args).await {
                // MySQL counts no change when the time is the same.
                Ok(_) | Err(StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
            let forget = "DELETE FROM nodes WHERE seen_ms < ?";
            let long_ago = own.seen_ms - FORGOTTEN_MS;
            self.db.execute(forget, &args![long_ago]).await?;
        }
        let sql = "SELECT id, version, started_ms, seen_ms FROM nodes \
                   WHERE seen_ms >= ? AND id <> ? ORDER BY id";
        self.db.fetch(sql, &args![since_ms, own.id]).await
    }

    /// This server goes.
    pub async fn depart(&self, id: i64) -> Result<(), StoreError> {
        let sql = "DELETE FROM nodes WHERE id = ?";
        self.db.execute(sql, &args![id]).await.map(drop)
    }

    /// How far these matches are; those that are no more are left out.
    pub async fn heads(&self, ids: &[String]) -> Result<Vec<Head>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let last = match self.backend() {
            // There the log has its own index, which is asked below.
            Backend::Sqlite => "0",
            Backend::Postgres | Backend::Mysql => {
                "(SELECT COALESCE(MAX(e.seq), 0) FROM entries e WHERE e.match_id = m.id)"
            }
        };
        let sql = format!(
            "SELECT m.id, m.version, {last}, \
             (SELECT COALESCE(MAX(c.seq), 0) FROM chat c WHERE c.match_id = m.id) \
             FROM matches m WHERE m.id IN {}",
            rows_of_marks(1, ids.len())
        );
        let args: Vec<_> = ids.iter().map(crate::exec::Arg::from).collect();
        let mut heads: Vec<Head> = self.db.fetch(&sql, &args).await?;
        if let Pools::Sqlite(file) = &self.db.pools {
            let ids = heads.iter().map(|head| head.id.clone()).collect();
            for (head, seq) in heads.iter_mut().zip(file.last_seqs(ids).await?) {
                head.seq = seq;
            }
        }
        Ok(heads)
    }

    /// The database's own time, where it may differ from this machine's.
    pub async fn clock_ms(&self) -> Result<Option<i64>, StoreError> {
        let sql = match self.backend() {
            Backend::Sqlite => return Ok(None),
            Backend::Postgres => {
                "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
            }
            Backend::Mysql => "SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)",
        };
        self.db.fetch_optional(sql, &[]).await
    }
}
