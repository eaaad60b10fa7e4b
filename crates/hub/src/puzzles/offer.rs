//! Which puzzle somebody gets.

use std::collections::HashSet;
use std::net::IpAddr;

use parlor_describe::ToSchema;
use parlor_engine::AnyGame;
use parlor_puzzles::{GAMES, Puzzle, collection};
use parlor_store::{PuzzleTry, Standing, StoreError};
use serde::Serialize;

use super::show::{Found, Posed, look, measured};
use super::{
    FAILED, HINT, HINTED, LATER, LEARNED, OPEN, SHOWN, SOLVED, Solver, Streak, category, today,
};
use crate::people::PlayerId;
use crate::protocol::Raw;
use crate::{Code, Hub, Refusal, clock, random};

/// What there is, and how the caller does.
#[derive(Debug, Serialize, ToSchema)]
pub struct Overview {
    /// Today, counted from 1 January 1970 by universal time.
    pub day: i64,
    pub games: Vec<GamePuzzles>,
    /// Nothing for somebody without a name.
    pub streak: Option<Streak>,
}

/// The puzzles of a game.
#[derive(Debug, Serialize, ToSchema)]
pub struct GamePuzzles {
    pub game: &'static str,
    pub count: usize,
    pub easiest: u16,
    pub hardest: u16,
    /// The caller's rating, before the first attempt 1500.
    pub rating: f64,
    pub deviation: f64,
    pub tried: u32,
    pub solved: u32,
}

/// One line of somebody's history.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tried {
    pub id: String,
    pub game: String,
    pub state: String,
    pub at_ms: i64,
    pub day: Option<i64>,
    pub rating: u16,
    #[schema(value_type = String)]
    pub goal: parlor_puzzles::Goal,
    /// The position, of the first few.
    #[schema(value_type = Option<Object>)]
    pub view: Option<Raw>,
}

/// Lines of a history, and of how many the position comes along.
const HISTORY: usize = 60;
const DRAWN: usize = 12;
/// Ratings that practice without a name may ask for.
const NEAR: std::ops::RangeInclusive<f64> = 300.0..=3000.0;
/// Before the first attempt.
const USUAL: f64 = 1500.0;

pub(super) fn rules(game: &str) -> Result<&'static dyn AnyGame, Refusal> {
    let unknown = || Refusal::new(Code::PuzzleGame, "there are no puzzles of this game");
    parlor_catalog::game(game).ok_or_else(unknown)
}

pub(super) fn find(id: &str) -> Result<&'static Puzzle, Refusal> {
    let unknown = || Refusal::new(Code::PuzzleUnknown, "there is no such puzzle");
    collection().get(id).ok_or_else(unknown)
}

/// Today's puzzle and its day.
pub(super) fn daily() -> Option<(&'static Puzzle, i64)> {
    let today = today();
    Some((collection().daily(today)?, today))
}

/// The day, if this is its puzzle.
pub(super) fn day_of_puzzle(puzzle: &Puzzle) -> Option<i64> {
    daily().filter(|it| it.0.id == puzzle.id).map(|it| it.1)
}

pub(super) fn is_open(row: &PuzzleTry) -> bool {
    row.state == OPEN || row.state == HINT
}

impl Hub {
    pub async fn puzzle_overview(&self, me: Option<PlayerId>) -> Result<Overview, Refusal> {
        let (mut standings, mut streak) = (Vec::new(), None);
        let today = today();
        if let Some(me) = me {
            standings = self.store.standings(me.0).await?;
            streak = Some(Streak::of(&self.store.puzzle_days(me.0).await?, today));
        }
        let games = GAMES.iter().filter_map(|&game| {
            let all = collection().of(game);
            let category = category(game);
            let own = standings.iter().find(|it| it.game == category);
            let fresh = Standing::fresh(0, "");
            let own = own.unwrap_or(&fresh);
            Some(GamePuzzles {
                game,
                count: all.len(),
                easiest: all.iter().map(|it| it.rating).min()?,
                hardest: all.iter().map(|it| it.rating).max()?,
                rating: own.rating.round(),
                deviation: own.deviation.round(),
                tried: own.games,
                solved: own.wins + own.draws,
            })
        });
        Ok(Overview {
            day: today,
            games: games.collect(),
            streak,
        })
    }

    pub async fn puzzle_of_today(&self, me: Solver) -> Result<Posed, Refusal> {
        let none = || Refusal::new(Code::PuzzleNone, "there is no puzzle today");
        let (puzzle, _) = daily().ok_or_else(none)?;
        self.pose(puzzle, me).await
    }

    pub async fn puzzle(&self, id: &str, me: Solver) -> Result<Posed, Refusal> {
        self.pose(find(id)?, me).await
    }

    /// The next one near somebody's rating. It stays the same until it was answered, so that nobody
    /// picks the easy ones.
    pub async fn next_puzzle(
        &self,
        solver: Solver,
        game: &str,
        near: Option<f64>,
    ) -> Result<Posed, Refusal> {
        rules(game)?;
        let Some(me) = solver.person else {
            let near = near.filter(|it| NEAR.contains(it)).unwrap_or(USUAL);
            let drawn = random::number().unsigned_abs();
            let found = collection().near(game, near, &HashSet::new(), drawn);
            return self.pose(found.ok_or_else(none_left)?, solver).await;
        };
        let tries = self.store.puzzle_tries(me.0).await?;
        let here = |it: &&PuzzleTry| it.game == game && it.day.is_none() && is_open(it);
        let waiting = tries
            .iter()
            .find(here)
            .and_then(|it| collection().get(&it.puzzle));
        if let Some(puzzle) = waiting {
            return self.pose(puzzle, solver).await;
        }
        let mut tried: HashSet<String> = tries.into_iter().map(|it| it.puzzle).collect();
        tried.extend(daily().map(|it| it.0.id.clone()));
        let standing = self.store.standing(me.0, &category(game)).await?;
        let rating = standing.map_or(USUAL, |it| it.rating);
        let drawn = random::number().unsigned_abs();
        let puzzle = collection().near(game, rating, &tried, drawn);
        let puzzle = puzzle.ok_or_else(none_left)?;
        let row = PuzzleTry {
            player: me.0,
            puzzle: puzzle.id.clone(),
            game: game.to_owned(),
            state: OPEN.to_owned(),
            offered_ms: clock::now_ms(),
            done_ms: None,
            day: None,
        };
        match self.store.offer_puzzle(&row).await {
            // Asked twice at once: one of the two offers stands.
            Ok(()) | Err(StoreError::Conflict) => {}
            Err(error) => return Err(error.into()),
        }
        self.pose(puzzle, solver).await
    }

    async fn pose(&self, puzzle: &'static Puzzle, solver: Solver) -> Result<Posed, Refusal> {
        let day = day_of_puzzle(puzzle);
        let me = solver.person;
        let row = match me {
            Some(me) => self.store.puzzle_try(me.0, &puzzle.id).await?,
            None => None,
        };
        let rated = match &row {
            Some(row) => is_open(row),
            None => me.is_some() && day.is_some(),
        };
        let look = self
            .analyses
            .beside(solver.from, || look(puzzle, &puzzle.walk(&[])?, 0));
        Ok(Posed {
            id: puzzle.id.clone(),
            game: puzzle.game,
            goal: puzzle.goal,
            rating: puzzle.rating,
            levels: measured(puzzle),
            found: self.found(puzzle).await?,
            day,
            state: row.map(|row| row.state),
            rated,
            look: look.await?,
        })
    }

    async fn found(&self, puzzle: &Puzzle) -> Result<Found, Refusal> {
        let mut found = Found::default();
        for (state, count) in self.store.puzzle_counts(&puzzle.id).await? {
            match state.as_str() {
                SOLVED | HINTED => found.at_once += count,
                LATER => found.later += count,
                FAILED | SHOWN | LEARNED => {}
                _ => continue,
            }
            found.of += count;
        }
        Ok(found)
    }

    /// What the caller has tried, the latest first; those to be tried again if `failures`.
    pub async fn puzzle_history(
        &self,
        (me, from): (PlayerId, IpAddr),
        game: Option<&str>,
        failures: bool,
    ) -> Result<Vec<Tried>, Refusal> {
        let tries = self.store.puzzle_tries(me.0).await?;
        let wanted = |it: &PuzzleTry| {
            let fits = !failures || it.state == FAILED || it.state == SHOWN;
            fits && !is_open(it) && game.is_none_or(|game| game == it.game)
        };
        let rows = tries.into_iter().filter(wanted);
        let known: Vec<(PuzzleTry, &'static Puzzle)> = rows
            .filter_map(|row| Some((collection().get(&row.puzzle)?, row)))
            .map(|(puzzle, row)| (row, puzzle))
            .take(HISTORY)
            .collect();
        let lines = move || {
            let lines = known.into_iter().enumerate().map(|(place, (row, puzzle))| {
                let drawn = (place < DRAWN).then(|| look(puzzle, &puzzle.walk(&[])?, 0));
                Ok(Tried {
                    id: row.puzzle,
                    game: row.game,
                    state: row.state,
                    at_ms: row.done_ms.unwrap_or(row.offered_ms),
                    day: row.day,
                    rating: puzzle.rating,
                    goal: puzzle.goal,
                    view: drawn.transpose()?.map(|look| look.view),
                })
            });
            lines.collect()
        };
        self.analyses.beside(from, lines).await
    }
}

fn none_left() -> Refusal {
    Refusal::new(Code::PuzzleNone, "you have tried all puzzles of this game")
}
