//! Lists of matches. Each is a walk along an index that ends after `limit` rows, so a million
//! finished matches cost nothing.

use std::fmt::Write as _;

use crate::exec::{Arg, args};
use crate::match_row::COLUMNS;
use crate::{MatchRow, MatchStatus, Store, StoreError};

/// The last match of a page; the next page begins after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cursor {
    pub created_ms: i64,
    pub id: String,
}

impl From<&MatchRow> for Cursor {
    fn from(row: &MatchRow) -> Cursor {
        Cursor {
            created_ms: row.created_ms,
            id: row.id.clone(),
        }
    }
}

impl Store {
    /// Newest first.
    pub async fn matches_by_status(
        &self,
        status: MatchStatus,
        game: Option<&str>,
        before: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let mut sql = format!("SELECT {COLUMNS} FROM matches m WHERE m.status = ?");
        let mut args = args![status.as_str()].to_vec();
        if let Some(game) = game {
            sql.push_str(" AND m.game = ?");
            args.push(game.into());
        }
        push_cursor(&mut sql, &mut args, before, "m.created_ms", "m.id");
        sql.push_str(" ORDER BY m.created_ms DESC, m.id DESC LIMIT ?");
        args.push(limit.into());
        self.db.fetch(&sql, &args).await
    }

    /// Open matches of quick pairing, the oldest first.
    pub async fn waiting_matches(
        &self,
        game: &str,
        after: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, StoreError> {
        let mut sql = format!(
            "SELECT {COLUMNS} FROM matches m WHERE m.status = ? AND m.quick = 1 AND m.game = ?"
        );
        let mut args = args![MatchStatus::Open.as_str(), game].to_vec();
        if let Some(after) = after {
            sql.push_str(" AND m.created_ms >= ? AND (m.created_ms > ? OR m.id > ?)");
            args.extend(args![after.created_ms, after.created_ms, after.id.as_str()]);
        }
        sql.push_str(" ORDER BY m.created_ms, m.id LIMIT ?");
        args.push(limit.into());
        self.db.fetch(&sql, &args).await
    }

    /// A player's matches in any of `statuses`, newest first.
    pub async fn matches_of_player(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        before: Option<&Cursor>,
        limit: u32,
    ) -> Result<Vec<MatchRow>, StoreError> {
        // One walk per status: with IN (…) no index has the order, and a bot's hundred thousand
        // finished matches would be sorted each time.
        let mut found: Vec<MatchRow> = Vec::new();
        for &status in statuses {
            // Distinct, because a player may sit on both sides.
            let mut sql = format!(
                "SELECT {COLUMNS} FROM (SELECT DISTINCT k.created_ms, k.match_id \
                 FROM match_players k WHERE k.player = ? AND k.status = ?"
            );
            let mut args = args![player, status.as_str()].to_vec();
            push_cursor(&mut sql, &mut args, before, "k.created_ms", "k.match_id");
            sql.push_str(
                " ORDER BY k.created_ms DESC, k.match_id DESC LIMIT ?) page \
                 JOIN matches m ON m.id = page.match_id",
            );
            args.push(limit.into());
            found.extend(self.db.fetch::<MatchRow>(&sql, &args).await?);
        }
        found.sort_by(|a, b| (b.created_ms, &b.id).cmp(&(a.created_ms, &a.id)));
        // A match that changed its status between two of the walks shows up twice.
        found.dedup_by(|a, b| a.id == b.id);
        found.truncate(limit as usize);
        Ok(found)
    }

    /// How many matches a player has in any of `statuses`; of more than `most`, that there are so many.
    pub async fn count_of_player(
        &self,
        player: i64,
        statuses: &[MatchStatus],
        most: u32,
    ) -> Result<usize, StoreError> {
        // One walk per status here, too.
        let walk = " + (SELECT COUNT(*) FROM (SELECT DISTINCT k.created_ms, k.match_id \
                    FROM match_players k WHERE k.player = ? AND k.status = ? LIMIT ?) own)";
        let sql = format!("SELECT 0{}", walk.repeat(statuses.len()));
        let args: Vec<Arg<'_>> = statuses
            .iter()
            .flat_map(|status| args![player, status.as_str(), most])
            .collect();
        let own: Option<i64> = self.db.fetch_optional(&sql, &args).await?;
        let count = own.unwrap_or_default().unsigned_abs() as usize;
        Ok(count.min(most as usize))
    }

    pub async fn count_matches(&self, status: MatchStatus) -> Result<u64, StoreError> {
        let sql = "SELECT COUNT(*) FROM matches WHERE status = ?";
        let count: Option<i64> = self.db.fetch_optional(sql, &args![status.as_str()]).await?;
        Ok(count.unwrap_or_default().unsigned_abs())
    }
}

fn push_cursor<'a>(
    sql: &mut String,
    args: &mut Vec<Arg<'a>>,
    before: Option<&'a Cursor>,
    time: &str,
    id: &str,
) {
    let Some(cursor) = before else { return };
    // In this form, rather than as a row comparison, MySQL uses the index, too.
    // Writing to a string cannot fail.
    let _ = write!(sql, " AND {time} <= ? AND ({time} < ? OR {id} < ?)");
    args.extend(args![
        cursor.created_ms,
        cursor.created_ms,
        cursor.id.as_str()
    ]);
}
