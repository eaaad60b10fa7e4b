//! One error for the whole crate. Its message is fit for clients; where it happened and what the
//! database said is in [`StoreError::report`], for the operator's log.

use std::error::Error;
use std::fmt;
use std::sync::Arc;

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::mysql::MySqlDatabaseError;

use crate::Backend;

/// Shared, because one failed commit is the answer to many callers.
pub type Cause = Arc<Fault>;

/// What went wrong, and where: the path of the file, or server and database, never a password.
#[derive(Debug)]
pub struct Fault {
    place: Arc<str>,
    error: Box<dyn Error + Send + Sync>,
}

impl Fault {
    pub(crate) fn new(place: &Arc<str>, error: impl Into<Box<dyn Error + Send + Sync>>) -> Cause {
        Arc::new(Fault {
            place: place.clone(),
            error: error.into(),
        })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.error)
    }
}

impl Error for Fault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.error.source()
    }
}

#[derive(Clone, Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database URL is not understood: {0}")]
    BadUrl(&'static str),
    #[error("the database refused the user or the password")]
    Denied(#[source] Cause),
    #[error("there is no database of this name on the server")]
    NoDatabase(#[source] Cause),
    #[error(
        "the database belongs to a newer Parlor (its schema is {found}, this program knows {known})"
    )]
    NewerSchema { found: i64, known: i64 },
    /// A SQLite file belongs to one process at a time.
    #[error("another process has the database open")]
    InUse(#[source] Cause),
    /// Whether the request was carried out is unknown: read before trying again.
    #[error("the database cannot be reached")]
    Unavailable(#[source] Cause),
    /// Deadlocks and the like, after a few attempts. Nothing was changed.
    #[error("the database is too busy")]
    Busy(#[source] Cause),
    /// Somebody else holds the name, the number or the version. Nothing was changed.
    #[error("somebody else was faster")]
    Conflict,
    #[error("no such record")]
    NotFound,
    #[error("this value cannot be stored: {0}")]
    BadValue(&'static str),
    #[error("a stored record cannot be read")]
    Corrupt(#[source] Cause),
    #[error("the database refused the request")]
    Failed(#[source] Cause),
    /// More is waiting to be written than there is room for. Nothing was changed.
    #[error("too much is waiting to be written")]
    Full,
    #[error("the store is closed")]
    Closed,
}

impl StoreError {
    /// The same on every transport and in every version.
    pub fn code(&self) -> &'static str {
        match self {
            StoreError::BadUrl(_) => "store/bad_url",
            StoreError::Denied(_) => "store/denied",
            StoreError::NoDatabase(_) => "store/no_database",
            StoreError::NewerSchema { .. } => "store/newer_schema",
            StoreError::InUse(_) => "store/in_use",
            StoreError::Unavailable(_) | StoreError::Closed => "store/unavailable",
            StoreError::Busy(_) | StoreError::Full => "store/busy",
            StoreError::Conflict => "store/conflict",
            StoreError::NotFound => "store/not_found",
            StoreError::BadValue(_) => "store/bad_value",
            StoreError::Corrupt(_) => "store/corrupt",
            StoreError::Failed(_) => "store/failed",
        }
    }

    /// With place and cause: for the operator's log, never for a client.
    pub fn report(&self) -> String {
        match self.source() {
            Some(fault) => format!("{self}: {fault}"),
            None => self.to_string(),
        }
    }

    pub(crate) fn corrupt(place: &Arc<str>, what: impl Into<String>) -> StoreError {
        StoreError::Corrupt(Fault::new(place, what.into()))
    }

    pub(crate) fn timed_out(place: &Arc<str>) -> StoreError {
        StoreError::Unavailable(Fault::new(place, "no answer in time"))
    }

    pub(crate) fn of(backend: Backend, place: &Arc<str>, error: sqlx::Error) -> StoreError {
        use sqlx::Error as E;
        let kind = match &error {
            E::Database(error) => database_kind(backend, error.as_ref()),
            E::ColumnDecode { .. } | E::Decode(_) | E::ColumnIndexOutOfBounds { .. } => {
                Kind::Corrupt
            }
            E::PoolClosed => Kind::Closed,
            E::Io(_) | E::Tls(_) | E::PoolTimedOut | E::WorkerCrashed | E::Protocol(_) => {
                Kind::Unavailable
            }
            _ => Kind::Failed,
        };
        kind.error(place, error)
    }

    pub(crate) fn of_sqlite(place: &Arc<str>, error: rusqlite::Error) -> StoreError {
        use rusqlite::Error as E;
        let kind = match &error {
            E::SqliteFailure(code, _) => sqlite_kind(code.extended_code),
            E::FromSqlConversionFailure(..)
            | E::IntegralValueOutOfRange(..)
            | E::Utf8Error(..)
            | E::InvalidColumnType(..)
            | E::QueryReturnedNoRows => Kind::Corrupt,
            _ => Kind::Failed,
        };
        kind.error(place, error)
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Conflict,
    Missing,
    Closed,
    Denied,
    NoDatabase,
    Busy,
    Unavailable,
    Corrupt,
    Failed,
}

impl Kind {
    fn error(self, place: &Arc<str>, error: impl Error + Send + Sync + 'static) -> StoreError {
        let cause = || Fault::new(place, error);
        match self {
            Kind::Conflict => StoreError::Conflict,
            Kind::Missing => StoreError::NotFound,
            Kind::Closed => StoreError::Closed,
            Kind::Denied => StoreError::Denied(cause()),
            Kind::NoDatabase => StoreError::NoDatabase(cause()),
            Kind::Busy => StoreError::Busy(cause()),
            Kind::Unavailable => StoreError::Unavailable(cause()),
            Kind::Corrupt => StoreError::Corrupt(cause()),
            Kind::Failed => StoreError::Failed(cause()),
        }
    }
}

fn database_kind(backend: Backend, error: &dyn DatabaseError) -> Kind {
    match error.kind() {
        ErrorKind::UniqueViolation => return Kind::Conflict,
        ErrorKind::ForeignKeyViolation => return Kind::Missing,
        _ => {}
    }
    match backend {
        Backend::Sqlite => Kind::Failed,
        Backend::Postgres => postgres_kind(error),
        Backend::Mysql => mysql_kind(error),
    }
}

fn sqlite_kind(extended: i32) -> Kind {
    // The low byte is the primary code: https://www.sqlite.org/rescode.html
    match (extended, extended & 0xff) {
        // UNIQUE, PRIMARY KEY, rowid.
        (2067 | 1555 | 2579, _) => Kind::Conflict,
        (787, _) => Kind::Missing,
        (_, 5 | 6) => Kind::Busy,
        (_, 11 | 26) => Kind::Corrupt,
        // Not permitted, read-only file, I/O error, disk full, cannot open.
        (_, 3 | 8 | 10 | 13 | 14) => Kind::Unavailable,
        _ => Kind::Failed,
    }
}

fn postgres_kind(error: &dyn DatabaseError) -> Kind {
    let code = error.code().unwrap_or_default();
    match code.as_ref() {
        "40001" | "40P01" | "55P03" => Kind::Busy,
        "3D000" => Kind::NoDatabase,
        "42501" => Kind::Denied,
        _ if code.starts_with("28") => Kind::Denied,
        // Connection lost, out of resources, shutting down, system errors.
        _ if ["08", "53", "57P", "58"]
            .iter()
            .any(|class| code.starts_with(class)) =>
        {
            Kind::Unavailable
        }
        _ => Kind::Failed,
    }
}

fn mysql_kind(error: &dyn DatabaseError) -> Kind {
    let number = error
        .try_downcast_ref::<MySqlDatabaseError>()
        .map_or(0, MySqlDatabaseError::number);
    match number {
        1205 | 1213 => Kind::Busy,
        1044 | 1045 | 1142 | 1698 => Kind::Denied,
        1049 => Kind::NoDatabase,
        // Too many connections, shutting down, disk full, read-only, connection killed.
        1021 | 1040 | 1053 | 1077 | 1203 | 1290 | 1836 | 1927 => Kind::Unavailable,
        _ => Kind::Failed,
    }
}
