//! Cards (rule page 4): 30 with one star, 12 with two, and nothing else on them.

use parlor_describe::TS;
use parlor_engine::{Chance, shuffle};
use serde::{Deserialize, Serialize};

use crate::CardTable;

pub(crate) const ONE_STARS: u8 = 30;
pub(crate) const TWO_STARS: u8 = 12;
pub const CARD_COUNT: u8 = ONE_STARS + TWO_STARS;

/// A multiset of cards, written as a rising list of their stars.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
#[ts(as = "Vec<u8>")]
pub struct Cards {
    pub ones: u8,
    pub twos: u8,
}

impl Cards {
    pub const NONE: Cards = Cards { ones: 0, twos: 0 };

    pub const ALL: Cards = Cards {
        ones: ONE_STARS,
        twos: TWO_STARS,
    };

    /// The multiset of a list of stars; `None` if a card is neither a 1 nor a 2 or there are more
    /// than 42.
    pub fn of(stars: impl IntoIterator<Item = u8>) -> Option<Cards> {
        let mut cards = Cards::NONE;
        for card in stars {
            cards.add(card)?;
            if cards.count() > CARD_COUNT {
                return None;
            }
        }
        Some(cards)
    }

    pub fn count(self) -> u8 {
        self.ones.saturating_add(self.twos)
    }

    pub fn is_empty(self) -> bool {
        self == Cards::NONE
    }

    pub fn stars(self) -> u32 {
        u32::from(self.ones) + 2 * u32::from(self.twos)
    }

    /// Rising.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        std::iter::repeat_n(1, usize::from(self.ones))
            .chain(std::iter::repeat_n(2, usize::from(self.twos)))
    }

    /// Whether each value is held at least as often as it is asked for.
    pub fn holds(self, asked: Cards) -> bool {
        asked.ones <= self.ones && asked.twos <= self.twos
    }

    pub fn add(&mut self, card: u8) -> Option<()> {
        match card {
            1 => self.ones += 1,
            2 => self.twos += 1,
            _ => return None,
        }
        Some(())
    }

    pub fn plus(self, other: Cards) -> Cards {
        Cards {
            ones: self.ones.saturating_add(other.ones),
            twos: self.twos.saturating_add(other.twos),
        }
    }

    pub fn minus(self, other: Cards) -> Cards {
        Cards {
            ones: self.ones.saturating_sub(other.ones),
            twos: self.twos.saturating_sub(other.twos),
        }
    }
}

impl From<Cards> for Vec<u8> {
    fn from(cards: Cards) -> Vec<u8> {
        cards.iter().collect()
    }
}

impl TryFrom<Vec<u8>> for Cards {
    type Error = &'static str;

    fn try_from(stars: Vec<u8>) -> Result<Cards, &'static str> {
        Cards::of(stars).ok_or("cards are at most 42 ones and twos")
    }
}

/// What a trade is worth in troops; `None` if the table knows no such trade (rule page 4).
pub fn trade(table: CardTable, cards: Cards) -> Option<u32> {
    const STAR_2008: [u32; 9] = [2, 4, 7, 10, 13, 17, 21, 25, 30];
    match (table, cards.stars()) {
        (_, 0) => None,
        (CardTable::Linear, stars) => Some(stars),
        (CardTable::Star2008, stars) => STAR_2008.get((stars as usize).checked_sub(2)?).copied(),
    }
}

/// The most that any trade brings.
pub(crate) fn richest_trade(table: CardTable) -> u32 {
    match table {
        CardTable::Linear => Cards::ALL.stars(),
        CardTable::Star2008 => 30,
    }
}

/// The face-down cards. Nothing ever returns to them. The last of the list is the top.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(into = "Vec<u8>", try_from = "Vec<u8>")]
#[ts(as = "Vec<u8>")]
pub struct Pool {
    /// Bit `i` is set if card `i` from the bottom has two stars.
    twos: u64,
    left: u8,
}

impl Pool {
    pub fn empty() -> Pool {
        Pool { twos: 0, left: 0 }
    }

    pub fn shuffled(cards: Cards, chance: &mut (impl Chance + ?Sized)) -> Pool {
        let mut order: Vec<u8> = cards.iter().collect();
        shuffle(&mut order, chance);
        Pool::from_order(&order).unwrap_or_else(Pool::empty)
    }

    /// From the bottom to the top; `None` if these are no cards.
    pub fn from_order(order: &[u8]) -> Option<Pool> {
        let cards = Cards::of(order.iter().copied())?;
        let twos = order.iter().enumerate().fold(0, |twos, (place, &card)| {
            twos | u64::from(card == 2) << place
        });
        Some(Pool {
            twos,
            left: cards.count(),
        })
    }

    pub fn left(&self) -> u8 {
        self.left
    }

    pub fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// The top card, or none if there is none (the −1 of the rule page).
    pub fn draw(&mut self) -> Option<u8> {
        self.left = self.left.checked_sub(1)?;
        let card = 1 + (self.twos >> self.left & 1) as u8;
        self.twos &= !(1 << self.left);
        Some(card)
    }

    pub fn cards(&self) -> Cards {
        let twos = self.twos.count_ones() as u8;
        Cards {
            ones: self.left - twos,
            twos,
        }
    }
}

impl From<Pool> for Vec<u8> {
    fn from(pool: Pool) -> Vec<u8> {
        (0..pool.left)
            .map(|place| 1 + (pool.twos >> place & 1) as u8)
            .collect()
    }
}

impl TryFrom<Vec<u8>> for Pool {
    type Error = &'static str;

    fn try_from(order: Vec<u8>) -> Result<Pool, &'static str> {
        Pool::from_order(&order).ok_or("a pool is at most 42 ones and twos")
    }
}
