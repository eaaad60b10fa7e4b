//! The load against a server in this process.

use std::time::Duration;

use parlor_load::{LoadError, Plan, Until, run, run_relay, serve_relay};
use parlor_server::{Config, Server};
use parlor_testkit::own_port;
use serde_json::json;

struct House {
    server: Server,
    url: String,
    _folder: tempfile::TempDir,
}

async fn house(narrow: bool) -> House {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = Config {
        listen: "127.0.0.1:0".into(),
        database: format!("sqlite:{}/parlor.db", folder.path().display()),
        coexistence: String::new(),
        marelles: String::new(),
        terminal: String::new(),
        ..Config::default()
    };
    if narrow {
        config.sockets_per_address = 3;
    } else {
        config.messages_per_second = 1_000_000;
        config.requests_per_second = 1_000_000;
        config.sign_ins_per_minute = 1_000_000;
    }
    let server = Server::start(config).await.expect("it starts");
    let url = format!("http://{}", server.addresses.http);
    House {
        server,
        url,
        _folder: folder,
    }
}

fn plan(server: &str, game: &str, matches: usize, moves: u64) -> Plan {
    Plan {
        servers: vec![server.to_owned()],
        matches,
        game: game.to_owned(),
        seats: None,
        options: json!({}),
        until: Until::Moves(moves),
        pause: Duration::ZERO,
        spectators: 0,
        idle: 0,
        pids: vec![std::process::id()],
        seed: 7,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_matches_to_the_end_and_finds_every_entry_in_the_log() {
    let house = house(false).await;
    let report = run(plan(&house.url, "marelles", 4, 800)).await.unwrap();
    assert!(report.faults.is_clean(), "{report}");
    assert!(report.moves >= 800 && report.moves_per_second > 0.0);
    assert!(
        report.finished_matches > 0,
        "random games end before 200 moves"
    );
    // Both seats of a match hold their entries against the log.
    assert!(report.checked_entries >= 2 * report.moves);
    assert!(report.latency.p50 > 0.0 && report.latency.p50 <= report.latency.p99);
    assert!(report.process.unwrap().resident_bytes > 0);
    house.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn plays_every_game() {
    let house = house(false).await;
    for game in ["mars", "obliteration", "coexistence", "risk"] {
        let report = run(plan(&house.url, game, 2, 60)).await.unwrap();
        assert!(report.faults.is_clean(), "{report}");
        assert!(report.moves >= 60, "{report}");
    }
    let mut three = plan(&house.url, "risk", 1, 60);
    three.seats = Some(3);
    let report = run(three).await.unwrap();
    assert!(report.faults.is_clean(), "{report}");
    house.server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn says_what_is_wrong() {
    let house = house(true).await;
    let failed = |plan| async { run(plan).await.unwrap_err() };
    let error = failed(plan(&house.url, "chess", 1, 1)).await;
    assert!(matches!(&error, LoadError::Refused { code, .. } if code == "table/unknown_game"));
    let error = failed(plan(&house.url, "marelles", 4, 1)).await.to_string();
    assert!(error.contains("PARLOR_SOCKETS_PER_ADDRESS"), "{error}");
    for url in ["127.0.0.1:8080", "https://127.0.0.1", "http://", "x y"] {
        let error = failed(plan(url, "marelles", 1, 1)).await;
        assert!(matches!(error, LoadError::BadUrl(_)), "{url}: {error}");
    }
    house.server.stop().await;
    // Where nobody listens; the house's own port may be somebody else's by now.
    let url = format!("http://127.0.0.1:{}", own_port());
    let error = failed(plan(&url, "marelles", 1, 1)).await;
    assert!(matches!(error, LoadError::NotThere { .. }), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_relay_forwards_with_and_without_a_log() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}", folder.path().join("relay.db").display());
    for stored in [false, true] {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let database = stored.then(|| database.clone());
        let relay =
            tokio::spawn(async move { serve_relay(listener, false, database.as_deref()).await });
        let time = Duration::from_millis(300);
        let report = run_relay(&url, 3, 90, stored, time).await.unwrap();
        assert!(report.moves > 3, "{report:?}");
        relay.abort();
    }
}
