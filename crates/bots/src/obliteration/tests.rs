//! The board of the search against the rules.

use std::collections::BTreeMap;

use parlor_engine::{Fast, Game, Seat};
use parlor_obliteration::{Action, Board, Obliteration, Options};

use super::groups::{Cell, OUTSIDE, grouped};
use super::{LEVELS, Position, Turner};
use crate::alphabeta::Position as _;
use crate::level::{Level, Skill};
use crate::player::Player as _;

/// Which hexes are together, whatever the names.
fn parts(cells: &[Cell]) -> Vec<Vec<(usize, u16)>> {
    let mut parts: BTreeMap<u16, Vec<(usize, u16)>> = BTreeMap::new();
    for (at, cell) in cells.iter().enumerate() {
        parts.entry(cell.group).or_default().push((at, cell.size));
    }
    let mut parts: Vec<_> = parts.into_values().collect();
    parts.sort_unstable();
    parts
}

#[test]
fn the_board_goes_with_the_rules() {
    let mut longest = 0;
    for seed in 0..60 {
        let mut chance = Fast::new(seed);
        let options = Options {
            columns: 4 + (seed % 9) as u32,
            rows: 4 + (seed % 7) as u32,
            ..Options::default()
        };
        let mut state = Obliteration::new(&options, 2, &mut chance).unwrap();
        let mut position = Position::of(&state);
        let (mut scratch, mut events) = (Vec::new(), Vec::new());
        for turn in 0..300 {
            let Some(seat) = state.to_act().first() else {
                break;
            };
            let action = state.sample(seat, &mut scratch, &mut chance).unwrap();
            state.execute(seat, &action, &mut chance, &mut events);
            let Action::Turn { x, y } = action;
            let at = x * options.rows as u16 + y;
            position = position.after(at);
            let fresh = Position::of(&state);
            if state.to_act().is_empty() {
                assert!(position.ended().is_some(), "seed {seed}, turn {turn}");
                break;
            }
            assert_eq!(position.key(), fresh.key(), "seed {seed}, turn {turn}");
            assert_eq!(position.counts, fresh.counts);
            let mut cells = position.cells.clone();
            let kept = parts(&cells);
            grouped(&mut cells, &position.land.neighbours);
            assert_eq!(kept, parts(&cells), "seed {seed}, turn {turn}");
            assert_eq!(position.evaluate(), fresh.evaluate());
            longest = longest.max(turn);
        }
    }
    assert!(longest > 200);
}

/// Limits grow from level to level wherever the game is played, up to all that time allows; a trial is
/// what it says.
#[test]
fn levels_are_a_ladder_on_every_board() {
    let trial = Level::trial("200/1/30").unwrap();
    for (columns, rows, seats) in [(12, 10, 2), (24, 20, 2), (24, 20, 3)] {
        let options = Options {
            columns,
            rows,
            ..Options::default()
        };
        let world = Obliteration::new(&options, seats, &mut Fast::new(1)).unwrap();
        let limits = |level| Turner::limits(&world, Seat(0), level);
        for pair in LEVELS.windows(2) {
            let (lower, upper) = (limits(&pair[0]), limits(&pair[1]));
            let grows = upper.nodes >= lower.nodes && upper.depth >= lower.depth;
            assert!(grows && upper != lower, "{} on {columns}", pair[1].name);
            assert!(lower.nodes <= pair[0].skill.nodes, "{}", pair[0].name);
        }
        assert_eq!(limits(&LEVELS[5]), Skill::FULL);
        assert_eq!(limits(&trial), trial.skill);
    }
}

/// Nearly everything belongs to one side: its hexes beside the rest are looked at, however far they
/// have to be turned, or it would never get there.
#[test]
fn whoever_is_ahead_looks_at_the_border() {
    let text = "A2 A2 A4 A5 A2 A4 A0 A1 A2 A1 A2 A1\n\
                A0 A1 A0 A4 A2 A4 A0 A2 A2 A3 A3 A1\n\
                A1 A4 A0 A3 A0 A0 A3 A3 A5 A5 A0 A0\n\
                A4 A1 A2 A5 A2 A3 A5 A4 A0 A3 A1 A0\n\
                A3 A1 A3 A1 A0 A5 A2 A2 A4 A2 A5 A4\n\
                A3 A4 A4 A5 A3 A0 A0 A3 A1 A4 A3 A4\n\
                A0 A4 A2 A2 A5 A3 A2 A2 A1 A5 A5 A0\n\
                A5 A1 A3 A4 A2 A2 A1 A2 A0 A3 A5 .1\n\
                A1 A0 A1 A0 A5 A2 A3 A3 A3 A4 A4 B3\n\
                A2 A5 A3 A5 A2 A2 A0 A5 A1 A2 B3 B3\n";
    let board = Board::from_text(2, text).unwrap();
    let state = Obliteration::from_board(&Options::default(), board, Seat(0), 900).unwrap();
    let position = Position::of(&state);
    let mut found = Vec::new();
    position.moves(&mut found);
    let mut border = 0;
    for at in position.own() {
        let beside = position.land.neighbours[usize::from(at)];
        let is_foreign = |&it: &u16| it != OUTSIDE && position.cells[usize::from(it)].owner != 1;
        if beside.iter().any(is_foreign) {
            assert!(found.contains(&at), "{:?}", position.hex(at));
            border += 1;
        }
    }
    assert!(border > 4 && found.len() < position.own().count());
}
