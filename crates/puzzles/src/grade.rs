//! How hard a puzzle is: how often the levels of the bots find it.

use std::sync::atomic::{AtomicBool, Ordering};

use parlor_bots::{Budget, Cancel, choose_in};

use crate::{Puzzle, Verdict};

/// A level that tries every puzzle of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grader {
    pub level: &'static str,
    /// How strong it is, with `medium` at 1500: the scale of docs/bots.md.
    pub rating: i32,
    pub trials: u8,
}

const fn grader(level: &'static str, rating: i32, trials: u8) -> Grader {
    Grader {
        level,
        rating,
        trials,
    }
}

const MARELLES: [Grader; 6] = [
    grader("classic", 301, 4),
    grader("beginner", 1079, 8),
    grader("easy", 1249, 8),
    grader("medium", 1500, 8),
    grader("hard", 1728, 4),
    grader("expert", 1887, 1),
];
const COEXISTENCE: [Grader; 5] = [
    grader("greedy", 984, 8),
    grader("beginner", 984, 8),
    grader("easy", 1270, 8),
    grader("medium", 1500, 8),
    grader("hard", 1705, 8),
];
const OBLITERATION: [Grader; 5] = [
    grader("beginner", 956, 8),
    grader("easy", 1207, 8),
    grader("medium", 1500, 8),
    grader("hard", 1754, 4),
    grader("expert", 1976, 1),
];
const RISK: [Grader; 4] = [
    grader("beginner", 1227, 8),
    grader("easy", 1376, 8),
    grader("medium", 1500, 6),
    grader("hard", 1637, 6),
];

/// Who tries the puzzles of a game, the weakest first. Whoever the list was made by is not among them.
pub fn levels(game: &str) -> &'static [Grader] {
    match game {
        "marelles" => &MARELLES,
        "coexistence" => &COEXISTENCE,
        "obliteration" => &OBLITERATION,
        "risk" => &RISK,
        _ => &[],
    }
}

/// The rating at which the levels together would have found it as often as they did. Two more, one of
/// which found it and one of which did not, keep it within bounds.
pub fn rating(game: &str, solved: &[u8]) -> u16 {
    let levels = levels(game);
    let found: f64 = solved.iter().map(|&it| f64::from(it)).sum::<f64>() + 1.0;
    let expected = |at: f64| {
        let one = |rating: i32| 1.0 / (1.0 + 10f64.powf((at - f64::from(rating)) / 400.0));
        let all = levels
            .iter()
            .map(|it| f64::from(it.trials) * one(it.rating));
        all.sum::<f64>() + 2.0 * one(1500)
    };
    let (mut low, mut high) = (300.0, 3000.0);
    for _ in 0..60 {
        let middle = f64::midpoint(low, high);
        if expected(middle) > found {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high).round() as u16
}

/// Lets every level try it; how often each found the whole line. The same on every machine: levels
/// are limited by what they look at, not by time.
pub fn measure(puzzle: &Puzzle, stop: &AtomicBool) -> Option<Vec<u8>> {
    let found = |grader: &Grader| {
        let seeds = 0..u64::from(grader.trials);
        let mut count = 0;
        for seed in seeds {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            count += u8::from(finds(puzzle, grader.level, seed)?);
        }
        Some(count)
    };
    levels(puzzle.game).iter().map(found).collect()
}

/// Whether a level plays every move of the line.
fn finds(puzzle: &Puzzle, level: &str, seed: u64) -> Option<bool> {
    let mut moves = Vec::new();
    loop {
        let walk = puzzle.walk(&moves).ok()?;
        match walk.verdict {
            Verdict::Open => {}
            verdict => return Some(verdict == Verdict::Solved),
        }
        let seed = seed * 31 + moves.len() as u64;
        let (state, budget) = (walk.state.as_ref(), Budget::of_nodes(10_000_000));
        let choice = choose_in(state, walk.seat, level, &budget, seed, &Cancel::new()).ok()?;
        moves.push(choice.action);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_fewer_find_is_harder() {
        let ratings = [
            [4, 8, 8, 8, 4, 1],
            [1, 2, 5, 8, 4, 1],
            [0, 0, 0, 2, 3, 1],
            [0; 6],
        ];
        let ratings = ratings.map(|solved| rating("marelles", &solved));
        assert!(
            ratings.is_sorted() && ratings[0] >= 300 && ratings[3] <= 3000,
            "{ratings:?}"
        );
        assert!(ratings[0] + 500 < ratings[3]);
    }
}
