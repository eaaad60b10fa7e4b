//! URLs that lead nowhere.

use parlor_engine::Seq;
use parlor_store::{Backend, Store, StoreError};

use crate::cases::refused;
use crate::world::{World, server, with_database};

/// What is said must be of use to an operator and must not repeat the password.
fn clear(error: &StoreError, code: &str) {
    assert_eq!(error.code(), code, "{error:?}");
    let text = error.to_string();
    assert!(
        !text.contains("hunter2") && !text.contains("sqlx"),
        "{text}"
    );
}

#[tokio::test]
async fn not_understood() {
    for url in [
        "",
        "parlor.db",
        "redis://h",
        "sqlite:",
        "sqlite://",
        "http://x/y",
        "postgres",
    ] {
        let error = Store::connect(url).await.unwrap_err();
        clear(&error, "store/bad_url");
    }
    for url in [
        "postgres://u:hunter2@h:port/d",
        "mysql://u:hunter2@h:99999999/d",
    ] {
        let error = Store::connect(url).await.unwrap_err();
        clear(&error, "store/bad_url");
        assert!(!format!("{error:?}").contains("hunter2"));
    }
}

#[tokio::test]
async fn nobody_listens() {
    let port = {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        listener.local_addr().unwrap().port()
    };
    for scheme in ["postgres", "mysql"] {
        let url = format!("{scheme}://u:hunter2@127.0.0.1:{port}/d");
        clear(
            &Store::connect(&url).await.unwrap_err(),
            "store/unavailable",
        );
    }
}

#[tokio::test]
async fn not_a_database() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "these are my notes, not a database. ".repeat(100)).unwrap();
    let error = Store::connect(&format!("sqlite:{}", path.display()))
        .await
        .unwrap_err();
    clear(&error, "store/corrupt");
    let error = Store::connect(&format!("sqlite:{}", folder.path().display()))
        .await
        .unwrap_err();
    clear(&error, "store/unavailable");
    let inside = path.join("parlor.db");
    refused!(
        Store::connect(&format!("sqlite:{}", inside.display())).await,
        StoreError::Unavailable(_)
    );
}

async fn wrong_credentials(variable: &str) {
    let server = server(variable);
    let (scheme, rest) = server.split_once("://").unwrap();
    let (_, host) = rest.split_once('@').unwrap();
    for user in ["parlor:hunter2", "nobody:hunter2"] {
        let error = Store::connect(&format!("{scheme}://{user}@{host}"))
            .await
            .unwrap_err();
        clear(&error, "store/denied");
    }
    let error = Store::connect(&with_database(&server, "parlor_missing"))
        .await
        .unwrap_err();
    clear(&error, "store/no_database");
}

#[tokio::test]
async fn wrong_credentials_postgres() {
    wrong_credentials("PARLOR_TEST_POSTGRES").await;
}

#[tokio::test]
async fn wrong_credentials_mysql() {
    wrong_credentials("PARLOR_TEST_MYSQL").await;
}

/// There are no transactions for tables there: a step that was interrupted is run again.
#[tokio::test]
async fn a_step_twice_mysql() {
    let world = World::fresh(Backend::Mysql).await;
    world.store().await.close().await;
    for schema in 0..2 {
        let back = format!("UPDATE meta SET value = '{schema}' WHERE name = 'schema'");
        world.meddle(&back).await;
        world.store().await.close().await;
    }
    world.end().await;
}

#[tokio::test]
async fn in_memory() {
    let store = Store::connect("sqlite::memory:").await.unwrap();
    assert_eq!(store.backend(), Backend::Sqlite);
    store
        .append(&[crate::samples::entry("m", 1)])
        .await
        .unwrap();
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(1));
    // Every one is its own.
    let other = Store::connect("sqlite::memory:").await.unwrap();
    assert_eq!(other.last_seq("m").await.unwrap(), Seq::START);
}

#[tokio::test]
async fn odd_paths() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["with blank.db", "中文/游戏.db", "a.b/c.d"] {
        let url = format!("sqlite:{}/{name}", folder.path().display());
        Store::connect(&url).await.unwrap().close().await;
        assert!(folder.path().join(name).is_file(), "{name}");
    }
    let world = World::fresh(Backend::Sqlite).await;
    let slashes = world.url.replace("sqlite:", "sqlite://");
    world.store().await;
    Store::connect(&slashes).await.unwrap();
    world.end().await;
}
