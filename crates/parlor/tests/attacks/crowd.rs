use std::time::Duration;

use serde_json::json;
use tokio::io::AsyncWriteExt;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{Socket, api, connect, machine, say};

/// A stranger with a thousand connections from ten addresses, at every door: two friends finish their
/// game, and a third comes in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_connections_from_ten_addresses() {
    let house = House::open();
    let mut friends = Friends::sit_down_for(&house, 40).await;
    let ports = [
        house.http,
        house.terminal,
        house.marelles,
        house.coexistence,
    ];
    let mut held = Vec::new();
    let mut sockets = Vec::new();
    for count in 0..1_000_u16 {
        let from = machine(1 + (count % 10) as u8);
        if count % 5 == 4 {
            let mut socket = Socket::open(from, house.http, None).await;
            socket.say(&json!({ "type": "lobby" })).await;
            sockets.push(socket);
            continue;
        }
        let Ok(mut stream) = connect(from, ports[usize::from(count) % 4]).await else {
            continue;
        };
        let _ = stream.write_all(b"GET / HTT").await;
        held.push(stream);
        if count % 50 == 0 {
            friends.play_on().await;
        }
    }
    assert!(held.len() + sockets.len() > 900);
    friends.finish().await;
    assert!(friends.is_over());
    let (status, _) = api(machine(200), house.http, "GET", "/games", None, None).await;
    assert_eq!(status, 200);
    let word = say(
        machine(200),
        house.terminal,
        b"name Dora\nquit\n",
        Duration::from_secs(5),
    )
    .await;
    assert!(word.contains("Welcome, Dora"), "{word}");
    // The record of what they played is whole.
    let path = format!("/matches/{}/record", friends.id());
    let (status, _) = api(machine(200), house.http, "GET", &path, None, None).await;
    assert_eq!(status, 200);
    house.is_slim();
}
