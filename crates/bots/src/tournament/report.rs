use std::fmt::Write as _;

use super::plan::Plan;
use super::play::Game;

/// The games of one pair so far.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Tally {
    pub wins: u32,
    pub draws: u32,
    pub losses: u32,
    /// Games that nobody won.
    pub nobody: u32,
    points: [f64; 2],
    /// Points of the stronger level and of all in games that it began.
    first: [f64; 2],
    actions: u64,
    pub troubles: u32,
    /// Seconds of the longest decision of either level.
    pub longest: f64,
}

/// 95 % of a normal distribution.
const Z: f64 = 1.959_964;

impl Tally {
    pub(crate) fn add(&mut self, game: &Game) {
        if game.is_draw {
            self.draws += 1;
        } else if game.points.iter().sum::<f64>() <= 0.0 {
            self.nobody += 1;
        } else if game.points[0] > game.points[1] {
            self.wins += 1;
        } else {
            self.losses += 1;
        }
        for (sum, points) in self.points.iter_mut().zip(game.points) {
            *sum += points;
        }
        if game.is_first {
            self.first[0] += game.points[0];
            self.first[1] += game.points[0] + game.points[1];
        }
        self.actions += u64::from(game.actions);
        self.troubles += game.troubles;
        self.longest = self.longest.max(game.longest[0]).max(game.longest[1]);
    }

    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses + self.nobody
    }

    /// The stronger level's share of all points that were made.
    pub fn score(&self) -> f64 {
        let [strong, weak] = self.points;
        if strong + weak > 0.0 {
            strong / (strong + weak)
        } else {
            0.5
        }
    }

    /// The same in the games in which it had the first seat, and in the others.
    pub fn score_by_seat(&self) -> [f64; 2] {
        let all = self.points[0] + self.points[1];
        let share = |points: f64, of: f64| if of > 0.0 { points / of } else { 0.5 };
        [
            share(self.first[0], self.first[1]),
            share(self.points[0] - self.first[0], all - self.first[1]),
        ]
    }

    /// Where the true share lies with 95 % confidence (Wilson's interval; a draw counts as half a
    /// win, which makes it wider than it need be).
    pub fn interval(&self) -> (f64, f64) {
        let n = f64::from(self.games() - self.nobody);
        if n < 1.0 {
            return (0.0, 1.0);
        }
        let (p, z2) = (self.score(), Z * Z);
        let middle = (p + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let reach = Z / (1.0 + z2 / n) * (p * (1.0 - p) / n + z2 / (4.0 * n * n)).sqrt();
        // Rounding may step over the edge by a hair.
        ((middle - reach).max(0.0), (middle + reach).min(1.0))
    }

    pub fn actions_a_game(&self) -> f64 {
        self.actions as f64 / f64::from(self.games().max(1))
    }
}

/// One line a pair, as Markdown.
pub fn table(plan: &Plan, tallies: &[Tally]) -> String {
    let mut text = String::from(
        "| stronger | weaker | games | won | drawn | lost | nobody | score | 95 % | first, second | actions | longest |\n\
         |---|---|--:|--:|--:|--:|--:|--:|---|---|--:|--:|\n",
    );
    for (pair, tally) in plan.0.iter().zip(tallies) {
        let (low, high) = tally.interval();
        let [first, second] = tally.score_by_seat();
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {:.1} % | {:.1} to {:.1} | {:.0}, {:.0} | {:.0} | {:.2} s |",
            pair.strong,
            pair.weak,
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses,
            tally.nobody,
            100.0 * tally.score(),
            100.0 * low,
            100.0 * high,
            100.0 * first,
            100.0 * second,
            tally.actions_a_game(),
            tally.longest,
        );
    }
    let troubles: u32 = tallies.iter().map(|tally| tally.troubles).sum();
    if troubles > 0 {
        let _ = writeln!(text, "\n{troubles} decisions were only a fallback.");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(strong: f64, weak: f64) -> Game {
        Game {
            points: [strong, weak],
            is_draw: strong + weak > 0.0 && (strong - weak).abs() < 0.1,
            actions: 10,
            ..Game::default()
        }
    }

    #[test]
    fn nobody_is_no_draw() {
        let mut tally = Tally::default();
        for result in [
            game(1.0, 0.0),
            game(0.5, 0.5),
            game(0.0, 1.0),
            game(0.0, 0.0),
        ] {
            tally.add(&result);
        }
        assert_eq!(
            (tally.wins, tally.draws, tally.losses, tally.nobody),
            (1, 1, 1, 1)
        );
        assert!((tally.score() - 0.5).abs() < 1e-12);
    }

    #[test]
    fn the_interval_is_wilsons() {
        let mut tally = Tally::default();
        for number in 0..100 {
            tally.add(&game(
                f64::from(u8::from(number < 80)),
                f64::from(u8::from(number >= 80)),
            ));
        }
        let (low, high) = tally.interval();
        assert!(
            (low - 0.7112).abs() < 5e-4 && (high - 0.8666).abs() < 5e-4,
            "{low} {high}"
        );
    }
}
