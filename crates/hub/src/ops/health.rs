use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use parlor_store::StoreError;

use super::{Database, Notice};

/// Whether what is written arrives where it should.
#[derive(Debug)]
pub struct Health {
    database: Database,
    file: Option<FileId>,
    last: Mutex<Last>,
    trouble: Notice,
    moved: Notice,
}

#[derive(Debug)]
struct Last {
    stored: Instant,
    error: Option<&'static str>,
}

/// A sign of life is stored every two seconds; so many missed ones are trouble.
const LATE: Duration = Duration::from_secs(10);

impl Health {
    pub fn new(database: Database) -> Health {
        Health {
            file: FileId::of(&database),
            database,
            last: Mutex::new(Last {
                stored: Instant::now(),
                error: None,
            }),
            trouble: Notice::new(),
            moved: Notice::new(),
        }
    }

    fn last(&self) -> MutexGuard<'_, Last> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A sign of life was stored, or not.
    pub(crate) fn stored(&self, error: Option<&StoreError>) {
        let mut last = self.last();
        last.error = error.map(StoreError::code);
        match error {
            None => last.stored = Instant::now(),
            Some(error) => {
                if let Some(times) = self.trouble.happened() {
                    let (database, cause) = (&self.database, error.report());
                    tracing::error!(%database, cause, times, "nothing can be stored");
                }
            }
        }
        drop(last);
        if self.is_moved()
            && let Some(times) = self.moved.happened()
        {
            let database = &self.database;
            tracing::error!(%database, times, "the database file is not where it was");
        }
    }

    fn is_moved(&self) -> bool {
        self.file.is_some() && FileId::of(&self.database) != self.file
    }

    /// What is wrong, in words for anybody: no paths and no database texts.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let last = self.last();
        if let Some(code) = last.error {
            faults.push(format!("nothing can be stored ({code})"));
        } else if last.stored.elapsed() > LATE {
            faults.push("nothing was stored for a while".to_owned());
        }
        drop(last);
        if self.is_moved() {
            faults.push("the database file is not where it was".to_owned());
        }
        faults
    }
}

/// Which file it is, whatever its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct FileId {
    device: u64,
    node: u64,
}

impl FileId {
    #[cfg(unix)]
    fn of(database: &Database) -> Option<FileId> {
        use std::os::unix::fs::MetadataExt;
        let Database::File(path) = database else {
            return None;
        };
        let about = std::fs::metadata(path).ok()?;
        Some(FileId {
            device: about.dev(),
            node: about.ino(),
        })
    }

    #[cfg(not(unix))]
    fn of(_: &Database) -> Option<FileId> {
        None
    }
}
