//! The owner of a part of all matches, without I/O: it is told what happened and when, and leaves a
//! list of effects. Nobody else touches its matches, so there are no locks.

mod early;
mod effect;
mod message;
mod reply;
#[cfg(test)]
mod tests;
mod thinking;
mod timers;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_store::{Appended, Batch, EntryRow, StoreError};

use self::early::EarlyOpens;
pub use self::effect::{BotTurn, Completion, Effect, StorageRequest, TableRow};
pub use self::message::{OpenRequest, Query, ShardMessage};
use self::reply::{answer, open};
use self::thinking::Thinking;
use self::timers::Timers;
use super::live::{LiveMatch, MatchCommand, MatchPolicy};
use crate::bus::{BusMessage, NodeId};
use crate::ops::store_failed;
use crate::{MatchId, Refusal};

#[derive(Debug)]
enum Slot {
    /// What came in while the log is being read.
    Loading(Vec<ShardMessage>),
    Live(Box<LiveMatch>),
}

#[derive(Debug)]
pub struct Shard {
    policy: MatchPolicy,
    /// A match nobody looks at leaves memory after this.
    idle_ms: i64,
    slots: BTreeMap<MatchId, Slot>,
    early: EarlyOpens,
    timers: Timers,
    thinking: Thinking,
    stopping: bool,
    effects: Vec<Effect>,
    /// Empty: the room of what one match wants, used again and again.
    scratch: Vec<Effect>,
    /// Kept here: to look it up costs as much as a move's notation.
    entries_written: metrics::Counter,
}

/// Messages held while a match is loading; more are refused.
const MOST_HELD: usize = 256;
/// A match that had to be looked after and could not be loaded is tried again after this.
const RELOAD_MS: i64 = 2000;

impl Shard {
    pub fn new(policy: MatchPolicy, idle_ms: i64) -> Shard {
        Shard {
            policy,
            idle_ms,
            slots: BTreeMap::new(),
            early: EarlyOpens::default(),
            timers: Timers::default(),
            thinking: Thinking::default(),
            stopping: false,
            effects: Vec::new(),
            scratch: Vec::new(),
            entries_written: metrics::counter!("parlor_entries_total"),
        }
    }

    /// What is to be done since the last time.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// The same into a list that is used again and again.
    pub fn move_effects(&mut self, to: &mut Vec<Effect>) {
        to.append(&mut self.effects);
    }

    /// A match that is in memory.
    pub fn live(&self, match_id: MatchId) -> Option<&LiveMatch> {
        match self.slots.get(&match_id) {
            Some(Slot::Live(live)) => Some(live),
            _ => None,
        }
    }

    pub fn matches(&self) -> usize {
        self.slots.len()
    }

    /// Bots stop thinking, so that the house can close.
    pub fn stop(&mut self) {
        self.stopping = true;
        self.thinking.cancel_all();
    }

    pub fn receive(&mut self, mut message: ShardMessage, now_ms: i64) {
        let match_id = match &message {
            ShardMessage::Stop(_) => return self.stop(),
            ShardMessage::Close { match_id, conn } => {
                let conn = *conn;
                return self.with_live(*match_id, |live, effects| {
                    live.unsubscribe(conn, now_ms);
                    live.schedule(now_ms, effects);
                    effects.extend(live.presence(now_ms).map(Effect::Publish));
                });
            }
            ShardMessage::TableChanged { match_id } => {
                if self.slots.contains_key(match_id) {
                    self.read_table(*match_id);
                }
                return;
            }
            // Only what somebody here follows is of interest.
            ShardMessage::Bus { message, .. } => match message.match_id() {
                Some(match_id) if self.slots.contains_key(&match_id) => match_id,
                _ => return,
            },
            ShardMessage::Command { match_id, .. }
            | ShardMessage::Open { match_id, .. }
            | ShardMessage::Query { match_id, .. }
            | ShardMessage::Wake { match_id } => *match_id,
        };
        // Whoever waits for the store keeps nobody else waiting.
        if let ShardMessage::Open { request, .. } = &mut message
            && !matches!(self.slots.get(&match_id), Some(Slot::Live(_)))
        {
            request.permit = None;
        }
        match self.slots.get_mut(&match_id) {
            Some(Slot::Live(_)) => self.handle(match_id, message, now_ms),
            Some(Slot::Loading(queue)) if queue.len() < MOST_HELD => queue.push(message),
            Some(Slot::Loading(_)) => message.refuse(&Refusal::busy()),
            None => {
                self.slots.insert(match_id, Slot::Loading(vec![message]));
                let load = StorageRequest::Load { match_id };
                self.effects.push(Effect::Storage(load));
            }
        }
    }

    /// A message for a match that is in memory.
    fn handle(&mut self, match_id: MatchId, message: ShardMessage, now_ms: i64) {
        match message {
            ShardMessage::Command {
                requester,
                command_id,
                command,
                ..
            } => self.with_live(match_id, |live, effects| {
                live.submit(requester, command_id, command, now_ms, effects);
            }),
            ShardMessage::Open { request, .. } => self.open(match_id, request, false, now_ms),
            ShardMessage::Wake { .. } => self.with_live(match_id, |live, effects| {
                live.take_duty(now_ms, effects);
            }),
            ShardMessage::Query {
                player,
                invite,
                query,
                ..
            } => self.with_live(match_id, |live, _| {
                match live.may_watch(player, invite.as_deref(), None) {
                    Ok(()) => {
                        if !matches!(query, Query::Glance { .. } | Query::Waits { .. }) {
                            live.seen(player, now_ms);
                        }
                        answer(live, player, query, now_ms);
                    }
                    Err(refusal) => query.refuse(refusal),
                }
            }),
            ShardMessage::Bus { from, message } => self.bus(match_id, from, message, now_ms),
            ShardMessage::Close { .. }
            | ShardMessage::TableChanged { .. }
            | ShardMessage::Stop(_) => {}
        }
    }

    /// `just_read`: the match was loaded for this, and what other nodes said meanwhile waits behind it.
    fn open(&mut self, match_id: MatchId, request: OpenRequest, just_read: bool, now_ms: i64) {
        let alone = self.policy.is_alone();
        let mut early = None;
        self.with_live(match_id, |live, effects| {
            if request.since > Some(live.seq()) {
                live.hear_of(request.since.unwrap_or_default(), effects);
                early = Some(request);
                return;
            }
            open(live, request, now_ms);
            live.schedule(now_ms, effects);
            if !alone {
                if !just_read {
                    // Messages of other nodes may have been missed while nobody looked.
                    live.read_tail(effects);
                }
                effects.extend(live.presence(now_ms).map(Effect::Publish));
            }
        });
        if let Some(request) = early {
            self.early.add(match_id, request);
        }
    }

    /// Another node says something about a match that is in memory.
    fn bus(&mut self, match_id: MatchId, from: NodeId, message: BusMessage, now_ms: i64) {
        match message {
            BusMessage::Entries { rows, .. } => {
                let rows = rows.into_iter().map(Into::into).collect();
                self.with_live(match_id, |live, effects| {
                    live.remote_entries(rows, now_ms, effects);
                });
                self.moved_on(match_id, now_ms);
            }
            BusMessage::Table { table, version } => {
                let table = *table;
                self.table_row(TableRow { table, version }, false, now_ms);
            }
            message => self.with_live(match_id, |live, effects| match message {
                BusMessage::Chat { message, .. } => live.hear_chat(*message, effects),
                BusMessage::Offer { seq, offer, .. } => live.remote_offer(seq, offer, effects),
                BusMessage::Presence {
                    seats, spectators, ..
                } => {
                    live.remote_presence(from, seats, spectators, now_ms);
                    effects.extend(live.presence(now_ms).map(Effect::Publish));
                }
                _ => {}
            }),
        }
    }

    /// What came of an effect.
    pub fn complete(&mut self, completion: Completion, now_ms: i64) {
        match completion {
            Completion::Appended { entries, result } => self.appended(entries, result, now_ms),
            Completion::Loaded { match_id, result } => self.loaded(match_id, result, now_ms),
            Completion::HeadsRead { heads } => self.heads(heads),
            Completion::LogRead { match_id, result } => self.log_read(match_id, result, now_ms),
            Completion::Finished { row: Some(row), .. } => {
                let table = Box::new(row.table.clone());
                let version = row.version;
                self.emit(Effect::Publish(BusMessage::Table { table, version }));
                self.table_row(row, true, now_ms);
            }
            Completion::Finished {
                match_id,
                row: None,
            } => self.with_live(match_id, |live, effects| {
                live.finish_failed(now_ms, effects);
            }),
            Completion::TableRead { row, .. } => {
                if let Some(row) = row {
                    self.table_row(row, true, now_ms);
                }
            }
            Completion::ChatStored { match_id, result } => {
                self.with_live(match_id, |live, effects| {
                    live.chat_stored(result, effects);
                });
            }
            Completion::ChatRead { match_id, messages } => {
                self.with_live(match_id, |live, effects| {
                    live.chat_read(messages, effects);
                });
            }
            Completion::Thought {
                match_id,
                seat,
                seq,
                action,
            } => {
                self.thinking.ended(match_id, seat, seq);
                if let Some(action) = action {
                    let command = MatchCommand::BotMove { seat, seq, action };
                    self.with_live(match_id, |live, effects| {
                        live.submit(None, None, command, now_ms, effects);
                    });
                }
            }
        }
    }

    fn appended(&mut self, entries: Batch, result: Result<Appended, StoreError>, now_ms: i64) {
        let Some(match_id) = entries.first().and_then(|it| MatchId::parse(&it.match_id)) else {
            return;
        };
        let alone = self.policy.is_alone();
        match result {
            Ok(appended) => {
                let stored = appended == Appended::Stored;
                if stored {
                    self.entries_written.increment(entries.len() as u64);
                }
                self.with_live(match_id, |live, effects| {
                    live.appended(stored, now_ms, effects);
                    if stored && !alone {
                        effects.push(Effect::Publish(BusMessage::Entries {
                            match_id,
                            to_act: live.matched().state().to_act(),
                            rows: entries.into_iter().map(Into::into).collect(),
                        }));
                    }
                });
                self.moved_on(match_id, now_ms);
            }
            Err(error) => {
                store_failed("moves cannot be stored", &error);
                self.with_live(match_id, |live, effects| {
                    live.append_failed(now_ms, effects);
                });
            }
        }
    }

    fn log_read(
        &mut self,
        match_id: MatchId,
        result: Result<Vec<EntryRow>, StoreError>,
        now_ms: i64,
    ) {
        match result {
            Ok(rows) => {
                self.with_live(match_id, |live, effects| {
                    live.tail_read(rows, now_ms, effects);
                });
                self.admit_after_read(match_id, now_ms);
                self.moved_on(match_id, now_ms);
            }
            Err(error) => {
                store_failed("a log could not be read", &error);
                self.with_live(match_id, |live, effects| {
                    live.read_failed(now_ms, effects);
                });
                self.refuse_early(match_id, &Refusal::unavailable());
            }
        }
    }

    /// The position has changed: lists show whose turn it is, what was thought about an earlier one
    /// is of no use, and whoever waited for this entry may come in.
    fn moved_on(&mut self, match_id: MatchId, now_ms: i64) {
        let mut reached = None;
        self.with_live(match_id, |live, effects| {
            let to_act = live.matched().state().to_act();
            effects.push(Effect::Turn { match_id, to_act });
            reached = Some(live.seq());
        });
        if let Some(seq) = reached {
            self.thinking.moved_on(match_id, seq);
            self.admit_reached(match_id, seq, now_ms);
        }
    }

    /// The table's row has changed: somebody left, a bot sat down, the match was recorded.
    fn table_row(&mut self, row: TableRow, own: bool, now_ms: i64) {
        let TableRow { table, version } = row;
        self.with_live(table.id, |live, effects| {
            if version <= live.version {
                return;
            }
            live.table_changed(table, version);
            live.tell_table();
            if own {
                live.take_duty(now_ms, effects);
            } else {
                live.leave_duty(now_ms, effects);
            }
        });
    }

    fn read_table(&mut self, match_id: MatchId) {
        let read = StorageRequest::ReadTable { match_id };
        self.effects.push(Effect::Storage(read));
    }

    fn loaded(&mut self, match_id: MatchId, result: Result<Box<LiveMatch>, Refusal>, now_ms: i64) {
        let Some(Slot::Loading(queue)) = self.slots.remove(&match_id) else {
            return;
        };
        match result {
            Err(refusal) => {
                // Its clocks and bots must go on once the store is back.
                let woken = |it: &ShardMessage| matches!(it, ShardMessage::Wake { .. });
                if refusal.is_temporary() && queue.iter().any(woken) {
                    self.timers.set(match_id, now_ms + RELOAD_MS);
                }
                for message in queue {
                    message.refuse(&refusal);
                }
            }
            Ok(live) => {
                self.slots.insert(match_id, Slot::Live(live));
                metrics::gauge!("parlor_matches_loaded").increment(1.0);
                self.with_live(match_id, |live, effects| live.begin(now_ms, effects));
                self.moved_on(match_id, now_ms);
                for message in queue {
                    match message {
                        ShardMessage::Open { request, .. } if self.live(match_id).is_some() => {
                            self.open(match_id, request, true, now_ms);
                        }
                        message => self.receive(message, now_ms),
                    }
                }
            }
        }
    }

    /// Lets a match that is in memory do something, and sees to what it wants done. If its rules
    /// panic, this match leaves memory and nobody else notices: its log is as it was. So rules are
    /// called nowhere else in a shard.
    fn with_live(&mut self, match_id: MatchId, act: impl FnOnce(&mut LiveMatch, &mut Vec<Effect>)) {
        let Some(Slot::Live(live)) = self.slots.get_mut(&match_id) else {
            return;
        };
        let mut effects = std::mem::take(&mut self.scratch);
        if catch_unwind(AssertUnwindSafe(|| act(live, &mut effects))).is_err() {
            let seq = live.seq();
            tracing::error!(%match_id, entry = %seq, "a match failed and was unloaded");
            metrics::counter!("parlor_match_failures_total", "game" => live.game_id()).increment(1);
            live.tell_failure();
            self.unload(match_id);
            return self.refuse_early(match_id, &Refusal::match_failed());
        }
        for effect in effects.drain(..) {
            self.emit(effect);
        }
        self.scratch = effects;
    }

    /// What the shard itself sees to, or need not be done, stays here.
    fn emit(&mut self, effect: Effect) {
        match effect {
            Effect::WakeAt { match_id, due_ms } => self.timers.set(match_id, due_ms),
            // A house of one node has nobody to tell.
            Effect::Publish(_) if self.policy.is_alone() => {}
            // A match of bots alone would never let the house close.
            Effect::Think(_) if self.stopping => {}
            Effect::Think(turn) => {
                if self.thinking.begin(&turn) {
                    self.effects.push(Effect::Think(turn));
                }
            }
            effect => self.effects.push(effect),
        }
    }

    fn unload(&mut self, match_id: MatchId) {
        if self.slots.remove(&match_id).is_some() {
            self.thinking.forget(match_id);
            metrics::gauge!("parlor_matches_loaded").decrement(1.0);
        }
    }
}
