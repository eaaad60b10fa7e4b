//! From a URL to pools on a database whose schema is up to date.

use std::str::FromStr;
use std::time::Duration;

use sqlx::mysql::{MySqlConnectOptions, MySqlConnection};
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection};

use crate::db::{Db, Patience, Pools, pool_options};
use crate::exec::{Boxed, Conn, Exec};
use crate::migrate::{Meta, migrate};
use crate::retry::Attempts;
use crate::writer::Writer;
use crate::{Backend, StoreError};

const CONNECTIONS: u32 = 10;
const SQLITE_READERS: u32 = 4;
/// A server that does not answer for so long is not there.
const PATIENCE: Duration = Duration::from_secs(10);
const MIGRATION: Duration = Duration::from_secs(600);
/// How long one process waits for another that writes to the same SQLite file.
const SQLITE_BUSY: Duration = Duration::from_secs(5);
/// In KiB (that is what the minus says): room for the pages of a few thousand running matches.
const SQLITE_CACHE: &str = "-32000";
/// In pages. A page of a running match is written again with every few moves; the longer the log,
/// the more of that is copied into the database only once.
const SQLITE_CHECKPOINT: &str = "8000";

/// Plain UTF-8, strict about what does not fit, and no gap locks: rows that are not there yet
/// must not make two matches wait for each other.
const MYSQL_SESSION: &str = "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'; \
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
    let failed = |error| StoreError::of(Backend::Sqlite, error);
    let path = url
        .trim_start_matches("sqlite:")
        .trim_start_matches("//")
        .split('?')
        .next();
    if path.is_none_or(str::is_empty) {
        return Err(StoreError::BadUrl("sqlite: needs the path of a file"));
    }
    let in_memory = path == Some(":memory:");
    let options = SqliteConnectOptions::from_str(url)
        .map_err(|_| StoreError::BadUrl("this is no sqlite:PATH"))?
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .foreign_keys(true)
        .busy_timeout(SQLITE_BUSY)
        .statement_cache_capacity(256)
        // The undo notes of a statement of many rows would otherwise be a file of their own.
        .pragma("temp_store", "memory")
        .pragma("cache_size", SQLITE_CACHE)
        .pragma("wal_autocheckpoint", SQLITE_CHECKPOINT)
        .disable_statement_logging();
    if !in_memory && let Some(folder) = options.get_filename().parent() {
        tokio::fs::create_dir_all(folder)
            .await
            .map_err(|error| failed(error.into()))?;
    }
    // A connection stays for good: an in-memory database lives and dies with it, and prepared
    // statements are worth keeping.
    let forever = |connections| -> SqlitePoolOptions {
        pool_options(connections, patience)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
    };
    let write = forever(1).connect_lazy_with(options.clone());
    let read = if in_memory {
        write.clone()
    } else {
        forever(SQLITE_READERS).connect_lazy_with(options.pragma("query_only", "1"))
    };
    // Two processes that create the same file at once can meet in the switch to WAL, where
    // SQLite does not wait.
    let mut attempts = Attempts::default();
    let mut conn = loop {
        match write.acquire().await.map_err(failed) {
            Ok(conn) => break conn,
            Err(error) => attempts.again(error).await?,
        }
    };
    let meta = migrate(&mut unhurried(Conn::Sqlite(&mut conn))).await;
    drop(conn);
    let write = Writer::new(write, in_memory, patience.statement);
    let db = db(Pools::Sqlite { write, read }, patience);
    match meta {
        Ok(meta) => Ok((db, meta)),
        Err(error) => {
            db.close().await;
            Err(error)
        }
    }
}

async fn postgres(url: &str, patience: Patience) -> Result<(Db, Meta), StoreError> {
    let failed = |error| StoreError::of(Backend::Postgres, error);
    let options = PgConnectOptions::from_str(url)
        .map_err(|_| StoreError::BadUrl("this is no postgres://USER@HOST/NAME"))?
        .application_name("parlor")
        .disable_statement_logging();
    let mut conn = in_time(PgConnection::connect_with(&options))
        .await
        .map_err(failed)?;
    let meta = migrate(&mut unhurried(Conn::Postgres(&mut conn))).await?;
    conn.close().await.map_err(failed)?;
    let pool = pool_options(CONNECTIONS, patience).connect_lazy_with(options);
    Ok((db(Pools::Postgres(pool), patience), meta))
}

async fn mysql(url: &str, patience: Patience) -> Result<(Db, Meta), StoreError> {
    let failed = |error| StoreError::of(Backend::Mysql, error);
    let options = MySqlConnectOptions::from_str(url)
        .map_err(|_| StoreError::BadUrl("this is no mysql://USER@HOST/NAME"))?
        .charset("utf8mb4")
        .collation("utf8mb4_bin")
        .disable_statement_logging();
    let mut conn = in_time(MySqlConnection::connect_with(&options))
        .await
        .map_err(failed)?;
    let meta = migrate(&mut unhurried(Conn::Mysql(&mut conn))).await?;
    conn.close().await.map_err(failed)?;
    let pool = pool_options(CONNECTIONS, patience)
        .after_connect(|conn: &mut MySqlConnection, _| {
            Box::pin(async move {
                sqlx::raw_sql(MYSQL_SESSION).execute(conn).await?;
                Ok(())
            })
        })
        .connect_lazy_with(options);
    Ok((db(Pools::Mysql(pool), patience), meta))
}

fn db(pools: Pools, patience: Patience) -> Db {
    let patience = patience.statement;
    Db { pools, patience }
}

/// A step of the schema may have to go through every row.
fn unhurried(conn: Conn<'_>) -> Exec<'_> {
    let patience = MIGRATION;
    Exec { conn, patience }
}

async fn in_time<T>(connecting: impl Future<Output = sqlx::Result<T>>) -> sqlx::Result<T> {
    match tokio::time::timeout(PATIENCE, connecting).await {
        Ok(done) => done,
        Err(_) => Err(sqlx::Error::PoolTimedOut),
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
        let mut writer = db.begin().await.unwrap();
        for (pragma, wanted) in [("synchronous", 2), ("foreign_keys", 1), ("query_only", 0)] {
            let sql = format!("PRAGMA {pragma}");
            let value: Option<i64> = writer.exec().fetch_optional(&sql, &[]).await.unwrap();
            assert_eq!(value, Some(wanted), "{pragma}");
        }
        let mode: Option<String> = writer
            .exec()
            .fetch_optional("PRAGMA journal_mode", &[])
            .await
            .unwrap();
        assert_eq!(mode.as_deref(), Some("wal"));
        let read_only: Option<i64> = db.fetch_optional("PRAGMA query_only", &[]).await.unwrap();
        assert_eq!(read_only, Some(1));
    }
}
