use parlor_engine::{Entry, Record, Setup};

use crate::{Code, Refusal};

/// A match that is over, as it leaves its shard. To play it through again takes the longer the longer
/// it was, and is no business of those who play others there.
#[derive(Debug)]
pub struct ClosedLog {
    pub(super) setup: Setup,
    pub(super) log: Vec<Entry>,
    pub(super) names: Vec<String>,
}

impl ClosedLog {
    /// How many entries it has.
    pub fn length(&self) -> usize {
        self.log.len()
    }

    /// Plays it through.
    pub fn record(self) -> Result<Record, Refusal> {
        let record = Record::of_log(self.setup, self.log, self.names);
        record.map_err(|refused| {
            tracing::error!(reason = %refused.message, "a finished match cannot be played again");
            Refusal::new(Code::MatchFailed, "this match cannot be played again")
        })
    }
}
