//! Positions for tests, built as JSON and loaded like any state from outside.
#![allow(dead_code)] // every test file uses a part of it

use parlor_engine::{Chance, Game, Scripted, Seat, Viewer};
use parlor_risk::{Event, Risk, View};
use serde_json::{Value, json};

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);

/// A running match in which everything not said otherwise belongs to the last seat, one troop each.
#[derive(Clone)]
pub(crate) struct Position {
    owners: Vec<Option<u8>>,
    troops: Vec<u32>,
    hands: Vec<Vec<u8>>,
    standings: Vec<&'static str>,
    fallen: Vec<u8>,
    pool: Option<Vec<u8>>,
    used: Vec<u8>,
    discarded: Vec<u8>,
    current: u8,
    phase: Value,
    card_pending: bool,
    options: Value,
}

impl Position {
    pub(crate) fn new(seats: u8) -> Position {
        Position {
            owners: vec![Some(seats - 1); 42],
            troops: vec![1; 42],
            hands: vec![Vec::new(); usize::from(seats)],
            standings: vec!["playing"; usize::from(seats)],
            fallen: Vec::new(),
            pool: None,
            used: Vec::new(),
            discarded: Vec::new(),
            current: 0,
            phase: json!({"kind": "attack"}),
            card_pending: false,
            options: json!({}),
        }
    }

    pub(crate) fn land(mut self, seat: Seat, id: usize, troops: u32) -> Position {
        self.owners[id] = Some(seat.0);
        self.troops[id] = troops;
        self
    }

    pub(crate) fn lands(self, seat: Seat, ids: impl IntoIterator<Item = usize>) -> Position {
        ids.into_iter()
            .fold(self, |position, id| position.land(seat, id, 1))
    }

    pub(crate) fn empty(mut self, id: usize) -> Position {
        self.owners[id] = None;
        self.troops[id] = 0;
        self
    }

    pub(crate) fn hand(mut self, seat: Seat, cards: &[u8]) -> Position {
        self.hands[seat.index()] = cards.to_vec();
        self
    }

    pub(crate) fn standing(mut self, seat: Seat, standing: &'static str) -> Position {
        self.standings[seat.index()] = standing;
        if matches!(standing, "neutral" | "eliminated") {
            self.fallen.push(seat.0);
        }
        self
    }

    /// The pool from the bottom to the top; what is then missing was turned in.
    pub(crate) fn pool(mut self, cards: &[u8]) -> Position {
        self.pool = Some(cards.to_vec());
        self
    }

    pub(crate) fn current(mut self, seat: Seat) -> Position {
        self.current = seat.0;
        self
    }

    pub(crate) fn phase(mut self, phase: Value) -> Position {
        self.phase = phase;
        self
    }

    pub(crate) fn reinforce(self) -> Position {
        self.phase(json!({"kind": "reinforce", "from_cards": 0}))
    }

    pub(crate) fn card_pending(mut self) -> Position {
        self.card_pending = true;
        self
    }

    pub(crate) fn options(mut self, options: Value) -> Position {
        self.options = options;
        self
    }

    pub(crate) fn json(&self) -> Value {
        let held = |value: u8, cards: &[u8]| cards.iter().filter(|&&card| card == value).count();
        let mut left = [30usize, 12];
        for cards in self.hands.iter().chain(self.pool.iter()) {
            left[0] -= held(1, cards);
            left[1] -= held(2, cards);
        }
        let rest: Vec<u8> = [vec![1; left[0]], vec![2; left[1]]].concat();
        let (pool, used) = match &self.pool {
            Some(pool) => (pool.clone(), rest),
            None => (rest, self.used.clone()),
        };
        let players: Vec<Value> = self
            .hands
            .iter()
            .zip(&self.standings)
            .map(|(hand, standing)| json!({"hand": hand, "stock": 0, "standing": standing}))
            .collect();
        json!({
            "options": self.options,
            "board": {"owners": self.owners, "troops": self.troops},
            "players": players,
            "pool": pool,
            "used": used,
            "discarded": self.discarded,
            "current": self.current,
            "phase": self.phase,
            "turn": 5,
            "card_pending": self.card_pending,
            "fallen": self.fallen,
            "last_battle": null,
        })
    }

    pub(crate) fn build(&self) -> Risk {
        let state: Risk = serde_json::from_value(self.json()).expect("a state");
        state
            .check_state()
            .unwrap_or_else(|refused| panic!("{refused}: {}", self.json()));
        state
    }
}

pub(crate) fn all(state: &Risk) -> View {
    state.view(Viewer::Referee)
}

pub(crate) fn troops(state: &Risk, id: usize) -> u32 {
    all(state).troops[id]
}

pub(crate) fn owner(state: &Risk, id: usize) -> Option<Seat> {
    all(state).owners[id]
}

pub(crate) fn hand(state: &Risk, seat: Seat) -> Vec<u8> {
    all(state).secrets.expect("the referee sees all").hands[seat.index()].into()
}

/// The phase and who acts.
pub(crate) fn now(state: &Risk) -> (&'static str, Option<Seat>) {
    (
        parlor_engine::word(&all(state).phase),
        state.to_act().first(),
    )
}

/// The valid action as the referee sees it.
pub(crate) fn valid(state: &Risk) -> Value {
    serde_json::to_value(all(state).valid).expect("it serialises")
}

pub(crate) fn play_with(
    state: &mut Risk,
    seat: Seat,
    text: &str,
    chance: &mut dyn Chance,
) -> Vec<Event> {
    let mut events = Vec::new();
    for action in Risk::parse(text).expect("good notation") {
        state
            .apply(seat, &action, chance, &mut events)
            .unwrap_or_else(|refused| panic!("{text}: {refused}"));
    }
    state
        .check_state()
        .unwrap_or_else(|refused| panic!("after {text}: {refused}"));
    events
}

/// Plays an action for which exactly these dice fall.
pub(crate) fn roll(state: &mut Risk, seat: Seat, text: &str, dice: &[u32]) -> Vec<Event> {
    let mut script = Scripted::dice(dice.iter().copied());
    let events = play_with(state, seat, text, &mut script);
    assert!(script.is_used_up(), "{text} threw fewer dice");
    events
}

/// Plays an action without dice.
pub(crate) fn play(state: &mut Risk, seat: Seat, text: &str) -> Vec<Event> {
    roll(state, seat, text, &[])
}

/// The code of a refusal that changes nothing.
pub(crate) fn refused(state: &Risk, seat: Seat, text: &str) -> String {
    let mut trial = state.clone();
    let action = Risk::parse(text).expect("good notation").remove(0);
    let mut events = Vec::new();
    let refusal = trial
        .apply(seat, &action, &mut Scripted::default(), &mut events)
        .expect_err("it must be refused");
    assert_eq!((&trial, events.is_empty()), (state, true), "{text}");
    refusal.code.into_owned()
}

/// The kinds of the events, in order.
pub(crate) fn kinds(events: &[Event]) -> Vec<String> {
    events
        .iter()
        .map(|event| {
            let json = serde_json::to_value(event).expect("it serialises");
            json["kind"].as_str().expect("a tag").to_owned()
        })
        .collect()
}
