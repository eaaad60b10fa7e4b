//! What makes an embedded database safe.

use parlor_store::Backend;
use sqlx::{Connection, Row, SqliteConnection};

use crate::samples::entry;
use crate::world::World;

#[tokio::test]
async fn write_ahead_log() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    store.append(&[entry("m", 1)]).await.unwrap();
    let path = world.url.trim_start_matches("sqlite:").to_owned();
    assert!(std::path::Path::new(&format!("{path}-wal")).exists());
    let mut conn = SqliteConnection::connect(&world.url).await.unwrap();
    let mode: String = sqlx::query("PRAGMA journal_mode")
        .fetch_one(&mut conn)
        .await
        .unwrap()
        .get(0);
    assert_eq!(mode, "wal");
    conn.close().await.unwrap();
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
    let mut writer = SqliteConnection::connect(&world.url).await.unwrap();
    sqlx::raw_sql("BEGIN IMMEDIATE")
        .execute(&mut writer)
        .await
        .unwrap();
    let pending = tokio::spawn({
        let store = store.clone();
        async move { store.append(&[entry("m", 2)]).await }
    });
    for _ in 0..20 {
        assert_eq!(store.last_seq("m").await.unwrap(), 1);
    }
    assert!(!pending.is_finished());
    sqlx::raw_sql("COMMIT").execute(&mut writer).await.unwrap();
    pending.await.unwrap().unwrap();
    assert_eq!(store.last_seq("m").await.unwrap(), 2);
    writer.close().await.unwrap();
    world.end().await;
}
