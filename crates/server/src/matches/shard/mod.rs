//! The owner of a part of all matches. One task; nobody else touches them, so there are no locks.

mod answer;
mod effects;
mod message;

use std::collections::{BTreeSet, HashMap};
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use parlor_store::{Appended, Settled};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use self::answer::{no_watching, open, read, refuse};
pub(super) use self::message::{Done, Reading, ToShard};
use super::live::{Effect, Live, MatchAsk};
use super::work::Work;
use crate::bots::Cancel;
use crate::{Refusal, clock};

type Task = Pin<Box<dyn Future<Output = Done> + Send>>;

enum Slot {
    /// What came in while the log is being read.
    Loading(Vec<ToShard>),
    Live(Box<Live>),
}

/// A bot at work on a position.
struct Thought {
    seat: u8,
    about: u32,
    cancel: Cancel,
}

pub(super) struct Shard {
    work: Arc<Work>,
    slots: HashMap<String, Slot>,
    /// When to look at which match again; outlives the match's stay in memory.
    alarms: BTreeSet<(i64, String)>,
    /// The earliest alarm of each match, so that a quick match does not set thousands.
    armed: HashMap<String, i64>,
    tasks: FuturesUnordered<Task>,
    /// Bots that think, by match.
    thoughts: HashMap<String, Vec<Thought>>,
    /// Entries on their way to the disk, by the queue their answers come in.
    writing: usize,
    settled: mpsc::UnboundedSender<Settled>,
    stopping: Option<oneshot::Sender<()>>,
}

/// How often idle matches and absent players are looked for, in milliseconds.
const SWEEP_MS: std::ops::RangeInclusive<i64> = 100..=30_000;
/// Requests held while a match is loading; more are refused.
const LONGEST_QUEUE: usize = 256;

impl Shard {
    /// With the queue of what was written.
    pub(super) fn new(work: Arc<Work>) -> (Shard, mpsc::UnboundedReceiver<Settled>) {
        let (settled, answers) = mpsc::unbounded_channel();
        let shard = Shard {
            work,
            slots: HashMap::new(),
            alarms: BTreeSet::new(),
            armed: HashMap::new(),
            tasks: FuturesUnordered::new(),
            thoughts: HashMap::new(),
            writing: 0,
            settled,
            stopping: None,
        };
        (shard, answers)
    }

    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<ToShard>,
        mut answers: mpsc::UnboundedReceiver<Settled>,
    ) {
        let often = (self.work.config.grace_ms / 2).clamp(*SWEEP_MS.start(), *SWEEP_MS.end());
        let mut sweep = tokio::time::interval(Duration::from_millis(often as u64));
        loop {
            if self.stopping.is_some() && self.tasks.is_empty() && self.writing == 0 {
                break;
            }
            let alarm = self.next_alarm();
            tokio::select! {
                biased;
                Some(settled) = answers.recv(), if self.writing > 0 => self.settle(settled),
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

    fn settle(&mut self, Settled { batch, result }: Settled) {
        self.writing -= 1;
        let Some(table) = batch.first().map(|entry| &*entry.match_id) else {
            return;
        };
        let Some(Slot::Live(live)) = self.slots.get_mut(table) else {
            return;
        };
        let now = clock::now_ms();
        let mut effects = Vec::new();
        match result {
            Ok(appended) => {
                live.appended(appended == Appended::Stored, now, &mut effects);
                self.work.note_turn(live);
                let seq = live.seq();
                // What is thought about an earlier position is of no use any more.
                for thought in self.thoughts.get(table).into_iter().flatten() {
                    if thought.about < seq {
                        thought.cancel.cancel();
                    }
                }
            }
            Err(error) => {
                tracing::error!(table, %error, "append failed");
                live.append_failed(now, &mut effects);
            }
        }
        self.carry_out(table, effects);
    }

    fn done(&mut self, done: Done) {
        let now = clock::now_ms();
        let mut effects = Vec::new();
        let table = match done {
            Done::Loaded(table, loaded) => return self.loaded(&table, loaded),
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
                if let Some(thoughts) = self.thoughts.get_mut(&table) {
                    thoughts.retain(|it| it.seat != seat || it.about != seq);
                    if thoughts.is_empty() {
                        self.thoughts.remove(&table);
                    }
                }
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

fn far() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}
