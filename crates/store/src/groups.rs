//! Groups of people who belong together, such as a class, and who leads them.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Player, Store, StoreError, limits, players};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Circle {
    pub id: String,
    pub name: String,
    pub leader: i64,
    pub created_ms: i64,
}

impl Stored for Circle {
    fn read(row: &mut Reader<'_>) -> Result<Circle, StoreError> {
        Ok(Circle {
            id: row.text()?,
            name: row.text()?,
            leader: row.int()?,
            created_ms: row.int()?,
        })
    }
}

const COLUMNS: &str = "id, name, leader, created_ms";

impl Store {
    /// `NotFound` when there is no such leader.
    pub async fn put_circle(&self, circle: &Circle) -> Result<(), StoreError> {
        limits::id(&circle.id)?;
        limits::chars(&circle.name, limits::NAME, "the name is too long")?;
        let sql = "INSERT INTO circles (id, name, leader, created_ms) VALUES (?, ?, ?, ?)";
        let args = args![&circle.id, &circle.name, circle.leader, circle.created_ms];
        self.db.execute(sql, &args).await.map(drop)
    }

    pub async fn circle(&self, id: &str) -> Result<Option<Circle>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM circles WHERE id = ?");
        self.db.fetch_optional(&sql, &args![id]).await
    }

    pub async fn circles(&self, limit: u32) -> Result<Vec<Circle>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM circles ORDER BY created_ms DESC, id LIMIT ?");
        self.db.fetch(&sql, &args![limit]).await
    }

    pub async fn circles_of_leader(&self, leader: i64) -> Result<Vec<Circle>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM circles WHERE leader = ? ORDER BY created_ms, id");
        self.db.fetch(&sql, &args![leader]).await
    }

    /// Its members stay people of the house. Whether there was one.
    pub async fn delete_circle(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM circles WHERE id = ?";
        Ok(self.db.execute(sql, &args![id]).await? > 0)
    }

    /// Again changes nothing.
    pub async fn add_member(
        &self,
        circle: &str,
        player: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO circle_members (circle, player, added_ms) VALUES (?, ?, ?)";
        match self.db.execute(sql, &args![circle, player, now_ms]).await {
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// By name.
    pub async fn members(&self, circle: &str) -> Result<Vec<Player>, StoreError> {
        let columns = players::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM circle_members k JOIN players p ON p.id = k.player \
             WHERE k.circle = ? ORDER BY p.name_key"
        );
        self.db.fetch(&sql, &args![circle]).await
    }
}
