//! What previews of different games have in common.

use std::borrow::Cow;

use parlor_describe::TS;
use serde::{Deserialize, Serialize};

use crate::{Outcome, Seat};

/// That an action would end the game, and how.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
pub struct Ends {
    pub winner: Option<Seat>,
    /// The word of [`Outcome::reason`].
    pub reason: Cow<'static, str>,
}

impl From<Outcome> for Ends {
    fn from(outcome: Outcome) -> Ends {
        Ends {
            winner: outcome.winner,
            reason: outcome.reason,
        }
    }
}

/// A probability as it is told to people: four digits, from 0 to 1.
pub fn rounded(probability: f64) -> f64 {
    // The sum of no numbers is -0.0: adding 0 makes it 0.
    (probability.clamp(0.0, 1.0) * 10_000.0).round() / 10_000.0 + 0.0
}

/// A probability in percent for a sentence. Only what is certain is called 0 or 100.
pub fn percent(probability: f64) -> String {
    match probability * 100.0 {
        p if p <= 0.0 => "0 %".to_owned(),
        p if p < 1.0 => "under 1 %".to_owned(),
        p if p >= 100.0 => "100 %".to_owned(),
        p if p > 99.0 => "over 99 %".to_owned(),
        p => format!("{p:.0} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_certainty_is_certain() {
        let shown = [0.0, 0.0001, 0.01, 0.5, 0.99, 0.9999, 1.0].map(percent);
        let expected = [
            "0 %",
            "under 1 %",
            "1 %",
            "50 %",
            "99 %",
            "over 99 %",
            "100 %",
        ];
        assert_eq!(shown, expected);
    }

    #[test]
    fn rounding_keeps_the_bounds() {
        let told = [-0.1, 0.123_456, 1.000_001].map(|it| rounded(it).to_string());
        assert_eq!(told, ["0", "0.1235", "1"]);
        assert!(rounded(std::iter::empty::<f64>().sum()).is_sign_positive());
    }
}
