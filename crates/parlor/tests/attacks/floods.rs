use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};

use crate::friends::Friends;
use crate::house::House;
use crate::net::{Socket, machine, say, sign_in};

/// Sockets that send as fast as they can: commands, pings, binary frames, login after login.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_that_never_stop() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let token = sign_in(machine(1), house.http, "Mallory").await;
    let login = json!({ "type": "login", "token": token }).to_string();
    let mut floods = Vec::new();
    for message in [
        Message::text(json!({ "type": "ping", "id": "x" }).to_string()),
        Message::text(login),
        Message::text("{".repeat(30_000)),
        Message::Ping(vec![0; 100].into()),
        Message::binary(vec![0; 10_000]),
        Message::text(json!({ "type": "lobby" }).to_string()),
    ] {
        let socket = Socket::open(machine(1), house.http, None).await;
        floods.push(tokio::spawn(async move {
            let (mut write, mut read) = socket.0.split();
            let drain = tokio::spawn(async move { while let Some(Ok(_)) = read.next().await {} });
            let started = Instant::now();
            while started.elapsed() < Duration::from_secs(20)
                && write.send(message.clone()).await.is_ok()
            {}
            drain.abort();
            started.elapsed()
        }));
    }
    friends.play_on().await;
    for flood in floods {
        let lasted = flood.await.unwrap();
        assert!(
            lasted < Duration::from_secs(20),
            "a flood went on for {lasted:?}"
        );
    }
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("too many messages");
}

/// Frames that are larger than any message, in one piece and in endlessly many.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn frames_without_measure() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    for size in [100_000, 1 << 20, 16 << 20] {
        let mut socket = Socket::open(machine(1), house.http, None).await;
        let _ = socket.0.send(Message::text("x".repeat(size))).await;
        assert_eq!(closed(&mut socket).await, Some(1009), "{size} bytes");
    }
    // A message in pieces, each small enough.
    let mut socket = Socket::open(machine(1), house.http, None).await;
    let piece = |code| Message::Frame(Frame::message(vec![b'x'; 1000], OpCode::Data(code), false));
    let _ = socket.0.send(piece(Data::Text)).await;
    let mut sent = 0;
    while sent < 100_000 && socket.0.send(piece(Data::Continue)).await.is_ok() {
        sent += 1;
    }
    assert!(sent < 100_000, "a message of 100 MB was heard to the end");
    friends.play_on().await;
    // Heads that promise more than memory has.
    for length in [u64::MAX, 1 << 40, 1 << 32] {
        let mut bytes = b"GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\
            Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
            .to_vec();
        bytes.extend([0x81, 0xff]);
        bytes.extend(length.to_be_bytes());
        bytes.extend([0; 4]);
        let wait = Duration::from_secs(2);
        let answer = say(machine(1), house.http, &bytes, wait).await;
        assert!(answer.starts_with("HTTP/1.1 101"), "{answer}");
    }
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("too large a message");
}

/// The code the house closed with.
async fn closed(socket: &mut Socket) -> Option<u16> {
    let read = async {
        while let Some(Ok(message)) = socket.0.next().await {
            if let Message::Close(Some(CloseFrame { code, .. })) = message {
                return Some(u16::from(code));
            }
        }
        None
    };
    let read = tokio::time::timeout(Duration::from_secs(5), read).await;
    read.unwrap_or(None)
}

/// Thousands of requests, and what is far too large.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn requests_without_end_and_without_measure() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let wait = Duration::from_secs(5);
    let burst = "GET /api/v1/tables HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(3_000);
    let answers = say(machine(1), house.http, burst.as_bytes(), wait).await;
    assert!(answers.contains("429 Too Many Requests"));
    friends.play_on().await;
    let head = format!("GET / HTTP/1.1\r\nX-Large: {}\r\n\r\n", "x".repeat(1 << 20));
    let answer = say(machine(2), house.http, head.as_bytes(), wait).await;
    assert!(answer.contains("431") || answer.is_empty(), "{answer}");
    let body = format!(
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{}",
        10 << 20,
        "x".repeat(10 << 20)
    );
    let answer = say(machine(2), house.http, body.as_bytes(), wait).await;
    assert!(answer.contains("413") || answer.is_empty(), "{answer}");
    for port in [house.terminal, house.marelles, house.coexistence] {
        let endless = vec![b'x'; 4 << 20];
        say(machine(2), port, &endless, Duration::from_secs(2)).await;
    }
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("too many requests from one address");
}

/// Lines without end at the text ports.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    for port in [house.terminal, house.marelles, house.coexistence] {
        let lines = b"PS\n".repeat(1 << 20);
        let started = Instant::now();
        say(machine(1), port, &lines, Duration::from_secs(20)).await;
        let lasted = started.elapsed();
        assert!(lasted < Duration::from_secs(20), "heard for {lasted:?}");
        friends.play_on().await;
    }
    house.is_slim();
    house.has_told_once("too many lines");
}
