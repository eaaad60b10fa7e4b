//! The owner of a part of all matches, without I/O: it hears what happened and when, and leaves a
//! list of what is to be done. Nobody else touches its matches, so there are no locks.

mod answer;
mod message;
#[cfg(test)]
mod tests;
mod time;
mod todo;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use parlor_store::{Appended, NewEntry, StoreError};

use self::answer::{no_watching, open, read, refuse};
pub use self::message::{Done, Heard, Reading};
pub use self::todo::Todo;
use super::Opening;
use super::live::{Effect, Live, Manners, MatchAsk};
use crate::Refusal;
use crate::bots::Cancel;
use crate::bus::{News, NodeId};
use crate::tables::Table;

#[derive(Debug)]
enum Slot {
    /// What came in while the log is being read.
    Loading(Vec<Heard>),
    Live(Box<Live>),
}

#[derive(Debug)]
struct Early {
    opening: Opening,
    /// The log has been read once since; a read before that may have begun too soon.
    looked: bool,
}

/// A bot at work on a position.
#[derive(Debug)]
struct Thought {
    seat: u8,
    about: u32,
    cancel: Cancel,
}

#[derive(Debug)]
pub struct Desk {
    manners: Manners,
    /// A match nobody looks at leaves memory after this.
    idle_ms: i64,
    slots: BTreeMap<String, Slot>,
    /// Whoever wants to follow a match from a place that it has not reached here.
    early: BTreeMap<String, Vec<Early>>,
    /// When to look at which match again; outlives the match's stay in memory.
    alarms: BTreeSet<(i64, String)>,
    /// The earliest alarm of each match, so that a quick match does not set thousands.
    armed: HashMap<String, i64>,
    /// Bots that think, by match.
    thoughts: HashMap<String, Vec<Thought>>,
    stopping: bool,
    todo: Vec<Todo>,
}

/// Requests held while a match is loading; more are refused.
const LONGEST_QUEUE: usize = 256;

impl Desk {
    pub fn new(manners: Manners, idle_ms: i64) -> Desk {
        Desk {
            manners,
            idle_ms,
            slots: BTreeMap::new(),
            early: BTreeMap::new(),
            alarms: BTreeSet::new(),
            armed: HashMap::new(),
            thoughts: HashMap::new(),
            stopping: false,
            todo: Vec::new(),
        }
    }

    /// What is to be done since the last time.
    pub fn take_todo(&mut self) -> Vec<Todo> {
        std::mem::take(&mut self.todo)
    }

    /// A match that is in memory.
    pub fn live(&self, table: &str) -> Option<&Live> {
        match self.slots.get(table) {
            Some(Slot::Live(live)) => Some(live),
            _ => None,
        }
    }

    /// Bots stop thinking, so that the house can close.
    pub fn stop(&mut self) {
        self.stopping = true;
    }

    pub fn hear(&mut self, message: Heard, now_ms: i64) {
        let table = match &message {
            Heard::Stop(_) => return self.stop(),
            Heard::Close { table, conn } => {
                let (table, mut effects) = (table.clone(), Vec::new());
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    live.unsubscribe(*conn, now_ms);
                    live.rest(now_ms, &mut effects);
                    effects.extend(live.here(now_ms).map(Effect::Publish));
                }
                return self.carry_out(&table, effects, now_ms);
            }
            Heard::TableChanged { table } => {
                if self.slots.contains_key(table) {
                    let table = table.clone();
                    self.todo.push(Todo::Reread { table });
                }
                return;
            }
            // News are for matches that somebody here follows.
            Heard::News { news, .. } => {
                let (_, table) = news.about();
                if !self.slots.contains_key(table) {
                    return;
                }
                table.to_owned()
            }
            Heard::Ask { table, .. }
            | Heard::Open { table, .. }
            | Heard::Read { table, .. }
            | Heard::Wake { table } => table.clone(),
        };
        match self.slots.get_mut(&table) {
            Some(Slot::Live(_)) => self.handle(&table, message, now_ms),
            Some(Slot::Loading(queue)) if queue.len() < LONGEST_QUEUE => queue.push(message),
            Some(Slot::Loading(_)) => refuse(message, &Refusal::busy()),
            None => {
                self.slots
                    .insert(table.clone(), Slot::Loading(vec![message]));
                self.todo.push(Todo::Load { table });
            }
        }
    }

    /// A message for a match that is in memory.
    fn handle(&mut self, table: &str, message: Heard, now_ms: i64) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        let mut effects = Vec::new();
        match message {
            Heard::Ask {
                asker, id, what, ..
            } => {
                live.ask(asker, id, what, now_ms, &mut effects);
            }
            Heard::Open { opening, .. } if opening.since > Some(live.seq()) => {
                live.heard_of(opening.since.unwrap_or_default(), &mut effects);
                let looked = false;
                let early = self.early.entry(table.to_owned()).or_default();
                early.push(Early { opening, looked });
            }
            Heard::Open { opening, .. } => {
                open(live, opening, now_ms);
                live.rest(now_ms, &mut effects);
                if !self.manners.is_alone() {
                    // News may have been missed while nobody looked.
                    live.look(&mut effects);
                    effects.extend(live.here(now_ms).map(Effect::Publish));
                }
            }
            Heard::Wake { .. } => live.take_duty(now_ms, &mut effects),
            Heard::Read {
                player,
                invite,
                what,
                ..
            } => {
                if !live.table.may_watch(player, invite.as_deref()) {
                    what.refuse(no_watching());
                    return;
                }
                live.seen(player, now_ms);
                read(live, player, what, now_ms);
            }
            Heard::News { from, news } => return self.news(table, from, news, now_ms),
            Heard::Close { .. } | Heard::TableChanged { .. } | Heard::Stop(_) => {}
        }
        self.carry_out(table, effects, now_ms);
    }

    /// Another node says something about a match that is in memory.
    fn news(&mut self, table: &str, from: NodeId, news: News, now_ms: i64) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        let mut effects = Vec::new();
        match news {
            News::Entries { rows, .. } => {
                let rows = rows.into_iter().map(Into::into).collect();
                live.news(rows, now_ms, &mut effects);
                let reached = live.seq();
                self.let_in(table, reached, now_ms);
                self.moved_on(table);
            }
            News::Said { saying, .. } => live.hear_saying(*saying, &mut effects),
            News::Offer { seq, offer, .. } => live.offer_news(seq, offer, &mut effects),
            News::Here {
                seats, spectators, ..
            } => live.heard_from(from, seats, spectators, now_ms),
            News::Table {
                table: row,
                version,
            } => return self.row(table, *row, version, false, now_ms),
            News::Gone { .. } | News::SessionEnded { .. } | News::SignedOut { .. } => {}
        }
        self.carry_out(table, effects, now_ms);
    }

    /// The result of a `Todo`.
    pub fn done(&mut self, done: Done, now_ms: i64) {
        let mut effects = Vec::new();
        let table = match done {
            Done::Appended(batch, result) => return self.appended(batch, result, now_ms),
            Done::Loaded(table, loaded) => return self.loaded(&table, loaded, now_ms),
            Done::Heads(heads) => return self.heads(heads, now_ms),
            Done::ReadOn(table, rows) => return self.read_on(&table, rows, now_ms),
            Done::Finished(table, Some((row, version))) => {
                let news = News::Table {
                    table: Box::new(row.clone()),
                    version,
                };
                self.publish(news);
                return self.row(&table, row, version, true, now_ms);
            }
            Done::Finished(table, None) => {
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    live.books_failed(now_ms, &mut effects);
                }
                table
            }
            Done::Table(table, row) => {
                if let Some((row, version)) = row {
                    self.row(&table, row, version, true, now_ms);
                }
                return;
            }
            Done::Spoken(table, spoken) => {
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    live.spoken(spoken, &mut effects);
                }
                table
            }
            Done::ChatRead(table, sayings) => {
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    live.chat_read(sayings, &mut effects);
                }
                table
            }
            Done::Thought(table, seat, seq, action) => {
                if let Some(thoughts) = self.thoughts.get_mut(&table) {
                    thoughts.retain(|it| it.seat != seat || it.about != seq);
                    if thoughts.is_empty() {
                        self.thoughts.remove(&table);
                    }
                }
                if let (Some(Slot::Live(live)), Some(action)) = (self.slots.get_mut(&table), action)
                {
                    let what = MatchAsk::BotMove { seat, seq, action };
                    live.ask(None, None, what, now_ms, &mut effects);
                }
                table
            }
        };
        self.carry_out(&table, effects, now_ms);
    }

    fn appended(
        &mut self,
        batch: Vec<NewEntry>,
        result: Result<Appended, StoreError>,
        now_ms: i64,
    ) {
        let Some(table) = batch.first().map(|entry| entry.match_id.clone()) else {
            return;
        };
        let Some(Slot::Live(live)) = self.slots.get_mut(&*table) else {
            return;
        };
        let mut effects = Vec::new();
        match result {
            Ok(appended) => {
                live.appended(appended == Appended::Stored, now_ms, &mut effects);
                let to_act = live.matched().state().to_act();
                let reached = live.seq();
                self.let_in(&table, reached, now_ms);
                if appended == Appended::Stored {
                    self.publish(News::Entries {
                        table: table.to_string(),
                        rows: batch.into_iter().map(Into::into).collect(),
                        to_act,
                    });
                }
                self.moved_on(&table);
            }
            Err(error) => {
                tracing::error!(table = &*table, %error, "append failed");
                live.append_failed(now_ms, &mut effects);
            }
        }
        self.carry_out(&table, effects, now_ms);
    }

    fn read_on(
        &mut self,
        table: &str,
        rows: Result<Vec<parlor_store::Entry>, StoreError>,
        now_ms: i64,
    ) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        let mut effects = Vec::new();
        match rows {
            Ok(rows) => {
                live.read_on(rows, now_ms, &mut effects);
                self.has_read(table, now_ms, &mut effects);
                self.moved_on(table);
            }
            Err(error) => {
                tracing::error!(table, %error, "reading on failed");
                live.read_failed(now_ms, &mut effects);
                for Early { opening, .. } in self.early.remove(table).unwrap_or_default() {
                    let table = table.to_owned();
                    refuse(Heard::Open { table, opening }, &Refusal::unavailable());
                }
            }
        }
        self.carry_out(table, effects, now_ms);
    }

    /// Whoever wanted to follow the match from a place up to this one may come in now.
    fn let_in(&mut self, table: &str, reached: u32, now_ms: i64) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        for early in self.early.remove(table).unwrap_or_default() {
            if early.opening.since <= Some(reached) {
                open(live, early.opening, now_ms);
            } else {
                let later = self.early.entry(table.to_owned()).or_default();
                later.push(early);
            }
        }
    }

    /// The log was read: who has come since that began waits for one more time, everybody else
    /// comes in, for whatever they have seen elsewhere, this is all there is.
    fn has_read(&mut self, table: &str, now_ms: i64, effects: &mut Vec<Effect>) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        for mut early in self.early.remove(table).unwrap_or_default() {
            if early.looked || early.opening.since <= Some(live.seq()) {
                open(live, early.opening, now_ms);
            } else {
                early.looked = true;
                live.heard_of(early.opening.since.unwrap_or_default(), effects);
                let later = self.early.entry(table.to_owned()).or_default();
                later.push(early);
            }
        }
    }

    /// Lists show whose turn it is, and what was thought about an earlier position is of no use.
    fn moved_on(&mut self, table: &str) {
        let Some(Slot::Live(live)) = self.slots.get(table) else {
            return;
        };
        let seq = live.seq();
        for thought in self.thoughts.get(table).into_iter().flatten() {
            if thought.about < seq {
                thought.cancel.cancel();
            }
        }
        self.todo.push(Todo::Turn {
            table: table.to_owned(),
            to_act: live.matched().state().to_act(),
        });
    }

    /// The table's row has changed: somebody left, a bot sat down, the match was recorded.
    fn row(&mut self, table: &str, row: Table, version: i64, own: bool, now_ms: i64) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        if version <= live.version {
            return;
        }
        let mut effects = Vec::new();
        live.table_changed(row, version);
        live.tell_table();
        if own {
            live.take_duty(now_ms, &mut effects);
        } else {
            live.leave_duty(now_ms, &mut effects);
        }
        self.carry_out(table, effects, now_ms);
    }

    fn loaded(&mut self, table: &str, loaded: Result<Box<Live>, Refusal>, now_ms: i64) {
        let Some(Slot::Loading(queue)) = self.slots.remove(table) else {
            return;
        };
        match loaded {
            Err(refusal) => {
                for message in queue {
                    refuse(message, &refusal);
                }
            }
            Ok(mut live) => {
                let mut effects = Vec::new();
                live.begin(now_ms, &mut effects);
                self.slots.insert(table.to_owned(), Slot::Live(live));
                self.moved_on(table);
                self.carry_out(table, effects, now_ms);
                metrics::gauge!("parlor_matches_loaded").increment(1.0);
                for message in queue {
                    self.handle(table, message, now_ms);
                }
            }
        }
    }

    fn forget(&mut self, table: &str) {
        if self.slots.remove(table).is_some() {
            metrics::gauge!("parlor_matches_loaded").decrement(1.0);
        }
    }
}
