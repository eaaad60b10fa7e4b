//! Invitations into a house that is not open to everybody. Only their hashes are stored.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, TokenHash, limits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invite {
    pub hash: TokenHash,
    /// What operators call it; it opens nothing.
    pub id: String,
    pub label: String,
    /// So many more people may come in by it.
    pub uses_left: u32,
    pub by_name: String,
    pub created_ms: i64,
    pub expires_ms: i64,
}

impl Stored for Invite {
    fn read(row: &mut Reader<'_>) -> Result<Invite, StoreError> {
        Ok(Invite {
            hash: row
                .bytes()?
                .try_into()
                .map_err(|_| row.corrupt("a hash of another length"))?,
            id: row.text()?,
            label: row.text()?,
            uses_left: row.number()?,
            by_name: row.text()?,
            created_ms: row.int()?,
            expires_ms: row.int()?,
        })
    }
}

impl Store {
    pub async fn put_invite(&self, invite: &Invite) -> Result<(), StoreError> {
        limits::id(&invite.id)?;
        limits::chars(
            &invite.label,
            limits::SESSION_LABEL,
            "the label is too long",
        )?;
        limits::chars(
            &invite.by_name,
            limits::SESSION_LABEL,
            "the name is too long",
        )?;
        let sql = "INSERT INTO invites \
                   (hash, id, label, uses_left, by_name, created_ms, expires_ms) \
                   VALUES (?, ?, ?, ?, ?, ?, ?)";
        let args = args![
            invite.hash.as_slice(),
            &invite.id,
            &invite.label,
            invite.uses_left,
            &invite.by_name,
            invite.created_ms,
            invite.expires_ms
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// Those that still let somebody in, newest first.
    pub async fn invites(&self, now_ms: i64, limit: u32) -> Result<Vec<Invite>, StoreError> {
        let sql = "SELECT hash, id, label, uses_left, by_name, created_ms, expires_ms FROM invites \
                   WHERE uses_left > 0 AND expires_ms > ? ORDER BY created_ms DESC, id LIMIT ?";
        self.db.fetch(sql, &args![now_ms, limit]).await
    }

    /// Lets one person in; false when it has expired or is used up. Of many who come at once no more
    /// get in than it is for.
    pub async fn use_invite(&self, hash: &TokenHash, now_ms: i64) -> Result<bool, StoreError> {
        let sql = "UPDATE invites SET uses_left = uses_left - 1 \
                   WHERE hash = ? AND uses_left > 0 AND expires_ms > ?";
        Ok(self
            .db
            .execute(sql, &args![hash.as_slice(), now_ms])
            .await?
            > 0)
    }

    /// Whoever was let in did not come in after all.
    pub async fn return_invite(&self, hash: &TokenHash) -> Result<(), StoreError> {
        let sql = "UPDATE invites SET uses_left = uses_left + 1 WHERE hash = ?";
        self.db
            .execute(sql, &args![hash.as_slice()])
            .await
            .map(drop)
    }

    /// Whether there was one of this id.
    pub async fn delete_invite(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM invites WHERE id = ?";
        Ok(self.db.execute(sql, &args![id]).await? > 0)
    }

    /// Forgets those that let nobody in any more; how many.
    pub async fn prune_invites(&self, now_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM invites WHERE expires_ms <= ? OR uses_left <= 0";
        self.db.execute(sql, &args![now_ms]).await
    }
}
