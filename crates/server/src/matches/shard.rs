//! Runs a desk: one task that carries out what the desk wants and tells it what came of it.

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use parlor_store::Settled;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior};

use super::desk::{Desk, Done, Heard, Todo};
use super::work::Work;
use crate::clock;

type Task = Pin<Box<dyn Future<Output = Done> + Send>>;

/// How often it is looked whether the store is to be asked for what was missed.
const LOOK: Duration = Duration::from_millis(500);

pub(super) struct Shard {
    work: Arc<Work>,
    desk: Desk,
    tasks: FuturesUnordered<Task>,
    /// Entries on their way to the disk, by the queue their answers come in.
    writing: usize,
    settled: mpsc::UnboundedSender<Settled>,
    stopping: Option<oneshot::Sender<()>>,
}

impl Shard {
    /// With the queue of what was written.
    pub(super) fn new(work: Arc<Work>) -> (Shard, mpsc::UnboundedReceiver<Settled>) {
        let (settled, answers) = mpsc::unbounded_channel();
        let idle_ms = work.config.idle_minutes * 60_000;
        let shard = Shard {
            desk: Desk::new(work.manners(), idle_ms),
            work,
            tasks: FuturesUnordered::new(),
            writing: 0,
            settled,
            stopping: None,
        };
        (shard, answers)
    }

    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<Heard>,
        mut answers: mpsc::UnboundedReceiver<Settled>,
    ) {
        let mut sweep = tokio::time::interval(millis(self.desk.sweep_every_ms()));
        let mut polled = Instant::now();
        let mut look = tokio::time::interval(LOOK);
        look.set_missed_tick_behavior(MissedTickBehavior::Skip);
        loop {
            if self.stopping.is_some() && self.tasks.is_empty() && self.writing == 0 {
                break;
            }
            let now = clock::now_ms();
            let alarm = self.desk.next_alarm_ms();
            let alarm = alarm.map(|due| Instant::now() + millis((due - now).max(0)));
            let around = self.work.around();
            tokio::select! {
                biased;
                Some(settled) = answers.recv(), if self.writing > 0 => {
                    self.writing -= 1;
                    let Settled { batch, result } = settled;
                    self.desk.done(Done::Appended(batch, result), clock::now_ms());
                }
                Some(done) = self.tasks.next(), if !self.tasks.is_empty() => {
                    self.desk.done(done, clock::now_ms());
                }
                message = inbox.recv(), if self.stopping.is_none() => match message {
                    Some(Heard::Stop(answer)) => {
                        self.stopping = Some(answer);
                        self.desk.stop();
                    }
                    Some(message) => self.desk.hear(message, clock::now_ms()),
                    None => break,
                },
                () = tokio::time::sleep_until(alarm.unwrap_or_else(far)), if alarm.is_some() => {
                    self.desk.ring(clock::now_ms());
                }
                _ = look.tick(), if around.is_some() => {
                    let often = around.map_or(Duration::MAX, |it| millis(it.poll_ms));
                    if polled.elapsed() >= often {
                        polled = Instant::now();
                        self.desk.poll();
                    }
                }
                _ = sweep.tick() => {
                    self.desk.sweep(around.is_some_and(|it| it.blind), clock::now_ms());
                }
            }
            self.carry_out();
        }
        if let Some(answer) = self.stopping.take() {
            let _ = answer.send(());
        }
    }

    fn carry_out(&mut self) {
        for todo in self.desk.take_todo() {
            let (work, errands) = (self.work.clone(), self.work.errands());
            let task: Task = match todo {
                Todo::Append(entries) => {
                    self.writing += 1;
                    self.work.appender.hand_in(entries, &self.settled);
                    continue;
                }
                Todo::Publish(news) => {
                    self.work.bus.publish(news);
                    continue;
                }
                Todo::Turn { table, to_act } => {
                    self.work.lobby.turn(&table, to_act);
                    continue;
                }
                Todo::Load { table } => Box::pin(async move { errands.load(table).await }),
                Todo::ReadOn { table, after } => Box::pin(async move {
                    let rows = work.store.entries(&table, after).await;
                    Done::ReadOn(table, rows)
                }),
                Todo::StoreChat { table, saying } => Box::pin(async move {
                    let spoken = errands.store_chat(&table, saying).await;
                    Done::Spoken(table, spoken)
                }),
                Todo::ReadChat { table, after } => Box::pin(async move {
                    let sayings = errands.chat(&table, after).await;
                    Done::ChatRead(table, sayings)
                }),
                Todo::Finish { table, closing } => Box::pin(async move {
                    let row = errands.finish(*closing).await;
                    Done::Finished(table, row)
                }),
                Todo::Reread { table } => Box::pin(async move { errands.reread(table).await }),
                Todo::Heads(tables) => Box::pin(async move { errands.heads(tables).await }),
                Todo::Think {
                    table,
                    seat,
                    level,
                    seq,
                    state,
                    cancel,
                } => Box::pin(async move {
                    let action = work.think(state, seat, level, cancel).await;
                    Done::Thought(table, seat, seq, action)
                }),
            };
            self.tasks.push(task);
        }
    }
}

fn millis(ms: i64) -> Duration {
    Duration::from_millis(ms.max(0) as u64)
}

fn far() -> Instant {
    Instant::now() + Duration::from_secs(3600)
}
