//! The search against the plain definition of what it computes.

use parlor_engine::{Fast, Game, Seat};
use parlor_marelles::{Marelles, Options, Removal};

use super::*;
use crate::effort::{Budget, Cancel};
use crate::level::Skill;
use crate::marelles::Position as Mill;

fn effort(nodes: u64) -> Effort {
    Effort::new(&Budget::of_nodes(nodes), &Skill::FULL, 7, &Cancel::new())
}

/// No cuts, no memory.
fn negamax<P: Position>(position: &P, path: &mut Vec<u64>, depth: u32, ply: u32) -> i32 {
    if let Some(score) = position.ended() {
        return score - score.signum() * ply as i32;
    }
    if position.is_reversible() && path.contains(&position.key()) {
        return 0;
    }
    let mut moves = Vec::new();
    if depth == 0 {
        return plain_quiescence(position, QUIET_PLIES, ply);
    }
    position.moves(&mut moves);
    path.push(position.key());
    let best = moves
        .into_iter()
        .map(|mv| -negamax(&position.after(mv), path, depth - 1, ply + 1))
        .max();
    path.pop();
    best.unwrap()
}

fn plain_quiescence<P: Position>(position: &P, left: u32, ply: u32) -> i32 {
    if let Some(score) = position.ended() {
        return score - score.signum() * ply as i32;
    }
    let mut best = position.evaluate();
    if left > 0 {
        let mut moves = Vec::new();
        position.noisy(&mut moves);
        for mv in moves {
            best = best.max(-plain_quiescence(&position.after(mv), left - 1, ply + 1));
        }
    }
    best
}

/// A position after so many random plies.
pub(crate) fn random_position(plies: u32, seed: u64, removal: Removal) -> Option<Marelles> {
    let options = Options {
        removal,
        ..Options::default()
    };
    let mut chance = Fast::new(seed);
    let mut state = Marelles::new(&options, 2, &mut chance).unwrap();
    let (mut scratch, mut events) = (Vec::new(), Vec::new());
    while state.plies() < plies || state.is_mid_ply() {
        let seat = state.to_act().first()?;
        let action = state.sample(seat, &mut scratch, &mut chance)?;
        state.execute(seat, &action, &mut chance, &mut events);
    }
    state.to_act().first().map(|_: Seat| state)
}

#[test]
fn alpha_beta_is_negamax() {
    let mut compared = 0;
    for seed in 0..12 {
        let removal = [Removal::Document, Removal::Standard][seed as usize % 2];
        for plies in [12, 18, 24, 40] {
            let Some(state) = random_position(plies, seed, removal) else {
                continue;
            };
            let root = Mill::of(&state);
            for depth in 1..=2 + u32::from(plies == 24) {
                let found =
                    search(&root, &[], depth, Rigour::Exact, &mut effort(u64::MAX)).unwrap();
                let plain = negamax(&root, &mut Vec::new(), depth, 0);
                assert_eq!(
                    found.score, plain,
                    "seed {seed}, {plies} plies, depth {depth}"
                );
                let after = -negamax(&root.after(found.best), &mut vec![root.key()], depth - 1, 1);
                assert_eq!(after, plain, "the move does not bring its score");
                compared += 1;
            }
        }
    }
    assert!(compared > 60);
}

/// The moves of the search are those of the rules.
#[test]
fn plies_are_those_of_the_rules() {
    for seed in 0..200 {
        for removal in [Removal::Document, Removal::Standard] {
            let Some(state) = random_position(seed as u32 % 60, seed, removal) else {
                continue;
            };
            let mut moves = Vec::new();
            Mill::of(&state).moves(&mut moves);
            let mut legal = state.legal_plies();
            moves.sort_unstable();
            legal.sort_unstable();
            assert_eq!(moves, legal);
        }
    }
}

#[test]
fn a_search_that_is_cut_short_has_a_move() {
    let state = random_position(6, 1, Removal::Document).unwrap();
    for nodes in [0, 1, 2, 50, 1000] {
        let found = search(
            &Mill::of(&state),
            &[],
            20,
            Rigour::Practical,
            &mut effort(nodes),
        )
        .unwrap();
        let mut moves = Vec::new();
        Mill::of(&state).moves(&mut moves);
        assert!(moves.contains(&found.best));
    }
}

#[test]
fn a_win_is_seen_and_hurried() {
    // Example 13 of the rule page: D7-A7 closes a mill and leaves white two stones.
    let state = Marelles::from_position(&example_13(), &Options::default()).unwrap();
    let root = Mill::of(&state);
    let found = search(&root, &[], 6, Rigour::Practical, &mut effort(100_000)).unwrap();
    assert_eq!(found.score, WIN - 1);
}

fn example_13() -> String {
    let mut cells = ['.'; 24];
    for (labels, stone) in [("A1 A4 D7 E3", 'b'), ("B2 C5 F6", 'w')] {
        for label in labels.split(' ') {
            let at = parlor_marelles::Point::from_label(label).unwrap();
            cells[usize::from(at.0)] = stone;
        }
    }
    format!("{} b 0 0 -", cells.iter().collect::<String>())
}
