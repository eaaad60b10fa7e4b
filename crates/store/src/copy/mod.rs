//! A whole house as a stream of rows: into a file (back-up), out of it (restore), or from one database
//! into another (move). The same on every back end, and never held in memory.

mod error;
mod file;
mod side;
mod source;
mod stream;
mod tables;
mod target;
mod value;

use std::future::Future;
use std::io;
use std::path::Path;

pub use error::CopyError;

use crate::StoreError;
use crate::error::Fault;
use file::{Reader, Writer};
pub(crate) use side::{Purpose, Side};
use stream::{Item, Outcome, Tallies, stream};

/// How many rows each table has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Copied(pub Vec<(String, u64)>);

impl Copied {
    fn of(tallies: Tallies) -> Copied {
        let tables = tallies.into_iter().map(|(name, tally)| (name, tally.rows));
        Copied(tables.collect())
    }

    pub fn rows(&self) -> u64 {
        self.0.iter().map(|(_, rows)| rows).sum()
    }
}

/// Writes the house as it is at this moment into a new file, which is there when all of it is on disk.
/// The house may be open. `progress` is told how many rows there are so far. Blocks.
pub fn backup(url: &str, path: &Path, progress: &dyn Fn(u64)) -> Result<Copied, CopyError> {
    let mut writer = Writer::create(path)?;
    let mut count = 0;
    for item in from_database(url, Purpose::Read) {
        let item = item?;
        writer.take(&item)?;
        match item {
            Item::Rows(rows) => {
                count += rows.len() as u64;
                progress(count);
            }
            Item::End(tallies) => return Ok(Copied::of(tallies)),
            Item::Start { .. } | Item::Table(_) => {}
        }
    }
    Err(failed("the reader has ended").into())
}

/// Reads the house in a file into a database that has none. The whole file is examined before anything
/// is touched, and what was written is read back and compared before it is kept. Blocks.
pub fn restore(path: &Path, url: &str, progress: &dyn Fn(u64)) -> Result<Copied, CopyError> {
    file::examine(path)?;
    let path = path.to_owned();
    let items = stream(move |giver| {
        let mut reader = Reader::open(&path)?;
        while let Some(item) = reader.next()? {
            giver.give(item)?;
        }
        Ok(())
    });
    alone(target::take(url, &items, progress))?.map(Copied::of)
}

/// The same from a database: the house in it must be closed, and stays as it is. Blocks.
pub fn move_house(from: &str, to: &str, progress: &dyn Fn(u64)) -> Result<Copied, CopyError> {
    let items = from_database(from, Purpose::ReadAlone);
    alone(target::take(to, &items, progress))?.map(Copied::of)
}

fn from_database(
    url: &str,
    purpose: Purpose,
) -> std::sync::mpsc::Receiver<Result<Item, CopyError>> {
    let url = url.to_owned();
    stream(
        move |giver| match alone(source::give(&url, purpose, giver)) {
            Ok(done) => done,
            Err(error) => Err(Outcome::Failed(error)),
        },
    )
}

/// On this thread, with a runtime of its own: what waits for the other side may block it.
pub(crate) fn alone<T>(work: impl Future<Output = T>) -> Result<T, CopyError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error: io::Error| failed(&error.to_string()))?;
    Ok(runtime.block_on(work))
}

fn failed(what: &str) -> StoreError {
    StoreError::Failed(Fault::new(&"copy".into(), what.to_owned()))
}
