//! Who is on vacation when. Their clocks stand still in matches of days a move. The rows of the store
//! say it; every node reads them again every few seconds, and nobody's time is up before they were
//! read after it.

use std::collections::HashMap;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::people::PlayerId;

#[derive(Clone, Debug)]
pub struct Vacations(Arc<Inner>);

type Spans = HashMap<PlayerId, Vec<(i64, i64)>>;

#[derive(Debug)]
struct Inner {
    spans: RwLock<Spans>,
    /// Everything that began before this is known.
    known_ms: AtomicI64,
}

/// In a house without vacations everything is known.
impl Default for Vacations {
    fn default() -> Vacations {
        Vacations(Arc::new(Inner {
            spans: RwLock::default(),
            known_ms: AtomicI64::new(i64::MAX),
        }))
    }
}

impl Vacations {
    /// What the store said when it was asked at `known_ms`.
    pub fn set(&self, spans: Spans, known_ms: i64) {
        *self.0.spans.write().unwrap_or_else(PoisonError::into_inner) = spans;
        self.0.known_ms.store(known_ms, Ordering::Release);
    }

    pub(super) fn known_ms(&self) -> i64 {
        self.0.known_ms.load(Ordering::Acquire)
    }

    pub(super) fn of(&self, player: PlayerId) -> Vec<(i64, i64)> {
        let spans = self.0.spans.read().unwrap_or_else(PoisonError::into_inner);
        spans.get(&player).cloned().unwrap_or_default()
    }
}
