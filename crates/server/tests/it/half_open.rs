//! Connections that say nothing, say it slowly, or are too many.

use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{House, PATIENCE, Socket, eventually, raw_request};

async fn hasty() -> House {
    House::with(|config| {
        config.request_ms = 300;
        config.patience_ms = 300;
    })
    .await
}

/// What the server says until it hangs up.
async fn last_words(mut stream: TcpStream) -> String {
    let mut all = Vec::new();
    let read = timeout(PATIENCE, stream.read_to_end(&mut all)).await;
    let _ = read.expect("the server hangs up");
    String::from_utf8_lossy(&all).into_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_request_must_be_made_in_time() {
    let house = hasty().await;
    for begun in [
        "",
        "GET",
        "GET / HTTP/1.1\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: ",
    ] {
        let mut stream = TcpStream::connect(house.address()).await.unwrap();
        stream.write_all(begun.as_bytes()).await.unwrap();
        last_words(stream).await;
    }
    // Also the next one on the same connection.
    let mut stream = TcpStream::connect(house.address()).await.unwrap();
    let whole = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";
    stream.write_all(whole.as_bytes()).await.unwrap();
    assert!(last_words(stream).await.contains("200 OK"));
}

/// A browser that rests between two requests is no news, half a request is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_request_is_logged_once() {
    let house = hasty().await;
    let told = || {
        let log = crate::logs::all();
        let lines = log.lines();
        lines
            .filter(|line| line.contains("took too long to come"))
            .count()
    };
    for rests in ["", "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"] {
        let mut stream = TcpStream::connect(house.address()).await.unwrap();
        stream.write_all(rests.as_bytes()).await.unwrap();
        last_words(stream).await;
    }
    assert_eq!(told(), 0);
    for _ in 0..3 {
        let mut stream = TcpStream::connect(house.address()).await.unwrap();
        stream.write_all(b"GET / HTT").await.unwrap();
        last_words(stream).await;
    }
    eventually("it is logged", async || told() == 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_body_must_come_in_time() {
    let house = hasty().await;
    let head = "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                Content-Length: 14\r\n\r\n{\"name\"";
    let answer = raw_request(house.address(), head.as_bytes()).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (408, "request/too_slow")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_takes_nothing_is_let_go() {
    let house = House::with(|config| {
        config.patience_ms = 300;
        config.sockets_per_address = 1;
    })
    .await;
    let mut greedy = TcpStream::connect(house.address()).await.unwrap();
    let wish = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(2_000);
    let _ = timeout(Duration::from_secs(2), greedy.write_all(wish.as_bytes())).await;
    eventually("there is room again", async || {
        house.get(None, "/healthz").await.status == 200
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_are_counted_at_every_door_and_refused_in_words() {
    let house = House::with(|config| config.sockets_per_address = 3).await;
    let mut held = Vec::new();
    for port in [house.address(), house.terminal(), house.marelles()] {
        held.push(TcpStream::connect(port).await.unwrap());
    }
    // They are counted when they are accepted, which may take a moment.
    eventually("the fourth is refused", async || {
        house.get(None, "/healthz").await.status == 429
    })
    .await;
    let answer = house.get(None, "/").await;
    assert_eq!(answer.code(), "server/too_many_sockets");
    let text = |port| async move { last_words(TcpStream::connect(port).await.unwrap()).await };
    let terminal = text(house.terminal()).await;
    assert!(
        terminal.contains("too many connections from this address"),
        "{terminal}"
    );
    assert_eq!(text(house.marelles()).await, "[error]full\n");
    let frame = text(house.coexistence()).await;
    assert_eq!(frame.len(), 19 * 41);
    assert!(
        frame.contains("TOO MANY CONNECTIONS FROM YOUR ADDRESS"),
        "{frame}"
    );
    drop(held);
    eventually("there is room again", async || {
        house.get(None, "/healthz").await.status == 200
    })
    .await;
}

/// An answer before the question is none for an HTTP client, which would not learn what is wrong.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_web_door_refuses_after_it_was_asked() {
    let house = House::with(|config| config.sockets_per_address = 1).await;
    let _held = TcpStream::connect(house.address()).await.unwrap();
    eventually("the second is refused", async || {
        house.get(None, "/healthz").await.status == 429
    })
    .await;
    let begun = Instant::now();
    let mut slow = TcpStream::connect(house.address()).await.unwrap();
    let early = timeout(Duration::from_millis(300), slow.peek(&mut [0; 64])).await;
    // After a second it waits no longer.
    let early = early.is_ok() && begun.elapsed() < Duration::from_millis(900);
    assert!(!early, "the house spoke first");
    let ask = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";
    slow.write_all(ask).await.unwrap();
    let word = last_words(slow).await;
    assert!(word.contains("server/too_many_sockets"), "{word}");
    // Whoever asks nothing hears it all the same, and is let go.
    let silent = TcpStream::connect(house.address()).await.unwrap();
    let word = last_words(silent).await;
    assert!(word.contains("server/too_many_sockets"), "{word}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_make_room_when_connections_run_out() {
    let house = House::with(|config| config.connections = Some(10)).await;
    let (_, mut ann) = house.enter("Ann").await;
    let mut crowd = Vec::new();
    for _ in 0..40 {
        crowd.push(TcpStream::connect(house.address()).await.unwrap());
        assert_eq!(house.get(None, "/healthz").await.status, 200);
    }
    // The first of the crowd have gone; whoever has a name stays.
    let first = crowd.remove(0);
    last_words(first).await;
    assert_eq!(ann.ask(json!({ "type": "ping" })).await["type"], "pong");
    assert!(crate::logs::all().contains("no room for more connections"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pings_and_binary_frames_are_messages() {
    for flood in [Message::Ping(Vec::new().into()), Message::binary(vec![1])] {
        let house = House::with(|config| config.messages_per_second = 20).await;
        let (_, mut bad) = house.enter("Ann").await;
        for _ in 0..3_000 {
            if !bad.send_raw(flood.clone()).await {
                break;
            }
        }
        assert!(bad.closed_within(PATIENCE).await);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn too_fast_is_said_to_the_command() {
    let house = House::with(|config| config.messages_per_second = 1).await;
    let (_, mut ann) = house.enter("Ann").await;
    for count in 0..8 {
        ann.say(&json!({ "type": "ping", "id": format!("p{count}") }))
            .await;
    }
    for count in 0..8 {
        let id = format!("p{count}");
        ann.until(|frame| frame["id"] == id.as_str()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_frame_that_is_too_large_is_called_so() {
    let house = House::open().await;
    let mut socket = Socket::connect(house.address(), None).await;
    socket.send_raw(Message::text("x".repeat(70_000))).await;
    assert!(socket.closed_within(PATIENCE).await);
    assert_eq!(socket.close_code, Some(1009));
    // What is refused is not sent back: an id of 60 KB is none.
    let mut socket = house.stranger().await;
    socket
        .say(&json!({ "type": "ping", "id": "x".repeat(60_000) }))
        .await;
    let answer = socket.next("error").await;
    assert_eq!(answer["code"], "request/bad_id");
    assert!(answer.to_string().len() < 1_000);
}
