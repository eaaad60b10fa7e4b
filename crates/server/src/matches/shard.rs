//! The owner of a part of all matches. One task; nobody else touches them, so there are no locks.

use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use parlor_store::{Appended, Entry as EntryRow};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::live::{Asker, Effect, Live, MatchAsk, Spoken, Subscriber};
use super::outbox::{ConnId, Outbox};
use super::work::Work;
use crate::people::PlayerId;
use crate::protocol::{LogLine, MatchSnapshot, Raw, ServerMessage};
use crate::tables::Table;
use crate::{Refusal, clock};

/// What a shard is told.
#[derive(Debug)]
pub(super) enum ToShard {
    Ask {
        table: String,
        asker: Option<Asker>,
        id: Option<String>,
        what: MatchAsk,
    },
    Open {
        table: String,
        opening: super::Opening,
    },
    Close {
        table: String,
        conn: ConnId,
    },
    Read {
        table: String,
        player: Option<PlayerId>,
        invite: Option<String>,
        what: Reading,
    },
    /// The row of a table was changed through the lobby.
    TableChanged {
        table: String,
    },
    /// Load it and set its bots and clocks going.
    Wake {
        table: String,
    },
    /// Finish what is under way, then stop.
    Stop(oneshot::Sender<()>),
}

/// A question that changes nothing.
#[derive(Debug)]
pub(super) enum Reading {
    Snapshot(Option<u32>, oneshot::Sender<Result<MatchSnapshot, Refusal>>),
    Log(oneshot::Sender<Result<Vec<LogLine>, Refusal>>),
    ViewAt(u32, oneshot::Sender<Result<Raw, Refusal>>),
    Record(oneshot::Sender<Result<parlor_engine::Record, Refusal>>),
    Absent(u8, oneshot::Sender<Result<Option<i64>, Refusal>>),
}

impl Reading {
    fn refuse(self, refusal: Refusal) {
        match self {
            Reading::Snapshot(_, answer) => drop(answer.send(Err(refusal))),
            Reading::Log(answer) => drop(answer.send(Err(refusal))),
            Reading::ViewAt(_, answer) => drop(answer.send(Err(refusal))),
            Reading::Record(answer) => drop(answer.send(Err(refusal))),
            Reading::Absent(_, answer) => drop(answer.send(Err(refusal))),
        }
    }
}

/// What comes back from outside.
pub(super) enum Done {
    Loaded(String, Result<Box<Live>, Refusal>),
    Appended(String, Result<Appended, parlor_store::StoreError>),
    ReadOn(String, Result<Vec<EntryRow>, parlor_store::StoreError>),
    Chat(String, u32, Spoken),
    Finished(String, Option<(Table, i64)>),
    Table(String, Option<(Table, i64)>),
    Thought(String, u8, u32, Option<String>),
}

type Task = Pin<Box<dyn Future<Output = Done> + Send>>;

enum Slot {
    /// What came in while the log is being read.
    Loading(Vec<ToShard>),
    Live(Box<Live>),
}

pub(super) struct Shard {
    work: Arc<Work>,
    slots: HashMap<String, Slot>,
    /// When to look at which match again; outlives the match's stay in memory.
    alarms: BTreeSet<(i64, String)>,
    /// The earliest alarm of each match, so that a quick match does not set thousands.
    armed: HashMap<String, i64>,
    tasks: FuturesUnordered<Task>,
    stopping: Option<oneshot::Sender<()>>,
}

/// How often idle matches and absent players are looked for, in milliseconds.
const SWEEP_MS: std::ops::RangeInclusive<i64> = 100..=30_000;
/// Requests held while a match is loading; more are refused.
const LONGEST_QUEUE: usize = 256;

impl Shard {
    pub(super) fn new(work: Arc<Work>) -> Shard {
        Shard {
            work,
            slots: HashMap::new(),
            alarms: BTreeSet::new(),
            armed: HashMap::new(),
            tasks: FuturesUnordered::new(),
            stopping: None,
        }
    }

    pub(super) async fn run(mut self, mut inbox: mpsc::Receiver<ToShard>) {
        let often = (self.work.config.grace_ms / 2).clamp(*SWEEP_MS.start(), *SWEEP_MS.end());
        let mut sweep = tokio::time::interval(Duration::from_millis(often as u64));
        loop {
            if self.stopping.is_some() && self.tasks.is_empty() {
                break;
            }
            let alarm = self.next_alarm();
            tokio::select! {
                biased;
                Some(done) = self.tasks.next(), if !self.tasks.is_empty() => self.done(done),
                message = inbox.recv(), if self.stopping.is_none() => match message {
                    Some(message) => self.hear(message),
                    None => break,
                },
                () = tokio::time::sleep_until(alarm.unwrap_or_else(far)), if alarm.is_some() => self.ring(),
                _ = sweep.tick() => self.sweep(),
            }
        }
        if let Some(answer) = self.stopping.take() {
            let _ = answer.send(());
        }
    }

    fn next_alarm(&self) -> Option<Instant> {
        let (due, _) = self.alarms.first()?;
        let wait = (due - clock::now_ms()).max(0);
        Some(Instant::now() + Duration::from_millis(wait as u64))
    }

    fn hear(&mut self, message: ToShard) {
        let table = match &message {
            ToShard::Stop(_) => {
                if let ToShard::Stop(answer) = message {
                    self.stopping = Some(answer);
                }
                return;
            }
            ToShard::Close { table, conn } => {
                let (table, now, mut effects) = (table.clone(), clock::now_ms(), Vec::new());
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    live.unsubscribe(*conn, now);
                    live.rest(now, &mut effects);
                }
                self.carry_out(&table, effects);
                return;
            }
            ToShard::TableChanged { table } => {
                if self.slots.contains_key(table) {
                    let (work, table) = (self.work.clone(), table.clone());
                    self.spawn(async move { work.reread(table).await });
                }
                return;
            }
            ToShard::Ask { table, .. }
            | ToShard::Open { table, .. }
            | ToShard::Read { table, .. }
            | ToShard::Wake { table } => table.clone(),
        };
        match self.slots.get_mut(&table) {
            Some(Slot::Live(_)) => self.handle(&table, message),
            Some(Slot::Loading(queue)) if queue.len() < LONGEST_QUEUE => queue.push(message),
            Some(Slot::Loading(_)) => refuse(message, &Refusal::busy()),
            None => {
                self.slots
                    .insert(table.clone(), Slot::Loading(vec![message]));
                let work = self.work.clone();
                self.spawn(async move { work.load(table).await });
            }
        }
    }

    /// A message for a match that is in memory.
    fn handle(&mut self, table: &str, message: ToShard) {
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        let now = clock::now_ms();
        let mut effects = Vec::new();
        match message {
            ToShard::Ask {
                asker, id, what, ..
            } => {
                live.ask(asker, id, what, now, &mut effects);
            }
            ToShard::Open { opening, .. } => {
                open(live, opening, now);
                live.rest(now, &mut effects);
            }
            ToShard::Wake { .. } => live.wake(now, &mut effects),
            ToShard::Read {
                player,
                invite,
                what,
                ..
            } => {
                if !live.table.may_watch(player, invite.as_deref()) {
                    what.refuse(no_watching());
                    return;
                }
                live.seen(player, now);
                read(live, player, what, now);
            }
            ToShard::Close { .. } | ToShard::TableChanged { .. } | ToShard::Stop(_) => {}
        }
        self.carry_out(table, effects);
    }

    fn done(&mut self, done: Done) {
        let now = clock::now_ms();
        let mut effects = Vec::new();
        let table = match done {
            Done::Loaded(table, loaded) => return self.loaded(&table, loaded),
            Done::Appended(table, result) => {
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    match result {
                        Ok(appended) => {
                            live.appended(appended == Appended::Stored, now, &mut effects);
                            self.work.note_turn(live);
                        }
                        Err(error) => {
                            tracing::error!(table, %error, "append failed");
                            live.append_failed(now, &mut effects);
                        }
                    }
                }
                table
            }
            Done::ReadOn(table, rows) => {
                match (self.slots.get_mut(&table), rows) {
                    (Some(Slot::Live(live)), Ok(rows)) => {
                        live.read_on(rows, now, &mut effects);
                        self.work.note_turn(live);
                    }
                    (Some(slot), Err(error)) => {
                        // The fold may lag behind the log: forget it and fold anew when asked.
                        tracing::error!(table, %error, "reading on failed");
                        if let Slot::Live(live) = slot {
                            live.give_up();
                        }
                        self.forget(&table);
                    }
                    _ => {}
                }
                table
            }
            Done::Chat(table, number, spoken) => {
                if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                    live.spoken(number, spoken);
                }
                table
            }
            Done::Finished(table, row) | Done::Table(table, row) => {
                if let (Some(Slot::Live(live)), Some((changed, version))) =
                    (self.slots.get_mut(&table), row)
                    && version > live.version
                {
                    live.table_changed(changed, version);
                    live.tell_table();
                    live.wake(now, &mut effects);
                }
                table
            }
            Done::Thought(table, seat, seq, action) => {
                if let (Some(Slot::Live(live)), Some(action)) = (self.slots.get_mut(&table), action)
                {
                    let what = MatchAsk::BotMove { seat, seq, action };
                    live.ask(None, None, what, now, &mut effects);
                }
                table
            }
        };
        self.carry_out(&table, effects);
    }

    fn loaded(&mut self, table: &str, loaded: Result<Box<Live>, Refusal>) {
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
                if live.needs_finish() {
                    effects.push(Effect::Finish);
                } else if !live.is_over() {
                    live.wake(clock::now_ms(), &mut effects);
                }
                self.work.note_turn(&live);
                self.slots.insert(table.to_owned(), Slot::Live(live));
                self.carry_out(table, effects);
                metrics::gauge!("parlor_matches_loaded").increment(1.0);
                for message in queue {
                    self.handle(table, message);
                }
            }
        }
    }

    fn carry_out(&mut self, table: &str, effects: Vec<Effect>) {
        for effect in effects {
            let (work, table) = (self.work.clone(), table.to_owned());
            match effect {
                Effect::Append(entries) => self.spawn(async move {
                    let result = work.append(entries).await;
                    Done::Appended(table, result)
                }),
                Effect::ReadOn { after } => self.spawn(async move {
                    let rows = work.entries(&table, after).await;
                    Done::ReadOn(table, rows)
                }),
                Effect::StoreChat(line, player, cmd) => self.spawn(async move {
                    let number = line.seq;
                    let spoken = work.store_chat(&table, line, player, cmd).await;
                    Done::Chat(table, number, spoken)
                }),
                Effect::Finish => {
                    let Some(Slot::Live(live)) = self.slots.get(&table) else {
                        continue;
                    };
                    let closing = live.closing(clock::now_ms());
                    self.spawn(async move {
                        let row = work.finish(closing).await;
                        Done::Finished(table, row)
                    });
                }
                // A match of bots alone would never let the house close.
                Effect::Think { .. } if self.stopping.is_some() => {}
                Effect::Think { seat, level, seq } => {
                    let Some(Slot::Live(live)) = self.slots.get(&table) else {
                        continue;
                    };
                    let state = live.matched().state().boxed_clone();
                    self.spawn(async move {
                        let action = work.think(state, seat, level).await;
                        Done::Thought(table, seat, seq, action)
                    });
                }
                Effect::WakeAt(due) => self.arm(table, due),
            }
        }
    }

    fn arm(&mut self, table: String, due: i64) {
        if self.armed.get(&table).is_none_or(|&armed| due < armed) {
            self.armed.insert(table.clone(), due);
            self.alarms.insert((due, table));
        }
    }

    fn spawn(&self, task: impl Future<Output = Done> + Send + 'static) {
        self.tasks.push(Box::pin(task));
    }

    /// Something is due: time ran out, an offer died, spectators may hear more.
    fn ring(&mut self) {
        let now = clock::now_ms();
        while self.alarms.first().is_some_and(|(due, _)| *due <= now) {
            let Some((due, table)) = self.alarms.pop_first() else {
                break;
            };
            if self.armed.get(&table) != Some(&due) {
                continue;
            }
            self.armed.remove(&table);
            if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                let mut effects = Vec::new();
                live.tick(now);
                if live.is_writing() {
                    continue;
                }
                live.ask(None, None, MatchAsk::TimeUp, now, &mut effects);
                if effects.is_empty() {
                    live.rest(now, &mut effects);
                }
                self.carry_out(&table, effects);
            } else {
                self.hear(ToShard::Wake { table });
            }
        }
    }

    /// Evicts what nobody looks at, and lets absent players go where the table says so.
    fn sweep(&mut self) {
        let now = clock::now_ms();
        let idle = self.work.config.idle_minutes * 60_000;
        let mut gone = Vec::new();
        let mut left = Vec::new();
        for (table, slot) in &self.slots {
            let Slot::Live(live) = slot else { continue };
            if live.is_idle(now, idle) {
                gone.push(table.clone());
            } else if let Some(seat) = live.overdue_absentee(now) {
                left.push((table.clone(), seat));
            }
        }
        for table in gone {
            self.forget(&table);
        }
        for (table, seat) in left {
            let what = MatchAsk::Left { seat };
            self.handle(
                &table.clone(),
                ToShard::Ask {
                    table,
                    asker: None,
                    id: None,
                    what,
                },
            );
        }
        let subscribed = self.slots.len();
        metrics::gauge!("parlor_shard_matches").set(subscribed as f64);
    }

    fn forget(&mut self, table: &str) {
        if self.slots.remove(table).is_some() {
            metrics::gauge!("parlor_matches_loaded").decrement(1.0);
        }
    }
}

fn open(live: &mut Live, opening: super::Opening, now: i64) {
    let super::Opening {
        outbox,
        player,
        since,
        invite,
        id,
    } = opening;
    if !live.table.may_watch(player, invite.as_deref()) {
        return refused(&outbox, id, &live.table.id, &no_watching());
    }
    live.tick(now);
    match live.snapshot(player, since, id.clone(), now) {
        Ok(snapshot) => {
            outbox.message(ServerMessage::Match(Box::new(snapshot)));
            let viewer = live.viewer_for(player);
            live.subscribe(
                Subscriber {
                    outbox,
                    player,
                    viewer,
                },
                now,
            );
        }
        Err(refusal) => refused(&outbox, id, &live.table.id, &refusal),
    }
}

fn read(live: &Live, player: Option<PlayerId>, what: Reading, now: i64) {
    match what {
        Reading::Snapshot(since, answer) => {
            drop(answer.send(live.snapshot(player, since, None, now)));
        }
        Reading::Log(answer) => drop(answer.send(live.log(player, now))),
        Reading::ViewAt(seq, answer) => drop(answer.send(live.view_at(player, seq, now))),
        Reading::Record(answer) => drop(answer.send(live.record())),
        Reading::Absent(seat, answer) => drop(answer.send(Ok(live.absent_since(seat)))),
    }
}

fn no_watching() -> Refusal {
    Refusal::new("match/no_watching", "this match may not be watched")
}

fn refuse(message: ToShard, refusal: &Refusal) {
    match message {
        ToShard::Ask {
            table,
            asker: Some(asker),
            id,
            ..
        } => {
            refused(&asker.outbox, id, &table, refusal);
        }
        ToShard::Open { table, opening } => refused(&opening.outbox, opening.id, &table, refusal),
        ToShard::Read { what, .. } => what.refuse(refusal.clone()),
        _ => {}
    }
}

fn refused(outbox: &Outbox, id: Option<String>, table: &str, refusal: &Refusal) {
    metrics::counter!("parlor_rejects_total", "code" => refusal.code.to_string()).increment(1);
    outbox.message(ServerMessage::Error {
        id,
        code: refusal.code.to_string(),
        message: refusal.message.clone(),
        game_match: Some(table.to_owned()),
    });
}

fn far() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}
