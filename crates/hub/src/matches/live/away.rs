//! When somebody has walked away: who is here, and what those who stayed may do about it.

use parlor_engine::{Act, Claim, JudgedLine, Seat, SeatSet, Seq};
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
        (live || quick) && !self.table.is_one_screen()
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
        let alone = self.table.is_one_screen();
        let chairs = (0..).zip(&self.table.chairs);
        let since = chairs.map(|(seat, chair)| {
            let person = chair.sitter.is_some() && chair.bot.is_none() && !chair.left;
            let waits = person && !alone && !self.remote.is_there(Seat(seat));
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
        // At a shared screen whoever is there may say it, also when it is nobody's turn there.
        let seat = match self.screen_voice() {
            Some(voice) if self.is_screen_of(queued.player()) => voice,
            _ => self.seat_asking(queued)?,
        };
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
        // Those beside whoever claims have stayed, too.
        let beside = self.table.seats_at_screen();
        let several = beside.contains(seat) && beside.len() > 1 && !away.is_empty();
        if stayed.is_empty() && !(several && claim == Claim::Win) {
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
        let offer = Offer::new(kind, seat, Seq::START, stayed, now_ms).claiming(away);
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
    use crate::bus::BusMessage;
    use crate::matches::live::{MatchCommand, MatchPolicy, Requester, Subscriber};
    use crate::matches::shard::TableRow;
    use crate::matches::{ConnId, Outbox};
    use crate::people::PlayerId;
    use crate::tables::{Sitter, Table};

    const DAY_MS: i64 = 86_400_000;
    const POLICY: MatchPolicy = MatchPolicy {
        delay_ms: 0,
        grace_ms: 60_000,
        most_entries: Seq(50_000),
        abandoned_ms: 21 * DAY_MS,
        fallback_ms: 0,
    };

    fn live() -> LiveMatch {
        live_of("marelles", 2)
    }

    /// The first has number 1 and seat 0.
    fn live_of(game: &str, people: u8) -> LiveMatch {
        let sitter = |player| Sitter {
            player: PlayerId(player),
            name: format!("Player {player}"),
        };
        let new = serde_json::from_value(json!({ "game": game, "seats": people })).unwrap();
        let (mut table, seed) = Table::new(&new, sitter(1), 0, &crate::random::System).unwrap();
        for seat in 1..=people {
            let share = Nonce([seat; 32]);
            table.join(sitter(seat.into()), None, None, share).unwrap();
        }
        let row = TableRow { table, version: 1 };
        let (entries, chat) = (Vec::new(), Vec::new());
        LiveMatch::load(row, seed, entries, chat, Default::default(), POLICY, 0).unwrap()
    }

    fn appends(effects: &[Effect]) -> bool {
        effects.iter().any(|it| matches!(it, Effect::Append { .. }))
    }

    fn look(live: &mut LiveMatch, now_ms: i64) -> ConnId {
        look_from(live, Seat(0), now_ms)
    }

    fn look_from(live: &mut LiveMatch, seat: Seat, now_ms: i64) -> ConnId {
        let (outbox, _queue) = Outbox::open();
        let conn = outbox.conn();
        let subscriber = Subscriber {
            outbox,
            player: Some(PlayerId(i64::from(seat.0) + 1)),
            viewer: Viewer::Seat(seat),
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

    /// The one who is asked sits at a node that knows more than the one where it was claimed: there
    /// the absent person has come back, and nobody had told the other node yet.
    #[test]
    fn nothing_is_agreed_on_against_somebody_who_is_back() {
        let later = 10 * POLICY.grace_ms;
        let (ann, bo, carol) = (Seat(0), Seat(1), Seat(2));
        for back in [true, false] {
            let mut live = live_of("obliteration", 3);
            look_from(&mut live, bo, 0);
            if back {
                look_from(&mut live, carol, later - 1);
            }
            let mut effects = Vec::new();
            let claimed = Offer::new(OfferKind::Draw, ann, Seq::START, SeatSet::only(bo), later)
                .claiming(SeatSet::only(carol));
            live.remote_offer(live.seq(), Some(claimed), &mut effects);
            let (outbox, mut queue) = Outbox::open();
            let requester = Requester {
                player: Some(PlayerId(2)),
                outbox,
            };
            let accept = MatchCommand::Answer { accept: true };
            live.submit(Some(requester), None, accept, later, &mut effects);
            assert_eq!(appends(&effects), !back);
            let told = queue.try_recv().ok().map(|out| format!("{out:?}"));
            assert_eq!(told.is_some_and(|it| it.contains("MatchNoOffer")), back);
            let withdrawn =
                |it: &Effect| matches!(it, Effect::Publish(BusMessage::Offer { offer: None, .. }));
            assert_eq!(
                effects.iter().any(withdrawn),
                back,
                "the other node hears it"
            );
            assert_eq!(live.offer.is_none(), back);
        }
    }

    #[test]
    fn nothing_is_claimed_while_other_nodes_cannot_be_heard() {
        let mut live = live();
        look(&mut live, 0);
        let later = 10 * POLICY.grace_ms;
        assert!(live.long_away(later).contains(Seat(1)));
        let queued = QueuedCommand {
            requester: Some(Requester {
                player: Some(PlayerId(1)),
                outbox: Outbox::open().0,
            }),
            command_id: None,
            command: MatchCommand::TimeUp,
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
