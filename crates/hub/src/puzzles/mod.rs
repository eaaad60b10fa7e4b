//! Puzzles: who is offered which, what came of it, and what that says about a solver. The line that is
//! right leaves the process when it was found or given up, not before.

mod attempt;
mod days;
mod offer;
mod show;
#[cfg(test)]
mod tests;

use std::net::IpAddr;

use parlor_store::Standing;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use crate::people::PlayerId;
use crate::{clock, random};

pub use attempt::{AttemptJudged, AttemptOutcome};
pub(crate) use days::Streak;
pub use offer::{Overview, Tried};
pub use show::{Posed, Solution};

/// Who asks: perhaps nobody by name, but always from somewhere.
#[derive(Clone, Copy, Debug)]
pub struct Solver {
    pub person: Option<PlayerId>,
    pub from: IpAddr,
}

/// Offered, and not answered yet.
const OPEN: &str = "open";
/// The same, and a hint was taken.
const HINT: &str = "hint";
const SOLVED: &str = "solved";
/// Solved with a hint.
const HINTED: &str = "hinted";
const FAILED: &str = "failed";
/// Given up.
const SHOWN: &str = "shown";
/// Failed at first, and found afterwards.
const LATER: &str = "later";
/// Given up, and found when it was tried again.
const LEARNED: &str = "learned";

/// Solvers are rated apart from players, each game by itself.
pub const CATEGORY: &str = ":puzzles";

fn category(game: &str) -> String {
    format!("{game}{CATEGORY}")
}

/// The categories of all games.
pub(crate) fn categories() -> Vec<String> {
    parlor_puzzles::GAMES
        .iter()
        .map(|game| category(game))
        .collect()
}

const DAY_MS: i64 = 86_400_000;

/// A Monday, for tests that compare pictures.
const STAGED: i64 = 20_773;

/// The day by universal time, counted from 1970.
fn today() -> i64 {
    if random::is_staged() {
        return STAGED;
    }
    clock::now_ms().div_euclid(DAY_MS)
}

/// How uncertain the rating of a puzzle is: it was measured, but by bots.
const DEVIATION: f64 = 80.0;

/// The solver against the puzzle; with a hint it is half a win.
fn rate(mut standing: Standing, state: &str, puzzle: u16, now_ms: i64) -> Standing {
    let outcome = match state {
        SOLVED => Outcomes::WIN,
        HINTED => Outcomes::DRAW,
        _ => Outcomes::LOSS,
    };
    let solver = Glicko2Rating {
        rating: standing.rating,
        deviation: standing.deviation,
        volatility: standing.volatility,
    };
    let against = Glicko2Rating {
        rating: f64::from(puzzle),
        deviation: DEVIATION,
        ..Glicko2Rating::new()
    };
    let (solver, _) = glicko2(&solver, &against, &outcome, &Glicko2Config::new());
    standing.rating = solver.rating;
    standing.deviation = solver.deviation;
    standing.volatility = solver.volatility;
    standing.games += 1;
    match state {
        SOLVED => standing.wins += 1,
        HINTED => standing.draws += 1,
        _ => standing.losses += 1,
    }
    standing.updated_ms = now_ms;
    standing
}
