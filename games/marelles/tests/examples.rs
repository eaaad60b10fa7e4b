//! The worked examples of §10. Numbers 14 and 15 are about computer players, 20 about the page.

mod common;

use common::*;
use parlor_engine::{Act, Game, Match, Seat, Seed, Setup, entry};
use parlor_marelles::{Action, Colour, Event, Marelles, Options, Removal, Stage};
use serde_json::json;

use Colour::{Black, White};

fn both() -> [Options; 2] {
    [document(), standard()]
}

fn removable(state: &Marelles) -> String {
    labels(state.removable())
}

/// The step up to a closed mill, with the removal still owed.
fn close(state: &mut Marelles, step: &str) {
    play(state, step);
    assert!(state.is_mid_ply(), "{step} closes a mill");
}

#[test]
fn example_1_mill_while_placing() {
    for options in both() {
        let mut state = opening(&options);
        play(&mut state, "C3 D2 D6 D3 C5 C4 D5 D7");
        close(&mut state, "E5");
        assert_eq!(removable(&state), "C4 D2 D3 D7");
        play(&mut state, "xD7 A1");
        assert_position(&state, "C3 C5 D5 D6 E5", "A1 C4 D2 D3", (4, 4), Black);
    }
}

#[test]
fn example_2_removal_refused_inside_a_mill_while_placing() {
    for options in both() {
        let mut state = opening(&options);
        play(&mut state, "G1 A1 G4 A4 D2");
        close(&mut state, "A7");
        assert_eq!(removable(&state), "D2 G1 G4");
        play(&mut state, "xD2 C3 B2");
        close(&mut state, "G7");
        assert_eq!(removable(&state), "B2");
        for protected in ["xA1", "xA4", "xA7"] {
            assert_eq!(refused(&state, protected), "in_mill");
        }
        play(&mut state, "xB2");
        assert_position(&state, "C3 G1 G4 G7", "A1 A4 A7", (4, 5), White);
    }
}

#[test]
fn example_3_all_in_mills() {
    for options in both() {
        let mut state = opening(&options);
        play(&mut state, "G1 A1 G4 A4 D2 A7xD2");
        close(&mut state, "G7");
        assert_eq!(removable(&state), "A1 A4 A7");
        play(&mut state, "xA4");
        assert_position(&state, "G1 G4 G7", "A1 A7", (5, 6), White);
        assert!(state.end().is_none());
    }
}

#[test]
fn example_4_double_mill_one_removal() {
    for options in both() {
        let mut state = opening(&options);
        play(&mut state, "A4 B2 A7 B6 D1 F2 G1 F6");
        let events = play(&mut state, "A1");
        let Some(Event::Mill { lines, .. }) = events.last() else {
            panic!("a mill is closed: {events:?}");
        };
        assert_eq!(
            serde_json::to_value(lines).unwrap(),
            json!([[0, 1, 2], [0, 9, 21]])
        );
        assert_eq!(removable(&state), "B2 B6 F2 F6");
        play(&mut state, "xF6");
        assert_position(&state, "A1 A4 A7 D1 G1", "B2 B6 F2", (4, 5), White);
    }
}

#[test]
fn example_5_removal_in_the_moving_stage() {
    for (options, victims, plies) in [
        (document(), "A1 A4 A7 B2 D2", 13),
        (standard(), "B2 D2", 10),
    ] {
        let mut state = placed("G1 G4 F4 D7 C3", "A1 A4 A7 B2 D2", 'b', &options);
        assert_eq!(state.legal_plies().len(), plies);
        close(&mut state, "D7-G7");
        assert_eq!(removable(&state), victims);
        if options.removal == Removal::Standard {
            assert_eq!(refused(&state, "xA1"), "in_mill");
        }
    }
}

#[test]
fn example_6_open_and_close() {
    for options in both() {
        let mut state = placed("G1 G4 G7 C3", "A4 B2 D3 D5 F2", 'b', &options);
        play(&mut state, "G4-F4 A4-A1");
        close(&mut state, "F4-G4");
        assert_eq!(removable(&state), "A1 B2 D3 D5 F2");
    }
}

#[test]
fn example_7_flying_against_sliding() {
    for options in both() {
        let state = placed("A1 A4 G7", "B2 B4 D2 E3 F6", 'b', &options);
        let moves = base_moves(&state);
        assert_eq!(moves.len(), 48);
        assert_eq!(state.legal_plies().len(), 52);
        assert!(moves.contains(&"A1-C5".to_owned()));
        close(&mut state.clone(), "G7-A7");
        assert_eq!((state.phase(Black), state.phase(White)), (4, 3));

        let state = placed("A1 A4 G7", "B2 B4 D2 E3 F6", 'w', &options);
        assert_eq!(
            base_moves(&state).join(" "),
            "B4-B6 B4-C4 D2-D1 D2-D3 D2-F2 E3-D3 E3-E4 F6-D6 F6-F4"
        );
        assert_eq!(refused(&state, "B2-C5"), "too_far");
        assert_eq!((state.phase(Black), state.phase(White)), (4, 3));
    }
}

#[test]
fn example_8_flying_starts_at_once() {
    for options in both() {
        let mut state = placed("B2 B4 E5 D6 F4", "A1 D3 G7 G1", 'b', &options);
        let events = play(&mut state, "D6-B6xD3");
        assert_eq!(events.last(), Some(&Event::Stage { stage: 3 }));
        assert_eq!(labels(state.stones(White)), "A1 G1 G7");
        assert_eq!(base_moves(&state).len(), 48);
        assert_eq!(state.stage(White), Stage::Flying);
    }
}

#[test]
fn example_9_loss_by_blockade() {
    for options in both() {
        let mut state = placed("B4 D1 D7 G4 C3", "A1 A7 G1 G7", 'b', &options);
        play(&mut state, "B4-A4");
        assert_won(&state, Black, "blocked");
    }
}

#[test]
fn example_10_no_blockade_of_a_flyer() {
    for options in both() {
        let mut state = placed("B4 D1 D7 G4 C3", "A1 A7 G1", 'b', &options);
        play(&mut state, "B4-A4");
        assert!(state.end().is_none());
        assert_eq!(base_moves(&state).len(), 48);
    }
}

#[test]
fn example_11_no_blockade_while_placing() {
    for options in both() {
        let mut state = opening(&options);
        play(&mut state, "A4");
        assert_eq!((state.on_board(White), state.legal_plies().len()), (0, 23));
        play(&mut state, "A1 D1");
        assert_position(&state, "A4 D1", "A1", (7, 8), White);
        assert_eq!(state.slides(White), 0);
        assert_eq!(state.legal_plies().len(), 21);
    }
}

#[test]
fn example_12_blockade_right_after_placing() {
    let black = "A1 A4 B2 B4 C3 C5 D1 D2 D5".split_whitespace();
    let white = "A7 B6 C4 D3 D6 D7 E5 F2 G1".split_whitespace();
    let plies: Vec<&str> = black.zip(white).flat_map(|(b, w)| [b, w]).collect();
    for options in both() {
        let mut state = opening(&options);
        for ply in &plies {
            assert!(state.end().is_none());
            let events = play(&mut state, ply);
            assert!(
                !events
                    .iter()
                    .any(|event| matches!(event, Event::Mill { .. }))
            );
        }
        assert_eq!((state.plies(), state.side()), (18, Black));
        assert_won(&state, White, "blocked");
    }
}

#[test]
fn example_13_two_stones_left() {
    for options in both() {
        let mut state = placed("A1 A4 D7 E3", "B2 C5 F6", 'b', &options);
        play(&mut state, "D7-A7xC5");
        assert_won(&state, Black, "two");

        let mut state = placed("A1 A4 D7", "B2 C5 F6", 'b', &options);
        assert_eq!((state.phase(Black), state.phase(White)), (5, 5));
        play(&mut state, "D7-A7xC5");
        assert_won(&state, Black, "two");
    }
}

#[test]
fn example_16_refilled_mill_counts() {
    let (black, white) = ("A1 A4 A7 B4 E3", "C5 D5 E4 F2 G1");
    let mut state = placed(black, white, 'w', &document());
    play(&mut state, "E4-E5xA4");
    close(&mut state, "B4-A4");
    assert_eq!(removable(&state), "C5 D5 E5 F2 G1");

    let mut state = placed(black, white, 'w', &standard());
    close(&mut state, "E4-E5");
    assert_eq!(removable(&state), "B4 E3");
    assert_eq!(refused(&state, "xA4"), "in_mill");
}

#[test]
fn example_17_threefold_repetition() {
    let start = |options: &Options| placed("A1 B2 C3 D5", "G7 F6 E4 D2", 'b', options);
    let round = "A1-A4 G7-G4 A4-A1 G4-G7";
    for options in both() {
        let mut state = start(&options);
        assert_eq!(state.repetitions(), 1);
        play(&mut state, round);
        assert_eq!(state.repetitions(), 2);
        play(&mut state, "A1-A4 G7-G4 A4-A1");
        assert!(state.end().is_none());
        play(&mut state, "G4-G7");
        assert_drawn(&state, "repetition");

        let mut state = start(&Options {
            repetition: 0,
            no_capture: 8,
            ..options
        });
        play(&mut state, round);
        play(&mut state, "A1-A4 G7-G4 A4-A1");
        assert!(state.end().is_none());
        play(&mut state, "G4-G7");
        assert_drawn(&state, "no_capture");
    }
}

/// Session §6.5 up to Bo's D6: Ann is seat 0 and black.
fn session() -> Match {
    let setup = Setup::new(
        entry::<Marelles>(),
        &json!({}),
        2,
        Seed([1; 32]),
        Vec::new(),
    )
    .expect("default options");
    let mut session = Match::start(setup).expect("it starts");
    for (seat, action) in [
        (0, "A1"),
        (1, "D7"),
        (0, "A4"),
        (1, "G7"),
        (0, "A7"),
        (0, "xD7"),
        (1, "D6"),
    ] {
        session.push(Act::action(Seat(seat), action)).expect(action);
    }
    session
}

fn take_back(session: &mut Match, seat: Seat) -> Marelles {
    let to = session.take_back_target(seat).expect("there is a ply");
    session.push(Act::TakeBack { seat, to }).expect("granted");
    state_of(session)
}

fn state_of(session: &Match) -> Marelles {
    let state = session.state().as_any().downcast_ref::<Marelles>();
    state.expect("it is Marelles").clone()
}

#[test]
fn example_18_undo() {
    let (ann, bo) = (Seat(0), Seat(1));
    let state = take_back(&mut session(), bo);
    assert_position(&state, "A1 A4 A7", "G7", (6, 7), White);
    assert_eq!(state.captured_by(Black), 1);

    let mut asked_by_ann = session();
    let state = take_back(&mut asked_by_ann, ann);
    assert_position(&state, "A1 A4", "D7 G7", (7, 7), Black);
    assert_eq!(state.captured_by(Black), 0);

    // §4.1: again goes further, to the start and not beyond.
    let state = take_back(&mut asked_by_ann, ann);
    assert_position(&state, "A1", "D7", (8, 8), Black);
    take_back(&mut asked_by_ann, ann);
    assert_eq!(state_of(&asked_by_ann), opening(&document()));
    assert!(asked_by_ann.take_back_target(ann).is_err());
    assert!(asked_by_ann.take_back_target(bo).is_err());
}

#[test]
fn example_18_an_unfinished_ply_goes_alone() {
    let mut session = session();
    for (seat, action) in [(0, "D1"), (1, "D5"), (0, "G1")] {
        session.push(Act::action(Seat(seat), action)).expect(action);
    }
    let owed = state_of(&session);
    assert!(owed.is_mid_ply());
    let state = take_back(&mut session, Seat(0));
    assert_position(&state, "A1 A4 A7 D1", "D5 D6 G7", (5, 5), Black);
}

#[test]
fn example_18_counters_and_history_come_back() {
    let mut session = session();
    let mut at = session.log().len();
    while state_of(&session).plies() < 40 {
        let state = state_of(&session);
        let seat = to_move(&state);
        let mut actions = Vec::new();
        state.legal_actions(seat, &mut actions);
        at += 1;
        let action = Marelles::notate(&actions[at * 7 % actions.len()]);
        session.push(Act::action(seat, action)).expect("legal");
        if state_of(&session).end().is_some() {
            break;
        }
        let earlier = state_of(&session);
        if earlier.is_mid_ply() || earlier.plies() < 20 {
            continue;
        }
        let (mover, before) = (to_move(&earlier), earlier.clone());
        let reply = Marelles::notate(&earlier_action(&earlier));
        session.push(Act::action(mover, reply)).expect("legal");
        if state_of(&session).end().is_some() {
            break;
        }
        assert_eq!(take_back(&mut session, mover), before);
    }
    assert!(state_of(&session).plies() >= 20);
}

fn earlier_action(state: &Marelles) -> Action {
    let mut actions = Vec::new();
    state.legal_actions(to_move(state), &mut actions);
    actions[0]
}

#[test]
fn example_19_precedence() {
    let options = Options {
        max_plies: 19,
        ..document()
    };
    let mut state = placed("A1 A4 D7 E3", "B2 C5 F6", 'b', &options);
    assert_eq!(state.plies(), 18);
    play(&mut state, "D7-A7xC5");
    assert_won(&state, Black, "two");
    // The same limit draws a ply that does not win.
    let mut state = placed("A1 A4 D7 E3", "B2 C5 F6", 'b', &options);
    play(&mut state, "D7-D6");
    assert_drawn(&state, "max_plies");

    let options = Options {
        no_capture: 1,
        ..document()
    };
    let mut state = placed("B4 D1 D7 G4 C3", "A1 A7 G1 G7", 'b', &options);
    play(&mut state, "B4-A4");
    assert_won(&state, Black, "blocked");
    let mut state = placed("B4 D1 D7 G4 C3", "A1 A7 G1 G7", 'b', &options);
    play(&mut state, "C3-C4");
    assert_drawn(&state, "no_capture");
}

#[test]
fn example_11_four_shut_in_stones_do_not_lose_while_placing() {
    let text = text("A4 C3 D1 D7", "A1 A7 G1 G7", 'b', (5, 5));
    for options in both() {
        let mut state = Marelles::from_position(&text, &options).expect("a good position");
        play(&mut state, "G4");
        assert_eq!((state.on_board(White), state.slides(White)), (4, 0));
        assert!(state.end().is_none());
        assert_eq!(state.legal_plies().len(), 15);
    }
}
