//! When somebody has walked away: who is here, and what those who stayed may do about it.

use parlor_engine::{Act, Claim, JudgedLine, Seat, SeatSet};
use smallvec::smallvec;

use super::super::offer::Offer;
use super::command::Verdict;
use super::{Effect, LiveMatch, QueuedCommand};
use crate::protocol::{AwayView, Clock, OfferKind, ServerMessage};
use crate::{Code, Refusal};

/// Longer than this per action, and nobody is expected to sit and wait.
const LIVE_SECONDS: u32 = 3600;
/// Without a clock people have this many times the patience.
const NO_CLOCK: i64 = 5;
/// Where people sit and wait, whoever nobody claimed anything against has left after so many
/// times the grace.
const PATIENCE: i64 = 4;

impl LiveMatch {
    /// People sit and wait for each other.
    pub(super) fn is_live(&self) -> bool {
        let live = match self.table.clock {
            Clock::None => self.table.people().count() > 1 && self.table.conduct().absence_counts,
            Clock::PerMove { seconds } => seconds < LIVE_SECONDS,
            Clock::Total { .. } => true,
        };
        // Whoever was paired quickly sits and waits, too.
        let quick = self.table.quick && !matches!(self.table.clock, Clock::PerMove { .. });
        (live || quick) && !self.table.screen
    }

    /// How long somebody may be away before the others need not wait, at the pace of this table.
    pub(super) fn grace_ms(&self) -> i64 {
        match self.table.clock {
            Clock::PerMove { seconds } if seconds >= LIVE_SECONDS => i64::from(seconds) * 1000,
            Clock::None if !self.is_live() => NO_CLOCK * self.policy.grace_ms,
            _ => self.policy.grace_ms,
        }
    }

    /// When whoever nobody claimed anything against has left.
    pub(super) fn leaves_after_ms(&self) -> i64 {
        PATIENCE * self.policy.grace_ms
    }

    /// Since when each seat's person is not here; none for bots and those who are.
    fn away_since(&self) -> Vec<Option<i64>> {
        let chairs = (0..).zip(&self.table.chairs);
        let since = chairs.map(|(seat, chair)| {
            let person = chair.sitter.is_some() && chair.bot.is_none() && !chair.left;
            let waits = person && !self.table.screen && !self.remote.is_there(Seat(seat));
            self.absent_since(seat).filter(|_| waits)
        });
        since.collect()
    }

    pub(super) fn away_view(&self) -> AwayView {
        AwayView {
            since_ms: self.away_since(),
            grace_ms: self.grace_ms(),
        }
    }

    /// People who have been away for longer than the table's pace allows.
    pub fn long_away(&self, now_ms: i64) -> SeatSet {
        let grace = self.grace_ms();
        let since = (0..).map(Seat).zip(self.away_since());
        since
            .filter(|(_, since)| since.is_some_and(|since| now_ms - since >= grace))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Everybody hears who comes and goes.
    pub(super) fn tell_presence(&mut self) {
        let away = self.away_view();
        if self.told_away.as_ref() == Some(&away) || self.is_over() {
            return;
        }
        self.broadcast(ServerMessage::Presence {
            match_id: self.id(),
            away: away.clone(),
        });
        self.told_away = Some(away);
    }

    /// Whoever is back ends what was claimed against them and not yet agreed on.
    pub(super) fn came_back(&mut self, seats: SeatSet) {
        let against = |offer: &Offer| offer.away.iter().any(|seat| seats.contains(seat));
        if self.offer.as_ref().is_some_and(against) {
            self.offer = None;
            self.tell_offer();
        }
    }

    pub(super) fn judge_claim(
        &mut self,
        queued: &QueuedCommand,
        claim: Claim,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) -> Verdict {
        let seat = self.seat_asking(queued)?;
        if self.is_over() {
            return Err(Refusal::new(Code::MatchOver, "the match is over"));
        }
        let others = self.other_people(seat);
        let long = self.long_away(now_ms);
        let away: SeatSet = others.iter().filter(|&it| long.contains(it)).collect();
        let stayed: SeatSet = others.iter().filter(|&it| !long.contains(it)).collect();
        // Calling it off needs nobody's absence, only everybody's consent.
        if away.is_empty() && claim != Claim::Abort {
            let message = "everybody is here, or has only just gone";
            return Err(Refusal::new(Code::TableStillHere, message));
        }
        // They may be with a node that cannot be heard.
        if self.blind && !away.is_empty() {
            return Err(Refusal::unavailable());
        }
        if stayed.is_empty() || self.table.screen {
            return Ok(smallvec![self.matched.judge(Act::Claim {
                seat,
                claim,
                away,
            })?]);
        }
        let kind = match claim {
            Claim::Win => {
                let message = "several have stayed: nobody alone can claim the win";
                return Err(Refusal::new(Code::MatchNotAlone, message));
            }
            Claim::Draw => OfferKind::Draw,
            Claim::Abort => OfferKind::Abort,
        };
        let offer = Offer::new(kind, seat.0, 0, stayed, now_ms).claiming(away);
        self.make_offer(offer, queued, effects);
        Ok(JudgedLine::new())
    }

    /// When a match that nobody comes back to ends by itself; not while somebody is here.
    pub(super) fn abandoned_ms(&self) -> Option<i64> {
        let here = |seat: &Option<i64>| seat.is_none();
        let screens = self.table.screen && !self.subscribers.is_empty();
        if self.is_over() || screens || self.absent_since.iter().any(here) {
            return None;
        }
        let last = self.times.last().copied();
        let last = last
            .or(self.table.started_ms)
            .unwrap_or(self.table.created_ms);
        let pace = match self.table.clock {
            Clock::PerMove { seconds } | Clock::Total { seconds, .. } => i64::from(seconds) * 2000,
            Clock::None => 0,
        };
        Some(last + self.policy.abandoned_ms.max(pace))
    }
}

#[cfg(test)]
mod tests {
    use parlor_engine::{Nonce, OutcomeKind, Viewer};
    use serde_json::json;

    use super::*;
    use crate::matches::live::{MatchPolicy, Subscriber};
    use crate::matches::shard::TableRow;
    use crate::matches::{ConnId, Outbox};
    use crate::people::PlayerId;
    use crate::tables::{Sitter, Table};

    const DAY_MS: i64 = 86_400_000;
    const POLICY: MatchPolicy = MatchPolicy {
        delay_ms: 0,
        grace_ms: 60_000,
        abandoned_ms: 21 * DAY_MS,
        fallback_ms: 0,
    };

    fn live() -> LiveMatch {
        let sitter = |player, name: &str| Sitter {
            player: PlayerId(player),
            name: name.to_owned(),
        };
        let new = serde_json::from_value(json!({ "game": "marelles" })).unwrap();
        let ann = sitter(1, "Ann");
        let (mut table, seed) = Table::new(&new, ann.clone(), 0, &crate::random::System).unwrap();
        table.join(ann, None, None, Nonce([1; 32])).unwrap();
        let bo = sitter(2, "Bo");
        table.join(bo, None, None, Nonce([2; 32])).unwrap();
        let row = TableRow { table, version: 1 };
        let (entries, chat) = (Vec::new(), Vec::new());
        LiveMatch::load(row, seed, entries, chat, Default::default(), POLICY, 0).unwrap()
    }

    fn appends(effects: &[Effect]) -> bool {
        effects.iter().any(|it| matches!(it, Effect::Append { .. }))
    }

    fn look(live: &mut LiveMatch, now_ms: i64) -> ConnId {
        let (outbox, _queue) = Outbox::open();
        let conn = outbox.conn();
        let subscriber = Subscriber {
            outbox,
            player: Some(PlayerId(1)),
            viewer: Viewer::Seat(Seat(0)),
            covered: false,
        };
        live.subscribe(subscriber, now_ms);
        conn
    }

    #[test]
    fn a_match_nobody_comes_back_to_ends_unrated() {
        let mut live = live();
        let mut effects = Vec::new();
        live.schedule(0, &mut effects);
        let due = 21 * DAY_MS;
        assert!(
            matches!(effects.pop(), Some(Effect::WakeAt { due_ms, .. }) if due_ms == due),
            "{effects:?}"
        );
        live.on_timer(due - 1, &mut effects);
        assert!(!appends(&effects));
        live.on_timer(due, &mut effects);
        assert!(appends(&effects));
        live.appended(true, due, &mut effects);
        let outcome = live.matched().state().outcome().unwrap();
        assert_eq!(outcome.kind, OutcomeKind::Aborted);
        effects.clear();
        live.on_timer(2 * due, &mut effects);
        assert!(!appends(&effects), "once");
    }

    #[test]
    fn whoever_looks_keeps_it() {
        let mut live = live();
        let mut effects = Vec::new();
        let conn = look(&mut live, 0);
        live.on_timer(30 * DAY_MS, &mut effects);
        assert!(!appends(&effects));
        live.unsubscribe(conn, 30 * DAY_MS);
        live.on_timer(30 * DAY_MS + 1, &mut effects);
        assert!(appends(&effects));
    }

    #[test]
    fn nothing_is_claimed_while_other_nodes_cannot_be_heard() {
        let mut live = live();
        look(&mut live, 0);
        let later = 10 * POLICY.grace_ms;
        assert!(live.long_away(later).contains(Seat(1)));
        let queued = QueuedCommand {
            requester: Some(super::super::Requester {
                player: Some(PlayerId(1)),
                outbox: Outbox::open().0,
            }),
            command_id: None,
            command: super::super::MatchCommand::TimeUp,
            fresh: false,
        };
        live.set_blind(true);
        let refused = live.judge_claim(&queued, Claim::Win, later, &mut Vec::new());
        assert_eq!(refused.unwrap_err().code, Code::ServerUnavailable);
        live.set_blind(false);
        let judged = live.judge_claim(&queued, Claim::Win, later, &mut Vec::new());
        assert_eq!(judged.unwrap().len(), 1);
    }
}
