//! What came of puzzles: one row for a person and a puzzle, and the rating of solvers.

use crate::exec::{Exec, args};
use crate::finish::{lock_players, note, read, write};
use crate::row::{Reader, Stored};
use crate::{Standing, Store, StoreError, limits};

/// A puzzle that somebody was offered; the states are the caller's words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PuzzleTry {
    pub player: i64,
    pub puzzle: String,
    pub game: String,
    pub state: String,
    pub offered_ms: i64,
    /// When its state became final.
    pub done_ms: Option<i64>,
    /// The day whose puzzle it was when it was tried.
    pub day: Option<i64>,
}

impl Stored for PuzzleTry {
    fn read(row: &mut Reader<'_>) -> Result<PuzzleTry, StoreError> {
        Ok(PuzzleTry {
            player: row.int()?,
            puzzle: row.text()?,
            game: row.text()?,
            state: row.text()?,
            offered_ms: row.int()?,
            done_ms: row.maybe_int()?,
            day: row.maybe_int()?,
        })
    }
}

const COLUMNS: &str = "player, puzzle, game, state, offered_ms, done_ms, day";
/// More than there are puzzles.
const MOST: u32 = 20_000;

/// How a first attempt ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempt {
    /// Its final state, if nothing was there before or the row was merely offered.
    pub row: PuzzleTry,
    /// A row in this state is not final, and ends in the other one: a hint was taken.
    pub marked: (String, String),
    /// So is a row in this state, and ends in that of `row`.
    pub offered: String,
    /// The category of the rating; `None` if it does not count.
    pub category: Option<String>,
}

/// What an attempt has changed.
#[derive(Clone, PartialEq, Debug)]
pub struct Attempted {
    pub row: PuzzleTry,
    /// The rating before and after, if it counted.
    pub standings: Option<(Standing, Standing)>,
}

type Rate = dyn Fn(Standing, &str) -> Standing + Send + Sync;

struct Settling {
    attempt: Attempt,
    rate: Box<Rate>,
}

impl Store {
    /// `Conflict` when the player has it already.
    pub async fn offer_puzzle(&self, row: &PuzzleTry) -> Result<(), StoreError> {
        check(row)?;
        let sql = format!("INSERT INTO puzzle_tries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)");
        self.db.execute(&sql, &values(row)).await.map(drop)
    }

    pub async fn puzzle_try(
        &self,
        player: i64,
        puzzle: &str,
    ) -> Result<Option<PuzzleTry>, StoreError> {
        let sql = format!("SELECT {COLUMNS} FROM puzzle_tries WHERE player = ? AND puzzle = ?");
        self.db.fetch_optional(&sql, &args![player, puzzle]).await
    }

    /// Everything a player was offered, the latest first.
    pub async fn puzzle_tries(&self, player: i64) -> Result<Vec<PuzzleTry>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM puzzle_tries WHERE player = ? \
             ORDER BY offered_ms DESC, puzzle LIMIT ?"
        );
        self.db.fetch(&sql, &args![player, MOST]).await
    }

    /// Those that were a day's puzzle, the latest first.
    pub async fn puzzle_days(&self, player: i64) -> Result<Vec<PuzzleTry>, StoreError> {
        let sql = format!(
            "SELECT {COLUMNS} FROM puzzle_tries WHERE player = ? AND day IS NOT NULL \
             ORDER BY day DESC LIMIT ?"
        );
        self.db.fetch(&sql, &args![player, MOST]).await
    }

    /// Changes the state of a row that is in one given; whether it was.
    pub async fn mark_puzzle(
        &self,
        (player, puzzle): (i64, &str),
        from: &str,
        to: &str,
        done_ms: Option<i64>,
    ) -> Result<bool, StoreError> {
        limits::chars(to, limits::SESSION_KIND, "the state is too long")?;
        let sql = "UPDATE puzzle_tries SET state = ?, done_ms = ? \
                   WHERE player = ? AND puzzle = ? AND state = ?";
        let args = args![to, done_ms, player, puzzle, from];
        Ok(self.db.execute(sql, &args).await? > 0)
    }

    /// Writes how a first attempt ended, and the new rating with it; `None` when it had ended
    /// before. `rate` gets the standing and the final state and must be pure: after a deadlock it
    /// is called again.
    pub async fn settle_puzzle<F>(
        &self,
        attempt: Attempt,
        rate: F,
    ) -> Result<Option<Attempted>, StoreError>
    where
        F: Fn(Standing, &str) -> Standing + Send + Sync + 'static,
    {
        check(&attempt.row)?;
        let category = attempt.category.as_deref().unwrap_or_default();
        limits::chars(category, limits::GAME, "the category is too long")?;
        let settling = Settling {
            attempt,
            rate: Box::new(rate),
        };
        self.db
            .transact(settling, |it, exec| Box::pin(it.write(exec)))
            .await
    }

    /// How many people have a puzzle in each state.
    pub async fn puzzle_counts(&self, puzzle: &str) -> Result<Vec<(String, i64)>, StoreError> {
        let sql = "SELECT state, COUNT(*) FROM puzzle_tries WHERE puzzle = ? GROUP BY state";
        let rows: Vec<Counted> = self.db.fetch(sql, &args![puzzle]).await?;
        Ok(rows.into_iter().map(|it| (it.0, it.1)).collect())
    }

    /// Forgets what somebody tried, and the ratings of these categories.
    pub async fn forget_puzzles(
        &self,
        player: i64,
        categories: &[String],
    ) -> Result<u64, StoreError> {
        for category in categories {
            for table in ["standings", "rating_changes"] {
                let sql = format!("DELETE FROM {table} WHERE player = ? AND game = ?");
                self.db.execute(&sql, &args![player, category]).await?;
            }
        }
        let sql = "DELETE FROM puzzle_tries WHERE player = ?";
        self.db.execute(sql, &args![player]).await
    }
}

struct Counted(String, i64);

impl Stored for Counted {
    fn read(row: &mut Reader<'_>) -> Result<Counted, StoreError> {
        Ok(Counted(row.text()?, row.int()?))
    }
}

fn check(row: &PuzzleTry) -> Result<(), StoreError> {
    limits::id(&row.puzzle)?;
    limits::chars(&row.game, limits::GAME, "the name of the game is too long")?;
    limits::chars(&row.state, limits::SESSION_KIND, "the state is too long")
}

fn values(row: &PuzzleTry) -> [crate::exec::Arg<'_>; 7] {
    args![
        row.player,
        &row.puzzle,
        &row.game,
        &row.state,
        row.offered_ms,
        row.done_ms,
        row.day
    ]
}

impl Settling {
    async fn write(&self, exec: &mut Exec<'_>) -> Result<Option<Attempted>, StoreError> {
        let Attempt {
            row,
            marked,
            offered,
            category,
        } = &self.attempt;
        lock_players(exec, &[row.player]).await?;
        let sql = format!("SELECT {COLUMNS} FROM puzzle_tries WHERE player = ? AND puzzle = ?");
        let there: Option<PuzzleTry> = exec
            .fetch_optional(&sql, &args![row.player, &row.puzzle])
            .await?;
        let mut ended = row.clone();
        match there {
            None => {
                let sql =
                    format!("INSERT INTO puzzle_tries ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)");
                exec.execute(&sql, &values(row)).await?;
            }
            Some(there) if there.state == marked.0 || there.state == *offered => {
                if there.state == marked.0 {
                    ended.state.clone_from(&marked.1);
                }
                ended.offered_ms = there.offered_ms;
                let sql = "UPDATE puzzle_tries SET state = ?, done_ms = ?, day = ? \
                           WHERE player = ? AND puzzle = ?";
                let args = args![
                    &ended.state,
                    ended.done_ms,
                    ended.day,
                    ended.player,
                    &ended.puzzle
                ];
                exec.execute(sql, &args).await?;
            }
            Some(_) => return Ok(None),
        }
        let standings = match category {
            None => None,
            Some(category) => Some(self.rate(exec, &ended, category).await?),
        };
        Ok(Some(Attempted {
            row: ended,
            standings,
        }))
    }

    async fn rate(
        &self,
        exec: &mut Exec<'_>,
        ended: &PuzzleTry,
        category: &str,
    ) -> Result<(Standing, Standing), StoreError> {
        let before = read(exec, category, &[ended.player]).await?.pop();
        let before = before.unwrap_or_else(|| Standing::fresh(ended.player, category));
        let after = (self.rate)(before.clone(), &ended.state);
        if (after.player, after.game.as_str()) != (ended.player, category) {
            return Err(StoreError::BadValue("the standing of somebody else"));
        }
        write(exec, &after).await?;
        note(exec, &ended.puzzle, &before, &after).await?;
        Ok((before, after))
    }
}
