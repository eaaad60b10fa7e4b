//! All levels on one scale: 400 points are odds of ten to one, the first level has 0.

use std::fmt::Write as _;

use super::plan::Plan;
use super::report::Tally;

/// Ratings that explain the results best (Bradley and Terry), by repeated fitting of each.
pub fn ratings(levels: &[String], plan: &Plan, tallies: &[Tally]) -> Vec<f64> {
    let place = |name: &str| levels.iter().position(|level| level == name);
    let mut ratings = vec![0.0f64; levels.len()];
    for _ in 0..2_000 {
        for level in 1..levels.len() {
            let (mut surplus, mut weight) = (0.0, 1e-9);
            for (pair, tally) in plan.0.iter().zip(tallies) {
                let (Some(a), Some(b)) = (place(&pair.strong), place(&pair.weak)) else {
                    continue;
                };
                if a != level && b != level {
                    continue;
                }
                // Half a game each way keeps a level without a loss on the page.
                let n = f64::from(tally.games() - tally.nobody);
                let score = (tally.score() * n + 0.5) / (n + 1.0);
                let expected = 1.0 / (1.0 + 10f64.powf((ratings[b] - ratings[a]) / 400.0));
                let sign = if a == level { 1.0 } else { -1.0 };
                surplus += sign * (n + 1.0) * (score - expected);
                weight += (n + 1.0) * expected * (1.0 - expected);
            }
            let step = surplus / weight * 400.0 / std::f64::consts::LN_10;
            ratings[level] += step.clamp(-100.0, 100.0);
        }
    }
    ratings
}

const WIDTH: f64 = 60.0;

/// The scale for a terminal.
pub fn text(levels: &[String], ratings: &[f64]) -> String {
    let (low, high) = bounds(ratings);
    let mut text = String::new();
    for (level, rating) in levels.iter().zip(ratings) {
        let column = ((rating - low) / (high - low) * WIDTH).round() as usize;
        let _ = writeln!(text, "{level:>9} {:>6.0} {}●", rating, "─".repeat(column));
    }
    text
}

fn bounds(ratings: &[f64]) -> (f64, f64) {
    let low = ratings.iter().copied().fold(0.0, f64::min);
    let high = ratings.iter().copied().fold(low + 1.0, f64::max);
    (low, high)
}

/// The scale as a picture.
pub fn svg(game: &str, levels: &[String], ratings: &[f64]) -> String {
    let (low, high) = bounds(ratings);
    let (width, row) = (640.0, 28.0);
    let height = row * (levels.len() as f64 + 1.5);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"14\"><title>Levels of {game}</title>\n\
         <text x=\"8\" y=\"20\" font-weight=\"bold\">{game}</text>\n"
    );
    for (place, (level, rating)) in levels.iter().zip(ratings).enumerate() {
        let y = row * (place as f64 + 1.6);
        let length = (rating - low) / (high - low) * (width - 200.0);
        let _ = writeln!(
            svg,
            "<text x=\"8\" y=\"{:.0}\">{level}</text>\
             <rect x=\"90\" y=\"{:.0}\" width=\"{length:.0}\" height=\"12\" fill=\"#4477aa\"/>\
             <text x=\"{:.0}\" y=\"{:.0}\">{rating:.0}</text>",
            y + 5.0,
            y - 6.0,
            96.0 + length,
            y + 5.0,
        );
    }
    svg.push_str("</svg>\n");
    svg
}
