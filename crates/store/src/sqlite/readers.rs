//! Threads that read beside the writer.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

use rusqlite::Connection;

use crate::StoreError;

const READERS: usize = 4;

type Read = Box<dyn FnOnce(Result<&mut Connection, StoreError>) + Send>;

/// A handle; with the last one, the threads end.
#[derive(Debug)]
pub(super) struct Readers(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    bell: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Read>,
    is_closed: bool,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State")
            .field("waiting", &self.waiting.len())
            .field("is_closed", &self.is_closed)
            .finish()
    }
}

impl Readers {
    /// Each opens its connection when there is something to read. They end when closed, or with
    /// the last handle.
    pub(super) fn start(
        open: impl Fn() -> Result<Connection, StoreError> + Clone + Send + 'static,
    ) -> std::io::Result<(Readers, Vec<JoinHandle<()>>)> {
        let readers = Readers(Arc::default());
        let threads = (0..READERS).map(|_| {
            let (shared, open) = (readers.0.clone(), open.clone());
            let thread = std::thread::Builder::new().name("store-read".to_owned());
            thread.spawn(move || run(&shared, open))
        });
        let threads = threads.collect::<std::io::Result<_>>()?;
        Ok((readers, threads))
    }

    pub(super) fn read(&self, read: Read) -> Result<(), StoreError> {
        let mut state = self.0.state();
        if state.is_closed {
            return Err(StoreError::Closed);
        }
        state.waiting.push_back(read);
        drop(state);
        self.0.bell.notify_one();
        Ok(())
    }

    pub(super) fn close(&self) {
        self.0.state().is_closed = true;
        self.0.bell.notify_all();
    }
}

impl Drop for Readers {
    fn drop(&mut self) {
        self.close();
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was asked first. None when the queue is closed and empty.
    fn next(&self) -> Option<Read> {
        let mut state = self.state();
        loop {
            if let Some(read) = state.waiting.pop_front() {
                return Some(read);
            }
            if state.is_closed {
                return None;
            }
            let woken = self.bell.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }
}

fn run(shared: &Shared, open: impl Fn() -> Result<Connection, StoreError>) {
    let mut conn = None;
    while let Some(read) = shared.next() {
        let opened = match &mut conn {
            Some(conn) => Ok(conn),
            None => open().map(|opened| conn.insert(opened)),
        };
        if catch_unwind(AssertUnwindSafe(|| read(opened))).is_err() {
            // Whatever it was in the middle of.
            conn = None;
        }
    }
}
