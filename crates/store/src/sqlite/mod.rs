//! SQLite: one file, one process, one thread that writes.
//!
//! Everything that changes the file goes through the queue of the writer's thread, which takes all
//! that waits, writes it in one transaction and commits: one trip to the disk serves all, and
//! nobody is answered before it. Readers have threads and connections of their own beside it.

mod file;
mod lock;
mod log;
mod queue;
mod readers;
mod reading;
mod runs;
mod statements;
mod tails;
mod work;
mod writer;

pub(crate) use file::{Handle, open, open_alone, open_beside};
pub(crate) use lock::Lock;
pub(crate) use statements::{execute, rows, visit};

use futures_util::FutureExt as _;
use rusqlite::Connection;

use crate::StoreError;
use crate::db::Body;
use crate::error::Fault;
use crate::exec::{Conn, Exec, Terms};

/// Runs what is written for all back ends on a connection of this thread, where nothing waits.
fn at_once<C, T>(
    conn: &mut Connection,
    terms: &Terms,
    context: &C,
    body: Body<C, T>,
) -> Result<T, StoreError> {
    let mut exec = Exec {
        conn: Conn::Sqlite(conn),
        terms,
    };
    let done = body(context, &mut exec).now_or_never();
    done.unwrap_or_else(|| Err(StoreError::Failed(Fault::new(&terms.place, "it waited"))))
}

#[cfg(test)]
mod tests;
