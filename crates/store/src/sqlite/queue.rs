//! What waits for the writer.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::work::Work;
use crate::StoreError;
use crate::appender::Request;

#[derive(Default, Debug)]
pub(super) struct Queue {
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Default, Debug)]
struct State {
    waiting: Turn,
    /// Whether the writer waits for the bell: otherwise it comes by itself, and to ring would be
    /// a trip into the kernel for nothing.
    is_asleep: bool,
    is_closed: bool,
}

/// What goes into one transaction.
#[derive(Default, Debug)]
pub(super) struct Turn {
    pub(super) appends: Vec<Request>,
    pub(super) works: Vec<Box<dyn Work>>,
}

impl Turn {
    fn is_empty(&self) -> bool {
        self.appends.is_empty() && self.works.is_empty()
    }
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives the batch back when there is no room.
    #[expect(clippy::result_large_err)] // the batch goes back as it came
    pub(super) fn append(
        &self,
        request: Request,
        room: usize,
    ) -> Result<(), (Request, StoreError)> {
        let mut state = self.state();
        if state.is_closed {
            return Err((request, StoreError::Closed));
        }
        if state.waiting.appends.len() >= room {
            return Err((request, StoreError::Full));
        }
        state.waiting.appends.push(request);
        self.ring(state);
        Ok(())
    }

    pub(super) fn work(&self, work: Box<dyn Work>) -> Result<(), StoreError> {
        let mut state = self.state();
        if state.is_closed {
            return Err(StoreError::Closed);
        }
        state.waiting.works.push(work);
        self.ring(state);
        Ok(())
    }

    fn ring(&self, mut state: MutexGuard<'_, State>) {
        let is_asleep = std::mem::take(&mut state.is_asleep);
        drop(state);
        if is_asleep {
            self.bell.notify_one();
        }
    }

    pub(super) fn waiting(&self) -> usize {
        self.state().waiting.appends.len()
    }

    /// All that waits, once something does. False when the queue is closed and empty.
    pub(super) fn take(&self, turn: &mut Turn) -> bool {
        let mut state = self.state();
        while state.waiting.is_empty() {
            if state.is_closed {
                return false;
            }
            state.is_asleep = true;
            state = self
                .bell
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
        // The writer's emptied lists are filled next: their room is used again.
        std::mem::swap(turn, &mut state.waiting);
        true
    }

    /// What waits is still written.
    pub(super) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        self.ring(state);
    }
}
