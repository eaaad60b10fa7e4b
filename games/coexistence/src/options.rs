use parlor_describe::TS;
use parlor_engine::{Chance, OptionKind, OptionSpec, Rejection};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::{COLUMNS, DEALT, Hand, Unit};

/// No type may be more often in a deck.
pub const LARGEST_COUNT: u16 = 1000;

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Options {
    /// Whether an arrow may kill an arrow, for 0 points; section 1.
    pub arrow_duel: bool,
    pub deck: Deck,
}

/// How often each type is in the deck; section 2.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
pub struct Deck {
    pub axe: u16,
    pub hammer: u16,
    pub sword: u16,
    pub arrow: u16,
}

impl Default for Deck {
    fn default() -> Deck {
        Deck {
            axe: 3,
            hammer: 3,
            sword: 3,
            arrow: 3,
        }
    }
}

impl Options {
    pub(crate) fn check(&self) -> Result<(), Rejection> {
        let counts = self.deck.counts();
        if counts.iter().any(|&count| count > LARGEST_COUNT.into()) {
            return Err(Rejection::option(format!(
                "a deck has at most {LARGEST_COUNT} of a type"
            )));
        }
        let cards: u32 = counts.iter().sum();
        if cards < u32::from(DEALT) {
            return Err(Rejection::option(format!(
                "a deck has at least {DEALT} cards, not {cards}"
            )));
        }
        Ok(())
    }

    pub(crate) fn specs() -> Vec<OptionSpec> {
        vec![
            OptionSpec::flag(
                "arrow_duel",
                false,
                "an arrow may kill an arrow, for 0 points",
            ),
            OptionSpec {
                name: "deck",
                kind: OptionKind::Counts {
                    keys: vec!["axe", "hammer", "sword", "arrow"],
                    min: 0,
                    max: LARGEST_COUNT.into(),
                    min_total: DEALT.into(),
                },
                default: json!(Deck::default()),
                about: "how many axes, hammers, swords and arrows are shuffled: \
                        0 to 1000 of each, at least 12 together; 12 are dealt each round",
            },
        ]
    }
}

impl Deck {
    pub fn count(self, unit: Unit) -> u16 {
        match unit {
            Unit::Axe => self.axe,
            Unit::Hammer => self.hammer,
            Unit::Sword => self.sword,
            Unit::Arrow => self.arrow,
        }
    }

    fn counts(self) -> [u32; 4] {
        Unit::ALL.map(|unit| self.count(unit).into())
    }

    /// Deals six cards to each seat: seat 0 first, columns A to F.
    ///
    /// Drawing from the counts gives the same hands, equally often, as shuffling the cards, and
    /// takes no longer for a big deck. Called at the very moment a round starts and with the
    /// chance of that entry: what will be dealt is never in the state, so it cannot leak.
    pub(crate) fn deal(self, chance: &mut dyn Chance) -> [Hand; 2] {
        let mut left = self.counts();
        let mut total: u32 = left.iter().sum();
        let mut hands = [Hand::default(); 2];
        for hand in &mut hands {
            for column in 0..COLUMNS {
                let mut place = chance.below(total);
                for unit in Unit::ALL {
                    let count = &mut left[unit as usize];
                    if place < *count {
                        *count -= 1;
                        hand.put(column, unit);
                        break;
                    }
                    place -= *count;
                }
                total -= 1;
            }
        }
        hands
    }
}
