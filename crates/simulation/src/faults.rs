//! What goes wrong: the store and the bus delay, lose and repeat, and nodes die.

use parlor_server::bus::{BusMessage, NodeId};

use crate::dice::Dice;
use crate::node::Node;
use crate::wire::{Apply, Request};
use crate::world::{Event, MOST_SKEW_MS, World};

/// Something that will be whole again.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Broken {
    Node(usize),
    Store,
    Bus,
    Parted,
}

/// A node is taken for gone after this.
const GONE_MS: i64 = 7000;
/// For so long after the bus is back, nodes do not rely on it.
const SETTLED_MS: i64 = 3000;

impl World {
    pub(crate) fn start_node(&mut self, place: usize) {
        self.lives += 1;
        let life = self.lives;
        let skew = self.dice.between(-MOST_SKEW_MS, MOST_SKEW_MS);
        let node = Node::start(NodeId(life), skew, self.env.clone());
        node.bus.set_up(self.bus_up);
        self.nodes[place] = Some(node);
        self.note(|| format!("node {place} starts as {life}, its clock off by {skew} ms"));
        self.plan(50, Event::Patrol(place, life));
        self.plan(1000, Event::Sweep(place, life));
        let at = self.now + self.dice.between(0, 1000);
        self.plan_poll((place, life), at);
        let at = self.now + self.dice.between(0, 60_000);
        self.plan_refresh((place, life), at);
    }

    fn crash(&mut self, place: usize) {
        self.note(|| format!("node {place} dies"));
        self.nodes[place] = None;
        self.seen.crashes += 1;
        let cut: Vec<u64> = self
            .lines
            .iter()
            .filter(|(_, line)| line.node == place)
            .map(|(&key, _)| key)
            .collect();
        for key in cut {
            if let Some(line) = self.lines.remove(&key)
                && self.clients[line.client].line == Some(key)
            {
                self.clients[line.client].line = None;
            }
        }
        // The others notice, and look after its matches.
        for other in 0..self.nodes.len() {
            if let Some(node) = &self.nodes[other] {
                let life = node.id.0;
                let at = self.now + GONE_MS + self.dice.between(0, 2000);
                self.plan_at(at, Event::Patrol(other, life));
            }
        }
    }

    /// One thing breaks, and will be whole again some time later.
    pub(crate) fn mishap(&mut self) {
        if self.calm {
            return;
        }
        let pause = self.dice.between(500, 6000);
        self.plan_at(self.now + pause, Event::Mishap);
        let last = self.dice.between(300, 8000);
        let broken = match self.dice.below(10) {
            0..4 => {
                let place = self.dice.below(self.nodes.len());
                if self.nodes[place].is_none() {
                    return;
                }
                self.crash(place);
                Broken::Node(place)
            }
            4..6 if self.store_up => {
                self.store_up = false;
                Broken::Store
            }
            6..8 if self.bus_up => {
                self.set_bus(false);
                Broken::Bus
            }
            8..10 if self.parted.is_none() => {
                let one = self.dice.below(self.nodes.len());
                let other = (one + 1) % self.nodes.len();
                self.parted = Some((one, other));
                Broken::Parted
            }
            _ => return,
        };
        self.note(|| format!("{broken:?} breaks for {last} ms"));
        self.plan_at(self.now + last, Event::Recovery(broken));
    }

    pub(crate) fn recover(&mut self, broken: Broken) {
        self.note(|| format!("{broken:?} is whole again"));
        match broken {
            Broken::Node(place) if self.nodes[place].is_none() => self.start_node(place),
            Broken::Node(_) => {}
            Broken::Store => self.store_up = true,
            Broken::Bus => self.set_bus(true),
            Broken::Parted => self.parted = None,
        }
    }

    fn set_bus(&mut self, up: bool) {
        self.bus_up = up;
        self.bus_since_ms = self.now;
        for place in 0..self.nodes.len() {
            let Some(node) = &self.nodes[place] else {
                continue;
            };
            node.bus.set_up(up);
            // With the bus away the store is asked more often, at once.
            let life = node.id.0;
            let at = self.now + self.dice.between(0, 1000);
            self.plan_poll((place, life), at);
            let at = self.now + self.dice.between(0, 5000);
            self.plan_refresh((place, life), at);
        }
    }

    /// The other nodes cannot be heard, or not everything they said was.
    pub(crate) fn is_blind(&self) -> bool {
        !self.bus_up || self.now - self.bus_since_ms < SETTLED_MS
    }

    pub(crate) fn calm_down(&mut self) {
        self.note(|| "from now on nothing breaks".to_owned());
        self.calm = true;
        self.store_up = true;
        self.parted = None;
        if !self.bus_up {
            self.set_bus(true);
        }
        for place in 0..self.nodes.len() {
            if self.nodes[place].is_none() {
                self.start_node(place);
            }
        }
    }

    pub(crate) fn request(&mut self, from: (usize, i64), request: Request) {
        match request {
            Request::Pause(ms, deliver) => {
                let answer = Event::Answer {
                    to: from,
                    deliver,
                    lost: false,
                };
                self.plan_at(self.now + ms, answer);
            }
            Request::Call(what, apply) => {
                let at = self.now + way(&mut self.dice);
                self.plan_at(at, Event::AtStore { from, what, apply });
            }
        }
    }

    pub(crate) fn at_store(&mut self, from: (usize, i64), what: &'static str, apply: Apply) {
        // What a node that died had under way may be lost or not.
        if self.node(from).is_none() && self.dice.percent(50) {
            return;
        }
        let fails = !self.calm && self.dice.percent(2);
        let works = self.store_up && !fails;
        let deliver = apply(works.then_some(&mut self.db));
        self.judge_claims(from);
        let lost = !self.calm && self.dice.percent(2);
        self.seen.requests += 1;
        if what == "append" || !works || lost {
            let place = from.0;
            self.note(|| format!("node {place}: {what}, done: {works}, answer lost: {lost}"));
        }
        let at = self.now + way(&mut self.dice);
        let answer = Event::Answer {
            to: from,
            deliver,
            lost,
        };
        self.plan_at(at, answer);
    }

    pub(crate) fn publish(&mut self, from: (usize, NodeId), news: &BusMessage) {
        for to in (0..self.nodes.len()).filter(|&to| to != from.0) {
            let copies = match self.dice.below(100) {
                0..8 if !self.calm => 0,
                8..16 if !self.calm => 2,
                _ => 1,
            };
            for _ in 0..copies {
                let late = !self.calm && self.dice.percent(10);
                let delay = self.dice.between(0, if late { 3000 } else { 20 });
                let news = Box::new(news.clone());
                self.plan_at(self.now + delay, Event::BusMessage { from, to, news });
            }
        }
    }

    pub(crate) fn news(&mut self, from: (usize, NodeId), to: usize, news: BusMessage) {
        let pair = (from.0, to);
        let parted = self
            .parted
            .is_some_and(|it| it == pair || it == (pair.1, pair.0));
        let now = self.now;
        let Some(node) = self.nodes[to].as_mut().filter(|_| self.bus_up && !parted) else {
            return;
        };
        let life = node.id.0;
        if let BusMessage::Presence {
            match_id, seats, ..
        } = &news
        {
            self.presence.heard((to, *match_id), *seats, now);
        }
        node.hear(from.1, news, now);
        self.step((to, life));
    }
}

/// How long it takes to the store or back.
fn way(dice: &mut Dice) -> i64 {
    if dice.percent(4) {
        dice.between(20, 600)
    } else {
        dice.between(0, 8)
    }
}
