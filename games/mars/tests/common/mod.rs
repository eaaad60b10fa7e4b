//! Positions and plays for the tests.

#![allow(dead_code, reason = "every test crate uses its own part")]

use parlor_engine::{Fast, Game, Rejection, Scripted, Seat};
use parlor_mars::{Act, Event, GERMAN_UNITS, Mars, Options, Position, Posted, SOVIET_UNITS, Side};
use parlor_mars::{Tile, UnitId};

pub(crate) const SOVIETS: Seat = Seat(0);
pub(crate) const GERMANS: Seat = Seat(1);

pub(crate) fn start() -> Mars {
    start_with(Options::default())
}

pub(crate) fn start_with(options: Options) -> Mars {
    Mars::new(&options, 2, &mut Fast::new(0)).expect("the opening")
}

pub(crate) fn tile(x: u8, y: u8) -> Tile {
    Tile::new(x, y).expect("a tile of the board")
}

pub(crate) fn id(text: &str) -> UnitId {
    UnitId::try_from(text.to_string()).expect("a unit of the roster")
}

pub(crate) fn act(text: &str) -> Act {
    let acts = Mars::parse(text).expect("notation");
    assert_eq!(acts.len(), 1);
    acts[0]
}

/// The position after an edit; kill points follow from who is left.
pub(crate) fn edited(state: &Mars, edit: impl FnOnce(&mut Position)) -> Mars {
    let mut position = Position::from(state.clone());
    edit(&mut position);
    let left = |side| {
        let units = position.units.iter();
        units.filter(|unit| unit.id.side() == side).count()
    };
    position.kills = [
        (GERMAN_UNITS - left(Side::Germans)) as u8,
        (SOVIET_UNITS - left(Side::Soviets)) as u8,
    ];
    let state = Mars::try_from(position).expect("a board can hold it");
    state.check_state().expect("a sound position");
    state
}

/// A board where only these stand: unit, tile, health, veterancy. Territory is German where
/// Germans stand and on the listed tiles, else Soviet.
pub(crate) fn scene(units: &[(&str, (u8, u8), u8, u8)], german: &[(u8, u8)]) -> Mars {
    edited(&start(), |position| {
        for tile in Tile::all() {
            position.territory.give(tile, Side::Soviets);
        }
        for &(x, y) in german {
            position.territory.give(tile(x, y), Side::Germans);
        }
        position.units = units
            .iter()
            .map(|&(unit, (x, y), health, veterancy)| Posted {
                at: tile(x, y),
                id: id(unit),
                health,
                veterancy,
            })
            .collect();
        for unit in &position.units {
            position.territory.give(unit.at, unit.id.side());
        }
    })
}

/// The mover's action with scripted draws, all of which must be used.
pub(crate) fn play_with(state: &mut Mars, text: &str, draws: &[f64]) -> Vec<Event> {
    let mut chance = Scripted::normals(draws.iter().copied());
    let seat = state.to_act().first().expect("somebody is to move");
    let mut events = Vec::new();
    state
        .apply(seat, &act(text), &mut chance, &mut events)
        .unwrap_or_else(|refused| panic!("{text}: {refused}"));
    assert!(chance.is_used_up(), "{text} draws twice or not at all");
    state.check_state().expect("a sound position");
    events
}

/// The mover's action without a fight.
pub(crate) fn play(state: &mut Mars, text: &str) -> Vec<Event> {
    play_with(state, text, &[])
}

/// Why an action is refused; the state stays as it was.
pub(crate) fn refused(state: &Mars, seat: Seat, text: &str) -> Rejection {
    let mut trial = state.clone();
    let mut events = Vec::new();
    let refusal = trial
        .apply(seat, &act(text), &mut Scripted::default(), &mut events)
        .expect_err("it is illegal");
    assert_eq!(&trial, state);
    assert!(events.is_empty());
    refusal
}

pub(crate) fn unit_on(state: &Mars, x: u8, y: u8) -> Option<String> {
    state.unit_at(tile(x, y)).map(|id| id.to_string())
}

pub(crate) fn totals(state: &Mars) -> [u8; 2] {
    Side::BOTH.map(|side| state.score(side).total)
}
