//! Notation, JSON of actions, sentences and pictures.

use parlor_engine::{Charset, Fast, Game, Names, Viewer, entry};
use parlor_risk::{Action, Options, Risk};
use serde_json::json;

use crate::position::{A, B, Position, roll};

fn read(text: &str) -> Option<Action> {
    Risk::parse(text).ok().map(|mut actions| actions.remove(0))
}

#[test]
fn canonical_text_and_what_else_is_read() {
    for (canonical, others) in [
        (
            "claim alaska",
            &["claim 0", " CLAIM  Alaska ", "claim 00"][..],
        ),
        ("place western_australia", &["place 41"]),
        ("cards 1 1 2", &["cards 2 1 1", "TURN_IN 1 2 1"]),
        (
            "reinforce alaska:3 alberta:1",
            &["reinforce 7:1 0:3", "Reinforce ALBERTA:1 0:3"],
        ),
        (
            "attack brazil peru 3",
            &["attack 11 10 3", "attack Brazil 10 3"],
        ),
        ("defend 2", &["DEFEND 2", "defend 02"]),
        ("occupy 4", &["\toccupy 4\r\n"]),
        (
            "move alaska western_us 4",
            &["move 0 4 4", "transfer alaska 4 4"],
        ),
        ("skip", &["Skip", " skip "]),
    ] {
        let action = read(canonical).expect(canonical);
        assert_eq!(Risk::notate(&action), canonical);
        for text in others {
            assert_eq!(read(text), Some(action.clone()), "{text}");
        }
    }
}

#[test]
fn junk_is_refused() {
    let long = "reinforce ".to_owned() + &"0:1 ".repeat(3_000);
    let too_many = "reinforce ".to_owned() + &"0:1 ".repeat(43);
    let many_cards = "cards ".to_owned() + &"1 ".repeat(43);
    let garbage = "\u{1f600}é\0".repeat(2_000);
    for text in [
        "",
        " ",
        "\n",
        "claim",
        "claim 0 1",
        "claim atlantis",
        "claim -1",
        "claim 256",
        "claim 99999999999999999999",
        "claim 1.5",
        "cards 3",
        "cards 0",
        "cards 1,2",
        "cards x",
        "reinforce 0",
        "reinforce 0:",
        "reinforce :3",
        "reinforce 0:3:1",
        "reinforce 0:-3",
        "reinforce 0:+3",
        "reinforce 0:4294967296",
        "attack 11 10",
        "attack 11 10 3 1",
        "attack 11 10 -1",
        "attack 11 10 256",
        "defend",
        "defend two",
        "occupy",
        "occupy 1e3",
        "move 0 4",
        "move 0 4 4294967296",
        "skip 1",
        "skipp",
        "99",
        "{}",
        "ſkip",
        "défend 1",
        &long,
        &too_many,
        &many_cards,
        &garbage,
    ] {
        let refused = Risk::parse(text).expect_err(text);
        assert_eq!(refused.code, "notation");
    }
    // In form, but out of the world: the referee's business.
    assert!(read("claim 42").is_some());
    assert!(read("attack 255 255 255").is_some());
    assert!(read("reinforce").is_some() && read("cards").is_some());
}

#[test]
fn actions_as_json() {
    for (text, json) in [
        ("claim 0", json!({"kind": "claim", "territory": 0})),
        ("place 0", json!({"kind": "place", "territory": 0})),
        ("cards 2 1", json!({"kind": "turn_in", "cards": [1, 2]})),
        (
            "reinforce 7:1 0:3",
            json!({"kind": "reinforce", "troops": [[0, 3], [7, 1]]}),
        ),
        (
            "attack 11 10 3",
            json!({"kind": "attack", "from": 11, "to": 10, "dice": 3}),
        ),
        ("defend 2", json!({"kind": "defend", "dice": 2})),
        ("occupy 4", json!({"kind": "occupy", "troops": 4})),
        (
            "move 0 4 4",
            json!({"kind": "transfer", "from": 0, "to": 4, "troops": 4}),
        ),
        ("skip", json!({"kind": "skip"})),
    ] {
        let action = read(text).unwrap();
        assert_eq!(serde_json::to_value(&action).unwrap(), json);
        assert_eq!(
            serde_json::from_value::<Action>(json.clone()).unwrap(),
            action
        );
        assert_eq!(
            entry::<Risk>().notate(&json).unwrap(),
            Risk::notate(&action)
        );
    }
}

/// Trap 17.
#[test]
fn malformed_json_is_an_error() {
    for bad in [
        json!({"kind": 99}),
        json!({"kind": "fly"}),
        json!({"kind": "claim"}),
        json!({"kind": "claim", "territory": -1}),
        json!({"kind": "claim", "territory": 1.5}),
        json!({"kind": "claim", "territory": 256}),
        json!({"kind": "claim", "territory": 0, "seat": 1}),
        json!({"kind": "occupy", "troops": -3}),
        json!({"kind": "turn_in", "cards": [1, 3]}),
        json!({"kind": "turn_in", "cards": "[1]"}),
        json!({"kind": "reinforce", "troops": {"0": 3}}),
        json!({"kind": "skip", "really": true}),
        json!(null),
    ] {
        assert!(entry::<Risk>().notate(&bad).is_err(), "{bad}");
    }
}

#[test]
fn sentences_of_section_8_6() {
    let names = ["Ann", "Bob"].map(str::to_owned);
    let say = |events: &[parlor_risk::Event], viewer| -> Vec<String> {
        events
            .iter()
            .filter_map(|event| Risk::redact(event, viewer))
            .map(|event| Risk::describe(&event, Names(&names)))
            .collect()
    };
    let position = || {
        Position::new(2)
            .land(A, 11, 8)
            .land(B, 10, 2)
            .land(A, 12, 1)
            .hand(A, &[1, 1, 2])
            .phase(json!({"kind": "turn_in"}))
    };
    let mut state = position().build();
    let mut log = Vec::new();
    let mut tell = |events: &[parlor_risk::Event]| log.extend(say(events, Viewer::Seat(B)));
    tell(&roll(&mut state, A, "cards 1 2", &[]));
    tell(&roll(&mut state, A, "reinforce 11:4 12:2", &[]));
    tell(&roll(&mut state, A, "attack 11 10 3", &[1, 4, 6]));
    tell(&roll(&mut state, B, "defend 2", &[5, 5]));
    tell(&roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]));
    tell(&roll(&mut state, B, "defend 1", &[1]));
    tell(&roll(&mut state, A, "occupy 3", &[]));
    tell(&roll(&mut state, A, "skip", &[]));
    let last = roll(&mut state, A, "move 11 12 2", &[]);
    tell(&last);
    assert_eq!(
        log,
        [
            "Ann turns in 2 cards for 3 troops",
            "Ann deploys 4 in Brazil, 2 in Argentina",
            "Ann marches on Peru from Brazil",
            "Ann throws 6 4 1",
            "Bob throws 5 5",
            "Ann loses 1, Bob loses 1",
            "Ann marches on Peru from Brazil",
            "Ann throws 6 6 6",
            "Bob throws 1",
            "Ann captures Peru",
            "Ann garrisons Peru with 3",
            "Ann ends the attack",
            "Ann shifts 2 from Brazil to Argentina",
            "Ann draws a card",
        ]
    );
    let own = say(&last, Viewer::Seat(A));
    assert!(own[1].starts_with("Ann draws a card with "), "{own:?}");
    let mut kept = position().build();
    let events = roll(&mut kept, A, "skip", &[]);
    assert_eq!(say(&events, Viewer::Spectator), ["Ann keeps the cards"]);
}

#[test]
fn pictures_fit_a_terminal() {
    for seed in 0..12 {
        let mut chance = Fast::new(seed);
        let seats = 2 + (seed % 5) as u8;
        let mut state = Risk::new(&Options::default(), seats, &mut chance).unwrap();
        for step in 0..1_500 {
            let Some(seat) = state.to_act().first() else {
                break;
            };
            if step % 37 == 0 {
                for charset in [Charset::Ascii, Charset::Unicode] {
                    let picture = Risk::picture(&state.view(Viewer::Seat(seat)), charset);
                    for line in picture.lines() {
                        assert!(line.chars().count() <= 100, "{line}");
                    }
                    for key in ["alaska", "northwest_territory", "western_australia"] {
                        assert!(picture.contains(key));
                    }
                    assert!(picture.contains("type: "));
                }
            }
            let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
            state.execute(seat, &action, &mut chance, &mut Vec::new());
        }
    }
}
