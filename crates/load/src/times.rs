use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

use crate::report::Latency;

/// Many measured times, of which only the quantiles are kept.
#[derive(Debug)]
pub(crate) struct Times(Mutex<Histogram<u64>>);

/// Longer waits count as this, in microseconds.
const LONGEST: u64 = 60_000_000;

impl Default for Times {
    fn default() -> Times {
        let empty = Histogram::new_with_bounds(1, LONGEST, 3).expect("the bounds are in order");
        Times(Mutex::new(empty))
    }
}

impl Times {
    pub(crate) fn record(&self, time: Duration) {
        let micros = time.as_micros().min(u128::from(LONGEST)) as u64;
        self.with(|times| times.saturating_record(micros));
    }

    pub(crate) fn count(&self) -> u64 {
        self.with(|times| times.len())
    }

    /// In milliseconds.
    pub(crate) fn quantiles(&self) -> Latency {
        self.with(|times| {
            let at = |quantile| times.value_at_quantile(quantile) as f64 / 1000.0;
            Latency {
                p50: at(0.5),
                p90: at(0.9),
                p99: at(0.99),
                max: times.max() as f64 / 1000.0,
            }
        })
    }

    fn with<T>(&self, with: impl FnOnce(&mut Histogram<u64>) -> T) -> T {
        with(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_quantiles() {
        let times = Times::default();
        for millis in 1..=100 {
            times.record(Duration::from_millis(millis));
        }
        assert!((times.quantiles().p50 - 50.0).abs() < 1.0);
        assert!((times.quantiles().p99 - 99.0).abs() < 1.0);
        times.record(Duration::from_secs(3600));
        assert!(times.quantiles().max >= 59_000.0);
        assert_eq!(times.count(), 101);
    }
}
