use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use crate::friends::Friends;
use crate::house::House;
use crate::net::{Socket, api, connect, machine, say, sign_in};

/// A thousand connections without a complete request, from one address.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thousand_half_open_connections() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let mut held = Vec::new();
    for count in 0..1_000 {
        let port = [
            house.http,
            house.terminal,
            house.marelles,
            house.coexistence,
        ][count % 4];
        let Ok(mut stream) = connect(machine(1), port).await else {
            continue;
        };
        let _ = stream.write_all(b"GET / HTT").await;
        held.push(stream);
    }
    friends.play_on().await;
    // A third can still come in.
    let (status, _) = api(machine(3), house.http, "GET", "/games", None, None).await;
    assert_eq!(status, 200);
    let word = say(machine(1), house.http, b"", Duration::from_secs(5)).await;
    assert!(word.contains("server/too_many_sockets"), "{word}");
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("too many connections from one address");
}

/// The system has fewer descriptors left than the house reckoned with: strangers go, friends play on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn descriptors_run_out() {
    let house = House::open();
    let (asked, allowed) = house.open_files();
    assert_eq!(asked, allowed, "as many as the system allows");
    let mut friends = Friends::sit_down(&house).await;
    house.may_open(120);
    let mut held = Vec::new();
    for count in 0..300_u16 {
        let from = machine(1 + (count % 3) as u8);
        if let Ok(mut stream) = connect(from, house.http).await {
            let _ = stream.write_all(b"GET / HTT").await;
            held.push(stream);
        }
        if count % 30 == 0 {
            friends.play_on().await;
        }
    }
    friends.play_on().await;
    let (status, _) = api(machine(4), house.http, "GET", "/games", None, None).await;
    assert_eq!(status, 200, "somebody new comes in");
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("no room for more connections");
}

/// Heads and bodies a byte at a time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn slow_heads_and_slow_bodies() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let started = Instant::now();
    let mut slow = Vec::new();
    for count in 0..150_u8 {
        let begun = match count % 2 {
            0 => "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ".to_owned(),
            _ => "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                  Content-Length: 1000\r\n\r\n{"
                .to_owned(),
        };
        let mut stream = connect(machine(1), house.http).await.unwrap();
        slow.push(tokio::spawn(async move {
            let write = async {
                stream.write_all(begun.as_bytes()).await?;
                loop {
                    tokio::time::sleep(Duration::from_millis(500)).await;
                    stream.write_all(b"a").await?;
                }
                #[allow(unreachable_code)]
                std::io::Result::Ok(())
            };
            tokio::time::timeout(Duration::from_secs(30), write)
                .await
                .is_ok()
        }));
    }
    for _ in 0..4 {
        tokio::time::sleep(Duration::from_secs(1)).await;
        friends.play_on().await;
    }
    // Ten seconds for a head or a body.
    for task in slow {
        assert!(task.await.unwrap(), "it was never hung up on");
    }
    assert!(started.elapsed() < Duration::from_secs(30));
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("a request took too long to come");
}

/// Whoever asks for much and takes nothing of it: pages, sockets, terminals.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn readers_that_take_nothing() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let mallory = sign_in(machine(2), house.http, "Mallory").await;
    // Whoever does not say who they are has half a minute at the Marelles port.
    let mut nameless = connect(machine(3), house.marelles).await.unwrap();
    let mut held = Vec::new();
    for _ in 0..60 {
        let mut stream = connect(machine(1), house.http).await.unwrap();
        let ask = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400);
        let write = stream.write_all(ask.as_bytes());
        let _ = tokio::time::timeout(Duration::from_millis(200), write).await;
        held.push(stream);
    }
    // Sockets that ask for the whole list again and again and read nothing.
    let new = json!({ "game": "mars", "name": "x".repeat(60) });
    for _ in 0..20 {
        let made = ("POST", "/tables");
        api(
            machine(2),
            house.http,
            made.0,
            made.1,
            Some(&mallory),
            Some(&new),
        )
        .await;
    }
    let mut deaf = Vec::new();
    for count in 0..40 {
        // On a busy machine all this takes long, and whoever says nothing for so long is gone.
        if count % 8 == 0 {
            friends.play_on().await;
        }
        let mut socket = Socket::open(machine(2), house.http, None).await;
        for _ in 0..240 {
            socket.say(&json!({ "type": "lobby" })).await;
        }
        deaf.push(socket);
    }
    for _ in 0..10 {
        friends.play_on().await;
        tokio::time::sleep(Duration::from_secs(3)).await;
    }
    friends.play_on().await;
    house.is_slim();
    // Twenty seconds for whoever takes nothing: the first of them are gone by now.
    let mut gone = 0;
    for mut stream in held {
        let mut buffer = [0; 8192];
        let read = async { while matches!(stream.read(&mut buffer).await, Ok(1..)) {} };
        gone += usize::from(
            tokio::time::timeout(Duration::from_secs(1), read)
                .await
                .is_ok(),
        );
    }
    assert!(gone >= 30, "{gone} of 60 were hung up on");
    let mut buffer = [0; 8192];
    let read = async { while matches!(nameless.read(&mut buffer).await, Ok(1..)) {} };
    let gone = tokio::time::timeout(Duration::from_secs(20), read).await;
    assert!(gone.is_ok(), "the nameless were not hung up on");
    house.has_told_once("a connection was closed: it takes nothing");
}
