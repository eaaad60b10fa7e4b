//! Options, loaded states, views, sentences and pictures.

mod common;

use common::{P0, P1, json_of, load, opening, play, position};
use parlor_coexistence::{CoExistence, Event, Options};
use parlor_engine::{Charset, Departure, Fast, Game, Names, Viewer, entry};
use serde_json::json;

#[test]
fn options_are_judged() {
    let start = |options| {
        entry::<CoExistence>()
            .start(&options, 2, &mut Fast::new(1))
            .map(|state| state.state()["options"].clone())
    };
    let default =
        json!({"arrow_duel": false, "deck": {"axe": 3, "hammer": 3, "sword": 3, "arrow": 3}});
    assert_eq!(start(json!({})), Ok(default.clone()));
    assert_eq!(start(json!(null)), Ok(default));
    let four = json!({"axe": 4, "hammer": 4, "sword": 4, "arrow": 4});
    for deck in [four.clone(), json!([4, 4, 4, 4])] {
        let options = start(json!({ "deck": deck })).expect("good options");
        assert_eq!(options["deck"], four);
    }
    let arrows = start(json!({"deck": {"axe": 0, "hammer": 0, "sword": 0, "arrow": 1000}}));
    arrows.expect("one type is enough");
    for bad in [
        json!({"deck": {"axe": 2}}),
        json!({"deck": {"axe": 1001}}),
        json!({"deck": {"axe": 65535, "hammer": 65535, "sword": 65535, "arrow": 65535}}),
        json!({"deck": {"axe": 0, "hammer": 0, "sword": 0, "arrow": 11}}),
        json!({"deck": {"axe": -1}}),
        json!({"deck": {"axe": 1e9}}),
        json!({"deck": {"bow": 3}}),
        json!({"deck": 12}),
        json!({"deck": [3, 3, 3, 3, 3]}),
        json!({"arrow_duel": 1}),
        json!({"points": 5}),
        json!([]),
    ] {
        assert_eq!(start(bad.clone()).expect_err("bad").code, "option", "{bad}");
    }
    for seats in [0, 1, 3, 255] {
        let refused = CoExistence::new(&Options::default(), seats, &mut Fast::new(1));
        assert_eq!(refused.expect_err("two play").code, "seats");
    }
}

#[test]
fn contradictory_states_are_refused() {
    let good = json_of(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    load(good.clone()).expect("a sound position");
    let ending = |winner: Option<u8>, reason: &str| json!({"winner": winner, "reason": reason});
    let passed = |seat| json!({"kind": "passed", "seat": seat, "by_clock": false});
    let forgeries: Vec<Vec<(&str, serde_json::Value)>> = vec![
        vec![("/scores/0", json!(9))],
        vec![("/scores/1", json!(255))],
        vec![("/round", json!(0))],
        vec![("/round", json!(5))],
        vec![("/passes", json!(2))],
        vec![("/turn", json!(2))],
        vec![("/turn", json!(null))],
        vec![("/started_by", json!(7))],
        vec![("/hands/0/0", json!("arrow"))],
        vec![("/options/deck/axe", json!(2))],
        vec![
            ("/hands/0", common::cards("......")),
            ("/hands/1", common::cards("......")),
        ],
        vec![("/ending", ending(Some(0), "left"))],
        vec![
            ("/ending", ending(Some(0), "points")),
            ("/turn", json!(null)),
        ],
        vec![("/ending", ending(None, "rounds")), ("/turn", json!(null))],
        vec![("/ending", ending(None, "left")), ("/turn", json!(null))],
        vec![("/ending", ending(Some(2), "left")), ("/turn", json!(null))],
        vec![("/last", passed(0)), ("/passes", json!(1))],
        vec![("/last", passed(1))],
        vec![("/last", passed(9)), ("/passes", json!(1))],
        vec![(
            "/last",
            json!({"kind": "left", "seat": 1, "reason": "left"}),
        )],
        vec![(
            "/last",
            json!({"kind": "attacked", "seat": 1, "own": 0, "target": 99, "attacker_unit": "arrow",
                   "target_unit": "axe", "points": 0}),
        )],
    ];
    for forgery in forgeries {
        let mut state = good.clone();
        for (path, value) in &forgery {
            *state.pointer_mut(path).expect("a path") = value.clone();
        }
        assert_eq!(
            load(state).expect_err("forged").code,
            "state",
            "{forgery:?}"
        );
    }
    // Round 5 is reached by two passes, and not otherwise.
    let mut lost = good.clone();
    (lost["ending"], lost["turn"]) = (ending(None, "rounds"), json!(null));
    for (round, passes, sound) in [(5, 2, true), (5, 1, false), (5, 0, false), (4, 2, false)] {
        (lost["round"], lost["passes"]) = (json!(round), json!(passes));
        assert_eq!(load(lost.clone()).is_ok(), sound, "{round} {passes}");
    }
    let mut late = good;
    late["passes"] = json!(1);
    late["last"] = passed(1);
    load(late).expect("seat 1 passed");
}

#[test]
fn a_view_tells_the_whole_state() {
    for seed in 0..50 {
        let mut state = opening(seed);
        let mut chance = Fast::new(seed);
        while let Some(seat) = state.turn() {
            for viewer in [Viewer::Seat(P0), Viewer::Seat(P1), Viewer::Spectator] {
                let view = state.view(viewer);
                assert_eq!(view.viewer, viewer.seat());
                assert_eq!(CoExistence::determinize(&view, &mut chance), state);
            }
            let action = state
                .sample(seat, &mut Vec::new(), &mut chance)
                .expect("a move");
            state.execute(seat, &action, &mut chance, &mut Vec::new());
        }
        assert_eq!(
            CoExistence::determinize(&state.view(Viewer::Referee), &mut chance),
            state
        );
    }
}

#[test]
fn a_state_is_small() {
    assert!(
        size_of::<CoExistence>() <= 64,
        "{}",
        size_of::<CoExistence>()
    );
    assert!(size_of::<Event>() <= 16, "{}", size_of::<Event>());
}

#[test]
fn sentences_for_the_match_log() {
    let names = ["Anna".to_owned(), "Ben".to_owned()];
    let told = |events: &[Event]| -> Vec<String> {
        events
            .iter()
            .map(|event| CoExistence::describe(event, Names(&names)))
            .collect()
    };
    let mut state = position(["ahsrhs", "rhsara"], [8, 4], 1, P1);
    let mut events = Vec::new();
    let late = state.time_out(P1, &mut Fast::new(1), &mut events);
    late.expect("a pass");
    assert_eq!(told(&events), ["Ben passes because the time is up"]);
    let mut left = state;
    events.clear();
    let gone = left.depart(P0, Departure::Left, &mut Fast::new(1), &mut events);
    gone.expect("the game runs");
    assert_eq!(told(&events), ["Anna left", "Ben wins"]);
    let events = play(&mut state, P0, "AB").expect("legal");
    assert_eq!(
        told(&events),
        [
            "Anna's axe A kills Ben's hammer B for 1 point",
            "Anna wins 9:4"
        ]
    );
}

#[test]
fn pictures_say_who_won_and_why() {
    let mut state = position(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    let left = state.depart(P1, Departure::Left, &mut Fast::new(1), &mut Vec::new());
    left.expect("the game runs");
    for (viewer, lines) in [
        (
            Viewer::Seat(P0),
            ["Last: opponent left", "Game over: you win"],
        ),
        (
            Viewer::Seat(P1),
            ["Last: you left", "Game over: the opponent wins"],
        ),
        (
            Viewer::Spectator,
            ["Last: player 2 left", "Game over: Player 1 wins"],
        ),
    ] {
        for charset in [Charset::Ascii, Charset::Unicode] {
            let picture = CoExistence::picture(&state.view(viewer), charset);
            assert!(
                picture.ends_with(&format!("{}\n{}\n", lines[0], lines[1])),
                "{picture}"
            );
            assert!(picture.lines().all(|line| line.chars().count() <= 100));
        }
    }
}
