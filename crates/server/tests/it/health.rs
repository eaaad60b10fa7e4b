//! What an operator is told when something is wrong.

use parlor_server::{Config, Server};
use serde_json::json;

use crate::support::{House, eventually};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_file_that_is_moved_away_is_noticed() {
    let house = House::open().await;
    assert_eq!(house.get(None, "/healthz").await.text, "ok\n");
    let path = house.config.database.strip_prefix("sqlite:").unwrap();
    std::fs::rename(path, format!("{path}.away")).unwrap();
    let answer = house.get(None, "/healthz").await;
    assert_eq!(answer.status, 503);
    assert!(
        answer
            .text
            .contains("the database file is not where it was\n"),
        "{}",
        answer.text
    );
    eventually("it is logged, with its path", async || {
        let log = crate::logs::all();
        log.lines()
            .any(|line| line.contains("not where it was") && line.contains(path))
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_that_cannot_be_read_is_noticed() {
    let mut house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let new = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
    let table = ann.table(new).await;
    house.close().await;
    let path = house.config.database.strip_prefix("sqlite:").unwrap();
    rusqlite::Connection::open(path)
        .unwrap()
        .execute_batch("UPDATE matches SET body = '{\"torn\":'")
        .unwrap();
    house.restart().await;
    eventually("it is red", async || {
        house.get(None, "/healthz").await.status == 503
    })
    .await;
    let answer = house.get(None, "/healthz").await;
    assert!(
        answer.text.contains("1 matches cannot be read"),
        "{}",
        answer.text
    );
    let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
    let answer = house.get(None, &path).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (500, "table/corrupt")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_is_its_owners_alone() {
    use std::os::unix::fs::PermissionsExt;
    let house = House::open().await;
    house.person("Ann").await;
    let path = house.config.database.strip_prefix("sqlite:").unwrap();
    for file in [path.to_owned(), format!("{path}-wal")] {
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_start_that_fails_says_why_and_leaves_nothing_behind() {
    let house = House::open().await;
    let other = |change: fn(&mut Config)| {
        let mut config = house.config.clone();
        change(&mut config);
        config
    };
    let taken = Config {
        listen: house.address().to_string(),
        ..house.config.clone()
    };
    let error = Server::start(taken).await.unwrap_err().to_string();
    assert!(error.contains("cannot listen on"), "{error}");
    let error = Server::start(other(|config| config.shards = 0)).await;
    assert!(error.unwrap_err().to_string().contains("shards is 0"));
    let error = Server::start(other(|config| {
        config.database = "sqlite:/proc/nowhere/parlor.db".into();
    }));
    let error = error.await.unwrap_err().to_string();
    assert!(error.contains("/proc/nowhere/parlor.db"), "{error}");
    // The node that never was is not in the list.
    tokio::time::sleep(std::time::Duration::from_millis(2500)).await;
    assert_eq!(house.nodes(), 1);
}

/// Every shard counts its own matches: together they are all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gauges_count_all_shards() {
    let house = House::with(|config| config.shards = 4).await;
    let (_, mut ann) = house.enter("Ann").await;
    let new = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
    for _ in 0..12 {
        ann.table(new.clone()).await;
    }
    eventually("all are loaded", async || {
        let metrics = house.get(None, "/metrics").await.text;
        metrics.contains("parlor_matches_loaded 12\n")
    })
    .await;
}

/// Somebody who hangs up after the end, and bots that answer too late, are no news for the log.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn routine_ends_are_no_warnings() {
    let house = House::open().await;
    let mut first = house.text(house.coexistence()).await;
    let mut second = house.text(house.coexistence()).await;
    // Waiting, then at a table.
    for line in [&mut first, &mut second] {
        line.bytes(2 * parlor_coexistence::FRAME_BYTES).await;
    }
    drop(first);
    second.rest(crate::support::PATIENCE).await;
    drop(second);
    let (_, mut ann) = house.enter("Ann").await;
    let new = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
    let table = ann.table(new).await;
    let id = table["id"].as_str().unwrap();
    ann.ask(json!({ "type": "open", "match": id })).await;
    ann.ask(json!({ "type": "play", "match": id, "seq": 0, "action": "A1" }))
        .await;
    ann.ask(json!({ "type": "resign", "match": id })).await;
    drop(ann);
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    let log = crate::logs::all();
    let loud: Vec<&str> = log
        .lines()
        .filter(|line| line.contains(" WARN ") || line.contains(" ERROR "))
        .collect();
    assert!(loud.is_empty(), "{loud:#?}");
}

/// With an address of their own, metrics are not for everybody who can open the page.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_at_an_address_of_their_own() {
    let house = House::with(|config| config.ops = "127.0.0.1:0".into()).await;
    let ops = house.ops();
    let metrics = crate::support::raw_request(
        ops,
        b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    let metrics = metrics.await;
    assert_eq!(metrics.status, 200);
    assert!(
        metrics.text.contains("parlor_tables_open"),
        "{}",
        metrics.text
    );
    let page = b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    assert_eq!(crate::support::raw_request(ops, page).await.status, 404);
    assert_eq!(house.get(None, "/metrics").await.status, 404);
    assert_eq!(house.get(None, "/healthz").await.status, 200);
}
