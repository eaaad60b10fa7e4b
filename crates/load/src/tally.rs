use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use hdrhistogram::Histogram;

/// What all matches count together.
#[derive(Debug)]
pub(crate) struct Tally {
    stopped: AtomicBool,
    moves: AtomicU64,
    most_moves: u64,
    finished: AtomicU64,
    sent: AtomicU64,
    received: AtomicU64,
    frames: AtomicU64,
    latency: Mutex<Histogram<u64>>,
}

/// Longer waits count as this, in microseconds.
const LONGEST: u64 = 60_000_000;

impl Tally {
    pub(crate) fn new(most_moves: Option<u64>) -> Tally {
        let latency = Histogram::new_with_bounds(1, LONGEST, 3).expect("the bounds are in order");
        Tally {
            stopped: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            most_moves: most_moves.unwrap_or(u64::MAX),
            finished: AtomicU64::new(0),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
            frames: AtomicU64::new(0),
            latency: Mutex::new(latency),
        }
    }

    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// A move was acknowledged.
    pub(crate) fn moved(&self) {
        if self.moves.fetch_add(1, Ordering::Relaxed) + 1 >= self.most_moves {
            self.stop();
        }
    }

    pub(crate) fn moves(&self) -> u64 {
        self.moves.load(Ordering::Relaxed)
    }

    pub(crate) fn most_moves(&self) -> u64 {
        self.most_moves
    }

    pub(crate) fn match_finished(&self) {
        self.finished.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn finished(&self) -> u64 {
        self.finished.load(Ordering::Relaxed)
    }

    pub(crate) fn sent(&self, bytes: usize) {
        self.sent.fetch_add(bytes as u64, Ordering::Relaxed);
    }

    pub(crate) fn received(&self, bytes: usize) {
        self.received.fetch_add(bytes as u64, Ordering::Relaxed);
        self.frames.fetch_add(1, Ordering::Relaxed);
    }

    /// The mean length of a move sent, and of a frame received.
    pub(crate) fn frame_bytes(&self) -> (u64, u64) {
        let mean = |sum: &AtomicU64, count: u64| sum.load(Ordering::Relaxed) / count.max(1);
        let frames = self.frames.load(Ordering::Relaxed);
        (mean(&self.sent, self.moves()), mean(&self.received, frames))
    }

    /// From sending a move to the opponent's receiving it.
    pub(crate) fn took(&self, time: Duration) {
        let micros = time.as_micros().min(u128::from(LONGEST)) as u64;
        self.histogram(|latency| latency.saturating_record(micros));
    }

    /// In milliseconds.
    pub(crate) fn quantile_ms(&self, quantile: f64) -> f64 {
        self.histogram(|latency| latency.value_at_quantile(quantile)) as f64 / 1000.0
    }

    pub(crate) fn slowest_ms(&self) -> f64 {
        self.histogram(|latency| latency.max()) as f64 / 1000.0
    }

    fn histogram<T>(&self, with: impl FnOnce(&mut Histogram<u64>) -> T) -> T {
        with(&mut self.latency.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_at_the_last_move_and_keeps_quantiles() {
        let tally = Tally::new(Some(2));
        tally.moved();
        assert!(!tally.is_stopped());
        tally.moved();
        assert!(tally.is_stopped());
        for millis in 1..=100 {
            tally.took(Duration::from_millis(millis));
        }
        assert!((tally.quantile_ms(0.5) - 50.0).abs() < 1.0);
        assert!((tally.quantile_ms(0.99) - 99.0).abs() < 1.0);
        tally.took(Duration::from_secs(3600));
        assert!(tally.slowest_ms() >= 59_000.0);
    }
}
