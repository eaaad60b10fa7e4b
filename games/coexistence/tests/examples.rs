//! Section 7 of the rule page, one test each.

mod common;

use common::{P0, P1, opening, play, position, short};
use parlor_coexistence::{
    Command, Event, Frame, INVALID_MOVE, Reason, SYNTAX_ERROR, SyntaxError, Turn, Unit, log_text,
};
use parlor_engine::{Fast, Game, Names, Outcome, Seat, Viewer};

/// What the text port answers to a line, decided as section 4 says.
fn answer(state: &mut parlor_coexistence::CoExistence, seat: Seat, line: &[u8]) -> String {
    let mut events = Vec::new();
    match Command::read(line) {
        Err(SyntaxError) => SYNTAX_ERROR.to_owned(),
        Ok(command) => match state.apply(seat, &command, &mut Fast::new(1), &mut events) {
            Err(_) => INVALID_MOVE.to_owned(),
            Ok(()) => log_text(&events, seat),
        },
    }
}

#[test]
fn example_1_a_glorious_kill() {
    let mut state = position(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    let events = play(&mut state, P0, "AB").expect("legal");
    assert_eq!(
        events,
        [Event::Attacked {
            seat: P0,
            own: 0,
            target: 1,
            attacker_unit: Unit::Axe,
            target_unit: Unit::Hammer,
            points: 1,
        }]
    );
    assert_eq!(short(&state, P0), "ahsrhs");
    assert_eq!(short(&state, P1), "r.sara");
    assert_eq!(state.scores(), [3, 4]);
    assert_eq!(state.turn(), Some(P1));
}

#[test]
fn example_2_an_arrow_kills_for_nothing() {
    let mut state = position(["rhahar", "rhasss"], [0, 0], 1, P0);
    play(&mut state, P0, "ad").expect("legal");
    assert_eq!(short(&state, P1), "rha.ss");
    assert_eq!(state.scores(), [0, 0]);
    assert_eq!(state.turn(), Some(P1));
}

#[test]
fn example_3_a_hammer_cannot_kill_an_axe() {
    let mut state = position(["hhsrrs", "ahsraa"], [2, 4], 1, P0);
    let before = state;
    assert_eq!(answer(&mut state, P0, b"AA\n"), "INVALID MOVE");
    assert_eq!(state, before);
    assert_eq!(state.turn(), Some(P0));
    let refused = play(&mut state, P0, "AA").expect_err("no kill");
    assert_eq!(refused.code, "no_kill");
}

#[test]
fn example_4_syntax_errors() {
    let mut state = position(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    let before = state;
    for line in ["AG", "A", "ABC", "42", ""] {
        for end in ["", "\n", "\r\n"] {
            let line = format!("{line}{end}");
            assert_eq!(answer(&mut state, P0, line.as_bytes()), "SYNTAX ERROR");
        }
    }
    assert_eq!(state, before);
}

#[test]
fn example_5_the_dead_do_not_fight() {
    let mut state = position(["a.s...", ".hsa.."], [0, 0], 1, P0);
    let before = state;
    for (line, code) in [
        ("BC", "dead_attacker"),
        ("AA", "dead_target"),
        ("AE", "dead_target"),
        ("BA", "dead_attacker"),
    ] {
        assert_eq!(answer(&mut state, P0, line.as_bytes()), "INVALID MOVE");
        let refused = play(&mut state, P0, line).expect_err(line);
        assert_eq!(refused.code, code, "{line}");
    }
    assert_eq!(state, before);
}

#[test]
fn example_6_the_first_of_two_passers_starts_the_next_round() {
    let mut state = position(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    play(&mut state, P0, "PS").expect("passing is always legal");
    play(&mut state, P1, "AA").expect("an arrow kills an axe");
    play(&mut state, P0, "ps").expect("passing is always legal");
    assert_eq!(state.round(), 1, "the attack in between reset the count");
    let events = play(&mut state, P1, "PS").expect("passing is always legal");
    assert_eq!(state.round(), 2);
    assert_eq!(state.turn(), Some(P0));
    assert_eq!(state.passes(), 0);
    assert!(matches!(
        events[..],
        [
            Event::Passed {
                seat: P1,
                by_clock: false
            },
            Event::RoundOver { round: 1 },
            Event::Dealt {
                round: 2,
                starts: P0,
                ..
            }
        ]
    ));
}

#[test]
fn example_7_nine_points_win_at_once() {
    let mut state = position(["ahsrhs", "rhsara"], [8, 7], 3, P0);
    let events = play(&mut state, P0, "AB").expect("legal");
    assert_eq!(state.scores(), [9, 7]);
    assert_eq!(state.outcome(), Some(Outcome::win(P0, 2, "points")));
    assert!(state.to_act().is_empty());
    assert_eq!(log_text(&events, P0), "You win 9:7");
    assert_eq!(log_text(&events, P1), "Opponent wins 9:7");
    for seat in [P0, P1] {
        let view = state.view(Viewer::Seat(seat));
        let frame = Frame::of(&view, seat, Names(&[]), &log_text(&events, seat));
        assert_eq!(frame.turn, Turn::Over);
        let text = frame.to_string();
        let lines: Vec<&[u8]> = text.lines().map(str::as_bytes).collect();
        for first in [3, 13] {
            let signs: Vec<u8> = (0..3).map(|line| lines[first - 1 + line][38]).collect();
            assert_eq!(signs, b"-|-");
        }
        let before = state;
        for line in ["PS", "AB", "CA", "BA"] {
            assert_eq!(answer(&mut state, seat, line.as_bytes()), "INVALID MOVE");
            assert_eq!(play(&mut state, seat, line).expect_err("over").code, "over");
        }
        assert_eq!(state, before);
    }
}

#[test]
fn example_8_after_round_4_both_lose() {
    let mut state = position(["ah.r..", ".hsaha"], [8, 8], 4, P1);
    play(&mut state, P1, "PS").expect("passing is always legal");
    let events = play(&mut state, P0, "PS").expect("passing is always legal");
    assert_eq!(
        events[2],
        Event::Over {
            winner: None,
            reason: Reason::Rounds,
            scores: [8, 8],
            round: 5,
        }
    );
    assert_eq!(state.outcome(), Some(Outcome::no_winner(2, "rounds")));
    assert!(state.to_act().is_empty());
    for seat in [P0, P1] {
        let log = log_text(&events, seat);
        assert_eq!(log, "Round 5: nobody wins");
        let frame = Frame::of(&state.view(Viewer::Seat(seat)), seat, Names(&[]), &log);
        let text = frame.to_string();
        assert_eq!(
            text.lines().nth(8),
            Some("<===================================>R5<")
        );
        assert_eq!(frame.turn, Turn::Over);
    }
}

#[test]
fn example_9_every_default_deal_has_three_of_each() {
    for seed in 0..200 {
        let mut state = opening(seed);
        for round in 1..=4 {
            assert_eq!(state.round(), round);
            for unit in Unit::ALL {
                let dealt: u8 = state.hands().iter().map(|hand| hand.count(unit)).sum();
                assert_eq!(dealt, 3, "{} in round {round}", unit.name());
            }
            // A kill or two must not shorten the next deal.
            for _ in 0..2 {
                let seat = state.turn().expect("the game runs");
                let mut actions = Vec::new();
                state.legal_actions(seat, &mut actions);
                state.execute(seat, &actions[0], &mut Fast::new(seed), &mut Vec::new());
            }
            for _ in 0..2 {
                let seat = state.turn().expect("the game runs");
                let mut chance = Fast::new(seed ^ u64::from(round) << 32);
                let passed = state.apply(seat, &Command::Pass, &mut chance, &mut Vec::new());
                passed.expect("passing is always legal");
            }
        }
        assert_eq!(state.round(), 5);
    }
}
