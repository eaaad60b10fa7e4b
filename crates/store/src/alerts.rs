//! What is sent to people who are not here. A row is written once, whoever writes it; who sends it
//! is decided by a conditional update.

use parlor_engine::Seq;

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Alert {
    pub match_id: String,
    /// The entry after which it became their turn.
    pub seq: Seq,
    pub channel: String,
    /// The caller's word.
    pub kind: String,
    pub player: i64,
    /// How often it was tried before.
    pub tries: i64,
    pub due_ms: i64,
    pub made_ms: i64,
}

const COLUMNS: &str = "match_id, seq, channel, kind, player, tries, due_ms, made_ms";

/// To be sent when it is due.
const WAITS: i64 = 0;
/// Somebody is at it. If nothing comes of it, whether it went out is unknown, and it stays so.
const SENDING: i64 = 1;
const DONE: i64 = 2;

const KEY: &str = "match_id = ? AND seq = ? AND channel = ? AND kind = ?";

fn key(alert: &Alert) -> (&str, Seq, &str, &str) {
    (&alert.match_id, alert.seq, &alert.channel, &alert.kind)
}

impl Stored for Alert {
    fn read(row: &mut Reader<'_>) -> Result<Alert, StoreError> {
        Ok(Alert {
            match_id: row.text()?,
            seq: row.seq()?,
            channel: row.text()?,
            kind: row.text()?,
            player: row.int()?,
            tries: row.int()?,
            due_ms: row.int()?,
            made_ms: row.int()?,
        })
    }
}

impl Store {
    /// Whether it is new: of several nodes that find the same, one writes it down.
    pub async fn insert_alert(&self, alert: &Alert) -> Result<bool, StoreError> {
        limits::id(&alert.match_id)?;
        limits::id(&alert.channel)?;
        limits::chars(&alert.kind, limits::SESSION_KIND, "the kind is too long")?;
        let sql = format!(
            "INSERT INTO alerts ({COLUMNS}, state, claim) VALUES (?, ?, ?, ?, ?, ?, ?, ?, {WAITS}, 0)"
        );
        let args = args![
            &alert.match_id,
            alert.seq,
            &alert.channel,
            &alert.kind,
            alert.player,
            alert.tries,
            alert.due_ms,
            alert.made_ms
        ];
        match self.db.execute(&sql, &args).await {
            Ok(_) => Ok(true),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// What is to be sent now, the longest due first.
    pub async fn alerts_due(&self, now_ms: i64, limit: u32) -> Result<Vec<Alert>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM alerts WHERE state = {WAITS} AND due_ms <= ? \
             ORDER BY due_ms LIMIT ?"
        );
        self.db.fetch(&sql, &args![now_ms, limit]).await
    }

    /// Whether the caller is the one to send it now; of several who try, one is. `claim` is drawn by
    /// the caller: asked again with the same one, because no answer came, the answer is the same.
    pub async fn claim_alert(&self, alert: &Alert, claim: i64) -> Result<bool, StoreError> {
        let sql = format!(
            "UPDATE alerts SET state = {SENDING}, claim = ? WHERE {KEY} \
             AND ((state = {WAITS} AND tries = ?) OR (state = {SENDING} AND claim = ?))"
        );
        let (match_id, seq, channel, kind) = key(alert);
        let args = args![claim, match_id, seq, channel, kind, alert.tries, claim];
        Ok(self.db.execute(&sql, &args).await? > 0)
    }

    /// It was not sent, and is to be tried again. For whoever has claimed it.
    pub async fn postpone_alert(
        &self,
        alert: &Alert,
        claim: i64,
        due_ms: i64,
    ) -> Result<bool, StoreError> {
        let sql = format!(
            "UPDATE alerts SET state = {WAITS}, tries = tries + 1, due_ms = ? WHERE {KEY} \
             AND state = {SENDING} AND claim = ?"
        );
        let (match_id, seq, channel, kind) = key(alert);
        let args = args![due_ms, match_id, seq, channel, kind, claim];
        Ok(self.db.execute(&sql, &args).await? > 0)
    }

    /// It was sent, or need not be. For whoever has claimed it.
    pub async fn end_alert(&self, alert: &Alert, claim: i64) -> Result<bool, StoreError> {
        let sql = format!(
            "UPDATE alerts SET state = {DONE} WHERE {KEY} AND state = {SENDING} AND claim = ?"
        );
        let (match_id, seq, channel, kind) = key(alert);
        let args = args![match_id, seq, channel, kind, claim];
        Ok(self.db.execute(&sql, &args).await? > 0)
    }

    /// Forgets what is over.
    pub async fn prune_alerts(&self, before_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM alerts WHERE made_ms < ?";
        self.db.execute(sql, &args![before_ms]).await
    }

    /// A key of the house's own, drawn once: the first one stays, on whatever node.
    pub async fn keep_key(&self, name: &str, fresh: &str) -> Result<String, StoreError> {
        limits::chars(name, limits::ID, "the name is too long")?;
        limits::chars(fresh, limits::AUDIT, "the key is too long")?;
        let sql = "INSERT INTO house_keys (name, value) VALUES (?, ?)";
        match self.db.execute(sql, &args![name, fresh]).await {
            Ok(_) => return Ok(fresh.to_owned()),
            Err(StoreError::Conflict) => {}
            Err(error) => return Err(error),
        }
        let sql = "SELECT value FROM house_keys WHERE name = ?";
        let kept: Option<String> = self.db.fetch_optional(sql, &args![name]).await?;
        kept.ok_or(StoreError::NotFound)
    }
}
