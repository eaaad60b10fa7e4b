//! Who plays whom how often, and on how many cores.

use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use parlor_engine::Rejection;
use serde_json::Value;

use super::log::Log;
use super::play::play;
use super::report::Tally;
use crate::Budget;

/// A tournament of one game.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub game: String,
    pub options: Value,
    pub seats: u8,
    /// Whether the stronger level has one seat only, and the weaker all others.
    pub alone: bool,
    /// For each pair.
    pub games: u32,
    pub budget: Budget,
    pub seed: u64,
    pub threads: usize,
    /// No game begins later than this; what was played until then counts.
    pub longest: Duration,
    /// Where results are kept; what is there already is not played again.
    pub folder: Option<PathBuf>,
}

/// Two names of levels; the first is expected to be the stronger.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pairing {
    pub strong: String,
    pub weak: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Plan(pub Vec<Pairing>);

impl Plan {
    /// Every level against the next one.
    pub fn neighbours(levels: &[String]) -> Plan {
        let pairs = levels.windows(2).map(|pair| Pairing {
            weak: pair[0].clone(),
            strong: pair[1].clone(),
        });
        Plan(pairs.collect())
    }

    /// Everybody against everybody.
    pub fn all(levels: &[String]) -> Plan {
        let mut pairs = Vec::new();
        for (place, strong) in levels.iter().enumerate() {
            pairs.extend(levels[..place].iter().map(|weak| Pairing {
                strong: strong.clone(),
                weak: weak.clone(),
            }));
        }
        Plan(pairs)
    }
}

impl Tournament {
    /// Plays all games that there is time for; without a lack of it the result does not depend on
    /// the number of threads.
    pub fn run(&self, plan: &Plan, progress: impl Fn() + Sync) -> Result<Vec<Tally>, Rejection> {
        let refused = |error: std::io::Error| Rejection::new("results", error.to_string());
        let mut logs: Vec<Option<Log>> = Vec::new();
        for pairing in &plan.0 {
            let open = |folder: &PathBuf| Log::open(folder, self, pairing);
            logs.push(
                self.folder
                    .as_ref()
                    .map(open)
                    .transpose()
                    .map_err(refused)?,
            );
        }
        let mut tallies = vec![Tally::default(); plan.0.len()];
        // Round by round, so that an early look shows all pairs alike.
        let mut jobs = Vec::new();
        for number in 0..self.games {
            for (pair, log) in logs.iter().enumerate() {
                match log.as_ref().and_then(|log| log.played.get(&number)) {
                    Some(game) => {
                        tallies[pair].add(game);
                        progress();
                    }
                    None => jobs.push((number, pair)),
                }
            }
        }
        let (next, start) = (AtomicUsize::new(0), Instant::now());
        let results = Mutex::new((tallies, logs));
        thread::scope(|scope| {
            let work = || -> Result<(), Rejection> {
                loop {
                    let job = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&(number, pair)) = jobs.get(job) else {
                        return Ok(());
                    };
                    if start.elapsed() >= self.longest {
                        return Ok(());
                    }
                    let game = play(self, &plan.0[pair], number)?;
                    let mut results = results.lock().unwrap_or_else(PoisonError::into_inner);
                    results.0[pair].add(&game);
                    if let Some(log) = &mut results.1[pair] {
                        log.add(number, game).map_err(refused)?;
                    }
                    progress();
                }
            };
            let workers: Vec<_> = (0..self.threads.max(1))
                .map(|_| scope.spawn(work))
                .collect();
            workers
                .into_iter()
                .try_for_each(|worker| worker.join().expect("a tournament thread does not panic"))
        })?;
        let (tallies, _) = results.into_inner().unwrap_or_else(PoisonError::into_inner);
        Ok(tallies)
    }
}
