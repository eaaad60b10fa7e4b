//! `parlor tables marelles --placing` and `--prove`: the game from the first stone.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::PathBuf;
use std::time::Instant;

use indicatif::{HumanCount, HumanDuration};
use parlor_endgame::file::folder;
use parlor_endgame::placing::{Hand, Placed, PlacingPlan, build_placing};
use parlor_endgame::prove::{SMALL, certify, check};
use parlor_endgame::{Pair, Removal, Tables, Value};

use crate::tables::{Marelles, Report, Rule};

/// Larger files are no certificates of ours.
const LARGEST: u64 = 16 << 20;

pub(crate) struct Opening {
    pub(crate) removal: Removal,
    dir: PathBuf,
    hand: Hand,
    proof: PathBuf,
    threads: usize,
}

impl Opening {
    pub(crate) fn of(options: &Marelles) -> io::Result<Opening> {
        let removal = match options.removal {
            Rule::Document => Removal::Document,
            Rule::Standard => Removal::Standard,
        };
        let hand = Hand::new(options.hand)
            .ok_or_else(|| io::Error::other("a side begins with three to nine stones"))?;
        let name = match hand {
            Hand::FULL => "opening.proof".to_owned(),
            fewer => format!("opening-{}.proof", fewer.stones()),
        };
        let beside = || folder(&options.dir, removal).join(name);
        Ok(Opening {
            removal,
            hand,
            proof: options.proof.clone().unwrap_or_else(beside),
            dir: options.dir.clone(),
            threads: options.threads.map_or(0, usize::from),
        })
    }

    /// The tables that the last placement can lead to.
    pub(crate) fn all_pairs(&self) -> io::Result<Pair> {
        let stones = self.hand.stones();
        format!("{stones}-{stones}")
            .parse()
            .map_err(io::Error::other)
    }

    pub(crate) fn solve(&self) -> io::Result<()> {
        let plan = PlacingPlan {
            dir: self.dir.clone(),
            removal: self.removal,
            hand: self.hand,
            threads: self.threads,
        };
        let (report, begun) = (Report::new(), Instant::now());
        report.bar.set_prefix("placing");
        let tell = |placed: Placed| {
            let Placed { ply, summary, time } = placed;
            report.say(&format!(
                "after {ply} plies: {} won, {} drawn, {} lost; {:.1} s",
                HumanCount(summary.wins),
                HumanCount(summary.draws),
                HumanCount(summary.losses),
                time.as_secs_f64()
            ));
        };
        let value = build_placing(&plan, &report, &tell);
        report.bar.finish_and_clear();
        let value = value.map_err(io::Error::other)?;
        let tables = Tables::open_for(&self.dir, self.removal, self.hand);
        let certificate = certify(&tables, SMALL).map_err(io::Error::other)?;
        let bytes = certificate.to_bytes();
        let mut unfinished = self.proof.clone().into_os_string();
        unfinished.push(".tmp");
        fs::write(&unfinished, &bytes)?;
        fs::rename(&unfinished, &self.proof)?;
        println!(
            "the opening is {} ({}); its certificate of {} bytes is {}",
            said(value),
            HumanDuration(begun.elapsed()),
            HumanCount(bytes.len() as u64),
            self.proof.display()
        );
        println!("first plies that keep it: {}", first(&tables, value));
        Ok(())
    }

    pub(crate) fn prove(&self) -> io::Result<()> {
        let wrong = |what: &dyn std::fmt::Display| {
            io::Error::other(format!("{}: {what}", self.proof.display()))
        };
        let mut bytes = Vec::new();
        let file = File::open(&self.proof).map_err(|error| wrong(&error))?;
        file.take(LARGEST)
            .read_to_end(&mut bytes)
            .map_err(|error| wrong(&error))?;
        let tables = Tables::open_for(&self.dir, self.removal, self.hand);
        let (report, begun) = (Report::new(), Instant::now());
        report
            .bar
            .set_prefix("trying out the ends of the certificate");
        let checked = check(&bytes, self.removal, self.hand, &tables, &report);
        report.bar.finish_and_clear();
        let proof = checked.map_err(|refusal| wrong(&refusal))?;
        for note in tables.notes() {
            println!("{note}");
        }
        for (at, side) in ["black", "white"].iter().enumerate() {
            println!(
                "{side}: {} plies, {} positions tried out down to the tables",
                HumanCount(proof.placements[at] as u64),
                HumanCount(proof.ends[at] as u64)
            );
        }
        println!(
            "proven: the opening is {} ({})",
            said(proof.value),
            HumanDuration(begun.elapsed())
        );
        Ok(())
    }
}

fn said(value: Value) -> &'static str {
    match value {
        Value::Win => "won for black, who begins",
        Value::Draw => "drawn",
        Value::Loss => "lost for black, who begins",
    }
}

/// One of each kind up to symmetry, as the placing stage is known.
fn first(tables: &Tables, value: Value) -> String {
    let keeps = |at: &u32| {
        let after = tables.placing_value(1, 0, 1 << at);
        after.is_some_and(|after| after.other() >= value)
    };
    // A corner and a middle point of the outer ring, and of the middle one.
    let kinds = [(0, "A1"), (1, "A4"), (3, "B2"), (4, "B4")];
    let kept = kinds.iter().filter(|(at, _)| keeps(at));
    kept.map(|(_, label)| *label).collect::<Vec<_>>().join(" ")
}
