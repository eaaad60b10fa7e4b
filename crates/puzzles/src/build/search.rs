//! Obliteration and Risk, from long searches: the best move and how far it is ahead.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_bots::{Budget, Cancel, choose_in, evaluate, points};
use parlor_engine::{AnyState, Fast, Seat, Viewer};
use rayon::prelude::*;

use super::games::{Style, play};
use super::{Candidate, Plan, Watch};
use crate::Goal;
use crate::puzzle::{loaded_text, played_text};

/// How positions of a game are found and judged.
struct Method {
    options: &'static str,
    /// Seats of a game, and levels at it, by turns.
    seats: &'static [u8],
    levels: &'static [&'static str],
    random: usize,
    /// Decisions before the first look, and between two looks.
    first: usize,
    stride: usize,
    longest: usize,
    /// What the choice of a search may look at, before the last round.
    choice: u64,
    /// Each dearer than the one before, over fewer moves.
    rounds: [Round; 4],
}

/// A look at the moves that are left.
struct Round {
    /// How often each is tried, and what one try may look at.
    tries: u64,
    nodes: u64,
    /// What the best has to be ahead of the next afterwards: else it is not worth another look, and
    /// after the last round no puzzle.
    lead: f64,
    /// So many stay for the next round.
    stay: usize,
}

const fn round(tries: u64, nodes: u64, lead: f64, stay: usize) -> Round {
    Round {
        tries,
        nodes,
        lead,
        stay,
    }
}

const OBLITERATION: Method = Method {
    options: "{\"columns\":9,\"rows\":8}",
    seats: &[2],
    levels: &["medium", "easy", "medium"],
    random: 2,
    first: 8,
    stride: 3,
    longest: 80,
    choice: 60_000,
    rounds: [
        round(1, 400, 0.02, 6),
        round(1, 4_000, 0.04, 4),
        round(1, 40_000, 0.06, 4),
        round(1, 200_000, 0.08, 2),
    ],
};

const RISK: Method = Method {
    options: "{}",
    seats: &[2, 2, 3],
    levels: &["easy", "medium", "easy", "medium", "beginner"],
    random: 0,
    first: 84,
    stride: 4,
    longest: 320,
    choice: 2_000,
    rounds: [
        round(3, 10, 0.01, 6),
        round(8, 24, 0.03, 4),
        round(16, 80, 0.045, 4),
        round(32, 200, 0.05, 2),
    ],
};

fn method(game: &str) -> &'static Method {
    if game == "risk" { &RISK } else { &OBLITERATION }
}

const FROM_A_GAME: usize = 2;
const FEWEST_MOVES: usize = 4;

pub(super) fn candidates(
    game: &'static str,
    plan: &Plan,
    wanted: usize,
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Vec<Candidate> {
    let method = method(game);
    let batch = rayon::current_num_threads() as u64 * 2;
    let mut found = Vec::new();
    let mut first = plan.seed * 1_000_000;
    while found.len() < wanted && !stop.load(Ordering::Relaxed) {
        let games = first..first + batch;
        first += batch;
        let lists: Vec<Vec<Candidate>> = games
            .into_par_iter()
            .map(|seed| from_game(game, method, seed, stop))
            .collect();
        for candidate in lists.into_iter().flatten() {
            if found.len() < wanted {
                found.push(candidate);
                watch.found();
            }
        }
    }
    found
}

fn from_game(game: &'static str, method: &Method, seed: u64, stop: &AtomicBool) -> Vec<Candidate> {
    let by_turns = |of: usize, step: usize| (seed as usize + step) % of;
    let seats = method.seats[by_turns(method.seats.len(), 0)];
    let level = |seat: u8| method.levels[by_turns(method.levels.len(), usize::from(seat))];
    let style = Style {
        options: method.options,
        seats,
        levels: (0..seats).map(level).collect(),
        random: method.random,
        longest: method.longest,
    };
    let Some(rules) = parlor_catalog::game(game) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    let mut next = method.first;
    play(rules, &style, seed, &mut |state, actions| {
        if stop.load(Ordering::Relaxed) {
            return false;
        }
        if actions.len() >= next
            && let Some(moves) = kinds(state)
        {
            next = actions.len() + method.stride;
            found.extend(examine(state, &moves, method, seed, actions));
        }
        found.len() < FROM_A_GAME
    });
    found
}

/// Moves that differ, each with everything that is the same: in Risk an attack with any number of
/// dice, or moving most of the troops. Nothing where there is too little to choose from, or nothing
/// of the kind.
fn kinds(state: &dyn AnyState) -> Option<Vec<Vec<String>>> {
    let seat = state.to_act().first()?;
    let legal = state.legal(seat);
    if legal.pattern.is_some() {
        return None;
    }
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut bold = false;
    for action in legal.actions.to_vec() {
        let is_bold = action.starts_with("attack ") || action.starts_with("move ");
        bold |= is_bold;
        let kind = match action.rsplit_once(' ') {
            Some((front, _)) if is_bold => front.to_owned(),
            _ => action.clone(),
        };
        kinds.entry(kind).or_default().push(action);
    }
    let fits = state.meta().id != "risk" || bold;
    let all = kinds.into_values().map(|mut kind| {
        // The most at the end.
        kind.sort_by_key(|action| troops(action));
        let most = kind.last().map_or(0, |action| troops(action));
        if kind.iter().any(|action| action.starts_with("move ")) {
            kind.retain(|action| troops(action) * 2 > most);
        }
        kind
    });
    (fits && all.len() >= FEWEST_MOVES).then(|| all.collect())
}

/// The number at the end: dice, or troops.
fn troops(action: &str) -> u32 {
    let (_, number) = action.rsplit_once(' ').unwrap_or_default();
    number.parse().unwrap_or(0)
}

/// What is clearly the best kind of move.
struct Right {
    kind: usize,
    best: f64,
    next: f64,
}

/// Goes through the rounds, as far as somebody wants to know.
fn right(
    state: &dyn AnyState,
    kinds: &[Vec<String>],
    method: &Method,
    rounds: usize,
) -> Option<Right> {
    let seat = state.to_act().first()?;
    let mut left: Vec<(f64, usize)> = (0..kinds.len()).map(|at| (0.0, at)).collect();
    let mut right: Option<Right> = None;
    for (number, round) in method.rounds.iter().enumerate().take(rounds) {
        if number + 1 == method.rounds.len() {
            // Where a search cannot make up its mind there is no puzzle.
            let chosen = right.as_ref().map(|it| it.kind);
            let choice = |seed| choice(state, seat, kinds, method.choice, seed);
            if choice(1) != chosen || choice(2) != chosen {
                return None;
            }
        }
        for (value, at) in &mut left {
            *value = worth(state, seat, &kinds[*at], (round.tries, round.nodes));
        }
        left.sort_by(|a, b| b.0.total_cmp(&a.0));
        let [(best, kind), (next, _), ..] = left[..] else {
            return None;
        };
        // To do nothing is no move that somebody looks for.
        if best - next < round.lead || kinds[kind].iter().any(|action| action == "skip") {
            return None;
        }
        right = Some(Right { kind, best, next });
        left.truncate(round.stay);
    }
    right
}

fn examine(
    state: &dyn AnyState,
    kinds: &[Vec<String>],
    method: &Method,
    seed: u64,
    actions: &[String],
) -> Option<Candidate> {
    let right = right(state, kinds, method, method.rounds.len())?;
    let percent = |chance: f64| (chance * 100.0).round() as u32;
    Some(Candidate {
        goal: Goal::Best,
        worth: format!("{} {}", percent(right.best), percent(right.next)),
        position: match state.meta().id {
            // Its games are long: what was played would take ten times the room.
            "risk" => loaded_text(seed, actions.len(), state),
            _ => played_text(state.seats(), method.options, seed, actions),
        },
        line: vec![kinds[right.kind].join("/")],
        kind: 0,
    })
}

/// Whether all rounds but the last find the move of a puzzle again. For tests.
pub fn holds(puzzle: &crate::Puzzle) -> Option<bool> {
    let state = puzzle.state().ok()?;
    let kinds = kinds(state.as_ref())?;
    let method = method(puzzle.game);
    let right = right(state.as_ref(), &kinds, method, method.rounds.len() - 1)?;
    Some(puzzle.line == [kinds[right.kind].join("/")])
}

/// The kind that a search would play.
fn choice(
    state: &dyn AnyState,
    seat: Seat,
    kinds: &[Vec<String>],
    nodes: u64,
    seed: u64,
) -> Option<usize> {
    let budget = Budget::of_nodes(nodes);
    let chosen = choose_in(state, seat, "best", &budget, seed, &Cancel::new()).ok()?;
    kinds.iter().position(|kind| kind.contains(&chosen.action))
}

/// The chances a move leaves, over worlds and throws; the same ones for every move.
fn worth(state: &dyn AnyState, seat: Seat, kind: &[String], (tries, nodes): (u64, u64)) -> f64 {
    // With the most dice.
    let Some(action) = kind.last() else {
        return 0.0;
    };
    let one = |sample: u64| {
        let mut chance = Fast::new(sample);
        let mut world = state.imagine(Viewer::Seat(seat), &mut chance);
        world.act(seat, action, &mut chance).ok()?;
        if let Some(outcome) = world.outcome() {
            return Some(points(&outcome, seat));
        }
        let view = world.view(Viewer::Seat(seat));
        let budget = Budget::of_nodes(nodes);
        evaluate(
            state.meta().id,
            &view,
            seat,
            &budget,
            sample,
            &Cancel::new(),
        )
        .ok()
    };
    let sum: f64 = (0..tries).filter_map(one).sum();
    sum / tries as f64
}
