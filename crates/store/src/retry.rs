//! Trying again what a deadlock or another writer threw out.

use std::time::{Duration, Instant};

use crate::StoreError;

const MOST: u32 = 8;
/// Whoever asks does not wait much longer than this, however patient each attempt was.
const LONGEST: Duration = Duration::from_secs(4);

/// Counts attempts of one operation that changes nothing when it fails.
#[derive(Debug)]
pub(crate) struct Attempts {
    made: u32,
    since: Instant,
}

impl Default for Attempts {
    fn default() -> Attempts {
        Attempts {
            made: 0,
            since: Instant::now(),
        }
    }
}

impl Attempts {
    /// Waits a moment when another attempt makes sense; gives the error back when none does.
    pub(crate) async fn again(&mut self, error: StoreError) -> Result<(), StoreError> {
        self.made += 1;
        let late = self.made >= MOST || self.since.elapsed() >= LONGEST;
        if late || !matches!(error, StoreError::Busy(_)) {
            return Err(error);
        }
        tokio::time::sleep(Duration::from_millis(1 << self.made)).await;
        Ok(())
    }
}
