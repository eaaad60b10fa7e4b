use std::fmt;

use parlor_describe::TS;
use parlor_engine::Seat;
use serde::{Deserialize, Serialize};

/// The two factions; their seats are 0 and 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Soviets,
    Germans,
}

impl Side {
    pub const BOTH: [Side; 2] = [Side::Soviets, Side::Germans];

    pub fn of(seat: Seat) -> Option<Side> {
        Side::BOTH.get(seat.index()).copied()
    }

    pub const fn seat(self) -> Seat {
        Seat(self as u8)
    }

    pub const fn index(self) -> usize {
        self as usize
    }

    pub const fn other(self) -> Side {
        match self {
            Side::Soviets => Side::Germans,
            Side::Germans => Side::Soviets,
        }
    }

    pub const fn letter(self) -> char {
        match self {
            Side::Soviets => 'S',
            Side::Germans => 'G',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Soviets => "Soviets",
            Side::Germans => "Germans",
        })
    }
}

/// What decides reach (4.2) and match-ups (5.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub enum Arm {
    #[serde(rename = "inf")]
    Infantry,
    #[serde(rename = "art")]
    Artillery,
    #[serde(rename = "arm")]
    Armour,
}

impl Arm {
    /// A cycle: armour beats infantry beats artillery beats armour.
    pub const fn beats(self, other: Arm) -> bool {
        matches!(
            (self, other),
            (Arm::Armour, Arm::Infantry)
                | (Arm::Infantry, Arm::Artillery)
                | (Arm::Artillery, Arm::Armour)
        )
    }

    pub const fn word(self) -> &'static str {
        match self {
            Arm::Infantry => "infantry",
            Arm::Artillery => "artillery",
            Arm::Armour => "armour",
        }
    }
}

/// What the counter shows; cavalry is infantry in every rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub enum Icon {
    #[serde(rename = "inf")]
    Inf,
    #[serde(rename = "cav")]
    Cav,
    #[serde(rename = "art")]
    Art,
    #[serde(rename = "arm")]
    Arm,
}

impl Icon {
    pub const fn arm(self) -> Arm {
        match self {
            Icon::Inf | Icon::Cav => Arm::Infantry,
            Icon::Art => Arm::Artillery,
            Icon::Arm => Arm::Armour,
        }
    }
}
