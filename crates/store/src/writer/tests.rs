use std::path::Path;

use super::*;
use crate::connect::connect;
use crate::db::{Db, Patience, Pools};
use crate::exec::args;

const INSERT: &str = "INSERT INTO outages (from_ms, to_ms) VALUES (?, ?)";

async fn house(folder: &Path) -> (Arc<Db>, Writer) {
    let url = format!("sqlite:{}/p.db", folder.display());
    let (db, _) = connect(&url, Patience::default()).await.unwrap();
    let Pools::Sqlite { write, .. } = &db.pools else {
        panic!("a SQLite file")
    };
    let writer = write.clone();
    (Arc::new(db), writer)
}

async fn stored(db: &Db) -> Vec<i64> {
    let sql = "SELECT from_ms FROM outages ORDER BY from_ms";
    db.fetch(sql, &[]).await.unwrap()
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

async fn until_they_wait(writer: &Writer, many: usize) {
    while writer.coming.load(Ordering::Relaxed) < many {
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_waits_together_shares_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    let (db, writer) = house(folder.path()).await;
    let before = commits(folder.path());
    let desk = writer.desk.lock().await;
    let mut tasks = Vec::new();
    for number in 0..40_i64 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move {
            if number % 2 == 0 {
                db.execute(INSERT, &args![number, number]).await.map(drop)
            } else {
                let mut tx = db.begin().await?;
                tx.exec().execute(INSERT, &args![number, number]).await?;
                tx.commit().await
            }
        }));
    }
    until_they_wait(&writer, 40).await;
    drop(desk);
    for task in tasks {
        task.await.unwrap().unwrap();
    }
    assert_eq!(stored(&db).await, (0..40).collect::<Vec<_>>());
    assert_eq!(commits(folder.path()), before + 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_given_up_or_refused_takes_nobody_along() {
    let folder = tempfile::tempdir().unwrap();
    let (db, writer) = house(folder.path()).await;
    db.execute(INSERT, &args![100_i64, 100_i64]).await.unwrap();
    let desk = writer.desk.lock().await;
    let mut tasks = Vec::new();
    for number in 0..30_i64 {
        let db = db.clone();
        tasks.push(tokio::spawn(async move {
            match number % 3 {
                0 => {
                    let mut tx = db.begin().await?;
                    tx.exec().execute(INSERT, &args![number, 0_i64]).await?;
                    drop(tx); // on second thoughts
                    Ok(())
                }
                1 => {
                    let mut tx = db.begin().await?;
                    tx.exec().execute(INSERT, &args![number, 0_i64]).await?;
                    tx.exec().execute(INSERT, &args![100_i64, 0_i64]).await?;
                    tx.commit().await
                }
                _ => db.execute(INSERT, &args![number, 0_i64]).await.map(drop),
            }
        }));
    }
    until_they_wait(&writer, 30).await;
    drop(desk);
    for (number, task) in tasks.into_iter().enumerate() {
        let done = task.await.unwrap();
        match number % 3 {
            1 => assert!(matches!(done, Err(StoreError::Conflict))),
            _ => done.unwrap(),
        }
    }
    let kept = (0..30).filter(|number| number % 3 == 2).chain([100]);
    assert_eq!(stored(&db).await, kept.collect::<Vec<_>>());
}

/// Callers that lose interest anywhere in between leave nothing half done and nothing open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_may_vanish_at_any_moment() {
    let folder = tempfile::tempdir().unwrap();
    let (db, writer) = house(folder.path()).await;
    for round in 0..200_i64 {
        let vanishing = db.clone();
        let task = tokio::spawn(async move {
            let mut tx = vanishing.begin().await?;
            let args = args![round * 10, 0_i64];
            tx.exec().execute(INSERT, &args).await?;
            let args = args![round * 10 + 1, 0_i64];
            tx.exec().execute(INSERT, &args).await?;
            tx.commit().await
        });
        for _ in 0..round % 40 {
            tokio::task::yield_now().await;
        }
        task.abort();
        let sure = args![round * 10 + 2, 0_i64];
        db.execute(INSERT, &sure).await.unwrap();
    }
    let all = stored(&db).await;
    for round in 0..200 {
        let has = |number: i64| all.contains(&(round * 10 + number));
        assert!(has(2), "the other caller's row of round {round}");
        assert_eq!(has(0), has(1), "half of round {round}");
    }
    // The last one may have been tidied up in the background.
    let desk = writer.desk.lock().await;
    drop(desk);
    let mut tx = db.begin().await.unwrap();
    tx.exec()
        .execute(INSERT, &args![-1_i64, 0_i64])
        .await
        .unwrap();
    tx.commit().await.unwrap();
    db.close().await;
}

#[tokio::test]
async fn a_database_without_a_file_is_read_between_writes() {
    let (db, _) = connect("sqlite::memory:", Patience::default())
        .await
        .unwrap();
    for number in 0..3_i64 {
        db.execute(INSERT, &args![number, 0_i64]).await.unwrap();
        let mut tx = db.begin().await.unwrap();
        tx.exec()
            .execute(INSERT, &args![number + 10, 0_i64])
            .await
            .unwrap();
        tx.commit().await.unwrap();
        assert_eq!(stored(&db).await.len() as i64, (number + 1) * 2);
    }
}

/// Whoever is refused because of what another has written can read it at once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_hears_of_what_cannot_be_seen_yet() {
    let folder = tempfile::tempdir().unwrap();
    let (db, writer) = house(folder.path()).await;
    for round in 0..50_i64 {
        let desk = writer.desk.lock().await;
        let mut tasks = Vec::new();
        for number in 0..8_i64 {
            let db = db.clone();
            tasks.push(tokio::spawn(async move {
                let args = args![round, number];
                let done = if number % 2 == 0 {
                    db.execute(INSERT, &args).await.map(drop)
                } else {
                    let mut tx = db.begin().await.unwrap();
                    let done = tx.exec().execute(INSERT, &args).await.map(drop);
                    tx.end(done).await
                };
                (done, stored(&db).await.contains(&round))
            }));
        }
        until_they_wait(&writer, 8).await;
        drop(desk);
        for task in tasks {
            let (done, seen) = task.await.unwrap();
            assert!(matches!(done, Ok(()) | Err(StoreError::Conflict)));
            assert!(seen, "round {round}: {done:?}");
        }
    }
}
