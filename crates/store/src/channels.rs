//! How people want to be told something while they are not here: where to, and whether still.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    /// Made from whose it is and where it leads, so that the same one cannot be there twice.
    pub id: String,
    pub player: i64,
    /// The caller's word, like what follows.
    pub kind: String,
    pub target: String,
    pub secret: String,
    /// Whoever knows it may end the channel.
    pub stop: String,
    /// The address of the house as its owner knows it.
    pub site: String,
    pub language: String,
    pub label: String,
    pub state: i64,
    pub created_ms: i64,
}

const COLUMNS: &str =
    "id, player, kind, target, secret, stop, site, language, label, state, created_ms";

impl Stored for Channel {
    fn read(row: &mut Reader<'_>) -> Result<Channel, StoreError> {
        Ok(Channel {
            id: row.text()?,
            player: row.int()?,
            kind: row.text()?,
            target: row.text()?,
            secret: row.text()?,
            stop: row.text()?,
            site: row.text()?,
            language: row.text()?,
            label: row.text()?,
            state: row.int()?,
            created_ms: row.int()?,
        })
    }
}

impl Store {
    /// `Conflict` when it is there already.
    pub async fn insert_channel(&self, channel: &Channel) -> Result<(), StoreError> {
        limits::id(&channel.id)?;
        for (text, most, what) in [
            (&channel.kind, limits::SESSION_KIND, "the kind is too long"),
            (&channel.target, limits::AUDIT, "the target is too long"),
            (
                &channel.secret,
                limits::SESSION_LABEL,
                "the secret is too long",
            ),
            (&channel.stop, limits::NAME, "the key is too long"),
            (&channel.site, limits::SESSION_LABEL, "the site is too long"),
            (&channel.language, limits::SESSION_KIND, "no language"),
            (
                &channel.label,
                limits::SESSION_LABEL,
                "the label is too long",
            ),
        ] {
            limits::chars(text, most, what)?;
        }
        let sql =
            format!("INSERT INTO channels ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
        let args = args![
            &channel.id,
            channel.player,
            &channel.kind,
            &channel.target,
            &channel.secret,
            &channel.stop,
            &channel.site,
            &channel.language,
            &channel.label,
            channel.state,
            channel.created_ms
        ];
        self.db.execute(&sql, &args).await.map(drop)
    }

    /// The oldest first.
    pub async fn channels(&self, player: i64) -> Result<Vec<Channel>, StoreError> {
        let sql =
            format!("SELECT {COLUMNS} FROM channels WHERE player = ? ORDER BY created_ms, id");
        self.db.fetch(&sql, &args![player]).await
    }

    pub async fn channel(&self, id: &str) -> Result<Option<Channel>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM channels WHERE id = ?");
        self.db.fetch_optional(&sql, &args![id]).await
    }

    /// By the key with which it can be ended.
    pub async fn channel_to_stop(&self, stop: &str) -> Result<Option<Channel>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM channels WHERE stop = ?");
        self.db.fetch_optional(&sql, &args![stop]).await
    }

    /// Those who have a channel in this state.
    pub async fn players_with_channels(&self, state: i64) -> Result<Vec<i64>, StoreError> {
        let sql = "SELECT DISTINCT player FROM channels WHERE state = ?";
        self.db.fetch(sql, &args![state]).await
    }

    pub async fn set_channel_state(&self, id: &str, state: i64) -> Result<(), StoreError> {
        let sql = "UPDATE channels SET state = ? WHERE id = ?";
        match self.db.execute(sql, &args![state, id]).await? {
            0 => Err(StoreError::NotFound),
            _ => Ok(()),
        }
    }

    /// With what was to be sent there; whether there was one.
    pub async fn delete_channel(&self, id: &str) -> Result<bool, StoreError> {
        let sql = "DELETE FROM channels WHERE id = ?";
        Ok(self.db.execute(sql, &args![id]).await? > 0)
    }

    /// Forgets those that nobody confirmed.
    pub async fn prune_channels(&self, state: i64, before_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM channels WHERE state = ? AND created_ms < ?";
        self.db.execute(sql, &args![state, before_ms]).await
    }

    pub async fn alert_settings(&self, player: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT body FROM alert_settings WHERE player = ?";
        self.db.fetch_optional(sql, &args![player]).await
    }

    pub async fn put_alert_settings(&self, player: i64, body: &str) -> Result<(), StoreError> {
        limits::chars(body, limits::AUDIT, "the settings are too long")?;
        let sql = "UPDATE alert_settings SET body = ? WHERE player = ?";
        if self.db.execute(sql, &args![body, player]).await? > 0 {
            return Ok(());
        }
        let sql = "INSERT INTO alert_settings (player, body) VALUES (?, ?)";
        self.db.execute(sql, &args![player, body]).await.map(drop)
    }
}
