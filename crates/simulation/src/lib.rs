//! A cluster in one thread: nodes that run the server's own tables, pairing and matches, clients,
//! a store and a bus, in virtual time and all from one seed. Whatever goes wrong goes wrong again
//! with the same seed.
//!
//! The store delays, fails before or after having written, and is away; the bus delays, doubles,
//! reorders, drops, parts nodes and is away; nodes die and come back with other clocks; people lose
//! their connection, go to another node and ask again. What must hold is checked at every message
//! and when all has come to rest (`client`, `referee`, `verdict`).

mod alerts;
mod checks;
mod client;
mod database;
mod dice;
mod door;
mod environment;
mod faults;
mod games;
mod lines;
mod many;
mod node;
mod people;
mod presence;
mod referee;
mod script;
mod verdict;
mod wire;
mod world;

use std::fmt;

pub use many::many;
pub use script::script;
use world::{START_MS, World};

/// How a run is set up.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Three to five, by the seed, if not given.
    pub nodes: Option<usize>,
    /// For so long things break, in virtual milliseconds.
    pub trouble_ms: i64,
    /// And so long after that everything must have come to rest.
    pub rest_ms: i64,
    /// A mistake to be found.
    pub fault: Option<Fault>,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            nodes: None,
            trouble_ms: 30_000,
            rest_ms: 100_000,
            fault: None,
        }
    }
}

/// Mistakes a server could make, to see that the simulation finds them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fault {
    /// An entry is acknowledged before the store has answered.
    AcknowledgeEarly,
    /// That somebody else has written the entry is taken for success.
    ConflictIsSuccess,
    /// Entries of other nodes are taken over although some before them are missing.
    IgnoreGaps,
    /// Who is paired sits down at the other table first and leaves the own one afterwards.
    JoinThenLeave,
    /// Who is with other nodes is not listened to.
    IgnorePresence,
    /// A message is sent whether or not another node has it in hand.
    TellUnclaimed,
}

/// What happened in a run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Seen {
    pub events: usize,
    pub requests: usize,
    pub crashes: usize,
    pub matches: usize,
    pub entries: usize,
    pub pairs: usize,
    /// Matches that those who stayed have ended because somebody had gone.
    pub claims: usize,
    /// People who were told that it was their turn.
    pub told: usize,
}

impl std::fmt::Display for Seen {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} events, {} requests, {} crashes, {} matches with {} entries, {} pairs, {} claims, {} told",
            self.events,
            self.requests,
            self.crashes,
            self.matches,
            self.entries,
            self.pairs,
            self.claims,
            self.told
        )
    }
}

impl std::ops::AddAssign for Seen {
    fn add_assign(&mut self, other: Seen) {
        self.events += other.events;
        self.requests += other.requests;
        self.crashes += other.crashes;
        self.matches += other.matches;
        self.entries += other.entries;
        self.pairs += other.pairs;
        self.claims += other.claims;
        self.told += other.told;
    }
}

/// Something that must not happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    pub what: String,
    /// Virtual time since the start.
    pub at_ms: i64,
    /// The last events, where they were asked for.
    pub story: Vec<String>,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in &self.story {
            writeln!(f, "{line}")?;
        }
        write!(f, "after {} ms: {}", self.at_ms, self.what)
    }
}

/// Runs one seed.
pub fn run(seed: u64, plan: &Plan) -> Result<Seen, Failure> {
    go(seed, plan, 0)
}

/// Runs one seed again and tells the last events before it fails.
pub fn tell(seed: u64, plan: &Plan, events: usize) -> Result<Seen, Failure> {
    go(seed, plan, events)
}

fn go(seed: u64, plan: &Plan, events: usize) -> Result<Seen, Failure> {
    let mut world = World::new(seed, plan, events);
    world.run(START_MS + plan.trouble_ms + plan.rest_ms)?;
    match world.verdict() {
        Ok(()) => Ok(world.seen),
        Err(what) => Err(world.failure(what)),
    }
}
