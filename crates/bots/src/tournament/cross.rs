//! Everybody against everybody at one glance.

use std::fmt::Write as _;

use super::plan::Plan;
use super::report::Tally;

/// What each level scored against every one below it, in percent with its interval: a row for
/// each level but the first, as Markdown.
pub fn cross(levels: &[String], plan: &Plan, tallies: &[Tally]) -> String {
    let Some((_, columns)) = levels.split_last() else {
        return String::new();
    };
    let mut text = format!(
        "| | {} |\n|---|{}\n",
        columns.join(" | "),
        "--:|".repeat(columns.len())
    );
    for strong in levels.iter().skip(1) {
        let _ = write!(text, "| {strong} |");
        for weak in columns {
            let mut pairs = plan.0.iter().zip(tallies);
            let tally = pairs.find(|(pair, _)| pair.strong == *strong && pair.weak == *weak);
            let _ = match tally {
                Some((_, tally)) => write!(text, " {} |", cell(tally)),
                None => write!(text, " |"),
            };
        }
        text.push('\n');
    }
    text
}

fn cell(tally: &Tally) -> String {
    if tally.games() == tally.nobody {
        return "not played".to_owned();
    }
    let (low, high) = tally.interval();
    format!(
        "{:.0} ({:.0} to {:.0})",
        100.0 * tally.score(),
        100.0 * low,
        100.0 * high
    )
}

#[cfg(test)]
mod tests {
    use super::super::play::Game;
    use super::*;

    #[test]
    fn every_pair_has_its_place() {
        let levels = ["easy", "hard", "best"].map(str::to_owned);
        let plan = Plan::all(&levels);
        let tally = |wins: u32, losses: u32| {
            let mut tally = Tally::default();
            for number in 0..wins + losses {
                let points = if number < wins {
                    [1.0, 0.0]
                } else {
                    [0.0, 1.0]
                };
                tally.add(&Game {
                    points,
                    ..Game::default()
                });
            }
            tally
        };
        let tallies = [tally(80, 20), tally(10, 0), tally(0, 0)];
        let table = "\
| | easy | hard |
|---|--:|--:|
| hard | 80 (71 to 87) | |
| best | 100 (72 to 100) | not played |
";
        assert_eq!(cross(&levels, &plan, &tallies), table);
    }
}
