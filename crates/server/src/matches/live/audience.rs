//! Who is here: players, spectators, and since when a seat has been empty.

use parlor_engine::Viewer;

use super::super::ConnId;
use super::{Live, Subscriber, is_conn};
use crate::people::PlayerId;
use crate::protocol::ServerMessage;

/// The number of spectators is told at most this often: crowds come and go in no time.
const SPECTATORS_EVERY_MS: i64 = 1000;

/// The number of spectators that everybody was told last, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct Crowd {
    told: u32,
    at_ms: i64,
}

impl Default for Crowd {
    fn default() -> Crowd {
        Crowd {
            told: 0,
            at_ms: -SPECTATORS_EVERY_MS,
        }
    }
}

impl Live {
    pub fn subscribe(&mut self, subscriber: Subscriber, now_ms: i64) {
        self.last_used_ms = now_ms;
        self.subscribers
            .retain(|it| !is_conn(it, subscriber.outbox.conn()));
        if let Some(seat) = subscriber.viewer.seat()
            && let Some(absent) = self.absent_since.get_mut(seat.index())
        {
            *absent = None;
        }
        self.subscribers.push(subscriber);
        self.tell_spectators(now_ms);
    }

    pub fn unsubscribe(&mut self, conn: ConnId, now_ms: i64) {
        self.last_used_ms = now_ms;
        self.subscribers.retain(|it| !is_conn(it, conn));
        for (seat, absent) in self.absent_since.iter_mut().enumerate() {
            let here = |it: &Subscriber| it.viewer.seat().is_some_and(|own| own.index() == seat);
            if absent.is_none() && !self.subscribers.iter().any(here) {
                *absent = Some(now_ms);
            }
        }
        self.tell_spectators(now_ms);
    }

    /// A sign of life from somebody who uses no socket.
    pub fn seen(&mut self, player: Option<PlayerId>, now_ms: i64) {
        if let Some(seat) = self.seat_of(player)
            && let Some(Some(absent)) = self.absent_since.get_mut(seat.index())
        {
            *absent = now_ms;
        }
    }

    /// Since when a seat's person has had no connection.
    pub fn absent_since(&self, seat: u8) -> Option<i64> {
        self.absent_since.get(usize::from(seat)).copied().flatten()
    }

    pub(super) fn spectators(&self) -> u32 {
        let looks_on = |it: &&Subscriber| it.viewer == Viewer::Spectator;
        self.subscribers.iter().filter(looks_on).count() as u32
    }

    /// When a changed number of spectators is to be told.
    pub(super) fn crowd_due_ms(&self) -> Option<i64> {
        let changed = self.spectators() != self.crowd.told;
        changed.then_some(self.crowd.at_ms + SPECTATORS_EVERY_MS)
    }

    /// Tells everybody how many look on, unless that was told a moment ago.
    pub(super) fn tell_spectators(&mut self, now_ms: i64) {
        if self.crowd_due_ms().is_none_or(|due| due > now_ms) {
            return;
        }
        let count = self.spectators();
        self.crowd = Crowd {
            told: count,
            at_ms: now_ms,
        };
        self.broadcast(&ServerMessage::Spectators {
            game_match: self.table.id.clone(),
            count,
        });
    }
}
