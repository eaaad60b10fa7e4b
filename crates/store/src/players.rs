//! People and bots.

use std::fmt;

use crate::dialect::marks;
use crate::exec::{Arg, args};
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

#[derive(Clone, PartialEq, Eq)]
pub struct Player {
    pub id: i64,
    pub name: String,
    /// The name in the form in which it must be unique.
    pub name_key: String,
    /// A hash in PHC form; none for a name without a password.
    pub password: Option<String>,
    pub created_ms: i64,
    pub is_bot: bool,
}

// Even a hash has no place in a log line.
impl fmt::Debug for Player {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Player")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("protected", &self.password.is_some())
            .field("is_bot", &self.is_bot)
            .finish_non_exhaustive()
    }
}

pub(crate) const COLUMNS: &str = "p.id, p.name, p.name_key, p.password, p.created_ms, p.is_bot";

impl Stored for Player {
    fn read(row: &mut Reader<'_>) -> Result<Player, StoreError> {
        Ok(Player {
            id: row.int()?,
            name: row.text()?,
            name_key: row.text()?,
            password: row.maybe_text()?,
            created_ms: row.int()?,
            is_bot: row.bool()?,
        })
    }
}

fn check_name(name: &str, name_key: &str) -> Result<(), StoreError> {
    limits::chars(name, limits::NAME, "the name is too long")?;
    limits::chars(name_key, limits::NAME_KEY, "the name is too long")
}

fn check_password(password: Option<&str>) -> Result<(), StoreError> {
    password.map_or(Ok(()), |hash| {
        limits::chars(hash, limits::PASSWORD, "the password hash is too long")
    })
}

impl Store {
    /// `Conflict` when the name or the id is taken.
    pub async fn insert_player(&self, player: &Player) -> Result<(), StoreError> {
        check_name(&player.name, &player.name_key)?;
        check_password(player.password.as_deref())?;
        let sql = "INSERT INTO players (id, name, name_key, password, created_ms, is_bot) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let args = args![
            player.id,
            &player.name,
            &player.name_key,
            player.password.as_deref(),
            player.created_ms,
            player.is_bot
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    pub async fn player(&self, id: i64) -> Result<Option<Player>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM players p WHERE p.id = ?");
        self.db.fetch_optional(&sql, &args![id]).await
    }

    /// Those of `ids` that exist, in no particular order.
    pub async fn players(&self, ids: &[i64]) -> Result<Vec<Player>, StoreError> {
        let mut found = Vec::with_capacity(ids.len());
        for ids in ids.chunks(100) {
            let marks = marks(ids.len());
            let sql = format!("SELECT {COLUMNS} FROM players p WHERE p.id IN ({marks})");
            let args: Vec<Arg<'_>> = ids.iter().map(|&id| Arg::Int(id)).collect();
            found.extend(self.db.fetch::<Player>(&sql, &args).await?);
        }
        Ok(found)
    }

    pub async fn player_by_key(&self, name_key: &str) -> Result<Option<Player>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM players p WHERE p.name_key = ?");
        self.db.fetch_optional(&sql, &args![name_key]).await
    }

    /// Players whose key begins with `prefix`, in the order of their keys.
    pub async fn search_players(
        &self,
        prefix: &str,
        limit: u32,
    ) -> Result<Vec<Player>, StoreError> {
        // A range, not LIKE: every back end answers it from the index, and `%` means nothing.
        let sql = format!(
            "SELECT {COLUMNS} FROM players p WHERE p.name_key >= ? AND p.name_key < ? \
             ORDER BY p.name_key LIMIT ?"
        );
        let end = format!("{prefix}{}", char::MAX);
        self.db.fetch(&sql, &args![prefix, &end, limit]).await
    }

    pub async fn set_password(&self, id: i64, password: Option<&str>) -> Result<(), StoreError> {
        check_password(password)?;
        let sql = "UPDATE players SET password = ? WHERE id = ?";
        one(self.db.execute(sql, &args![password, id]).await?)
    }

    /// `Conflict` when the name is taken.
    pub async fn rename_player(
        &self,
        id: i64,
        name: &str,
        name_key: &str,
    ) -> Result<(), StoreError> {
        check_name(name, name_key)?;
        let sql = "UPDATE players SET name = ?, name_key = ? WHERE id = ?";
        one(self.db.execute(sql, &args![name, name_key, id]).await?)
    }
}

impl Store {
    /// Forgets names without a password that never took a seat: those created before `gone_ms`
    /// that have no session, and those created before `unused_ms` with theirs. How many.
    pub async fn prune_guests(&self, gone_ms: i64, unused_ms: i64) -> Result<u64, StoreError> {
        let sql = format!(
            "SELECT p.id FROM players p WHERE p.password IS NULL AND p.is_bot = 0 \
             AND p.created_ms < ? AND {NEVER_PLAYED} \
             AND (p.created_ms < ? OR NOT EXISTS \
             (SELECT 1 FROM sessions s WHERE s.player = p.id)) ORDER BY p.id LIMIT {PRUNED_AT_ONCE}"
        );
        let ids: Vec<i64> = self.db.fetch(&sql, &args![gone_ms, unused_ms]).await?;
        let mut pruned = 0;
        for id in ids {
            let own = "DELETE FROM sessions WHERE player = ?";
            self.db.execute(own, &args![id]).await?;
            // Asked again: somebody may have sat down meanwhile.
            let never = NEVER_PLAYED.replace("p.id", "players.id");
            let sql = format!("DELETE FROM players WHERE id = ? AND password IS NULL AND {never}");
            match self.db.execute(&sql, &args![id]).await {
                Ok(count) => pruned += count,
                // A session was opened in this very moment: the name is in use.
                Err(StoreError::NotFound | StoreError::Conflict) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(pruned)
    }
}

/// Of `p`: neither a seat nor a standing, nor anything that keeps the name for its owner.
const NEVER_PLAYED: &str = "NOT EXISTS (SELECT 1 FROM match_players m WHERE m.player = p.id) \
     AND NOT EXISTS (SELECT 1 FROM standings t WHERE t.player = p.id) \
     AND NOT EXISTS (SELECT 1 FROM passes a WHERE a.player = p.id)";
/// One round of tidying up must not keep the writer from moves.
const PRUNED_AT_ONCE: u32 = 200;

fn one(changed: u64) -> Result<(), StoreError> {
    if changed == 0 {
        return Err(StoreError::NotFound);
    }
    Ok(())
}
