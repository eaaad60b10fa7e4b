//! What happened, and how much of it each viewer learns.

use std::borrow::Cow;

use parlor_describe::TS;
use parlor_engine::{Outcome, Viewer};
use serde::{Deserialize, Serialize};

use crate::position::Exit;
use crate::{Arm, Icon, Mars, Score, Side, Tile, UnitId};

/// A unit as its counter and tooltip show it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Unit {
    pub id: UnitId,
    pub side: Side,
    #[serde(rename = "type")]
    pub arm: Arm,
    pub icon: Icon,
    pub name: Cow<'static, str>,
    pub health: u8,
    pub veterancy: u8,
}

impl Unit {
    pub(crate) fn of(state: &Mars, id: UnitId) -> Unit {
        let record = id.record();
        Unit {
            id,
            side: id.side(),
            arm: record.icon.arm(),
            icon: record.icon,
            name: Cow::Borrowed(record.name),
            health: state.health(id),
            veterancy: state.veterancy(id),
        }
    }
}

/// A unit and its tile.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Placed {
    pub at: Tile,
    #[serde(flatten)]
    pub unit: Unit,
}

/// A unit changes its tile; an end out of sight is missing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Step {
    pub unit: Unit,
    pub from: Option<Tile>,
    pub to: Option<Tile>,
}

/// One of the two in a fight.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Fighter {
    pub at: Tile,
    /// After the fight; health 0 is dead, and then the veterancy is that of before.
    pub unit: Unit,
    pub health_before: u8,
    pub damage: u16,
    pub died: bool,
    /// Whether it gained a level of veterancy.
    pub promoted: bool,
    pub encircled: bool,
}

/// A town that changes hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Prize {
    pub name: Cow<'static, str>,
    pub points: u8,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Moved {
        side: Side,
        #[serde(flatten)]
        step: Step,
        /// Whether the other side sees the two ends; only the referee is told.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<[bool; 2]>,
    },
    Swapped {
        side: Side,
        steps: [Step; 2],
        /// Whether the other side sees the tiles where the first and the second one stood.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        seen: Option<[bool; 2]>,
    },
    Fought {
        side: Side,
        attacker: Fighter,
        defender: Fighter,
        /// Whether the defender had the help of a town.
        town: bool,
    },
    /// A tile changes its owner. Everybody sees the colour of every tile.
    Captured {
        side: Side,
        at: Tile,
        town: Option<Prize>,
    },
    /// Units that had no enemy near and now have one. Being near is mutual: both sides and the
    /// spectators see all of these, and know that they did not before.
    Sighted {
        units: Vec<Placed>,
    },
    /// A side without units had its turn.
    Passed {
        side: Side,
        turn: u16,
    },
    /// It is this side's turn now.
    Turn {
        side: Side,
        turn: u16,
    },
    Departed {
        side: Side,
        how: Exit,
    },
    Ended {
        outcome: Outcome,
        scores: [Score; 2],
        /// Whether everybody may see the whole board now.
        revealed: bool,
    },
}

impl Event {
    pub(crate) fn redacted(&self, viewer: Viewer) -> Option<Event> {
        if viewer == Viewer::Referee {
            return Some(self.clone());
        }
        match self {
            Event::Moved { side, step, seen } => {
                let Step { unit, from, to } = step;
                let [seen_from, seen_to] = sight(*side, *seen, viewer);
                (seen_from || seen_to).then(|| Event::Moved {
                    side: *side,
                    step: Step {
                        unit: unit.clone(),
                        from: from.filter(|_| seen_from),
                        to: to.filter(|_| seen_to),
                    },
                    seen: None,
                })
            }
            Event::Swapped { side, steps, seen } => {
                let [first, second] = steps;
                let steps = match sight(*side, *seen, viewer) {
                    [true, true] => steps.clone(),
                    [true, false] => one_end(first, second),
                    [false, true] => one_end(second, first),
                    [false, false] => return None,
                };
                Some(Event::Swapped {
                    side: *side,
                    steps,
                    seen: None,
                })
            }
            Event::Fought { .. }
            | Event::Captured { .. }
            | Event::Sighted { .. }
            | Event::Passed { .. }
            | Event::Turn { .. }
            | Event::Departed { .. }
            | Event::Ended { .. } => Some(self.clone()),
        }
    }

    /// Whether somebody learned what cannot be unlearned.
    pub(crate) fn reveal(events: &[Event]) -> bool {
        let captured = events
            .iter()
            .any(|event| matches!(event, Event::Captured { .. }));
        events.iter().any(|event| match event {
            Event::Fought { .. } | Event::Sighted { .. } => true,
            // A tile that changes colour under an unseen unit tells where the unit is.
            Event::Moved { seen, .. } => captured && !seen_to(*seen),
            Event::Ended { revealed, .. } => *revealed,
            _ => false,
        })
    }
}

fn seen_to(seen: Option<[bool; 2]>) -> bool {
    seen.is_some_and(|[_, to]| to)
}

/// Which ends of a movement a viewer sees. Strangers see what the other side sees.
fn sight(side: Side, seen: Option<[bool; 2]>, viewer: Viewer) -> [bool; 2] {
    if viewer.is(side.seat()) {
        [true; 2]
    } else {
        seen.unwrap_or_default()
    }
}

/// A swap of which one tile is in sight: one unit leaves it, another comes. Always told in this
/// order, and not which of them was ordered to swap: a diagonal swap is possible only for armour,
/// so that would say something of where the unseen tile may be.
fn one_end(leaves: &Step, comes: &Step) -> [Step; 2] {
    [
        Step {
            to: None,
            ..leaves.clone()
        },
        Step {
            from: None,
            ..comes.clone()
        },
    ]
}
