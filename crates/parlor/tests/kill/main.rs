//! `kill -9` under load, on every back end: no acknowledged move is lost, none is doubled, and
//! every client goes on.

// In a test to unwrap is to assert.
#![allow(unreachable_pub, clippy::unwrap_used)]

mod backup;
mod base;
mod house;
mod load;
mod nats;
mod nodes;
mod pair;

use std::fs::OpenOptions;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use base::Base;
use house::House;
use pair::{Pair, Tally};
use tokio::task::JoinSet;

const MATCHES: usize = 5;

/// A few by default; scripts/bench-kills.sh asks for more, again and again.
fn rounds() -> usize {
    let rounds = std::env::var("PARLOR_KILL_ROUNDS").ok();
    rounds.map_or(3, |rounds| rounds.parse().expect("a number of rounds"))
}

/// Some moment while the load is on.
fn moment() -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Duration::from_millis(20 + u64::from(now.subsec_micros()) % 380)
}

/// A life of the server counts when something was played in it.
async fn load_is_on(moves: &AtomicU64) {
    let begun = Instant::now();
    while moves.load(Ordering::Relaxed) == 0 {
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "there is no load"
        );
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
}

/// One more line of the tally that scripts/bench-kills.sh keeps.
fn keep(name: &str, rounds: usize, tally: &Tally) {
    let Ok(path) = std::env::var("PARLOR_KILL_TALLY") else {
        return;
    };
    let Tally {
        moves,
        lost,
        doubled,
        resumed,
    } = tally;
    let line = format!("{name}\t{rounds}\t{moves}\t{lost}\t{doubled}\t{resumed}\n");
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.unwrap().write_all(line.as_bytes()).unwrap();
}

async fn killed_again_and_again(name: &str, base: Base) {
    let rounds = rounds();
    let mut tally = Tally::default();
    let mut house = House::start(base.url());
    let mut pairs = Vec::new();
    for place in 0..MATCHES {
        pairs.push(Pair::sit_down(house.address(), place).await);
    }
    for _ in 0..rounds {
        let moves = Arc::new(AtomicU64::new(0));
        let mut playing = JoinSet::new();
        for mut pair in pairs.drain(..) {
            let moves = moves.clone();
            playing.spawn(async move {
                pair.play_until_cut(&moves).await;
                pair
            });
        }
        load_is_on(&moves).await;
        tokio::time::sleep(moment()).await;
        house.kill();
        pairs = playing.join_all().await;
        house = House::start(base.url());
        for pair in &mut pairs {
            pair.come_back(house.address()).await;
            tally.resumed += 2;
            if pair.is_over() {
                tally += pair.check(house.address()).await;
                pair.play_again().await;
            }
        }
    }
    for pair in &mut pairs {
        tally += pair.check(house.address()).await;
    }
    println!("{name}: {rounds} rounds, {tally}");
    keep(name, rounds, &tally);
    assert_eq!((tally.lost, tally.doubled), (0, 0));
    house.kill();
    base.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite() {
    killed_again_and_again("sqlite", Base::sqlite()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres() {
    killed_again_and_again("postgres", Base::postgres().await).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mariadb() {
    killed_again_and_again("mariadb", Base::mysql().await).await;
}
