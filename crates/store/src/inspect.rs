//! A look at a database from outside, which changes nothing: for whoever wants to know whether a house
//! can be opened on it.

use crate::copy::{CopyError, Purpose, Side, alone};
use crate::exec::args;
use crate::migrate::meta;
use crate::{Backend, StoreError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inspection {
    pub backend: Backend,
    /// What the server calls itself, or the version of SQLite.
    pub version: String,
    /// The step of the schema; none if there is no house yet.
    pub schema: Option<i64>,
    /// The database's own time, where it may differ from this machine's.
    pub clock_ms: Option<i64>,
    /// When a node last gave a sign of life.
    pub last_beat_ms: Option<i64>,
    pub people: i64,
    pub operators: i64,
    /// What SQLite says about its file, if that is not well.
    pub damage: Option<String>,
}

/// Blocks.
pub fn inspect(url: &str) -> Result<Inspection, CopyError> {
    alone(look(url))?
}

async fn look(url: &str) -> Result<Inspection, CopyError> {
    let mut side = Side::open(url, Purpose::Read).await?;
    let backend = side.backend();
    let (version, clock) = match backend {
        Backend::Sqlite => ("SELECT sqlite_version()", None),
        Backend::Postgres => (
            "SELECT version()",
            Some("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"),
        ),
        Backend::Mysql => (
            "SELECT version()",
            Some("SELECT CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)"),
        ),
    };
    let version: Option<String> = side.exec().fetch_optional(version, &[]).await?;
    let clock_ms = match clock {
        Some(sql) => side.exec().fetch_optional(sql, &[]).await?,
        None => None,
    };
    let mut found = Inspection {
        backend,
        version: version.unwrap_or_default(),
        schema: None,
        clock_ms,
        last_beat_ms: None,
        people: 0,
        operators: 0,
        damage: None,
    };
    if backend == Backend::Sqlite {
        let said: Option<String> = side
            .exec()
            .fetch_optional("PRAGMA quick_check(1)", &[])
            .await?;
        found.damage = said.filter(|said| said != "ok");
    }
    found.schema = match side.schema().await {
        Ok(schema) => Some(schema),
        Err(CopyError::NoHouse(_)) => return Ok(found),
        Err(CopyError::Store(StoreError::NewerSchema { found, .. })) => Some(found),
        Err(error) => return Err(error),
    };
    let last_beat = meta(&mut side.exec(), crate::alive::ALIVE).await?;
    found.last_beat_ms = last_beat.and_then(|text| text.parse().ok());
    let people = "SELECT COUNT(*) FROM players";
    found.people = count(side.exec().fetch_optional(people, &[]).await);
    // Missing in an older schema.
    let operators = "SELECT COUNT(*) FROM roles WHERE role = ?";
    let asked = side
        .exec()
        .fetch_optional(operators, &args!["operator"])
        .await;
    found.operators = count(asked);
    Ok(found)
}

fn count(asked: Result<Option<i64>, StoreError>) -> i64 {
    asked.ok().flatten().unwrap_or_default()
}
