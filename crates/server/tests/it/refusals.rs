//! What may not be done is refused with the same code on the socket and over HTTP.

use serde_json::{Value, json};

use crate::support::{House, Person, Socket, two};

/// Asks on both doors; both must say this code.
async fn both(house: &House, who: &Person, socket: &mut Socket, command: Value, code: &str) {
    let answer = house.post(Some(who), "/api/v1/commands", &command).await;
    assert_eq!(answer.code(), code, "over HTTP: {command}");
    assert!(answer.status >= 400 && answer.status < 500);
    assert_eq!(socket.refusal(command.clone()).await, code, "{command}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn in_a_match() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let (carol, mut socket) = house.enter("Carol").await;
    let id = ann.id.clone();
    let play = json!({ "type": "play", "match": id, "seq": 0, "action": "A1" });
    both(
        &house,
        &carol,
        &mut socket,
        play.clone(),
        "match/not_seated",
    )
    .await;
    for kind in ["resign", "offer_take_back", "offer_draw"] {
        let command = json!({ "type": kind, "match": id });
        both(&house, &carol, &mut socket, command, "match/not_seated").await;
    }
    let say = json!({ "type": "say", "match": id, "text": "psst" });
    both(&house, &carol, &mut socket, say, "chat/not_seated").await;

    let path = format!("/api/v1/matches/{id}/play");
    let body = json!({ "seq": 0, "action": "A1" });
    let answer = house.post(Some(&carol), &path, &body).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (403, "match/not_seated")
    );
    let answer = house.post(None, &path, &body).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (401, "people/sign_in")
    );
    let mut stranger = house.stranger().await;
    assert_eq!(stranger.refusal(play).await, "people/sign_in");

    // Not this seat's turn, nonsense, and an occupied point.
    assert_eq!(bo.play_as("x", 0, "A1").await["code"], "action/wait");
    assert_eq!(
        ann.play_as("y", 0, "nonsense").await["code"],
        "action/notation"
    );
    ann.play("A1").await;
    bo.follow(1).await;
    assert_eq!(bo.play_as("z", 1, "A1").await["code"], "action/occupied");
    assert_eq!(bo.seq, 1);

    let unknown = json!({ "type": "play", "match": "nnsuchmatch2", "seq": 0, "action": "A1" });
    both(&house, &carol, &mut socket, unknown, "match/unknown").await;
    let open = json!({ "type": "open", "match": "nnsuchmatch2" });
    assert_eq!(socket.refusal(open).await, "match/unknown");
    let answer = house.get(None, "/api/v1/matches/nnsuchmatch2").await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (404, "match/unknown")
    );

    bo.act("resign", &json!({})).await;
    ann.news().await;
    let after = ann.play_as("late", ann.seq, "D7").await;
    assert_eq!(after["code"], "action/over", "{after}");
}

/// So many matches on one socket; one that is among them may be opened again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_the_follow_limit() {
    let house = House::with(|config| config.matches_per_socket = 1).await;
    let (_, mut ann) = house.enter("Ann").await;
    let mut ids = Vec::new();
    for _ in 0..2 {
        let new = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
        let table = ann.table(new).await;
        ids.push(table["id"].as_str().unwrap().to_owned());
    }
    let open = |id: &str| json!({ "type": "open", "match": id });
    for _ in 0..2 {
        assert_eq!(ann.ask(open(&ids[0])).await["type"], "match");
        assert_eq!(ann.refusal(open(&ids[1])).await, "match/too_many");
    }
    ann.ask(json!({ "type": "close", "match": ids[0] })).await;
    assert_eq!(ann.ask(open(&ids[1])).await["type"], "match");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn ended_sessions() {
    let house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let table = socket
        .table(json!({ "type": "create_table", "game": "marelles" }))
        .await;
    let ended = house.delete(Some(&ann), "/api/v1/session").await;
    assert_eq!(ended.status, 200);
    let path = format!("/api/v1/tables/{}/leave", table["id"].as_str().unwrap());
    let answer = house.post(Some(&ann), &path, &json!({})).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (401, "people/bad_token")
    );
    let mut stranger = house.stranger().await;
    for token in [ann.token.as_str(), "pl_00", "", &"x".repeat(5000)] {
        stranger
            .say(&json!({ "type": "login", "token": token, "id": "l" }))
            .await;
        let answer = stranger.until(|frame| frame["id"] == "l").await;
        assert_eq!(answer["code"], "people/bad_token");
    }
    // A socket opened with it is a stranger's.
    let mut late = Socket::connect(house.address(), Some(&ann)).await;
    assert_eq!(late.next("welcome").await["you"], Value::Null);
    // Signing in again under the free name works, and `login` makes the socket theirs.
    let again = house.person("Ann").await;
    late.say(&json!({ "type": "login", "token": again.token }))
        .await;
    assert_eq!(late.next("welcome").await["you"]["name"], "Ann");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_tables() {
    let house = House::open().await;
    let (ann, mut host) = house.enter("Ann").await;
    let (bo, mut guest) = house.enter("Bo").await;
    let (carol, mut third) = house.enter("Carol").await;
    let unknown = json!({ "type": "join", "table": "nnsuchtabze2" });
    both(&house, &bo, &mut guest, unknown, "table/unknown").await;

    // Full but not started: a seat must still confirm.
    let create = json!({ "type": "create_table", "game": "marelles", "confirm": true });
    let full = host.table(create).await["id"].clone();
    let join = json!({ "type": "join", "table": full });
    guest.table(join.clone()).await;
    both(&house, &carol, &mut third, join.clone(), "table/full").await;
    // Whoever sits there already is told so and nothing changes.
    let again = guest.table(join.clone()).await;
    let names: Vec<_> = again["seats"].as_array().unwrap().iter().collect();
    assert_eq!(
        (&names[0]["name"], &names[1]["name"]),
        (&json!("Ann"), &json!("Bo"))
    );
    let start = json!({ "type": "start", "table": full });
    both(&house, &bo, &mut guest, start, "table/not_host").await;
    let free = json!({ "type": "free_seat", "table": full, "seat": 0 });
    both(&house, &bo, &mut guest, free, "table/not_host").await;
    let nobody = json!({ "type": "free_seat", "table": full, "seat": 9 });
    both(&house, &ann, &mut host, nobody, "table/no_seat").await;

    // Started.
    let create = json!({ "type": "create_table", "game": "marelles" });
    let running = host.table(create).await["id"].clone();
    guest
        .table(json!({ "type": "join", "table": running }))
        .await;
    let late = json!({ "type": "join", "table": running });
    both(&house, &carol, &mut third, late, "table/started").await;
    let leave = json!({ "type": "leave", "table": running });
    both(&house, &bo, &mut guest, leave, "table/started").await;
    let play = json!({ "type": "rematch", "table": running });
    both(&house, &bo, &mut guest, play, "table/not_over").await;

    // By invitation.
    let create = json!({ "type": "create_table", "game": "marelles", "private": true });
    let private = host.table(create).await;
    let (id, invite) = (private["id"].clone(), private["invite"].clone());
    let join = json!({ "type": "join", "table": id });
    both(&house, &bo, &mut guest, join, "table/private").await;
    let wrong = json!({ "type": "join", "table": id, "invite": "wrong" });
    both(&house, &bo, &mut guest, wrong, "table/private").await;
    let look = json!({ "type": "open", "match": id });
    assert_eq!(guest.refusal(look).await, "table/private");
    let right = json!({ "type": "join", "table": id, "invite": invite });
    assert_eq!(guest.table(right).await["status"], "running");
    // Strangers do not see the private match, those with the link do.
    let path = format!("/api/v1/matches/{}", id.as_str().unwrap());
    let answer = house.get(Some(&carol), &path).await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (403, "match/no_watching")
    );
    let path = format!("{path}?invite={}", invite.as_str().unwrap());
    assert_eq!(house.get(Some(&carol), &path).await.status, 200);

    for (command, code) in [
        (
            json!({ "type": "create_table", "game": "chess" }),
            "table/unknown_game",
        ),
        (
            json!({ "type": "quick_pair", "game": "chess" }),
            "table/unknown_game",
        ),
        (
            json!({ "type": "create_table", "game": "marelles", "seats": 3 }),
            "table/seats",
        ),
        (
            json!({ "type": "create_table", "game": "marelles", "bots": ["beginner", "beginner"] }),
            "table/bots",
        ),
        (
            json!({ "type": "create_table", "game": "marelles", "bots": ["god"] }),
            "table/bot_level",
        ),
        (
            json!({ "type": "create_table", "game": "marelles", "name": "x".repeat(61) }),
            "table/name",
        ),
        (
            json!({ "type": "create_table", "game": "marelles", "name": "for \u{202e}nnA" }),
            "table/name",
        ),
        (
            json!({ "type": "create_table", "game": "marelles", "clock": { "type": "per_move", "seconds": 0 } }),
            "table/clock",
        ),
    ] {
        assert_eq!(third.refusal(command.clone()).await, code, "{command}");
    }
    let mut stranger = house.stranger().await;
    let create = json!({ "type": "create_table", "game": "marelles" });
    assert_eq!(stranger.refusal(create).await, "people/sign_in");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_watching_off() {
    let house = House::open().await;
    let (ann, _bo, _) = two(&house, json!({ "game": "marelles", "watch": "off" })).await;
    let mut stranger = house.stranger().await;
    let open = json!({ "type": "open", "match": ann.id });
    assert_eq!(stranger.refusal(open).await, "match/no_watching");
}
