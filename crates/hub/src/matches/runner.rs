//! Runs a shard: one task that carries out what the shard wants and tells it what came of it.

#[cfg(test)]
mod tests;

use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use parlor_store::Settled;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use super::context::ShardContext;
use super::shard::{Completion, Effect, Shard, ShardMessage};
use crate::clock;

type Task = Pin<Box<dyn Future<Output = Completion> + Send>>;

/// How often it is looked whether the store is to be asked for what was missed.
const LOOK_MS: i64 = 500;
/// Messages taken at once; then it is looked whether something is due.
const BATCH: usize = 256;

pub(super) struct Runner {
    context: Arc<ShardContext>,
    shard: Shard,
    /// Empty: the room of what is to be done.
    effects: Vec<Effect>,
    tasks: FuturesUnordered<Task>,
    /// Entries on their way to the disk, by the queue their answers come in.
    writing: usize,
    settled: mpsc::UnboundedSender<Vec<Settled>>,
    schedule: Schedule,
    stopping: Option<oneshot::Sender<()>>,
}

/// When the next look at everything is due, in milliseconds of the wall clock.
struct Schedule {
    sweep: i64,
    look: i64,
    /// When the store was last asked what was missed.
    polled: i64,
}

impl Runner {
    /// With the queue of what was written.
    pub(super) fn new(
        context: Arc<ShardContext>,
    ) -> (Runner, mpsc::UnboundedReceiver<Vec<Settled>>) {
        let (settled, answers) = mpsc::unbounded_channel();
        let idle_ms = context.config.idle_minutes * 60_000;
        let now_ms = clock::now_ms();
        let runner = Runner {
            shard: Shard::new(context.policy(), idle_ms),
            context,
            effects: Vec::new(),
            tasks: FuturesUnordered::new(),
            writing: 0,
            settled,
            schedule: Schedule {
                sweep: now_ms,
                look: now_ms,
                polled: now_ms,
            },
            stopping: None,
        };
        (runner, answers)
    }

    pub(super) async fn run(
        mut self,
        mut inbox: mpsc::Receiver<ShardMessage>,
        mut answers: mpsc::UnboundedReceiver<Vec<Settled>>,
    ) {
        let mut messages = Vec::with_capacity(BATCH);
        let mut written = Vec::with_capacity(BATCH);
        // One timer for everything, set anew only when something is due before it rings.
        let mut timer = std::pin::pin!(tokio::time::sleep(Duration::ZERO));
        while !(self.stopping.is_some() && self.tasks.is_empty() && self.writing == 0) {
            let wait = Duration::from_millis((self.next_ms() - clock::now_ms()).max(0) as u64);
            let due = Instant::now() + wait;
            if timer.is_elapsed() || due < timer.deadline() {
                timer.as_mut().reset(due);
            }
            tokio::select! {
                biased;
                _ = answers.recv_many(&mut written, BATCH), if self.writing > 0 => {}
                Some(completion) = self.tasks.next(), if !self.tasks.is_empty() => {
                    self.shard.complete(completion, clock::now_ms());
                }
                count = inbox.recv_many(&mut messages, BATCH), if self.stopping.is_none() => {
                    if count == 0 {
                        break;
                    }
                }
                () = &mut timer => {}
            }
            let now_ms = clock::now_ms();
            self.writing -= written.iter().map(Vec::len).sum::<usize>();
            for Settled { batch, result } in written.drain(..).flatten() {
                let entries = batch;
                self.shard
                    .complete(Completion::Appended { entries, result }, now_ms);
                // Whoever waits for this move need not wait for those that were written with it.
                self.carry_out();
            }
            for message in messages.drain(..) {
                match message {
                    ShardMessage::Stop(answer) => {
                        self.stopping = Some(answer);
                        self.shard.stop();
                    }
                    message => self.shard.receive(message, now_ms),
                }
            }
            // Whatever comes in, and however much of it: time is looked at between two batches.
            self.on_time(now_ms);
            self.carry_out();
        }
        if let Some(answer) = self.stopping.take() {
            let _ = answer.send(());
        }
    }

    fn next_ms(&self) -> i64 {
        let own = self.schedule.sweep.min(self.schedule.look);
        self.shard.next_timer_ms().map_or(own, |due| due.min(own))
    }

    fn on_time(&mut self, now_ms: i64) {
        if self.shard.next_timer_ms().is_some_and(|due| due <= now_ms) {
            self.shard.on_timer(now_ms);
        }
        if now_ms >= self.schedule.sweep {
            self.schedule.sweep = now_ms + self.shard.sweep_every_ms();
            let cluster = self.context.bus.cluster();
            let blind = cluster.is_some_and(|it| it.blind);
            self.shard.sweep(blind, now_ms);
        }
        if now_ms >= self.schedule.look {
            self.schedule.look = now_ms + LOOK_MS;
            if let Some(cluster) = self.context.bus.cluster()
                && now_ms - self.schedule.polled >= cluster.poll_ms
            {
                self.schedule.polled = now_ms;
                self.shard.poll();
            }
        }
    }

    fn carry_out(&mut self) {
        let mut effects = std::mem::take(&mut self.effects);
        self.shard.move_effects(&mut effects);
        for effect in effects.drain(..) {
            match effect {
                Effect::Flush(outbox) => outbox.flush(),
                Effect::Append { entries } => {
                    self.writing += 1;
                    self.context.appender.hand_in(entries, &self.settled);
                }
                Effect::Publish(message) => self.context.bus.publish(message),
                Effect::Turn { match_id, to_act } => self.context.lobby.turn(match_id, to_act),
                Effect::Storage(request) => {
                    let repository = self.context.repository();
                    let perform = async move { repository.perform(request).await };
                    self.tasks.push(Box::pin(perform));
                }
                Effect::Think(turn) => {
                    let context = self.context.clone();
                    self.tasks
                        .push(Box::pin(async move { context.think(turn).await }));
                }
                // The shard keeps its timers itself.
                Effect::WakeAt { .. } => {}
            }
        }
        self.effects = effects;
    }
}
