//! Pictures, saved states and JSON shapes.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use parlor_engine::{Charset, Fast, Game, Seat, Viewer, entry};
use parlor_obliteration::{Action, Board, Event, Obliteration, Options};
use serde_json::{Value, json};

fn start(columns: u32, rows: u32, seats: u8) -> Obliteration {
    let options = Options {
        columns,
        rows,
        ..Options::default()
    };
    Obliteration::new(&options, seats, &mut Fast::new(2)).unwrap()
}

#[test]
fn pictures_fit_a_terminal() {
    for (columns, rows) in [
        (4, 4),
        (5, 7),
        (24, 20),
        (31, 8),
        (32, 8),
        (39, 9),
        (40, 40),
    ] {
        let view = start(columns, rows, 2).view(Viewer::Seat(Seat(1)));
        for charset in [Charset::Ascii, Charset::Unicode] {
            let picture = Obliteration::picture(&view, charset);
            let widest = picture.lines().map(|line| line.chars().count()).max();
            assert!(widest <= Some(100), "{widest:?}\n{picture}");
            // Two lines a row: even columns, then odd columns half a hex lower.
            assert!(picture.lines().count() >= 2 * rows as usize + 2);
        }
    }
}

#[test]
fn pictures_show_odd_columns_lower() {
    let board = Board::from_text(2, "A0 .1 .2\n.3 .4 B5\n").unwrap();
    let state = Obliteration::from_board(&Options::default(), board, Seat(0), 4).unwrap();
    let picture = Obliteration::picture(&state.view(Viewer::Seat(Seat(0))), Charset::Ascii);
    let expected = r"     0  1  2
    __    __
 0 /A0\__/.2\ 0
   \__/.1\__/
 1 /.3\__/B5\ 1
   \__/.4\__/
      \__/
pointing: 0 up, 1 upper right, 2 lower right, 3 down, 4 lower left, 5 upper left
> A Player 1 (you), red: 1 hex, 50.00%
  B Player 2, green: 1 hex, 50.00%
  . neutral: 4
turn 5: A turns one of its hexes a step clockwise; type column,row such as 3,5
";
    assert_eq!(picture, expected);
}

#[test]
fn the_last_move_is_marked() {
    let board = Board::from_text(2, "A0 .1 .2\n.3 .4 B5\n").unwrap();
    let mut state = Obliteration::from_board(&Options::default(), board, Seat(1), 4).unwrap();
    let action = Action::Turn { x: 2, y: 1 };
    state
        .apply(Seat(1), &action, &mut Fast::new(0), &mut Vec::new())
        .unwrap();
    let picture = Obliteration::picture(&state.view(Viewer::Spectator), Charset::Unicode);
    assert!(picture.contains("[B↑]"), "{picture}");
    assert!(picture.contains("last move: B turned [2,1]"), "{picture}");
}

#[test]
fn json_shapes() {
    assert_eq!(
        serde_json::to_value(Action::Turn { x: 3, y: 5 }).unwrap(),
        json!({"kind": "turn", "x": 3, "y": 5})
    );
    let events = [
        Event::Turned {
            seat: Seat(0),
            x: 1,
            y: 2,
            rotation: 3,
        },
        Event::Converted {
            seat: Seat(0),
            x: 1,
            y: 3,
            wave: 1,
            from: Some(Seat(1)),
        },
        Event::Eliminated { seat: Seat(1) },
    ];
    assert_eq!(
        serde_json::to_value(events).unwrap(),
        json!([
            {"kind": "turned", "seat": 0, "x": 1, "y": 2, "rotation": 3},
            {"kind": "converted", "seat": 0, "x": 1, "y": 3, "wave": 1, "from": 1},
            {"kind": "eliminated", "seat": 1},
        ])
    );
    let view = serde_json::to_value(start(4, 4, 2).view(Viewer::Seat(Seat(1)))).unwrap();
    assert_eq!(view["you"], 1);
    assert_eq!(view["turn"], 0);
    assert_eq!(view["owners"], "A..............B");
    assert_eq!(view["rotations"].as_str().unwrap().len(), 16);
    assert_eq!(view["seats"][0]["score"], "50.00%");
    assert_eq!(view["neutral_colour"]["fill"], "#808080");
}

/// Takes a sound state, lets `forge` change it, and says whether it is still accepted.
fn accepts(forge: impl FnOnce(&mut Value)) -> bool {
    let mut state = serde_json::to_value(start(6, 6, 3)).unwrap();
    forge(&mut state);
    entry::<Obliteration>().load(&state).is_ok()
}

#[test]
fn forged_states_are_refused() {
    assert!(accepts(|_| ()));
    let put = |path: &'static str, value: Value| {
        accepts(|state| *state.pointer_mut(path).unwrap() = value)
    };
    assert!(
        put("/turn", json!(2)),
        "any seat in the game may be on turn"
    );
    assert!(put("/turns", json!(u32::MAX)));
    for (path, value) in [
        ("/turn", json!(3)),
        ("/turn", json!(255)),
        ("/seats", json!(2)),
        ("/seats", json!(4)),
        ("/seats", json!(0)),
        ("/colours", json!([0, 1])),
        ("/colours", json!([0, 1, 1])),
        ("/colours", json!([0, 1, 10])),
        ("/options/columns", json!(1_000_000_000)),
        ("/options/columns", json!(5)),
        ("/options/rows", json!(0)),
        ("/options/turn_limit", json!(0)),
        ("/options/colours", json!([9, 8, 7])),
        ("/owners", json!("A")),
        ("/owners", json!("é".repeat(18))),
        ("/owners", json!(".".repeat(36))),
        ("/owners", json!("A".repeat(36))),
        ("/owners", json!("ABCD".repeat(9))),
        ("/rotations", json!("6".repeat(36))),
        ("/rotations", json!("0".repeat(35))),
        ("/verdict", json!({"winner": 0, "reason": "domination"})),
        ("/exits/1", json!({"how": "left", "order": 1})),
        ("/exits", json!([null, null])),
        ("/last", json!({"seat": 0, "x": 0, "y": 0})),
        ("/last", json!({"seat": 0, "x": 200, "y": 200})),
    ] {
        assert!(!put(path, value.clone()), "{path} {value}");
    }
    assert!(!accepts(|state| state["extra"] = json!(1)));
}

/// Equal positions are equal states, however they came about.
#[test]
fn loading_gives_an_equal_state() {
    let mut state = start(24, 20, 4);
    let mut chance = Fast::new(9);
    for _ in 0..300 {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
        state
            .apply(seat, &action, &mut chance, &mut Vec::new())
            .unwrap();
    }
    let text = serde_json::to_string(&state).unwrap();
    let loaded: Obliteration = serde_json::from_str(&text).unwrap();
    assert_eq!(loaded, state);
}
