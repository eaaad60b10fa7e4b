//! When people are on vacation. The spans are the caller's own words; a row changes only if nobody
//! else has changed it since it was read.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Vacation {
    pub player: i64,
    pub version: i64,
    /// The end of the last span.
    pub until_ms: i64,
    pub spans: String,
}

const COLUMNS: &str = "player, version, until_ms, spans";

impl Stored for Vacation {
    fn read(row: &mut Reader<'_>) -> Result<Vacation, StoreError> {
        Ok(Vacation {
            player: row.int()?,
            version: row.int()?,
            until_ms: row.int()?,
            spans: row.text()?,
        })
    }
}

impl Store {
    pub async fn vacation(&self, player: i64) -> Result<Option<Vacation>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM vacations WHERE player = ?");
        self.db.fetch_optional(&sql, &args![player]).await
    }

    /// Of everybody whose last one ends after this.
    pub async fn vacations(&self, after_ms: i64) -> Result<Vec<Vacation>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM vacations WHERE until_ms > ?");
        self.db.fetch(&sql, &args![after_ms]).await
    }

    /// Writes a row whose version is the next after the one that was read, 1 for the first;
    /// `Conflict` when somebody else was faster.
    pub async fn put_vacation(&self, row: &Vacation) -> Result<(), StoreError> {
        limits::bytes(row.spans.as_bytes(), limits::LINE, "too many vacations")?;
        if row.version == 1 {
            let sql =
                "INSERT INTO vacations (player, version, until_ms, spans) VALUES (?, ?, ?, ?)";
            let args = args![row.player, row.version, row.until_ms, &row.spans];
            return self.db.execute(sql, &args).await.map(drop);
        }
        let sql = "UPDATE vacations SET version = ?, until_ms = ?, spans = ? \
                   WHERE player = ? AND version = ?";
        let before = row.version - 1;
        let args = args![row.version, row.until_ms, &row.spans, row.player, before];
        match self.db.execute(sql, &args).await? {
            0 => Err(StoreError::Conflict),
            _ => Ok(()),
        }
    }
}
