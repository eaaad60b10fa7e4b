//! Rule page 14: every alternative. Reinforcement and card tables are tested with their sections,
//! `on_leave` with leaving.

use parlor_engine::{Fast, Game, Viewer};
use parlor_risk::{Event, OnLeave, Options, Risk, Spectators};
use serde_json::{Value, json};

use crate::position::{A, B, C, Position, hand, kinds, now, play, refused, roll, troops, valid};

#[test]
fn defaults_are_faithful() {
    assert_eq!(
        serde_json::to_value(Options::default()).unwrap(),
        json!({
            "asia_bonus": 11, "floor_before_bonus": false, "card_table": "linear",
            "capture_cards": false, "claim_min": "one", "fortify": "chain",
            "hide_attack_roll": false, "auto_defend": [], "on_leave": "end_match",
            "turn_timer": null, "spectators": "eliminated"
        })
    );
    let empty: Options = serde_json::from_str("{}").unwrap();
    assert_eq!(empty, Options::default());
}

#[test]
fn every_option_is_described_with_its_default() {
    let defaults = serde_json::to_value(Options::default()).unwrap();
    let specs = Risk::option_specs();
    assert_eq!(specs.len(), defaults.as_object().unwrap().len());
    for spec in specs {
        assert_eq!(spec.default, defaults[spec.name], "{}", spec.name);
    }
}

#[test]
fn options_out_of_bounds_are_refused() {
    let start = |options: Value| {
        let options: Options = serde_json::from_value(options).expect("well-formed");
        Risk::new(&options, 3, &mut Fast::new(1)).map_err(|refused| refused.code)
    };
    for bad in [
        json!({"asia_bonus": 6}),
        json!({"asia_bonus": 12}),
        json!({"auto_defend": ["off"]}),
        json!({"auto_defend": ["off", "most", "best", "off"]}),
        json!({"turn_timer": 4}),
        json!({"turn_timer": 604_801}),
    ] {
        assert_eq!(start(bad.clone()).unwrap_err(), "option", "{bad}");
    }
    for good in [
        json!({"asia_bonus": 7}),
        json!({"asia_bonus": 9}),
        json!({"auto_defend": ["off", "most", "best"]}),
        json!({"turn_timer": 5}),
        json!({"turn_timer": 604_800}),
        json!({"on_leave": "grace", "spectators": "anyone"}),
    ] {
        assert!(start(good.clone()).is_ok(), "{good}");
    }
    for malformed in [
        json!({"max_turns": 3}),
        json!({"asia_bonus": -7}),
        json!({"card_table": "rising"}),
        json!({"auto_defend": "most"}),
        json!({"turn_timer": 5.5}),
        json!({"on_leave": "panic"}),
    ] {
        assert!(serde_json::from_value::<Options>(malformed).is_err());
    }
}

#[test]
fn what_the_house_reads_is_kept_in_the_view() {
    let options = Options {
        turn_timer: Some(90),
        spectators: Spectators::Anyone,
        on_leave: OnLeave::Grace,
        ..Options::default()
    };
    let state = Risk::new(&options, 4, &mut Fast::new(1)).unwrap();
    assert_eq!(state.view(Viewer::Spectator).options, options);
}

#[test]
fn capture_cards() {
    let mut state = Position::new(3)
        .land(A, 33, 5)
        .land(B, 30, 1)
        .hand(A, &[1])
        .hand(B, &[1, 2, 2])
        .options(json!({"capture_cards": true}))
        .build();
    roll(&mut state, A, "attack 33 30 3", &[6, 4, 2]);
    let events = roll(&mut state, B, "defend 1", &[5]);
    assert_eq!(
        kinds(&events),
        ["defence_roll", "battle", "eliminated", "captured"]
    );
    assert_eq!(hand(&state, A), [1, 1, 2, 2]);
    assert!(hand(&state, B).is_empty());
    let seen = |viewer| serde_json::to_value(Risk::redact(&events[3], viewer)).unwrap();
    assert_eq!(seen(Viewer::Seat(A))["cards"], json!([1, 2, 2]));
    for viewer in [Viewer::Seat(C), Viewer::Seat(B), Viewer::Spectator] {
        assert_eq!(
            seen(viewer),
            json!({"kind": "captured", "seat": 0, "from": 1, "count": 3, "cards": null})
        );
    }
    assert!(Risk::reveals(&events));
}

#[test]
fn claim_min_dice() {
    let position = Position::new(2)
        .land(A, 11, 8)
        .options(json!({"claim_min": "dice"}));
    for dice in 1..=3u32 {
        let mut state = position.build();
        let faces = vec![6; dice as usize];
        roll(&mut state, A, &format!("attack 11 10 {dice}"), &faces);
        roll(&mut state, B, "defend 1", &[1]);
        assert_eq!(valid(&state)["min"], json!(dice));
        assert_eq!(
            refused(&state, A, &format!("occupy {}", dice - 1)),
            "bad_number"
        );
        play(&mut state, A, &format!("occupy {dice}"));
        assert_eq!(troops(&state, 10), dice);
    }
}

/// Rule page 5: a conquest costs the attacker nothing, so the dice rolled can always move in.
#[test]
fn claim_min_dice_is_always_possible() {
    let mut state = Position::new(2)
        .land(A, 11, 4)
        .options(json!({"claim_min": "dice"}))
        .build();
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]);
    roll(&mut state, B, "defend 1", &[1]);
    assert_eq!(
        (&valid(&state)["min"], &valid(&state)["max"]),
        (&json!(3), &json!(3))
    );
    play(&mut state, A, "occupy 3");
}

#[test]
fn fortify_adjacent() {
    let mut state = Position::new(2)
        .land(A, 0, 5)
        .lands(A, [7, 4])
        .phase(json!({"kind": "transfer"}))
        .options(json!({"fortify": "adjacent"}))
        .build();
    assert_eq!(valid(&state)["sources"][0]["targets"], json!([7]));
    assert_eq!(refused(&state, A, "move 0 4 1"), "not_allowed_territory");
    play(&mut state, A, "move 0 7 4");
    assert_eq!(troops(&state, 7), 5);
}

#[test]
fn hide_attack_roll() {
    let mut state = Position::new(2)
        .land(A, 11, 8)
        .land(B, 10, 3)
        .options(json!({"hide_attack_roll": true}))
        .build();
    let events = roll(&mut state, A, "attack 11 10 3", &[6, 5, 4]);
    assert_eq!(kinds(&events), ["attacked"]);
    for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Spectator] {
        let attack = state.view(viewer).attack.expect("an attack waits");
        assert_eq!((attack.dice, attack.roll), (3, None));
    }
    assert!(state.view(Viewer::Referee).attack.unwrap().roll.is_some());
    let events = roll(&mut state, B, "defend 2", &[1, 1]);
    assert_eq!(kinds(&events), ["attack_roll", "defence_roll", "battle"]);
    assert!(matches!(events[0], Event::AttackRoll { hidden: true, .. }));
    assert_eq!(troops(&state, 10), 1);
}

fn automatic(how: &str, hidden: bool) -> Risk {
    Position::new(2)
        .land(A, 11, 8)
        .land(B, 10, 5)
        .options(json!({"auto_defend": ["off", how], "hide_attack_roll": hidden}))
        .build()
}

#[test]
fn auto_defend_most() {
    let mut state = automatic("most", false);
    let events = roll(&mut state, A, "attack 11 10 3", &[6, 6, 6, 1, 1]);
    assert_eq!(
        kinds(&events),
        ["attacked", "attack_roll", "defence_roll", "battle"]
    );
    assert_eq!((troops(&state, 11), troops(&state, 10)), (8, 3));
    assert_eq!(now(&state), ("attack", Some(A)));
}

#[test]
fn auto_defend_best() {
    let mut strong = automatic("best", false);
    roll(&mut strong, A, "attack 11 10 3", &[6, 6, 6, 1]);
    assert_eq!(troops(&strong, 10), 4);
    let mut weak = automatic("best", false);
    roll(&mut weak, A, "attack 11 10 3", &[3, 3, 3, 4, 4]);
    assert_eq!((troops(&weak, 11), troops(&weak, 10)), (6, 5));
}

/// A roll nobody may know must not decide how many dice are thrown against it.
#[test]
fn auto_defend_best_does_not_peek() {
    let mut state = automatic("best", true);
    let events = roll(&mut state, A, "attack 11 10 3", &[6, 6, 6, 1, 1]);
    assert_eq!(
        kinds(&events),
        ["attacked", "attack_roll", "defence_roll", "battle"]
    );
    assert_eq!(troops(&state, 10), 3);
}

#[test]
fn auto_defend_is_per_seat() {
    let mut state = automatic("most", false);
    play(&mut state, A, "skip");
    let amount = valid(&state)["troops"].clone();
    play(&mut state, B, &format!("reinforce 10:{amount}"));
    roll(&mut state, B, "attack 10 11 1", &[3]);
    assert_eq!(now(&state), ("defend", Some(A)));
}
