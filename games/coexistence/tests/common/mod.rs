//! Positions for tests, written short.
#![allow(dead_code, reason = "every test file uses a part of it")]

use parlor_coexistence::{Action, CoExistence, Event, Options, Unit};
use parlor_engine::{Fast, Game, Rejection, Seat, Viewer};
use serde_json::{Value, json};

pub(crate) const P0: Seat = Seat(0);
pub(crate) const P1: Seat = Seat(1);

/// Six letters: a(xe), h(ammer), s(word), r for arrow, `.` for a dead card.
pub(crate) fn cards(text: &str) -> Value {
    let cards: Vec<Value> = text
        .chars()
        .map(|letter| match letter {
            'a' => json!("axe"),
            'h' => json!("hammer"),
            's' => json!("sword"),
            'r' => json!("arrow"),
            _ => Value::Null,
        })
        .collect();
    Value::Array(cards)
}

/// The JSON of a running position in which nothing was done yet.
pub(crate) fn json_of(hands: [&str; 2], scores: [u8; 2], round: u8, turn: Seat) -> Value {
    json!({
        "options": Options::default(),
        "hands": hands.map(cards),
        "scores": scores,
        "round": round,
        "started_by": turn,
        "turn": turn,
        "passes": 0,
        "last": null,
        "ending": null,
    })
}

pub(crate) fn load(state: Value) -> Result<CoExistence, Rejection> {
    let state: CoExistence = serde_json::from_value(state).expect("the form of a state");
    state.check_state().map(|()| state)
}

pub(crate) fn position(hands: [&str; 2], scores: [u8; 2], round: u8, turn: Seat) -> CoExistence {
    load(json_of(hands, scores, round, turn)).expect("a sound position")
}

pub(crate) fn opening(seed: u64) -> CoExistence {
    CoExistence::new(&Options::default(), 2, &mut Fast::new(seed)).expect("an opening")
}

/// Plays one action in notation.
pub(crate) fn play(
    state: &mut CoExistence,
    seat: Seat,
    text: &str,
) -> Result<Vec<Event>, Rejection> {
    let mut events = Vec::new();
    let action: Action = CoExistence::parse(text)?[0];
    state.apply(seat, &action, &mut Fast::new(77), &mut events)?;
    Ok(events)
}

/// A hand of a state in short.
pub(crate) fn short(state: &CoExistence, seat: Seat) -> String {
    let hand = state.view(Viewer::Spectator).hands[seat.index()];
    (0..6)
        .map(|column| match hand.unit(column).map(Unit::name) {
            None => '.',
            Some("arrow") => 'r',
            Some(name) => name.chars().next().expect("a name has letters"),
        })
        .collect()
}
