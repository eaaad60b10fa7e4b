use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};

use parlor_engine::Seq;

use super::Handle;
use super::writer::Worker;
use crate::db::{Db, Pools};
use crate::exec::args;
use crate::{Appended, NewEntry, Store, StoreError};

const INSERT: &str = "INSERT INTO outages (from_ms, to_ms) VALUES (?, ?)";

async fn house(folder: &Path) -> Store {
    let url = format!("sqlite:{}/p.db", folder.display());
    Store::connect(&url).await.unwrap()
}

fn file(store: &Store) -> &Handle {
    match &store.db.pools {
        Pools::Sqlite(file) => file,
        _ => panic!("a SQLite file"),
    }
}

async fn stored(db: &Db) -> Vec<i64> {
    let sql = "SELECT from_ms FROM outages ORDER BY from_ms";
    db.fetch(sql, &[]).await.unwrap()
}

fn entry(match_id: &str, seq: u32, act: &str) -> NewEntry {
    NewEntry {
        match_id: match_id.into(),
        seq: Seq(seq),
        at_ms: 0,
        act: act.to_owned(),
        by_player: None,
        cmd: None,
    }
}

/// Commits in the write-ahead log, as <https://www.sqlite.org/fileformat2.html#walformat> says.
fn commits(folder: &Path) -> usize {
    let log = std::fs::read(folder.join("p.db-wal")).unwrap();
    let number = |at: usize| u32::from_be_bytes(log[at..at + 4].try_into().unwrap());
    let frame = 24 + number(8) as usize;
    (0..(log.len() - 32) / frame)
        .filter(|place| number(32 + place * frame + 4) != 0)
        .count()
}

/// Keeps the writer busy until the sender is dropped.
async fn held(store: &Store) -> (Sender<()>, tokio::task::JoinHandle<()>) {
    let (free, wait) = channel();
    let (began, has_begun) = tokio::sync::oneshot::channel();
    let holder = store.clone();
    let task = tokio::spawn(async move {
        let work = move |_: &mut Worker| {
            let _ = began.send(());
            let _ = wait.recv();
            Ok(())
        };
        file(&holder).write(false, work).await.unwrap();
    });
    has_begun.await.unwrap();
    (free, task)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_together_shares_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    let store = house(folder.path()).await;
    let before = commits(folder.path());
    let (free, holding) = held(&store).await;
    let mut tasks = Vec::new();
    for number in 0..40_i64 {
        let store = store.clone();
        tasks.push(tokio::spawn(async move {
            match number % 3 {
                0 => store
                    .db
                    .execute(INSERT, &args![number, number])
                    .await
                    .map(drop),
                1 => {
                    let act = entry(&number.to_string(), 1, "x");
                    store.append(&[act]).await?;
                    store
                        .db
                        .execute(INSERT, &args![number, 0_i64])
                        .await
                        .map(drop)
                }
                _ => {
                    store
                        .db
                        .transact(number, |number, exec| {
                            Box::pin(async move {
                                let args = args![*number, *number];
                                exec.execute(INSERT, &args).await.map(drop)
                            })
                        })
                        .await
                }
            }
        }));
    }
    // Everybody's first piece of work is in the queue.
    tokio::time::sleep(std::time::Duration::from_millis(300)).await;
    drop(free);
    holding.await.unwrap();
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(stored(&store.db).await, (0..40).collect::<Vec<_>>());
    // The one that was held changed nothing; then the first, and what followed the appends.
    let made = commits(folder.path()) - before;
    assert!((2..=4).contains(&made), "{made} commits");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_refused_takes_nobody_along() {
    let folder = tempfile::tempdir().unwrap();
    let store = house(folder.path()).await;
    let db = &store.db;
    db.execute(INSERT, &args![100_i64, 0_i64]).await.unwrap();
    let (free, holding) = held(&store).await;
    let mut tasks = Vec::new();
    for number in 0..30_i64 {
        let db = Arc::clone(&store.db);
        tasks.push(tokio::spawn(async move {
            db.transact(number, |number, exec| {
                Box::pin(async move {
                    exec.execute(INSERT, &args![*number, 0_i64]).await?;
                    match number % 3 {
                        0 => Err(StoreError::NotFound), // on second thoughts
                        1 => exec.execute(INSERT, &args![100_i64, 0_i64]).await,
                        _ => Ok(1),
                    }
                })
            })
            .await
        }));
    }
    tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    drop(free);
    holding.await.unwrap();
    for (number, task) in tasks.into_iter().enumerate() {
        let done = task.await.unwrap();
        match number % 3 {
            0 => assert!(matches!(done, Err(StoreError::NotFound)), "{done:?}"),
            1 => assert!(matches!(done, Err(StoreError::Conflict)), "{done:?}"),
            _ => assert_eq!(done.unwrap(), 1),
        }
    }
    let kept = (0..30).filter(|number| number % 3 == 2).chain([100]);
    assert_eq!(stored(&store.db).await, kept.collect::<Vec<_>>());
}

/// Callers that lose interest leave nothing half done and nothing open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_may_vanish_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let store = house(folder.path()).await;
    for round in 0..100_i64 {
        let db = Arc::clone(&store.db);
        let task = tokio::spawn(async move {
            db.transact(round, |round, exec| {
                Box::pin(async move {
                    exec.execute(INSERT, &args![round * 10, 0_i64]).await?;
                    exec.execute(INSERT, &args![round * 10 + 1, 0_i64]).await
                })
            })
            .await
        });
        for _ in 0..round % 20 {
            tokio::task::yield_now().await;
        }
        task.abort();
        let sure = args![round * 10 + 2, 0_i64];
        store.db.execute(INSERT, &sure).await.unwrap();
    }
    let all = stored(&store.db).await;
    for round in 0..100 {
        let has = |number: i64| all.contains(&(round * 10 + number));
        assert!(has(2), "the other caller's row of round {round}");
        assert_eq!(has(0), has(1), "half of round {round}");
    }
    store.close().await;
}

/// A panic in somebody's work is theirs and their neighbours' of that commit; the writer lives.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_is_survived() {
    let folder = tempfile::tempdir().unwrap();
    let store = house(folder.path()).await;
    store.append(&[entry("m", 1, "x")]).await.unwrap();
    let panics = |worker: &mut Worker| -> Result<(), StoreError> {
        worker.append_batches(&[vec![entry("m", 2, "never")]])?;
        panic!("as a rule might")
    };
    let error = file(&store).write(true, panics).await.unwrap_err();
    assert_eq!(error.code(), "store/failed");
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(1));
    let next = store.append(&[entry("m", 2, "y")]).await.unwrap();
    assert_eq!(next, [Appended::Stored]);
    assert_eq!(store.entries("m", Seq(1)).await.unwrap()[0].act, "y");
}

/// A disk that takes no more: said with path and cause to the operator, with neither to players;
/// nothing half done; and it goes on when there is room again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let store = house(folder.path()).await;
    let limit = |pages: i64| {
        let sql = format!("PRAGMA max_page_count = {pages}");
        let work =
            move |worker: &mut Worker| super::rows::<i64>(&worker.conn, &worker.terms, &sql, &[]);
        file(&store).write(false, work)
    };
    limit(60).await.unwrap();
    let mut stored = 0;
    let error = loop {
        let large = entry("m", stored + 1, &"x".repeat(8_000));
        // Half of a batch may have found room.
        let batch = [vec![large, entry("m", stored + 2, &"x".repeat(60_000))]];
        match store.append_batches(&batch).await {
            Ok(_) => stored += 2,
            Err(error) => break error,
        }
        assert!(stored < 1_000, "it was never full");
    };
    assert_eq!(error.code(), "store/unavailable");
    assert!(!error.to_string().contains("p.db"), "{error}");
    let report = error.report();
    assert!(
        report.contains("p.db: ") && report.contains("full"),
        "{report}"
    );
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(stored));
    assert_eq!(
        store.entries("m", Seq::START).await.unwrap().len(),
        stored as usize
    );
    limit(1 << 20).await.unwrap();
    let next = store.append(&[entry("m", stored + 1, "y")]).await.unwrap();
    assert_eq!(next, [Appended::Stored]);
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(stored + 1));
}
