use std::fmt;

use parlor_describe::TS;
use serde::{Deserialize, Serialize};

use crate::{Columns, Unit};

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
#[derive(Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(from = "[Option<Unit>; 6]", into = "[Option<Unit>; 6]")]
#[ts(as = "[Option<Unit>; 6]")]
pub struct Hand([Columns; 4]);

impl Hand {
    /// The living unit in a column, if the column exists.
    pub fn unit(self, column: u8) -> Option<Unit> {
        Unit::ALL
            .into_iter()
            .find(|&unit| self.columns_of(unit).has(column))
    }

    /// Where units of this type live.
    pub fn columns_of(self, unit: Unit) -> Columns {
        self.0[unit as usize]
    }

    pub fn count(self, unit: Unit) -> u8 {
        self.columns_of(unit).len() as u8
    }

    /// Where any unit lives.
    pub fn living(self) -> Columns {
        let [axes, hammers, swords, arrows] = self.0;
        axes.union(hammers).union(swords).union(arrows)
    }

    /// How many units live.
    pub fn alive(self) -> u8 {
        self.living().len() as u8
    }

    pub(crate) fn is_full(self) -> bool {
        self.alive() == COLUMNS
    }

    /// What an enemy unit can attack in this hand.
    pub fn targets_of(self, attacker: Unit, arrow_duel: bool) -> Columns {
        let [axes, hammers, swords, arrows] = self.0;
        match attacker {
            Unit::Axe => hammers.union(arrows),
            Unit::Hammer => swords.union(arrows),
            Unit::Sword => axes.union(arrows),
            Unit::Arrow if arrow_duel => self.living(),
            Unit::Arrow => axes.union(hammers).union(swords),
        }
    }

    pub(crate) fn put(&mut self, column: u8, unit: Unit) {
        self.0[unit as usize].insert(column);
    }

    pub(crate) fn kill(&mut self, column: u8) {
        for columns in &mut self.0 {
            columns.remove(column);
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
