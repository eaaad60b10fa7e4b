//! The counts of §11: a ply includes its removal, draw rules off.

mod common;

use std::collections::BTreeSet;

use common::{document, opening, placed, standard, without_draws};
use parlor_engine::perft;
use parlor_marelles::symmetry::canonical;
use parlor_marelles::{Colour, Marelles, Options};

/// The same count from complete plies: another route to the numbers.
fn by_plies(state: &Marelles, depth: u32) -> u64 {
    let plies = state.legal_plies();
    if depth <= 1 {
        return if depth == 0 { 1 } else { plies.len() as u64 };
    }
    plies
        .into_iter()
        .map(|ply| {
            let mut next = state.clone();
            common::play(&mut next, &ply.to_string());
            by_plies(&next, depth - 1)
        })
        .sum()
}

#[test]
fn from_the_empty_board() {
    for rule in [document(), standard()] {
        let state = opening(&without_draws(rule));
        for (depth, leaves) in (1..).zip([24, 552, 12_144, 255_024, 5_140_800]) {
            assert_eq!(perft(&state, depth), leaves, "depth {depth}");
        }
        assert_eq!(by_plies(&state, 3), 12_144);
    }
}

/// Positions and counts: black, white, rule, leaves from depth 1.
fn tables() -> Vec<(&'static str, &'static str, Options, Vec<u64>)> {
    let p1 = ("A4 B2 C4 D1 D2 D5 E5 F4 G7", "B4 C3 C5 D6 D7 E4 F2 G1 G4");
    let p2 = ("B2 C3 D3 D6 D7 E4 G1", "A1 A4 A7 B4 C4 D1 E5 G4");
    let p3 = ("D1 F2 F4", "A4 B4 C3 C4 C5 E5");
    let p4 = ("D3 D6 E5", "F2 F4 F6");
    vec![
        (p1.0, p1.1, standard(), vec![5, 42, 299, 2_438, 19_936]),
        (p1.0, p1.1, document(), vec![5, 42, 299, 2_456, 20_699]),
        (p2.0, p2.1, standard(), vec![11, 62, 614, 5_255, 50_633]),
        (
            p2.0,
            p2.1,
            document(),
            vec![16, 128, 1_223, 13_006, 126_752],
        ),
        (p3.0, p3.1, standard(), vec![45, 334, 15_396, 150_434]),
        (p3.0, p3.1, document(), vec![50, 382, 18_080, 178_622]),
        (p4.0, p4.1, standard(), vec![54, 2_916, 159_576, 8_790_544]),
        (p4.0, p4.1, document(), vec![54, 2_916, 159_576, 8_790_544]),
    ]
}

#[test]
fn from_the_moving_stages() {
    for (black, white, rule, counts) in tables() {
        let state = placed(black, white, 'b', &without_draws(rule));
        for (depth, leaves) in (1..).zip(counts) {
            assert_eq!(perft(&state, depth), leaves, "{black} / {white} {depth}");
            if leaves < 20_000 {
                assert_eq!(by_plies(&state, depth), leaves);
            }
        }
    }
}

#[test]
fn distinct_positions_up_to_symmetry() {
    let mut layer = vec![opening(&without_draws(document()))];
    for (plies, positions) in (1..).zip([4, 46, 428, 4_200, 26_884, 167_307]) {
        let mut seen = BTreeSet::new();
        let mut next_layer = Vec::new();
        for state in &layer {
            for ply in state.legal_plies() {
                let mut next = state.clone();
                for action in ply.actions() {
                    let seat = common::to_move(&next);
                    let mut events = Vec::new();
                    let mut chance = parlor_engine::Scripted::default();
                    parlor_engine::Game::execute(
                        &mut next,
                        seat,
                        &action,
                        &mut chance,
                        &mut events,
                    );
                }
                let key = canonical(next.stones(Colour::Black), next.stones(Colour::White)).0;
                if seen.insert(key) {
                    next_layer.push(next);
                }
            }
        }
        assert_eq!(next_layer.len(), positions, "after {plies} plies");
        layer = next_layer;
    }
}
