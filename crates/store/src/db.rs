//! The connections behind a store.

use std::sync::Arc;
use std::time::Duration;

use sqlx::pool::{PoolConnection, PoolOptions};
use sqlx::{Connection as _, Database, MySql, Postgres, Transaction};

use crate::connections::Connections;
use crate::exec::{Arg, Boxed, Conn, Exec, Terms};
use crate::retry::Attempts;
use crate::row::Stored;
use crate::{Backend, NewEntry, StoreError, entries, sqlite};

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
    pub(crate) terms: Arc<Terms>,
}

#[derive(Debug)]
pub(crate) enum Pools {
    Sqlite(sqlite::Handle),
    Postgres(Connections<Postgres>),
    Mysql(Connections<MySql>),
}

/// Statements that happen together or not at all. It is given what it needs as a value of its own,
/// because on SQLite it runs on another thread, and it may be run again after a deadlock.
pub(crate) type Body<C, T> =
    for<'t, 'c> fn(&'t C, &'t mut Exec<'c>) -> Boxed<'t, Result<T, StoreError>>;

/// A connection to a server.
pub(crate) enum Pooled {
    Postgres(PoolConnection<Postgres>),
    Mysql(PoolConnection<MySql>),
}

impl Pooled {
    fn exec<'c>(&'c mut self, terms: &'c Terms) -> Exec<'c> {
        let conn = match self {
            Pooled::Postgres(conn) => Conn::Postgres(conn),
            Pooled::Mysql(conn) => Conn::Mysql(conn),
        };
        Exec { conn, terms }
    }

    pub(crate) fn begin<'c>(
        &'c mut self,
        terms: &'c Terms,
    ) -> Boxed<'c, Result<Tx<'c>, StoreError>> {
        Box::pin(async move {
            match self {
                Pooled::Postgres(conn) => terms.in_time(conn.begin()).await.map(Tx::Postgres),
                Pooled::Mysql(conn) => terms.in_time(conn.begin()).await.map(Tx::Mysql),
            }
        })
    }
}

/// On a server; rolled back when dropped.
pub(crate) enum Tx<'t> {
    Postgres(Transaction<'t, Postgres>),
    Mysql(Transaction<'t, MySql>),
}

impl<'t> Tx<'t> {
    pub(crate) fn exec<'c>(&'c mut self, terms: &'c Terms) -> Exec<'c> {
        let conn = match self {
            Tx::Postgres(tx) => Conn::Postgres(tx),
            Tx::Mysql(tx) => Conn::Mysql(tx),
        };
        Exec { conn, terms }
    }

    pub(crate) fn commit(self, terms: &'t Terms) -> Boxed<'t, Result<(), StoreError>> {
        Box::pin(async move {
            match self {
                Tx::Postgres(tx) => terms.in_time(tx.commit()).await,
                Tx::Mysql(tx) => terms.in_time(tx.commit()).await,
            }
        })
    }
}

impl Db {
    pub(crate) fn backend(&self) -> Backend {
        self.terms.backend
    }

    /// Not for SQLite, whose connections stay on their threads.
    pub(crate) fn connection(&self) -> Boxed<'_, Result<Pooled, StoreError>> {
        Box::pin(async {
            let conn = match &self.pools {
                Pools::Sqlite(_) => Err(sqlx::Error::PoolClosed),
                Pools::Postgres(all) => all.acquire().await.map(Pooled::Postgres),
                Pools::Mysql(all) => all.acquire().await.map(Pooled::Mysql),
            };
            conn.map_err(|error| self.terms.failed(error))
        })
    }

    /// What came of a statement or a transaction. The connection is ready for the next one; after an error the
    /// pool looks after it, and one to a server that did not answer is given up, so that it takes up no room.
    pub(crate) fn after<T>(
        &self,
        conn: Pooled,
        done: Result<T, StoreError>,
    ) -> Result<T, StoreError> {
        let is_gone = matches!(done, Err(StoreError::Unavailable(_)));
        match (conn, &self.pools) {
            (Pooled::Postgres(conn), Pools::Postgres(all)) if done.is_ok() => all.keep(conn),
            (Pooled::Mysql(conn), Pools::Mysql(all)) if done.is_ok() => all.keep(conn),
            (Pooled::Postgres(mut conn), Pools::Postgres(all)) if is_gone => {
                conn.close_on_drop();
                all.let_go();
            }
            (Pooled::Mysql(mut conn), Pools::Mysql(all)) if is_gone => {
                conn.close_on_drop();
                all.let_go();
            }
            _ => {}
        }
        done
    }

    /// One statement that changes something: its own transaction, one trip. It either happens
    /// or not, so after a deadlock it can be sent again.
    pub(crate) async fn execute(&self, sql: &str, args: &[Arg<'_>]) -> Result<u64, StoreError> {
        let mut attempts = Attempts::default();
        loop {
            let done = if let Pools::Sqlite(file) = &self.pools {
                file.execute(sql, args).await
            } else {
                let mut conn = self.connection().await?;
                let done = conn.exec(&self.terms).execute(sql, args).await;
                self.after(conn, done)
            };
            match done {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    /// In one transaction of its own; on a server, and not again after a deadlock.
    pub(crate) async fn insert_entries(&self, entries: &[&NewEntry]) -> Result<(), StoreError> {
        let mut conn = self.connection().await?;
        let done = entries::insert(&mut conn.exec(&self.terms), entries).await;
        self.after(conn, done)
    }

    pub(crate) async fn fetch<T: Stored>(
        &self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Vec<T>, StoreError> {
        if let Pools::Sqlite(file) = &self.pools {
            return file.fetch(sql, args).await?.read(&self.terms);
        }
        let mut conn = self.connection().await?;
        let done = conn.exec(&self.terms).fetch(sql, args).await;
        self.after(conn, done)
    }

    pub(crate) async fn fetch_optional<T: Stored>(
        &self,
        sql: &str,
        args: &[Arg<'_>],
    ) -> Result<Option<T>, StoreError> {
        Ok(self.fetch(sql, args).await?.pop())
    }

    pub(crate) async fn transact<C, T>(&self, context: C, body: Body<C, T>) -> Result<T, StoreError>
    where
        C: Send + Sync + 'static,
        T: Send + 'static,
    {
        let context = Arc::new(context);
        let mut attempts = Attempts::default();
        loop {
            let done = if let Pools::Sqlite(file) = &self.pools {
                file.transact(context.clone(), body).await
            } else {
                self.on_server(&*context, body).await
            };
            match done {
                Err(error) => attempts.again(error).await?,
                done => return done,
            }
        }
    }

    async fn on_server<C: Sync, T>(&self, context: &C, body: Body<C, T>) -> Result<T, StoreError> {
        let mut conn = self.connection().await?;
        let done = async {
            let mut tx = conn.begin(&self.terms).await?;
            let done = body(context, &mut tx.exec(&self.terms)).await?;
            tx.commit(&self.terms).await?;
            Ok(done)
        };
        let done = done.await;
        self.after(conn, done)
    }

    pub(crate) fn close(&self) -> Boxed<'_, ()> {
        Box::pin(async {
            match &self.pools {
                Pools::Sqlite(file) => file.close().await,
                Pools::Postgres(all) => all.close().await,
                Pools::Mysql(all) => all.close().await,
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
