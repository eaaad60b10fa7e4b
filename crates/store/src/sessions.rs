//! Who is signed in. Only hashes of tokens are stored: a stolen database opens no session.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Player, Store, StoreError, limits, players};

pub type TokenHash = [u8; 32];

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    pub token_hash: TokenHash,
    pub player: i64,
    /// The caller's word: a browser's cookie, a bot's token …
    pub kind: String,
    pub label: String,
    pub created_ms: i64,
    pub expires_ms: i64,
    /// When it was last used, roughly.
    pub seen_ms: i64,
}

const COLUMNS: &str =
    "s.token_hash, s.player, s.kind, s.label, s.created_ms, s.expires_ms, s.seen_ms";

impl Stored for Session {
    fn read(row: &mut Reader<'_>) -> Result<Session, StoreError> {
        Ok(Session {
            token_hash: row
                .bytes()?
                .try_into()
                .map_err(|_| row.corrupt("a token hash of another length"))?,
            player: row.int()?,
            kind: row.text()?,
            label: row.text()?,
            created_ms: row.int()?,
            expires_ms: row.int()?,
            seen_ms: row.int()?,
        })
    }
}

struct SessionOf(Session, Player);

impl Stored for SessionOf {
    fn read(row: &mut Reader<'_>) -> Result<SessionOf, StoreError> {
        Ok(SessionOf(Session::read(row)?, Player::read(row)?))
    }
}

impl Store {
    /// `NotFound` when there is no such player.
    pub async fn put_session(&self, session: &Session) -> Result<(), StoreError> {
        limits::chars(&session.kind, limits::SESSION_KIND, "the kind is too long")?;
        limits::chars(
            &session.label,
            limits::SESSION_LABEL,
            "the label is too long",
        )?;
        let sql = "INSERT INTO sessions \
                   (token_hash, player, kind, label, created_ms, expires_ms, seen_ms) \
                   VALUES (?, ?, ?, ?, ?, ?, ?)";
        let args = args![
            session.token_hash.as_slice(),
            session.player,
            &session.kind,
            &session.label,
            session.created_ms,
            session.expires_ms,
            session.seen_ms
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// The session and whose it is, unless it has expired.
    pub async fn session(
        &self,
        token_hash: &TokenHash,
        now_ms: i64,
    ) -> Result<Option<(Session, Player)>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS}, {} FROM sessions s JOIN players p ON p.id = s.player \
             WHERE s.token_hash = ? AND s.expires_ms > ?",
            players::COLUMNS
        );
        let found: Option<SessionOf> = self
            .db
            .fetch_optional(&sql, &args![token_hash.as_slice(), now_ms])
            .await?;
        Ok(found.map(|SessionOf(session, player)| (session, player)))
    }

    /// It was used at this time, and lasts until that; false when the session is gone.
    pub async fn touch_session(
        &self,
        token_hash: &TokenHash,
        seen_ms: i64,
        expires_ms: i64,
    ) -> Result<bool, StoreError> {
        let sql = "UPDATE sessions SET seen_ms = ?, expires_ms = ? WHERE token_hash = ?";
        let args = args![seen_ms, expires_ms, token_hash.as_slice()];
        Ok(self.db.execute(sql, &args).await? > 0)
    }

    /// Whether there was one.
    pub async fn delete_session(&self, token_hash: &TokenHash) -> Result<bool, StoreError> {
        let sql = "DELETE FROM sessions WHERE token_hash = ?";
        Ok(self.db.execute(sql, &args![token_hash.as_slice()]).await? > 0)
    }

    /// Signs a player out everywhere; how many sessions there were.
    pub async fn delete_sessions(&self, player: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE player = ?";
        self.db.execute(sql, &args![player]).await
    }

    /// A player's sessions that have not expired, newest first.
    pub async fn sessions(&self, player: i64, now_ms: i64) -> Result<Vec<Session>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM sessions s WHERE s.player = ? AND s.expires_ms > ? \
             ORDER BY s.created_ms DESC, s.token_hash"
        );
        self.db.fetch(&sql, &args![player, now_ms]).await
    }

    /// Forgets expired sessions; how many.
    pub async fn prune_sessions(&self, now_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM sessions WHERE expires_ms <= ?";
        self.db.execute(sql, &args![now_ms]).await
    }
}
