//! TCP 2943: the Marelles text protocol. Rule page, 6.3 to 6.5; lines are quoted there.

mod lines;
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use table::Table;

use super::port::{Line, Lines, Received};
use crate::Hub;
use crate::matches::{Outbox, Outgoing};

/// The server reserves twenty connection slots.
const SLOTS: u32 = 20;
const LONGEST_LINE: usize = 256;

struct Slot {
    number: u32,
    /// A bit for each slot in use.
    taken: Arc<AtomicU32>,
}

impl Slot {
    /// The lowest free slot.
    fn take(all: &Arc<AtomicU32>) -> Option<Slot> {
        let mut taken = all.load(Ordering::Relaxed);
        loop {
            let free = (0..SLOTS).find(|slot| taken & (1 << slot) == 0)?;
            let with = taken | 1 << free;
            match all.compare_exchange(taken, with, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => {
                    return Some(Slot {
                        number: free,
                        taken: all.clone(),
                    });
                }
                Err(now) => taken = now,
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        self.taken.fetch_and(!(1 << self.number), Ordering::AcqRel);
    }
}

pub(super) async fn serve(mut line: Line, hub: Hub) {
    let Some(slot) = Slot::take(&hub.slots) else {
        line.write(b"[error]full\n").await;
        return line.end().await;
    };
    let (outbox, mut queue) = Outbox::open();
    let mut table = Table::new(hub, outbox.clone());
    let mut lines = Lines::new(LONGEST_LINE);
    let mut buffer = [0; 512];
    let greeting = format!(
        "Successfully connected to server. Current ID is {}\n",
        slot.number
    );
    let mut going = line.write(greeting.as_bytes()).await.is_some();
    while going {
        tokio::select! {
            biased;
            () = outbox.cut_off() => break,
            out = queue.recv() => {
                let Some(out) = out else { break };
                going &= hear(&mut table, out).await;
            }
            count = line.read(&mut buffer) => {
                let Some(bytes) = count.and_then(|count| buffer.get(..count)) else { break };
                for &byte in bytes {
                    let Some(heard) = lines.push(byte) else { continue };
                    going &= line.may_speak().await.is_some();
                    match heard {
                        Received::Line(text) => table.obey(&text).await,
                        Received::TooLong | Received::NotText => table.say("[error]bad-line"),
                    }
                    going &= drain(&mut table, &mut queue).await;
                }
            }
        }
        let said = table.take_said();
        if !said.is_empty() {
            going &= line.write(said.as_bytes()).await.is_some();
        }
    }
    table.leave().await;
    line.end().await;
}

/// False when the connection must end.
async fn hear(table: &mut Table, out: Outgoing) -> bool {
    let ends = matches!(out, Outgoing::SessionEnded);
    table.hear(out).await;
    !ends
}

/// Answers to a line come before anything that happens later.
async fn drain(table: &mut Table, queue: &mut tokio::sync::mpsc::Receiver<Outgoing>) -> bool {
    let mut going = true;
    while let Ok(out) = queue.try_recv() {
        going &= hear(table, out).await;
    }
    going
}
