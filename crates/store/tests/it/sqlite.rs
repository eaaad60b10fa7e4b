//! What makes an embedded database safe.

use parlor_engine::Seq;
use parlor_store::Backend;

use crate::samples::entry;
use crate::world::World;

#[tokio::test]
async fn write_ahead_log() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    store.append(&[entry("m", 1)]).await.unwrap();
    let path = world.url.trim_start_matches("sqlite:").to_owned();
    assert!(std::path::Path::new(&format!("{path}-wal")).exists());
    let mode: String = world
        .sqlite()
        .query_row("PRAGMA journal_mode", [], |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
    store.close().await;
    assert!(
        !std::path::Path::new(&format!("{path}-wal")).exists(),
        "closing tidies up"
    );
    world.end().await;
}

/// Readers work while a writer has the file.
#[tokio::test]
async fn readers_do_not_wait() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    store.append(&[entry("m", 1)]).await.unwrap();
    let writer = world.sqlite();
    writer.execute_batch("BEGIN IMMEDIATE").unwrap();
    let pending = tokio::spawn({
        let store = store.clone();
        async move { store.append(&[entry("m", 2)]).await }
    });
    for _ in 0..20 {
        assert_eq!(store.last_seq("m").await.unwrap(), Seq(1));
    }
    assert!(!pending.is_finished());
    writer.execute_batch("COMMIT").unwrap();
    pending.await.unwrap().unwrap();
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(2));
    world.end().await;
}
