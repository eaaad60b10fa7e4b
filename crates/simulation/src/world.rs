//! The whole cluster in one thread: a queue of events in virtual time.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, VecDeque};
use std::sync::{Arc, Mutex};

use parlor_server::bus::{BusMessage, NodeId};
use parlor_server::matches::Outgoing;
use parlor_server::protocol::Request;

use crate::client::Client;
use crate::database::Database;
use crate::dice::Dice;
use crate::door::Line;
use crate::environment::Env;
use crate::node::Node;
use crate::presence::Presence;
use crate::wire::{Apply, Deliver};
use crate::{Failure, Plan, Seen};

/// Clocks of nodes differ by up to twice this.
pub(crate) const MOST_SKEW_MS: i64 = 300;
/// Virtual time begins here, so that no clock shows less than nothing.
pub(crate) const START_MS: i64 = 1_000_000;

/// What happens. Whatever belongs to one life of a node does not happen in the next.
pub(crate) enum Event {
    AtStore {
        from: (usize, i64),
        what: &'static str,
        apply: Apply,
    },
    Answer {
        to: (usize, i64),
        deliver: Deliver,
        lost: bool,
    },
    BusMessage {
        from: (usize, NodeId),
        to: usize,
        news: Box<BusMessage>,
    },
    Alarm(usize, i64),
    Sweep(usize, i64),
    Poll(usize, i64),
    Refresh(usize, i64),
    /// Looks after the matches of all.
    Patrol(usize, i64),
    ToNode(u64, Box<Request>),
    ToClient(u64, Outgoing),
    /// The node notices that a client has hung up.
    Gone(u64),
    Act(usize),
    Mishap,
    Recovery(crate::faults::Broken),
    Calm,
}

pub(crate) struct World {
    pub(crate) now: i64,
    pub(crate) dice: Dice,
    pub(crate) db: Database,
    /// None: down.
    pub(crate) nodes: Vec<Option<Node>>,
    pub(crate) clients: Vec<Client>,
    pub(crate) lines: BTreeMap<u64, Line>,
    pub(crate) store_up: bool,
    pub(crate) bus_up: bool,
    pub(crate) bus_since_ms: i64,
    /// Two nodes that do not hear each other.
    pub(crate) parted: Option<(usize, usize)>,
    pub(crate) presence: Presence,
    /// Who goes away for good, and when.
    pub(crate) sleeper: Option<(usize, i64)>,
    /// No more mishaps, and nobody asks for anything new.
    pub(crate) calm: bool,
    pub(crate) env: Env,
    pub(crate) lives: i64,
    pub(crate) last_line: u64,
    queue: BinaryHeap<Reverse<(i64, u64)>>,
    events: BTreeMap<u64, Event>,
    planned: u64,
    pub(crate) seen: Seen,
    /// Events kept for the story of a failure.
    told: usize,
    story: VecDeque<String>,
}

impl World {
    pub(crate) fn new(seed: u64, plan: &Plan, told: usize) -> World {
        let mut dice = Dice::new(seed);
        let ids = Arc::new(Mutex::new(Dice::new(dice.next())));
        let env = Env {
            wire: crate::wire::Wire::default(),
            clock: Arc::default(),
            ids,
            fault: plan.fault,
        };
        let nodes = plan.nodes.unwrap_or_else(|| 3 + dice.below(3));
        let mut world = World {
            now: START_MS,
            db: Database::default(),
            nodes: (0..nodes).map(|_| None).collect(),
            clients: (0..4 + dice.below(3)).map(Client::new).collect(),
            lines: BTreeMap::new(),
            store_up: true,
            bus_up: true,
            bus_since_ms: 0,
            parted: None,
            presence: Presence::default(),
            sleeper: None,
            calm: false,
            env,
            lives: 0,
            last_line: 0,
            queue: BinaryHeap::new(),
            events: BTreeMap::new(),
            planned: 0,
            seen: Seen::default(),
            told,
            story: VecDeque::new(),
            dice,
        };
        world.db.post.people = world.clients.iter().map(|it| it.player.id.0).collect();
        if world.dice.percent(50) {
            let client = world.dice.below(world.clients.len());
            let at = START_MS + world.dice.between(3000, 9000);
            world.sleeper = Some((client, at));
        }
        for place in 0..nodes {
            world.start_node(place);
        }
        for client in 0..world.clients.len() {
            world.plan(200, Event::Act(client));
        }
        world.plan(1000, Event::Mishap);
        world.plan_at(START_MS + plan.trouble_ms, Event::Calm);
        world
    }

    /// Plans an event, so many milliseconds from now at most.
    pub(crate) fn plan(&mut self, within_ms: i64, event: Event) {
        let at = self.now + self.dice.between(0, within_ms);
        self.plan_at(at, event);
    }

    pub(crate) fn plan_at(&mut self, at: i64, event: Event) {
        self.planned += 1;
        self.queue.push(Reverse((at.max(self.now), self.planned)));
        self.events.insert(self.planned, event);
    }

    pub(crate) fn plan_poll(&mut self, (place, life): (usize, i64), at: i64) {
        if let Some(node) = self.node((place, life)) {
            node.due.0 = at;
        }
        self.plan_at(at, Event::Poll(place, life));
    }

    pub(crate) fn plan_refresh(&mut self, (place, life): (usize, i64), at: i64) {
        if let Some(node) = self.node((place, life)) {
            node.due.1 = at;
        }
        self.plan_at(at, Event::Refresh(place, life));
    }

    pub(crate) fn note(&mut self, line: impl FnOnce() -> String) {
        if self.told > 0 {
            if self.story.len() == self.told {
                self.story.pop_front();
            }
            let line = line();
            self.story
                .push_back(format!("{:>7} {line}", self.now - START_MS));
        }
    }

    /// Lets events happen until `until`.
    pub(crate) fn run(&mut self, until: i64) -> Result<(), Failure> {
        while let Some(&Reverse((at, number))) = self.queue.peek() {
            if at > until {
                break;
            }
            self.queue.pop();
            self.now = at;
            self.seen.events += 1;
            let event = self.events.remove(&number);
            let happened = event.map_or(Ok(()), |event| self.happen(event));
            let complaint = self.db.referee.complaints.pop();
            happened
                .and(complaint.map_or(Ok(()), Err))
                .map_err(|it| self.failure(it))?;
        }
        self.now = until;
        Ok(())
    }

    pub(crate) fn failure(&mut self, what: String) -> Failure {
        Failure {
            what,
            at_ms: self.now - START_MS,
            story: std::mem::take(&mut self.story).into(),
        }
    }

    /// The node in this life, if it has not ended.
    pub(crate) fn node(&mut self, (place, life): (usize, i64)) -> Option<&mut Node> {
        let node = self.nodes.get_mut(place).and_then(Option::as_mut);
        node.filter(|node| node.id.0 == life)
    }

    fn happen(&mut self, event: Event) -> Result<(), String> {
        match event {
            Event::AtStore { from, what, apply } => self.at_store(from, what, apply),
            Event::Answer { to, deliver, lost } => {
                if self.node(to).is_some() {
                    deliver(lost);
                    self.step(to);
                }
            }
            Event::BusMessage { from, to, news } => self.news(from, to, *news),
            Event::Alarm(place, life) => {
                let now = self.now;
                if let Some(node) = self.node((place, life)) {
                    node.alarm = None;
                    let clock = node.clock(now);
                    node.shard.on_timer(clock);
                }
                self.step((place, life));
            }
            Event::Sweep(place, life) => {
                let (now, blind) = (self.now, self.is_blind());
                if let Some(node) = self.node((place, life)) {
                    let clock = node.clock(now);
                    node.shard.sweep(blind, clock);
                    let every = node.shard.sweep_every_ms();
                    self.plan_at(now + every, Event::Sweep(place, life));
                }
                self.step((place, life));
            }
            Event::Poll(place, life) => {
                let now = self.now;
                if let Some(node) = self.node((place, life)).filter(|it| it.due.0 == now) {
                    node.shard.poll();
                    let every = if self.is_blind() { 1000 } else { 10_000 };
                    self.plan_poll((place, life), now + every);
                }
                self.step((place, life));
            }
            Event::Refresh(place, life) => {
                let now = self.now;
                if let Some(node) = self.node((place, life)).filter(|it| it.due.1 == now) {
                    node.patrol(false);
                    let every = if self.is_blind() { 5000 } else { 60_000 };
                    self.plan_refresh((place, life), now + every);
                }
                self.step((place, life));
            }
            Event::Patrol(place, life) => {
                if let Some(node) = self.node((place, life)) {
                    node.patrol(true);
                }
                self.step((place, life));
            }
            Event::ToNode(line, request) => self.arrives(line, &request),
            Event::ToClient(line, out) => return self.is_heard(line, out),
            Event::Gone(line) => self.hung_up(line),
            Event::Act(client) => self.act(client),
            Event::Mishap => self.mishap(),
            Event::Recovery(broken) => self.recover(broken),
            Event::Calm => self.calm_down(),
        }
        Ok(())
    }

    /// Lets a node do what it can, and passes on what it says.
    pub(crate) fn step(&mut self, (place, life): (usize, i64)) {
        let now = self.now;
        let Some(node) = self.node((place, life)) else {
            return;
        };
        node.step(now);
        let alarm = node.shard.next_timer_ms().map(|due| due - node.skew_ms);
        let sooner = alarm.filter(|&due| node.alarm.is_none_or(|set| due < set));
        if sooner.is_some() {
            node.alarm = sooner;
        }
        let requests = node.env.wire.take();
        let news = node.take_news();
        let lines: Vec<u64> = node.conns.iter().copied().collect();
        if let Some(due) = sooner {
            self.plan_at(due, Event::Alarm(place, life));
        }
        for request in requests {
            self.request((place, life), request);
        }
        for news in news {
            self.publish((place, NodeId(life)), &news);
        }
        for line in lines {
            self.tell_client(line);
        }
    }
}
