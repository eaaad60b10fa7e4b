//! The limit: a database that does nothing but take entries, in the groups an appender makes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_engine::Seq;
use parlor_store::{Appended, NewEntry, Store};
use serde::Serialize;
use tokio::task::JoinSet;

use crate::LoadError;

/// What a database can take.
#[derive(Clone, Debug, Serialize)]
pub struct InsertReport {
    pub connections: usize,
    /// Entries of one commit.
    pub group: usize,
    pub seconds: f64,
    pub entries: u64,
    pub entries_per_second: f64,
}

/// As many logs on each connection as groups are large, all growing by turns.
pub async fn run_inserts(
    database: &str,
    connections: usize,
    group: usize,
    time: Duration,
) -> Result<InsertReport, LoadError> {
    let mut stores = Vec::new();
    for _ in 0..connections {
        stores.push(Store::connect(database).await.map_err(unexpected)?);
    }
    let started = Instant::now();
    let mut inserting = JoinSet::new();
    for store in stores {
        inserting.spawn(insert(store, group, started + time));
    }
    let mut entries = 0;
    while let Some(inserted) = inserting.join_next().await {
        entries += inserted.map_err(LoadError::closed)??;
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(InsertReport {
        connections,
        group,
        seconds,
        entries,
        entries_per_second: entries as f64 / seconds,
    })
}

fn unexpected(error: impl std::fmt::Display) -> LoadError {
    LoadError::Unexpected(error.to_string())
}

async fn insert(store: Store, group: usize, until: Instant) -> Result<u64, LoadError> {
    let ids = (0..group).map(|_| {
        (0..12)
            .map(|_| fastrand::alphanumeric())
            .collect::<String>()
    });
    let mut rows: Vec<NewEntry> = ids
        .map(|id| NewEntry {
            match_id: Arc::from(id),
            seq: Seq::START,
            at_ms: 1_700_000_000_000,
            act: r#"{"type":"action","seat":0,"action":"A1-A4"}"#.to_owned(),
            by_player: Some(fastrand::i64(0..)),
            cmd: None,
        })
        .collect();
    let mut stored = 0;
    while Instant::now() < until {
        for row in &mut rows {
            row.seq = row.seq.next();
            row.cmd = Some(row.seq.to_string().into());
        }
        let appended = store.append(&rows).await.map_err(unexpected)?;
        if appended.contains(&Appended::Conflict) {
            return Err(LoadError::Unexpected(
                "a log that somebody else has".to_owned(),
            ));
        }
        stored += rows.len() as u64;
    }
    store.close().await;
    Ok(stored)
}
