//! The end of a match: its result and everybody's new standing, together and once.

use crate::dialect::marks;
use crate::exec::{Arg, Exec, args};
use crate::matches::{OwnedChange, update_in};
use crate::standings::COLUMNS;
use crate::{MatchRowUpdate, Standing, Store, StoreError, limits};

impl Store {
    /// Updates a match and the standings of `players` in one transaction, exactly once: a second
    /// caller with the same `expected` version gets `Conflict` and nothing happens.
    ///
    /// `rate` gets the standings in the order of `players` (fresh ones for newcomers) and gives
    /// back those to write. It must be pure: after a deadlock it is called again. Without players
    /// (an unrated match) it is not called.
    ///
    /// The new version and what was written; `NotFound` when a player does not exist.
    pub async fn finish<F>(
        &self,
        id: &str,
        expected: i64,
        update: &MatchRowUpdate,
        game: &str,
        players: &[i64],
        rate: F,
    ) -> Result<(i64, Vec<Standing>), StoreError>
    where
        F: Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync + 'static,
    {
        limits::chars(game, limits::GAME, "the name of the game is too long")?;
        let end = End {
            change: OwnedChange::of(id, expected, update),
            game: game.to_owned(),
            players: players.to_vec(),
            rate: Box::new(rate),
        };
        self.db
            .transact(end, |end, exec| Box::pin(end.write(exec)))
            .await
    }
}

type Rate = dyn Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync;

struct End {
    change: OwnedChange,
    game: String,
    players: Vec<i64>,
    rate: Box<Rate>,
}

impl End {
    async fn write(&self, exec: &mut Exec<'_>) -> Result<(i64, Vec<Standing>), StoreError> {
        let version = update_in(exec, &self.change).await?;
        if self.players.is_empty() {
            return Ok((version, Vec::new()));
        }
        lock_players(exec, &self.players).await?;
        let before = read(exec, &self.game, &self.players).await?;
        let written = (self.rate)(before.clone());
        for standing in &written {
            if standing.game != self.game || !self.players.contains(&standing.player) {
                return Err(StoreError::BadValue("the standing of somebody else"));
            }
            write(exec, standing).await?;
            let was = before.iter().find(|it| it.player == standing.player);
            if let Some(was) = was.filter(|was| is_rated(was, standing)) {
                note(exec, &self.change.id, was, standing).await?;
            }
        }
        Ok((version, written))
    }
}

/// Locks the players' own rows: unlike standings they exist before the first match. In the order
/// of their ids, so that two matches of the same people do not wait for each other.
pub(crate) async fn lock_players(exec: &mut Exec<'_>, players: &[i64]) -> Result<(), StoreError> {
    let mut ids = players.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let sql = format!(
        "SELECT id FROM players WHERE id IN ({}) ORDER BY id{}",
        marks(ids.len()),
        exec.backend().for_update()
    );
    let args: Vec<Arg<'_>> = ids.iter().map(|&id| Arg::Int(id)).collect();
    let locked: Vec<i64> = exec.fetch(&sql, &args).await?;
    if locked.len() != ids.len() {
        return Err(StoreError::NotFound);
    }
    Ok(())
}

pub(crate) async fn read(
    exec: &mut Exec<'_>,
    game: &str,
    players: &[i64],
) -> Result<Vec<Standing>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM standings s WHERE s.game = ? AND s.player IN ({})",
        marks(players.len())
    );
    let mut args = args![game].to_vec();
    args.extend(players.iter().map(|&player| Arg::Int(player)));
    let found: Vec<Standing> = exec.fetch(&sql, &args).await?;
    let of = |&player: &i64| {
        found
            .iter()
            .find(|standing| standing.player == player)
            .cloned()
            .unwrap_or_else(|| Standing::fresh(player, game))
    };
    Ok(players.iter().map(of).collect())
}

/// Whether the match counted for the rating: even where that stays, it becomes more certain.
#[allow(clippy::float_cmp)] // the same numbers or others; nothing was computed in between
fn is_rated(before: &Standing, after: &Standing) -> bool {
    (before.rating, before.deviation) != (after.rating, after.deviation)
}

/// A match ends once, so that each of its players has one such row.
pub(crate) async fn note(
    exec: &mut Exec<'_>,
    match_id: &str,
    before: &Standing,
    after: &Standing,
) -> Result<(), StoreError> {
    let insert = "INSERT INTO rating_changes \
                  (player, game, at_ms, match_id, before_rating, after_rating) \
                  VALUES (?, ?, ?, ?, ?, ?)";
    let args = args![
        after.player,
        &after.game,
        after.updated_ms,
        match_id,
        before.rating,
        after.rating
    ];
    exec.execute(insert, &args).await?;
    Ok(())
}

pub(crate) async fn write(exec: &mut Exec<'_>, standing: &Standing) -> Result<(), StoreError> {
    // Update, else insert: the player is locked, nobody comes between.
    let update = "UPDATE standings SET rating = ?, deviation = ?, volatility = ?, games = ?, \
                  wins = ?, draws = ?, losses = ?, undos = ?, ran_away = ?, updated_ms = ? \
                  WHERE player = ? AND game = ?";
    let insert = "INSERT INTO standings (rating, deviation, volatility, games, wins, draws, \
                  losses, undos, ran_away, updated_ms, player, game) \
                  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let args = args![
        standing.rating,
        standing.deviation,
        standing.volatility,
        standing.games,
        standing.wins,
        standing.draws,
        standing.losses,
        standing.undos,
        standing.ran_away,
        standing.updated_ms,
        standing.player,
        &standing.game
    ];
    if exec.execute(update, &args).await? == 0 {
        exec.execute(insert, &args).await?;
    }
    Ok(())
}
