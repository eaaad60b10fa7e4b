use std::time::{Duration, Instant};

use crate::friends::Friends;
use crate::house::House;
use crate::net::{machine, say};

/// What the house says of itself.
async fn health(house: &House) -> String {
    let ask = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    say(machine(9), house.http, ask, Duration::from_secs(10)).await
}

async fn until_health(house: &House, status: &str) -> String {
    let begun = Instant::now();
    loop {
        let answer = health(house).await;
        if answer.starts_with(status) {
            return answer;
        }
        assert!(begun.elapsed() < Duration::from_secs(20), "{answer}");
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}

/// The disk is full: moves are refused and nothing acknowledged is lost; it goes on by itself when
/// there is room.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    for _ in 0..20 {
        friends.play_on().await;
    }
    let largest = std::fs::read_dir(house.folder.path()).unwrap();
    let largest = largest.map(|file| file.unwrap().metadata().unwrap().len());
    house.may_write(Some(largest.max().unwrap() + 100_000));
    let begun = Instant::now();
    let refused = loop {
        if let Err(code) = friends.attempt().await {
            break code;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "it never filled");
    };
    assert_eq!(refused, "server/unavailable");
    let answer = until_health(&house, "HTTP/1.1 503").await;
    assert!(answer.contains("nothing can be stored"), "{answer}");
    house.has_told_once("nothing can be stored");
    // It keeps saying so, and answers whoever asks.
    for _ in 0..5 {
        assert_eq!(
            friends.attempt().await,
            Err("server/unavailable".to_owned())
        );
    }
    assert_eq!(friends.log(&house).await.len() as u64, friends.seq());
    house.has_told_once("moves cannot be stored");

    house.may_write(None);
    until_health(&house, "HTTP/1.1 200").await;
    for _ in 0..5 {
        friends.play_on().await;
    }
    let (log, seq) = (friends.log(&house).await, friends.seq());
    assert_eq!(log.len() as u64, seq);
    house.is_slim();
    // And all of it is on the disk.
    let house = house.open_again();
    assert_eq!(friends.log(&house).await, log);
}
