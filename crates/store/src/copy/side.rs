//! One connection to a database from which a house is read or into which it is written.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::Connection;
use sqlx::mysql::MySqlConnection;
use sqlx::postgres::PgConnection;

use super::error::CopyError;
use super::value::{Kind, Row};
use crate::connect::{MYSQL_SESSION, in_time, mysql_options, postgres_options, sqlite_path};
use crate::exec::{Conn, Exec, Terms};
use crate::migrate::meta;
use crate::row::Columns;
use crate::sqlite::{self, Lock};
use crate::{Backend, Patience, SCHEMA, StoreError};

/// One statement may have to go through a whole table.
const STATEMENT: Duration = Duration::from_secs(600);
/// A node says every two seconds that it is there.
const GONE_MS: i64 = 10_000;

pub(crate) struct Side {
    conn: Link,
    terms: Arc<Terms>,
}

enum Link {
    Sqlite {
        conn: rusqlite::Connection,
        /// Held for as long as the connection.
        _lock: Option<Lock>,
    },
    Postgres(PgConnection),
    Mysql(MySqlConnection),
}

/// What the connection is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// While a house is open on it.
    Read,
    /// Of a house that is closed.
    ReadAlone,
    Write,
}

impl Side {
    pub(crate) async fn open(url: &str, purpose: Purpose) -> Result<Side, CopyError> {
        let patience = Patience {
            statement: STATEMENT,
            ..Patience::default()
        };
        let (conn, terms) = match Backend::of_url(url) {
            Some(Backend::Sqlite) => {
                let path = sqlite_path(url)?;
                let terms = Arc::new(Terms {
                    backend: Backend::Sqlite,
                    place: path.as_str().into(),
                    patience: patience.statement,
                });
                let path = Path::new(&path);
                // Reading must not make a file that is not there.
                if purpose != Purpose::Write && !path.exists() {
                    return Err(CopyError::NoHouse(terms.place.to_string()));
                }
                let conn = if purpose == Purpose::Read {
                    let conn = sqlite::open_beside(path, &terms)?;
                    Link::Sqlite { conn, _lock: None }
                } else {
                    let (conn, lock) = sqlite::open_alone(path, &terms)?;
                    let lock = Some(lock);
                    Link::Sqlite { conn, _lock: lock }
                };
                (conn, terms)
            }
            Some(Backend::Postgres) => {
                let (options, terms) = postgres_options(url, patience)?;
                let conn = in_time(&terms, PgConnection::connect_with(&options)).await?;
                (Link::Postgres(conn), terms)
            }
            Some(Backend::Mysql) => {
                let (options, terms) = mysql_options(url, patience)?;
                let conn = in_time(&terms, MySqlConnection::connect_with(&options)).await?;
                (Link::Mysql(conn), terms)
            }
            None => {
                return Err(StoreError::BadUrl(
                    "expected sqlite:PATH, postgres://USER@HOST/NAME or mysql://USER@HOST/NAME",
                )
                .into());
            }
        };
        let mut side = Side { conn, terms };
        if side.terms.backend == Backend::Mysql {
            side.exec().raw(MYSQL_SESSION).await?;
        }
        Ok(side)
    }

    pub(crate) fn exec(&mut self) -> Exec<'_> {
        let conn = match &mut self.conn {
            Link::Sqlite { conn, .. } => Conn::Sqlite(conn),
            Link::Postgres(conn) => Conn::Postgres(conn),
            Link::Mysql(conn) => Conn::Mysql(conn),
        };
        Exec {
            conn,
            terms: &self.terms,
        }
    }

    pub(super) fn place(&self) -> String {
        self.terms.place.to_string()
    }

    pub(crate) fn backend(&self) -> Backend {
        self.terms.backend
    }

    /// One moment for all that is read from now on, whatever is written meanwhile.
    pub(super) async fn freeze(&mut self) -> Result<(), CopyError> {
        let sql = match self.terms.backend {
            Backend::Sqlite => "BEGIN",
            Backend::Postgres => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Backend::Mysql => {
                "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ; \
                 START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY"
            }
        };
        Ok(self.exec().raw(sql).await?)
    }

    /// Of the house that is there, if one is.
    pub(crate) async fn schema(&mut self) -> Result<i64, CopyError> {
        let found = match meta(&mut self.exec(), "schema").await {
            // The table is not there.
            Ok(None) | Err(StoreError::Failed(_)) => {
                return Err(CopyError::NoHouse(self.place()));
            }
            Ok(Some(found)) => found,
            Err(error) => return Err(error.into()),
        };
        let found = found
            .parse()
            .map_err(|_| self.terms.corrupt("the schema number is no number"))?;
        if found > SCHEMA {
            let known = SCHEMA;
            return Err(StoreError::NewerSchema { found, known }.into());
        }
        Ok(found)
    }

    /// On a server the list of nodes says so; a file of SQLite is locked.
    pub(super) async fn must_be_closed(&mut self) -> Result<(), CopyError> {
        let now = match self.terms.backend {
            Backend::Sqlite => return Ok(()),
            Backend::Postgres => "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)",
            Backend::Mysql => "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)",
        };
        let sql = format!("SELECT COUNT(*) FROM nodes WHERE seen_ms > {now} - {GONE_MS}");
        let nodes: Option<i64> = self.exec().fetch_optional(&sql, &[]).await?;
        if nodes == Some(0) {
            return Ok(());
        }
        Err(CopyError::HouseOpen(self.place()))
    }

    /// Hands over row after row.
    pub(super) async fn rows(
        &mut self,
        sql: &str,
        columns: &[(String, Kind)],
        mut each: impl FnMut(Row) + Send,
    ) -> Result<(), CopyError> {
        let read = |row: &dyn Columns| {
            let values = columns.iter().enumerate();
            each(
                values
                    .map(|(at, (_, kind))| kind.read(row, at))
                    .collect::<sqlx::Result<Row>>()?,
            );
            Ok(())
        };
        Ok(self.exec().visit(sql, read).await?)
    }
}
