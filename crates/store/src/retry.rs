//! Trying again what a deadlock or another writer threw out.

use std::time::Duration;

use crate::StoreError;

const MOST: u32 = 8;

/// Counts attempts of one operation that changes nothing when it fails.
#[derive(Debug, Default)]
pub(crate) struct Attempts {
    made: u32,
}

impl Attempts {
    /// Waits a moment when another attempt makes sense; gives the error back when none does.
    pub(crate) async fn again(&mut self, error: StoreError) -> Result<(), StoreError> {
        self.made += 1;
        if self.made >= MOST || !matches!(error, StoreError::Busy(_)) {
            return Err(error);
        }
        tokio::time::sleep(Duration::from_millis(1 << self.made)).await;
        Ok(())
    }
}
