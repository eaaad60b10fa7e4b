//! SQLite's log without an index of every entry: what must hold all the same.

use parlor_engine::Seq;
use parlor_store::Appended::{Conflict, Stored};
use parlor_store::{Appender, AppenderOptions, Backend, MatchStatus, NewEntry, Store};

use crate::samples::{acts, entry, new_match, rival, seqs};
use crate::world::World;

/// Two generations and more, so that a part is indexed and a part is not.
const MATCHES: usize = 300;
const LENGTH: u32 = 240;

async fn fill(store: &Store) {
    let (appender, task) = Appender::spawn(store.clone(), AppenderOptions::default());
    // Uneven batches, by turns.
    let mut next = vec![1; MATCHES];
    while next.iter().any(|&seq| seq <= LENGTH) {
        let batches = next
            .iter_mut()
            .enumerate()
            .filter(|(_, seq)| **seq <= LENGTH);
        let batches = batches.map(|(n, seq)| {
            let until = (*seq + 1 + n as u32 % 17).min(LENGTH + 1);
            let batch: Vec<_> = (*seq..until)
                .map(|seq| entry(&format!("m{n}"), seq))
                .collect();
            *seq = until;
            appender.append(batch)
        });
        for answer in futures_util::future::join_all(batches).await {
            assert_eq!(answer.unwrap(), Stored);
        }
    }
    drop(appender);
    task.await.unwrap();
}

async fn whole(store: &Store) {
    let wanted: Vec<u32> = (1..=LENGTH).collect();
    for n in 0..MATCHES {
        let id = format!("m{n}");
        assert_eq!(seqs(store, &id).await, wanted, "{id}");
        assert_eq!(store.last_seq(&id).await.unwrap(), Seq(LENGTH));
    }
    let tail = store.entries("m7", Seq(LENGTH - 3)).await.unwrap();
    assert_eq!(tail.len(), 3);
    assert_eq!(tail[0].act, entry("m7", LENGTH - 2).act);
}

fn count(world: &World, what: &str) -> i64 {
    let sql = format!("SELECT {what}");
    world
        .sqlite()
        .query_row(&sql, [], |row| row.get(0))
        .unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn indexed_and_not() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    fill(&store).await;
    whole(&store).await;
    let rows = count(&world, "COUNT(*) FROM entries");
    assert_eq!(rows, i64::from(LENGTH) * MATCHES as i64);
    let mark = count(
        &world,
        "CAST(value AS INTEGER) FROM meta WHERE name = 'indexed'",
    );
    assert!(0 < mark && mark < rows, "{mark} of {rows}");
    let runs = count(&world, "COUNT(*) FROM entry_runs");
    assert!(runs * 10 < rows, "{runs} runs for {rows} rows");

    // Old numbers and new ones are taken, whichever part they are in; the next is free.
    for seq in [1, LENGTH / 2, LENGTH] {
        assert_eq!(store.append(&[rival("m3", seq)]).await.unwrap(), [Conflict]);
    }
    let next = LENGTH + 1;
    let group = [rival("m3", next), rival("m3", next)];
    assert_eq!(store.append(&group).await.unwrap(), [Stored, Conflict]);
    store.close().await;

    // The same after a restart, when memory is empty.
    let store = world.store().await;
    for seq in [1, LENGTH / 2, LENGTH, next] {
        assert_eq!(store.append(&[entry("m3", seq)]).await.unwrap(), [Conflict]);
    }
    assert_eq!(acts(&store, "m3").await[next as usize - 1].1, "rival");
    assert_eq!(
        store.append(&[entry("m3", next + 1)]).await.unwrap(),
        [Stored]
    );
    store.close().await;
    world.end().await;
}

/// As after a crash in the middle of indexing: some runs are written, the mark is not moved.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_indexed() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    fill(&store).await;
    store.close().await;
    world
        .meddle("UPDATE meta SET value = '0' WHERE name = 'indexed'")
        .await;
    let store = world.store().await;
    whole(&store).await;
    assert_eq!(store.append(&[entry("m3", 5)]).await.unwrap(), [Conflict]);
    store.close().await;
    // Without any index it is made again.
    world
        .meddle("DELETE FROM entry_runs; UPDATE meta SET value = '0' WHERE name = 'indexed'")
        .await;
    let store = world.store().await;
    whole(&store).await;
    store.close().await;
    world.end().await;
}

/// Somebody has written a number twice behind our back: whoever loads the match hears of it, and
/// nobody else.
#[tokio::test]
async fn twice_behind_our_back() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    store
        .append(&[entry("m", 1), entry("m", 2), entry("n", 1)])
        .await
        .unwrap();
    store.close().await;
    world
        .meddle("INSERT INTO entries (match_id, seq, at_ms, act) VALUES ('m', 2, 0, 'forged')")
        .await;
    let store = world.store().await;
    let error = store.entries("m", Seq::START).await.unwrap_err();
    assert_eq!(error.code(), "store/corrupt");
    assert!(!error.to_string().contains("parlor.db"), "{error}");
    let report = error.report();
    assert!(
        report.contains("parlor.db") && report.contains("match m"),
        "{report}"
    );
    assert_eq!(seqs(&store, "n").await, [1]);
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deleted_matches_leave_nothing() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    for id in ["m1", "fresh"] {
        let new = new_match(id, MatchStatus::Running, 1, &[1, 2]);
        store.insert_match(&new).await.unwrap();
    }
    fill(&store).await;
    store.append(&[entry("fresh", 1)]).await.unwrap();
    for id in ["m1", "fresh"] {
        store.delete_match(id, 1).await.unwrap();
        assert_eq!(seqs(&store, id).await, [] as [u32; 0]);
    }
    store.close().await;
    let left = count(
        &world,
        "COUNT(*) FROM entries WHERE match_id IN ('m1', 'fresh')",
    );
    assert_eq!(left, 0);
    let store = world.store().await;
    assert_eq!(store.last_seq("m1").await.unwrap(), Seq::START);
    assert_eq!(store.append(&[entry("m1", 1)]).await.unwrap(), [Stored]);
    assert_eq!(seqs(&store, "m1").await, [1]);
    assert_eq!(store.last_seq("m2").await.unwrap(), Seq(LENGTH));
    world.end().await;
}

/// Readers beside a writer that indexes: at every moment a log without gaps, never shorter than
/// what was acknowledged before they began.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn read_while_it_is_indexed() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    let filling = tokio::spawn({
        let store = store.clone();
        async move { fill(&store).await }
    });
    let mut reads = 0;
    while !filling.is_finished() {
        let id = format!("m{}", reads % MATCHES);
        let before = store.last_seq(&id).await.unwrap().0;
        let log = seqs(&store, &id).await;
        let last = u32::try_from(log.len()).unwrap();
        assert_eq!(log, (1..=last).collect::<Vec<_>>(), "a gap");
        assert!(last >= before, "{last} after {before}");
        reads += 1;
    }
    filling.await.unwrap();
    assert!(reads > 10, "{reads}");
    whole(&store).await;
    world.end().await;
}

/// A database in memory has the same log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_a_file() {
    let store = Store::connect("sqlite::memory:").await.unwrap();
    let batch: Vec<NewEntry> = (1..=9).map(|seq| entry("m", seq)).collect();
    assert_eq!(store.append_batches(&[batch]).await.unwrap(), [Stored]);
    assert_eq!(store.append(&[rival("m", 9)]).await.unwrap(), [Conflict]);
    assert_eq!(seqs(&store, "m").await, (1..=9).collect::<Vec<_>>());
}
