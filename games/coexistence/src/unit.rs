use parlor_describe::TS;
use serde::{Deserialize, Serialize};

/// A card's type; section 1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Unit {
    Axe,
    Hammer,
    Sword,
    Arrow,
}

impl Unit {
    pub const ALL: [Unit; 4] = [Unit::Axe, Unit::Hammer, Unit::Sword, Unit::Arrow];

    /// The points for killing `target`, or `None` if this unit cannot kill it.
    pub fn points_for(self, target: Unit, arrow_duel: bool) -> Option<u8> {
        use Unit::{Arrow, Axe, Hammer, Sword};
        match (self, target) {
            (Axe, Hammer) | (Hammer, Sword) | (Sword, Axe) => Some(1),
            (Arrow, Arrow) => arrow_duel.then_some(0),
            (Arrow, _) | (_, Arrow) => Some(0),
            _ => None,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Unit::Axe => "axe",
            Unit::Hammer => "hammer",
            Unit::Sword => "sword",
            Unit::Arrow => "arrow",
        }
    }

    /// For the start of a sentence.
    pub fn title(self) -> &'static str {
        match self {
            Unit::Axe => "Axe",
            Unit::Hammer => "Hammer",
            Unit::Sword => "Sword",
            Unit::Arrow => "Arrow",
        }
    }

    pub fn with_article(self) -> &'static str {
        match self {
            Unit::Axe => "an axe",
            Unit::Hammer => "a hammer",
            Unit::Sword => "a sword",
            Unit::Arrow => "an arrow",
        }
    }

    /// The 3x3 picture of section 3.
    pub fn ascii(self) -> [&'static str; 3] {
        match self {
            Unit::Axe => ["<7>", " I ", " L "],
            Unit::Hammer => ["[=]", " | ", " | "],
            Unit::Sword => ["  /", " / ", "X  "],
            Unit::Arrow => [" ^ ", " | ", "/^\\"],
        }
    }
}
