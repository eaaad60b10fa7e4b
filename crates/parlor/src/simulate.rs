//! `parlor simulate`: clusters in virtual time, from seeds.

use std::io;
use std::thread::available_parallelism;

use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_simulation::{Plan, many, tell};

use crate::say;

const SEEDS: u64 = 10_000;
/// Told of a seed that fails.
const EVENTS: usize = 60;

#[derive(Args, Debug)]
pub(crate) struct Simulate {
    /// How many seeds to run: 10000, or only the one that is given
    #[arg(long, value_name = "N")]
    seeds: Option<u64>,
    /// The first seed
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Nodes of each cluster; three to five if not given
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=9))]
    nodes: Option<u8>,
    /// Threads; one for each core if not given
    #[arg(long)]
    threads: Option<usize>,
}

impl Simulate {
    pub(crate) fn run(&self) -> io::Result<()> {
        let plan = Plan {
            nodes: self.nodes.map(usize::from),
            ..Plan::default()
        };
        let usual = if self.seed.is_some() { 1 } else { SEEDS };
        let count = self.seeds.unwrap_or(usual);
        let cores = available_parallelism().map_or(1, usize::from);
        let bar = ProgressBar::new(count);
        let style = "{bar:40} {pos}/{len} seeds, {per_sec}, {eta} left";
        bar.set_style(ProgressStyle::with_template(style).map_err(io::Error::other)?);
        let first = self.seed.unwrap_or(1);
        let found = many(first, count, self.threads.unwrap_or(cores), &plan, || {
            bar.inc(1);
        });
        let elapsed = bar.elapsed().as_secs_f64();
        bar.finish_and_clear();
        match found {
            Ok(seen) => {
                let rate = count as f64 / elapsed.max(1e-9) * 60.0;
                say(&format!(
                    "held: {count} of {count} seeds, {rate:.0} a minute"
                ));
                say(&seen.to_string());
                Ok(())
            }
            Err((seed, failure)) => {
                let told = tell(seed, &plan, EVENTS).err().unwrap_or(failure);
                say(&told.to_string());
                let again = format!("parlor simulate --seed {seed}");
                Err(io::Error::other(format!(
                    "seed {seed} failed; again with: {again}"
                )))
            }
        }
    }
}
