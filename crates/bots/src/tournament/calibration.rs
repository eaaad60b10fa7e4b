//! Whether an estimated chance is one: what was predicted against what came.

use std::fmt::Write as _;
use std::time::Instant;

use parlor_engine::{Chance, Fast, Rejection, Seat, Viewer};

use super::plan::Tournament;
use crate::{Cancel, choose_in, evaluate, points};

/// Predictions of similar height together.
const BINS: usize = 10;

#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Bin {
    count: f64,
    predicted: f64,
    came: f64,
}

/// Predictions and results of many positions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Calibration {
    bins: [Bin; BINS],
    squares: f64,
}

impl Calibration {
    pub(crate) fn add(&mut self, predicted: f64, came: f64) {
        let bin = &mut self.bins[((predicted * BINS as f64) as usize).min(BINS - 1)];
        bin.count += 1.0;
        bin.predicted += predicted;
        bin.came += came;
        self.squares += (predicted - came).powi(2);
    }

    pub fn positions(&self) -> f64 {
        self.bins.iter().map(|bin| bin.count).sum()
    }

    /// How far predictions are from what comes, on average over all positions.
    pub fn error(&self) -> f64 {
        let off = |bin: &Bin| (bin.predicted - bin.came).abs();
        self.bins.iter().map(off).sum::<f64>() / self.positions().max(1.0)
    }

    /// The mean square of what was predicted less what came; 0.25 for always saying one half.
    pub fn brier(&self) -> f64 {
        self.squares / self.positions().max(1.0)
    }

    /// One line a bin, as Markdown.
    pub fn table(&self) -> String {
        let mut text = String::from("| positions | predicted | came |\n|--:|--:|--:|\n");
        for bin in self.bins.iter().filter(|bin| bin.count > 0.0) {
            let _ = writeln!(
                text,
                "| {} | {:.1} % | {:.1} % |",
                bin.count,
                100.0 * bin.predicted / bin.count,
                100.0 * bin.came / bin.count
            );
        }
        let _ = writeln!(
            text,
            "\n{} positions, on average {:.1} % off; Brier score {:.3}",
            self.positions(),
            100.0 * self.error(),
            self.brier()
        );
        text
    }
}

impl Tournament {
    /// Plays games of a level against itself, as many as there is time for, and estimates the
    /// chance of some seat in one position out of `every`.
    pub fn calibrate(
        &self,
        level: &str,
        every: u32,
        progress: impl Fn(),
    ) -> Result<Calibration, Rejection> {
        let (mut calibration, start) = (Calibration::default(), Instant::now());
        for number in 0..self.games {
            if start.elapsed() >= self.longest {
                break;
            }
            self.look_at_one(level, number, every, &mut calibration)?;
            progress();
        }
        Ok(calibration)
    }

    fn look_at_one(
        &self,
        level: &str,
        number: u32,
        every: u32,
        calibration: &mut Calibration,
    ) -> Result<(), Rejection> {
        let rules = parlor_catalog::game(&self.game)
            .ok_or_else(|| Rejection::new("game", format!("there is no game '{}'", self.game)))?;
        let failed = |error: crate::BotError| Rejection::new("bot", error.to_string());
        let (budget, cancel) = (&self.budget, Cancel::new());
        let mut chance = Fast::new(self.seed.wrapping_add(u64::from(number)) ^ 0x5eed_ca11);
        let mut state = rules.start(&self.options, self.seats, &mut chance)?;
        let mut predictions: Vec<(Seat, f64)> = Vec::new();
        while let Some(seat) = state.to_act().first() {
            let thought = u64::from(chance.below(u32::MAX));
            if chance.below(every.max(1)) == 0 {
                let looked = Seat(chance.below(self.seats.into()) as u8);
                let view = state.view(Viewer::Seat(looked));
                let predicted = evaluate(&self.game, &view, looked, budget, thought, &cancel);
                predictions.push((looked, predicted.map_err(failed)?));
            }
            let choice =
                choose_in(&*state, seat, level, budget, thought, &cancel).map_err(failed)?;
            state.act(seat, &choice.action, &mut chance)?;
        }
        if let Some(outcome) = state.outcome() {
            for (seat, predicted) in predictions {
                calibration.add(predicted, points(&outcome, seat));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_coin_is_one_half() {
        let (mut fair, mut boastful) = (Calibration::default(), Calibration::default());
        for number in 0..1000 {
            let came = f64::from(u8::from(number % 2 == 0));
            fair.add(0.5, came);
            boastful.add(0.9, came);
        }
        assert!(fair.error() < 1e-9 && (fair.brier() - 0.25).abs() < 1e-9);
        assert!((boastful.error() - 0.4).abs() < 1e-9);
        assert!(fair.table().contains("| 1000 | 50.0 % | 50.0 % |"));
    }
}
