//! Running a statement on whichever connection there is.

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use futures_util::TryStreamExt as _;
use parlor_engine::Seq;
use sqlx::AssertSqlSafe;
use sqlx::mysql::MySqlConnection;
use sqlx::postgres::PgConnection;

use crate::row::{Columns, Rows, Stored};
use crate::{Backend, StoreError, sqlite};

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
    Seq => value Arg::Int(value.0.into());
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

/// What every statement on a database has in common.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    pub(crate) backend: Backend,
    /// For the operator: the path of the file, or server and database.
    pub(crate) place: Arc<str>,
    /// How long one statement may take.
    pub(crate) patience: Duration,
}

impl Terms {
    pub(crate) fn failed(&self, error: sqlx::Error) -> StoreError {
        StoreError::of(self.backend, &self.place, error)
    }

    pub(crate) fn corrupt(&self, what: &str) -> StoreError {
        StoreError::corrupt(&self.place, what)
    }

    /// A database that does not answer in time counts as unreachable: nobody waits for ever.
    pub(crate) async fn in_time<T>(
        &self,
        work: impl Future<Output = sqlx::Result<T>>,
    ) -> Result<T, StoreError> {
        match tokio::time::timeout(self.patience, work).await {
            Ok(done) => done.map_err(|error| self.failed(error)),
            Err(_) => Err(StoreError::timed_out(&self.place)),
        }
    }
}

/// A connection borrowed for statements.
pub(crate) struct Exec<'c> {
    pub(crate) conn: Conn<'c>,
    pub(crate) terms: &'c Terms,
}

pub(crate) enum Conn<'c> {
    /// On a thread of its own; whatever runs on it is done at once.
    Sqlite(&'c mut rusqlite::Connection),
    Postgres(&'c mut PgConnection),
    Mysql(&'c mut MySqlConnection),
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
        self.terms.backend
    }

    /// How many rows were changed; on MySQL, too, a row that matched counts.
    pub(crate) fn execute<'a>(
        &'a mut self,
        sql: &'a str,
        args: &'a [Arg<'a>],
    ) -> Boxed<'a, Result<u64, StoreError>> {
        Box::pin(async move {
            check(args)?;
            let text = self.backend().sql(sql);
            match &mut self.conn {
                Conn::Sqlite(conn) => sqlite::execute(conn, self.terms, sql, args),
                Conn::Postgres(conn) => {
                    let done = bound!(text, args).execute(&mut **conn);
                    Ok(self.terms.in_time(done).await?.rows_affected())
                }
                Conn::Mysql(conn) => {
                    let done = bound!(text, args).execute(&mut **conn);
                    Ok(self.terms.in_time(done).await?.rows_affected())
                }
            }
        })
    }

    pub(crate) async fn fetch<T: Stored>(
        &mut self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Vec<T>, StoreError> {
        let terms = self.terms;
        self.rows(sql, args).await?.read(terms)
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
            let text = self.backend().sql(sql);
            match &mut self.conn {
                Conn::Sqlite(conn) => sqlite::rows(conn, self.terms, sql, args).map(Rows::Sqlite),
                Conn::Postgres(conn) => {
                    let rows = bound!(text, args).fetch_all(&mut **conn);
                    self.terms.in_time(rows).await.map(Rows::Postgres)
                }
                Conn::Mysql(conn) => {
                    let rows = bound!(text, args).fetch_all(&mut **conn);
                    self.terms.in_time(rows).await.map(Rows::Mysql)
                }
            }
        })
    }

    /// Row after row, none of which is kept.
    pub(crate) fn visit<'a>(
        &'a mut self,
        sql: &'a str,
        mut each: impl FnMut(&dyn Columns) -> sqlx::Result<()> + Send + 'a,
    ) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let terms = self.terms;
            macro_rules! stream {
                ($conn:expr) => {{
                    let text = terms.backend.sql(sql);
                    let mut rows = sqlx::query(text).fetch(&mut **$conn);
                    while let Some(row) = terms.in_time(rows.try_next()).await? {
                        each(&row).map_err(|error| terms.failed(error))?;
                    }
                    Ok(())
                }};
            }
            match &mut self.conn {
                Conn::Sqlite(conn) => sqlite::visit(conn, terms, sql, &mut each),
                Conn::Postgres(conn) => stream!(conn),
                Conn::Mysql(conn) => stream!(conn),
            }
        })
    }

    /// Statements without values, several at once if need be, not prepared.
    pub(crate) fn raw<'a>(&'a mut self, sql: &'a str) -> Boxed<'a, Result<(), StoreError>> {
        Box::pin(async move {
            let query = || sqlx::raw_sql(AssertSqlSafe(sql.to_owned()));
            match &mut self.conn {
                Conn::Sqlite(conn) => conn
                    .execute_batch(sql)
                    .map_err(|error| StoreError::of_sqlite(&self.terms.place, error)),
                Conn::Postgres(conn) => self
                    .terms
                    .in_time(query().execute(&mut **conn))
                    .await
                    .map(drop),
                Conn::Mysql(conn) => self
                    .terms
                    .in_time(query().execute(&mut **conn))
                    .await
                    .map(drop),
            }
        })
    }
}

/// What one back end would refuse, all refuse, and in the same words.
pub(crate) fn check(args: &[Arg<'_>]) -> Result<(), StoreError> {
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
