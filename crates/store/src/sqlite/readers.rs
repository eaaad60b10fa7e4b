//! Threads that read beside the writer.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

use rusqlite::Connection;

use crate::StoreError;

const READERS: usize = 4;

type Read = Box<dyn FnOnce(Result<&mut Connection, StoreError>) + Send>;

#[derive(Debug)]
pub(super) struct Readers(Mutex<Option<Sender<Read>>>);

impl Readers {
    /// Each opens its connection when there is something to read. They end when closed, or with
    /// the last handle.
    pub(super) fn start(
        open: impl Fn() -> Result<Connection, StoreError> + Clone + Send + 'static,
    ) -> std::io::Result<(Readers, Vec<JoinHandle<()>>)> {
        let (reads, queue) = channel();
        let queue = Arc::new(Mutex::new(queue));
        let threads = (0..READERS).map(|_| {
            let (queue, open) = (queue.clone(), open.clone());
            let thread = std::thread::Builder::new().name("store-read".to_owned());
            thread.spawn(move || run(&queue, open))
        });
        let threads = threads.collect::<std::io::Result<_>>()?;
        Ok((Readers(Mutex::new(Some(reads))), threads))
    }

    pub(super) fn read(&self, read: Read) -> Result<(), StoreError> {
        let reads = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let reads = reads.as_ref().ok_or(StoreError::Closed)?;
        reads.send(read).map_err(|_| StoreError::Closed)
    }

    pub(super) fn close(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

fn run(queue: &Mutex<Receiver<Read>>, open: impl Fn() -> Result<Connection, StoreError>) {
    let mut conn = None;
    loop {
        let next = queue.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(read) = next else {
            return;
        };
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
