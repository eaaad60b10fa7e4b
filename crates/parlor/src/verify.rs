use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use parlor_engine::{Match, Record};

#[derive(Args, Debug)]
pub(crate) struct Verify {
    /// A record as `parlor play`, `parlor engine` or the server saves it; `-` reads standard input
    record: PathBuf,
}

/// A record of the longest imaginable match is a few megabytes.
const LARGEST_RECORD: u64 = 64 << 20;

impl Verify {
    /// Says in one line whether the record is good, and if not, what is wrong first.
    pub(crate) fn run(&self) -> ExitCode {
        match self.check() {
            Ok(line) => {
                println!("{line}");
                ExitCode::SUCCESS
            }
            Err(line) => {
                println!("bad record: {}", line.replace('\n', " "));
                ExitCode::FAILURE
            }
        }
    }

    fn check(&self) -> Result<String, String> {
        let text = read(&self.record).map_err(|error| error.to_string())?;
        let record = Record::parse(&text).map_err(|error| error.to_string())?;
        let matched = record
            .verify(parlor_catalog::GAMES)
            .map_err(|error| error.to_string())?;
        Ok(summary(&record, &matched))
    }
}

fn read(path: &Path) -> std::io::Result<String> {
    let mut text = String::new();
    if path == Path::new("-") {
        std::io::stdin()
            .take(LARGEST_RECORD)
            .read_to_string(&mut text)?;
    } else {
        File::open(path)?
            .take(LARGEST_RECORD)
            .read_to_string(&mut text)?;
    }
    Ok(text)
}

fn summary(record: &Record, matched: &Match) -> String {
    let end = match matched.state().outcome() {
        None => "unfinished".to_owned(),
        Some(outcome) => match outcome.winner {
            Some(seat) => format!("seat {seat} won ({})", outcome.reason),
            None => format!("no winner ({})", outcome.reason),
        },
    };
    // What a record leaves out cannot be compared with what the seed gives.
    let silent = record
        .entries
        .iter()
        .filter(|it| it.events.is_none())
        .count();
    let checked = match silent {
        0 => "moves, dice and commitment check out".to_owned(),
        _ => format!("moves and commitment check out; {silent} entries do not say what was rolled"),
    };
    format!(
        "good record: {}, {} seats, {} entries, {end}; {checked}",
        record.game,
        record.seats,
        record.entries.len()
    )
}
