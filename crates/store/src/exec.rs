//! Running a statement on whichever connection there is.

use std::pin::Pin;
use std::time::Duration;

use sqlx::AssertSqlSafe;
use sqlx::mysql::MySqlConnection;
use sqlx::postgres::PgConnection;
use sqlx::sqlite::SqliteConnection;

use crate::row::{Rows, Stored};
use crate::{Backend, StoreError};

/// A value to bind. NULLs have types because PostgreSQL wants to know.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Arg<'a> {
    Int(i64),
    Real(f64),
    Text(&'a str),
    Bytes(&'a [u8]),
    NoInt,
    NoText,
    NoBytes,
}

macro_rules! arg_from {
    ($($from:ty => $value:ident $to:expr;)*) => {$(
        impl<'a> From<$from> for Arg<'a> {
            fn from($value: $from) -> Arg<'a> {
                $to
            }
        }
    )*};
}

arg_from! {
    i64 => value Arg::Int(value);
    u32 => value Arg::Int(value.into());
    u8 => value Arg::Int(value.into());
    bool => value Arg::Int(value.into());
    f64 => value Arg::Real(value);
    &'a str => value Arg::Text(value);
    &'a String => value Arg::Text(value);
    &'a [u8] => value Arg::Bytes(value);
    Option<i64> => value value.map_or(Arg::NoInt, Arg::Int);
    Option<u8> => value value.map_or(Arg::NoInt, |value| Arg::Int(value.into()));
    Option<&'a str> => value value.map_or(Arg::NoText, Arg::Text);
    Option<&'a [u8]> => value value.map_or(Arg::NoBytes, Arg::Bytes);
}

/// `args![a, b]`: values of different types, ready to bind.
macro_rules! args {
    ($($value:expr),* $(,)?) => { [$($crate::exec::Arg::from($value)),*] };
}
pub(crate) use args;

/// Boxed, so that the drivers are compiled here: a plain `async fn` would be compiled, drivers and
/// all, into every crate that awaits it, which takes minutes each time.
pub(crate) type Boxed<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// A connection borrowed for a statement, and how long it may take.
pub(crate) struct Exec<'c> {
    pub(crate) conn: Conn<'c>,
    pub(crate) patience: Duration,
}

pub(crate) enum Conn<'c> {
    Sqlite(&'c mut SqliteConnection),
    Postgres(&'c mut PgConnection),
    Mysql(&'c mut MySqlConnection),
    /// SQLite's writer was closed.
    Closed,
}

/// A database that does not answer in time counts as unreachable: nobody waits for ever.
pub(crate) async fn in_time<T>(
    patience: Duration,
    backend: Backend,
    work: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    let done = match tokio::time::timeout(patience, work).await {
        Ok(done) => done,
        Err(_) => Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())),
    };
    done.map_err(|error| StoreError::of(backend, error))
}

/// Runs the same code on each kind of connection.
macro_rules! on_each {
    ($exec:expr, $conn:ident => $run:expr) => {
        match &mut $exec.conn {
            Conn::Sqlite($conn) => in_time($exec.patience, Backend::Sqlite, $run).await,
            Conn::Postgres($conn) => in_time($exec.patience, Backend::Postgres, $run).await,
            Conn::Mysql($conn) => in_time($exec.patience, Backend::Mysql, $run).await,
            Conn::Closed => Err(StoreError::Closed),
        }
    };
}

macro_rules! bound {
    ($sql:expr, $args:expr) => {{
        let mut query = sqlx::query($sql);
        for arg in $args {
            query = match *arg {
                Arg::Int(value) => query.bind(value),
                Arg::Real(value) => query.bind(value),
                Arg::Text(value) => query.bind(value),
                Arg::Bytes(value) => query.bind(value),
                Arg::NoInt => query.bind(None::<i64>),
                Arg::NoText => query.bind(None::<&str>),
                Arg::NoBytes => query.bind(None::<&[u8]>),
            };
        }
        query
    }};
}

impl Exec<'_> {
    pub(crate) fn backend(&self) -> Backend {
        match self.conn {
            Conn::Sqlite(_) | Conn::Closed => Backend::Sqlite,
            Conn::Postgres(_) => Backend::Postgres,
            Conn::Mysql(_) => Backend::Mysql,
        }
    }

    /// How many rows were changed; on MySQL, too, a row that matched counts.
    pub(crate) fn execute<'a>(
        &'a mut self,
        sql: &'a str,
        args: &'a [Arg<'a>],
    ) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            check(args)?;
            let sql = self.backend().sql(sql);
            on_each!(self, conn => async {
                let done = bound!(sql, args).execute(&mut **conn).await?;
                Ok(done.rows_affected())
            })
        })
    }

    pub(crate) async fn fetch<T: Stored>(
        &mut self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Vec<T>, StoreError> {
        self.rows(sql, args).await?.read()
    }

    pub(crate) async fn fetch_optional<T: Stored>(
        &mut self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Option<T>, StoreError> {
        Ok(self.fetch(sql, args).await?.pop())
    }

    fn rows<'a>(
        &'a mut self,
        sql: &'a str,
        args: &'a [Arg<'a>],
    ) -> Boxed<'a, Result<Rows, StoreError>> {
        Box::pin(async move {
            check(args)?;
            let sql = self.backend().sql(sql);
            on_each!(self, conn => async {
                bound!(sql, args).fetch_all(&mut **conn).await.map(Rows::from)
            })
        })
    }

    /// Statements without values, several at once if need be, not prepared.
    pub(crate) fn raw<'a>(&'a mut self, sql: &'a str) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let query = sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
            on_each!(self, conn => async { query.execute(&mut **conn).await.map(drop) })
        })
    }
}

/// What one back end would refuse, all refuse, and in the same words.
fn check(args: &[Arg<'_>]) -> Result<(), StoreError> {
    for arg in args {
        match arg {
            Arg::Text(text) if text.contains('\0') => {
                return Err(StoreError::BadValue("text with a NUL character"));
            }
            Arg::Real(value) if !value.is_finite() => {
                return Err(StoreError::BadValue("a number that is not finite"));
            }
            _ => {}
        }
    }
    Ok(())
}
