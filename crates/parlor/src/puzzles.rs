//! `parlor puzzles`: makes the lists of puzzles that come with the program.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write as _};
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_puzzles::build::{Plan, Watch, build};
use parlor_puzzles::grade;

#[derive(Args, Debug)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    act: Act,
}

#[derive(Subcommand, Debug)]
enum Act {
    /// Look for positions with one right move, and measure how hard they are
    Build(Build),
}

#[derive(Args, Debug)]
struct Build {
    #[arg(help = crate::listed(parlor_puzzles::GAMES))]
    game: String,
    #[arg(long, default_value_t = 2240, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// The same seed gives the same list
    #[arg(long, default_value_t = 1)]
    seed: u32,
    /// Where end-game tables are, of both removal rules and at least up to 6-4; for Marelles
    #[arg(long, default_value = "data/tables")]
    tables: PathBuf,
    /// The list
    #[arg(long, default_value = "puzzles.txt")]
    to: PathBuf,
}

impl Puzzles {
    pub(crate) fn run(self) -> io::Result<()> {
        let Act::Build(options) = self.act;
        let plan = Plan {
            game: options.game,
            count: options.count as usize,
            seed: options.seed.into(),
            tables: options.tables,
        };
        let report = Report::new();
        let list = build(&plan, &report, &AtomicBool::new(false)).map_err(io::Error::other)?;
        report.bar.finish_and_clear();
        // Whole or not at all.
        let half = options.to.with_extension("part");
        let mut file = BufWriter::new(File::create(&half)?);
        let levels = grade::levels(&plan.game).iter();
        let levels: Vec<String> = levels
            .map(|it| format!("{} {}", it.level, it.trials))
            .collect();
        writeln!(
            file,
            "# rating, found ({}), goal, worth, position, line",
            levels.join(", ")
        )?;
        for puzzle in &list {
            writeln!(file, "{puzzle}")?;
        }
        file.into_inner()?.sync_all()?;
        fs::rename(half, &options.to)?;
        println!("{} puzzles are in {}", list.len(), options.to.display());
        Ok(())
    }
}

struct Report {
    bar: ProgressBar,
}

impl Report {
    fn new() -> Report {
        let template = "{msg} {wide_bar} {pos}/{len} {elapsed} elapsed, about {eta} to go";
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(0).with_style(style);
        bar.enable_steady_tick(Duration::from_millis(200));
        Report { bar }
    }

    fn begin(&self, what: &'static str, count: usize) {
        self.bar.reset();
        self.bar.set_message(what);
        self.bar.set_length(count as u64);
    }
}

impl Watch for Report {
    fn seeking(&self, count: usize) {
        self.begin("looking for positions", count);
    }

    fn found(&self) {
        self.bar.inc(1);
    }

    fn grading(&self, count: usize) {
        self.begin("letting bots try them", count);
    }

    fn graded(&self) {
        self.bar.inc(1);
    }
}
