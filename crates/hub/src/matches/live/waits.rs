//! For whom a match waits, for those who tell people that it is their turn.

use parlor_engine::{Seat, Seq};

use super::LiveMatch;
use crate::people::PlayerId;
use crate::protocol::{Clock, Status};

/// People whose turn it is, in a match that is played over hours and days.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Waits {
    pub game: &'static str,
    /// The match came into memory a moment ago: who is with another node is not known yet.
    pub fresh: bool,
    pub people: Vec<Waited>,
}

/// One person for whom it waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waited {
    pub player: PlayerId,
    /// The entry after which their turn began, and when that was.
    pub since_seq: Seq,
    pub since_ms: i64,
    /// When their time is up, and how long they had.
    pub ends_ms: Option<i64>,
    pub full_ms: Option<i64>,
    /// They look at the match.
    pub here: bool,
    pub on_vacation: bool,
    pub opponents: Vec<String>,
}

/// Shorter than this, and people sit and wait for each other.
const SLOW_SECONDS: u32 = 3600;

impl LiveMatch {
    /// Keeps since when each seat has had to act; it goes on through several actions of one turn.
    pub(super) fn note_turns(&mut self, before: parlor_engine::SeatSet, at_ms: i64) {
        let now = self.matched.state().to_act();
        let seq = self.seq();
        for (seat, since) in (0..).map(Seat).zip(&mut self.turn_since) {
            if now.contains(seat) && !before.contains(seat) {
                *since = (seq, at_ms);
            }
        }
    }

    /// Nobody where it is played live, or by one person against the computer.
    pub fn waits(&self, now_ms: i64) -> Waits {
        let slow = match self.table.clock {
            Clock::None => true,
            Clock::PerMove { seconds } => seconds >= SLOW_SECONDS,
            Clock::Total { seconds, .. } => seconds >= 24 * SLOW_SECONDS,
        };
        let game = self.matched.state().meta().id;
        let running = self.table.status == Status::Running && !self.is_over();
        let mut people = Vec::new();
        if !slow || !running {
            return Waits {
                game,
                fresh: false,
                people,
            };
        }
        for seat in self.matched.state().to_act().iter() {
            let chair = self.table.chairs.get(seat.index());
            let sitter = chair.filter(|it| !it.left && it.bot.is_none());
            let Some(sitter) = sitter.and_then(|it| it.sitter.as_ref()) else {
                continue;
            };
            if self.other_people(seat).is_empty() {
                continue;
            }
            let (since_seq, since_ms) = self
                .turn_since
                .get(seat.index())
                .copied()
                .unwrap_or_default();
            let others = self.names.iter().enumerate();
            let others = others.filter(|(place, _)| *place != seat.index());
            people.push(Waited {
                player: sitter.player,
                since_seq,
                since_ms,
                ends_ms: self.clocks.ends_ms(seat.0, now_ms),
                full_ms: match self.table.clock {
                    Clock::None => None,
                    Clock::PerMove { seconds } | Clock::Total { seconds, .. } => {
                        Some(i64::from(seconds) * 1000)
                    }
                },
                here: self.is_here(seat.0, now_ms),
                on_vacation: self.clocks.is_away(seat.0, now_ms),
                opponents: others.map(|(_, name)| name.clone()).collect(),
            });
        }
        let age_ms = now_ms - self.loaded_ms;
        Waits {
            game,
            fresh: !self.policy.is_alone() && age_ms < self.policy.grace_ms / 2,
            people,
        }
    }
}
