//! A server of its own for each test, and small clients for every door.

mod cluster;
mod house;
mod http;
mod player;
mod receiver;
mod socket;
mod text;

pub use cluster::{Cluster, Nats, Postgres, nats};
pub use house::{House, Person};
pub use http::{Answer, raw_request};
pub use player::{Player, play_on, seat, spectator, two, two_named};
pub use receiver::Receiver;
pub use socket::Socket;
pub use text::Text;

use std::time::Duration;

/// Longer than anything takes on a busy machine; a test that waits so long has failed.
pub const PATIENCE: Duration = Duration::from_secs(20);

/// Waits until `done` says so, looking often.
pub async fn eventually<F: Future<Output = bool>>(what: &str, mut done: impl FnMut() -> F) {
    let started = tokio::time::Instant::now();
    while !done().await {
        assert!(started.elapsed() < PATIENCE, "never happened: {what}");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// A small source of choices, the same in every run.
pub struct Choice(u64);

impl Choice {
    pub fn new(seed: u64) -> Choice {
        Choice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % count.max(1)
    }

    pub fn of<'a>(&mut self, list: &'a [String]) -> &'a str {
        &list[self.below(list.len())]
    }
}
