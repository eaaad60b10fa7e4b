//! What whoever answers for the house needs: roles, bans, and a list of everything they did.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Player, Store, StoreError, limits, players};

/// Somebody, or a range of addresses, that is kept out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ban {
    pub id: i64,
    pub player: Option<i64>,
    /// A range of addresses in the caller's form; empty for a ban of a player.
    pub network: String,
    pub reason: String,
    pub by: String,
    pub at_ms: i64,
    /// For good if none.
    pub until_ms: Option<i64>,
}

/// Something an operator did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AuditLine {
    pub id: i64,
    pub at_ms: i64,
    pub actor: String,
    pub act: String,
    pub target: String,
    pub detail: String,
}

impl Stored for Ban {
    fn read(row: &mut Reader<'_>) -> Result<Ban, StoreError> {
        Ok(Ban {
            id: row.int()?,
            player: row.maybe_int()?,
            network: row.text()?,
            reason: row.text()?,
            by: row.text()?,
            at_ms: row.int()?,
            until_ms: row.maybe_int()?,
        })
    }
}

impl Stored for AuditLine {
    fn read(row: &mut Reader<'_>) -> Result<AuditLine, StoreError> {
        Ok(AuditLine {
            id: row.int()?,
            at_ms: row.int()?,
            actor: row.text()?,
            act: row.text()?,
            target: row.text()?,
            detail: row.text()?,
        })
    }
}

impl Store {
    /// A player's role, if any.
    pub async fn role(&self, player: i64) -> Result<Option<String>, StoreError> {
        let sql = "SELECT role FROM roles WHERE player = ?";
        self.db.fetch_optional(sql, &args![player]).await
    }

    /// `NotFound` when there is no such player. Nothing takes the role away.
    pub async fn set_role(
        &self,
        player: i64,
        role: Option<&str>,
        by: &str,
        at_ms: i64,
    ) -> Result<(), StoreError> {
        let delete = "DELETE FROM roles WHERE player = ?";
        self.db.execute(delete, &args![player]).await?;
        let Some(role) = role else { return Ok(()) };
        limits::chars(role, limits::SESSION_KIND, "the role is too long")?;
        limits::chars(by, limits::SESSION_LABEL, "the name is too long")?;
        let sql = "INSERT INTO roles (player, role, by_name, at_ms) VALUES (?, ?, ?, ?)";
        self.db
            .execute(sql, &args![player, role, by, at_ms])
            .await
            .map(drop)
    }

    pub async fn players_with_role(&self, role: &str) -> Result<Vec<Player>, StoreError> {
        let sql = format!(
            "SELECT {} FROM roles r JOIN players p ON p.id = r.player WHERE r.role = ? \
             ORDER BY p.name_key LIMIT 1000",
            players::COLUMNS
        );
        self.db.fetch(&sql, &args![role]).await
    }

    /// Players with `part` in their key, in the order of their keys.
    pub async fn find_players(&self, part: &str, limit: u32) -> Result<Vec<Player>, StoreError> {
        let sql = format!(
            "SELECT {} FROM players p WHERE p.name_key LIKE ? ESCAPE '!' \
             ORDER BY p.name_key LIMIT ?",
            players::COLUMNS
        );
        let plain = part.replace('!', "!!").replace('%', "!%");
        let plain = format!("%{}%", plain.replace('_', "!_"));
        self.db.fetch(&sql, &args![&plain, limit]).await
    }

    pub async fn put_ban(&self, ban: &Ban) -> Result<(), StoreError> {
        limits::chars(&ban.network, limits::CMD, "the range is too long")?;
        limits::chars(&ban.reason, limits::SESSION_LABEL, "the reason is too long")?;
        limits::chars(&ban.by, limits::SESSION_LABEL, "the name is too long")?;
        let sql = "INSERT INTO bans (id, player, network, reason, by_name, at_ms, until_ms) \
                   VALUES (?, ?, ?, ?, ?, ?, ?)";
        let args = args![
            ban.id,
            ban.player,
            &ban.network,
            &ban.reason,
            &ban.by,
            ban.at_ms,
            ban.until_ms
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// Whether there was one.
    pub async fn lift_ban(&self, id: i64) -> Result<bool, StoreError> {
        let sql = "DELETE FROM bans WHERE id = ?";
        Ok(self.db.execute(sql, &args![id]).await? > 0)
    }

    /// Those that hold, the newest first.
    pub async fn bans(&self, now_ms: i64) -> Result<Vec<Ban>, StoreError> {
        let sql = "SELECT id, player, network, reason, by_name, at_ms, until_ms FROM bans \
                   WHERE until_ms IS NULL OR until_ms > ? ORDER BY at_ms DESC, id LIMIT 10000";
        self.db.fetch(sql, &args![now_ms]).await
    }

    pub async fn put_audit(&self, line: &AuditLine) -> Result<(), StoreError> {
        limits::chars(&line.actor, limits::SESSION_LABEL, "the name is too long")?;
        limits::chars(&line.act, limits::GAME, "the act is too long")?;
        limits::chars(
            &line.target,
            limits::SESSION_LABEL,
            "the target is too long",
        )?;
        limits::chars(&line.detail, limits::AUDIT, "the detail is too long")?;
        let sql = "INSERT INTO audit (id, at_ms, actor, act, target, detail) \
                   VALUES (?, ?, ?, ?, ?, ?)";
        let args = args![
            line.id,
            line.at_ms,
            &line.actor,
            &line.act,
            &line.target,
            &line.detail
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// Forgets acts of before this; how many.
    pub async fn prune_audit(&self, before_ms: i64) -> Result<u64, StoreError> {
        let sql = "DELETE FROM audit WHERE at_ms < ?";
        self.db.execute(sql, &args![before_ms]).await
    }

    /// What was done before a moment, the newest first.
    pub async fn audit(&self, before_ms: i64, limit: u32) -> Result<Vec<AuditLine>, StoreError> {
        let sql = "SELECT id, at_ms, actor, act, target, detail FROM audit WHERE at_ms < ? \
                   ORDER BY at_ms DESC, id DESC LIMIT ?";
        self.db.fetch(sql, &args![before_ms, limit]).await
    }

    /// Blanks a line of chat; whether there was one. Its number stays: lines are counted without
    /// gaps.
    pub async fn blank_chat(&self, match_id: &str, seq: u32) -> Result<bool, StoreError> {
        let sql = "UPDATE chat SET text = '' WHERE match_id = ? AND seq = ?";
        Ok(self.db.execute(sql, &args![match_id, seq]).await? > 0)
    }

    /// Blanks everything somebody said, anywhere, and puts another name beside it.
    pub async fn blank_chat_of(&self, player: i64, name: &str) -> Result<u64, StoreError> {
        limits::chars(name, limits::NAME, "the name is too long")?;
        let sql = "UPDATE chat SET text = '', name = ? WHERE player = ?";
        self.db.execute(sql, &args![name, player]).await
    }

    /// Everything somebody said.
    pub async fn chat_of(&self, player: i64) -> Result<Vec<Said>, StoreError> {
        let sql = "SELECT match_id, seq, at_ms, text FROM chat WHERE player = ? \
                   ORDER BY at_ms, match_id, seq";
        self.db.fetch(sql, &args![player]).await
    }

    /// A word of the database's own about itself, at most 64 characters.
    pub async fn note(&self, name: &str) -> Result<Option<String>, StoreError> {
        let sql = "SELECT value FROM meta WHERE name = ?";
        self.db.fetch_optional(sql, &args![name]).await
    }

    /// Writes such a word, or takes it away. False when somebody else was faster.
    pub async fn set_note(&self, name: &str, value: Option<&str>) -> Result<bool, StoreError> {
        let Some(value) = value else {
            let sql = "DELETE FROM meta WHERE name = ?";
            return Ok(self.db.execute(sql, &args![name]).await? > 0);
        };
        limits::chars(value, limits::CMD, "the note is too long")?;
        let sql = "INSERT INTO meta (name, value) VALUES (?, ?)";
        match self.db.execute(sql, &args![name, value]).await {
            Ok(_) => Ok(true),
            Err(StoreError::Conflict) => Ok(false),
            Err(error) => Err(error),
        }
    }
}

/// A line of chat and where it was said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Said {
    pub match_id: String,
    pub seq: u32,
    pub at_ms: i64,
    pub text: String,
}

impl Stored for Said {
    fn read(row: &mut Reader<'_>) -> Result<Said, StoreError> {
        Ok(Said {
            match_id: row.text()?,
            seq: row.number()?,
            at_ms: row.int()?,
            text: row.text()?,
        })
    }
}
