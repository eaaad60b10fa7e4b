//! What somebody plays, judged and written down.

use parlor_describe::ToSchema;
use parlor_puzzles::{Puzzle, Verdict, Walk};
use parlor_store::{Attempt, PuzzleTry, StoreError};
use serde::Serialize;

use super::offer::{day_of_puzzle, find};
use super::show::{Solution, look};
use super::{
    FAILED, HINT, HINTED, LATER, LEARNED, OPEN, SHOWN, SOLVED, Solver, category, rate, today,
};
use crate::analysis::Look;
use crate::people::PlayerId;
use crate::{Code, Hub, Refusal, clock};

/// Longer than any line, and longer than any notation.
const MOST_MOVES: usize = 16;
const LONGEST_MOVE: usize = 80;

/// What came of a move.
#[derive(Debug, Serialize, ToSchema)]
pub struct AttemptJudged {
    /// `right` (go on), `wrong` or `solved`.
    pub verdict: &'static str,
    /// After the move, and after each answer to it.
    pub looks: Vec<Look>,
    /// When it is solved.
    pub solution: Option<Solution>,
    pub outcome: Option<AttemptOutcome>,
}

/// What an attempt has changed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub struct AttemptOutcome {
    pub state: String,
    /// The caller's rating before and after, if it counted.
    pub rating: Option<[f64; 2]>,
}

fn check(moves: &[String]) -> Result<(), Refusal> {
    let fits = |it: &String| it.len() <= LONGEST_MOVE;
    if moves.len() > MOST_MOVES || !moves.iter().all(fits) {
        let message = format!("at most {MOST_MOVES} moves of {LONGEST_MOVE} characters");
        return Err(Refusal::new(Code::PuzzleTooLong, message));
    }
    Ok(())
}

impl Hub {
    /// The caller's moves so far, the last of which is new.
    pub async fn try_puzzle(
        &self,
        solver: Solver,
        id: &str,
        moves: Vec<String>,
    ) -> Result<AttemptJudged, Refusal> {
        check(&moves)?;
        let puzzle = find(id)?;
        let judge = move || {
            let walk = puzzle.walk(&moves)?;
            let fresh = walk.fresh..walk.steps.len();
            let looks = fresh.map(|step| look(puzzle, &walk, step + 1));
            let looks = looks.collect::<Result<Vec<Look>, Refusal>>()?;
            let solved = walk.verdict == Verdict::Solved;
            let solution = solved.then(|| Solution::of(puzzle)).transpose()?;
            Ok((walk.verdict, looks, solution))
        };
        let (verdict, looks, solution) = self.analyses.beside(solver.from, judge).await?;
        let (word, ends) = match verdict {
            Verdict::Open => ("right", None),
            Verdict::Wrong => ("wrong", Some(FAILED)),
            Verdict::Solved => ("solved", Some(SOLVED)),
        };
        let outcome = match (solver.person, ends) {
            (Some(me), Some(state)) => self.settle(me, puzzle, state).await?,
            _ => None,
        };
        Ok(AttemptJudged {
            verdict: word,
            looks,
            solution,
            outcome,
        })
    }

    /// The line, and the end of the attempt.
    pub async fn give_up_puzzle(
        &self,
        solver: Solver,
        id: &str,
    ) -> Result<(Solution, Option<AttemptOutcome>), Refusal> {
        let puzzle = find(id)?;
        let outcome = match solver.person {
            Some(me) => self.settle(me, puzzle, SHOWN).await?,
            None => None,
        };
        // Written down before it is told.
        let solution = self
            .analyses
            .beside(solver.from, || Solution::of(puzzle))
            .await?;
        Ok((solution, outcome))
    }

    /// Moves among which the right one is. Where the attempt counts, the hint is written down before it
    /// is told.
    pub async fn puzzle_hint(
        &self,
        solver: Solver,
        id: &str,
        moves: Vec<String>,
    ) -> Result<Vec<String>, Refusal> {
        check(&moves)?;
        let puzzle = find(id)?;
        let hint = move || {
            let walk: Walk = puzzle.walk(&moves)?;
            Ok(walk.hint(puzzle))
        };
        // What cannot be played costs nothing.
        let among = self.analyses.beside(solver.from, hint).await?;
        if let Some(me) = solver.person.filter(|_| !among.is_empty()) {
            self.mark_hint(me, puzzle).await?;
        }
        Ok(among)
    }

    async fn mark_hint(&self, me: PlayerId, puzzle: &Puzzle) -> Result<(), Refusal> {
        let key = (me.0, puzzle.id.as_str());
        let marked = self.store.mark_puzzle(key, OPEN, HINT, None).await?;
        if marked || day_of_puzzle(puzzle).is_none() {
            return Ok(());
        }
        let row = PuzzleTry {
            state: HINT.to_owned(),
            done_ms: None,
            ..row(me, puzzle, None)
        };
        match self.store.offer_puzzle(&row).await {
            // Tried before: it counts no more.
            Ok(()) | Err(StoreError::Conflict) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Only the first attempt counts, and only at what was offered or is today's.
    async fn settle(
        &self,
        me: PlayerId,
        puzzle: &'static Puzzle,
        state: &'static str,
    ) -> Result<Option<AttemptOutcome>, Refusal> {
        let there = self.store.puzzle_try(me.0, &puzzle.id).await?;
        let day = day_of_puzzle(puzzle);
        if there.is_none() && day.is_none() {
            return Ok(None);
        }
        let now = clock::now_ms();
        let attempt = Attempt {
            row: PuzzleTry {
                state: state.to_owned(),
                ..row(me, puzzle, day)
            },
            marked: (
                HINT.to_owned(),
                if state == SOLVED { HINTED } else { state }.to_owned(),
            ),
            offered: OPEN.to_owned(),
            category: Some(category(puzzle.game)),
        };
        let rating = puzzle.rating;
        let rate = move |standing, state: &str| rate(standing, state, rating, now);
        if let Some(done) = self.store.settle_puzzle(attempt, rate).await? {
            let rating = done.standings.map(|(before, after)| {
                [before, after].map(|standing| (standing.rating * 10.0).round() / 10.0)
            });
            return Ok(Some(AttemptOutcome {
                state: done.row.state,
                rating,
            }));
        }
        if state != SOLVED {
            return Ok(None);
        }
        self.found_later(me, puzzle, there, now).await
    }

    /// What had failed before is found now.
    async fn found_later(
        &self,
        me: PlayerId,
        puzzle: &Puzzle,
        there: Option<PuzzleTry>,
        now: i64,
    ) -> Result<Option<AttemptOutcome>, Refusal> {
        let Some(there) = there else {
            return Ok(None);
        };
        // A day that is over stays as it was.
        let same_day = |day: i64| today() == day;
        let to = match there.state.as_str() {
            FAILED if there.day.is_none_or(same_day) => LATER,
            FAILED | SHOWN => LEARNED,
            _ => return Ok(None),
        };
        let key = (me.0, puzzle.id.as_str());
        let from = &there.state;
        self.store.mark_puzzle(key, from, to, Some(now)).await?;
        Ok(Some(AttemptOutcome {
            state: to.to_owned(),
            rating: None,
        }))
    }
}

fn row(me: PlayerId, puzzle: &Puzzle, day: Option<i64>) -> PuzzleTry {
    let now = clock::now_ms();
    PuzzleTry {
        player: me.0,
        puzzle: puzzle.id.clone(),
        game: puzzle.game.to_owned(),
        state: OPEN.to_owned(),
        offered_ms: now,
        done_ms: Some(now),
        day,
    }
}
