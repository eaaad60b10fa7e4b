//! Rule page 7.5: what a viewer may not know never reaches it, also not over several moves.

use parlor_engine::{Chance, Charset, Fast, Game, Seat, Viewer};
use parlor_risk::{Action, Event, Options, Risk};
use serde_json::json;

use crate::position::{A, B, C, Position, all, play, roll};

/// Everything the viewer is told about a position.
fn told(state: &Risk, viewer: Viewer) -> Vec<String> {
    let view = state.view(viewer);
    let mut told = vec![
        serde_json::to_string(&view).unwrap(),
        Risk::picture(&view, Charset::Ascii),
        Risk::picture(&view, Charset::Unicode),
    ];
    if let Viewer::Seat(seat) = viewer {
        let mut listed = Vec::new();
        let legality = state.legal_actions(seat, &mut listed);
        told.push(format!("{legality:?} {listed:?}"));
        for text in [
            "cards 1",
            "cards 2",
            "cards 1 1 2",
            "cards 2 2 2",
            "cards",
            "skip",
            "defend 1",
            "defend 2",
            "occupy 1",
            "attack 0 1 1",
            "move 0 1 1",
            "reinforce 0:3",
            "claim 0",
        ] {
            let action = Risk::parse(text).unwrap().remove(0);
            told.push(format!("{:?}", state.validate(seat, &action)));
        }
    }
    told
}

fn heard(events: &[Event], viewer: Viewer) -> String {
    let seen: Vec<_> = events
        .iter()
        .map(|event| Risk::redact(event, viewer))
        .collect();
    serde_json::to_string(&seen).unwrap()
}

/// Whether the events tell this viewer something hidden.
fn reveals_to(events: &[Event], viewer: Viewer) -> bool {
    events.iter().any(|event| match event {
        Event::Drew { seat, .. } | Event::Captured { seat, .. } => viewer == Viewer::Seat(*seat),
        Event::AttackRoll { hidden, .. } => *hidden,
        _ => false,
    })
}

fn random_step(state: &mut Risk, chance: &mut Fast) -> bool {
    let Some(seat) = state.to_act().first() else {
        return false;
    };
    let action = state.sample(seat, &mut Vec::new(), chance).unwrap();
    state
        .apply(seat, &action, chance, &mut Vec::new())
        .expect("sampled");
    true
}

fn people(seats: u8) -> impl Iterator<Item = Viewer> {
    (0..seats)
        .map(|seat| Viewer::Seat(Seat(seat)))
        .chain([Viewer::Spectator])
}

/// Two worlds alike to the viewer get the same actions and the same chance; the viewer hears and
/// sees the same bytes until something is shown to it by right.
fn stay_alike(options: &Options, seats: u8, seed: u64, opening: u32) -> u32 {
    let mut chance = Fast::new(seed);
    let mut state = Risk::new(options, seats, &mut chance).unwrap();
    for _ in 0..opening {
        if !random_step(&mut state, &mut chance) {
            return 0;
        }
    }
    let mut compared = 0;
    for viewer in people(seats) {
        let mut here = state.clone();
        let mut there = Risk::determinize(&here.view(viewer), &mut chance);
        there.check_state().unwrap();
        let mut moves = Fast::new(seed + 77);
        for step in 0..40 {
            assert_eq!(told(&here, viewer), told(&there, viewer));
            let Some(seat) = here.to_act().first() else {
                break;
            };
            assert_eq!(there.to_act(), here.to_act());
            let mut action = here.sample(seat, &mut Vec::new(), &mut moves).unwrap();
            // Another seat's hand may differ: then it keeps its cards in both worlds.
            if there.validate(seat, &action).is_err() {
                assert!(matches!(action, Action::TurnIn { .. }) && viewer != Viewer::Seat(seat));
                action = Action::Skip {};
            }
            let draw = seed.wrapping_mul(31).wrapping_add(step);
            let (mut events, mut others) = (Vec::new(), Vec::new());
            here.apply(seat, &action, &mut Fast::new(draw), &mut events)
                .unwrap();
            there
                .apply(seat, &action, &mut Fast::new(draw), &mut others)
                .unwrap();
            if reveals_to(&events, viewer) {
                assert!(Risk::reveals(&events));
                break;
            }
            assert_eq!(heard(&events, viewer), heard(&others, viewer));
            compared += u32::from(here != there);
        }
    }
    compared
}

#[test]
fn hands_and_pool_stay_hidden_over_many_moves() {
    let mut chance = Fast::new(21);
    let options = [
        Options::default(),
        serde_json::from_value(json!({"capture_cards": true})).unwrap(),
        serde_json::from_value(json!({"card_table": "star_2008", "on_leave": "bot"})).unwrap(),
        serde_json::from_value(json!({"hide_attack_roll": true})).unwrap(),
    ];
    let mut compared = 0;
    for seed in 0..60 {
        let options = &options[seed as usize % options.len()];
        let seats = 2 + (seed % 5) as u8;
        compared += stay_alike(options, seats, seed, 130 + chance.below(900));
    }
    assert!(compared > 3_000, "too few different worlds: {compared}");
}

#[test]
fn a_hand_is_its_owners() {
    let state = Position::new(3)
        .lands(A, [0])
        .lands(B, [30])
        .hand(A, &[1, 1, 2])
        .hand(B, &[2, 2])
        .phase(json!({"kind": "turn_in"}))
        .build();
    let own = serde_json::to_value(state.view(Viewer::Seat(A))).unwrap();
    assert_eq!(own["hand"], json!([1, 1, 2]));
    assert_eq!(own["valid"]["cards"], json!([1, 1, 2]));
    assert_eq!(own["seats"][1]["cards"], json!(2));
    for viewer in [Viewer::Seat(B), Viewer::Seat(C), Viewer::Spectator] {
        let view = serde_json::to_value(state.view(viewer)).unwrap();
        assert_eq!(
            view["valid"],
            json!({"phase": "turn_in", "actor": 0, "cards": null})
        );
        assert_eq!(view["seats"][0]["cards"], json!(3));
        assert_eq!(view["secrets"], json!(null));
        assert_eq!(view["pool"], json!(37));
    }
    assert_eq!(state.view(Viewer::Spectator).hand, None);
    assert_eq!(state.view(Viewer::Referee).secrets.unwrap().hands.len(), 3);
}

#[test]
fn errors_of_others_do_not_depend_on_the_hand() {
    let with = |cards: &[u8]| {
        Position::new(2)
            .lands(A, [0])
            .hand(A, cards)
            .phase(json!({"kind": "turn_in"}))
            .build()
    };
    let (ones, twos) = (with(&[1, 1]), with(&[2, 2]));
    for text in ["cards 1", "cards 2 2", "cards 1 1", "cards"] {
        let action = Risk::parse(text).unwrap().remove(0);
        assert_eq!(ones.validate(B, &action), twos.validate(B, &action));
        assert_eq!(ones.validate(B, &action).unwrap_err().code, "not_your_turn");
    }
}

#[test]
fn a_drawn_card_is_its_owners() {
    let mut state = Position::new(2)
        .land(A, 11, 2)
        .card_pending()
        .pool(&[1, 2])
        .build();
    let events = play(&mut state, A, "skip");
    let drew = events.last().unwrap();
    assert!(Risk::reveals(&events));
    let seen = |viewer| serde_json::to_value(Risk::redact(drew, viewer)).unwrap();
    assert_eq!(
        seen(Viewer::Seat(A)),
        json!({"kind": "drew", "seat": 0, "stars": 2})
    );
    for viewer in [Viewer::Seat(B), Viewer::Spectator] {
        assert_eq!(
            seen(viewer),
            json!({"kind": "drew", "seat": 0, "stars": null})
        );
    }
}

/// Only the roll differs; nobody but the referee can tell, the attacker included.
#[test]
fn a_hidden_attack_roll_is_nobodys() {
    let attack = |faces: &[u32]| {
        let mut state = Position::new(3)
            .land(A, 11, 8)
            .land(B, 10, 3)
            .options(json!({"hide_attack_roll": true}))
            .build();
        let events = roll(&mut state, A, "attack 11 10 3", faces);
        (state, events)
    };
    let ((low, quiet), (high, loud)) = (attack(&[1, 1, 1]), attack(&[6, 6, 6]));
    assert_ne!(low, high);
    for viewer in people(3) {
        assert_eq!(told(&low, viewer), told(&high, viewer));
        assert_eq!(heard(&quiet, viewer), heard(&loud, viewer));
    }
    assert_ne!(all(&low), all(&high));
    // The clock does not peek either.
    for state in [low, high] {
        let (mut late, mut events) = (state.clone(), Vec::new());
        late.time_out(B, &mut Fast::new(1), &mut events).unwrap();
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::DefenceRoll { roll, .. } if roll.count() == 2))
        );
        assert!(Risk::reveals(&events));
    }
}

/// Imagined worlds are really different: hands and pool vary with the chance.
#[test]
fn imagined_worlds_vary() {
    let state = Position::new(3)
        .lands(A, [0])
        .lands(B, [30])
        .hand(A, &[1, 2])
        .hand(B, &[1, 1, 1])
        .phase(json!({"kind": "turn_in"}))
        .build();
    let view = state.view(Viewer::Seat(A));
    let mut chance = Fast::new(5);
    let worlds: Vec<_> = (0..50)
        .map(|_| all(&Risk::determinize(&view, &mut chance)).secrets.unwrap())
        .collect();
    assert!(
        worlds
            .iter()
            .all(|world| world.hands[0] == view.hand.unwrap())
    );
    assert!(
        worlds
            .iter()
            .any(|world| world.hands[1] != worlds[0].hands[1])
    );
    assert!(worlds.iter().any(|world| world.pool != worlds[0].pool));
    let referee = all(&state);
    assert_eq!(Risk::determinize(&referee, &mut chance), state);
}
