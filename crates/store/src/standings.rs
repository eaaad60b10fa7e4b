//! How well a player does at a game.

use crate::exec::args;
use crate::row::{Reader, Stored};
use crate::{Store, StoreError};

#[derive(Clone, PartialEq, Debug)]
pub struct Standing {
    pub player: i64,
    pub game: String,
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub games: u32,
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    pub undos: u32,
    pub ran_away: u32,
    pub updated_ms: i64,
}

impl Standing {
    /// Before the first game: the start values of Glicko-2.
    pub fn fresh(player: i64, game: impl Into<String>) -> Standing {
        Standing {
            player,
            game: game.into(),
            rating: 1500.0,
            deviation: UNRATED,
            volatility: 0.06,
            games: 0,
            wins: 0,
            draws: 0,
            losses: 0,
            undos: 0,
            ran_away: 0,
            updated_ms: 0,
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct LeaderboardRow {
    pub name: String,
    pub is_bot: bool,
    pub standing: Standing,
}

/// What one rated match did to a player's rating.
#[derive(Clone, PartialEq, Debug)]
pub struct RatingChange {
    pub match_id: String,
    pub at_ms: i64,
    pub before: f64,
    pub after: f64,
}

impl Stored for RatingChange {
    fn read(row: &mut Reader<'_>) -> Result<RatingChange, StoreError> {
        Ok(RatingChange {
            match_id: row.text()?,
            at_ms: row.int()?,
            before: row.real()?,
            after: row.real()?,
        })
    }
}

/// The deviation of somebody about whom nothing is known.
const UNRATED: f64 = 350.0;

pub(crate) const COLUMNS: &str = "s.player, s.game, s.rating, s.deviation, s.volatility, \
     s.games, s.wins, s.draws, s.losses, s.undos, s.ran_away, s.updated_ms";

impl Stored for Standing {
    fn read(row: &mut Reader<'_>) -> Result<Standing, StoreError> {
        Ok(Standing {
            player: row.int()?,
            game: row.text()?,
            rating: row.real()?,
            deviation: row.real()?,
            volatility: row.real()?,
            games: row.number()?,
            wins: row.number()?,
            draws: row.number()?,
            losses: row.number()?,
            undos: row.number()?,
            ran_away: row.number()?,
            updated_ms: row.int()?,
        })
    }
}

impl Stored for LeaderboardRow {
    fn read(row: &mut Reader<'_>) -> Result<LeaderboardRow, StoreError> {
        Ok(LeaderboardRow {
            name: row.text()?,
            is_bot: row.bool()?,
            standing: Standing::read(row)?,
        })
    }
}

impl Store {
    /// One row for each game the player has finished a rated match of.
    pub async fn standings(&self, player: i64) -> Result<Vec<Standing>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM standings s WHERE s.player = ? ORDER BY s.game");
        self.db.fetch(&sql, &args![player]).await
    }

    pub async fn standing(&self, player: i64, game: &str) -> Result<Option<Standing>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM standings s WHERE s.player = ? AND s.game = ?");
        self.db.fetch_optional(&sql, &args![player, game]).await
    }

    /// The latest changes of a rating, newest first.
    pub async fn rating_changes(
        &self,
        player: i64,
        game: &str,
        limit: u32,
    ) -> Result<Vec<RatingChange>, StoreError> {
        let sql = "SELECT match_id, at_ms, before_rating, after_rating FROM rating_changes \
                   WHERE player = ? AND game = ? ORDER BY at_ms DESC, match_id DESC LIMIT ?";
        self.db.fetch(sql, &args![player, game, limit]).await
    }

    /// The best first, among those with at least `min_games`; whoever has never played a rated one
    /// has no rating to be listed by.
    pub async fn leaderboard(
        &self,
        game: &str,
        min_games: u32,
        limit: u32,
        offset: u32,
    ) -> Result<Vec<LeaderboardRow>, StoreError> {
        // Both parts of the order run the same way, so that the index is simply walked backwards.
        let sql = format!(
            "SELECT p.name, p.is_bot, {COLUMNS} FROM standings s JOIN players p ON p.id = s.player \
             WHERE s.game = ? AND s.games >= ? AND s.deviation < ? \
             ORDER BY s.rating DESC, s.player DESC LIMIT ? OFFSET ?"
        );
        self.db
            .fetch(&sql, &args![game, min_games, UNRATED, limit, offset])
            .await
    }
}
