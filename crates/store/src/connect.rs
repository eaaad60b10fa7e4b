//! From a URL to pools on a database whose schema is up to date.

use std::path::Path;
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use sqlx::mysql::{MySqlConnectOptions, MySqlConnection};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Connection};

use crate::connections::Connections;
use crate::db::{Db, Patience, Pools, pool_options};
use crate::exec::{Boxed, Conn, Exec, Terms};
use crate::migrate::{Meta, migrate};
use crate::{Backend, StoreError, sqlite};

const CONNECTIONS: u32 = 10;
/// A server that does not answer for so long is not there.
const PATIENCE: Duration = Duration::from_secs(10);
const MIGRATION: Duration = Duration::from_secs(600);
/// Plain UTF-8, strict about what does not fit, and no gap locks: rows that are not there yet
/// must not make two matches wait for each other.
pub(crate) const MYSQL_SESSION: &str = "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'; \
     SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";

pub(crate) fn connect(url: &str, patience: Patience) -> Boxed<'_, Result<(Db, Meta), StoreError>> {
    Box::pin(async move {
        match Backend::of_url(url) {
            Some(Backend::Sqlite) => sqlite(url, patience).await,
            Some(Backend::Postgres) => postgres(url, patience).await,
            Some(Backend::Mysql) => mysql(url, patience).await,
            None => Err(StoreError::BadUrl(
                "expected sqlite:PATH, postgres://USER@HOST/NAME or mysql://USER@HOST/NAME",
            )),
        }
    })
}

async fn sqlite(url: &str, patience: Patience) -> Result<(Db, Meta), StoreError> {
    let path = sqlite_path(url)?;
    let terms = Arc::new(Terms {
        backend: Backend::Sqlite,
        place: path.as_str().into(),
        patience: patience.statement,
    });
    let path = (path != ":memory:").then(|| Path::new(&path));
    let (file, meta) = sqlite::open(path, &terms).await?;
    let pools = Pools::Sqlite(file);
    Ok((Db { pools, terms }, meta))
}

/// `sqlite:PATH` or `sqlite://PATH`, in which blanks and the like may be written with `%`.
pub(crate) fn sqlite_path(url: &str) -> Result<String, StoreError> {
    let path = url.trim_start_matches("sqlite:").trim_start_matches("//");
    let (path, options) = path.split_once('?').unwrap_or((path, ""));
    if path.is_empty() {
        return Err(StoreError::BadUrl("sqlite: needs the path of a file"));
    }
    if !matches!(options, "" | "mode=rwc" | "mode=rw") {
        return Err(StoreError::BadUrl("sqlite: takes a path and no options"));
    }
    let path = percent_encoding::percent_decode_str(path).decode_utf8();
    let path = path.map_err(|_| StoreError::BadUrl("this is no sqlite:PATH"))?;
    Ok(path.into_owned())
}

/// Where to, and on which terms.
pub(crate) fn postgres_options(
    url: &str,
    patience: Patience,
) -> Result<(PgConnectOptions, Arc<Terms>), StoreError> {
    let options = PgConnectOptions::from_str(url)
        .map_err(|_| StoreError::BadUrl("this is no postgres://USER@HOST/NAME"))?
        .application_name("parlor")
        .disable_statement_logging();
    let name = options.get_database().unwrap_or_default();
    let place = format!("{}:{}/{name}", options.get_host(), options.get_port());
    Ok((options, server(Backend::Postgres, &place, patience)))
}

async fn postgres(url: &str, patience: Patience) -> Result<(Db, Meta), StoreError> {
    let (options, terms) = postgres_options(url, patience)?;
    let mut conn = in_time(&terms, PgConnection::connect_with(&options)).await?;
    let meta = migrate(&mut Exec {
        conn: Conn::Postgres(&mut conn),
        terms: &unhurried(&terms),
    })
    .await?;
    conn.close().await.map_err(|error| terms.failed(error))?;
    let pool = pool_options(CONNECTIONS, patience).connect_lazy_with(options);
    let pools = Pools::Postgres(Connections::new(pool));
    Ok((Db { pools, terms }, meta))
}

/// Where to, and on which terms.
pub(crate) fn mysql_options(
    url: &str,
    patience: Patience,
) -> Result<(MySqlConnectOptions, Arc<Terms>), StoreError> {
    let options = MySqlConnectOptions::from_str(url)
        .map_err(|_| StoreError::BadUrl("this is no mysql://USER@HOST/NAME"))?
        .charset("utf8mb4")
        .collation("utf8mb4_bin")
        .disable_statement_logging();
    let name = options.get_database().unwrap_or_default();
    let place = format!("{}:{}/{name}", options.get_host(), options.get_port());
    Ok((options, server(Backend::Mysql, &place, patience)))
}

async fn mysql(url: &str, patience: Patience) -> Result<(Db, Meta), StoreError> {
    let (options, terms) = mysql_options(url, patience)?;
    let mut conn = in_time(&terms, MySqlConnection::connect_with(&options)).await?;
    let meta = migrate(&mut Exec {
        conn: Conn::Mysql(&mut conn),
        terms: &unhurried(&terms),
    })
    .await?;
    conn.close().await.map_err(|error| terms.failed(error))?;
    let pool = pool_options(CONNECTIONS, patience)
        .after_connect(|conn: &mut MySqlConnection, _| {
            Box::pin(async move {
                sqlx::raw_sql(MYSQL_SESSION).execute(conn).await?;
                Ok(())
            })
        })
        .connect_lazy_with(options);
    let pools = Pools::Mysql(Connections::new(pool));
    Ok((Db { pools, terms }, meta))
}

fn server(backend: Backend, place: &str, patience: Patience) -> Arc<Terms> {
    Arc::new(Terms {
        backend,
        place: place.into(),
        patience: patience.statement,
    })
}

/// A step of the schema may have to go through every row.
fn unhurried(terms: &Terms) -> Terms {
    let patience = MIGRATION;
    Terms {
        patience,
        ..terms.clone()
    }
}

pub(crate) async fn in_time<T>(
    terms: &Terms,
    connecting: impl Future<Output = sqlx::Result<T>>,
) -> Result<T, StoreError> {
    match tokio::time::timeout(PATIENCE, connecting).await {
        Ok(done) => done.map_err(|error| terms.failed(error)),
        Err(_) => Err(StoreError::timed_out(&terms.place)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What durability rests on. A reader can change nothing.
    #[tokio::test]
    async fn sqlite_settings() {
        let folder = tempfile::tempdir().unwrap();
        let url = format!("sqlite:{}/p.db", folder.path().display());
        let (db, _) = connect(&url, Patience::default()).await.unwrap();
        let settings = db.transact((), |(), exec| {
            Box::pin(async {
                let mode: Option<String> = exec.fetch_optional("PRAGMA journal_mode", &[]).await?;
                assert_eq!(mode.as_deref(), Some("wal"));
                for (pragma, wanted) in [("synchronous", 2), ("foreign_keys", 1), ("query_only", 0)]
                {
                    let sql = format!("PRAGMA {pragma}");
                    let value: Option<i64> = exec.fetch_optional(&sql, &[]).await?;
                    assert_eq!(value, Some(wanted), "{pragma}");
                }
                Ok(())
            })
        });
        settings.await.unwrap();
        let read_only: Option<i64> = db.fetch_optional("PRAGMA query_only", &[]).await.unwrap();
        assert_eq!(read_only, Some(1));
    }
}
