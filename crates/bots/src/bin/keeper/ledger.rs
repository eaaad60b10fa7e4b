//! What was played, in memory and as one line of JSON a game.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// One game of `best` against a level.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Played {
    pub plan: String,
    pub level: String,
    pub seed: u64,
    /// 0 lost, 1 drawn, 2 won.
    pub points: u8,
    pub plies: u32,
    /// Own plies before and after which the tables knew the value, and those of them with stones in hand.
    pub judged: u64,
    pub in_hand: u64,
    /// Own plies of which they did not.
    pub unknown: u64,
    /// Whether the position was won at some time.
    pub was_won: bool,
    pub given_away: Vec<String>,
}

impl Played {
    pub fn new(level: &str, seed: u64) -> Played {
        Played {
            level: level.to_owned(),
            seed,
            ..Played::default()
        }
    }
}

/// All games of a plan.
#[derive(Debug)]
pub struct Ledger {
    plan: String,
    games: BTreeMap<(String, u64), Played>,
    file: Option<File>,
}

impl Ledger {
    /// Reads what is kept. Lines of other plans stay where they are; one that was cut is left out.
    pub fn open(path: Option<&Path>, plan: String) -> io::Result<Ledger> {
        let mut games = BTreeMap::new();
        let Some(path) = path else {
            let file = None;
            return Ok(Ledger { plan, games, file });
        };
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read?,
        };
        for line in text.lines() {
            if let Ok(game) = serde_json::from_str::<Played>(line)
                && game.plan == plan
            {
                games.insert((game.level.clone(), game.seed), game);
            }
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        if !text.is_empty() && !text.ends_with('\n') {
            writeln!(file)?;
        }
        let file = Some(file);
        Ok(Ledger { plan, games, file })
    }

    pub fn has(&self, level: &str, seed: u64) -> bool {
        self.games.contains_key(&(level.to_owned(), seed))
    }

    pub fn add(&mut self, mut game: Played) -> io::Result<()> {
        game.plan.clone_from(&self.plan);
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&game).map_err(io::Error::other)?;
            writeln!(file, "{line}")?;
        }
        self.games.insert((game.level.clone(), game.seed), game);
        Ok(())
    }

    fn of<'a>(&'a self, level: &'a str) -> impl Iterator<Item = &'a Played> {
        self.games.values().filter(move |game| game.level == level)
    }

    pub fn is_clean(&self, levels: &[String]) -> bool {
        let mut games = levels.iter().flat_map(|level| self.of(level));
        games.all(|game| game.given_away.is_empty())
    }

    /// A line a level.
    pub fn tally(&self, levels: &[String]) -> String {
        let mut text = String::new();
        for level in levels {
            let count = |points| self.of(level).filter(|game| game.points == points).count();
            let sum = |of: fn(&Played) -> u64| self.of(level).map(of).sum::<u64>();
            let given_away: Vec<_> = self.of(level).flat_map(|game| &game.given_away).collect();
            // What was won and not brought home within the longest game.
            let missed = sum(|game| u64::from(game.was_won && game.points < 2));
            let _ = writeln!(
                text,
                "against {level}: {} games, {} won, {} drawn, {} lost; {} plies judged, {} of them with \
                 stones in hand, {} unknown; {} gave something away; {missed} games won by the tables did \
                 not end so",
                self.of(level).count(),
                count(2),
                count(1),
                count(0),
                sum(|game| game.judged),
                sum(|game| game.in_hand),
                sum(|game| game.unknown),
                given_away.len(),
            );
            for what in given_away.iter().take(5) {
                let _ = writeln!(text, "  {what}");
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(seed: u64, given_away: &[&str]) -> Played {
        Played {
            points: 2,
            given_away: given_away.iter().map(ToString::to_string).collect(),
            ..Played::new("easy", seed)
        }
    }

    #[test]
    fn goes_on_where_it_was_cut() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("games");
        let open = |plan: &str| Ledger::open(Some(&path), plan.to_owned()).expect("it opens");
        let mut first = open("a");
        first.add(played(1, &[])).expect("kept");
        first
            .add(played(2, &["a win became a draw"]))
            .expect("kept");
        drop(first);
        let text = std::fs::read_to_string(&path).expect("it is there");
        std::fs::write(&path, &text[..text.len() - 9]).expect("cut");

        let mut second = open("a");
        assert!(second.has("easy", 1) && !second.has("easy", 2));
        let levels = ["easy".to_owned()];
        assert!(second.is_clean(&levels));
        second
            .add(played(2, &["a win became a draw"]))
            .expect("kept");
        let third = open("a");
        assert!(third.has("easy", 2) && !third.is_clean(&levels));
        assert!(third.tally(&levels).contains("2 games, 2 won"));
        assert!(!open("b").has("easy", 1));
    }
}
