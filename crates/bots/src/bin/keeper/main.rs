//! Plays `best` of Marelles against every level from random openings, and holds each of its plies
//! against the tables: none may make a won position drawn, or a drawn one lost. A mill and what it
//! takes are one ply; where the values of the placing stage are there, plies with stones in hand are
//! judged, too.

mod game;
mod ledger;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use clap::{Parser, ValueEnum};
use parlor_bots::use_tables;
use parlor_endgame::Tables;
use parlor_marelles::Removal;

use game::Keeper;
use ledger::Ledger;

#[derive(Parser, Debug)]
struct Arguments {
    #[arg(long, default_value = "data/tables")]
    dir: PathBuf,
    #[arg(long, value_enum, default_value_t = Rule::Standard)]
    removal: Rule,
    /// Games against each level.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "random,classic,beginner,easy,medium,hard,expert"
    )]
    levels: Vec<String>,
    /// Random plies before a game, from none to as many as this.
    #[arg(long, default_value_t = 12)]
    opening: u64,
    /// Nodes for a decision where the tables do not decide; of every level.
    #[arg(long, default_value_t = 20_000)]
    nodes: u64,
    /// Seconds after which no game begins.
    #[arg(long, default_value_t = 86_400)]
    seconds: u64,
    /// Seconds between two tallies.
    #[arg(long, default_value_t = 60)]
    every: u64,
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Keeps every game in this file, and does not play again what is there.
    #[arg(long)]
    results: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
enum Rule {
    Document,
    Standard,
}

impl Rule {
    fn removal(self) -> Removal {
        match self {
            Rule::Document => Removal::Document,
            Rule::Standard => Removal::Standard,
        }
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Whether nothing was given away.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let removal = arguments.removal.removal();
    use_tables(&arguments.dir);
    let tables = Tables::open(&arguments.dir, removal);
    for note in tables.notes() {
        println!("{note}");
    }
    if tables.is_empty() {
        return Err("without tables there is nothing to be held against".to_owned());
    }
    if !tables.knows_placing() {
        println!("no values of the placing stage: its plies are judged only near its end");
    }
    // Games under other limits are other games.
    let plan = format!(
        "{:?} {} {}",
        arguments.removal, arguments.opening, arguments.nodes
    );
    let ledger = Ledger::open(arguments.results.as_deref(), plan.to_lowercase())
        .map_err(|error| format!("the results cannot be kept: {error}"))?;
    let ledger = Mutex::new(ledger);
    let keeper = Keeper {
        removal,
        tables: &tables,
        opening: arguments.opening,
        nodes: arguments.nodes,
    };
    play_all(arguments, &keeper, &ledger)?;
    let ledger = ledger.into_inner().map_err(|error| error.to_string())?;
    print!("{}", ledger.tally(&arguments.levels));
    Ok(ledger.is_clean(&arguments.levels))
}

/// Goes round the levels, so that a run that ends early has met all of them.
fn play_all(
    arguments: &Arguments,
    keeper: &Keeper<'_>,
    ledger: &Mutex<Ledger>,
) -> Result<(), String> {
    let (begun, limit) = (Instant::now(), Duration::from_secs(arguments.seconds));
    let (next, told) = (AtomicU64::new(0), Mutex::new(Instant::now()));
    let levels = arguments.levels.len() as u64;
    let all = levels * arguments.games;
    let work = || -> Result<(), String> {
        while begun.elapsed() < limit {
            let number = next.fetch_add(1, Relaxed);
            if number >= all {
                break;
            }
            let level = &arguments.levels[(number % levels) as usize];
            let seed = number / levels;
            let locked = || ledger.lock().map_err(|error| error.to_string());
            if locked()?.has(level, seed) {
                continue;
            }
            let game = keeper.play(level, seed)?;
            locked()?
                .add(game)
                .map_err(|error| format!("the results cannot be kept: {error}"))?;
            let mut told = told.lock().map_err(|error| error.to_string())?;
            if told.elapsed().as_secs() >= arguments.every {
                *told = Instant::now();
                println!("after {} s", begun.elapsed().as_secs());
                print!("{}", locked()?.tally(&arguments.levels));
            }
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..arguments.threads.max(1))
            .map(|_| scope.spawn(work))
            .collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().map_err(|_| "a game broke off".to_owned())?)
    })
}
