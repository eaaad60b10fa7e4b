//! Whom somebody does not want to hear or to meet.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

/// What one person wants of another; the kind is the caller's word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relation {
    pub other: i64,
    pub name: String,
    pub kind: String,
    pub at_ms: i64,
}

impl Stored for Relation {
    fn read(row: &mut Reader<'_>) -> Result<Relation, StoreError> {
        Ok(Relation {
            other: row.int()?,
            name: row.text()?,
            kind: row.text()?,
            at_ms: row.int()?,
        })
    }
}

/// A list longer than this is nobody's.
const MOST: u32 = 1000;

impl Store {
    /// `NotFound` when there is no such player. Setting it twice is setting it once.
    pub async fn set_relation(
        &self,
        player: i64,
        other: i64,
        kind: &str,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        limits::chars(kind, limits::SESSION_KIND, "the kind is too long")?;
        let sql = "INSERT INTO relations (player, other, kind, at_ms) VALUES (?, ?, ?, ?)";
        match self
            .db
            .execute(sql, &args![player, other, kind, at_ms])
            .await
        {
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Whether there was one.
    pub async fn end_relation(
        &self,
        player: i64,
        other: i64,
        kind: &str,
    ) -> Result<bool, StoreError> {
        let sql = "DELETE FROM relations WHERE player = ? AND other = ? AND kind = ?";
        Ok(self.db.execute(sql, &args![player, other, kind]).await? > 0)
    }

    /// In the order of their names.
    pub async fn relations(&self, player: i64) -> Result<Vec<Relation>, StoreError> {
        let sql = "SELECT r.other, p.name, r.kind, r.at_ms FROM relations r \
                   JOIN players p ON p.id = r.other WHERE r.player = ? \
                   ORDER BY p.name_key, r.kind LIMIT ?";
        self.db.fetch(sql, &args![player, MOST]).await
    }

    /// Whether either of the two has set this against the other.
    pub async fn is_either(&self, one: i64, other: i64, kind: &str) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM relations WHERE kind = ? AND \
                   ((player = ? AND other = ?) OR (player = ? AND other = ?))";
        let args = args![kind, one, other, other, one];
        let count: Option<i64> = self.db.fetch_optional(sql, &args).await?;
        Ok(count.unwrap_or_default() > 0)
    }

    /// Everybody who has set this against a player, or against whom the player has.
    pub async fn either_way(&self, player: i64, kind: &str) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT other FROM relations WHERE player = ? AND kind = ? \
                   UNION SELECT player FROM relations WHERE other = ? AND kind = ?";
        self.db.fetch(sql, &args![player, kind, player, kind]).await
    }

    /// Forgets what a player wanted of others, and they of the player.
    pub async fn forget_relations(&self, player: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM relations WHERE player = ? OR other = ?";
        self.db.execute(sql, &args![player, player]).await
    }
}
