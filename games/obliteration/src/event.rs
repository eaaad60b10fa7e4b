use parlor_describe::TS;
use parlor_engine::{Names, Seat};
use serde::{Deserialize, Serialize};

use crate::hex::{DIRECTIONS, Hex};
use crate::verdict::{How, Reason};

/// What happened. Eight bytes each: the conversions of a move are also the queue of its search,
/// so they are kept small.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Event {
    /// Wave 0: the turned hex and its new rotation.
    Turned {
        seat: Seat,
        x: u8,
        y: u8,
        rotation: u8,
    },
    /// A hex that now belongs to `seat`. Waves count from 1 and come in order, each sorted by
    /// `(x, y)` (section 2.4).
    Converted {
        seat: Seat,
        x: u8,
        y: u8,
        wave: u16,
        /// Whose it was; none if neutral.
        from: Option<Seat>,
    },
    /// A seat has lost its last hex and is out for good.
    Eliminated {
        seat: Seat,
    },
    /// A seat has left; `freed` of its hexes have become neutral.
    Left {
        seat: Seat,
        how: How,
        freed: u16,
    },
    Over {
        winner: Seat,
        reason: Reason,
    },
}

impl Event {
    /// The hex that was turned or converted.
    pub(crate) fn hex(self) -> Option<Hex> {
        match self {
            Event::Turned { x, y, .. } | Event::Converted { x, y, .. } => Some(Hex { x, y }),
            _ => None,
        }
    }

    pub(crate) fn describe(self, names: Names<'_>) -> String {
        match self {
            Event::Turned {
                seat,
                x,
                y,
                rotation,
            } => {
                let direction = DIRECTIONS[usize::from(rotation % 6)];
                format!(
                    "{} turns {x},{y}: it points {direction} now",
                    names.of(seat)
                )
            }
            Event::Converted {
                seat,
                x,
                y,
                wave,
                from,
            } => {
                let from = from.map_or("nobody".into(), |from| names.of(from));
                format!(
                    "{} takes {x},{y} from {from} in wave {wave}",
                    names.of(seat)
                )
            }
            Event::Eliminated { seat } => {
                format!("{} has no hexes left and is out", names.of(seat))
            }
            Event::Left { seat, how, freed } => {
                let verb = match how {
                    How::Resigned => "resigns",
                    How::Time => "runs out of time",
                    How::Left | How::Obliterated => "leaves",
                };
                let name = names.of(seat);
                match freed {
                    0 => format!("{name} {verb}"),
                    1 => format!("{name} {verb} and 1 hex becomes neutral"),
                    _ => format!("{name} {verb} and {freed} hexes become neutral"),
                }
            }
            Event::Over { winner, reason } => {
                format!("{} wins {}", names.of(winner), reason.words())
            }
        }
    }
}

/// The waves of a move for an animation: wave 0 is the turned hex, the others are converted one
/// after the other (section 2.4). Empty if the events hold no move.
pub fn waves(events: &[Event]) -> Vec<Vec<Hex>> {
    let mut waves: Vec<Vec<Hex>> = Vec::new();
    for event in events {
        match *event {
            Event::Turned { x, y, .. } => waves.push(vec![Hex { x, y }]),
            Event::Converted { x, y, wave, .. } => {
                if waves.len() <= usize::from(wave) {
                    waves.push(Vec::new());
                }
                if let Some(last) = waves.last_mut() {
                    last.push(Hex { x, y });
                }
            }
            _ => {}
        }
    }
    waves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_small() {
        assert_eq!(size_of::<Event>(), 8);
    }
}
