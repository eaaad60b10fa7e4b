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

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base::Base;
use house::House;
use pair::{Pair, Tally};
use tokio::task::JoinSet;

const MATCHES: usize = 5;

/// A few by default; scripts/bench-kills.sh asks for twenty.
fn rounds() -> usize {
    let rounds = std::env::var("PARLOR_KILL_ROUNDS").ok();
    rounds.map_or(3, |rounds| rounds.parse().expect("a number of rounds"))
}

/// Some moment while the load is on.
fn moment() -> Duration {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    Duration::from_millis(300 + u64::from(now.subsec_micros()) % 700)
}

async fn killed_again_and_again(name: &str, base: Base) {
    let rounds = rounds();
    let mut tally = Tally::default();
    let mut house = House::start(base.url());
    let mut pairs = Vec::new();
    for place in 0..MATCHES {
        pairs.push(Pair::sit_down(house.address(), place).await);
    }
    for round in 0..rounds {
        let before: u64 = pairs.iter().map(Pair::settled).sum();
        let mut playing = JoinSet::new();
        for mut pair in pairs.drain(..) {
            playing.spawn(async move {
                pair.play_until_cut().await;
                pair
            });
        }
        tokio::time::sleep(moment()).await;
        house.kill();
        pairs = playing.join_all().await;
        let after: u64 = pairs.iter().map(Pair::settled).sum();
        assert!(after > before, "round {round}: there was load");
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
