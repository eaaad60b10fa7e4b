use parlor_describe::TS;
use parlor_engine::{Departure, Seat, Viewer};
use serde::{Deserialize, Serialize};

use crate::action::Deployment;
use crate::cards::Cards;
use crate::dice::Roll;
use crate::state::{End, PhaseName};
use crate::world::TerritoryId;

/// What happened, in the order of rule page 3.4.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Claimed {
        seat: Seat,
        territory: TerritoryId,
    },
    Placed {
        seat: Seat,
        territory: TerritoryId,
    },
    TurnedIn {
        seat: Seat,
        cards: Cards,
        troops: u32,
    },
    Reinforced {
        seat: Seat,
        troops: Deployment,
    },
    Attacked {
        seat: Seat,
        defender: Seat,
        from: TerritoryId,
        to: TerritoryId,
        dice: u8,
    },
    /// Follows the attack, or precedes the defence roll if it was `hidden` until then.
    AttackRoll {
        seat: Seat,
        roll: Roll,
        hidden: bool,
    },
    DefenceRoll {
        seat: Seat,
        territory: TerritoryId,
        roll: Roll,
    },
    Battle(Battle),
    Eliminated {
        seat: Seat,
        by: Seat,
    },
    /// The hand of an eliminated seat changed hands; `cards` only to its new owner.
    Captured {
        seat: Seat,
        from: Seat,
        count: u8,
        cards: Option<Cards>,
    },
    Occupied {
        seat: Seat,
        from: TerritoryId,
        to: TerritoryId,
        troops: u32,
    },
    Transferred {
        seat: Seat,
        from: TerritoryId,
        to: TerritoryId,
        troops: u32,
    },
    Skipped {
        seat: Seat,
        phase: PhaseName,
    },
    /// `stars` only to its owner.
    Drew {
        seat: Seat,
        stars: Option<u8>,
    },
    NoCardsLeft,
    /// The clock took a decision; what it did follows.
    TimedOut {
        seat: Seat,
    },
    Departed {
        seat: Seat,
        how: Exit,
        then: Succession,
    },
    Ended {
        end: End,
    },
}

/// The result of a battle (rule page 3.3, DEFEND).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
pub struct Battle {
    pub attacker: Seat,
    pub defender: Seat,
    pub from: TerritoryId,
    pub to: TerritoryId,
    pub attack_roll: Roll,
    pub defence_roll: Roll,
    pub attacker_loses: u8,
    pub defender_loses: u8,
    pub fell: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Exit {
    Resigned,
    Left,
    TimedOut,
}

impl From<Departure> for Exit {
    fn from(how: Departure) -> Exit {
        match how {
            Departure::Resigned => Exit::Resigned,
            Departure::Left => Exit::Left,
            Departure::TimedOut => Exit::TimedOut,
        }
    }
}

/// What becomes of the seat of somebody who left (rule page 7.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Succession {
    MatchOver,
    Neutral,
    Bot,
}

impl Event {
    /// What a viewer learns (rule page 7.5).
    pub(crate) fn redacted(&self, viewer: Viewer) -> Event {
        match *self {
            Event::Drew { seat, stars } => Event::Drew {
                seat,
                stars: stars.filter(|_| viewer.is(seat)),
            },
            Event::Captured {
                seat,
                from,
                count,
                cards,
            } => Event::Captured {
                seat,
                from,
                count,
                cards: cards.filter(|_| viewer.is(seat)),
            },
            _ => self.clone(),
        }
    }

    pub(crate) fn reveals(&self) -> bool {
        matches!(
            self,
            Event::Drew { .. } | Event::Captured { .. } | Event::AttackRoll { hidden: true, .. }
        )
    }
}
