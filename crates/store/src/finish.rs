//! The end of a match: its result and everybody's new standing, together and once.

use crate::db::Tx;
use crate::dialect::marks;
use crate::exec::{Arg, args};
use crate::matches::update_in;
use crate::retry::Attempts;
use crate::standings::COLUMNS;
use crate::{MatchUpdate, Standing, Store, StoreError, limits};

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
        update: &MatchUpdate,
        game: &str,
        players: &[i64],
        rate: F,
    ) -> Result<(i64, Vec<Standing>), StoreError>
    where
        F: Fn(Vec<Standing>) -> Vec<Standing>,
    {
        limits::chars(game, limits::GAME, "the name of the game is too long")?;
        let mut attempts = Attempts::default();
        loop {
            match self
                .try_finish(id, expected, update, game, players, &rate)
                .await
            {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    async fn try_finish<F>(
        &self,
        id: &str,
        expected: i64,
        update: &MatchUpdate,
        game: &str,
        players: &[i64],
        rate: &F,
    ) -> Result<(i64, Vec<Standing>), StoreError>
    where
        F: Fn(Vec<Standing>) -> Vec<Standing>,
    {
        let mut tx = self.db.begin().await?;
        let done = async {
            let version = update_in(&mut tx, id, expected, update).await?;
            let mut written = Vec::new();
            if !players.is_empty() {
                lock_players(&mut tx, players).await?;
                let before = read(&mut tx, game, players).await?;
                written = rate(before);
                for standing in &written {
                    if standing.game != game || !players.contains(&standing.player) {
                        return Err(StoreError::BadValue("the standing of somebody else"));
                    }
                    write(&mut tx, standing).await?;
                }
            }
            Ok((version, written))
        };
        let done = done.await;
        tx.end(done).await
    }
}

/// Locks the players' own rows: unlike standings they exist before the first match. In the order
/// of their ids, so that two matches of the same people do not wait for each other.
async fn lock_players(tx: &mut Tx, players: &[i64]) -> Result<(), StoreError> {
    let mut ids = players.to_vec();
    ids.sort_unstable();
    ids.dedup();
    let mut exec = tx.exec();
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

async fn read(tx: &mut Tx, game: &str, players: &[i64]) -> Result<Vec<Standing>, StoreError> {
    let sql = format!(
        "SELECT {COLUMNS} FROM standings s WHERE s.game = ? AND s.player IN ({})",
        marks(players.len())
    );
    let mut args = args![game].to_vec();
    args.extend(players.iter().map(|&player| Arg::Int(player)));
    let found: Vec<Standing> = tx.exec().fetch(&sql, &args).await?;
    let of = |&player: &i64| {
        found
            .iter()
            .find(|standing| standing.player == player)
            .cloned()
            .unwrap_or_else(|| Standing::fresh(player, game))
    };
    Ok(players.iter().map(of).collect())
}

async fn write(tx: &mut Tx, standing: &Standing) -> Result<(), StoreError> {
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
    if tx.exec().execute(update, &args).await? == 0 {
        tx.exec().execute(insert, &args).await?;
    }
    Ok(())
}
