//! What is said at a table.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChatLine {
    /// From 1, given by the caller.
    pub seq: u32,
    pub at_ms: i64,
    pub player: i64,
    /// The name at the time.
    pub name: String,
    /// None for a spectator.
    pub seat: Option<u8>,
    pub text: String,
    /// The id of the client's command, by which a resend is recognised.
    pub cmd: Option<String>,
}

impl Stored for ChatLine {
    fn read(row: &mut Reader<'_>) -> Result<ChatLine, StoreError> {
        Ok(ChatLine {
            seq: row.number()?,
            at_ms: row.int()?,
            player: row.int()?,
            name: row.text()?,
            seat: row.maybe_number()?,
            text: row.text()?,
            cmd: row.maybe_text()?,
        })
    }
}

impl Store {
    /// `Conflict` when the number is taken, or when the same player's command was stored before.
    pub async fn append_chat(&self, match_id: &str, line: &ChatLine) -> Result<(), StoreError> {
        limits::id(match_id)?;
        limits::chars(&line.name, limits::NAME, "the name is too long")?;
        limits::bytes(line.text.as_bytes(), limits::LINE, "the text is too long")?;
        if let Some(cmd) = &line.cmd {
            limits::chars(cmd, limits::CMD, "the command id is too long")?;
        }
        let sql = "INSERT INTO chat (match_id, seq, at_ms, player, name, seat, text, cmd) \
                   VALUES (?, ?, ?, ?, ?, ?, ?, ?)";
        let args = args![
            match_id,
            line.seq,
            line.at_ms,
            line.player,
            &line.name,
            line.seat,
            &line.text,
            line.cmd.as_deref()
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// Lines after `after`, oldest first.
    pub async fn chat(
        &self,
        match_id: &str,
        after: u32,
        limit: u32,
    ) -> Result<Vec<ChatLine>, StoreError> {
        let sql = "SELECT seq, at_ms, player, name, seat, text, cmd FROM chat \
                   WHERE match_id = ? AND seq > ? ORDER BY seq LIMIT ?";
        self.db.fetch(sql, &args![match_id, after, limit]).await
    }

    /// Whether this command of this player has been stored.
    pub async fn was_said(
        &self,
        match_id: &str,
        player: i64,
        cmd: &str,
    ) -> Result<bool, StoreError> {
        let sql = "SELECT seq FROM chat WHERE match_id = ? AND player = ? AND cmd = ?";
        let args = args![match_id, player, cmd];
        let seq: Option<i64> = self.db.fetch_optional(sql, &args).await?;
        Ok(seq.is_some())
    }

    /// 0 when nothing was said yet.
    pub async fn last_chat_seq(&self, match_id: &str) -> Result<u32, StoreError> {
        let sql = "SELECT COALESCE(MAX(seq), 0) FROM chat WHERE match_id = ?";
        self.db.last_number(sql, match_id).await
    }

    /// Forgets what was said at finished matches that ended before this, of so many matches at a time;
    /// how many lines.
    pub async fn prune_chat(&self, ended_before_ms: i64, most: u32) -> Result<u64, StoreError> {
        let sql = "SELECT DISTINCT c.match_id FROM chat c JOIN matches m ON m.id = c.match_id \
                   WHERE m.status = 'over' AND m.ended_ms < ? LIMIT ?";
        let ids: Vec<String> = self.db.fetch(sql, &args![ended_before_ms, most]).await?;
        let mut pruned = 0;
        for id in &ids {
            let sql = "DELETE FROM chat WHERE match_id = ?";
            pruned += self.db.execute(sql, &args![id]).await?;
        }
        Ok(pruned)
    }
}
