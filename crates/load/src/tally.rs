use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use crate::report::{Audience, Interruptions, Latency};
use crate::times::Times;

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
    latency: Times,
    /// How often a command was sent again, and from losing a connection to being back.
    resent: AtomicU64,
    absences: Times,
    /// What spectators received, and how long it was under way to them.
    watched: AtomicU64,
    watched_bytes: AtomicU64,
    watching: Times,
}

impl Tally {
    pub(crate) fn new(most_moves: Option<u64>) -> Tally {
        Tally {
            stopped: AtomicBool::new(false),
            moves: AtomicU64::new(0),
            most_moves: most_moves.unwrap_or(u64::MAX),
            finished: AtomicU64::new(0),
            sent: AtomicU64::new(0),
            received: AtomicU64::new(0),
            frames: AtomicU64::new(0),
            latency: Times::default(),
            resent: AtomicU64::new(0),
            absences: Times::default(),
            watched: AtomicU64::new(0),
            watched_bytes: AtomicU64::new(0),
            watching: Times::default(),
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
        self.latency.record(time);
    }

    pub(crate) fn latency(&self) -> Latency {
        self.latency.quantiles()
    }

    /// A client is back after so long.
    pub(crate) fn resumed(&self, after: Duration) {
        self.absences.record(after);
    }

    pub(crate) fn resent(&self) {
        self.resent.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn interruptions(&self) -> Interruptions {
        Interruptions {
            count: self.absences.count(),
            resent: self.resent.load(Ordering::Relaxed),
            absence: self.absences.quantiles(),
        }
    }

    /// A spectator received so much, after so long if it was a move.
    pub(crate) fn watched(&self, bytes: usize, moves: impl Iterator<Item = Duration>) {
        self.watched_bytes
            .fetch_add(bytes as u64, Ordering::Relaxed);
        for time in moves {
            self.watched.fetch_add(1, Ordering::Relaxed);
            self.watching.record(time);
        }
    }

    pub(crate) fn audience(&self, spectators: usize) -> Audience {
        let (moves, bytes) = (&self.watched, &self.watched_bytes);
        let (moves, bytes) = (moves.load(Ordering::Relaxed), bytes.load(Ordering::Relaxed));
        Audience {
            spectators,
            moves,
            bytes,
            bytes_per_move: bytes as f64 / moves.max(1) as f64,
            latency: self.watching.quantiles(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stops_at_the_last_move() {
        let tally = Tally::new(Some(2));
        tally.moved();
        assert!(!tally.is_stopped());
        tally.moved();
        assert!(tally.is_stopped());
        tally.took(Duration::from_millis(20));
        assert!((tally.latency().p50 - 20.0).abs() < 1.0);
    }
}
