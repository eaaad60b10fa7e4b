//! Obliteration and Risk, from long searches: the best move and how far it is ahead.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_bots::{Budget, Cancel, choose_in, evaluate, points};
use parlor_engine::{AnyState, Fast, Seat, Viewer};
use rayon::prelude::*;

use super::games::{Style, play};
use super::{Candidate, Plan, Watch};
use crate::Goal;
use crate::puzzle::played_text;

/// How positions of a game are found and judged.
struct Method {
    options: &'static str,
    levels: [&'static str; 2],
    random: usize,
    /// Decisions before the first look, and between two looks.
    first: usize,
    stride: usize,
    longest: usize,
    /// What the choice may look at.
    choice: u64,
    /// Two rounds over the moves: how often each is tried, and what one try may look at.
    coarse: (u64, u64),
    fine: (u64, u64),
    /// So many of the first round come into the second.
    finalists: usize,
    /// What the right move has to be ahead of the next after the fine round.
    margin: f64,
}

const OBLITERATION: Method = Method {
    options: "{\"columns\":9,\"rows\":8}",
    levels: ["medium", "medium"],
    random: 2,
    first: 8,
    stride: 5,
    longest: 80,
    choice: 60_000,
    coarse: (1, 4_000),
    fine: (1, 200_000),
    finalists: 4,
    margin: 0.08,
};

const RISK: Method = Method {
    options: "{}",
    levels: ["medium", "medium"],
    random: 0,
    first: 90,
    stride: 7,
    longest: 260,
    choice: 3_000,
    coarse: (6, 40),
    fine: (24, 250),
    finalists: 4,
    margin: 0.05,
};

const FROM_A_GAME: usize = 2;
const FEWEST_MOVES: usize = 4;

pub(super) fn candidates(
    game: &'static str,
    plan: &Plan,
    wanted: usize,
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Vec<Candidate> {
    let method = if game == "risk" { &RISK } else { &OBLITERATION };
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
    let style = Style {
        options: method.options,
        seats: 2,
        levels: method.levels.to_vec(),
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
/// dice. Nothing where there is too little to choose from, or no attack to choose.
fn kinds(state: &dyn AnyState) -> Option<Vec<Vec<String>>> {
    let seat = state.to_act().first()?;
    let legal = state.legal(seat);
    if legal.pattern.is_some() {
        return None;
    }
    let mut kinds: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut attacks = 0;
    for action in legal.actions.to_vec() {
        let is_attack = action.starts_with("attack ");
        attacks += usize::from(is_attack);
        let kind = match action.rsplit_once(' ') {
            Some((front, _)) if is_attack => front.to_owned(),
            _ => action.clone(),
        };
        kinds.entry(kind).or_default().push(action);
    }
    let fits = state.meta().id != "risk" || attacks > 0;
    (fits && kinds.len() >= FEWEST_MOVES).then(|| kinds.into_values().collect())
}

fn examine(
    state: &dyn AnyState,
    kinds: &[Vec<String>],
    method: &Method,
    seed: u64,
    actions: &[String],
) -> Option<Candidate> {
    let seat = state.to_act().first()?;
    let choice = |seed| {
        let budget = Budget::of_nodes(method.choice);
        let chosen = choose_in(state, seat, "best", &budget, seed, &Cancel::new()).ok()?;
        kinds.iter().position(|kind| kind.contains(&chosen.action))
    };
    let chosen = choice(1)?;
    // Where a search cannot make up its mind there is no puzzle.
    if choice(2)? != chosen {
        return None;
    }
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    let worth = |kind: &[String], round: (u64, u64)| worth(state, seat, kind, round);
    let coarse: Vec<f64> = kinds
        .iter()
        .map(|kind| worth(kind, method.coarse))
        .collect();
    order.sort_by(|&a, &b| coarse[b].total_cmp(&coarse[a]));
    if !order.iter().take(2).any(|&it| it == chosen) {
        return None;
    }
    order.truncate(method.finalists);
    let mut fine: Vec<(f64, usize)> = order
        .into_iter()
        .map(|at| (worth(&kinds[at], method.fine), at))
        .collect();
    fine.sort_by(|a, b| b.0.total_cmp(&a.0));
    let [(best, right), (next, _), ..] = fine[..] else {
        return None;
    };
    let percent = |chance: f64| (chance * 100.0).round() as u32;
    (right == chosen && best - next >= method.margin).then(|| Candidate {
        goal: Goal::Best,
        worth: format!("{} {}", percent(best), percent(next)),
        position: played_text(2, method.options, seed, actions),
        line: vec![kinds[right].join("/")],
        kind: 0,
    })
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
