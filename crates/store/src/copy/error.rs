//! Why a copy was not made or not read in.

use std::io;
use std::path::{Path, PathBuf};

use crate::StoreError;

#[derive(Debug, thiserror::Error)]
pub enum CopyError {
    #[error("{} exists already: give the copy another name", .0.display())]
    FileExists(PathBuf),
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{} is no back-up of a house", .0.display())]
    NotABackup(PathBuf),
    #[error(
        "{} was made by a newer Parlor (format {found}, this program reads {known}): restore it with that one",
        path.display()
    )]
    NewerFormat {
        path: PathBuf,
        found: u32,
        known: u32,
    },
    #[error(
        "{} was made by a newer Parlor (schema {found}, this program knows {known}): restore it with that one",
        path.display()
    )]
    NewerFile {
        path: PathBuf,
        found: i64,
        known: i64,
    },
    #[error("{} is damaged: {what}; nothing was changed", path.display())]
    Damaged { path: PathBuf, what: String },
    #[error("{} ends too early: it was cut off; nothing was changed", .0.display())]
    Cut(PathBuf),
    #[error("there is no house in the database {0}")]
    NoHouse(String),
    #[error(
        "the database has schema {found}, which this program does not copy: open the house once with this program"
    )]
    TooOld { found: i64 },
    #[error("the database {place} is not empty (there is something in {table}): give a new one")]
    NotEmpty { place: String, table: String },
    #[error(
        "the database {place} was already opened by a Parlor newer than the copy: give a new one"
    )]
    OpenedBefore { place: String },
    #[error(
        "a house is open on {0}: close it first (one that was killed is forgotten after 10 seconds)"
    )]
    HouseOpen(String),
    #[error("what was read back from {table} is not what was written; nothing was kept")]
    Differs { table: String },
    #[error(transparent)]
    Store(#[from] StoreError),
}

impl CopyError {
    /// The same in every version.
    pub fn code(&self) -> &'static str {
        match self {
            CopyError::FileExists(_) => "copy/file_exists",
            CopyError::File { .. } => "copy/file",
            CopyError::NotABackup(_) => "copy/not_a_backup",
            CopyError::NewerFormat { .. } | CopyError::NewerFile { .. } => "copy/newer",
            CopyError::Damaged { .. } => "copy/damaged",
            CopyError::Cut(_) => "copy/cut",
            CopyError::NoHouse(_) => "copy/no_house",
            CopyError::TooOld { .. } => "copy/too_old",
            CopyError::NotEmpty { .. } => "copy/not_empty",
            CopyError::OpenedBefore { .. } => "copy/opened_before",
            CopyError::HouseOpen(_) => "copy/house_open",
            CopyError::Differs { .. } => "copy/differs",
            CopyError::Store(error) => error.code(),
        }
    }

    /// With place and cause, for the operator.
    pub fn report(&self) -> String {
        match self {
            CopyError::Store(error) => error.report(),
            other => other.to_string(),
        }
    }

    pub(super) fn file(path: &Path) -> impl Fn(io::Error) -> CopyError {
        let path = path.to_owned();
        move |error| CopyError::File {
            path: path.clone(),
            error,
        }
    }

    pub(super) fn damaged(path: &Path, what: impl Into<String>) -> CopyError {
        CopyError::Damaged {
            path: path.to_owned(),
            what: what.into(),
        }
    }
}
