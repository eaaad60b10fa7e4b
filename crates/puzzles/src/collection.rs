//! The list that comes with the program.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use rust_embed::RustEmbed;

use crate::Puzzle;

/// Games with puzzles.
pub const GAMES: &[&str] = &["marelles", "coexistence", "obliteration", "risk"];

/// A list a game, inside the program.
#[derive(RustEmbed)]
#[folder = "data"]
struct Lists;

/// Whose day it is, by the day of the week.
const WEEK: [&str; 7] = [
    "marelles",
    "coexistence",
    "marelles",
    "coexistence",
    "marelles",
    "coexistence",
    "marelles",
];
/// A puzzle of the day is neither for beginners nor for masters alone.
const DAILY: std::ops::RangeInclusive<u16> = 1000..=2000;
/// So many of the nearest ones are chosen from.
const NEAREST: usize = 16;

/// All puzzles.
#[derive(Debug)]
pub struct Collection {
    by_id: HashMap<&'static str, &'static Puzzle>,
    games: HashMap<&'static str, Vec<&'static Puzzle>>,
}

pub fn collection() -> &'static Collection {
    static COLLECTION: LazyLock<Collection> = LazyLock::new(|| {
        let mut collection = Collection {
            by_id: HashMap::new(),
            games: HashMap::new(),
        };
        for &game in GAMES {
            let list = Lists::get(&format!("{game}.txt"));
            let list = list.map(|it| String::from_utf8_lossy(&it.data).into_owned());
            let list = list.unwrap_or_default();
            let lines = list.lines().filter(|line| !line.starts_with('#'));
            // Kept as long as the program runs.
            let all: Vec<Puzzle> = lines.filter_map(|line| Puzzle::read(game, line)).collect();
            let all: &'static [Puzzle] = all.leak();
            collection
                .by_id
                .extend(all.iter().map(|it| (it.id.as_str(), it)));
            collection.games.insert(game, all.iter().collect());
        }
        collection
    });
    &COLLECTION
}

impl Collection {
    pub fn get(&self, id: &str) -> Option<&'static Puzzle> {
        self.by_id.get(id).copied()
    }

    pub fn of(&self, game: &str) -> &[&'static Puzzle] {
        self.games.get(game).map_or(&[], Vec::as_slice)
    }

    /// The puzzle of a day, counted from 1 January 1970 (a Thursday): the same for everybody, and
    /// none twice before all have had their day.
    pub fn daily(&self, day: i64) -> Option<&'static Puzzle> {
        let week = WEEK.len() as i64;
        let weekday = (day + 3).rem_euclid(week) as usize;
        let game = WEEK[weekday];
        let fitting: Vec<_> = self
            .of(game)
            .iter()
            .filter(|it| DAILY.contains(&it.rating))
            .copied()
            .collect();
        let days: Vec<usize> = (0..WEEK.len()).filter(|&it| WEEK[it] == game).collect();
        let before = days.iter().filter(|&&it| it < weekday).count() as i64;
        let turn = (day + 3).div_euclid(week) * days.len() as i64 + before;
        let count = fitting.len() as i64;
        if count == 0 {
            return None;
        }
        let place = turn.rem_euclid(count) * stride(count) % count;
        fitting.get(place as usize).copied()
    }

    /// One that was not tried, near a rating; `draw` decides between those that are equally fit.
    pub fn near(
        &self,
        game: &str,
        rating: f64,
        tried: &HashSet<String>,
        draw: u64,
    ) -> Option<&'static Puzzle> {
        let mut left: Vec<_> = self
            .of(game)
            .iter()
            .filter(|it| !tried.contains(&it.id))
            .copied()
            .collect();
        let off = |it: &&Puzzle| (f64::from(it.rating) - rating).abs();
        left.sort_by(|a, b| off(a).total_cmp(&off(b)).then(a.id.cmp(&b.id)));
        left.truncate(NEAREST);
        let place = draw.checked_rem(left.len() as u64)?;
        left.get(place as usize).copied()
    }
}

/// A step with which one comes by every place of so many, far from the one before.
fn stride(count: i64) -> i64 {
    let gcd = |mut a: i64, mut b: i64| {
        while b != 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    let wished = (count * 5 / 8).max(1);
    let mut steps = wished..wished + count;
    steps.find(|&it| gcd(it, count) == 1).unwrap_or(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_day_repeats_before_all_had_theirs() {
        let collection = collection();
        let days = 20_000..20_000 + 7 * 100;
        let mut marelles: Vec<_> = days
            .filter_map(|day| collection.daily(day))
            .filter(|it| it.game == "marelles")
            .map(|it| &it.id)
            .collect();
        assert_eq!(marelles.len(), 400);
        marelles.sort_unstable();
        marelles.dedup();
        assert_eq!(marelles.len(), 400);
    }

    #[test]
    fn what_was_tried_does_not_come_again() {
        let collection = collection();
        let mut tried = HashSet::new();
        for _ in 0..50 {
            let puzzle = collection.near("marelles", 1500.0, &tried, 7).unwrap();
            assert!((1300..1700).contains(&puzzle.rating), "{}", puzzle.rating);
            assert!(tried.insert(puzzle.id.clone()));
        }
        assert_eq!(collection.near("chess", 1500.0, &tried, 7), None);
    }
}
