use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::Stones;

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Error {
    #[error(
        "'{0}' is not a pair of stones: expected two numbers from 3 to 9 with a hyphen, such as 5-5"
    )]
    BadPair(String),
    #[error("cannot write in the folder {}: {source}", path.display())]
    Folder { path: PathBuf, source: io::Error },
    #[error(
        "the disk is full: {} needs {bytes} bytes; the pairs finished so far are kept, go on with \
         the same command when there is room",
        path.display()
    )]
    DiskFull { path: PathBuf, bytes: u64 },
    #[error("another program is building tables in {}", path.display())]
    Busy { path: PathBuf },
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: io::Error },
    #[error("{}: {fault}", path.display())]
    File { path: PathBuf, fault: Fault },
    #[error("cannot start {count} threads: {reason}")]
    Threads { count: usize, reason: String },
    #[error("there is no memory for {bytes} bytes")]
    Memory { bytes: u64 },
    #[error("table {0} has wins of more than 254 plies, which the format cannot hold")]
    TooLong(Stones),
    #[error("table {0} has {1} boards instead of {2}: the index is wrong")]
    Count(Stones, u64, u64),
    #[error(
        "table {stones} contradicts itself at mover {mover:06x}, opponent {opponent:06x}: {what}"
    )]
    Contradiction {
        stones: Stones,
        mover: u32,
        opponent: u32,
        what: String,
    },
}

impl Error {
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> Error {
        let path = path.to_owned();
        move |source| Error::Io { path, source }
    }
}

/// Why a file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Fault {
    #[error("it is not there")]
    Missing,
    #[error("it cannot be read: {0}")]
    Unreadable(String),
    #[error("it is not a table of Marelles")]
    Foreign,
    #[error("it has format version {0}, not {expected}", expected = crate::file::VERSION)]
    Version(u32),
    #[error("it belongs to another removal rule, pair of stones or kind of table")]
    Other,
    #[error("it is truncated: {is} bytes instead of {should}")]
    Length { is: u64, should: u64 },
    #[error("it is damaged: the checksum is wrong")]
    Checksum,
    #[error("page {0} is damaged: the checksum is wrong; other pages are still used")]
    Page(usize),
}
