//! The pools behind a store.

use std::time::Duration;

use sqlx::mysql::MySqlPool;
use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::postgres::PgPool;
use sqlx::sqlite::SqlitePool;
use sqlx::{Connection, Database, MySql, Postgres, Sqlite, Transaction};

use crate::exec::{Arg, Boxed, Conn, Exec, in_time};
use crate::retry::Attempts;
use crate::row::Stored;
use crate::writer::{Part, Writer};
use crate::{Backend, StoreError};

/// How long to wait for a database before it counts as unreachable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// For a free connection.
    pub connection: Duration,
    /// For the answer to one statement.
    pub statement: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            connection: Duration::from_secs(5),
            statement: Duration::from_secs(10),
        }
    }
}

#[derive(Debug)]
pub(crate) struct Db {
    pub(crate) pools: Pools,
    /// For one statement.
    pub(crate) patience: Duration,
}

#[derive(Debug)]
pub(crate) enum Pools {
    /// One writer, so that writers queue here and never collide in the file; readers beside it.
    Sqlite {
        write: Writer,
        read: SqlitePool,
    },
    Postgres(PgPool),
    Mysql(MySqlPool),
}

struct Pooled {
    conn: PooledConn,
    patience: Duration,
}

enum PooledConn {
    Sqlite(PoolConnection<Sqlite>),
    Postgres(PoolConnection<Postgres>),
    Mysql(PoolConnection<MySql>),
}

impl Pooled {
    fn exec(&mut self) -> Exec<'_> {
        let conn = match &mut self.conn {
            PooledConn::Sqlite(conn) => Conn::Sqlite(conn),
            PooledConn::Postgres(conn) => Conn::Postgres(conn),
            PooledConn::Mysql(conn) => Conn::Mysql(conn),
        };
        let patience = self.patience;
        Exec { conn, patience }
    }

    /// What came of a statement. A connection to a server that did not answer is given up, so
    /// that it does not take up room in the pool.
    fn after<T>(mut self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        if let Err(StoreError::Unavailable(_)) = done {
            match &mut self.conn {
                // There the file does not answer, not the connection.
                PooledConn::Sqlite(_) => {}
                PooledConn::Postgres(conn) => conn.close_on_drop(),
                PooledConn::Mysql(conn) => conn.close_on_drop(),
            }
        }
        done
    }
}

/// Rolled back when dropped.
pub(crate) struct Tx {
    conn: TxConn,
    patience: Duration,
}

enum TxConn {
    Sqlite(Part),
    Postgres(Transaction<'static, Postgres>),
    Mysql(Transaction<'static, MySql>),
}

impl Tx {
    pub(crate) fn exec(&mut self) -> Exec<'_> {
        let patience = self.patience;
        let conn = match &mut self.conn {
            TxConn::Sqlite(part) => return part.exec(),
            TxConn::Postgres(tx) => Conn::Postgres(tx),
            TxConn::Mysql(tx) => Conn::Mysql(tx),
        };
        Exec { conn, patience }
    }

    /// Commits what went well and undoes the rest.
    pub(crate) async fn end<T>(self, done: Result<T, StoreError>) -> Result<T, StoreError> {
        match (done, self.conn) {
            (Err(error), TxConn::Sqlite(part)) => {
                part.give_up().await;
                Err(error)
            }
            (Err(error), _) => Err(error),
            (Ok(value), conn) => {
                let patience = self.patience;
                Tx { conn, patience }.commit().await?;
                Ok(value)
            }
        }
    }

    pub(crate) fn commit(self) -> Boxed<'static, Result<(), StoreError>> {
        Box::pin(async move {
            match self.conn {
                TxConn::Sqlite(part) => part.commit().await,
                TxConn::Postgres(tx) => {
                    in_time(self.patience, Backend::Postgres, tx.commit()).await
                }
                TxConn::Mysql(tx) => in_time(self.patience, Backend::Mysql, tx.commit()).await,
            }
        })
    }
}

impl Db {
    pub(crate) fn backend(&self) -> Backend {
        match self.pools {
            Pools::Sqlite { .. } => Backend::Sqlite,
            Pools::Postgres(_) => Backend::Postgres,
            Pools::Mysql(_) => Backend::Mysql,
        }
    }

    fn pooled(&self, conn: sqlx::Result<PooledConn>) -> Result<Pooled, StoreError> {
        let patience = self.patience;
        conn.map(|conn| Pooled { conn, patience })
            .map_err(|error| StoreError::of(self.backend(), error))
    }

    fn reader(&self) -> Boxed<'_, Result<Pooled, StoreError>> {
        Box::pin(async {
            self.pooled(match &self.pools {
                Pools::Sqlite { read, .. } => read.acquire().await.map(PooledConn::Sqlite),
                Pools::Postgres(pool) => pool.acquire().await.map(PooledConn::Postgres),
                Pools::Mysql(pool) => pool.acquire().await.map(PooledConn::Mysql),
            })
        })
    }

    /// One statement that changes something: its own transaction, one trip. It either happens
    /// or not, so after a deadlock it can be sent again.
    pub(crate) async fn execute(&self, sql: &str, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let mut attempts = Attempts::default();
        loop {
            let done = if let Pools::Sqlite { write, .. } = &self.pools {
                write.execute(sql, args).await
            } else {
                let mut conn = self.reader().await?;
                let done = conn.exec().execute(sql, args).await;
                conn.after(done)
            };
            match done {
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
        let mut reader = self.reader().await?;
        let done = reader.exec().fetch(sql, args).await;
        reader.after(done)
    }

    pub(crate) async fn fetch_optional<T: Stored>(
        &self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Option<T>, StoreError> {
        Ok(self.fetch(sql, args).await?.pop())
    }

    pub(crate) fn begin(&self) -> Boxed<'_, Result<Tx, StoreError>> {
        Box::pin(async {
            let patience = self.patience;
            let begin = async {
                match &self.pools {
                    Pools::Sqlite { .. } => Err(sqlx::Error::PoolClosed),
                    Pools::Postgres(pool) => pool.begin().await.map(TxConn::Postgres),
                    Pools::Mysql(pool) => pool.begin().await.map(TxConn::Mysql),
                }
            };
            let conn = match &self.pools {
                Pools::Sqlite { write, .. } => TxConn::Sqlite(write.begin().await?),
                Pools::Postgres(_) | Pools::Mysql(_) => {
                    in_time(patience, self.backend(), begin).await?
                }
            };
            Ok(Tx { conn, patience })
        })
    }

    pub(crate) fn close(&self) -> Boxed<'_, ()> {
        Box::pin(async {
            match &self.pools {
                Pools::Sqlite { write, read } => {
                    // The writer last: the last connection to leave tidies up the log.
                    read.close().await;
                    write.close().await;
                }
                Pools::Postgres(pool) => pool.close().await,
                Pools::Mysql(pool) => pool.close().await,
            }
        })
    }
}

/// A pool that does not ask a connection how it feels before every statement, only when it has
/// been idle for long enough to have been cut off.
pub(crate) fn pool_options<DB: Database>(connections: u32, patience: Patience) -> PoolOptions<DB> {
    PoolOptions::new()
        .max_connections(connections)
        .acquire_timeout(patience.connection)
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
