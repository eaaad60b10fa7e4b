//! One error for the whole crate. Messages are fit for clients; what the database said is only
//! in the source, for the log.

use std::sync::Arc;

use sqlx::error::{DatabaseError, ErrorKind};
use sqlx::mysql::MySqlDatabaseError;

use crate::Backend;

/// Shared, because one failed commit is the answer to many callers.
pub type Cause = Arc<sqlx::Error>;

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
            StoreError::Unavailable(_) | StoreError::Closed => "store/unavailable",
            StoreError::Busy(_) | StoreError::Full => "store/busy",
            StoreError::Conflict => "store/conflict",
            StoreError::NotFound => "store/not_found",
            StoreError::BadValue(_) => "store/bad_value",
            StoreError::Corrupt(_) => "store/corrupt",
            StoreError::Failed(_) => "store/failed",
        }
    }

    /// With what the database said: for the operator's log, never for clients.
    pub fn report(&self) -> String {
        let mut text = self.to_string();
        let mut cause = std::error::Error::source(self);
        while let Some(error) = cause {
            let said = error.to_string();
            // Wrappers repeat what they wrap.
            if !text.contains(&said) {
                text.push_str(": ");
                text.push_str(&said);
            }
            cause = error.source();
        }
        text
    }

    pub(crate) fn corrupt(what: impl Into<String>) -> StoreError {
        StoreError::Corrupt(Arc::new(sqlx::Error::Decode(what.into().into())))
    }

    pub(crate) fn of(backend: Backend, error: sqlx::Error) -> StoreError {
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
        let cause = Arc::new(error);
        match kind {
            Kind::Conflict => StoreError::Conflict,
            Kind::Missing => StoreError::NotFound,
            Kind::Closed => StoreError::Closed,
            Kind::Denied => StoreError::Denied(cause),
            Kind::NoDatabase => StoreError::NoDatabase(cause),
            Kind::Busy => StoreError::Busy(cause),
            Kind::Unavailable => StoreError::Unavailable(cause),
            Kind::Corrupt => StoreError::Corrupt(cause),
            Kind::Failed => StoreError::Failed(cause),
        }
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

fn database_kind(backend: Backend, error: &dyn DatabaseError) -> Kind {
    match error.kind() {
        ErrorKind::UniqueViolation => return Kind::Conflict,
        ErrorKind::ForeignKeyViolation => return Kind::Missing,
        _ => {}
    }
    match backend {
        Backend::Sqlite => sqlite_kind(error),
        Backend::Postgres => postgres_kind(error),
        Backend::Mysql => mysql_kind(error),
    }
}

fn sqlite_kind(error: &dyn DatabaseError) -> Kind {
    let extended = error.code().and_then(|code| code.parse::<u32>().ok());
    // The low byte is the primary code: https://www.sqlite.org/rescode.html
    match extended.map(|code| code & 0xff) {
        Some(5 | 6) => Kind::Busy,
        Some(11 | 26) => Kind::Corrupt,
        // Read-only file, I/O error, disk full, cannot open.
        Some(8 | 10 | 13 | 14) => Kind::Unavailable,
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
