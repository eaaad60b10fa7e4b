//! The schema: numbered steps, each applied once, whoever comes first.

use std::sync::Arc;

use crate::error::Fault;
use crate::exec::{Exec, args};
use crate::{Backend, StoreError};

struct Migration {
    sqlite: &'static str,
    postgres: &'static str,
    mysql: &'static str,
}

macro_rules! migrations {
    ($($number:literal),*) => {
        [$(Migration {
            sqlite: include_str!(concat!("../migrations/", $number, ".sqlite.sql")),
            postgres: include_str!(concat!("../migrations/", $number, ".postgres.sql")),
            mysql: include_str!(concat!("../migrations/", $number, ".mysql.sql")),
        }),*]
    };
}

/// Never edit a step that was released: add one. On MySQL every step must bear being run twice.
const MIGRATIONS: [Migration; 12] = migrations!(
    "0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009", "0010", "0011", "0012"
);

/// The newest schema this program knows.
pub const SCHEMA: i64 = MIGRATIONS.len() as i64;

/// What a database knows about itself.
#[derive(Clone, Debug)]
pub(crate) struct Meta {
    /// The same for every node on this database, drawn when the database was made.
    pub(crate) cluster: String,
}

const CREATE_META: &str = "CREATE TABLE IF NOT EXISTS meta \
     (name VARCHAR(32) NOT NULL PRIMARY KEY, value VARCHAR(64) NOT NULL)";

/// Brings the schema up to date. On failure the connection must be closed: that is what lets go
/// of the lock.
pub(crate) async fn migrate(conn: &mut Exec<'_>) -> Result<Meta, StoreError> {
    migrate_to(conn, SCHEMA).await
}

/// The same up to an earlier step, for rows that were written then; a schema that is further stays.
pub(crate) async fn migrate_to(conn: &mut Exec<'_>, last: i64) -> Result<Meta, StoreError> {
    lock(conn).await?;
    conn.raw(CREATE_META).await?;
    let found = match meta(conn, "schema").await? {
        None => {
            set_meta(conn, "schema", "0").await?;
            0
        }
        Some(text) => text
            .parse()
            .map_err(|_| conn.terms.corrupt("the schema number is no number"))?,
    };
    if found > SCHEMA {
        return Err(StoreError::NewerSchema {
            found,
            known: SCHEMA,
        });
    }
    for (number, step) in (1..).zip(&MIGRATIONS) {
        if number > found && number <= last {
            let sql = match conn.backend() {
                Backend::Sqlite => step.sqlite,
                Backend::Postgres => step.postgres,
                Backend::Mysql => step.mysql,
            };
            conn.raw(sql).await?;
            let number = number.to_string();
            conn.execute(
                "UPDATE meta SET value = ? WHERE name = ?",
                &args![number.as_str(), "schema"],
            )
            .await?;
        }
    }
    let cluster = if let Some(cluster) = meta(conn, "cluster").await? {
        cluster
    } else {
        let cluster = draw_cluster(&conn.terms.place)?;
        set_meta(conn, "cluster", &cluster).await?;
        cluster
    };
    unlock(conn).await?;
    Ok(Meta { cluster })
}

/// Everything happens in one transaction, except on MySQL, which has none for tables and gets a
/// named lock that lasts as long as the connection.
pub(crate) async fn lock(conn: &mut Exec<'_>) -> Result<(), StoreError> {
    match conn.backend() {
        Backend::Sqlite => conn.raw("BEGIN IMMEDIATE").await,
        Backend::Postgres => {
            conn.raw("BEGIN; SELECT pg_advisory_xact_lock(5063021357)")
                .await
        }
        Backend::Mysql => {
            let got: Option<i64> = conn
                .fetch_optional(
                    "SELECT CAST(COALESCE(GET_LOCK(CONCAT('parlor ', MD5(DATABASE())), 60), 0) \
                     AS SIGNED)",
                    &[],
                )
                .await?;
            if got == Some(1) {
                Ok(())
            } else {
                Err(StoreError::Busy(Fault::new(
                    &conn.terms.place,
                    "another process is changing the schema",
                )))
            }
        }
    }
}

async fn unlock(conn: &mut Exec<'_>) -> Result<(), StoreError> {
    match conn.backend() {
        Backend::Sqlite | Backend::Postgres => conn.raw("COMMIT").await,
        // The connection is closed right after.
        Backend::Mysql => Ok(()),
    }
}

pub(crate) async fn meta(conn: &mut Exec<'_>, name: &str) -> Result<Option<String>, StoreError> {
    conn.fetch_optional("SELECT value FROM meta WHERE name = ?", &args![name])
        .await
}

async fn set_meta(conn: &mut Exec<'_>, name: &str, value: &str) -> Result<(), StoreError> {
    conn.execute(
        "INSERT INTO meta (name, value) VALUES (?, ?)",
        &args![name, value],
    )
    .await
    .map(drop)
}

fn draw_cluster(place: &Arc<str>) -> Result<String, StoreError> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| StoreError::Failed(Fault::new(place, error.to_string())))?;
    Ok(format!("{:032x}", u128::from_be_bytes(bytes)))
}
