//! Plays the levels of a game against each other and prints what they are worth.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use parlor_bots::tournament::{Pairing, Plan, Tournament, cross, ratings, svg, table, text};
use parlor_bots::{Budget, levels};
use serde_json::Value;

#[derive(Parser, Debug)]
struct Arguments {
    game: String,
    /// Games for each pair; two in a row have the same chance with seats exchanged. More that are
    /// kept already count too.
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Levels, weakest first; all of the game unless given.
    #[arg(long, value_delimiter = ',')]
    levels: Vec<String>,
    /// Everybody against everybody instead of neighbours, as a cross table.
    #[arg(long, conflicts_with = "against")]
    all: bool,
    /// Every level against this one instead.
    #[arg(long)]
    against: Option<String>,
    #[arg(long, default_value_t = 2)]
    seats: u8,
    /// The stronger has one seat only.
    #[arg(long)]
    alone: bool,
    /// Instead of a tournament: holds estimated chances against results of this level's games
    /// with itself.
    #[arg(long, value_name = "LEVEL")]
    calibrate: Option<String>,
    /// Milliseconds for a decision.
    #[arg(long, default_value_t = 1000)]
    ms: u64,
    /// Nodes for a decision, in place of time.
    #[arg(long)]
    nodes: Option<u64>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long)]
    threads: Option<usize>,
    /// Seconds after which no more games begin.
    #[arg(long, default_value_t = 86_400)]
    seconds: u64,
    /// Keeps every result in this folder, and does not play again what is there.
    #[arg(long)]
    results: Option<PathBuf>,
    /// The game's options as JSON.
    #[arg(long, default_value = "{}")]
    options: String,
    /// Writes the scale as a picture.
    #[arg(long)]
    svg: Option<PathBuf>,
}

/// Estimates are made in one position of so many.
const LOOK_EVERY: u32 = 10;

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), String> {
    let known = levels(&arguments.game);
    if known.is_empty() {
        return Err(format!("there is no player for '{}'", arguments.game));
    }
    let names: Vec<String> = if arguments.levels.is_empty() {
        known.iter().map(|level| level.name.to_owned()).collect()
    } else {
        arguments.levels.clone()
    };
    let plan = match &arguments.against {
        Some(weak) => Plan(
            names
                .iter()
                .map(|strong| Pairing {
                    strong: strong.clone(),
                    weak: weak.clone(),
                })
                .collect(),
        ),
        None if arguments.all => Plan::all(&names),
        None => Plan::neighbours(&names),
    };
    let options: Value =
        serde_json::from_str(&arguments.options).map_err(|error| error.to_string())?;
    let tournament = Tournament {
        game: arguments.game.clone(),
        options,
        seats: arguments.seats,
        alone: arguments.alone,
        games: arguments.games,
        budget: match arguments.nodes {
            Some(nodes) => Budget::of_nodes(nodes),
            None => Budget::of_time(Duration::from_millis(arguments.ms)),
        },
        seed: arguments.seed,
        longest: Duration::from_secs(arguments.seconds),
        folder: arguments.results.clone(),
        threads: arguments.threads.unwrap_or_else(|| {
            std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
        }),
    };
    let bar = ProgressBar::new(plan.0.len() as u64 * u64::from(arguments.games));
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos}/{len} games, {eta} left") {
        bar.set_style(style);
    }
    if let Some(level) = &arguments.calibrate {
        bar.set_length(arguments.games.into());
        let calibration = tournament
            .calibrate(level, LOOK_EVERY, || bar.inc(1))
            .map_err(|refused| refused.message)?;
        bar.finish_and_clear();
        println!("{}", calibration.table());
        return Ok(());
    }
    let tallies = tournament
        .run(&plan, || bar.inc(1))
        .map_err(|refused| refused.message)?;
    bar.finish_and_clear();
    if arguments.all {
        println!("{}", cross(&names, &plan, &tallies));
    } else {
        println!("{}", table(&plan, &tallies));
    }
    if arguments.against.is_none() {
        let ratings = ratings(&names, &plan, &tallies);
        println!("{}", text(&names, &ratings));
        if let Some(path) = &arguments.svg {
            let picture = svg(&arguments.game, &names, &ratings);
            std::fs::write(path, picture)
                .map_err(|error| format!("{}: {error}", path.display()))?;
        }
    }
    Ok(())
}
