//! The end of a match, corrected afterwards: its result, and what follows from it for everybody's
//! standing, together.

use crate::exec::{Exec, args};
use crate::finish::write;
use crate::matches::{OwnedChange, update_in};
use crate::{MatchRowUpdate, Standing, Store, StoreError, limits};

/// What a corrected result does to the standings of a game.
#[derive(Clone, Default, Debug)]
pub struct Amendment {
    /// As they were read, and as they shall be.
    pub standings: Vec<(Standing, Standing)>,
    /// What is told of a match's effect on a rating.
    pub changes: Vec<ChangedChange>,
}

/// The effect of one match on one player's rating, told otherwise than before.
#[derive(Clone, PartialEq, Debug)]
pub enum ChangedChange {
    /// Other numbers than before, by so much.
    Shift {
        player: i64,
        match_id: String,
        before: f64,
        after: f64,
    },
    /// The match counts now.
    Add {
        player: i64,
        match_id: String,
        at_ms: i64,
        before: f64,
        after: f64,
    },
    /// It counts no more.
    Remove { player: i64, match_id: String },
}

impl Store {
    /// Every standing of a game.
    pub async fn standings_of_game(&self, game: &str) -> Result<Vec<Standing>, StoreError> {
        let columns = crate::standings::COLUMNS;
        let sql = format!("SELECT {columns} FROM standings s WHERE s.game = ? ORDER BY s.player");
        self.db.fetch(&sql, &args![game]).await
    }

    /// Updates a match and the standings of its game in one transaction. `Conflict`, and nothing
    /// happens, when the match or one of the standings is not as it was read.
    pub async fn amend(
        &self,
        id: &str,
        expected: i64,
        update: &MatchRowUpdate,
        game: &str,
        amendment: Amendment,
    ) -> Result<i64, StoreError> {
        limits::chars(game, limits::GAME, "the name of the game is too long")?;
        let change = OwnedChange::of(id, expected, update);
        let work = (change, game.to_owned(), amendment);
        self.db
            .transact(work, |(change, game, amendment), exec| {
                Box::pin(carry_out(change, game, amendment, exec))
            })
            .await
    }
}

async fn carry_out(
    change: &OwnedChange,
    game: &str,
    amendment: &Amendment,
    exec: &mut Exec<'_>,
) -> Result<i64, StoreError> {
    let version = update_in(exec, change).await?;
    // Players in the order of their ids, as everywhere: nobody waits for each other in a circle.
    for (was, shall) in &amendment.standings {
        if was.game != game || shall.game != game || was.player != shall.player {
            return Err(StoreError::BadValue("the standing of somebody else"));
        }
        let guard = "UPDATE standings SET updated_ms = ? \
                     WHERE player = ? AND game = ? AND games = ? AND updated_ms = ?";
        let args = args![
            shall.updated_ms,
            was.player,
            game,
            was.games,
            was.updated_ms
        ];
        if exec.execute(guard, &args).await? == 0 {
            return Err(StoreError::Conflict);
        }
        write(exec, shall).await?;
    }
    for changed in &amendment.changes {
        tell(exec, game, changed).await?;
    }
    Ok(version)
}

async fn tell(exec: &mut Exec<'_>, game: &str, changed: &ChangedChange) -> Result<(), StoreError> {
    match changed {
        ChangedChange::Shift {
            player,
            match_id,
            before,
            after,
        } => {
            let sql = "UPDATE rating_changes SET before_rating = before_rating + ?, \
                       after_rating = after_rating + ? \
                       WHERE player = ? AND game = ? AND match_id = ?";
            let args = args![*before, *after, *player, game, match_id];
            exec.execute(sql, &args).await?;
        }
        ChangedChange::Add {
            player,
            match_id,
            at_ms,
            before,
            after,
        } => {
            let sql = "INSERT INTO rating_changes \
                       (player, game, at_ms, match_id, before_rating, after_rating) \
                       VALUES (?, ?, ?, ?, ?, ?)";
            let args = args![*player, game, *at_ms, match_id, *before, *after];
            exec.execute(sql, &args).await?;
        }
        ChangedChange::Remove { player, match_id } => {
            let sql = "DELETE FROM rating_changes WHERE player = ? AND game = ? AND match_id = ?";
            exec.execute(sql, &args![*player, game, match_id]).await?;
        }
    }
    Ok(())
}
