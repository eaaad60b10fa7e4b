use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::json;
use tokio_tungstenite::tungstenite::Message;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{Socket, api, machine, say, sign_in};

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
    assert_eq!(house.logged("too many messages"), 1, "{}", house.log());
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
}

/// One person with as many bots at work as the house allows: another's bot answers all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_keeps_all_bots_busy() {
    let mut house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let token = sign_in(machine(1), house.http, "Mallory").await;
    let mut refused = 0;
    let bots = vec!["best"; 5];
    let new = json!({ "game": "risk", "seats": 6, "bots": bots });
    for _ in 0..70 {
        let made = api(
            machine(1),
            house.http,
            "POST",
            "/tables",
            Some(&token),
            Some(&new),
        )
        .await;
        refused += usize::from(made.0 != 201);
    }
    assert_eq!(refused, 20, "fifty matches a person");
    friends.play_on().await;

    let cy = sign_in(machine(3), house.http, "Cy").await;
    let mut socket = Socket::open(machine(3), house.http, Some(&cy)).await;
    let new = json!({ "type": "create_table", "game": "marelles", "bots": ["medium"] });
    let made = socket.ask("new", new).await;
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let open = socket
        .ask("open", json!({ "type": "open", "match": id }))
        .await;
    assert_eq!(open["type"], "match");
    let started = Instant::now();
    let play = json!({ "type": "play", "match": id, "seq": 0, "action": "A1" });
    assert_ne!(socket.ask("play", play).await["type"], "error");
    socket.until(|frame| frame["seq"] == 2).await;
    let waited = started.elapsed();
    assert!(waited < Duration::from_secs(15), "the bot took {waited:?}");
    friends.play_on().await;
    house.is_slim();
    // Whoever thinks is not waited for when the house closes.
    let took = house.stop();
    assert!(took < Duration::from_secs(5), "it closed after {took:?}");
}
