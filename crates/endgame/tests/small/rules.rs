//! Tables against the rules that games are played by: what the tables say of a position must follow
//! from what they say of the positions after its legal plies.

use crate::common::build_up_to;
use parlor_endgame::index::Index;
use parlor_endgame::{ProbeResult, Removal, Stones, Tables, Value};
use parlor_engine::{Fast, Game};
use parlor_marelles::{Marelles, Options};

fn options(removal: Removal) -> Options {
    Options {
        removal,
        repetition: 0,
        no_capture: 0,
        ..Options::default()
    }
}

/// Black to move; `None` if black cannot.
fn position(black: u32, white: u32, options: &Options) -> Option<Marelles> {
    let cell = |at: u32| match (black >> at & 1, white >> at & 1) {
        (1, _) => 'b',
        (_, 1) => 'w',
        _ => '.',
    };
    let cells: String = (0..24).map(cell).collect();
    Marelles::from_position(&format!("{cells} b 0 0 -"), options).ok()
}

/// Value and distance from the legal plies: a win is as short as possible, a loss as long.
fn expected(game: &Marelles, tables: &Tables) -> ProbeResult {
    let mut best = (Value::Loss, 0);
    for ply in game.legal_plies() {
        let mut next = game.clone();
        for action in ply.actions() {
            let seat = next.to_act().first().expect("somebody moves");
            next.apply(seat, &action, &mut Fast::new(1), &mut Vec::new())
                .expect("a legal ply");
        }
        // Whoever is to move in a finished position has lost it.
        let found = match next.end() {
            Some(_) => ProbeResult {
                value: Value::Loss,
                distance: Some(0),
            },
            None => tables.probe_position(&next).expect("a table"),
        };
        let plies = match (ply.removed, found.distance) {
            (Some(_), _) => 1,
            (None, distance) => 1 + i32::from(distance.unwrap_or(0)),
        };
        let (value, key) = match found.value {
            Value::Loss => (Value::Win, -plies),
            Value::Draw => (Value::Draw, 0),
            Value::Win => (Value::Loss, plies),
        };
        best = best.max((value, key));
    }
    let (value, key) = best;
    let distance = (value != Value::Draw).then_some(key.unsigned_abs() as u8);
    ProbeResult { value, distance }
}

pub(crate) fn check(removal: Removal, tables: &Tables) {
    let options = options(removal);
    let mut values = [0; 3];
    for (mover, opponent) in [(3, 3), (4, 3), (3, 4), (4, 4), (5, 3), (3, 5)] {
        let index = Index::new(Stones::new(mover, opponent).expect("3 to 9"));
        let mut seen = [0; 3];
        // Some of each value, wherever they are.
        for slot in 0..index.slots() {
            let ((own, enemy), _) = index.board(slot);
            let entry = tables.probe(own, enemy).expect("a table");
            let count = &mut seen[entry.value as usize];
            *count += 1;
            if *count > 300 && *count % 7_919 != 0 {
                continue;
            }
            values[entry.value as usize] += 1;
            match position(own, enemy, &options) {
                Some(game) => {
                    assert_eq!(tables.probe_position(&game), Some(entry));
                    assert_eq!(entry, expected(&game, tables), "{}", game.position());
                }
                None => assert_eq!((entry.value, entry.distance), (Value::Loss, Some(0))),
            }
        }
    }
    assert!(values.iter().all(|&count| count > 900), "{values:?}");
}

/// Tables answer only for what they are about.
#[test]
fn other_positions_are_not_answered() {
    let dir = tempfile::tempdir().expect("a folder");
    build_up_to(dir.path(), "3-3", Removal::Document);
    let tables = Tables::open(dir.path(), Removal::Document);
    let (black, white) = (0b111, 0b11_1000);
    let game = position(black, white, &options(Removal::Document)).unwrap();
    assert_eq!(tables.probe_position(&game), tables.probe(black, white));
    assert!(tables.probe(black, white).is_some());
    let other_rule = position(black, white, &options(Removal::Standard)).unwrap();
    assert_eq!(tables.probe_position(&other_rule), None);
    let opening = Marelles::new(&Options::default(), 2, &mut Fast::new(1)).unwrap();
    assert_eq!(tables.probe_position(&opening), None);
    for (mover, opponent) in [
        (0, 0),
        (0b11, 0b11_1000),
        (0b1111, 0b111_0000),
        (7, 7),
        (7 << 30, 56),
    ] {
        assert_eq!(
            tables.probe(mover, opponent),
            None,
            "{mover:x} {opponent:x}"
        );
    }
    assert_eq!(tables.probe(u32::MAX, u32::MAX), None);
}
