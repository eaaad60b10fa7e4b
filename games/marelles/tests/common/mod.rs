//! Short ways to say "this position" and "these plies".
#![allow(dead_code, reason = "each test file uses a part")]

use parlor_engine::{Fast, Game, Rejection, Seat, SeatSet};
use parlor_marelles::board::points;
use parlor_marelles::{Action, Colour, Event, Marelles, Options, Point, Removal};

pub(crate) fn document() -> Options {
    Options::default()
}

pub(crate) fn standard() -> Options {
    Options {
        removal: Removal::Standard,
        ..Options::default()
    }
}

pub(crate) fn without_draws(options: Options) -> Options {
    Options {
        repetition: 0,
        no_capture: 0,
        max_plies: 0,
        ..options
    }
}

pub(crate) fn opening(options: &Options) -> Marelles {
    Marelles::new(options, 2, &mut Fast::new(1)).expect("good options")
}

pub(crate) fn at(label: &str) -> Point {
    Point::from_label(label).unwrap_or_else(|| panic!("{label} is a point"))
}

/// Labels separated by blanks, as a mask.
pub(crate) fn mask(labels: &str) -> u32 {
    labels
        .split_whitespace()
        .fold(0, |mask, label| mask | at(label).bit())
}

/// The labels of a mask in index order.
pub(crate) fn labels(mask: u32) -> String {
    points(mask)
        .map(|at| at.to_string())
        .collect::<Vec<_>>()
        .join(" ")
}

pub(crate) fn text(black: &str, white: &str, side: char, hands: (u8, u8)) -> String {
    let (black, white) = (mask(black), mask(white));
    let cells: String = (0..24)
        .map(|at| match (black >> at & 1, white >> at & 1) {
            (1, _) => 'b',
            (_, 1) => 'w',
            _ => '.',
        })
        .collect();
    format!("{cells} {side} {} {} -", hands.0, hands.1)
}

/// A position with all stones placed.
pub(crate) fn placed(black: &str, white: &str, side: char, options: &Options) -> Marelles {
    Marelles::from_position(&text(black, white, side, (0, 0)), options).expect("a good position")
}

pub(crate) fn to_move(state: &Marelles) -> Seat {
    state.to_act().first().expect("the game goes on")
}

/// One step in notation for whoever is to move.
pub(crate) fn act(state: &mut Marelles, action: Action) -> Result<Vec<Event>, Rejection> {
    let seat = state.to_act().first().unwrap_or(Seat(0));
    let mut events = Vec::new();
    state.apply(seat, &action, &mut Fast::new(1), &mut events)?;
    state.check_state().expect("a sound state");
    Ok(events)
}

/// Plies separated by blanks; the events of the last one.
pub(crate) fn play(state: &mut Marelles, plies: &str) -> Vec<Event> {
    let mut events = Vec::new();
    for ply in plies.split_whitespace() {
        events.clear();
        for action in Marelles::parse(ply).expect("good notation") {
            let happened =
                act(state, action).unwrap_or_else(|refused| panic!("{ply}: {refused}\n{state:?}"));
            events.extend(happened);
        }
    }
    events
}

/// The code with which the last action of a ply is refused.
pub(crate) fn refused(state: &Marelles, ply: &str) -> String {
    let mut trial = state.clone();
    let mut actions = Marelles::parse(ply).expect("good notation");
    let last = actions.pop().expect("at least one action");
    for action in actions {
        act(&mut trial, action).expect("only the last action is refused");
    }
    let before = trial.clone();
    let refusal = act(&mut trial, last).expect_err("it is refused");
    assert_eq!(trial, before);
    refusal.code.into_owned()
}

pub(crate) fn assert_position(
    state: &Marelles,
    black: &str,
    white: &str,
    hands: (u8, u8),
    side: Colour,
) {
    assert_eq!(labels(state.stones(Colour::Black)), black, "black");
    assert_eq!(labels(state.stones(Colour::White)), white, "white");
    assert_eq!(
        (state.hand(Colour::Black), state.hand(Colour::White)),
        hands
    );
    assert_eq!(state.side(), side);
}

/// The plies without their removals, each once.
pub(crate) fn base_moves(state: &Marelles) -> Vec<String> {
    let mut moves = Vec::new();
    state.legal_actions(to_move(state), &mut moves);
    moves.iter().map(Marelles::notate).collect()
}

pub(crate) fn assert_won(state: &Marelles, winner: Colour, reason: &str) {
    let outcome = state.outcome_now();
    assert_eq!(outcome.0, Some(state.seat_of(winner)));
    assert_eq!(outcome.1, reason);
}

pub(crate) fn assert_drawn(state: &Marelles, reason: &str) {
    assert_eq!(state.outcome_now(), (None, reason.to_owned()));
}

trait OutcomeNow {
    fn outcome_now(&self) -> (Option<Seat>, String);
}

impl OutcomeNow for Marelles {
    fn outcome_now(&self) -> (Option<Seat>, String) {
        let outcome = Game::outcome(self).expect("the game is over");
        assert_eq!(self.to_act(), SeatSet::EMPTY);
        (outcome.winner, outcome.reason.into_owned())
    }
}
