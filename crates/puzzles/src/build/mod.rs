//! How lists are made: positions from games between bots, judged by tables, exact solutions or long
//! searches, then tried by every level. The same seed gives the same list.

mod coexistence;
mod games;
mod marelles;
mod search;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::{Goal, Puzzle, grade};

pub use coexistence::holds as holds_in_coexistence;
pub use marelles::holds as holds_in_marelles;
pub use search::holds as holds_in_search;

/// What to make.
#[derive(Clone, Debug)]
pub struct Plan {
    pub game: String,
    pub count: usize,
    pub seed: u64,
    /// Where end-game tables are.
    pub tables: PathBuf,
}

/// What is told while a list is made.
pub trait Watch: Sync {
    /// So many positions are looked for.
    fn seeking(&self, _count: usize) {}
    fn found(&self) {}
    /// So many are tried by the bots.
    fn grading(&self, _count: usize) {}
    fn graded(&self) {}
}

/// A position with one right line that nobody has tried yet.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub goal: Goal,
    pub worth: String,
    pub position: String,
    pub line: Vec<String>,
    /// Puzzles of different kinds take their turns, so that a list has some of each.
    pub kind: u32,
}

/// One in so many is looked for in vain.
const SPARE: usize = 20;

/// Makes a list, in the order of its ids.
pub fn build(plan: &Plan, watch: &dyn Watch, stop: &AtomicBool) -> Result<Vec<Puzzle>, String> {
    let game = parlor_catalog::game(&plan.game).map(|game| game.meta().id);
    let game = game.filter(|game| !grade::levels(game).is_empty());
    let game = game.ok_or_else(|| format!("there are no puzzles of {:?}", plan.game))?;
    let wanted = match game {
        "marelles" | "coexistence" => plan.count + plan.count / SPARE,
        // Found with so much work that all are kept.
        _ => plan.count,
    };
    watch.seeking(wanted);
    let found = match game {
        "marelles" => marelles::candidates(plan, wanted, watch, stop)?,
        "coexistence" => coexistence::candidates(plan, wanted, watch, stop),
        _ => search::candidates(game, plan, wanted, watch, stop),
    };
    watch.grading(found.len());
    let graded: Vec<Option<Puzzle>> = found
        .into_par_iter()
        .map(|candidate| {
            let puzzle = graded(game, candidate, stop);
            watch.graded();
            puzzle
        })
        .collect();
    if stop.load(Ordering::Relaxed) {
        return Err("stopped before the list was done".to_owned());
    }
    let mut list = choose(graded.into_iter().flatten().collect(), plan.count);
    list.sort_by(|a, b| a.id.cmp(&b.id));
    Ok(list)
}

fn graded(game: &'static str, candidate: Candidate, stop: &AtomicBool) -> Option<Puzzle> {
    let mut puzzle = Puzzle {
        id: Puzzle::id_of(game, &candidate.position),
        game,
        rating: 0,
        solved: Vec::new(),
        goal: candidate.goal,
        worth: candidate.worth,
        position: candidate.position,
        line: candidate.line,
    };
    puzzle.solved = grade::measure(&puzzle, stop)?;
    let first = grade::levels(game).first()?;
    // What somebody finds who takes what there is to take need not be looked for.
    if first.level == "greedy" && puzzle.solved.first() == Some(&first.trials) {
        return None;
    }
    puzzle.rating = grade::rating(game, &puzzle.solved);
    Some(puzzle)
}

/// Ratings are sorted into drawers of this width, and the fullest drawers are left with the fewest.
const DRAWER: u16 = 100;

fn choose(mut all: Vec<Puzzle>, count: usize) -> Vec<Puzzle> {
    let mut ids = HashSet::new();
    all.retain(|it| ids.insert(it.id.clone()));
    while all.len() > count {
        let full = |drawer: u16| all.iter().filter(|it| it.rating / DRAWER == drawer).count();
        let drawers = (0..=3000 / DRAWER).max_by_key(|&drawer| full(drawer));
        let last = |it: &Puzzle| Some(it.rating / DRAWER) == drawers;
        let Some(place) = all.iter().rposition(last) else {
            break;
        };
        all.remove(place);
    }
    all
}
