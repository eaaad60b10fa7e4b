use parlor_engine::Seq;
use parlor_store::{Backend, MatchStatus, SCHEMA, Store, StoreError};

use super::refused;
use crate::samples::{acts, entry, line, new_match, people, session};
use crate::world::World;

pub async fn everything_is_there(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    store.put_session(&session(1, 1, 0, 100)).await.unwrap();
    store
        .insert_match(&new_match("m", MatchStatus::Running, 1, &[1, 2]))
        .await
        .unwrap();
    store.append(&[entry("m", 1), entry("m", 2)]).await.unwrap();
    store.append_chat("m", &line(1, "hello")).await.unwrap();
    let (found, log) = (
        store.match_by_id("m").await.unwrap(),
        acts(&store, "m").await,
    );
    let cluster = store.cluster_id().to_owned();
    assert_eq!(cluster.len(), 32);
    store.close().await;

    let store = world.store().await;
    assert_eq!(store.match_by_id("m").await.unwrap(), found);
    assert_eq!(acts(&store, "m").await, log);
    assert_eq!(store.chat("m", 0, 9).await.unwrap(), [line(1, "hello")]);
    assert!(store.session(&[1; 32], 0).await.unwrap().is_some());
    assert_eq!(store.cluster_id(), cluster);
}

pub async fn two_nodes_at_once(world: &World) {
    let opening = (0..6).map(|_| {
        let url = world.url.clone();
        tokio::spawn(async move { Store::connect(&url).await.unwrap() })
    });
    let stores: Vec<Store> = futures_util::future::join_all(opening)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    for (n, store) in stores.iter().enumerate() {
        assert_eq!(store.cluster_id(), stores[0].cluster_id());
        store.append(&[entry(&format!("m{n}"), 1)]).await.unwrap();
    }
    assert_eq!(stores[0].last_seq("m5").await.unwrap(), Seq(1));
}

pub async fn newer_schema(world: &World) {
    world.store().await.close().await;
    let newer = SCHEMA + 1;
    world
        .meddle(&format!(
            "UPDATE meta SET value = '{newer}' WHERE name = 'schema'"
        ))
        .await;
    let error = Store::connect(&world.url).await.unwrap_err();
    assert_eq!(error.code(), "store/newer_schema");
    assert!(
        error.to_string().contains(&format!("schema is {newer}")),
        "{error}"
    );
    world
        .meddle("UPDATE meta SET value = 'much' WHERE name = 'schema'")
        .await;
    refused!(Store::connect(&world.url).await, StoreError::Corrupt(_));
    // The refusals left no lock behind.
    world
        .meddle(&format!(
            "UPDATE meta SET value = '{SCHEMA}' WHERE name = 'schema'"
        ))
        .await;
    world.store().await;
}

pub async fn ping_and_close(world: &World) {
    let store = world.store().await;
    assert_eq!(store.backend(), world.backend);
    store.ping().await.unwrap();
    let clone = store.clone();
    store.close().await;
    refused!(clone.ping().await, StoreError::Closed);
    refused!(clone.append(&[entry("m", 1)]).await, StoreError::Closed);
}

pub async fn healthy(world: &World) {
    let store = world.store().await;
    store.health().await.unwrap();
    store.health().await.unwrap();
    store.close().await;
    tokio::time::sleep(std::time::Duration::from_millis(1100)).await;
    refused!(store.health().await, StoreError::Closed);
}

/// A database of the first version: what it holds is found by the new ways, too.
pub async fn older_schema(world: &World) {
    let first = match world.backend {
        Backend::Sqlite => include_str!("../../../migrations/0001.sqlite.sql"),
        Backend::Postgres => include_str!("../../../migrations/0001.postgres.sql"),
        Backend::Mysql => include_str!("../../../migrations/0001.mysql.sql"),
    };
    let old = format!(
        "CREATE TABLE meta (name VARCHAR(32) NOT NULL PRIMARY KEY, value VARCHAR(64) NOT NULL); \
         INSERT INTO meta (name, value) VALUES ('schema', '1'); {first} \
         INSERT INTO matches (id, version, status, game, host, body, created_ms, updated_ms) \
         VALUES ('w', 1, 'open', 'risk', 7, '{{\"name\":\"w\",\"quick\":true}}', 1, 1), \
         ('t', 1, 'open', 'risk', 7, '{{\"name\":\"t\",\"quick\":false}}', 2, 2); \
         INSERT INTO chat (match_id, seq, at_ms, player, name, text, cmd) \
         VALUES ('w', 1, 1, 7, 'Ann', 'hello', 'c'), ('w', 2, 1, 7, 'Ann', 'hello', 'c')"
    );
    if let Some(path) = world.url.strip_prefix("sqlite:") {
        let path = std::path::Path::new(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::File::create(path).unwrap();
    }
    world.meddle(&old).await;
    let store = world.store().await;
    let waiting = store.waiting_matches("risk", None, 9).await.unwrap();
    assert_eq!(waiting.len(), 1);
    assert_eq!(waiting[0].id, "w");
    assert_eq!(store.last_chat_seq("w").await.unwrap(), 2);
}
