use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Unit;

/// Columns A to F.
pub const COLUMNS: u8 = 6;

/// The letter of a column; `?` if there is no such column.
pub fn letter(column: u8) -> char {
    if column < COLUMNS {
        char::from(b'A' + column)
    } else {
        '?'
    }
}

/// The six cards of a player: for each type the set of columns where one lives.
///
/// Sets make a random move cheap to draw. In JSON a hand is an array of six: a type, or null
/// where the card is dead.
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "[Option<Unit>; 6]", into = "[Option<Unit>; 6]")]
pub struct Hand([u8; 4]);

impl Hand {
    /// The living unit in a column, if the column exists.
    pub fn unit(self, column: u8) -> Option<Unit> {
        if column >= COLUMNS {
            return None;
        }
        Unit::ALL
            .into_iter()
            .find(|&unit| self.columns_of(unit) >> column & 1 == 1)
    }

    /// The columns where a unit of this type lives, as bits.
    pub fn columns_of(self, unit: Unit) -> u8 {
        self.0[unit as usize]
    }

    pub fn count(self, unit: Unit) -> u8 {
        self.columns_of(unit).count_ones() as u8
    }

    /// How many units live.
    pub fn alive(self) -> u8 {
        self.living().count_ones() as u8
    }

    pub(crate) fn is_full(self) -> bool {
        self.alive() == COLUMNS
    }

    fn living(self) -> u8 {
        self.0.iter().fold(0, |all, columns| all | columns)
    }

    /// The columns of this hand that an enemy unit can attack.
    pub(crate) fn targets_of(self, attacker: Unit, arrow_duel: bool) -> u8 {
        let of = |unit| self.columns_of(unit);
        match attacker {
            Unit::Axe => of(Unit::Hammer) | of(Unit::Arrow),
            Unit::Hammer => of(Unit::Sword) | of(Unit::Arrow),
            Unit::Sword => of(Unit::Axe) | of(Unit::Arrow),
            Unit::Arrow if arrow_duel => self.living(),
            Unit::Arrow => of(Unit::Axe) | of(Unit::Hammer) | of(Unit::Sword),
        }
    }

    pub(crate) fn put(&mut self, column: u8, unit: Unit) {
        self.0[unit as usize] |= 1 << column;
    }

    pub(crate) fn kill(&mut self, column: u8) {
        for columns in &mut self.0 {
            *columns &= !(1 << column);
        }
    }
}

impl From<[Option<Unit>; 6]> for Hand {
    fn from(cards: [Option<Unit>; 6]) -> Hand {
        let mut hand = Hand::default();
        for (column, card) in cards.into_iter().enumerate() {
            if let Some(unit) = card {
                hand.put(column as u8, unit);
            }
        }
        hand
    }
}

impl From<Hand> for [Option<Unit>; 6] {
    fn from(hand: Hand) -> [Option<Unit>; 6] {
        std::array::from_fn(|column| hand.unit(column as u8))
    }
}

impl fmt::Debug for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries((0..COLUMNS).map(|column| self.unit(column).map(Unit::name)))
            .finish()
    }
}
