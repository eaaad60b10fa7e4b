//! Section 3: the frame, byte for byte.

mod common;

use common::{P0, P1, opening, position};
use parlor_coexistence::{
    Event, FRAME_BYTES, Frame, FrameReader, Hand, INVALID_MOVE, Player, Reason, SYNTAX_ERROR, Turn,
    Unit, log_line, log_text,
};
use parlor_engine::{Fast, Game, Names, Seat, Viewer};
use parlor_testkit::runner;
use proptest::prelude::*;

/// The page's sample, typed off line by line.
const SAMPLE: [&str; 19] = [
    r"/--------------------------------------\",
    r"|  A    B    C    D    E    F          |",
    r"|/---\/---\/---\/---\/---\/---\[=X=]  -|",
    r"||[=]|| ^ ||  /||  /|| ^ ||<7>| o 0   ||",
    r"|| | || | || / || / || | || I |  v    v|",
    r"|| | ||/^\||X  ||X  ||/^\|| L | ---    |",
    r"|\---/\---/\---/\---/\---/\---/[=X=]   |",
    r"|                                    [1]",
    r"<===================================>R3<",
    r"|                                    [4]",
    r"|/---\/---\/---\/---\/---\/---\        |",
    r"||<7>||[=]|| ^ ||  /||[=]||<7>|        |",
    r"|| I || | || | || / || | || I |Anna   -|",
    r"|| L || | ||/^\||X  || | || L |       ||",
    r"|\---/\---/\---/\---/\---/\---/       v|",
    r"|  A    B    C    D    E    F          |",
    r"|--------------------------------------|",
    r"|Message Log                           |",
    r"\--------------------------------------/",
];

/// A name that draws a face when it is wrapped.
const FACE: &str = "[=X=] o 0   v   --- [=X=]";

fn sample_text() -> String {
    SAMPLE.map(|line| format!("{line}\n")).concat()
}

fn read_all(bytes: &[u8]) -> Vec<Frame> {
    FrameReader::new().read(bytes).collect()
}

/// What a line of the frame says between two columns, counted from 1.
fn part(text: &str, line: usize, from: usize, to: usize) -> &str {
    &text.lines().nth(line - 1).expect("19 lines")[from - 1..to]
}

#[test]
fn section_3_the_sample_frame_byte_for_byte() {
    let names = [FACE.to_owned(), "Anna".to_owned()];
    let state = position(["hrssra", "ahrsha"], [1, 4], 3, P1);
    let view = state.view(Viewer::Seat(P1));
    let frame = Frame::of(&view, P1, Names(&names), "Message Log");
    assert_eq!(frame.to_string(), sample_text());
    assert_eq!(frame.bytes()[..], *sample_text().as_bytes());
    assert_eq!(read_all(&frame.bytes()), std::slice::from_ref(&frame));
    assert_eq!(frame.turn, Turn::Own);
    assert_eq!((frame.own.score, frame.opponent.score), (4, 1));
    assert_eq!(frame.own.name, "Anna");
    // The other player sees the same table from the other side.
    let other = Frame::of(&state.view(Viewer::Seat(P0)), P0, Names(&names), "");
    assert_eq!((other.own, other.opponent), (frame.opponent, frame.own));
    assert_eq!(other.turn, Turn::Opponent);
}

#[test]
fn section_3_turn_indicators() {
    let state = position(["hrssra", "ahrsha"], [1, 4], 3, P1);
    let mut over = state;
    let left = over.depart(
        P0,
        parlor_engine::Departure::Left,
        &mut Fast::new(1),
        &mut Vec::new(),
    );
    left.expect("the game runs");
    for (state, seat, signs) in [
        (state, P1, "-|v"),
        (state, P0, "^|-"),
        (over, P0, "-|-"),
        (over, P1, "-|-"),
    ] {
        let view = state.view(Viewer::Seat(seat));
        let text = Frame::of(&view, seat, Names(&[]), "").to_string();
        for first in [3, 13] {
            let shown: String = (0..3)
                .map(|line| part(&text, first + line, 39, 39))
                .collect();
            assert_eq!(shown, signs);
        }
    }
}

#[test]
fn section_3_a_dead_card_leaves_its_box() {
    let state = position(["h.....", ".h...."], [0, 8], 4, P0);
    let text = Frame::of(&state.view(Viewer::Seat(P0)), P0, Names(&[]), "").to_string();
    assert_eq!(part(&text, 4, 1, 31), "||   ||[=]||   ||   ||   ||   |");
    assert_eq!(part(&text, 12, 1, 31), "||[=]||   ||   ||   ||   ||   |");
    for line in [3, 11] {
        assert_eq!(part(&text, line, 1, 31), r"|/---\/---\/---\/---\/---\/---\");
    }
    assert_eq!(part(&text, 8, 38, 40), "[8]");
    assert_eq!(part(&text, 10, 38, 40), "[0]");
    assert_eq!(part(&text, 9, 37, 40), ">R4<");
}

#[test]
fn section_3_names_are_wrapped_cut_and_cleaned() {
    for (name, lines) in [
        ("", ["     ", "     ", "     ", "     ", "     "]),
        ("Bob", ["     ", "     ", "Bob  ", "     ", "     "]),
        ("Maximilian", ["     ", "Maxim", "ilian", "     ", "     "]),
        ("abcdefghijk", ["     ", "abcde", "fghij", "k    ", "     "]),
        (
            "abcdefghijklmnopqrstuvwxyz0123456789",
            ["abcde", "fghij", "klmno", "pqrst", "uvwxy"],
        ),
        ("Zoë\n☃", ["     ", "     ", "Zo???", "     ", "     "]),
        ("v^v^v", ["     ", "     ", "v^v^v", "     ", "     "]),
        (
            "\u{7f}\0\u{1b}[2J",
            ["     ", "???[2", "J    ", "     ", "     "],
        ),
    ] {
        let text = Frame::waiting(name).to_string();
        for (line, expected) in lines.into_iter().enumerate() {
            assert_eq!(part(&text, 11 + line, 32, 36), expected, "{name:?}");
            assert_eq!(part(&text, 3 + line, 32, 36), "     ");
        }
        // Only the column of the indicators says whose turn it is.
        let frames = read_all(text.as_bytes());
        assert_eq!(frames[0].turn, Turn::Opponent, "{name:?}");
    }
}

#[test]
fn section_3_the_log_is_cut_and_cleaned() {
    let long = "x".repeat(100);
    for (log, shown) in [
        ("", " ".repeat(38)),
        ("Round 2", format!("{:<38}", "Round 2")),
        (long.as_str(), "x".repeat(38)),
        ("a\nb\r\0é", format!("{:<38}", "a?b???")),
    ] {
        let text = Frame::waiting("Anna").with_log(log).to_string();
        assert_eq!(part(&text, 18, 2, 39), shown);
        assert_eq!(text.len(), FRAME_BYTES);
    }
}

#[test]
fn section_5_the_waiting_frame() {
    let frame = Frame::waiting("Anna");
    let text = frame.to_string();
    assert_eq!(frame.turn, Turn::Opponent);
    assert_eq!(frame.own.hand.alive() + frame.opponent.hand.alive(), 0);
    assert_eq!(part(&text, 9, 38, 39), "R1");
    assert_eq!(part(&text, 8, 38, 40), "[0]");
    assert!(text.contains("|Waiting for an opponent "));
    assert_eq!(read_all(text.as_bytes()), [frame]);
}

#[test]
fn section_4_log_wording() {
    let attacked = |points| Event::Attacked {
        seat: P0,
        own: 0,
        target: 1,
        attacker_unit: Unit::Axe,
        target_unit: Unit::Hammer,
        points,
    };
    let passed = |by_clock| Event::Passed { seat: P0, by_clock };
    let over = |reason| Event::Over {
        winner: Some(P0),
        reason,
        scores: [9, 7],
        round: 3,
    };
    let lost = Event::Over {
        winner: None,
        reason: Reason::Rounds,
        scores: [8, 8],
        round: 5,
    };
    let dealt = Event::Dealt {
        round: 2,
        hands: opening(1).hands(),
        starts: P0,
    };
    let left = Event::Left {
        seat: P0,
        reason: Reason::Left,
    };
    for (event, to_0, to_1) in [
        (
            attacked(1),
            "Your axe beat a hammer (+1)",
            "Axe beat your hammer (+1)",
        ),
        (
            attacked(0),
            "Your axe beat a hammer (+0)",
            "Axe beat your hammer (+0)",
        ),
        (passed(false), "You passed", "Opponent passed"),
        (
            passed(true),
            "Time is up: you passed",
            "Time is up: opponent passed",
        ),
        (
            Event::RoundOver { round: 1 },
            "Round 1 is over",
            "Round 1 is over",
        ),
        (dealt, "Round 2: you start", "Round 2: opponent starts"),
        (left, "You left", "Opponent left"),
        (over(Reason::Points), "You win 9:7", "Opponent wins 9:7"),
        (
            over(Reason::Left),
            "Opponent left: you win",
            "You left: opponent wins",
        ),
        (
            over(Reason::Resigned),
            "Opponent resigned: you win",
            "You resigned: opponent wins",
        ),
        (
            over(Reason::Time),
            "Opponent ran out of time: you win",
            "You ran out of time: opponent wins",
        ),
        (lost, "Round 5: nobody wins", "Round 5: nobody wins"),
    ] {
        assert_eq!(log_line(&event, P0), to_0);
        assert_eq!(log_line(&event, P1), to_1);
    }
    assert_eq!(log_text(&[passed(false), lost], P0), "Round 5: nobody wins");
    assert_eq!(log_text(&[], P0), "");
    assert_eq!(
        (INVALID_MOVE, SYNTAX_ERROR),
        ("INVALID MOVE", "SYNTAX ERROR")
    );
}

/// Plays a random game and shows every position of it.
fn every_position(seed: u64, mut show: impl FnMut(&parlor_coexistence::CoExistence, &[Event])) {
    let mut chance = Fast::new(seed);
    let mut state = opening(seed);
    let mut events = Vec::new();
    show(&state, &events);
    while let Some(seat) = state.turn() {
        let action = state.sample(seat, &mut Vec::new(), &mut chance);
        events.clear();
        state.execute(seat, &action.expect("a move"), &mut chance, &mut events);
        show(&state, &events);
    }
}

#[test]
fn the_log_follows_from_the_position_alone() {
    for seed in 0..100 {
        every_position(seed, |state, events| {
            for seat in [P0, P1] {
                let told = log_line(&state.view(Viewer::Seat(seat)).latest(), seat);
                assert!(told.len() <= 38 && told.is_ascii(), "{told}");
                if events.is_empty() {
                    assert!(told.starts_with("Round 1: "), "{told}");
                } else {
                    assert_eq!(told, log_text(events, seat));
                }
            }
        });
    }
}

#[test]
fn every_position_round_trips_through_its_frame() {
    let strategy = (any::<u64>(), ".{0,40}", "[ -~]{0,30}", ".{0,60}", 0u8..2);
    runner(300)
        .run(&strategy, |(seed, anna, ben, log, seat)| {
            let names = [anna, ben];
            let mut reader = FrameReader::new();
            every_position(seed, |state, _| {
                let view = state.view(Viewer::Seat(Seat(seat)));
                let frame = Frame::of(&view, Seat(seat), Names(&names), &log);
                let bytes = frame.bytes();
                assert_eq!(bytes.len(), 779);
                assert!(bytes.chunks(41).all(|line| line[40] == b'\n'
                    && line[..40].iter().all(|byte| (b' '..=b'~').contains(byte))));
                let frames: Vec<Frame> = reader.read(&bytes).collect();
                let [read] = &frames[..] else {
                    panic!("one frame, not {}:\n{frame}", frames.len());
                };
                assert_eq!(read.bytes(), bytes, "written back the same");
                assert_eq!(
                    (read.own.hand, read.opponent.hand),
                    (frame.own.hand, frame.opponent.hand)
                );
                assert_eq!(
                    (read.own.score, read.opponent.score),
                    (frame.own.score, frame.opponent.score)
                );
                assert_eq!((read.round, read.turn), (frame.round, frame.turn));
            });
            Ok(())
        })
        .expect("frames round-trip");
}

#[test]
fn clean_texts_round_trip_exactly() {
    let strategy = (
        "([!-~][ -~]{0,23}[!-~])?",
        "([!-~][ -~]{0,23}[!-~])?",
        "([ -~]{0,37}[!-~])?",
    );
    runner(500)
        .run(&strategy, |(own, opponent, log)| {
            let mut frame = Frame::waiting(&own).with_log(&log);
            frame.opponent = Player {
                name: opponent,
                hand: Hand::from([Some(Unit::Sword); 6]),
                score: 9,
            };
            prop_assert_eq!(read_all(&frame.bytes()), [frame.clone()]);
            Ok(())
        })
        .expect("texts round-trip");
}
