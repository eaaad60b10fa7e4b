//! A copy made while people play has everything that was acknowledged before it was begun.

use std::process::Command;

use tempfile::TempDir;

use crate::base::Base;
use crate::house::House;
use crate::load::{Load, assert_clean};
use crate::pair::{Pair, Tally};

const PAIRS: usize = 3;
const MOVES: usize = 20;

fn parlor(arguments: [&str; 4]) {
    let program = env!("CARGO_BIN_EXE_parlor");
    let done = Command::new(program).args(arguments).output().unwrap();
    let said = String::from_utf8_lossy(&done.stderr);
    assert!(done.status.success(), "{arguments:?}: {said}");
}

/// What anybody can do with a record: `parlor verify`.
fn verify(record: &str) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("record.json");
    std::fs::write(&file, record).unwrap();
    let done = Command::new(env!("CARGO_BIN_EXE_parlor"))
        .arg("verify")
        .arg(&file)
        .output()
        .unwrap();
    assert!(done.status.success(), "{done:?}");
}

async fn saved_under_load_and_restored(name: &str, base: Base, copy: Base) {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("copy");
    let file = file.to_str().unwrap();
    let mut house = House::start(base.url());
    let load = Load::start(&[house.address()], PAIRS);
    let mut pairs = Vec::new();
    for place in 0..PAIRS {
        let mut pair = Pair::sit_down(house.address(), place).await;
        pair.play(MOVES).await;
        pairs.push(pair);
    }
    parlor(["backup", "--database", base.url(), file]);
    assert_clean(&load.stop());
    house.kill();

    parlor(["restore", "--database", copy.url(), file]);
    let mut house = House::start(copy.url());
    let mut tally = Tally::default();
    for pair in &mut pairs {
        pair.come_back(house.address()).await;
        pair.play(MOVES).await;
        tally += pair.check(house.address()).await;
        verify(&pair.record(house.address()).await);
    }
    println!("{name}: {tally}");
    assert_eq!((tally.lost, tally.doubled), (0, 0));
    house.kill();
    base.end().await;
    copy.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_sqlite() {
    saved_under_load_and_restored("sqlite", Base::sqlite(), Base::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_postgres() {
    let (base, copy) = (Base::postgres().await, Base::mysql().await);
    saved_under_load_and_restored("postgres", base, copy).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_mariadb() {
    let (base, copy) = (Base::mysql().await, Base::sqlite());
    saved_under_load_and_restored("mariadb", base, copy).await;
}
