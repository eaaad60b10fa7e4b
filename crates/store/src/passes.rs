//! Secrets that stand for a name besides its sessions: recovery phrases, links that are used once.
//! Only their hashes are stored.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Player, Store, StoreError, TokenHash, limits, players};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pass {
    pub hash: TokenHash,
    pub player: i64,
    /// The caller's word for what it opens.
    pub kind: String,
    /// The caller's own.
    pub note: String,
    pub created_ms: i64,
    pub expires_ms: i64,
}

const COLUMNS: &str = "a.hash, a.player, a.kind, a.note, a.created_ms, a.expires_ms";

impl Stored for Pass {
    fn read(row: &mut Reader<'_>) -> Result<Pass, StoreError> {
        Ok(Pass {
            hash: row
                .bytes()?
                .try_into()
                .map_err(|_| row.corrupt("a hash of another length"))?,
            player: row.int()?,
            kind: row.text()?,
            note: row.text()?,
            created_ms: row.int()?,
            expires_ms: row.int()?,
        })
    }
}

struct PassOf(Pass, Player);

impl Stored for PassOf {
    fn read(row: &mut Reader<'_>) -> Result<PassOf, StoreError> {
        Ok(PassOf(Pass::read(row)?, Player::read(row)?))
    }
}

impl Store {
    /// `NotFound` when there is no such player.
    pub async fn put_pass(&self, pass: &Pass) -> Result<(), StoreError> {
        limits::chars(&pass.kind, limits::SESSION_KIND, "the kind is too long")?;
        limits::chars(&pass.note, limits::SESSION_LABEL, "the note is too long")?;
        let sql = "INSERT INTO passes (hash, player, kind, note, created_ms, expires_ms) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let args = args![
            pass.hash.as_slice(),
            pass.player,
            &pass.kind,
            &pass.note,
            pass.created_ms,
            pass.expires_ms
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// The pass and whose it is, unless it has expired.
    pub async fn pass(
        &self,
        hash: &TokenHash,
        kind: &str,
        now_ms: i64,
    ) -> Result<Option<(Pass, Player)>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, {} FROM passes a JOIN players p ON p.id = a.player \
             WHERE a.hash = ? AND a.kind = ? AND a.expires_ms > ?",
            players::COLUMNS
        );
        let args = args![hash.as_slice(), kind, now_ms];
        let found: Option<PassOf> = self.db.fetch_optional(&sql, &args).await?;
        Ok(found.map(|PassOf(pass, player)| (pass, player)))
    }

    /// The same, and it is used up: of several who take it at once, one gets it.
    pub async fn take_pass(
        &self,
        hash: &TokenHash,
        kind: &str,
        now_ms: i64,
    ) -> Result<Option<(Pass, Player)>, StoreError> {
        let Some(found) = self.pass(hash, kind, now_ms).await? else {
            return Ok(None);
        };
        let sql = "DELETE FROM passes WHERE hash = ? AND kind = ?";
        let taken = self.db.execute(sql, &args![hash.as_slice(), kind]).await?;
        Ok((taken > 0).then_some(found))
    }

    /// Whether a player has one of this kind that has not expired.
    pub async fn has_pass(&self, player: i64, kind: &str, now_ms: i64) -> Result<bool, StoreError> {
        let sql = "SELECT COUNT(*) FROM passes WHERE player = ? AND kind = ? AND expires_ms > ?";
        let args = args![player, kind, now_ms];
        let count: Option<i64> = self.db.fetch_optional(sql, &args).await?;
        Ok(count.unwrap_or_default() > 0)
    }

    /// Voids a player's passes of one kind; how many there were.
    pub async fn delete_passes(&self, player: i64, kind: &str) -> Result<u64, StoreError> {
        let sql = "DELETE FROM passes WHERE player = ? AND kind = ?";
        self.db.execute(sql, &args![player, kind]).await
    }

    /// Forgets expired ones; how many.
    pub async fn prune_passes(&self, now_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM passes WHERE expires_ms <= ?";
        self.db.execute(sql, &args![now_ms]).await
    }
}
