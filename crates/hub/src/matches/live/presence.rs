//! Who is here, or at another node: players, spectators, and since when a seat has been empty.

use std::collections::BTreeMap;

use parlor_engine::{Seat, SeatSet, Seq, Viewer};

use super::super::ConnId;
use super::{LiveMatch, Subscriber, is_conn};
use crate::bus::{BusMessage, NodeId};
use crate::people::PlayerId;
use crate::protocol::{ServerMessage, Watch};
use crate::{Code, Refusal};

/// The number of spectators is told at most this often: crowds come and go in no time.
const SPECTATORS_EVERY_MS: i64 = 1000;

/// The number of spectators that everybody was told last, and when.
#[derive(Clone, Copy, Debug)]
pub(super) struct SpectatorCount {
    told: u32,
    at_ms: i64,
}

impl Default for SpectatorCount {
    fn default() -> SpectatorCount {
        SpectatorCount {
            told: 0,
            at_ms: -SPECTATORS_EVERY_MS,
        }
    }
}

/// What other nodes say about who is with them.
#[derive(Clone, Debug)]
pub(super) struct RemotePresence {
    /// When each seat's person was last said to be there.
    seen_ms: Vec<Option<i64>>,
    /// Seats and spectators of each node, and when it said so.
    nodes: BTreeMap<NodeId, (SeatSet, u32, i64)>,
    /// What was last said about this node, and when.
    said: (SeatSet, u32, i64),
}

impl RemotePresence {
    pub(super) fn new(seats: usize) -> RemotePresence {
        RemotePresence {
            seen_ms: vec![None; seats],
            nodes: BTreeMap::new(),
            said: (SeatSet::EMPTY, 0, 0),
        }
    }

    /// Whether a seat's person is with another node.
    pub(super) fn is_there(&self, seat: Seat) -> bool {
        let mut nodes = self.nodes.values();
        nodes.any(|(seats, _, _)| seats.contains(seat))
    }
}

impl LiveMatch {
    /// Who is here, if other nodes have not heard of it or not for long.
    pub fn presence(&mut self, now_ms: i64) -> Option<BusMessage> {
        let seats = self.seats_here();
        let spectators = self.own_spectators();
        let (told, counted, at_ms) = self.remote.said;
        let empty = |seats, count| seats == SeatSet::EMPTY && count == 0;
        let nothing = empty(told, counted) && empty(seats, spectators);
        let age_ms = now_ms - at_ms;
        let changed = told != seats || (counted != spectators && age_ms >= SPECTATORS_EVERY_MS);
        if nothing || !(changed || age_ms >= self.policy.grace_ms / 3) {
            return None;
        }
        self.remote.said = (seats, spectators, now_ms);
        Some(BusMessage::Presence {
            match_id: self.id(),
            seats,
            spectators,
        })
    }

    /// Who is at another node.
    pub fn remote_presence(&mut self, node: NodeId, seats: SeatSet, spectators: u32, now_ms: i64) {
        for seat in seats.iter() {
            if let Some(seen) = self.remote.seen_ms.get_mut(seat.index()) {
                *seen = Some(now_ms);
            }
        }
        let known = &mut self.remote.nodes;
        let is_new = known.insert(node, (seats, spectators, now_ms)).is_none();
        known.retain(|_, (_, _, at_ms)| now_ms - *at_ms < self.policy.grace_ms);
        if is_new {
            // It does not know yet who is here.
            self.remote.said.2 = i64::MIN / 2;
        }
        self.came_back(seats);
        self.tell_spectators(now_ms);
        self.tell_presence();
    }

    pub fn subscribe(&mut self, subscriber: Subscriber, now_ms: i64) {
        self.last_used_ms = now_ms;
        self.subscribers
            .retain(|it| !is_conn(it, subscriber.outbox.conn()));
        for seat in self.seats_of(&subscriber).iter() {
            let absent = self.absent_since.get_mut(seat.index());
            if absent.is_some_and(|absent| absent.take().is_some()) {
                self.came_back(SeatSet::only(seat));
            }
        }
        if self.table.watch == Watch::FromStart && self.seq() == Seq::START {
            self.was_here.extend(subscriber.player);
        }
        self.subscribers.push(subscriber);
        self.tell_spectators(now_ms);
        self.tell_presence();
    }

    /// Whether somebody may look at the match now. Where only those may who were there at the first
    /// move, a name that was there may come back, and whoever has none stays by the connection.
    pub fn may_watch(
        &self,
        player: Option<PlayerId>,
        invite: Option<&str>,
        conn: Option<ConnId>,
    ) -> Result<(), Refusal> {
        if !self.table.may_watch(player, invite) {
            return Err(Refusal::no_watching());
        }
        let is_late =
            self.table.watch == Watch::FromStart && self.seq() > Seq::START && !self.is_over();
        let was_here = || {
            let seated = player.is_some_and(|player| self.table.seat_of(player).is_some());
            let follows = |conn| self.subscribers.iter().any(|it| is_conn(it, conn));
            seated
                || player.is_some_and(|player| self.was_here.contains(&player))
                || conn.is_some_and(follows)
        };
        if !is_late || was_here() {
            return Ok(());
        }
        let message = "only those who were there at the first move may watch this match";
        Err(Refusal::new(Code::MatchNoWatching, message))
    }

    pub fn unsubscribe(&mut self, conn: ConnId, now_ms: i64) {
        self.last_used_ms = now_ms;
        self.subscribers.retain(|it| !is_conn(it, conn));
        let here = self.seats_here();
        for (seat, absent) in (0..).map(Seat).zip(&mut self.absent_since) {
            if absent.is_none() && !here.contains(seat) {
                *absent = Some(now_ms);
            }
        }
        self.tell_spectators(now_ms);
        self.tell_presence();
    }

    /// A sign of life from somebody who uses no socket.
    pub fn seen(&mut self, player: Option<PlayerId>, now_ms: i64) {
        let shared = self
            .is_screen_of(player)
            .then(|| self.table.seats_at_screen());
        let own = || self.seat_of(player).into_iter().collect();
        for seat in shared.unwrap_or_else(own).iter() {
            if let Some(Some(absent)) = self.absent_since.get_mut(seat.index()) {
                *absent = now_ms;
            }
        }
    }

    /// Since when a seat's person has had no connection.
    pub fn absent_since(&self, seat: u8) -> Option<i64> {
        let place = usize::from(seat);
        let here = self.absent_since.get(place).copied().flatten()?;
        let elsewhere = self.remote.seen_ms.get(place).copied().flatten();
        Some(elsewhere.map_or(here, |seen| here.max(seen)))
    }

    /// Whether a seat's person looks at the match, here or at another node.
    pub(super) fn is_here(&self, seat: u8, now_ms: i64) -> bool {
        let place = usize::from(seat);
        let here = self.absent_since.get(place).is_some_and(Option::is_none);
        let elsewhere = self.remote.seen_ms.get(place).copied().flatten();
        here || elsewhere.is_some_and(|seen| now_ms - seen < self.policy.grace_ms)
    }

    /// The seats whose people follow the match at this node.
    fn seats_here(&self) -> SeatSet {
        let here = self.subscribers.iter();
        here.flat_map(|it| self.seats_of(it).iter()).collect()
    }

    fn own_spectators(&self) -> u32 {
        let looks_on =
            |it: &&Subscriber| it.viewer == Viewer::Spectator && !self.is_screen_of(it.player);
        self.subscribers.iter().filter(looks_on).count() as u32
    }

    pub(super) fn spectator_count(&self) -> u32 {
        let others = self.remote.nodes.values();
        self.own_spectators() + others.map(|&(_, count, _)| count).sum::<u32>()
    }

    /// When a changed number of spectators is to be told.
    pub(super) fn spectators_due_ms(&self) -> Option<i64> {
        let changed = self.spectator_count() != self.spectators.told;
        changed.then_some(self.spectators.at_ms + SPECTATORS_EVERY_MS)
    }

    /// Tells everybody how many look on, unless that was told a moment ago.
    pub(super) fn tell_spectators(&mut self, now_ms: i64) {
        if self.spectators_due_ms().is_none_or(|due| due > now_ms) {
            return;
        }
        let count = self.spectator_count();
        self.spectators = SpectatorCount {
            told: count,
            at_ms: now_ms,
        };
        self.broadcast(ServerMessage::Spectators {
            match_id: self.id(),
            count,
        });
    }
}
