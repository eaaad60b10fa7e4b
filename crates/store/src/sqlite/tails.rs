//! What is in the log and not in its index yet, in memory, match by match.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_engine::Seq;

/// An entry's number and the id of its row.
pub(super) type Place = (Seq, i64);

/// Shared with whoever reads a match: holds what is on disk, no more and no less.
#[derive(Clone, Default, Debug)]
pub(super) struct Tails(Arc<Mutex<HashMap<Arc<str>, Vec<Place>>>>);

impl Tails {
    pub(super) fn lock(&self) -> MutexGuard<'_, HashMap<Arc<str>, Vec<Place>>> {
        // What was changed under the lock is whole after every step.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn after(&self, match_id: &str, after: Seq) -> Vec<Place> {
        let tails = self.lock();
        let places = tails.get(match_id).into_iter().flatten();
        places.filter(|(seq, _)| *seq > after).copied().collect()
    }

    /// The start when nothing of the match is here.
    pub(super) fn last_seq(&self, match_id: &str) -> Seq {
        let tails = self.lock();
        let seqs = tails.get(match_id).into_iter().flatten().map(|it| it.0);
        seqs.max().unwrap_or_default()
    }

    pub(super) fn has(&self, match_id: &str, seq: Seq) -> bool {
        let tails = self.lock();
        tails
            .get(match_id)
            .is_some_and(|places| places.iter().any(|it| it.0 == seq))
    }
}
