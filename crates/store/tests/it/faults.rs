//! What goes wrong around a file: who may read it, who has it, where it went, and what is said.

use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Stdio};
use std::time::Duration;

use parlor_store::{Backend, Store, StoreError};

use crate::cases::refused;
use crate::samples::{entry, seqs};
use crate::world::World;

const HOLDER: &str = "PARLOR_STORE_HOLDER";
/// Longer than an answer about its health lasts.
const A_WHILE: Duration = Duration::from_millis(1100);

#[tokio::test]
async fn only_its_owner_reads_it() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    store.append(&[entry("m", 1)]).await.unwrap();
    for ending in ["", "-wal", "-shm", ".lock"] {
        let path = format!("{}{ending}", world.path().display());
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{path}");
    }
    world.end().await;
}

/// Not a test of its own: a process that has the file.
#[tokio::test]
async fn holder() {
    let Ok(url) = std::env::var(HOLDER) else {
        return;
    };
    let _store = Store::connect(&url).await.unwrap();
    println!("it is mine");
    tokio::time::sleep(Duration::from_secs(60)).await;
}

#[tokio::test]
async fn one_process_at_a_time() {
    use std::io::{BufRead as _, BufReader};
    let world = World::fresh(Backend::Sqlite).await;
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "faults::holder", "--nocapture"])
        .env(HOLDER, &world.url)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    lines
        .map_while(Result::ok)
        .find(|line| line.contains("mine"))
        .unwrap();
    let error = Store::connect(&world.url).await.unwrap_err();
    assert_eq!(error.code(), "store/in_use");
    let report = error.report();
    let holder = format!("process {} has it", child.id());
    assert!(
        report.contains(&holder) && report.contains("parlor.db"),
        "{report}"
    );
    // It can still be read, as by a backup.
    let count: i64 = world
        .sqlite()
        .query_row("SELECT COUNT(*) FROM entries", [], |row| row.get(0))
        .unwrap();
    assert_eq!(count, 0);
    // Nothing stays behind of a process that was killed.
    child.kill().unwrap();
    child.wait().unwrap();
    let store = world.store().await;
    store.append(&[entry("m", 1)]).await.unwrap();
    // Another name for the same file is the same file.
    let link = world.path().with_file_name("link.db");
    std::os::unix::fs::symlink(world.path(), &link).unwrap();
    let linked = Store::connect(&format!("sqlite:{}", link.display()))
        .await
        .unwrap();
    assert_eq!(seqs(&linked, "m").await, [1]);
    world.end().await;
}

#[tokio::test]
async fn moved_away() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    store.health().await.unwrap();
    let away = world.path().with_file_name("away.db");
    std::fs::rename(world.path(), &away).unwrap();
    tokio::time::sleep(A_WHILE).await;
    let error = store.health().await.unwrap_err();
    assert_eq!(error.code(), "store/unavailable");
    let report = error.report();
    assert!(report.contains("parlor.db: No such file"), "{report}");
    std::fs::write(world.path(), "something else").unwrap();
    tokio::time::sleep(A_WHILE).await;
    let report = store.health().await.unwrap_err().report();
    assert!(report.contains("another file is in its place"), "{report}");
    std::fs::rename(&away, world.path()).unwrap();
    tokio::time::sleep(A_WHILE).await;
    store.health().await.unwrap();
    world.end().await;
}

/// The operator is told path and cause, a player neither.
#[tokio::test]
async fn path_and_cause() {
    let error = Store::connect("sqlite:/proc/nowhere/parlor.db")
        .await
        .unwrap_err();
    refused!(Err::<(), _>(error.clone()), StoreError::Unavailable(_));
    assert_eq!(error.to_string(), "the database cannot be reached");
    let report = error.report();
    assert!(
        report.starts_with("the database cannot be reached: /proc/nowhere/parlor.db: No such file"),
        "{report}"
    );
    let url = "postgres://ann:hunter2@127.0.0.1:1/house";
    let report = Store::connect(url).await.unwrap_err().report();
    assert!(report.contains("127.0.0.1:1/house: "), "{report}");
    assert!(!report.contains("hunter2"), "{report}");
}
