//! `CoExistence`, from its exact solution: what every move is worth before any card is dealt.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_bots::{Budget, Cancel, Computed, computed};
use parlor_coexistence::{CoExistence, Unit};
use parlor_engine::{AnyState, Stream, Viewer};
use rayon::prelude::*;

use super::games::{Style, play};
use super::{Candidate, Plan, Watch};
use crate::Goal;
use crate::puzzle::{key, played_text};

const LONGEST: usize = 4;
const FROM_A_GAME: usize = 3;
const BATCH: u64 = 64;
/// What the right move has to be ahead of every other kind of move, at first and later in the line.
const MARGIN: f64 = 0.08;
const MARGIN_LATER: f64 = 0.04;
const FEWEST_KINDS: usize = 4;
/// A chance that is as good as certain, up to rounding.
const CERTAIN: f64 = 1.0 - 1e-9;
const SAME: f64 = 1e-9;
const GAME: &str = "coexistence";
const OPTIONS: &str = "{}";

const PAIRS: [[&str; 2]; 3] = [["easy", "medium"], ["medium", "hard"], ["medium", "medium"]];

pub(super) fn candidates(
    plan: &Plan,
    wanted: usize,
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Vec<Candidate> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    let mut first = plan.seed * 1_000_000;
    while found.len() < wanted && !stop.load(Ordering::Relaxed) {
        let games = first..first + BATCH;
        first += BATCH;
        let lists: Vec<_> = games.into_par_iter().map(from_game).collect();
        for (shape, candidate) in lists.into_iter().flatten() {
            if found.len() < wanted && seen.insert(shape) {
                found.push(candidate);
                watch.found();
            }
        }
    }
    found
}

type Shape = ([[u8; 4]; 2], [u8; 2], u8, u8);

fn from_game(seed: u64) -> Vec<(Shape, Candidate)> {
    let style = Style {
        options: OPTIONS,
        seats: 2,
        levels: PAIRS[seed as usize % PAIRS.len()].to_vec(),
        random: 0,
        longest: 200,
    };
    let mut found = Vec::new();
    let Some(game) = parlor_catalog::game(GAME) else {
        return Vec::new();
    };
    play(game, &style, seed, &mut |state, actions| {
        found.extend(examine(state, actions, seed));
        found.len() < FROM_A_GAME
    });
    found
}

/// The one kind of move that is best, all moves of that kind, its value and the next best.
struct Right {
    actions: Vec<String>,
    best: f64,
    next: f64,
}

/// Columns do not matter, only which unit takes which.
fn kind(state: &CoExistence, seat: usize, action: &str) -> Option<(Unit, Unit)> {
    let column = |at: usize| action.as_bytes().get(at)?.checked_sub(b'A');
    let unit = |whose: usize, at: usize| state.hands()[whose].unit(column(at)?);
    (action != "PS").then(|| Some((unit(seat, 0)?, unit(1 - seat, 1)?)))?
}

fn right(state: &dyn AnyState, margin: f64) -> Option<Right> {
    let game = state.as_any().downcast_ref::<CoExistence>()?;
    let seat = game.turn()?;
    let view = state.view(Viewer::Seat(seat));
    let budget = Budget::of_nodes(10_000_000);
    let all: Vec<Computed> = computed(GAME, &view, seat, &budget, &Cancel::new())?;
    let own = |it: &Computed| it.chances[0];
    let best = all.iter().max_by(|a, b| own(a).total_cmp(&own(b)))?;
    let best_kind = kind(game, seat.index(), &best.action);
    let (same, others): (Vec<_>, Vec<_>) = all
        .iter()
        .partition(|it| kind(game, seat.index(), &it.action) == best_kind);
    let next = others.iter().map(|it| own(it)).fold(0.0, f64::max);
    let kinds: HashSet<String> = all
        .iter()
        .map(|it| format!("{:?}", kind(game, seat.index(), &it.action)))
        .collect();
    let alike = same.iter().all(|it| own(best) - own(it) < SAME);
    (alike && kinds.len() >= FEWEST_KINDS && own(best) - next >= margin).then(|| Right {
        actions: same.iter().map(|it| it.action.clone()).collect(),
        best: own(best),
        next,
    })
}

fn examine(state: &dyn AnyState, actions: &[String], seed: u64) -> Option<(Shape, Candidate)> {
    let game = state.as_any().downcast_ref::<CoExistence>()?;
    // End games: somebody is close, or the last rounds have come.
    if game.round() < 3 && game.scores().into_iter().all(|score| score < 6) {
        return None;
    }
    let first = right(state, MARGIN)?;
    let seat = game.turn()?.index();
    let count = |whose: usize| Unit::ALL.map(|unit| game.hands()[whose].count(unit));
    let scores = game.scores();
    let shape = (
        [count(seat), count(1 - seat)],
        [scores[seat], scores[1 - seat]],
        game.round(),
        game.passes(),
    );
    let percent = |chance: f64| (chance * 100.0).round() as u32;
    let candidate = Candidate {
        goal: if first.best >= CERTAIN {
            Goal::Win
        } else {
            Goal::Best
        },
        worth: format!("{} {}", percent(first.best), percent(first.next)),
        position: played_text(2, OPTIONS, seed, actions),
        line: line(state, first, actions.len() as u32, seed),
        kind: 0,
    };
    Some((shape, candidate))
}

/// Plays on as long as there is one right action, the other side answers with its best, and nothing
/// is dealt.
fn line(state: &dyn AnyState, first: Right, played: u32, seed: u64) -> Vec<String> {
    let (key, mut seq) = (key(seed), played);
    let mut state = state.boxed_clone();
    let (mut line, mut moves, mut now) = (Vec::new(), 0, first);
    loop {
        line.push(now.actions.join("/"));
        moves += 1;
        if now.actions.len() > 1 || moves == LONGEST {
            return line;
        }
        let mut act = |state: &mut Box<dyn AnyState>, action: &str| {
            seq += 1;
            let mut chance = Stream::new(&key, seq);
            let seat = state.to_act().first()?;
            state.act(seat, action, &mut chance).ok()?;
            (!chance.was_used()).then_some(())
        };
        if act(&mut state, &now.actions[0]).is_none() {
            return line;
        }
        let Some(answer) = best(state.as_ref()) else {
            return line;
        };
        if act(&mut state, &answer).is_none() {
            return line;
        }
        let Some(next) = right(state.as_ref(), MARGIN_LATER) else {
            return line;
        };
        line.push(answer);
        now = next;
    }
}

/// What is best for whoever is to move, and of equals what is worst for the other.
fn best(state: &dyn AnyState) -> Option<String> {
    let seat = state.to_act().first()?;
    let view = state.view(Viewer::Seat(seat));
    let budget = Budget::of_nodes(10_000_000);
    let all = computed(GAME, &view, seat, &budget, &Cancel::new())?;
    let better = |a: &&Computed, b: &&Computed| {
        let own = a.chances[0].total_cmp(&b.chances[0]);
        own.then(b.chances[1].total_cmp(&a.chances[1]))
    };
    all.iter().max_by(better).map(|it| it.action.clone())
}

/// Whether the first move of a puzzle is the one right kind. For tests.
pub fn holds(puzzle: &crate::Puzzle) -> Option<bool> {
    let state = puzzle.state().ok()?;
    let right = right(state.as_ref(), MARGIN)?;
    let (mut here, mut there) = (right.actions, Vec::new());
    if let Some(first) = puzzle.line.first() {
        there.extend(first.split('/').map(str::to_owned));
    }
    here.sort();
    there.sort();
    Some(here == there)
}
