//! The state as it is written down.

use parlor_describe::TS;
use parlor_engine::Departure;
use serde::{Deserialize, Serialize};

use crate::roster::UNITS;
use crate::tile::tiles;
use crate::{Land, Mars, Options, Side, Tile, UnitId};

/// A [`Mars`] in JSON. Converting back refuses what a board cannot hold; whether the position is
/// one of the game is for `check_state` to say.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub options: Options,
    /// Completed turns; the Soviets act when it is even.
    pub done: u16,
    pub territory: Land,
    /// The living, in any order; written row by row.
    pub units: Vec<Posted>,
    /// Kill points of Soviets and Germans.
    pub kills: [u8; 2],
    pub departed: Option<Departed>,
    pub last: Option<Last>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posted {
    pub at: Tile,
    pub id: UnitId,
    pub health: u8,
    pub veterancy: u8,
}

/// Who left a running game, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Departed {
    pub side: Side,
    pub how: Exit,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    Resigned,
    Left,
    Time,
}

impl Exit {
    const ALL: [Exit; 3] = [Exit::Resigned, Exit::Left, Exit::Time];

    /// The reason in the outcome.
    pub const fn reason(self) -> &'static str {
        match self {
            Exit::Resigned => "resigned",
            Exit::Left => "left",
            Exit::Time => "time",
        }
    }

    pub(crate) fn from_reason(reason: &str) -> Option<Exit> {
        Exit::ALL.into_iter().find(|how| how.reason() == reason)
    }
}

impl From<Departure> for Exit {
    fn from(how: Departure) -> Self {
        match how {
            Departure::Resigned => Exit::Resigned,
            Departure::Left => Exit::Left,
            Departure::TimedOut => Exit::Time,
        }
    }
}

/// The most recent action, for the mark on the board. It remembers what strangers could see of
/// it then, since later positions do not tell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Last {
    pub side: Side,
    pub what: Deed,
    /// From and to, as far as known.
    pub tiles: [Option<Tile>; 2],
    /// Which of the two the other side could see.
    pub seen: [bool; 2],
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    Moved,
    Swapped,
    Fought,
}

impl From<Mars> for Position {
    fn from(state: Mars) -> Self {
        let men = state.men(Side::Soviets) | state.men(Side::Germans);
        let units = tiles(men)
            .filter_map(|at| {
                let id = state.unit_at(at)?;
                Some(Posted {
                    at,
                    id,
                    health: state.health(id),
                    veterancy: state.veterancy(id),
                })
            })
            .collect();
        Position {
            options: state.options,
            done: state.done,
            territory: state.land,
            units,
            kills: state.kills,
            departed: state.departed,
            last: state.last,
        }
    }
}

impl TryFrom<Position> for Mars {
    type Error = String;

    fn try_from(position: Position) -> Result<Self, String> {
        let mut state = Mars::empty(position.options, position.territory);
        let mut known = [false; UNITS];
        for unit in position.units {
            if std::mem::replace(&mut known[unit.id.index()], true) {
                return Err(format!("{} is on the board twice", unit.id));
            }
            if state.unit_at(unit.at).is_some() {
                return Err(format!("two units on {}", unit.at));
            }
            state.set(unit.id, unit.at, unit.health, unit.veterancy);
        }
        state.done = position.done;
        state.kills = position.kills;
        state.departed = position.departed;
        state.last = position.last;
        Ok(state)
    }
}
