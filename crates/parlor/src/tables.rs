//! `parlor tables`: end-game tables, built once and found by the bots.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand, ValueEnum};
use indicatif::{HumanBytes, HumanCount, HumanDuration, ProgressBar, ProgressStyle};
use parlor_endgame::Pair;
use parlor_endgame::build::{Event, Plan, Progress, build};
use parlor_endgame::file::folder;
use parlor_endgame::solve::{Stage, Summary, Watch};

use crate::opening::Opening;

#[derive(Args, Debug)]
pub(crate) struct Tables {
    #[command(subcommand)]
    game: Game,
}

#[derive(Subcommand, Debug)]
enum Game {
    /// Who wins when all stones are placed, and in how many plies
    Marelles(Marelles),
}

#[derive(Args, Debug)]
pub(crate) struct Marelles {
    /// The most stones of either side: this pair and everything that captures can lead to
    #[arg(long, default_value = "5-5", value_name = "A-B")]
    up_to: Pair,
    /// Which stones a mill may take: tables hold for one rule
    #[arg(long, value_enum, default_value_t = Rule::Document)]
    pub(crate) removal: Rule,
    /// Where tables are kept
    #[arg(long, default_value = "data/tables")]
    pub(crate) dir: PathBuf,
    /// All cores if absent
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Check tables that are already there board by board, too; new ones always are
    #[arg(long)]
    verify: bool,
    /// Solve the stage in which stones are placed, too, and write a certificate of the opening
    #[arg(long, conflicts_with = "prove")]
    placing: bool,
    /// Check the certificate of the opening, with nothing but the tables
    #[arg(long)]
    prove: bool,
    /// The certificate; opening.proof beside the tables if absent
    #[arg(long, value_name = "FILE")]
    pub(crate) proof: Option<PathBuf>,
    /// Stones that each side begins with: fewer than nine are a smaller game to try this out
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u8).range(3..=9))]
    pub(crate) hand: u8,
}

#[derive(Clone, Copy, ValueEnum, Debug)]
pub(crate) enum Rule {
    /// Stones in mills are protected from placements only
    Document,
    /// Stones in mills are always protected
    Standard,
}

impl Tables {
    pub(crate) fn run(self) -> io::Result<()> {
        let Game::Marelles(options) = self.game;
        let opening = Opening::of(&options)?;
        if options.prove {
            return opening.prove();
        }
        let plan = Plan {
            removal: opening.removal,
            up_to: if options.placing {
                opening.all_pairs()?
            } else {
                options.up_to
            },
            threads: options.threads.map_or(0, usize::from),
            verify: options.verify,
            dir: options.dir.clone(),
        };
        let report = Report::new();
        let begun = Instant::now();
        let built = build(&plan, &report);
        report.bar.finish_and_clear();
        built.map_err(io::Error::other)?;
        println!(
            "tables up to {} are in {} ({})",
            plan.up_to,
            folder(&plan.dir, plan.removal).display(),
            HumanDuration(begun.elapsed())
        );
        if options.placing {
            opening.solve()?;
        }
        Ok(())
    }
}

/// A bar over all the work ahead, and a line for each pair. On something that is not a terminal
/// only the lines appear.
pub(crate) struct Report {
    pub(crate) bar: ProgressBar,
}

impl Report {
    pub(crate) fn new() -> Report {
        let template = "{wide_bar} {percent}% {elapsed} elapsed, about {eta} to go\n{prefix} {msg}";
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(0).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Report { bar }
    }

    pub(crate) fn say(&self, line: &str) {
        self.bar.suspend(|| println!("{line}"));
    }
}

impl Watch for Report {
    fn stage(&self, stage: Stage) {
        self.bar.set_message(match stage {
            Stage::Seed => "judging captures".to_owned(),
            Stage::Propagate(plies) => format!("carrying back what is decided in {plies} plies"),
            Stage::Verify => "verifying every board".to_owned(),
            Stage::Write => "writing".to_owned(),
        });
    }

    fn advance(&self, work: u64) {
        self.bar.inc(work);
    }

    fn replan(&self, work: i64) {
        match u64::try_from(work) {
            Ok(more) => self.bar.inc_length(more),
            Err(_) => self.bar.dec_length(work.unsigned_abs()),
        }
    }
}

impl Progress for Report {
    fn event(&self, event: &Event) {
        match event {
            Event::Start { work, memory } => {
                self.bar.set_length(*work);
                if *memory > 0 {
                    self.say(&format!("at most {} of memory", HumanBytes(*memory)));
                }
            }
            Event::Begin { pair } => self.bar.set_prefix(pair.to_string()),
            Event::Kept {
                pair,
                summaries,
                verified,
            } => {
                let how = if *verified {
                    "kept, every board verified"
                } else {
                    "kept"
                };
                self.say(&lines(*pair, summaries, how));
            }
            Event::Replaced { pair, fault } => {
                self.say(&format!("{pair} is built anew: {fault}"));
            }
            Event::Built {
                pair,
                summaries,
                time,
            } => {
                let how = format!("built and verified in {:.1} s", time.as_secs_f64());
                self.say(&lines(*pair, summaries, &how));
            }
        }
    }
}

fn lines(pair: Pair, summaries: &[Summary], how: &str) -> String {
    let tables = pair.tables().into_iter().zip(summaries);
    let line = |(stones, summary): (_, &Summary)| {
        format!(
            "{stones}: {} won, {} drawn, {} lost, longest {} plies; {how}",
            HumanCount(summary.wins),
            HumanCount(summary.draws),
            HumanCount(summary.losses),
            summary.longest
        )
    };
    tables.map(line).collect::<Vec<_>>().join("\n")
}
