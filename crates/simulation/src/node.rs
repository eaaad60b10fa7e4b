//! One simulated server: the real tables, pairing, lobby and desk, on a simulated world.

use std::collections::BTreeSet;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::task::{Context, Poll, Waker};

use parlor_engine::{Fast, Seat};
use parlor_server::Config;
use parlor_server::bus::{Bus, News, NodeId};
use parlor_server::matches::{
    Desk, Done, Errands, Heard, Manners, Matches, Outages, Shelf as _, Todo,
};
use parlor_server::tables::{Crier, Lobby, Pairing, Tables};
use tokio::sync::mpsc::Receiver;

use crate::Fault;
use crate::outside::Env;
use crate::wire::Wire;

pub(crate) const MANNERS: Manners = Manners {
    delay_ms: 10_000,
    grace_ms: 15_000,
    fallback_ms: 3000,
};
/// A match nobody looks at leaves memory soon, so that it is loaded again often.
const IDLE_MS: i64 = 8000;
/// The longest a bot thinks.
const THINK_MS: u64 = 600;

/// Work under way; what comes of it is for the desk.
type Task = Pin<Box<dyn Future<Output = Option<Done>> + Send>>;

pub(crate) struct Node {
    pub(crate) id: NodeId,
    /// True time of the clock's zero.
    pub(crate) skew_ms: i64,
    pub(crate) env: Env,
    pub(crate) desk: Desk,
    pub(crate) lobby: Lobby,
    pub(crate) bus: Bus,
    pub(crate) tables: Tables<Env>,
    pub(crate) pairing: Pairing<Env>,
    pub(crate) matches: Matches,
    pub(crate) conns: BTreeSet<u64>,
    /// When the desk will be woken, in true time.
    pub(crate) alarm: Option<i64>,
    /// When the store is asked what was missed, and when the lists are read again.
    pub(crate) due: (i64, i64),
    errands: Errands<Env>,
    outgoing: Receiver<News>,
    inbox: Receiver<Heard>,
    tasks: Vec<Task>,
}

impl Node {
    pub(crate) fn start(id: NodeId, skew_ms: i64, mut env: Env) -> Node {
        env.wire = Wire::default();
        env.clock = Arc::new(AtomicI64::new(0));
        let (bus, outgoing) = Bus::open(id);
        let (matches, inbox) = Matches::by_hand();
        let lobby = Lobby::default();
        let crier = Crier {
            lobby: lobby.clone(),
            matches: matches.clone(),
            bus: bus.clone(),
        };
        let config = Arc::new(Config {
            grace_ms: MANNERS.grace_ms,
            tables_per_player: 100,
            ..Config::default()
        });
        let tables = Tables::with(env.clone(), crier, config);
        Node {
            id,
            skew_ms,
            desk: Desk::new(MANNERS, IDLE_MS),
            errands: Errands {
                shelf: env.clone(),
                lobby: lobby.clone(),
                outages: Outages::default(),
                manners: MANNERS,
            },
            pairing: Pairing::new(tables.clone()),
            env,
            lobby,
            bus,
            tables,
            matches,
            conns: BTreeSet::new(),
            alarm: None,
            due: (0, 0),
            outgoing,
            inbox,
            tasks: Vec::new(),
        }
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

    /// News from another node go where they belong.
    pub(crate) fn hear(&mut self, from: NodeId, mut news: News, now: i64) {
        let now = self.clock(now);
        match &news {
            News::Entries { table, to_act, .. } => self.lobby.turn(table, *to_act),
            News::Table { table, version } => self.lobby.changed(table, *version),
            News::Gone { table } => return self.lobby.removed(table),
            _ => {}
        }
        if self.env.fault == Some(Fault::IgnoreGaps)
            && let News::Entries { table, rows, .. } = &mut news
            && let Some(live) = self.desk.live(table)
        {
            for (row, seq) in rows.iter_mut().zip(live.seq() + 1..) {
                row.seq = row.seq.min(seq);
            }
        }
        self.desk.hear(Heard::News { from, news }, now);
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
                            self.desk.done(done, now);
                        }
                    }
                }
            }
            while let Ok(heard) = self.inbox.try_recv() {
                busy = true;
                self.desk.hear(heard, now);
            }
            for todo in self.desk.take_todo() {
                busy = true;
                self.carry_out(todo);
            }
            if !busy {
                return;
            }
        }
    }

    /// What is to be told to the other nodes.
    pub(crate) fn take_news(&mut self) -> Vec<News> {
        std::iter::from_fn(|| self.outgoing.try_recv().ok()).collect()
    }

    fn carry_out(&mut self, todo: Todo) {
        let (errands, env) = (self.errands.clone(), self.env.clone());
        let task: Task = match todo {
            Todo::Publish(news) => return self.bus.publish(news),
            Todo::Turn { table, to_act } => return self.lobby.turn(&table, to_act),
            Todo::Append(batch) => Box::pin(async move {
                let result = env.append(batch.clone()).await;
                Some(Done::Appended(batch, result))
            }),
            Todo::Load { table } => Box::pin(async move { Some(errands.load(table).await) }),
            Todo::ReadOn { table, after } => Box::pin(async move {
                let rows = env.entries(&table, after).await;
                Some(Done::ReadOn(table, rows))
            }),
            Todo::StoreChat { table, saying } => Box::pin(async move {
                let spoken = errands.store_chat(&table, saying).await;
                Some(Done::Spoken(table, spoken))
            }),
            Todo::ReadChat { table, after } => Box::pin(async move {
                let sayings = errands.chat(&table, after).await;
                Some(Done::ChatRead(table, sayings))
            }),
            Todo::Finish { table, closing } => Box::pin(async move {
                let row = errands.finish(*closing).await;
                Some(Done::Finished(table, row))
            }),
            Todo::Reread { table } => Box::pin(async move { Some(errands.reread(table).await) }),
            Todo::Heads(tables) => Box::pin(async move { Some(errands.heads(tables).await) }),
            Todo::Think {
                table,
                seat,
                seq,
                state,
                ..
            } => Box::pin(async move {
                let chance = env.number();
                env.pause((chance % THINK_MS) as i64).await;
                let action = state.sample(Seat(seat), &mut Fast::new(chance));
                Some(Done::Thought(table, seat, seq, action))
            }),
        };
        self.tasks.push(task);
    }

    /// Sees to the lists, and with `wake` to every running match.
    pub(crate) fn patrol(&mut self, wake: bool) {
        let (tables, matches) = (self.tables.clone(), self.matches.clone());
        self.spawn(async move {
            if let Ok(running) = tables.refresh().await
                && wake
            {
                for table in running {
                    matches.wake(&table).await;
                }
            }
        });
    }
}
