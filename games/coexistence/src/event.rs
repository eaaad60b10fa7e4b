use parlor_describe::TS;
use parlor_engine::{Names, Seat};
use serde::{Deserialize, Serialize};

use crate::rules::other;
use crate::{Hand, Reason, Unit, letter};

/// What happened. Nothing of it is hidden from anybody.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Event {
    Attacked {
        seat: Seat,
        own: u8,
        target: u8,
        attacker_unit: Unit,
        target_unit: Unit,
        points: u8,
    },
    Passed {
        seat: Seat,
        /// Whether the clock passed for the player.
        by_clock: bool,
    },
    RoundOver {
        round: u8,
    },
    /// A later round starts. The first one is the opening position itself.
    Dealt {
        round: u8,
        hands: [Hand; 2],
        starts: Seat,
    },
    Left {
        seat: Seat,
        reason: Reason,
    },
    Over {
        /// None: both players lost.
        winner: Option<Seat>,
        reason: Reason,
        scores: [u8; 2],
        round: u8,
    },
}

/// What a player did last, kept in the state so that a page opened later can show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Last {
    Attacked {
        seat: Seat,
        own: u8,
        target: u8,
        attacker_unit: Unit,
        target_unit: Unit,
        points: u8,
    },
    Passed {
        seat: Seat,
        by_clock: bool,
    },
    Left {
        seat: Seat,
        reason: Reason,
    },
}

impl From<Last> for Event {
    fn from(last: Last) -> Event {
        match last {
            Last::Attacked {
                seat,
                own,
                target,
                attacker_unit,
                target_unit,
                points,
            } => Event::Attacked {
                seat,
                own,
                target,
                attacker_unit,
                target_unit,
                points,
            },
            Last::Passed { seat, by_clock } => Event::Passed { seat, by_clock },
            Last::Left { seat, reason } => Event::Left { seat, reason },
        }
    }
}

impl Event {
    pub(crate) fn describe(&self, names: Names<'_>) -> String {
        match *self {
            Event::Attacked {
                seat,
                own,
                target,
                attacker_unit,
                target_unit,
                points,
            } => format!(
                "{}'s {} {} kills {}'s {} {} for {}",
                names.of(seat),
                attacker_unit.name(),
                letter(own),
                names.of(other(seat)),
                target_unit.name(),
                letter(target),
                if points == 1 { "1 point" } else { "0 points" },
            ),
            Event::Passed {
                seat,
                by_clock: false,
            } => format!("{} passes", names.of(seat)),
            Event::Passed {
                seat,
                by_clock: true,
            } => format!("{} passes because the time is up", names.of(seat)),
            Event::RoundOver { round } => format!("Round {round} is over"),
            Event::Dealt { round, starts, .. } => {
                format!("Round {round} is dealt and {} starts", names.of(starts))
            }
            Event::Left { seat, reason } => match reason {
                Reason::Resigned => format!("{} resigns", names.of(seat)),
                Reason::Time => format!("{} ran out of time", names.of(seat)),
                _ => format!("{} left", names.of(seat)),
            },
            Event::Over {
                winner: Some(winner),
                reason: Reason::Points,
                scores,
                ..
            } => {
                let (own, enemy) = crate::rules::sides(scores, winner);
                format!("{} wins {own}:{enemy}", names.of(winner))
            }
            Event::Over {
                winner: Some(winner),
                ..
            } => format!("{} wins", names.of(winner)),
            Event::Over {
                winner: None,
                round,
                ..
            } => format!("Round {round} is reached and both players lose"),
        }
    }
}
