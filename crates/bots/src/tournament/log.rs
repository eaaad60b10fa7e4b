//! What was played is kept, a line a game, so that a tournament can be broken off and continued.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use parlor_engine::{Fast, Seat, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::plan::{Pairing, Tournament};
use super::play::Game;

/// All that a result depends on: the first line of a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Terms {
    game: String,
    options: Value,
    seats: u8,
    alone: bool,
    seed: u64,
    milliseconds: u64,
    nodes: Option<u64>,
    strong: String,
    weak: String,
}

#[derive(Serialize, Deserialize)]
struct Line {
    number: u32,
    #[serde(flatten)]
    game: Game,
}

/// The games of one pair.
#[derive(Debug)]
pub(crate) struct Log {
    file: File,
    pub played: BTreeMap<u32, Game>,
}

/// A level by name and limits, those of single seats too where they are others: a level that was
/// changed has to play anew.
fn described(tournament: &Tournament, name: &str) -> String {
    let found = crate::player(&tournament.game)
        .and_then(|player| Ok((player, crate::level(player, name)?)));
    let Ok((player, level)) = found else {
        return name.to_owned();
    };
    let mut text = format!("{name} {:?}", level.skill);
    let opening = parlor_catalog::game(&tournament.game).and_then(|rules| {
        let (options, seats) = (&tournament.options, tournament.seats);
        rules.start(options, seats, &mut Fast::new(0)).ok()
    });
    for seat in (0..tournament.seats).map(Seat) {
        let view = opening.as_ref().map(|state| state.view(Viewer::Seat(seat)));
        let limits = view.map(|view| player.limits(&view, seat, &level));
        if let Some(Ok(limits)) = limits
            && limits != level.skill
        {
            let _ = write!(text, ", {seat} {limits:?}");
        }
    }
    text
}

impl Log {
    /// The log of a pair in a folder; games of another kind that are there are an error.
    pub fn open(folder: &Path, tournament: &Tournament, pairing: &Pairing) -> io::Result<Log> {
        let terms = Terms {
            game: tournament.game.clone(),
            options: tournament.options.clone(),
            seats: tournament.seats,
            alone: tournament.alone,
            seed: tournament.seed,
            milliseconds: tournament.budget.time.as_millis() as u64,
            nodes: tournament.budget.nodes,
            strong: described(tournament, &pairing.strong),
            weak: described(tournament, &pairing.weak),
        };
        fs::create_dir_all(folder)?;
        let path = folder.join(file_name(tournament, pairing));
        let text = match fs::read_to_string(&path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        let mut lines = text.split_inclusive('\n');
        let mut log = Log {
            file: OpenOptions::new().create(true).append(true).open(&path)?,
            played: BTreeMap::new(),
        };
        let Some(first) = lines.next() else {
            log.write(&terms)?;
            return Ok(log);
        };
        if serde_json::from_str::<Terms>(first).ok().as_ref() != Some(&terms) {
            let message = format!(
                "{} holds games of other terms: remove it, or keep the results elsewhere",
                path.display()
            );
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        let mut good = first.len();
        for line in lines {
            // A line that was cut off is played again, and everything after it.
            let Ok(read) = serde_json::from_str::<Line>(line) else {
                break;
            };
            if !line.ends_with('\n') {
                break;
            }
            log.played.insert(read.number, read.game);
            good += line.len();
        }
        log.file.set_len(good as u64)?;
        Ok(log)
    }

    pub fn add(&mut self, number: u32, game: Game) -> io::Result<()> {
        self.write(&Line { number, game })?;
        self.played.insert(number, game);
        Ok(())
    }

    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        self.file.write_all(text.as_bytes())
    }
}

fn file_name(tournament: &Tournament, pairing: &Pairing) -> PathBuf {
    let seats = match tournament.seats {
        2 => String::new(),
        seats => format!("-{seats}"),
    };
    let name = format!(
        "{}{seats}-{}-{}.jsonl",
        tournament.game, pairing.strong, pairing.weak
    );
    name.replace('/', "_").into()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::Budget;

    fn tournament(seed: u64) -> Tournament {
        Tournament {
            game: "marelles".to_owned(),
            options: json!({}),
            seats: 2,
            alone: false,
            games: 4,
            budget: Budget::of_nodes(100),
            seed,
            threads: 1,
            longest: Duration::MAX,
            folder: None,
        }
    }

    fn game(points: f64) -> Game {
        Game {
            points: [points, 1.0 - points],
            ..Game::default()
        }
    }

    #[test]
    fn a_log_is_read_again_up_to_a_line_that_was_cut_off() {
        let folder = tempfile::tempdir().unwrap();
        let pairing = Pairing {
            strong: "2000/1/850".to_owned(),
            weak: "classic".to_owned(),
        };
        let open = || Log::open(folder.path(), &tournament(1), &pairing);
        let mut log = open().unwrap();
        log.add(0, game(1.0)).unwrap();
        log.add(1, game(0.5)).unwrap();
        log.file.write_all(br#"{"number":2,"points":[1"#).unwrap();
        let mut log = open().unwrap();
        assert_eq!(log.played, BTreeMap::from([(0, game(1.0)), (1, game(0.5))]));
        log.add(2, game(0.0)).unwrap();
        assert_eq!(open().unwrap().played.len(), 3);
        let other = Log::open(folder.path(), &tournament(2), &pairing);
        assert_eq!(other.unwrap_err().kind(), io::ErrorKind::InvalidData);
    }
}
