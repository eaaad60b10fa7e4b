//! Walks over a game's tree that need nothing but the rules: counting and random play.

use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::{Fast, Game, Scripted};

/// Number of leaves `depth` plies ahead. A ply is complete when the game says so; finished games
/// have no continuation.
pub fn perft<G: Game>(state: &G, depth: u32) -> u64 {
    // One buffer per level: nothing is allocated once they have grown.
    fn walk<G: Game>(state: &G, depth: u32, level: usize, walker: &mut Walker<G>) -> u64 {
        if depth == 0 {
            return 1;
        }
        if walker.levels.len() == level {
            walker.levels.push(Vec::new());
        }
        let mut actions = std::mem::take(&mut walker.levels[level]);
        let mut leaves = 0;
        for seat in state.to_act().iter() {
            actions.clear();
            state.legal_actions(seat, &mut actions);
            for action in &actions {
                let mut next = state.clone();
                walker.events.clear();
                next.execute(seat, action, &mut walker.chance, &mut walker.events);
                let left = if next.is_mid_ply() { depth } else { depth - 1 };
                leaves += walk(&next, left, level + 1, walker);
            }
        }
        walker.levels[level] = actions;
        leaves
    }
    let mut walker = Walker {
        levels: Vec::new(),
        events: Vec::new(),
        chance: Scripted::default(),
    };
    walk(state, depth, 0, &mut walker)
}

struct Walker<G: Game> {
    levels: Vec<Vec<G::Action>>,
    events: Vec<G::Event>,
    /// Empty: a game without dice draws nothing.
    chance: Scripted,
}

/// What random play got through.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct Playouts {
    pub playouts: u64,
    pub plies: u64,
    pub seconds: f64,
}

/// Some games can be played for ever at random; a playout that reaches this many plies counts as done.
const LONGEST_PLAYOUT: u32 = 10_000;

/// Uniformly random games from `state`, for the given time on the given number of threads.
pub fn playouts<G: Game>(state: &G, time: Duration, threads: u32, seed: u64) -> Playouts {
    let start = Instant::now();
    let totals = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1))
            .map(|worker| {
                let chance =
                    Fast::new(seed ^ u64::from(worker).wrapping_mul(0xa076_1d64_78bd_642f));
                scope.spawn(move || worker_loop(state, start, time, chance))
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("a playout does not panic"))
            .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    });
    Playouts {
        playouts: totals.0,
        plies: totals.1,
        seconds: start.elapsed().as_secs_f64(),
    }
}

fn worker_loop<G: Game>(state: &G, start: Instant, time: Duration, mut chance: Fast) -> (u64, u64) {
    let (mut events, mut scratch) = (Vec::new(), Vec::new());
    let (mut done, mut plies) = (0, 0);
    while start.elapsed() < time {
        plies += u64::from(playout(state, &mut chance, &mut events, &mut scratch));
        done += 1;
    }
    (done, plies)
}

/// Plays one random game to its end and returns the number of its plies.
fn playout<G: Game>(
    start: &G,
    chance: &mut Fast,
    events: &mut Vec<G::Event>,
    scratch: &mut Vec<G::Action>,
) -> u32 {
    let mut state = start.clone();
    let mut plies = 0;
    while plies < LONGEST_PLAYOUT {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let Some(action) = state.sample(seat, scratch, chance) else {
            break;
        };
        events.clear();
        state.execute(seat, &action, chance, events);
        plies += u32::from(!state.is_mid_ply());
    }
    plies
}
