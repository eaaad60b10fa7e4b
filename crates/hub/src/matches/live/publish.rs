//! What viewers are told. Everything that leaves a match is made here, per viewer.

use std::collections::VecDeque;
use std::sync::Arc;

use parlor_engine::{
    Act, AnyEvents, AnyState, Claim, Entry, Legal, Names, Seat, Sentences, Seq, Viewer,
};
use smallvec::smallvec;

use super::super::closed_log::ClosedLog;
use super::super::offer::Offer;
use super::super::outbox::SharedMessage;
use super::append::Events;
use super::{Effect, LiveMatch, QueuedCommand, is_conn};
use crate::people::PlayerId;
use crate::protocol::{
    ChatLine, LogLine, LogPage, MatchSnapshot, MatchUpdate, Raw, ServerMessage, Status, Watch,
};
use crate::{Code, CommandId, Refusal};

/// A client that missed more than this gets the position and is told to read the log.
const MOST_MISSED: u32 = 200;
/// Lines of the log in one answer, so that no question keeps a shard busy for long.
const LOG_PAGE: u32 = 500;

/// What spectators of a delayed match get later, with when they do.
#[derive(Debug, Default)]
pub(super) struct HeldBack(VecDeque<(i64, Arc<SharedMessage>)>);

impl HeldBack {
    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// When the next is due.
    pub(super) fn next_ms(&self) -> Option<i64> {
        self.0.front().map(|&(due, _)| due)
    }

    fn pop_due(&mut self, now_ms: i64) -> Option<Arc<SharedMessage>> {
        self.next_ms().filter(|&due| due <= now_ms)?;
        self.0.pop_front().map(|(_, update)| update)
    }

    /// The first entry that is still held back.
    fn first_seq(&self, now_ms: i64) -> Option<Seq> {
        let (_, message) = self.0.iter().find(|(due, _)| *due > now_ms)?;
        match &***message {
            // Entries that came together are told together.
            ServerMessage::Update(update) => update.log.first().map(|line| line.seq),
            _ => None,
        }
    }
}

/// What was made for one viewer and is the same for others.
#[derive(Default)]
pub(super) struct Shared {
    /// Of a game that hides nothing: there everybody learns the same of an entry.
    log: Option<Arc<[LogLine]>>,
    updates: Vec<(Viewer, Arc<SharedMessage>)>,
}

impl LiveMatch {
    /// The log has grown by these entries, because of this command: everybody who follows the match
    /// gets what their eyes may see, and the one who asked the acknowledgement with it.
    pub(super) fn publish(
        &mut self,
        events: &[Events],
        by: Option<&QueuedCommand>,
        now_ms: i64,
        effects: &mut Vec<Effect>,
    ) {
        let requester = by.and_then(|it| Some((it.requester.as_ref()?, it.command_id.as_ref())));
        self.subscribers.retain(|it| !it.outbox.is_closed());
        let delayed = self.is_delayed();
        if !delayed {
            // The end is told at once, but not before what led to it.
            self.release(i64::MAX);
        }
        let mut acknowledged = requester.is_none();
        let mut shared = Shared::default();
        for subscriber in &self.subscribers {
            let viewer = subscriber.viewer;
            if self.is_screen_of(subscriber.player) {
                continue;
            }
            if delayed && viewer == Viewer::Spectator {
                continue;
            }
            let own = requester.filter(|(it, _)| is_conn(subscriber, it.outbox.conn()));
            let update = if let Some((_, id)) = own {
                acknowledged = true;
                let log = self.news(viewer, events, &mut shared);
                self.update(viewer, log, id.cloned(), now_ms)
            } else if let Some((_, update)) = shared.updates.iter().find(|(it, _)| *it == viewer) {
                update.clone()
            } else {
                let log = self.news(viewer, events, &mut shared);
                let update = self.update(viewer, log, None, now_ms);
                // Two people at two seats share nothing: only a crowd is worth a list.
                if self.subscribers.len() > 2 {
                    shared.updates.push((viewer, update.clone()));
                }
                update
            };
            // Those who play are not kept waiting until their connection's task has its turn. A
            // crowd is left to its tasks: it would keep other matches waiting.
            if viewer.seat().is_some() {
                subscriber.outbox.post(&update);
                effects.push(Effect::Flush(subscriber.outbox.clone()));
            } else {
                subscriber.outbox.share(&update);
            }
        }
        if self.table.screen {
            acknowledged |= self.publish_screens(events, requester, now_ms, effects);
        }
        if !acknowledged && let Some((requester, id)) = requester {
            requester.outbox.done(id.cloned());
        }
        if self.is_over() {
            self.tell_whole_chat(self.table.watch == Watch::Delayed);
        }
        self.hold_back(events, now_ms);
        // They may have been on their way for longer than that.
        self.release(now_ms);
    }

    /// Spectators hear of everything later.
    fn is_delayed(&self) -> bool {
        self.table.watch == Watch::Delayed && !self.is_over()
    }

    /// Keeps the latest entries for the spectators of a delayed match.
    pub(super) fn hold_back(&mut self, events: &[Events], now_ms: i64) {
        let made_ms = self.times.last().copied().unwrap_or(now_ms);
        let due_ms = made_ms + self.policy.delay_ms;
        if self.is_delayed() && (due_ms > now_ms || !self.subscribers.is_empty()) {
            let log = self.news(Viewer::Spectator, events, &mut Shared::default());
            let update = self.update(Viewer::Spectator, log, None, now_ms);
            self.held_back.0.push_back((due_ms, update));
        }
    }

    /// The latest entries as a viewer may know them.
    pub(super) fn news(
        &self,
        viewer: Viewer,
        events: &[Events],
        shared: &mut Shared,
    ) -> Arc<[LogLine]> {
        if let Some(log) = &shared.log {
            return log.clone();
        }
        let latest = self.matched.log().iter().rev().take(events.len()).rev();
        let lines = latest
            .zip(events)
            .map(|(entry, events)| self.line(entry, events.as_deref(), viewer));
        let log: Arc<[LogLine]> = lines.collect();
        if !self.matched.state().meta().hidden {
            shared.log = Some(log.clone());
        }
        log
    }

    pub(super) fn update(
        &self,
        viewer: Viewer,
        log: Arc<[LogLine]>,
        id: Option<CommandId>,
        now_ms: i64,
    ) -> Arc<SharedMessage> {
        let state = self.matched.state();
        let asked = self.asked(viewer);
        let Legal { actions, pattern } = legal_for(state, asked);
        // A running clock would tell those who are behind whose turn it is.
        let late = self.is_delayed() && viewer == Viewer::Spectator;
        let clock = (!late).then(|| self.clocks.view(now_ms)).flatten();
        SharedMessage::new(ServerMessage::Update(MatchUpdate {
            match_id: self.id(),
            seq: self.seq(),
            id,
            log,
            view: Raw(state.raw_view(viewer)),
            to_act: state.to_act(),
            legal: actions,
            pattern,
            outcome: state.outcome(),
            clock,
            seat: asked.filter(|_| self.table.screen).map(|seat| seat.0),
            viewer,
        }))
    }

    fn line(&self, entry: &Entry, events: Option<&dyn AnyEvents>, viewer: Viewer) -> LogLine {
        let words = match (events, &entry.act) {
            (Some(events), _) => events.words(viewer, Names(&self.names)),
            (None, Act::TakeBack { seat, to }) => {
                let who = Names(&self.names).of(*seat);
                smallvec![format!("{who} took back to move {to}")]
            }
            (None, Act::Claim { seat, claim, .. }) => {
                let who = Names(&self.names).of(*seat);
                smallvec![match claim {
                    Claim::Win => format!("{who} stayed and claims the win"),
                    Claim::Draw => format!("{who} stayed and calls it a draw"),
                    Claim::Abort => format!("{who} calls the match off"),
                }]
            }
            (None, Act::Abandon) => smallvec!["nobody came back to the match".to_owned()],
            (None, Act::Ruling { .. }) => {
                smallvec!["the house has decided how the match ended".to_owned()]
            }
            _ => Sentences::new(),
        };
        LogLine {
            seq: entry.seq,
            kind: entry.act.kind(),
            seat: entry.act.seat().map(|seat| seat.0),
            events: events.map_or_else(Raw::empty_list, |events| Raw(events.raw(viewer))),
            words,
            at_ms: self.made_ms(entry.seq),
        }
    }

    fn made_ms(&self, seq: Seq) -> i64 {
        let time = seq.place().and_then(|place| self.times.get(place));
        time.copied().unwrap_or(0)
    }

    /// Through whose eyes a person looks at this match.
    pub fn viewer_for(&self, player: Option<PlayerId>) -> Result<Viewer, Refusal> {
        if self.is_screen_of(player) {
            return self.screen_viewer().ok_or_else(Refusal::curtain);
        }
        Ok(self.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat))
    }

    /// The last entry a viewer may know of.
    fn horizon(&self, viewer: Viewer, now_ms: i64) -> Seq {
        if !self.is_delayed() || viewer != Viewer::Spectator {
            return self.seq();
        }
        let held_back = self.held_back.first_seq(now_ms);
        held_back.map_or(self.seq(), Seq::before)
    }

    pub fn snapshot(
        &self,
        player: Option<PlayerId>,
        since: Option<Seq>,
        id: Option<CommandId>,
        now_ms: i64,
    ) -> Result<MatchSnapshot, Refusal> {
        let viewer = self.viewer_for(player)?;
        let late = self.is_delayed() && viewer == Viewer::Spectator;
        let seq = self.horizon(viewer, now_ms);
        let earlier;
        let state = if seq == self.seq() {
            self.matched.state()
        } else {
            earlier = self.matched.state_at(seq)?;
            earlier.as_ref()
        };
        let asked = self.asked(viewer);
        let Legal { actions, pattern } = legal_for(state, asked);
        let behind = since.map_or(0, |since| seq.since(since));
        let resync = behind > MOST_MISSED;
        let missed = match since {
            Some(since) if behind > 0 && !resync => self.lines(viewer, since, seq)?,
            _ => Vec::new(),
        };
        let mut table = self.table.info(player);
        if table.status == Status::Running {
            table.to_act = Some(state.to_act().iter().map(|seat| seat.0).collect());
        }
        Ok(MatchSnapshot {
            table,
            seq,
            seat: asked.map(|seat| seat.0),
            view: Raw(state.raw_view(viewer)),
            to_act: state.to_act(),
            legal: actions,
            pattern,
            outcome: state.outcome(),
            clock: (!late).then(|| self.clocks.view(now_ms)).flatten(),
            offer: self.offer.as_ref().filter(|_| !late).map(Offer::view),
            missed,
            resync,
            chat: self.chat_for(viewer),
            spectators: self.spectator_count(),
            away: self.away_view(),
            id,
        })
    }

    /// The log after entry `since`, as the viewer may know it.
    fn lines(&self, viewer: Viewer, since: Seq, to: Seq) -> Result<Vec<LogLine>, Refusal> {
        let mut lines = Vec::with_capacity(to.since(since) as usize);
        self.matched.events_between(since, to, |entry, events| {
            lines.push(self.line(entry, events, viewer));
        })?;
        Ok(lines)
    }

    /// A page of the log for one viewer.
    pub fn log(
        &self,
        player: Option<PlayerId>,
        after: Seq,
        now_ms: i64,
    ) -> Result<LogPage, Refusal> {
        let viewer = self.viewer_for(player)?;
        let last = self.horizon(viewer, now_ms);
        let after = after.min(last);
        let to = last.min(after + LOG_PAGE);
        Ok(LogPage {
            log: self.lines(viewer, after, to)?,
            more: to < last,
        })
    }

    /// The view after an earlier entry, for stepping through the match.
    pub fn view_at(&self, player: Option<PlayerId>, seq: Seq, now_ms: i64) -> Result<Raw, Refusal> {
        let viewer = self.viewer_for(player)?;
        if seq > self.horizon(viewer, now_ms) {
            let message = "the match has not come that far";
            return Err(Refusal::new(Code::MatchNoPosition, message));
        }
        Ok(Raw(self.matched.state_at(seq)?.raw_view(viewer)))
    }

    /// What the record is made from; of a running match it would give away the seed and what is hidden.
    pub fn closed_log(&self) -> Result<ClosedLog, Refusal> {
        if !self.is_over() {
            let message = "the record is public when the match is over";
            return Err(Refusal::new(Code::MatchRunning, message));
        }
        Ok(ClosedLog {
            setup: self.matched.setup().clone(),
            log: self.matched.log().to_vec(),
            names: self.names.clone(),
        })
    }

    pub(super) fn tell_offer(&self) {
        let offer = self.offer.as_ref().map(Offer::view);
        self.broadcast_present(ServerMessage::Offer {
            match_id: self.id(),
            offer,
        });
    }

    /// The table's description has changed: everybody who looks hears it.
    pub fn tell_table(&self) {
        for subscriber in &self.subscribers {
            let mut table = self.table.info(subscriber.player);
            table.to_act = self.turn(subscriber.viewer);
            subscriber.outbox.message(ServerMessage::table(table));
        }
    }

    /// The match leaves memory because of an error in it: whoever waits or follows it may come back.
    pub fn tell_failure(&mut self) {
        let refusal = Refusal::match_failed();
        let under_way = self.appending.take().map(|it| it.queued);
        for queued in under_way
            .into_iter()
            .chain(std::mem::take(&mut self.waiting))
        {
            self.refuse(&queued, &refusal);
        }
        for subscriber in &self.subscribers {
            subscriber.outbox.refuse(None, Some(self.id()), &refusal);
        }
    }

    /// Whose turn it is, for a list; a spectator who is behind is not told.
    fn turn(&self, viewer: Viewer) -> Option<Vec<u8>> {
        let late = self.is_delayed() && viewer == Viewer::Spectator;
        let to_act = self.matched.state().to_act();
        (!late && !self.is_over()).then(|| to_act.iter().map(|seat| seat.0).collect())
    }

    pub(super) fn broadcast(&self, message: ServerMessage) {
        let message = SharedMessage::new(message);
        for subscriber in &self.subscribers {
            subscriber.outbox.share(&message);
        }
    }

    /// Tells everybody who may know the present: what is said and offered goes with the position.
    /// Spectators of a delayed match hear of it at its end.
    pub(super) fn broadcast_present(&self, message: ServerMessage) {
        let message = SharedMessage::new(message);
        let delayed = self.is_delayed();
        for subscriber in &self.subscribers {
            if !(delayed && subscriber.viewer == Viewer::Spectator) {
                subscriber.outbox.share(&message);
            }
        }
    }

    /// Whether a viewer may read a line now. Until the end those who look on talk among themselves,
    /// and where they are behind they do not hear those who play.
    fn may_read(&self, viewer: Viewer, line: &ChatLine) -> bool {
        let looks_on = viewer == Viewer::Spectator;
        self.is_over()
            || match line.seat {
                Some(_) => !(looks_on && self.is_delayed()),
                None => looks_on,
            }
    }

    fn chat_for(&self, viewer: Viewer) -> Vec<ChatLine> {
        let mut lines = self.chat.latest();
        lines.retain(|line| self.may_read(viewer, line));
        lines
    }

    /// Tells everybody who may read it.
    pub(super) fn tell_line(&self, line: ChatLine) {
        self.tell_line_to(line, |viewer, line| self.may_read(viewer, line));
    }

    fn tell_line_to(&self, line: ChatLine, may_read: impl Fn(Viewer, &ChatLine) -> bool) {
        let readers = self.subscribers.iter();
        let readers: Vec<_> = readers.filter(|it| may_read(it.viewer, &line)).collect();
        let match_id = self.id();
        let message = SharedMessage::new(ServerMessage::Chat { match_id, line });
        for subscriber in readers {
            subscriber.outbox.share(&message);
        }
    }

    /// The match is over: both sides hear what the other said.
    fn tell_whole_chat(&self, delayed: bool) {
        for line in self.chat.latest() {
            self.tell_line_to(line, |viewer, line| {
                let looks_on = viewer == Viewer::Spectator;
                match line.seat {
                    Some(_) => looks_on && delayed,
                    None => !looks_on,
                }
            });
        }
    }

    /// Tells spectators what was held back until now.
    fn release(&mut self, now_ms: i64) {
        while let Some(update) = self.held_back.pop_due(now_ms) {
            let spectators = self.subscribers.iter();
            for subscriber in spectators.filter(|it| it.viewer == Viewer::Spectator) {
                subscriber.outbox.share(&update);
            }
        }
    }

    /// Sends what was held back long enough, and drops an offer nobody answered.
    pub fn tick(&mut self, now_ms: i64) {
        self.release(now_ms);
        self.tell_spectators(now_ms);
        self.tell_presence();
        let stale = |offer: &Offer| offer.is_stale(now_ms);
        if self.offer.as_ref().is_some_and(stale) {
            self.offer = None;
            self.tell_offer();
        }
    }
}

/// What the seat may do that is asked; others may do nothing.
fn legal_for(state: &dyn AnyState, seat: Option<Seat>) -> Legal {
    seat.map_or_else(Legal::default, |seat| state.legal(seat))
}
