//! Bad manners on the socket harm nobody else.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;

use crate::support::{Choice, House, PATIENCE, Socket, play_on, two};

async fn says(socket: &mut Socket, text: &str) -> Value {
    assert!(socket.send_raw(Message::text(text)).await);
    socket.until(|frame| frame["type"] != "pong").await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nonsense_is_refused_with_codes() {
    let house = House::open().await;
    let (_, mut socket) = house.enter("Ann").await;
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    let deep_field = format!(
        "{{\"type\":\"create_table\",\"game\":\"marelles\",\"options\":{}1{}}}",
        "{\"a\":".repeat(5_000),
        "}".repeat(5_000)
    );
    for (text, code) in [
        ("", "request/malformed"),
        ("{", "request/malformed"),
        ("null", "request/malformed"),
        ("[]", "request/malformed"),
        ("\"ping\"", "request/malformed"),
        ("{}", "request/malformed"),
        ("{\"type\":7}", "request/malformed"),
        ("{\"type\":\"dance\"}", "request/unknown"),
        ("{\"type\":\"play\"}", "request/malformed"),
        (
            "{\"type\":\"play\",\"match\":1,\"seq\":0,\"action\":\"A1\"}",
            "request/malformed",
        ),
        (
            "{\"type\":\"play\",\"match\":\"m\",\"seq\":-1,\"action\":\"A1\"}",
            "request/malformed",
        ),
        (
            "{\"type\":\"play\",\"match\":\"m\",\"seq\":1e99,\"action\":\"A1\"}",
            "request/malformed",
        ),
        (
            "{\"type\":\"play\",\"match\":\"m\",\"seq\":0,\"action\":{}}",
            "request/malformed",
        ),
        (
            "{\"type\":\"create_table\",\"game\":\"marelles\",\"surprise\":1}",
            "request/malformed",
        ),
        (
            "{\"type\":\"join\",\"table\":\"t\",\"seat\":300}",
            "request/malformed",
        ),
        (
            "{\"type\":\"join\",\"table\":\"t\",\"nonce\":\"zz\"}",
            "request/malformed",
        ),
        ("{\"type\":\"ping\",\"id\":7}", "request/malformed"),
        (
            "{\"type\":\"open\",\"match\":\"\\u0000'; DROP TABLE matches;--\"}",
            "match/unknown",
        ),
        (&deep, "request/malformed"),
        (&deep_field, "request/malformed"),
    ] {
        let answer = says(&mut socket, text).await;
        assert_eq!(answer["type"], "error", "{text:.60} -> {answer}");
        assert_eq!(answer["code"], code, "{text:.60} -> {answer}");
        assert!(answer["message"].as_str().unwrap().len() < 400);
    }
    // The answer carries the command's id where it can be made out.
    let answer = says(&mut socket, "{\"type\":\"play\",\"id\":\"p1\"}").await;
    assert_eq!(answer["id"], "p1");
    let giant = json!({ "type": "ping", "id": "x".repeat(65) });
    assert_eq!(
        says(&mut socket, &giant.to_string()).await["code"],
        "request/bad_id"
    );
    assert!(
        socket
            .send_raw(Message::binary(vec![0, 159, 146, 150]))
            .await
    );
    assert_eq!(socket.next("error").await["code"], "request/malformed");
    assert_eq!(socket.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_megabyte_is_too_much() {
    let house = House::open().await;
    let (_, mut bad) = house.enter("Ann").await;
    let (_, mut good) = house.enter("Bo").await;
    let text = format!(
        "{{\"type\":\"login\",\"token\":\"{}\"}}",
        "x".repeat(1 << 20)
    );
    bad.send_raw(Message::text(text)).await;
    assert!(bad.closed_within(PATIENCE).await);
    assert_eq!(good.ask(json!({ "type": "ping" })).await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_slowed_then_cut() {
    let house = House::with(|config| config.messages_per_second = 50).await;
    let (_, bad) = house.enter("Ann").await;
    let (_, mut good) = house.enter("Bo").await;
    let flood = tokio::spawn(async move {
        let mut bad = bad;
        let ping = json!({ "type": "ping" }).to_string();
        let mut sent = 0;
        while sent < 100_000 && bad.send_raw(Message::text(ping.clone())).await {
            sent += 1;
        }
        let closed = bad.closed_within(PATIENCE).await;
        let slowed = bad
            .heard
            .iter()
            .any(|text| text.contains("server/too_fast"));
        (sent, closed, slowed)
    });
    // Somebody else is served as usual meanwhile.
    let mut rounds = 0;
    while !flood.is_finished() && rounds < 2000 {
        assert_eq!(good.ask(json!({ "type": "ping" })).await["type"], "pong");
        tokio::time::sleep(Duration::from_millis(50)).await;
        rounds += 1;
    }
    let (sent, closed, slowed) = timeout(PATIENCE, flood).await.unwrap().unwrap();
    assert!(
        closed && slowed,
        "{sent} sent, closed: {closed}, slowed: {slowed}"
    );
}

/// A client that never reads fills its own buffers, nobody else's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_never_reads_is_cut_off() {
    let house = House::with(|config| config.patience_ms = 1000).await;
    let new = json!({ "game": "marelles", "options": { "max_plies": 80 } });
    let (ann, bo, table) = two(&house, new).await;
    let id = table["id"].as_str().unwrap();
    let mut deaf = handshake(&house).await;
    let open = json!({ "type": "open", "match": id });
    let ask = masked(&open.to_string());
    // Hundreds of snapshots are asked for and none is read.
    let sending = tokio::spawn(async move {
        for _ in 0..200_000 {
            if deaf.write_all(&ask).await.is_err() {
                return true;
            }
        }
        false
    });
    let mut players = [ann, bo];
    play_on(&mut players, &mut Choice::new(2), 30).await;
    assert_eq!(players[0].seq, 30, "the match goes on");
    assert!(
        timeout(PATIENCE, sending).await.unwrap().unwrap(),
        "cut off"
    );
}

/// The line is dead but nobody has said so: no answer to the server's ping.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_half_open_socket_is_closed() {
    let house = House::with(|config| {
        config.quiet_ms = 300;
        config.patience_ms = 2000;
    })
    .await;
    let mut silent = handshake(&house).await;
    let mut all = Vec::new();
    let read = timeout(PATIENCE, silent.read_to_end(&mut all)).await;
    assert!(read.is_ok(), "the server gives up");
    // Whoever answers pings stays.
    let mut alive = house.stranger().await;
    let closed = alive.closed_within(Duration::from_secs(4)).await;
    assert!(!closed);
}

/// Connections that break off inside a frame, or speak no frames at all.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_frames() {
    let house = House::open().await;
    let (_, mut good) = house.enter("Ann").await;
    let whole = masked(&json!({ "type": "ping" }).to_string());
    for part in 0..whole.len() {
        let mut stream = handshake(&house).await;
        stream.write_all(&whole[..part]).await.unwrap();
    }
    for bad in [
        // Not masked, a reserved opcode, a length beyond all bounds.
        vec![0x81, 0x02, b'{', b'}'],
        vec![0x8f, 0x80, 0, 0, 0, 0],
        [[0x81, 0xff].as_slice(), &[0x7f; 8], &[0; 4]].concat(),
    ] {
        let mut stream = handshake(&house).await;
        stream.write_all(&bad).await.unwrap();
        let mut all = Vec::new();
        let closed = timeout(PATIENCE, stream.read_to_end(&mut all)).await;
        assert!(closed.is_ok(), "{bad:?} is hung up on");
    }
    assert_eq!(good.ask(json!({ "type": "ping" })).await["type"], "pong");
}

/// A socket by hand, which reads nothing after the handshake.
async fn handshake(house: &House) -> TcpStream {
    let address = house.address();
    let mut stream = TcpStream::connect(address).await.unwrap();
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    stream.read_exact(&mut head).await.unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    stream
}

/// A text frame of a client, with a mask of zeros.
fn masked(text: &str) -> Vec<u8> {
    assert!(text.len() < 126);
    let mut frame = vec![0x81, 0x80 | text.len() as u8, 0, 0, 0, 0];
    frame.extend_from_slice(text.as_bytes());
    frame
}
