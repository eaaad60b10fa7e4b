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
    /// For each pair; more that are kept already count too.
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
        for (tally, log) in tallies.iter_mut().zip(&logs) {
            let played = log.iter().flat_map(|log| log.played.values());
            played.for_each(|game| tally.add(game));
        }
        // Round by round, so that an early look shows all pairs alike.
        let mut jobs = Vec::new();
        for number in 0..self.games {
            for (pair, log) in logs.iter().enumerate() {
                if log
                    .as_ref()
                    .is_some_and(|log| log.played.contains_key(&number))
                {
                    progress();
                } else {
                    jobs.push((number, pair));
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A longer tournament goes on where a shorter one ended, and a shorter one forgets nothing.
    #[test]
    fn what_is_kept_counts() {
        let folder = tempfile::tempdir().unwrap();
        let levels = ["random", "classic"].map(str::to_owned);
        let played = std::sync::atomic::AtomicU32::new(0);
        let run = |games| {
            let tournament = Tournament {
                game: "marelles".to_owned(),
                options: serde_json::json!({}),
                seats: 2,
                alone: false,
                games,
                budget: Budget::of_nodes(1),
                seed: 1,
                threads: 1,
                longest: Duration::MAX,
                folder: Some(folder.path().to_owned()),
            };
            let progress = || {
                played.fetch_add(1, Ordering::Relaxed);
            };
            tournament.run(&Plan::all(&levels), progress).unwrap()
        };
        assert_eq!(run(2)[0].games(), 2);
        let longer = run(6);
        assert_eq!(longer[0].games(), 6);
        assert_eq!(run(4), longer);
        assert_eq!(played.into_inner(), 2 + 6 + 4);
    }
}
