//! What `parlor-store` calls of sqlx, in its place: for programs without PostgreSQL and MySQL, which are soon
//! built. No connection, pool or row of a server can exist here, so nothing of it is ever run: where one is
//! asked for, [`Error::PoolClosed`] is the answer. Only errors of reading are real.

// Shaped as in sqlx, which does something there.
#![allow(
    clippy::needless_pass_by_value,
    clippy::unused_async,
    clippy::unused_self
)]
// PostgreSQL and MySQL are names here, not code.
#![allow(clippy::doc_markdown)]

mod never;
pub mod pool;
mod query;

use std::fmt;

pub use never::{Connection, Database, MySql, Postgres, Row};
pub use pool::{ConnectOptions, Transaction};
pub use query::{AssertSqlSafe, SqlSafeStr, SqlStr, query, raw_sql};

pub type Result<T, E = Error> = std::result::Result<T, E>;

type Source = Box<dyn std::error::Error + Send + Sync>;

/// The kinds of errors that are told apart.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    Database(Box<dyn error::DatabaseError>),
    ColumnDecode { index: String, source: Source },
    ColumnIndexOutOfBounds { index: usize, len: usize },
    Decode(Source),
    Io(std::io::Error),
    Tls(Source),
    Protocol(String),
    PoolTimedOut,
    PoolClosed,
    WorkerCrashed,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Decode(error) => write!(f, "error occurred while decoding: {error}"),
            other => write!(f, "{other:?}"),
        }
    }
}

impl std::error::Error for Error {}

pub mod error {
    use std::borrow::Cow;
    use std::fmt;

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ErrorKind {
        UniqueViolation,
        ForeignKeyViolation,
        Other,
    }

    pub trait DatabaseError: fmt::Debug + Send + Sync {
        fn kind(&self) -> ErrorKind;
        fn code(&self) -> Option<Cow<'_, str>>;
    }

    impl dyn DatabaseError + '_ {
        pub fn try_downcast_ref<T>(&self) -> Option<&T> {
            None
        }
    }
}

pub mod postgres {
    use crate::{Postgres, never, pool};

    pub type PgConnection = never::Line<Postgres>;
    pub type PgConnectOptions = pool::Options<Postgres>;
    pub type PgPool = pool::Pool<Postgres>;
    pub type PgRow = never::Record<Postgres>;
}

pub mod mysql {
    use crate::{MySql, never, pool};

    pub type MySqlConnection = never::Line<MySql>;
    pub type MySqlConnectOptions = pool::Options<MySql>;
    pub type MySqlPool = pool::Pool<MySql>;
    pub type MySqlRow = never::Record<MySql>;

    #[derive(Debug)]
    pub struct MySqlDatabaseError(never::Absent);

    impl MySqlDatabaseError {
        pub fn number(&self) -> u16 {
            self.0.any()
        }
    }
}
