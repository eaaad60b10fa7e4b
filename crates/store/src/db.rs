//! The pools behind a store.

use std::time::Duration;

use sqlx::mysql::MySqlPool;
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::postgres::PgPool;
use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, Database, MySql, Postgres, Sqlite, Transaction};

use crate::exec::{Arg, Boxed, Exec};
use crate::retry::Attempts;
use crate::row::Stored;
use crate::{Backend, StoreError};

/// How long a statement waits for a free connection before the database counts as unreachable.
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Debug)]
pub(crate) enum Db {
    /// One writer, so that writers queue here and never collide in the file; readers beside it.
    Sqlite {
        write: SqlitePool,
        read: SqlitePool,
    },
    Postgres(PgPool),
    Mysql(MySqlPool),
}

enum Pooled {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
    Mysql(PoolConnection<MySql>),
}

impl Pooled {
    fn exec(&mut self) -> Exec<'_> {
        match self {
            Pooled::Sqlite(conn) => Exec::Sqlite(conn),
            Pooled::Postgres(conn) => Exec::Postgres(conn),
            Pooled::Mysql(conn) => Exec::Mysql(conn),
        }
    }
}

/// Rolled back when dropped.
pub(crate) enum Tx {
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
    Mysql(Transaction<'static, MySql>),
}

impl Tx {
    pub(crate) fn exec(&mut self) -> Exec<'_> {
        match self {
            Tx::Sqlite(tx) => Exec::Sqlite(tx),
            Tx::Postgres(tx) => Exec::Postgres(tx),
            Tx::Mysql(tx) => Exec::Mysql(tx),
        }
    }

    pub(crate) fn commit(self) -> Boxed<'static, Result<(), StoreError>> {
        Box::pin(async move {
            let (backend, done) = match self {
                Tx::Sqlite(tx) => (Backend::Sqlite, tx.commit().await),
                Tx::Postgres(tx) => (Backend::Postgres, tx.commit().await),
                Tx::Mysql(tx) => (Backend::Mysql, tx.commit().await),
            };
            done.map_err(|error| StoreError::of(backend, error))
        })
    }
}

impl Db {
    pub(crate) fn backend(&self) -> Backend {
        match self {
            Db::Sqlite { .. } => Backend::Sqlite,
            Db::Postgres(_) => Backend::Postgres,
            Db::Mysql(_) => Backend::Mysql,
        }
    }

    fn reader(&self) -> Boxed<'_, Result<Pooled, StoreError>> {
        Box::pin(async {
            match self {
                Db::Sqlite { read, .. } => read.acquire().await.map(Pooled::Sqlite),
                Db::Postgres(pool) => pool.acquire().await.map(Pooled::Postgres),
                Db::Mysql(pool) => pool.acquire().await.map(Pooled::Mysql),
            }
            .map_err(|error| StoreError::of(self.backend(), error))
        })
    }

    fn writer(&self) -> Boxed<'_, Result<Pooled, StoreError>> {
        Box::pin(async {
            match self {
                Db::Sqlite { write, .. } => write.acquire().await.map(Pooled::Sqlite),
                Db::Postgres(_) | Db::Mysql(_) => return self.reader().await,
            }
            .map_err(|error| StoreError::of(self.backend(), error))
        })
    }

    /// One statement that changes something: its own transaction, one trip. It either happens
    /// or not, so after a deadlock it can be sent again.
    pub(crate) async fn execute(&self, sql: &str, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let mut attempts = Attempts::default();
        loop {
            match self.writer().await?.exec().execute(sql, args).await {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    pub(crate) async fn fetch<T: Stored>(
        &self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Vec<T>, StoreError> {
        self.reader().await?.exec().fetch(sql, args).await
    }

    pub(crate) async fn fetch_optional<T: Stored>(
        &self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Option<T>, StoreError> {
        self.reader().await?.exec().fetch_optional(sql, args).await
    }

    pub(crate) fn begin(&self) -> Boxed<'_, Result<Tx, StoreError>> {
        Box::pin(async {
            match self {
                // Taking the lock at once: a transaction that reads first could not write later.
                Db::Sqlite { write, .. } => {
                    write.begin_with("BEGIN IMMEDIATE").await.map(Tx::Sqlite)
                }
                Db::Postgres(pool) => pool.begin().await.map(Tx::Postgres),
                Db::Mysql(pool) => pool.begin().await.map(Tx::Mysql),
            }
            .map_err(|error| StoreError::of(self.backend(), error))
        })
    }

    pub(crate) fn close(&self) -> Boxed<'_, ()> {
        Box::pin(async {
            match self {
                Db::Sqlite { write, read } => {
                    // The writer last: the last connection to leave tidies up the log.
                    read.close().await;
                    write.close().await;
                }
                Db::Postgres(pool) => pool.close().await,
                Db::Mysql(pool) => pool.close().await,
            }
        })
    }
}

/// A pool that does not ask a connection how it feels before every statement, only when it has
/// been idle for long enough to have been cut off.
pub(crate) fn pool_options<DB: Database>(connections: u32) -> PoolOptions<DB> {
    PoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(PATIENCE)
        .test_before_acquire(false)
        .before_acquire(|conn: &mut DB::Connection, meta| {
            Box::pin(async move {
                if meta.idle_for > Duration::from_secs(1) {
                    conn.ping().await?;
                }
                Ok(true)
            })
        })
}
