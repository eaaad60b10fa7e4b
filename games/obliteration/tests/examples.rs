//! The worked examples of section 9.2.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod common;

use common::{Plain, hex, parse_waves};
use parlor_engine::{Fast, Game, Names, Seat};
use parlor_obliteration::{
    Action, Board, Event, Mode, Obliteration, Options, Reason, percent, waves,
};

const A: Seat = Seat(0);
const B: Seat = Seat(1);
const C: Seat = Seat(2);

/// A board, a move, its waves and the board after it, as the page writes them.
struct Example {
    before: Board,
    after: String,
    seat: Seat,
    x: u8,
    y: u8,
}

fn section<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let start = text.find(from).expect("the section begins") + from.len();
    let end = text[start..].find(to).map_or(text.len(), |end| start + end);
    text[start..end].trim()
}

/// Checks board, waves and, where given, the original's levels, on the bare board.
fn check(seats: u8, text: &str) -> Example {
    let before = Board::from_text(seats, section(text, "before\n", "move ")).unwrap();
    let after = section(text, "after\n", "\0").to_owned() + "\n";
    let line = section(text, "move ", "\n");
    let (letter, place) = line.split_once(' ').unwrap();
    let seat = Seat(letter.as_bytes()[0] - b'A');
    let turned = parse_waves(place)[0][0];
    let expected = parse_waves(section(text, "waves ", "\n"));

    let mut board = before.clone();
    let mut events = Vec::new();
    let converted = board.turn(seat, turned, &mut events);
    assert_eq!(board.to_text(), after);
    assert_eq!(waves(&events), expected);
    assert_eq!(converted, expected.iter().flatten().count() - 1);
    assert_eq!(board, Board::from_text(seats, &after).unwrap());

    if text.contains("levels ") {
        let levels = Plain::of(&before).levels(seat, turned);
        assert_eq!(levels, parse_waves(section(text, "levels ", "\n")));
    }
    Example {
        before,
        after,
        seat,
        x: turned.x,
        y: turned.y,
    }
}

/// Plays the example's move in a game and returns the state after it with the events.
fn play(example: &Example, options: &Options) -> (Obliteration, Vec<Event>) {
    let mut state =
        Obliteration::from_board(options, example.before.clone(), example.seat, 10).unwrap();
    let mut events = Vec::new();
    let action = Action::Turn {
        x: u16::from(example.x),
        y: u16::from(example.y),
    };
    state
        .apply(example.seat, &action, &mut Fast::new(0), &mut events)
        .unwrap();
    state.check_state().unwrap();
    assert_eq!(state.board().to_text(), example.after);
    (state, events)
}

fn scores(state: &Obliteration) -> Vec<String> {
    let view = state.view(parlor_engine::Viewer::Spectator);
    view.seats.into_iter().map(|seat| seat.score).collect()
}

fn next_turn(state: &Obliteration) -> Option<Seat> {
    state.to_act().first()
}

#[test]
fn example_1_opening_move() {
    let example = check(
        2,
        "before
A1 .5 .5 .0
.4 .0 .4 .0
.4 .4 .3 .2
.4 .4 .4 B4
move A (0,0)
waves (0,0) | (1,0) | (1,1) | (2,1)
after
A2 A5 .5 .0
.4 A0 A4 .0
.4 .4 .3 .2
.4 .4 .4 B4
",
    );
    let (state, _) = play(&example, &Options::default());
    assert_eq!(scores(&state), ["80.00%", "20.00%"]);
    assert_eq!(percent(4, 5), "80.00%");
    assert_eq!(next_turn(&state), Some(B));
}

#[test]
fn example_2_points_outside() {
    let example = check(
        2,
        "before
A2 A3 .0
A3 A5 .2
A4 .3 B3
move A (0,1)
waves (0,1)
after
A2 A3 .0
A4 A5 .2
A4 .3 B3
",
    );
    let (state, events) = play(&example, &Options::default());
    assert_eq!(next_turn(&state), Some(B));
    assert_eq!(events.len(), 1);
}

#[test]
fn example_3_points_at_an_own_hex() {
    let example = check(
        2,
        "before
A2 A3 .0
A3 A5 .2
A4 .3 B3
move A (0,0)
waves (0,0)
after
A3 A3 .0
A3 A5 .2
A4 .3 B3
",
    );
    let (state, _) = play(&example, &Options::default());
    assert_eq!(next_turn(&state), Some(B));
}

#[test]
fn example_4_loop_and_late_tile() {
    let example = check(
        2,
        "before
A3 A4 .0 .5 .0
A0 .3 .2 .5 .3
A0 .2 .3 .4 .4
.1 .5 .3 .4 .2
.1 .3 .5 .3 .4
move A (0,2)
waves (0,2) | (1,1) | (1,2) | (0,3) (2,3) | (1,3) (2,2) (2,4) (3,2) | (0,4) (3,3) (4,2) | (4,1)
levels (0,2) | (1,1) | (1,2) | (2,3) | (2,4) (2,2) (3,2) | (1,3) (3,3) (4,2) | (0,3) (0,4) (4,1)
after
A3 A4 .0 .5 .0
A0 A3 .2 .5 A3
A1 A2 A3 A4 A4
A1 A5 A3 A4 .2
A1 .3 A5 .3 .4
",
    );
    // Player 2 lies outside the excerpt, so there is no game to play it in.
    let mut board = example.before;
    assert_eq!(board.turn(A, hex(0, 2), &mut Vec::new()), 12);
}

#[test]
fn example_5_neutral_hexes_pointing_at_the_start_hex() {
    let example = check(
        2,
        "before
A1 .1 .0
.0 .3 .2
.0 .2 B3
move A (0,0)
waves (0,0) | (0,1) (1,0) | (0,2) (2,0)
after
A2 A1 A0
A0 .3 .2
A0 .2 B3
",
    );
    let (state, _) = play(&example, &Options::default());
    assert_eq!(scores(&state), ["83.33%", "16.67%"]);
}

#[test]
fn example_6_opponent_wiped_out() {
    let example = check(
        2,
        "before
.5 A3 .0 B1
.4 A1 A5 B0
.3 .3 B2 B0
.3 .3 .3 B0
move A (1,1)
waves (1,1) | (2,2) | (3,2) | (3,1) (3,3) | (3,0)
after
.5 A3 .0 A1
.4 A2 A5 A0
.3 .3 A2 A0
.3 .3 .3 A0
",
    );
    for mode in [Mode::Obliteration, Mode::Domination] {
        let (state, events) = play(
            &example,
            &Options {
                mode,
                ..Options::default()
            },
        );
        assert_eq!(scores(&state), ["100.0%", "0.000%"]);
        assert_eq!(next_turn(&state), None);
        let outcome = state.outcome().unwrap();
        assert_eq!(outcome.winner, Some(A));
        assert_eq!(outcome.places, [1, 2]);
        assert_eq!(outcome.reason, "obliteration");
        assert_eq!(
            events[events.len() - 2..],
            [
                Event::Eliminated { seat: B },
                Event::Over {
                    winner: A,
                    reason: Reason::Obliteration
                }
            ]
        );
        assert!(state.board().neutral() > 0, "neutral hexes remain");
        let refused = state.validate(B, &Action::Turn { x: 0, y: 0 }).unwrap_err();
        assert_eq!(refused.code, "over");
    }
}

#[test]
fn example_7a_cutting_loose() {
    let example = check(
        2,
        "before
A2 A2 .0 .0
.4 A4 A3 B3
A3 A3 A4 B3
A3 A3 .3 B1
move A (1,0)
waves (1,0)
after
A2 A3 .0 .0
.4 A4 A3 B3
A3 A3 A4 B3
A3 A3 .3 B1
",
    );
    play(&example, &Options::default());
}

#[test]
fn example_7b_what_was_cut_loose_is_safe() {
    let example = check(
        2,
        "before
A2 A3 .0 .0
.4 A4 A3 B3
A3 A3 A4 B3
A3 A3 .3 B1
move B (3,1)
waves (3,1) | (2,2) | (1,2) (2,1) | (1,3)
after
A2 A3 .0 .0
.4 A4 B3 B4
A3 B3 B4 B3
A3 B3 .3 B1
",
    );
    let (state, _) = play(&example, &Options::default());
    assert_eq!(next_turn(&state), Some(A));
}

#[test]
fn example_7c_what_was_not_cut_loose_is_taken() {
    let example = check(
        2,
        "before
A2 A2 .0 .0
.4 A4 A3 B3
A3 A3 A4 B3
A3 A3 .3 B1
move B (3,1)
waves (3,1) | (2,2) | (1,2) (2,1) | (1,0) (1,3) | (0,0)
levels (3,1) | (2,2) | (1,2) (2,1) | (1,3) (1,0) | (0,0)
after
B2 B2 .0 .0
.4 A4 B3 B4
A3 B3 B4 B3
A3 B3 .3 B1
",
    );
    play(&example, &Options::default());
}

#[test]
fn example_8_own_hexes_stop_the_walk() {
    check(
        2,
        "before
A1 .2 .0
.3 .3 A3
.3 .4 .0
move A (0,0)
waves (0,0) | (1,0)
after
A2 A2 .0
.3 .3 A3
.3 .4 .0
",
    );
}

#[test]
fn example_9_the_gate() {
    let example = check(
        2,
        "before
.3 .3 .0
A3 .5 .0
.0 .3 B3
move A (0,1)
waves (0,1)
after
.3 .3 .0
A4 .5 .0
.0 .3 B3
",
    );
    play(&example, &Options::default());
    // The original has no gate and would convert these; the document overrules it.
    let mut plain = Plain::of(&example.before);
    let levels = plain.levels(A, hex(0, 1));
    assert_eq!(
        levels,
        [
            vec![hex(0, 1)],
            vec![hex(0, 0), hex(1, 1), hex(0, 2)],
            vec![hex(1, 0)]
        ]
    );
    assert!(!plain.is_gate_open(A, hex(0, 1)));
}

#[test]
fn example_10_out_before_the_first_turn() {
    let example = check(
        3,
        "before
A1 .1 .2 .1 B2
.4 .3 .3 .3 .0
.4 .3 .3 .3 .2
.4 .3 .2 .3 .2
.4 .3 C3 .3 .3
move A (0,0)
waves (0,0) | (1,0) | (2,0) | (3,0) | (4,0) | (4,1)
after
A2 A1 A2 A1 A2
.4 .3 .3 .3 A0
.4 .3 .3 .3 .2
.4 .3 .2 .3 .2
.4 .3 C3 .3 .3
",
    );
    let (state, events) = play(&example, &Options::default());
    assert_eq!(next_turn(&state), Some(C));
    assert_eq!(state.outcome(), None);
    assert_eq!(events.last(), Some(&Event::Eliminated { seat: B }));
    assert_eq!(
        Obliteration::describe(events.last().unwrap(), Names(&[])),
        "Player 2 has no hexes left and is out"
    );
    let starts = [hex(0, 0), hex(4, 0), hex(2, 4)];
    let grid = example.before.grid();
    assert_eq!(parlor_obliteration::start_hexes(grid, 3), starts);
    assert!(!parlor_obliteration::is_fair(grid, &starts, |hex| {
        example.before.rotation(hex)
    }));
}

#[test]
fn example_11_domination_border() {
    let domination = Options {
        mode: Mode::Domination,
        ..Options::default()
    };
    let fourteen = check(
        2,
        "before
A0 A0 A1 .3 .0
A0 A0 A0 .0 .0
A0 A0 A0 .3 .0
A0 A0 A0 .3 B3
move A (2,0)
waves (2,0) | (3,0) | (3,1)
after
A0 A0 A2 A3 .0
A0 A0 A0 A0 .0
A0 A0 A0 .3 .0
A0 A0 A0 .3 B3
",
    );
    let (state, _) = play(&fourteen, &domination);
    let outcome = state.outcome().unwrap();
    assert_eq!((outcome.winner, &*outcome.reason), (Some(A), "domination"));
    let view = state.view(parlor_engine::Viewer::Spectator);
    assert_eq!(view.needed, Some(14));
    assert_eq!(view.seats[0].share.as_deref(), Some("70.00%"));
    assert_eq!(view.seats[0].score, "93.33%");
    let (state, _) = play(&fourteen, &Options::default());
    assert_eq!(state.outcome(), None);

    let thirteen = check(
        2,
        "before
A0 A0 A1 .0 .0
A0 A0 A0 .3 .0
A0 A0 A0 .3 .0
A0 A0 A0 .3 B3
move A (2,0)
waves (2,0) | (3,0)
after
A0 A0 A2 A0 .0
A0 A0 A0 .3 .0
A0 A0 A0 .3 .0
A0 A0 A0 .3 B3
",
    );
    for options in [domination, Options::default()] {
        let (state, _) = play(&thirteen, &options);
        assert_eq!(state.outcome(), None);
        assert_eq!(next_turn(&state), Some(B));
    }
}

#[test]
fn example_12_stalling() {
    let board = Board::from_text(2, &"A0 A0 B0 B0\n".repeat(4)).unwrap();
    let stall = |turn_limit| {
        let options = Options {
            turn_limit,
            ..Options::default()
        };
        let mut state = Obliteration::from_board(&options, board.clone(), A, 0).unwrap();
        let mut events = Vec::new();
        for turn in 0..12 {
            assert_eq!(state.outcome(), None, "before turn {turn}");
            let (seat, action) = match turn % 2 {
                0 => (A, Action::Turn { x: 0, y: 0 }),
                _ => (B, Action::Turn { x: 3, y: 3 }),
            };
            events.clear();
            state
                .apply(seat, &action, &mut Fast::new(0), &mut events)
                .unwrap();
            assert!(matches!(events[0], Event::Turned { .. }));
            assert!(!matches!(events.get(1), Some(Event::Converted { .. })));
        }
        assert_eq!(state.board(), &board, "the position repeats");
        state
    };
    let endless = stall(None);
    assert_eq!(endless.outcome(), None);
    let limited = stall(Some(12));
    let outcome = limited.outcome().unwrap();
    assert_eq!(outcome.winner, Some(B), "equal counts: the later one wins");
    assert_eq!(outcome.places, [2, 1]);
    assert_eq!(outcome.reason, "turn_limit");
    assert_eq!(scores(&limited), ["50.00%", "50.00%"]);
}
