//! A command is carried out once, however often it is sent.

use serde_json::{Value, json};

use crate::support::{House, Player, eventually, raw_request, two};

fn marelles() -> Value {
    json!({ "game": "marelles" })
}

async fn entries(house: &House, id: &str) -> usize {
    let log = house.get(None, &format!("/api/v1/matches/{id}/log")).await;
    log.json()["log"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resend_is_answered_and_not_played() {
    let mut house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, marelles()).await;
    let first = ann.play_as("c1", 0, "A1").await;
    assert_eq!(
        (&first["type"], &first["seq"]),
        (&json!("update"), &json!(1))
    );
    let again = ann.play_as("c1", 0, "A1").await;
    assert_eq!(again["type"], "done", "{again}");

    ann.come_back(&house).await;
    assert_eq!(ann.play_as("c1", 0, "A1").await["type"], "done");

    // The other player's ids are their own.
    bo.follow(1).await;
    let other = bo.play_as("c1", 1, "D7").await;
    assert_eq!(other["type"], "update", "{other}");
    assert_eq!(entries(&house, &ann.id).await, 2);

    house.restart().await;
    ann.come_back(&house).await;
    assert_eq!(ann.play_as("c1", 0, "A1").await["type"], "done");
    assert_eq!(entries(&house, &ann.id).await, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_copies_in_one_breath() {
    let house = House::open().await;
    let (mut ann, _bo, _) = two(&house, marelles()).await;
    let mut command = ann.command("play", &json!({ "seq": 0, "action": "A1" }));
    command["id"] = json!("twin");
    ann.socket.say(&command).await;
    ann.socket.say(&command).await;
    let mut kinds = Vec::new();
    for _ in 0..2 {
        let answer = ann.socket.until(|frame| frame["id"] == "twin").await;
        kinds.push(answer["type"].as_str().unwrap().to_owned());
    }
    assert_eq!(kinds, ["update", "done"]);
    assert_eq!(entries(&house, &ann.id).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn over_http_too() {
    let house = House::open().await;
    let (mut ann, bo, _) = two(&house, marelles()).await;
    let path = format!("/api/v1/matches/{}/play", ann.id);
    ann.play_as("s1", 0, "A1").await;
    let body = json!({ "id": "s1", "seq": 0, "action": "A1" });
    let again = house.post(ann.person.as_ref(), &path, &body).await;
    assert_eq!((again.status, &again.json()["type"]), (200, &json!("done")));
    let body = json!({ "id": "h1", "seq": 1, "action": "D7" });
    for _ in 0..3 {
        let answer = house.post(bo.person.as_ref(), &path, &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
    }
    assert_eq!(entries(&house, &ann.id).await, 2);
    // And the socket knows what HTTP has played.
    let command = bo.command("play", &json!({ "seq": 1, "action": "D7" }));
    let mut socket = house.socket(bo.person.as_ref().unwrap()).await;
    assert_eq!(socket.ask_as("h1", command).await["type"], "done");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn chat_is_said_once() {
    let mut house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, marelles()).await;
    let say = ann.command("say", &json!({ "text": "hello" }));
    for _ in 0..2 {
        let answer = ann.socket.ask_as("hi", say.clone()).await;
        assert_eq!(answer["type"], "done", "{answer}");
    }
    ann.come_back(&house).await;
    assert_eq!(ann.socket.ask_as("hi", say.clone()).await["type"], "done");
    bo.socket.next("chat").await;
    assert!(bo.socket.nothing(|frame| frame["type"] == "chat").await);
    // Two copies in one breath are one line with two answers.
    let mut twin = ann.command("say", &json!({ "text": "again" }));
    twin["id"] = json!("twin");
    ann.socket.say(&twin).await;
    ann.socket.say(&twin).await;
    for _ in 0..2 {
        let answer = ann.socket.until(|frame| frame["id"] == "twin").await;
        assert_eq!(answer["type"], "done", "{answer}");
    }
    // What is acknowledged is stored, and known after a restart.
    house.restart().await;
    ann.come_back(&house).await;
    assert_eq!(ann.socket.ask_as("hi", say).await["type"], "done");
    let path = format!("/api/v1/matches/{}", ann.id);
    let chat = house.get(ann.person.as_ref(), &path).await.json()["chat"].clone();
    let said: Vec<&str> = chat
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["text"].as_str().unwrap())
        .collect();
    assert_eq!(said, ["hello", "again"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_opened_once() {
    let mut house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles" });
    let first = socket.ask_as("t1", create.clone()).await;
    let again = socket.ask_as("t1", create.clone()).await;
    assert_eq!(first["table"]["id"], again["table"]["id"]);
    let mut socket = house.socket(&ann).await;
    let again = socket.ask_as("t1", create.clone()).await;
    assert_eq!(first["table"]["id"], again["table"]["id"]);
    let other = socket.ask_as("t2", create.clone()).await;
    assert_ne!(first["table"]["id"], other["table"]["id"]);
    // Somebody else's ids are their own.
    let (_, mut bo) = house.enter("Bo").await;
    let foreign = bo.ask_as("t1", create.clone()).await;
    assert_ne!(first["table"]["id"], foreign["table"]["id"]);
    // An id stands for one command.
    let chess = json!({ "type": "create_table", "game": "risk" });
    assert_eq!(socket.ask_as("t1", chess).await["code"], "request/bad_id");

    house.restart().await;
    let mut socket = house.socket(&ann).await;
    let again = socket.ask_as("t1", create).await;
    assert_eq!(first["table"]["id"], again["table"]["id"]);
    eventually("the list is filled", || async {
        let list = house.get(None, "/api/v1/tables").await.json();
        list["tables"].as_array().unwrap().len() == 3
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_opened_once_over_http() {
    let mut house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let create = |house: &House, key: String| {
        let (address, token) = (house.address(), ann.token.clone());
        async move {
            let body = "{\"game\":\"marelles\"}";
            let text = format!(
                "POST /api/v1/tables HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
                 Authorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n\
                 Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
                body.len()
            );
            raw_request(address, text.as_bytes()).await
        }
    };
    // Two copies in the same moment.
    let (first, twin) = tokio::join!(
        create(&house, "k1".to_owned()),
        create(&house, "k1".to_owned())
    );
    assert_eq!((first.status, twin.status), (201, 201), "{}", twin.text);
    let id = first.json()["id"].clone();
    assert_eq!(twin.json()["id"], id);
    // The same on the other doors, and after a restart.
    let command = json!({ "type": "create_table", "game": "marelles" });
    assert_eq!(
        socket.ask_as("k1", command.clone()).await["table"]["id"],
        id
    );
    house.restart().await;
    assert_eq!(create(&house, "k1".to_owned()).await.json()["id"], id);
    let mut command = command;
    command["id"] = json!("k1");
    let answer = house.post(Some(&ann), "/api/v1/commands", &command).await;
    assert_eq!(answer.json()["table"]["id"], id);
    assert_ne!(create(&house, "k2".to_owned()).await.json()["id"], id);
    let long = create(&house, "k".repeat(65)).await;
    assert_eq!(long.code(), "request/bad_id");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_position_is_refused() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, marelles()).await;
    ann.play("A1").await;
    bo.follow(1).await;
    for seq in [0, 2, u32::MAX] {
        let answer = bo.play_as(&format!("s{seq}"), seq, "D7").await;
        assert_eq!(answer["code"], "match/stale", "{answer}");
        assert_eq!(answer["match"], bo.id.as_str());
    }
    let path = format!("/api/v1/matches/{}/play", bo.id);
    let body = json!({ "seq": 0, "action": "D7" });
    let answer = house.post(bo.person.as_ref(), &path, &body).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (409, "match/stale")
    );
    let players: [&mut Player; 2] = [&mut ann, &mut bo];
    for player in players {
        player.come_back(&house).await;
        assert_eq!(player.seq, 1);
    }
}
