//! One simulated server: the real tables, pairing, lobby and shard, on a simulated world.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::task::{Context, Poll, Waker};

use parlor_engine::{Fast, Seq};
use parlor_server::alerts::Teller;
use parlor_server::bus::{Bus, BusMessage, NodeId};
use parlor_server::environment::Environment as _;
use parlor_server::matches::{
    Completion, Effect, MatchPolicy, Matches, Outages, Repository, Shard, ShardMessage, Vacations,
};
use parlor_server::tables::{Lobby, Notifier, Tables};
use parlor_server::{Config, Dispatcher};
use tokio::sync::mpsc::Receiver;

use crate::Fault;
use crate::alerts::AFTER_MS;
use crate::environment::Env;
use crate::wire::Wire;

pub(crate) const POLICY: MatchPolicy = MatchPolicy {
    most_entries: Seq(50_000),
    abandoned_ms: 21 * 86_400_000,
    delay_ms: 10_000,
    grace_ms: 15_000,
    fallback_ms: 3000,
};
/// A match nobody looks at leaves memory soon, so that it is loaded again often.
const IDLE_MS: i64 = 8000;
/// The longest a bot thinks.
const THINK_MS: u64 = 600;

/// What is to be sent is looked at this often.
const DELIVER_MS: i64 = 2000;

async fn deliver(teller: Teller<Env>) {
    loop {
        teller.env.wire.pause(DELIVER_MS).await;
        for alert in teller.due().await {
            teller.see_to(&alert).await;
        }
    }
}

/// Work under way; what comes of it is for the shard.
type Task = Pin<Box<dyn Future<Output = Option<Completion>> + Send>>;

pub(crate) struct Node {
    pub(crate) id: NodeId,
    /// True time of the clock's zero.
    pub(crate) skew_ms: i64,
    pub(crate) env: Env,
    pub(crate) shard: Shard,
    pub(crate) bus: Bus,
    pub(crate) dispatcher: Dispatcher<Env>,
    pub(crate) conns: BTreeSet<u64>,
    /// When the shard will be woken, in true time.
    pub(crate) alarm: Option<i64>,
    /// When the store is asked what was missed, and when the lists are read again.
    pub(crate) due: (i64, i64),
    repository: Repository<Env>,
    outgoing: Receiver<BusMessage>,
    inbox: Receiver<ShardMessage>,
    tasks: Vec<Task>,
}

impl Node {
    pub(crate) fn start(id: NodeId, skew_ms: i64, mut env: Env) -> Node {
        env.wire = Wire::default();
        env.clock = Arc::new(AtomicI64::new(0));
        let (bus, outgoing) = Bus::open(id);
        let (matches, inbox) = Matches::by_hand();
        let lobby = Lobby::default();
        let notifier = Notifier {
            lobby: lobby.clone(),
            matches: matches.clone(),
            bus: bus.clone(),
        };
        let config = Arc::new(Config {
            grace_ms: POLICY.grace_ms,
            tables_per_player: 100,
            ..Config::default()
        });
        let tables = Tables::with(env.clone(), notifier, config.clone());
        let teller = Teller {
            env: env.clone(),
            lobby: lobby.clone(),
            matches: matches.clone(),
            after_ms: AFTER_MS,
            grace_ms: POLICY.grace_ms,
        };
        let mut node = Node {
            id,
            skew_ms,
            shard: Shard::new(POLICY, IDLE_MS),
            repository: Repository {
                env: env.clone(),
                lobby: lobby.clone(),
                outages: Outages::default(),
                vacations: Vacations::default(),
                policy: POLICY,
            },
            dispatcher: Dispatcher::new(tables, (&lobby, &matches), &config),
            env,
            bus,
            conns: BTreeSet::new(),
            alarm: None,
            due: (0, 0),
            outgoing,
            inbox,
            tasks: Vec::new(),
        };
        node.spawn(teller.clone().watch());
        node.spawn(deliver(teller));
        node
    }

    /// What this node's clock shows.
    pub(crate) fn clock(&self, now: i64) -> i64 {
        now + self.skew_ms
    }

    pub(crate) fn spawn(&mut self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks.push(Box::pin(async move {
            task.await;
            None
        }));
    }

    /// A message from another node goes where it belongs.
    pub(crate) fn hear(&mut self, from: NodeId, mut message: BusMessage, now: i64) {
        let now = self.clock(now);
        self.dispatcher.lobby.heard(&message);
        match &message {
            BusMessage::Gone { .. } => return,
            BusMessage::Presence { .. } if self.env.fault == Some(Fault::IgnorePresence) => return,
            _ => {}
        }
        if self.env.fault == Some(Fault::IgnoreGaps)
            && let BusMessage::Entries { match_id, rows, .. } = &mut message
            && let Some(live) = self.shard.live(*match_id)
        {
            let mut next = live.seq();
            for row in rows {
                next = next.next();
                row.seq = row.seq.min(next);
            }
        }
        self.shard.receive(ShardMessage::Bus { from, message }, now);
    }

    /// Does everything that can be done without waiting.
    pub(crate) fn step(&mut self, now: i64) {
        let now = self.clock(now);
        self.env.clock.store(now, Ordering::Relaxed);
        let mut context = Context::from_waker(Waker::noop());
        loop {
            let mut busy = false;
            for mut task in std::mem::take(&mut self.tasks) {
                match task.as_mut().poll(&mut context) {
                    Poll::Pending => self.tasks.push(task),
                    Poll::Ready(done) => {
                        busy = true;
                        if let Some(done) = done {
                            self.shard.complete(done, now);
                        }
                    }
                }
            }
            while let Ok(heard) = self.inbox.try_recv() {
                busy = true;
                self.shard.receive(heard, now);
            }
            for effect in self.shard.take_effects() {
                busy = true;
                self.carry_out(effect);
            }
            if !busy {
                return;
            }
        }
    }

    /// What is to be told to the other nodes.
    pub(crate) fn take_news(&mut self) -> Vec<BusMessage> {
        std::iter::from_fn(|| self.outgoing.try_recv().ok()).collect()
    }

    fn carry_out(&mut self, effect: Effect) {
        let (repository, env) = (self.repository.clone(), self.env.clone());
        let task: Task = match effect {
            Effect::Publish(message) => return self.bus.publish(message),
            Effect::Turn { match_id, to_act } => {
                return self.dispatcher.lobby.turn(match_id, to_act);
            }
            Effect::WakeAt { .. } | Effect::Flush(_) => return,
            Effect::Append { entries } => Box::pin(async move {
                let result = env.append(entries.clone()).await;
                Some(Completion::Appended { entries, result })
            }),
            Effect::Storage(request) => {
                Box::pin(async move { Some(repository.perform(request).await) })
            }
            Effect::Think(turn) => Box::pin(async move {
                let chance = env.number();
                env.pause((chance % THINK_MS) as i64).await;
                Some(Completion::Thought {
                    match_id: turn.match_id,
                    seat: turn.seat,
                    seq: turn.seq,
                    action: turn.state.sample(turn.seat, &mut Fast::new(chance)),
                })
            }),
        };
        self.tasks.push(task);
    }

    /// Sees to the lists, and with `wake` to every running match.
    pub(crate) fn patrol(&mut self, wake: bool) {
        let (tables, matches) = (
            self.dispatcher.tables.clone(),
            self.dispatcher.matches.clone(),
        );
        self.spawn(async move {
            if let Ok(running) = tables.refresh().await
                && wake
            {
                for match_id in running {
                    matches.wake(match_id).await;
                }
            }
        });
    }
}
