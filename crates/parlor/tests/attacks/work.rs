//! What makes the house think: bots, hints, reviews, previews.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::friends::Friends;
use crate::house::House;
use crate::net::{Socket, api, machine, sign_in};

/// A table of one person against bots: its id.
async fn table(house: &House, from: u8, token: &str, new: &Value) -> Option<String> {
    let from = machine(from);
    let made = api(from, house.http, "POST", "/tables", Some(token), Some(new)).await;
    (made.0 == 201).then(|| made.1["id"].as_str().unwrap().to_owned())
}

/// Somebody new asks a bot for a move: how long until it has answered.
async fn bots_answer(house: &House) -> Duration {
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
    started.elapsed()
}

/// One person with as many bots at work as the house allows: another's bot answers all the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn somebody_keeps_all_bots_busy() {
    let mut house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let token = sign_in(machine(1), house.http, "Mallory").await;
    let new = json!({ "game": "risk", "seats": 6, "bots": vec!["best"; 5] });
    let mut refused = 0;
    for _ in 0..70 {
        let made = table(&house, 1, &token, &new).await;
        refused += usize::from(made.is_none());
    }
    assert_eq!(refused, 20, "fifty matches a person");
    friends.play_on().await;
    let waited = bots_answer(&house).await;
    assert!(waited < Duration::from_secs(15), "the bot took {waited:?}");
    friends.play_on().await;
    house.is_slim();
    // Whoever thinks is not waited for when the house closes.
    house.stops_soon();
}

/// Hints, previews and reviews, asked for by the hundred.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn questions_that_cost_thought() {
    let mut house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let token = sign_in(machine(1), house.http, "Mallory").await;
    let new = json!({ "game": "mars", "bots": ["beginner"] });
    let playing = table(&house, 1, &token, &new).await.unwrap();
    // Matches that are over at once, each worth a review.
    let mut over = Vec::new();
    for _ in 0..30 {
        let id = table(&house, 1, &token, &new).await.unwrap();
        let resign = json!({ "type": "resign", "match": id, "id": format!("r {id}") });
        let path = "/commands";
        let from = machine(1);
        let done = api(from, house.http, "POST", path, Some(&token), Some(&resign)).await;
        assert_eq!(done.0, 200, "{}", done.1);
        over.push(id);
    }
    let mut asking = Vec::new();
    for count in 0..240_u16 {
        let path = match count % 3 {
            0 => format!("/matches/{playing}/hint"),
            1 => format!("/matches/{playing}/preview?action=0,0-0,1"),
            _ => format!(
                "/matches/{}/review",
                over[usize::from(count / 3) % over.len()]
            ),
        };
        let (token, http) = (token.clone(), house.http);
        asking.push(tokio::spawn(async move {
            api(machine(1), http, "GET", &path, Some(&token), None)
                .await
                .0
        }));
    }
    friends.play_on().await;
    let waited = bots_answer(&house).await;
    assert!(waited < Duration::from_secs(10), "the bot took {waited:?}");
    friends.play_on().await;
    let mut busy = 0;
    for answer in asking {
        let status = answer.await.unwrap();
        assert!([200, 202, 409, 429, 503].contains(&status), "{status}");
        busy += usize::from(status == 503 || status == 429);
    }
    assert!(busy > 50, "only {busy} were told to wait");
    friends.play_on().await;
    house.is_slim();
    // With reviews under way, too.
    house.stops_soon();
}
