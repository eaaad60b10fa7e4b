//! The tables of sections 1.2 to 1.5 and 8.1 to 8.3.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::hex;
use parlor_engine::{Fast, Game, Seat, Viewer};
use parlor_obliteration::{
    COLOURS, Colours, DIRECTIONS, Grid, Hex, Mode, OUTLINE, Obliteration, Options, Rgb, distance,
    is_fair, start_hexes, start_rotation,
};

const DEFAULT: Grid = Grid {
    columns: 24,
    rows: 20,
};

#[test]
fn directions_1_2() {
    assert_eq!(DIRECTIONS.len(), 6);
    assert_eq!((DIRECTIONS[0], DIRECTIONS[3]), ("up", "down"));
    assert_eq!(
        (DIRECTIONS[2], DIRECTIONS[5]),
        ("lower right", "upper left")
    );
}

#[test]
fn neighbours_1_3_of_inner_hexes() {
    let around = |x: u8, y: u8| -> Vec<(i32, i32)> {
        (0..6)
            .map(|direction| {
                let next = DEFAULT.neighbour(hex(x, y), direction).unwrap();
                (
                    i32::from(next.x) - i32::from(x),
                    i32::from(next.y) - i32::from(y),
                )
            })
            .collect()
    };
    for (x, y) in [(2, 1), (4, 7), (22, 18)] {
        let even = [(0, -1), (1, -1), (1, 0), (0, 1), (-1, 0), (-1, -1)];
        assert_eq!(around(x, y), even);
    }
    for (x, y) in [(1, 1), (5, 9), (21, 18)] {
        let odd = [(0, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0)];
        assert_eq!(around(x, y), odd);
    }
}

#[test]
fn full_3x3_table_1_3() {
    let table = "
(0,0): -     -     (1,0) (0,1) -     -
(0,1): (0,0) (1,0) (1,1) (0,2) -     -
(0,2): (0,1) (1,1) (1,2) -     -     -
(1,0): -     (2,0) (2,1) (1,1) (0,1) (0,0)
(1,1): (1,0) (2,1) (2,2) (1,2) (0,2) (0,1)
(1,2): (1,1) (2,2) -     -     -     (0,2)
(2,0): -     -     -     (2,1) (1,0) -
(2,1): (2,0) -     -     (2,2) (1,1) (1,0)
(2,2): (2,1) -     -     -     (1,2) (1,1)
";
    let grid = Grid {
        columns: 3,
        rows: 3,
    };
    let read = |cell: &str| {
        (cell != "-").then(|| {
            let (x, y) = cell.trim_matches(['(', ')']).split_once(',').unwrap();
            hex(x.parse().unwrap(), y.parse().unwrap())
        })
    };
    let mut rows = 0;
    for line in table.lines().filter(|line| !line.is_empty()) {
        let (from, cells) = line.split_once(':').unwrap();
        let from = read(from).unwrap();
        let expected: Vec<Option<Hex>> = cells.split_whitespace().map(read).collect();
        let found: Vec<Option<Hex>> = (0..6).map(|d| grid.neighbour(from, d)).collect();
        assert_eq!(found, expected, "{from:?}");
        rows += 1;
    }
    assert_eq!(rows, 9);
}

#[test]
fn opposite_directions_lead_back_1_3() {
    for (columns, rows) in (1..=8).flat_map(|columns| (1..=8).map(move |rows| (columns, rows))) {
        let grid = Grid { columns, rows };
        assert_eq!(grid.hexes().count(), grid.len());
        for (place, from) in grid.hexes().enumerate() {
            assert_eq!(grid.index(from), place);
            for direction in 0..6 {
                if let Some(next) = grid.neighbour(from, direction) {
                    assert_eq!(grid.neighbour(next, (direction + 3) % 6), Some(from));
                    assert_eq!(distance(from, next), 1);
                }
            }
        }
    }
}

/// Distances by the formula are those found by walking.
#[test]
fn distances_1_3() {
    let grid = Grid {
        columns: 7,
        rows: 6,
    };
    for from in grid.hexes() {
        let mut steps = vec![None; grid.len()];
        steps[grid.index(from)] = Some(0);
        let mut queue = std::collections::VecDeque::from([from]);
        while let Some(at) = queue.pop_front() {
            let here = steps[grid.index(at)].unwrap();
            for next in (0..6).filter_map(|direction| grid.neighbour(at, direction)) {
                if steps[grid.index(next)].is_none() {
                    steps[grid.index(next)] = Some(here + 1);
                    queue.push_back(next);
                }
            }
        }
        for to in grid.hexes() {
            assert_eq!(steps[grid.index(to)], Some(distance(from, to)));
        }
    }
}

#[test]
fn start_rotations_1_4_of_every_border_hex() {
    for (columns, rows) in (2..=49).flat_map(|columns| (2..=49).map(move |rows| (columns, rows))) {
        let grid = Grid { columns, rows };
        let (right, bottom) = (columns - 1, rows - 1);
        for at in grid.hexes() {
            let good: Vec<u8> = (0..6)
                .filter(|&d| {
                    grid.neighbour(at, d).is_none() && grid.neighbour(at, (d + 1) % 6).is_some()
                })
                .collect();
            let is_border = at.x == 0 || at.y == 0 || at.x == right || at.y == bottom;
            if !is_border {
                assert_eq!(start_rotation(grid, at), None);
                continue;
            }
            // The list of section 8.2 by place on the border; corners first.
            let expected = match (at.x, at.y) {
                (0, 0) => 1,
                (x, 0) if x == right => 2,
                (0, y) if y == bottom => 5,
                (x, y) if x == right && y == bottom => 3 + (x & 1),
                (x, 0) => 1 - (x & 1),
                (x, _) if x == right => 2,
                (x, y) if y == bottom => 3 + (x & 1),
                _ => 5,
            };
            assert_eq!(good, [expected], "{at:?} on {columns}x{rows}");
            assert_eq!(start_rotation(grid, at), Some(expected));
        }
    }
}

#[test]
fn seats_8_2_on_the_default_board() {
    type Row = (u8, &'static [(u8, u8, u8)], u32);
    let table: [Row; 5] = [
        (2, &[(0, 0, 1), (23, 19, 4)], 31),
        (3, &[(0, 0, 1), (23, 0, 2), (11, 19, 4)], 23),
        (4, &[(0, 0, 1), (23, 0, 2), (23, 19, 4), (0, 19, 5)], 19),
        (
            5,
            &[(0, 0, 1), (16, 0, 1), (23, 10, 2), (15, 19, 4), (0, 17, 5)],
            13,
        ),
        (
            6,
            &[
                (0, 0, 1),
                (12, 0, 1),
                (23, 0, 2),
                (23, 19, 4),
                (11, 19, 4),
                (0, 19, 5),
            ],
            11,
        ),
    ];
    for (seats, expected, smallest) in table {
        let starts = start_hexes(DEFAULT, seats);
        let found: Vec<_> = starts
            .iter()
            .map(|&start| (start.x, start.y, start_rotation(DEFAULT, start).unwrap()))
            .collect();
        assert_eq!(found, expected);
        assert_eq!(closest(&starts), smallest, "{seats} players");
        let state = Obliteration::new(&Options::default(), seats, &mut Fast::new(1)).unwrap();
        for (seat, &(x, y, rotation)) in expected.iter().enumerate() {
            assert_eq!(state.board().owner(hex(x, y)), Some(Seat(seat as u8)));
            assert_eq!(state.board().rotation(hex(x, y)), rotation);
        }
        assert_eq!(state.board().owned(), u16::from(seats));
    }
}

fn closest(starts: &[Hex]) -> u32 {
    let pairs = starts
        .iter()
        .enumerate()
        .flat_map(|(place, &a)| starts[..place].iter().map(move |&b| distance(a, b)));
    pairs.min().unwrap()
}

#[test]
fn seats_8_2_keep_apart_on_every_size() {
    for (seats, smallest) in [(2, 4), (3, 6), (4, 6), (5, 8), (6, 8)] {
        for (columns, rows) in
            (smallest..=40).flat_map(|columns| (smallest..=40).map(move |rows| (columns, rows)))
        {
            let starts = start_hexes(Grid { columns, rows }, seats);
            assert_eq!(starts.len(), usize::from(seats));
            assert!(closest(&starts) >= 3, "{seats} on {columns}x{rows}");
        }
    }
}

#[test]
fn colours_1_5() {
    let table = "0 red 255,0,0 226,192,192 226,192,192
1 green 0,255,33 0,127,14 0,127,14
2 navy 0,19,127 150,166,255 150,166,255
3 yellow 255,216,0 127,106,0 127,106,0
4 cyan 0,255,255 0,127,127 0,127,127
5 purple 127,0,110 182,155,255 182,155,255
6 black 0,0,0 255,255,255 255,255,255
7 white 255,255,255 0,0,0 127,127,127
8 orange 255,106,0 255,195,155 255,195,155
9 pink 255,0,110 255,173,208 255,173,208
10 grey 128,128,128 211,211,211 none";
    let show = |Rgb(r, g, b): Rgb| format!("{r},{g},{b}");
    let lines: Vec<String> = COLOURS
        .iter()
        .map(|colour| {
            format!(
                "{} {} {} {} {}",
                colour.number,
                colour.name,
                show(colour.fill),
                show(colour.glyph),
                colour.text.map_or("none".to_owned(), show)
            )
        })
        .collect();
    assert_eq!(lines, table.lines().collect::<Vec<_>>());
    assert_eq!(show(OUTLINE), "192,192,192");
    assert_eq!(serde_json::to_value(OUTLINE).unwrap(), "#c0c0c0");
}

#[test]
fn settings_8_1() {
    let start = |seats: u8, options: Options| {
        Obliteration::new(&options, seats, &mut Fast::new(1)).map_err(|refused| refused.code)
    };
    let sized = |columns: u32, rows: u32| Options {
        columns,
        rows,
        ..Options::default()
    };
    for (seats, smallest) in [(2, 4), (3, 6), (4, 6), (5, 8), (6, 8)] {
        assert!(start(seats, sized(smallest, smallest)).is_ok());
        assert!(start(seats, sized(40, smallest)).is_ok());
        assert!(start(seats, sized(40, 40)).is_ok());
        for (columns, rows) in [
            (smallest - 1, 40),
            (40, smallest - 1),
            (41, 20),
            (20, 41),
            (0, 0),
            (1_000_000_000, 1_000_000_000),
            (u32::MAX, u32::MAX),
        ] {
            assert_eq!(start(seats, sized(columns, rows)).unwrap_err(), "option");
        }
    }
    for seats in [0, 1, 7, 255] {
        assert_eq!(start(seats, Options::default()).unwrap_err(), "seats");
    }
    for limit in [50, 51, 100_000] {
        let turn_limit = Some(limit);
        assert!(
            start(
                2,
                Options {
                    turn_limit,
                    ..sized(4, 4)
                }
            )
            .is_ok()
        );
    }
    for limit in [0, 1, 49, 100_001, u32::MAX] {
        let turn_limit = Some(limit);
        let options = Options {
            turn_limit,
            ..sized(4, 4)
        };
        assert_eq!(start(2, options).unwrap_err(), "option");
    }
    let options = Options::default();
    assert_eq!((options.columns, options.rows), (24, 20));
    assert_eq!(options.mode, Mode::Obliteration);
    assert_eq!(options.turn_limit, None);
}

#[test]
fn options_as_json() {
    let game = parlor_engine::entry::<Obliteration>();
    let start = |text: &str| {
        let options = serde_json::from_str(text).unwrap();
        game.start(&options, 2, &mut Fast::new(1))
            .map(|_| ())
            .map_err(|refused| refused.code.into_owned())
    };
    for good in [
        "null",
        "{}",
        r#"{"columns":10,"rows":10,"mode":"domination","colours":[9,0],"turn_limit":50,"fair_start":true,"hex_size":"fit"}"#,
        r#"{"turn_limit":null,"fair_start":null,"colours":[],"hex_size":"small"}"#,
    ] {
        assert_eq!(start(good), Ok(()), "{good}");
    }
    for bad in [
        r#"{"columns":1000000000,"rows":1000000000}"#,
        r#"{"columns":99999999999999999999}"#,
        r#"{"columns":-4}"#,
        r#"{"columns":"10"}"#,
        r#"{"colours":[1,1]}"#,
        r#"{"colours":[1]}"#,
        r#"{"colours":[1,2,3]}"#,
        r#"{"colours":[1,10]}"#,
        r#"{"colours":[0,1,2,3,4,5,6]}"#,
        r#"{"turn_limit":0}"#,
        r#"{"turn_limit":49}"#,
        r#"{"mode":"chess"}"#,
        r#"{"hex_size":"huge"}"#,
        r#"{"fair_start":1}"#,
        r#"{"seed":1}"#,
        "[]",
        "7",
    ] {
        assert_eq!(start(bad), Err("option".to_owned()), "{bad}");
    }
    let names: Vec<_> = game.option_specs().iter().map(|spec| spec.name).collect();
    let complete = game.complete_options(&serde_json::Value::Null).unwrap();
    assert_eq!(names.len(), complete.as_object().unwrap().len());
    for spec in game.option_specs() {
        assert_eq!(complete[spec.name], spec.default, "{}", spec.name);
    }
}

#[test]
fn colours_are_drawn_or_chosen() {
    let mut seen = [false; 10];
    for seed in 0..40 {
        let state = Obliteration::new(&Options::default(), 6, &mut Fast::new(seed)).unwrap();
        let view = state.view(Viewer::Spectator);
        let numbers: Vec<u8> = view.seats.iter().map(|seat| seat.colour.number).collect();
        assert!(Colours::new(&numbers).is_ok(), "{numbers:?} differ");
        for number in numbers {
            seen[usize::from(number)] = true;
        }
    }
    assert_eq!(seen, [true; 10]);
    let options = Options {
        colours: Colours::new(&[4, 7, 0]).unwrap(),
        ..Options::default()
    };
    let state = Obliteration::new(&options, 3, &mut Fast::new(1)).unwrap();
    let view = state.view(Viewer::Spectator);
    let names: Vec<_> = view.seats.iter().map(|seat| &*seat.colour.name).collect();
    assert_eq!(names, ["cyan", "white", "red"]);
}

#[test]
fn fair_start_8_3() {
    // Off by default for two; the rule page counted about 1.1 % unfair 4x4 boards.
    let unfair = |seats: u8, size: u32, fair_start: Option<bool>| {
        (0..2_000)
            .filter(|&seed| {
                let options = Options {
                    columns: size,
                    rows: size,
                    fair_start,
                    ..Options::default()
                };
                let state = Obliteration::new(&options, seats, &mut Fast::new(seed)).unwrap();
                let grid = state.board().grid();
                let starts = start_hexes(grid, seats);
                !is_fair(grid, &starts, |hex| state.board().rotation(hex))
            })
            .count()
    };
    assert!(unfair(2, 4, None) > 0);
    assert_eq!(unfair(2, 4, None), unfair(2, 4, Some(false)));
    assert_eq!(unfair(2, 4, Some(true)), 0);
    assert_eq!(unfair(6, 8, None), 0);
    let six = unfair(6, 8, Some(false));
    // 49 % of the draws were accepted on the rule page.
    assert!((900..1_140).contains(&six), "{six}");
}

#[test]
fn domination_threshold_4_1() {
    for (columns, rows) in (4..=40).flat_map(|columns| (4..=40).map(move |rows| (columns, rows))) {
        let options = Options {
            columns,
            rows,
            mode: Mode::Domination,
            ..Options::default()
        };
        let state = Obliteration::new(&options, 2, &mut Fast::new(1)).unwrap();
        let needed = u32::from(state.view(Viewer::Spectator).needed.unwrap());
        let hexes = columns * rows;
        assert!(10 * needed >= 7 * hexes && 10 * (needed - 1) < 7 * hexes);
        assert!(hexes != 480 || needed == 336);
    }
}
