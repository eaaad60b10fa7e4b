//! Refusals, options, ends, position text and JSON: what the examples do not reach.

mod common;

use common::*;
use parlor_engine::{
    Chance, Charset, Departure, Fast, Game, Names, Scripted, Seat, Stream, Viewer, entry,
};
use parlor_marelles::{Action, Closing, Colour, Event, Marelles, Options, Point, Timeout};
use serde_json::json;

use Colour::{Black, White};

#[test]
fn every_refusal_of_section_3() {
    let code = |state: &Marelles, seat: u8, text: &str| {
        let action = Marelles::parse(text).expect("good notation")[0];
        let refusal = state.validate(Seat(seat), &action).expect_err(text);
        refusal.code.into_owned()
    };
    let mut state = opening(&document());
    assert_eq!(code(&state, 1, "A1"), "wait");
    assert_eq!(code(&state, 7, "A1"), "wait");
    assert_eq!(code(&state, 0, "A1-A4"), "still_placing");
    assert_eq!(code(&state, 0, "xA1"), "no_mill");
    play(&mut state, "A1");
    assert_eq!(code(&state, 1, "A1"), "occupied");
    play(&mut state, "D7 A4 G7 A7");
    assert_eq!(code(&state, 1, "xA1"), "wait");
    for (text, expected) in [
        ("B2", "must_remove"),
        ("A1-D1", "must_remove"),
        ("xB2", "empty"),
        ("xA1", "own_stone"),
    ] {
        assert_eq!(code(&state, 0, text), expected);
    }

    let state = placed("A1 B2 C3 D5", "G7 F6 E4 D2", 'b', &document());
    for (text, expected) in [
        ("D1", "placing_over"),
        ("G7-G4", "not_own"),
        ("D3-D1", "not_own"),
        ("B2-D2", "occupied"),
        ("B2-B2", "occupied"),
        ("B2-A4", "too_far"),
        ("A1-B2", "occupied"),
        ("xG7", "no_mill"),
    ] {
        assert_eq!(code(&state, 0, text), expected, "{text}");
    }
    let mut over = state;
    over.depart(Seat(0), Departure::Resigned, &mut Fast::new(1), &mut vec![])
        .expect("a running game");
    assert_eq!(code(&over, 0, "B2-B4"), "over");
    assert_eq!(code(&over, 1, "B2-B4"), "over");
}

#[test]
fn numbers_off_the_board_are_bad_points() {
    let on = Point(0);
    let mut owing = opening(&document());
    play(&mut owing, "A1 D7 A4 G7 A7");
    let moving = placed("A1 B2 C3 D5", "G7 F6 E4 D2", 'b', &document());
    for off in [24, 31, 32, 63, 255].map(Point) {
        for (state, action) in [
            (&opening(&document()), Action::Place { at: off }),
            (&moving, Action::Move { from: off, to: on }),
            (&moving, Action::Move { from: on, to: off }),
            (&owing, Action::Remove { at: off }),
        ] {
            let refusal = state.validate(Seat(0), &action).expect_err("off the board");
            assert_eq!(refusal.code, "bad_point");
            let refusal = Marelles::parse(&Marelles::notate(&action)).expect_err("no label");
            assert_eq!(refusal.code, "bad_point");
        }
    }
}

#[test]
fn notation_reads_plies_and_refuses_junk() {
    let read = |text: &str| Marelles::parse(text).expect(text).to_vec();
    let (a1, a4, g7) = (at("A1"), at("A4"), at("G7"));
    assert_eq!(read("d7"), [Action::Place { at: at("D7") }]);
    assert_eq!(read(" a1-A4 "), [Action::Move { from: a1, to: a4 }]);
    assert_eq!(read("XG7"), [Action::Remove { at: g7 }]);
    assert_eq!(
        read("a1-a4Xg7"),
        [Action::Move { from: a1, to: a4 }, Action::Remove { at: g7 }]
    );
    assert_eq!(
        read("E5xD7"),
        [
            Action::Place { at: at("E5") },
            Action::Remove { at: at("D7") }
        ]
    );
    assert_eq!(
        read("E5xD7")
            .iter()
            .map(Marelles::notate)
            .collect::<Vec<_>>(),
        ["E5", "xD7"]
    );
    let huge = "x".repeat(10_000);
    for junk in [
        "",
        " ",
        "x",
        "-",
        "A1-",
        "-A4",
        "A1--A4",
        "A1-A4-A7",
        "A1xx",
        "A1xG7xG4",
        "A1 A4",
        "A11",
        "1A",
        "①",
        "Ａ1",
        "D７",
        "99999999999999999999",
        "#",
        "#1234",
        "#-1",
        "é1",
        &huge,
        "pass",
        "A1-A4x",
        "\0",
    ] {
        assert_eq!(Marelles::parse(junk).expect_err(junk).code, "notation");
    }
    for nowhere in ["D4", "A2", "h1", "A1-D4", "xB3", "E5xZ9", "#24"] {
        assert_eq!(
            Marelles::parse(nowhere).expect_err(nowhere).code,
            "bad_point"
        );
    }
}

#[test]
fn options_out_of_bounds_are_refused() {
    let start = |options| {
        entry::<Marelles>()
            .start(&options, 2, &mut Fast::new(1))
            .map(|state| state.to_act().first())
            .map_err(|refusal| refusal.code.into_owned())
    };
    assert_eq!(start(json!({})), Ok(Some(Seat(0))));
    assert_eq!(start(json!({"first": "guest"})), Ok(Some(Seat(1))));
    for good in [
        json!({"repetition": 0}),
        json!({"repetition": 100, "no_capture": 10_000, "max_plies": 100_000}),
        json!({"no_capture": 0, "max_plies": 18}),
        json!({"undo": "off", "timeout": "none", "draw_by_agreement": false}),
    ] {
        assert!(start(good).is_ok());
    }
    for bad in [
        json!({"repetition": 1}),
        json!({"repetition": 101}),
        json!({"no_capture": 10_001}),
        json!({"max_plies": 100_001}),
        json!({"max_plies": 17}),
        json!({"max_plies": -1}),
        json!({"removal": "any"}),
        json!({"colour": "red"}),
        json!([]),
    ] {
        assert_eq!(start(bad), Err("option".to_owned()));
    }
    assert!(Marelles::new(&document(), 3, &mut Fast::new(1)).is_err());
}

#[test]
fn option_specs_tell_the_defaults() {
    let defaults = serde_json::to_value(document()).unwrap();
    let told: serde_json::Map<_, _> = Marelles::option_specs()
        .into_iter()
        .map(|spec| (spec.name.to_owned(), spec.default))
        .collect();
    assert_eq!(json!(told), defaults);
}

#[test]
fn first_decides_who_is_black() {
    let seat = |first: &str, draw: &mut dyn Chance| {
        let options: Options = serde_json::from_value(json!({ "first": first })).unwrap();
        Marelles::new(&options, 2, draw).unwrap().seat_of(Black)
    };
    let mut unused = Stream::new(&[0; 32], 0);
    assert_eq!(seat("host", &mut unused), Seat(0));
    assert_eq!(seat("guest", &mut unused), Seat(1));
    assert!(!unused.was_used());
    for draw in [0, 1] {
        assert_eq!(
            seat("random", &mut Scripted::numbers([draw])),
            Seat(draw as u8)
        );
    }
}

#[test]
fn whoever_leaves_loses() {
    for (how, reason) in [
        (Departure::Resigned, "ran_away"),
        (Departure::Left, "ran_away"),
        (Departure::TimedOut, "time"),
    ] {
        let mut state = opening(&document());
        play(&mut state, "A1 D7 A4 G7 A7");
        let mut events = Vec::new();
        state
            .depart(Seat(0), how, &mut Fast::new(1), &mut events)
            .expect("a running game");
        assert_won(&state, White, reason);
        assert!(matches!(
            events[..],
            [Event::Over {
                winner: Some(Seat(1)),
                ..
            }]
        ));
        state.check_state().expect("a sound state");
        let again = state.depart(Seat(1), how, &mut Fast::new(1), &mut events);
        assert_eq!(again.expect_err("it is over").code, "over");
    }
    let nobody =
        opening(&document()).depart(Seat(2), Departure::Left, &mut Fast::new(1), &mut Vec::new());
    assert!(nobody.is_err());
}

#[test]
fn time_counts_only_where_agreed() {
    let mut state = opening(&document());
    state
        .time_out(Seat(1), &mut Fast::new(1), &mut Vec::new())
        .expect("timeout = lose");
    assert_won(&state, Black, "time");
    let mut state = opening(&Options {
        timeout: Timeout::None,
        ..document()
    });
    let before = state.clone();
    let refusal = state.time_out(Seat(1), &mut Fast::new(1), &mut Vec::new());
    assert_eq!(refusal.expect_err("timeout = none").code, "no_clock");
    assert_eq!(state, before);
}

#[test]
fn draws_by_agreement() {
    let mut state = opening(&document());
    state.agree_draw(&mut Vec::new()).expect("agreed");
    assert_drawn(&state, "agreed");
    let again = state.agree_draw(&mut Vec::new());
    assert_eq!(again.expect_err("it is over").code, "over");
    let mut state = opening(&Options {
        draw_by_agreement: false,
        ..document()
    });
    let refusal = state.agree_draw(&mut Vec::new());
    assert_eq!(refusal.expect_err("not allowed").code, "no_draws");
}

#[test]
fn position_text_of_section_2_7() {
    let start = "........................ b 9 9 -";
    assert_eq!(opening(&document()).position(), start);
    assert_eq!(
        Marelles::from_position(start, &document()),
        Ok(opening(&document()))
    );
    let mut state = opening(&document());
    play(&mut state, "A1 D7 A4 G7 A7");
    assert_eq!(state.position(), "bbb...........w........w b 6 7 p");
    play(&mut state, "xD7");
    assert_eq!(state.position(), "bbb....................w w 6 7 -");
    for bad in [
        "",
        "........................",
        "........................ b 9 9",
        "........................ b 9 9 - -",
        "........................ w 9 9 -",
        "........................ b 9 10 -",
        "........................ b 99999999999999999999 9 -",
        "........................ b 9 9 p",
        ".......................x b 9 9 -",
        "....................... b 9 9 -",
        "bbbbbbbbbb.............. b 0 0 -",
        "bbb...................ww b 0 0 -",
        "bbb..................www b 4 0 -",
        "b........................ w 8 9 -",
        "é...................... b 9 9 -",
        // Nobody has a mill for which a removal could be owed.
        "bb.b.................w.w b 0 0 m",
        // White is shut in: the game would be over.
        "wbw...b..b....b......wbw w 0 0 -",
    ] {
        assert!(Marelles::from_position(bad, &document()).is_err(), "{bad}");
    }
    let late = Options {
        max_plies: 18,
        ..document()
    };
    assert!(Marelles::from_position("bbb..................www b 0 0 -", &late).is_err());
}

#[test]
fn the_18th_ply_still_follows_the_placing_column() {
    // Black's stones in the mill G1 G4 G7 are safe from a placement, also from the last one.
    let cells = "ww.w..w.w.w.w....b.b.bbb";
    let before = Marelles::from_position(&format!("{cells} w 0 1 -"), &document()).unwrap();
    let mut state = before.clone();
    play(&mut state, "A7");
    assert_eq!(state.pending(), Some(Closing::Placement));
    assert_eq!((state.phase(Black), state.phase(White)), (1, 1));
    assert_eq!(labels(state.removable()), "E5 F4");
    let text = state.position();
    assert!(text.ends_with("w 0 0 p"), "{text}");
    let read = Marelles::from_position(&text, &document()).unwrap();
    assert_eq!(labels(read.removable()), "E5 F4");
    let events = play(&mut state, "xE5");
    assert_eq!(events.last(), Some(&Event::Stage { stage: 2 }));
    assert_eq!((state.plies(), state.phase(Black)), (18, 2));
    // The same board, but closed by a slide: anything goes.
    let slid = Marelles::from_position(&text.replace('p', "m"), &document()).unwrap();
    assert_eq!(labels(slid.removable()), "E5 F4 G1 G4 G7");
    // Down to three at the end of placing: flying begins at once, and both stages are announced.
    let cells = "ww.w..w.w.w.w....b...bbb";
    let mut state = Marelles::from_position(&format!("{cells} w 0 1 -"), &document()).unwrap();
    let events = play(&mut state, "A7xE5");
    assert!(events.ends_with(&[Event::Stage { stage: 2 }, Event::Stage { stage: 3 }]));
    assert_eq!((state.phase(Black), state.phase(White)), (4, 3));
    assert_eq!(base_moves(&state).len(), 3 * 13);
}

#[test]
fn stages_are_announced_once() {
    let mut seen = [0; 2];
    for seed in 0..60 {
        let mut state = opening(&document());
        let mut chance = Fast::new(seed);
        let mut announced = Vec::new();
        while let Some(seat) = state.to_act().first() {
            let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
            let mut events = Vec::new();
            state.execute(seat, &action, &mut chance, &mut events);
            announced.extend(events.iter().filter_map(|event| match event {
                Event::Stage { stage } => Some(*stage),
                _ => None,
            }));
            let flying = state.plies() >= 18 && state.end().is_none() && state.phase(Black) > 2;
            assert!(!flying || announced == [2, 3], "{announced:?}");
        }
        assert!(
            [&[][..], &[2], &[2, 3]].contains(&&announced[..]),
            "{announced:?}"
        );
        seen[0] += u32::from(announced == [2]);
        seen[1] += u32::from(announced == [2, 3]);
    }
    assert!(seen[1] > 0, "{seen:?}");
}

#[test]
fn removal_forgets_the_past() {
    let mut state = placed("A1 A4 D7 B2 C3", "G1 F2 E4 D5 D3", 'b', &document());
    play(&mut state, "C3-C4 D5-D6 C4-C3 D6-D5 C3-C4 D5-D6");
    assert_eq!((state.quiet_plies(), state.repetitions()), (6, 2));
    play(&mut state, "D7-A7xG1");
    assert_eq!((state.quiet_plies(), state.repetitions()), (0, 1));
    let history = &serde_json::to_value(&state).unwrap()["history"];
    assert_eq!(history.as_array().map(Vec::len), Some(1));
}

#[test]
fn nothing_is_remembered_while_placing_or_without_the_rule() {
    let history = |state: &Marelles| {
        let json = serde_json::to_value(state).unwrap();
        json["history"].as_array().map(Vec::len)
    };
    let mut state = opening(&document());
    play(&mut state, "C3 D2 D6 D3 C5 C4");
    assert_eq!(history(&state), Some(0));
    let mut state = placed(
        "A1 B2 C3 D5",
        "G7 F6 E4 D2",
        'b',
        &without_draws(document()),
    );
    play(
        &mut state,
        "A1-A4 G7-G4 A4-A1 G4-G7 A1-A4 G7-G4 A4-A1 G4-G7",
    );
    assert_eq!((history(&state), state.repetitions()), (Some(0), 0));
    assert!(state.end().is_none());
}

#[test]
fn the_view_tells_what_the_page_needs() {
    let options: Options = serde_json::from_value(json!({"first": "guest"})).unwrap();
    let mut state = opening(&options);
    play(&mut state, "A1 D7 A4 G7 A7");
    let view = serde_json::to_value(state.view(Viewer::Seat(Seat(0)))).unwrap();
    for (key, value) in [
        ("viewer", json!(0)),
        ("colours", json!(["white", "black"])),
        ("hands", json!([7, 6])),
        ("on_board", json!([2, 3])),
        ("captured", json!([0, 0])),
        ("stages", json!(["placing", "placing"])),
        ("phases", json!([1, 1])),
        ("to_move", json!(1)),
        ("pending_removal", json!(true)),
        ("removable", json!([14, 23])),
        ("last", json!({"from": null, "to": 2, "removed": null})),
        ("last_seat", json!(1)),
        ("plies", json!(4)),
        ("position", json!("bbb...........w........w b 6 7 p")),
        ("outcome", json!(null)),
    ] {
        assert_eq!(view[key], value, "{key}");
    }
    assert_eq!(view["cells"][0], json!("black"));
    assert_eq!(view["cells"][14], json!("white"));
    assert_eq!(view["cells"][3], json!(null));
    play(&mut state, "xD7");
    let view = state.view(Viewer::Spectator);
    assert_eq!((view.captured, view.viewer), ([0, 1], None));
}

#[test]
fn the_json_of_actions_and_events() {
    let actions = [
        json!({"kind": "place", "at": 14}),
        json!({"kind": "move", "from": 0, "to": 1}),
        json!({"kind": "remove", "at": 23}),
    ];
    for (json, text) in actions.iter().zip(["D7", "A1-A4", "xG7"]) {
        assert_eq!(entry::<Marelles>().notate(json).unwrap(), text);
    }
    let mut state = opening(&document());
    let events = play(&mut state, "A1 D7 A4 G7 A7xD7");
    assert_eq!(
        json!(events),
        json!([
            {"kind": "placed", "seat": 0, "at": 2},
            {"kind": "mill", "seat": 0, "lines": [[0, 1, 2]]},
            {"kind": "removed", "seat": 0, "at": 14},
        ])
    );
    assert!(
        serde_json::from_value::<Event>(json!({"kind": "mill", "seat": 0, "lines": [[0, 1, 3]]}))
            .is_err()
    );
    let names = ["Ann".to_owned(), "Bo".to_owned()];
    let words: Vec<String> = events
        .iter()
        .map(|event| Marelles::describe(event, Names(&names)))
        .collect();
    assert_eq!(
        words,
        [
            "Ann places a stone on A7",
            "Ann closes the mill A1 A4 A7 and may take a stone",
            "Ann takes the stone on D7",
        ]
    );
}

#[test]
fn the_picture_fits_a_terminal() {
    let mut state = opening(&document());
    play(&mut state, "A4 B2 A7 B6 D1 F2 G1 F6 A1");
    for charset in [Charset::Ascii, Charset::Unicode] {
        let picture = Marelles::picture(&state.view(Viewer::Seat(Seat(0))), charset);
        assert!(picture.lines().all(|line| line.chars().count() <= 100));
        for part in ["xB2 xB6 xF2 xF6", "closed a mill", "(you)", "1     2     3"] {
            assert!(picture.contains(part), "{part}\n{picture}");
        }
    }
}
