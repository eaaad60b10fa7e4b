//! Marelles, from the end-game tables: nothing here is an estimate.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};

use parlor_endgame::{Removal, Tables, Value};
use parlor_engine::{AnyState, Fast, Game};
use parlor_marelles::{Colour, Marelles, Ply, symmetry};
use rayon::prelude::*;

use super::games::{Style, play};
use super::{Candidate, Plan, Watch};
use crate::Goal;

/// Moves of the solver in a line.
const LONGEST: usize = 4;
/// With fewer moves to choose from there is nothing to find.
const FEWEST_PLIES: usize = 6;
/// Positions taken from one game.
const FROM_A_GAME: usize = 3;
/// Games that are played at once, between two looks at how many are still missing.
const BATCH: u64 = 32;
/// One game in so many is played by the tournament rule.
const STANDARD: u64 = 4;

const PAIRS: [[&str; 2]; 6] = [
    ["easy", "medium"],
    ["medium", "easy"],
    ["medium", "medium"],
    ["beginner", "easy"],
    ["easy", "easy"],
    ["medium", "beginner"],
];

pub(super) fn candidates(
    plan: &Plan,
    wanted: usize,
    watch: &dyn Watch,
    stop: &AtomicBool,
) -> Result<Vec<Candidate>, String> {
    let open = |removal| {
        let tables = Tables::open(&plan.tables, removal);
        if tables.is_empty() {
            return Err(tables.notes().join("; "));
        }
        Ok(tables)
    };
    let (document, standard) = (open(Removal::Document)?, open(Removal::Standard)?);
    let mut seen = HashSet::new();
    // So that no number of stones takes all the room.
    let mut by_kind: BTreeMap<u32, usize> = BTreeMap::new();
    let mut found = Vec::new();
    let mut first = plan.seed * 1_000_000;
    while found.len() < wanted && !stop.load(Ordering::Relaxed) {
        let games = first..first + BATCH;
        first += BATCH;
        let lists: Vec<Vec<Candidate>> = games
            .into_par_iter()
            .map(|seed| {
                let by_standard = seed.is_multiple_of(STANDARD);
                from_game(if by_standard { &standard } else { &document }, seed)
            })
            .collect();
        for candidate in lists.into_iter().flatten() {
            let taken = by_kind.entry(candidate.kind).or_default();
            let is_new = *taken <= wanted / 5 && seen.insert(shape(&candidate.position));
            if is_new && found.len() < wanted {
                *taken += 1;
                found.push(candidate);
                watch.found();
            }
        }
    }
    Ok(found)
}

/// The same for a position and its reflections.
fn shape(position: &str) -> (String, u32, u32) {
    let (rule, cells) = position.split_once(' ').unwrap_or_default();
    let (cells, rest) = cells.split_at(24.min(cells.len()));
    let mask = |colour| {
        let cells = (0..).zip(cells.chars());
        cells.fold(0, |mask, (at, cell)| mask | u32::from(cell == colour) << at)
    };
    let white = rest.starts_with(" w");
    let (own, enemy) = if white { ('w', 'b') } else { ('b', 'w') };
    let ((own, enemy), _) = symmetry::canonical(mask(own), mask(enemy));
    (rule.to_owned(), own, enemy)
}

fn from_game(tables: &Tables, seed: u64) -> Vec<Candidate> {
    let rule = match tables.removal() {
        Removal::Document => "document",
        Removal::Standard => "standard",
    };
    let options = format!("{{\"removal\":\"{rule}\"}}");
    let style = Style {
        options: &options,
        seats: 2,
        levels: PAIRS[(seed / STANDARD) as usize % PAIRS.len()].to_vec(),
        random: 2 + (seed % 5) as usize,
        longest: 160,
    };
    let mut found = Vec::new();
    let Some(game) = parlor_catalog::game("marelles") else {
        return Vec::new();
    };
    play(game, &style, seed, &mut |state: &dyn AnyState, _| {
        if let Some(marelles) = state.as_any().downcast_ref::<Marelles>()
            && let Some(candidate) = examine(tables, rule, marelles)
        {
            found.push(candidate);
        }
        found.len() < FROM_A_GAME
    });
    found
}

/// A ply, the position after it, and what it is worth to who played it.
struct Choice {
    ply: Ply,
    after: Marelles,
    value: Value,
    distance: Option<u8>,
}

/// Every ply with its value; nothing where a table is missing.
fn plies(tables: &Tables, state: &Marelles) -> Option<Vec<Choice>> {
    let side = state.side();
    let value = |ply: Ply| {
        let mut after = state.clone();
        for action in ply.actions() {
            let seat = after.to_act().first()?;
            after.execute(seat, &action, &mut Fast::new(0), &mut Vec::new());
        }
        let (value, distance) = if let Some(end) = after.end() {
            let value = match end.winner {
                Some(winner) if winner == side => Value::Win,
                Some(_) => Value::Loss,
                None => Value::Draw,
            };
            (value, Some(0))
        } else {
            let entry = tables.probe_position(&after)?;
            (entry.value.other(), entry.distance)
        };
        Some(Choice {
            ply,
            after,
            value,
            distance,
        })
    };
    state.legal_plies().into_iter().map(value).collect()
}

/// The one ply that keeps the value of a position, if there is one and all others give it away.
fn only(all: &[Choice], goal: Goal) -> Option<&Choice> {
    let keeps = |it: &&Choice| match goal {
        Goal::Win => it.value == Value::Win,
        Goal::Draw | Goal::Best => it.value != Value::Loss,
    };
    let mut right = all.iter().filter(keeps);
    let first = right.next()?;
    right.next().is_none().then_some(first)
}

fn examine(tables: &Tables, rule: &str, state: &Marelles) -> Option<Candidate> {
    let entry = tables.probe_position(state)?;
    let goal = match entry.value {
        Value::Win => Goal::Win,
        Value::Draw => Goal::Draw,
        Value::Loss => return None,
    };
    let text = format!("{rule} {}", state.position());
    // As it will be read again: without a past.
    let state = Marelles::from_position(&state.position(), state.options()).ok()?;
    let all = plies(tables, &state)?;
    let right = only(&all, goal)?;
    let takes = |it: &&Choice| it.ply.removed.is_some();
    let captures = all.iter().filter(takes).count();
    // Whoever can take but one stone in one way need not look for anything.
    let is_plain = right.ply.removed.is_some() && captures == 1;
    if all.len() < FEWEST_PLIES || is_plain {
        return None;
    }
    let mut line = Vec::new();
    let mut moves = 0;
    follow(tables, &all, goal, &mut line, &mut moves);
    let side = state.side();
    let stones = |colour: Colour| u32::from(state.on_board(colour));
    let (own, enemy) = (stones(side), stones(side.other()));
    Some(Candidate {
        goal,
        worth: entry.distance.map_or(String::new(), |it| it.to_string()),
        position: text,
        line,
        kind: own * 100 + enemy * 10 + u32::from(goal == Goal::Draw),
    })
}

/// Plays on as long as each move of the solver is the only one. The defender holds out as long as it
/// can, and where that is not known or equal, sets the most traps.
fn follow(tables: &Tables, all: &[Choice], goal: Goal, line: &mut Vec<String>, moves: &mut usize) {
    let Some(right) = only(all, goal) else {
        return;
    };
    line.extend(right.ply.actions().map(|it| Marelles::notate(&it)));
    *moves += 1;
    if *moves == LONGEST || right.after.end().is_some() {
        return;
    }
    let Some(answers) = plies(tables, &right.after) else {
        return;
    };
    let kept = |it: &&Choice| match goal {
        Goal::Win => it.value == Value::Loss,
        Goal::Draw | Goal::Best => it.value == Value::Draw,
    };
    let answers = answers.iter().filter(kept);
    let next = answers.filter_map(|answer| {
        let all = plies(tables, &answer.after)?;
        only(&all, goal)?;
        (all.len() >= FEWEST_PLIES).then_some((answer, all))
    });
    let best = next.max_by_key(|(answer, all)| (answer.distance, all.len()));
    let Some((answer, all)) = best else {
        return;
    };
    // A shorter defence would not be one: the longest is played, or the line ends here.
    if goal == Goal::Win && is_shorter(tables, &right.after, answer) {
        return;
    }
    line.extend(answer.ply.actions().map(|it| Marelles::notate(&it)));
    follow(tables, &all, goal, line, moves);
}

/// Whether the defender could hold out longer by another answer.
fn is_shorter(tables: &Tables, before: &Marelles, answer: &Choice) -> bool {
    let all = plies(tables, before).unwrap_or_default();
    let longest = all.iter().map(|it| it.distance).max().flatten();
    answer.distance < longest
}

/// Whether a line holds: each move of the solver is legal and the only one. For tests.
pub fn holds(tables: &Tables, puzzle: &crate::Puzzle) -> Option<bool> {
    let start = puzzle.state().ok()?;
    let mut state = start.as_any().downcast_ref::<Marelles>()?.clone();
    let side = state.side();
    let mut actions = puzzle.line.iter().peekable();
    while actions.peek().is_some() {
        let all = plies(tables, &state)?;
        let right = (state.side() == side).then(|| only(&all, puzzle.goal));
        if matches!(right, Some(None)) {
            return Some(false);
        }
        let is_played = |it: &&Choice| {
            let texts = it.ply.actions().map(|it| Marelles::notate(&it));
            let mut next = actions.clone();
            texts.into_iter().all(|text| next.next() == Some(&text))
        };
        let played = all.iter().filter(is_played).max_by_key(|it| it.ply.removed);
        let Some(played) = played else {
            return Some(false);
        };
        if right.flatten().is_some_and(|right| right.ply != played.ply) {
            return Some(false);
        }
        for _ in played.ply.actions() {
            actions.next();
        }
        state = played.after.clone();
    }
    Some(true)
}
