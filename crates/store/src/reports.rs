//! What people report to those who answer for the house.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError, limits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Report {
    pub id: i64,
    pub at_ms: i64,
    pub by: i64,
    pub by_name: String,
    pub about: i64,
    pub about_name: String,
    /// Empty when it is about no match.
    pub match_id: String,
    pub reason: String,
    /// The talk around it, as it was then, in the caller's form.
    pub talk: String,
    /// Whoever has dealt with it.
    pub closed_by: Option<String>,
}

impl Stored for Report {
    fn read(row: &mut Reader<'_>) -> Result<Report, StoreError> {
        Ok(Report {
            id: row.int()?,
            at_ms: row.int()?,
            by: row.int()?,
            by_name: row.text()?,
            about: row.int()?,
            about_name: row.text()?,
            match_id: row.text()?,
            reason: row.text()?,
            talk: row.text()?,
            closed_by: row.maybe_text()?,
        })
    }
}

impl Store {
    pub async fn put_report(&self, report: &Report) -> Result<(), StoreError> {
        limits::chars(&report.by_name, limits::NAME, "the name is too long")?;
        limits::chars(&report.about_name, limits::NAME, "the name is too long")?;
        limits::chars(&report.match_id, limits::ID, "the id is too long")?;
        limits::chars(&report.reason, limits::AUDIT, "the reason is too long")?;
        limits::bytes(report.talk.as_bytes(), limits::BODY, "the talk is too long")?;
        let sql = "INSERT INTO reports (id, at_ms, by_player, by_name, about_player, about_name, \
                   match_id, reason, talk) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
        let args = args![
            report.id,
            report.at_ms,
            report.by,
            &report.by_name,
            report.about,
            &report.about_name,
            &report.match_id,
            &report.reason,
            &report.talk
        ];
        self.db.execute(sql, &args).await.map(drop)
    }

    /// Those made before a moment, the newest first; all, or those nobody has dealt with.
    pub async fn reports(
        &self,
        before_ms: i64,
        open: bool,
        limit: u32,
    ) -> Result<Vec<Report>, StoreError> {
        let open = if open { "AND closed_by IS NULL " } else { "" };
        let sql = format!(
            "SELECT id, at_ms, by_player, by_name, about_player, about_name, match_id, reason, \
             talk, closed_by FROM reports WHERE at_ms < ? {open}ORDER BY at_ms DESC, id DESC LIMIT ?"
        );
        self.db.fetch(&sql, &args![before_ms, limit]).await
    }

    /// Somebody has dealt with it; whether there was one.
    pub async fn close_report(&self, id: i64, by: &str) -> Result<bool, StoreError> {
        limits::chars(by, limits::NAME, "the name is too long")?;
        let sql = "UPDATE reports SET closed_by = ? WHERE id = ?";
        Ok(self.db.execute(sql, &args![by, id]).await? > 0)
    }

    /// How many somebody has made since a moment.
    pub async fn reports_by(&self, player: i64, since_ms: i64) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM reports WHERE by_player = ? AND at_ms >= ?";
        let count: Option<i64> = self
            .db
            .fetch_optional(sql, &args![player, since_ms])
            .await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }

    /// Puts another name in the place of somebody who is to be forgotten, and takes the talk away.
    pub async fn forget_in_reports(&self, player: i64, name: &str) -> Result<(), StoreError> {
        limits::chars(name, limits::NAME, "the name is too long")?;
        for sql in [
            "UPDATE reports SET by_name = ?, talk = '[]' WHERE by_player = ?",
            "UPDATE reports SET about_name = ?, talk = '[]' WHERE about_player = ?",
        ] {
            self.db.execute(sql, &args![name, player]).await?;
        }
        Ok(())
    }
}
