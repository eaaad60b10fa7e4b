//! Groups of people who belong together, such as a class, and who leads them.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Player, Store, StoreError, limits, players};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub id: String,
    pub name: String,
    pub leader: i64,
    pub created_ms: i64,
}

impl Stored for Group {
    fn read(row: &mut Reader<'_>) -> Result<Group, StoreError> {
        Ok(Group {
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
    pub async fn put_group(&self, group: &Group) -> Result<(), StoreError> {
        limits::id(&group.id)?;
        limits::chars(&group.name, limits::NAME, "the name is too long")?;
        let sql = "INSERT INTO player_groups (id, name, leader, created_ms) VALUES (?, ?, ?, ?)";
        let args = args![&group.id, &group.name, group.leader, group.created_ms];
        self.db.execute(sql, &args).await.map(drop)
    }

    pub async fn group(&self, id: &str) -> Result<Option<Group>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM player_groups WHERE id = ?");
        self.db.fetch_optional(&sql, &args![id]).await
    }

    pub async fn groups(&self, limit: u32) -> Result<Vec<Group>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM player_groups ORDER BY created_ms DESC, id LIMIT ?");
        self.db.fetch(&sql, &args![limit]).await
    }

    pub async fn groups_of_leader(&self, leader: i64) -> Result<Vec<Group>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM player_groups WHERE leader = ? ORDER BY created_ms, id");
        self.db.fetch(&sql, &args![leader]).await
    }

    /// Its members stay people of the house. Whether there was one.
    pub async fn delete_group(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM player_groups WHERE id = ?";
        Ok(self.db.execute(sql, &args![id]).await? > 0)
    }

    /// Again changes nothing.
    pub async fn add_member(
        &self,
        group: &str,
        player: i64,
        now_ms: i64,
    ) -> Result<(), StoreError> {
        let sql = "INSERT INTO group_members (group_id, player, added_ms) VALUES (?, ?, ?)";
        match self.db.execute(sql, &args![group, player, now_ms]).await {
            Ok(_) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Whether it was one.
    pub async fn remove_member(&self, group: &str, player: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM group_members WHERE group_id = ? AND player = ?";
        Ok(self.db.execute(sql, &args![group, player]).await? > 0)
    }

    /// By name.
    pub async fn members(&self, group: &str) -> Result<Vec<Player>, StoreError> {
        let columns = players::COLUMNS;
        let sql = format!(
            "SELECT {columns} FROM group_members k JOIN players p ON p.id = k.player \
             WHERE k.group_id = ? ORDER BY p.name_key"
        );
        self.db.fetch(&sql, &args![group]).await
    }
}
