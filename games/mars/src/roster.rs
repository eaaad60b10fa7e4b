//! The units that start on the board (section 2).

use std::fmt;

use parlor_describe::TS;
use serde::{Deserialize, Serialize};

use crate::side::Icon::{Arm, Art, Cav, Inf};
use crate::{Icon, Side, Tile};

pub const SOVIET_UNITS: usize = 46;
pub const GERMAN_UNITS: usize = 27;
pub const UNITS: usize = SOVIET_UNITS + GERMAN_UNITS;

/// A unit of the roster: `S1` to `S46` and `G1` to `G27`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(into = "String", try_from = "String")]
#[ts(type = "string")]
pub struct UnitId(u8);

impl UnitId {
    /// Counts through the Soviets, then the Germans.
    pub fn new(index: usize) -> Option<UnitId> {
        (index < UNITS).then_some(UnitId(index as u8))
    }

    pub const fn index(self) -> usize {
        self.0 as usize
    }

    pub const fn side(self) -> Side {
        if self.index() < SOVIET_UNITS {
            Side::Soviets
        } else {
            Side::Germans
        }
    }

    pub const fn record(self) -> &'static Record {
        &ROSTER[self.index()]
    }

    pub fn all() -> impl Iterator<Item = UnitId> {
        (0..UNITS as u8).map(UnitId)
    }
}

impl fmt::Display for UnitId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.side() {
            Side::Soviets => write!(f, "S{}", self.index() + 1),
            Side::Germans => write!(f, "G{}", self.index() - SOVIET_UNITS + 1),
        }
    }
}

impl From<UnitId> for String {
    fn from(id: UnitId) -> String {
        id.to_string()
    }
}

impl TryFrom<String> for UnitId {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let number = |digits: &str, base: usize, count: usize| {
            let number: usize = digits.parse().ok()?;
            let id = UnitId::new(base + number.checked_sub(1)?)?;
            // Only the canonical text: no "S07", no "+7".
            (number <= count && id.to_string() == text).then_some(id)
        };
        let id = if let Some(digits) = text.strip_prefix('S') {
            number(digits, 0, SOVIET_UNITS)
        } else if let Some(digits) = text.strip_prefix('G') {
            number(digits, SOVIET_UNITS, GERMAN_UNITS)
        } else {
            None
        };
        id.ok_or_else(|| "a unit is S1 to S46 or G1 to G27".to_string())
    }
}

/// What the set-up says of a unit. Everybody starts with health 100.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    pub start: Tile,
    pub name: &'static str,
    pub icon: Icon,
    pub veterancy: u8,
}

const fn unit(x: u8, y: u8, name: &'static str, icon: Icon, veterancy: u8) -> Record {
    Record {
        start: Tile::at(x, y),
        name,
        icon,
        veterancy,
    }
}

/// In the order of the rule page: the index is the [`UnitId`].
pub const ROSTER: [Record; UNITS] = [
    // Soviets, section 2.3
    unit(0, 0, "357th Infantry Division", Inf, 0), // S1
    unit(1, 0, "361st Infantry Division", Inf, 0), // S2
    unit(2, 0, "11th Cavalry Corps", Cav, 0),      // S3
    unit(3, 0, "11th Cavalry Corps Artillery Support", Art, 0), // S4
    unit(4, 0, "369th Infantry Division", Inf, 0), // S5
    unit(5, 0, "373rd Infantry Division", Inf, 0), // S6
    unit(6, 0, "377th Infantry Division", Inf, 0), // S7
    unit(7, 0, "359th Rifle Division", Inf, 0),    // S8
    unit(8, 0, "343rd Rifle Division", Inf, 0),    // S9
    unit(9, 0, "379th Rifle Division", Inf, 0),    // S10
    unit(
        0,
        1,
        "Katukov's 3rd Mechanised Corps Artillery Reserve",
        Art,
        0,
    ), // S11
    unit(1, 1, "355th Infantry Division", Inf, 0), // S12
    unit(3, 1, "39th Army", Arm, 1),               // S13
    unit(4, 1, "24th Cavalry Division", Cav, 0),   // S14
    unit(5, 1, "11th Cavalry Division", Cav, 1),   // S15
    unit(6, 1, "381st Infantry Division", Inf, 0), // S16
    unit(7, 1, "348th Rifle Division", Inf, 0),    // S17
    unit(8, 1, "371st Rifle Division", Inf, 0),    // S18
    unit(9, 1, "375th Rifle Division", Inf, 0),    // S19
    unit(
        0,
        2,
        "Katukov's 3rd Mechanised Corps Infantry Reserve",
        Inf,
        0,
    ), // S20
    unit(1, 2, "Katukov's 3rd Mechanised Corps Tank Brigade", Arm, 0), // S21
    unit(6, 2, "30th Army", Arm, 1),               // S22
    unit(7, 2, "174th Rifle Division", Inf, 0),    // S23
    unit(8, 2, "110th Tank Division", Arm, 0),     // S24
    unit(9, 2, "243rd Rifle Division", Inf, 0),    // S25
    unit(0, 3, "185th Infantry Division", Inf, 0), // S26
    unit(7, 3, "5th Tank Corps", Arm, 0),          // S27
    unit(8, 3, "43rd Corps Artillery", Art, 0),    // S28
    unit(0, 4, "3rd MC Artillery", Art, 0),        // S29
    unit(1, 4, "Katukov's 3rd Mechanised Corps", Inf, 1), // S30
    unit(7, 4, "6th Tank Corps", Arm, 0),          // S31
    unit(8, 4, "350th Rifle Division", Inf, 0),    // S32
    unit(9, 4, "20th Army", Arm, 0),               // S33
    unit(0, 5, "6th RC Artillery", Art, 0),        // S34
    unit(1, 5, "238th Infantry Division", Inf, 0), // S35
    unit(7, 5, "8th Guards Rifle Corps", Inf, 1),  // S36
    unit(8, 5, "2nd Guards Cavalry Corps", Cav, 0), // S37
    unit(9, 5, "331st Rifle Division", Inf, 0),    // S38
    unit(0, 6, "6th Rifle Corps", Inf, 0),         // S39
    unit(8, 6, "9th Tank Corps", Arm, 0),          // S40
    unit(0, 7, "1st MC Artillery", Art, 0),        // S41
    unit(8, 7, "5th Army", Arm, 0),                // S42
    unit(0, 8, "1st Mechanised Corps", Inf, 0),    // S43
    unit(7, 8, "3rd Tank Corps", Arm, 0),          // S44
    unit(8, 8, "10th Tank Corps", Arm, 0),         // S45
    unit(7, 9, "33rd Army", Inf, 1),               // S46
    // Germans, section 2.4
    unit(2, 1, "86th Infantry Division", Inf, 2),  // G1
    unit(2, 2, "253rd Infantry Division", Inf, 3), // G2
    unit(3, 2, "1st Panzer Division Detachment", Arm, 2), // G3
    unit(4, 2, "95th Infantry Division", Inf, 3),  // G4
    unit(5, 2, "14th Panzergrenadier Division", Inf, 3), // G5
    unit(1, 3, "Panzergrenadier Division Großdeutschland", Inf, 4), // G6
    unit(2, 3, "1st Motorised Infantry Brigade", Inf, 1), // G7
    unit(5, 3, "Heavy Artillery Division 816", Art, 1), // G8
    unit(6, 3, "Heavy Artillery Division 808", Art, 1), // G9
    unit(2, 4, "Artillery Regiment 73", Art, 1),   // G10
    unit(6, 4, "Heavy Artillery Division 620", Art, 1), // G11
    unit(2, 5, "1st Panzer Division", Arm, 2),     // G12
    unit(4, 5, "31st Infantry Division", Inf, 2),  // G13
    unit(6, 5, "Assault Gun Department 189", Arm, 1), // G14
    unit(1, 6, "Eastern Battalion 441", Inf, 0),   // G15
    unit(2, 6, "Heavy Mortar Battalion 441", Art, 1), // G16
    unit(6, 6, "9th Panzer Division", Arm, 1),     // G17
    unit(7, 6, "Heavy Artillery Division 637", Art, 1), // G18
    unit(1, 7, "11th Panzer Division", Arm, 2),    // G19
    unit(3, 7, "183rd Infantry Division", Inf, 1), // G20
    unit(6, 7, "78th Infantry Division", Inf, 2),  // G21
    unit(7, 7, "Heavy Artillery Division 740", Art, 1), // G22
    unit(1, 8, "19th Panzer Division", Arm, 1),    // G23
    unit(6, 8, "255th Infantry Division", Inf, 1), // G24
    unit(0, 9, "XXXXI Panzer Corps", Arm, 1),      // G25
    unit(1, 9, "56th Infantry Division", Inf, 1),  // G26
    unit(6, 9, "102nd Infantry Division", Inf, 1), // G27
];
