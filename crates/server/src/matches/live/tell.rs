//! What viewers are told. Everything that leaves a match is made here, per viewer.

use std::sync::{Arc, OnceLock};

use parlor_engine::{Act, AnyEvents, Match, Names, Record, Viewer};

use super::super::Out;
use super::super::offers::Offer;
use super::super::told::{Told, legal_for};
use super::{Asked, Live, is_conn};
use crate::Refusal;
use crate::people::PlayerId;
use crate::protocol::{LogLine, MatchSnapshot, Raw, ServerMessage, Status, Watch};

/// A client that missed more than this gets the position without the way there.
const MOST_MISSED: u32 = 200;

impl Live {
    pub(super) fn tell_all(
        &mut self,
        events: &[Option<Box<dyn AnyEvents>>],
        by: Option<(&Asked, i64)>,
        now_ms: i64,
    ) {
        let first = self.seq() + 1 - events.len() as u32;
        let asker = by.and_then(|(asked, _)| Some((asked.asker.as_ref()?, asked.id.clone())));
        let mut made: Vec<Arc<Told>> = Vec::with_capacity(2);
        self.subscribers
            .retain(|subscriber| !subscriber.outbox.is_closed());
        let delayed = self.table.watch == Watch::Delayed && !self.is_over();
        if !delayed {
            // The end is told at once, but not before what led to it.
            self.release(i64::MAX);
        }
        let mut acknowledged = asker.is_none();
        for subscriber in &self.subscribers {
            if delayed && subscriber.viewer == Viewer::Spectator {
                continue;
            }
            let same = made.iter().find(|told| told.viewer == subscriber.viewer);
            let told = if let Some(told) = same {
                told.clone()
            } else {
                let told = Arc::new(self.told(subscriber.viewer, first, events, now_ms));
                made.push(told.clone());
                told
            };
            let own = asker
                .as_ref()
                .filter(|(it, _)| is_conn(subscriber, it.outbox.conn()));
            acknowledged |= own.is_some();
            subscriber
                .outbox
                .send(Out::Told(told, own.and_then(|(_, id)| id.clone())));
        }
        if !acknowledged && let Some((asker, id)) = asker {
            asker
                .outbox
                .message(ServerMessage::Done { id, table: None });
        }
        self.hold_back(events, now_ms);
        // They may have been on their way for longer than that.
        self.release(now_ms);
    }

    /// Keeps the latest entries for the spectators of a delayed match.
    pub(super) fn hold_back(&mut self, events: &[Option<Box<dyn AnyEvents>>], now_ms: i64) {
        let made = self.times.last().copied().unwrap_or(now_ms);
        let due = made + self.manners.delay_ms;
        let delayed = self.table.watch == Watch::Delayed && !self.is_over();
        if delayed && (due > now_ms || !self.subscribers.is_empty()) {
            let first = self.seq() + 1 - events.len() as u32;
            let told = Arc::new(self.told(Viewer::Spectator, first, events, now_ms));
            self.held_back.push_back((due, told));
        }
    }

    fn told(
        &self,
        viewer: Viewer,
        first: u32,
        events: &[Option<Box<dyn AnyEvents>>],
        now_ms: i64,
    ) -> Told {
        let state = self.matched.state();
        let seqs = first..;
        let open = !state.meta().hidden;
        Told {
            game_match: self.table.id.clone(),
            seq: self.seq(),
            viewer,
            lines: seqs
                .clone()
                .zip(events)
                .map(|(seq, events)| self.line(seq, events.as_deref(), viewer))
                .collect(),
            actions: seqs
                .zip(events)
                .filter(|_| open)
                .filter_map(
                    |(seq, _)| match &self.matched.log().get(seq as usize - 1)?.act {
                        Act::Action { seat, action } => Some((seat.0, action.clone())),
                        _ => None,
                    },
                )
                .collect(),
            view: state.view(viewer),
            to_act: state.to_act().iter().map(|seat| seat.0).collect(),
            legal: legal_for(state, viewer),
            outcome: state.outcome(),
            clock: self.clocks.view(now_ms),
            shared: OnceLock::new(),
        }
    }

    fn line(&self, seq: u32, events: Option<&dyn AnyEvents>, viewer: Viewer) -> LogLine {
        let act = self
            .matched
            .log()
            .get(seq as usize - 1)
            .map(|entry| &entry.act);
        let (kind, seat) = match act {
            Some(act) => (kind_of(act), act.seat().map(|seat| seat.0)),
            None => ("action", None),
        };
        let words = match (events, act) {
            (Some(events), _) => events.words(viewer, Names(&self.names)),
            (None, Some(Act::TakeBack { seat, to })) => {
                vec![format!(
                    "{} took back to move {to}",
                    Names(&self.names).of(*seat)
                )]
            }
            _ => Vec::new(),
        };
        LogLine {
            seq,
            kind,
            seat,
            events: Raw(events.map_or_else(|| "[]".to_owned(), |events| events.json(viewer))),
            words,
            at_ms: self.times.get(seq as usize - 1).copied().unwrap_or(0),
        }
    }

    /// Through whose eyes a person looks at this match.
    pub fn viewer_for(&self, player: Option<PlayerId>) -> Viewer {
        self.seat_of(player).map_or(Viewer::Spectator, Viewer::Seat)
    }

    /// The last entry a viewer may know of.
    fn horizon(&self, viewer: Viewer, now_ms: i64) -> u32 {
        let delayed = self.table.watch == Watch::Delayed && !self.is_over();
        let mut later = self.held_back.iter().filter(|(due, _)| *due > now_ms);
        // Entries that came together are told together.
        match later.next().and_then(|(_, told)| told.lines.first()) {
            Some(line) if delayed && viewer == Viewer::Spectator => line.seq - 1,
            _ => self.seq(),
        }
    }

    pub fn snapshot(
        &self,
        player: Option<PlayerId>,
        since: Option<u32>,
        id: Option<String>,
        now_ms: i64,
    ) -> Result<MatchSnapshot, Refusal> {
        let viewer = self.viewer_for(player);
        let seq = self.horizon(viewer, now_ms);
        let earlier;
        let matched = if seq == self.seq() {
            &self.matched
        } else {
            earlier = self.matched.position_after(seq)?;
            &earlier
        };
        let state = matched.state();
        let legal = legal_for(state, viewer);
        let missed = match since {
            Some(since) if since < seq && seq - since <= MOST_MISSED => {
                self.lines(viewer, since, seq)?
            }
            _ => Vec::new(),
        };
        let to_act: Vec<u8> = state.to_act().iter().map(|seat| seat.0).collect();
        let mut table = self.table.info(player);
        if table.status == Status::Running {
            table.to_act = Some(to_act.clone());
        }
        Ok(MatchSnapshot {
            table,
            seq,
            seat: viewer.seat().map(|seat| seat.0),
            view: Raw(state.view(viewer)),
            to_act,
            legal: legal.actions,
            pattern: legal.pattern,
            outcome: state.outcome(),
            clock: self.clocks.view(now_ms),
            offer: self.offer.as_ref().map(Offer::view),
            missed,
            chat: self.chat.latest(),
            spectators: self.spectators(),
            id,
        })
    }

    /// The log after entry `since`, as the viewer may know it.
    fn lines(&self, viewer: Viewer, since: u32, to: u32) -> Result<Vec<LogLine>, Refusal> {
        let mut again: Match = self.matched.position_after(since)?;
        let mut lines = Vec::new();
        for entry in self
            .matched
            .log()
            .iter()
            .take(to as usize)
            .skip(since as usize)
        {
            let events = again.push(entry.act.clone())?;
            lines.push(self.line(entry.seq, events.as_deref(), viewer));
        }
        Ok(lines)
    }

    /// The whole log for one viewer.
    pub fn log(&self, player: Option<PlayerId>, now_ms: i64) -> Result<Vec<LogLine>, Refusal> {
        let viewer = self.viewer_for(player);
        self.lines(viewer, 0, self.horizon(viewer, now_ms))
    }

    /// The view after an earlier entry, for stepping through the match.
    pub fn view_at(&self, player: Option<PlayerId>, seq: u32, now_ms: i64) -> Result<Raw, Refusal> {
        let viewer = self.viewer_for(player);
        if seq > self.horizon(viewer, now_ms) {
            return Err(Refusal::new(
                "match/no_position",
                "the match has not come that far",
            ));
        }
        Ok(Raw(self.matched.position_after(seq)?.state().view(viewer)))
    }

    /// The record; of a running match it would give away the seed and what is hidden.
    pub fn record(&self) -> Result<Record, Refusal> {
        if !self.is_over() {
            let message = "the record is public when the match is over";
            return Err(Refusal::new("match/running", message));
        }
        Ok(Record::of(&self.matched, self.names.clone()))
    }

    pub(super) fn tell_offer(&self) {
        let offer = self.offer.as_ref().map(Offer::view);
        self.broadcast(&ServerMessage::Offer {
            game_match: self.table.id.clone(),
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

    /// Whose turn it is, for a list; a spectator who is behind is not told.
    fn turn(&self, viewer: Viewer) -> Option<Vec<u8>> {
        let late = self.table.watch == Watch::Delayed && viewer == Viewer::Spectator;
        let to_act = self.matched.state().to_act();
        (!late && !self.is_over()).then(|| to_act.iter().map(|seat| seat.0).collect())
    }

    pub(super) fn broadcast(&self, message: &ServerMessage) {
        let message = Arc::new(message.clone());
        for subscriber in &self.subscribers {
            subscriber.outbox.send(Out::Message(message.clone()));
        }
    }

    /// Tells spectators what was held back until now.
    fn release(&mut self, now_ms: i64) {
        while let Some((due, told)) = self.held_back.front().cloned()
            && due <= now_ms
        {
            self.held_back.pop_front();
            for subscriber in self
                .subscribers
                .iter()
                .filter(|it| it.viewer == Viewer::Spectator)
            {
                subscriber.outbox.send(Out::Told(told.clone(), None));
            }
        }
    }

    /// Sends what was held back long enough, and drops an offer nobody answered.
    pub fn tick(&mut self, now_ms: i64) {
        self.release(now_ms);
        self.tell_spectators(now_ms);
        if self
            .offer
            .as_ref()
            .is_some_and(|offer| offer.is_stale(now_ms))
        {
            self.offer = None;
            self.tell_offer();
        }
    }
}

fn kind_of(act: &Act) -> &'static str {
    match act {
        Act::Action { .. } => "action",
        Act::Resign { .. } => "resign",
        Act::Leave { .. } => "leave",
        Act::TimeOut { .. } => "time_out",
        Act::AgreeDraw => "agree_draw",
        Act::TakeBack { .. } => "take_back",
    }
}
