//! When somebody walks away: who is told, and what those who stayed may do.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{House, Player, seat, two, two_named};

const GRACE_MS: i64 = 300;

async fn house() -> House {
    House::with(|config| {
        config.grace_ms = GRACE_MS;
        config.absent_table_ms = 300;
    })
    .await
}

fn live(game: &str, rated: bool) -> Value {
    json!({ "game": game, "rated": rated, "clock": { "type": "per_move", "seconds": 60 } })
}

async fn after_the_grace() {
    tokio::time::sleep(Duration::from_millis(GRACE_MS as u64 + 60)).await;
}

async fn claim(player: &mut Player, what: &str) -> Value {
    let command = json!({ "type": "claim", "match": player.id, "claim": what });
    player.socket.ask(command).await
}

async fn presence(player: &mut Player, fits: impl Fn(&Value) -> bool) -> Value {
    let told = |frame: &Value| frame["type"] == "presence" && fits(&frame["away"]["since_ms"]);
    player.socket.until(told).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_win_is_claimed_once_the_grace_is_over() {
    let house = house().await;
    let (mut ann, bo, _) = two(&house, live("marelles", true)).await;
    let person = bo.person.clone();
    assert_eq!(claim(&mut ann, "win").await["code"], "table/still_here");
    drop(bo);
    presence(&mut ann, |since| !since[1].is_null() && since[0].is_null()).await;
    assert_eq!(claim(&mut ann, "win").await["code"], "table/still_here");

    // Whoever comes back in time is here.
    let socket = house.socket(person.as_ref().unwrap()).await;
    let bo = Player::open(person, socket, &ann.id).await;
    presence(&mut ann, |since| since[1].is_null()).await;
    after_the_grace().await;
    assert_eq!(claim(&mut ann, "win").await["code"], "table/still_here");
    drop(bo);
    presence(&mut ann, |since| !since[1].is_null()).await;
    after_the_grace().await;
    let end = claim(&mut ann, "win").await;
    assert_eq!(end["log"][0]["kind"], "claim", "{end}");
    assert_eq!(end["outcome"]["winner"], 0);
    assert_eq!(end["outcome"]["reason"], "claimed");
    assert_eq!(end["to_act"], json!([]));
    assert_eq!(claim(&mut ann, "draw").await["code"], "match/over");
    let over = |frame: &Value| frame["table"]["status"] == "over";
    ann.socket.until(over).await;
    let bo = house.get(None, "/api/v1/players/Bo").await.json();
    assert_eq!(bo["records"][0]["ran_away"], 1, "{bo}");
    // The record plays again to the same end.
    let path = format!("/api/v1/matches/{}/record", ann.id);
    let record = house.get(None, &path).await.text;
    let record = parlor_engine::Record::parse(&record).unwrap();
    record.verify(parlor_catalog::GAMES).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_or_calling_it_off_leaves_the_rating_alone_or_halves_it() {
    let house = house().await;
    let (mut ann, bo, _) = two(&house, live("mars", true)).await;
    drop(bo);
    presence(&mut ann, |since| !since[1].is_null()).await;
    after_the_grace().await;
    let end = claim(&mut ann, "draw").await;
    assert_eq!(end["outcome"]["kind"], "draw", "{end}");
    assert_eq!(end["outcome"]["reason"], "claimed_draw");

    // Two who are both there agree to call it off; nobody can do it alone.
    let (mut cy, mut di, _) = two_named(&house, ["Cy", "Di"], live("risk", true)).await;
    assert_eq!(claim(&mut cy, "abort").await["type"], "done");
    let offered = |frame: &Value| frame["type"] == "offer" && frame["offer"]["kind"] == "abort";
    di.socket.until(offered).await;
    let refuse = json!({ "type": "answer", "match": di.id, "accept": false });
    assert_eq!(di.socket.ask(refuse).await["type"], "done");
    assert!(cy.socket.nothing(|frame| frame["type"] == "update").await);
    claim(&mut cy, "abort").await;
    let accept = json!({ "type": "answer", "match": di.id, "accept": true });
    let end = di.socket.ask(accept).await;
    assert_eq!(end["outcome"]["kind"], "aborted", "{end}");
    let over = |frame: &Value| frame["table"]["status"] == "over";
    cy.socket.until(over).await;
    let record = house.get(None, "/api/v1/players/Cy").await.json();
    let counts = &record["records"][0];
    assert_eq!(counts["games"], 0, "it does not count: {record}");
    assert_eq!(counts["rating"], 1500.0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn those_who_stayed_agree_among_themselves() {
    let house = house().await;
    let (person, mut socket) = house.enter("Ann").await;
    let mut create = live("obliteration", false);
    create["type"] = json!("create_table");
    create["seats"] = json!(3);
    let id = socket.table(create).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (other, mut waiting) = house.enter("Bo").await;
    waiting.table(json!({ "type": "join", "table": id })).await;
    let carol = seat(&house, "Carol", &id).await;
    let away = carol.person.clone();
    let mut bo = Player::open(Some(other), waiting, &id).await;
    let mut ann = Player::open(Some(person), socket, &id).await;
    let gone = usize::from(carol.seat.unwrap());
    drop(carol);
    presence(&mut ann, |since| !since[gone].is_null()).await;
    after_the_grace().await;
    assert_eq!(claim(&mut ann, "win").await["code"], "match/not_alone");
    assert_eq!(claim(&mut ann, "draw").await["type"], "done");
    let offered = |frame: &Value| frame["type"] == "offer" && !frame["offer"].is_null();
    bo.socket.until(offered).await;

    // Whoever it was about is back: the question is gone.
    let socket = house.socket(away.as_ref().unwrap()).await;
    let carol = Player::open(away, socket, &id).await;
    let withdrawn = |frame: &Value| frame["type"] == "offer" && frame["offer"].is_null();
    bo.socket.until(withdrawn).await;
    let accept = json!({ "type": "answer", "match": id, "accept": true });
    assert_eq!(
        bo.socket.ask(accept.clone()).await["code"],
        "match/no_offer"
    );
    drop(carol);
    presence(&mut ann, |since| !since[gone].is_null()).await;
    after_the_grace().await;
    assert_eq!(claim(&mut ann, "draw").await["type"], "done");
    bo.socket.until(offered).await;
    let end = bo.socket.ask(accept).await;
    assert_eq!(end["outcome"]["kind"], "draw", "{end}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_takes_the_seat_among_two_as_well() {
    let house = house().await;
    let (mut ann, bo, _) = two(&house, live("marelles", true)).await;
    drop(bo);
    presence(&mut ann, |since| !since[1].is_null()).await;
    after_the_grace().await;
    let take = json!({ "seat": 1, "level": "beginner" });
    let answer = ann.act("bot_take_over", &take).await;
    assert_eq!(answer["table"]["seats"][1]["bot"], "beginner", "{answer}");
    assert_eq!(answer["table"]["rated"], false);
    ann.play("A1").await;
    ann.follow(2).await;
    assert_eq!(ann.to_act, [0], "the bot has moved");
}

/// Without a clock people have more patience, and with days a move there is nothing to claim yet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_grace_fits_the_pace() {
    let house = house().await;
    let slow = json!({ "game": "marelles", "clock": { "type": "per_move", "seconds": 86_400 } });
    for (names, new, grace_ms) in [
        (["Ann", "Bo"], json!({ "game": "marelles" }), 5 * GRACE_MS),
        (["Cy", "Di"], slow, 86_400_000),
        (["Ed", "Fay"], live("marelles", false), GRACE_MS),
    ] {
        let (mut ann, bo, _) = two_named(&house, names, new).await;
        drop(bo);
        let told = presence(&mut ann, |since| !since[1].is_null()).await;
        assert_eq!(told["away"]["grace_ms"], grace_ms);
        after_the_grace().await;
        let answer = claim(&mut ann, "win").await;
        assert_eq!(answer["type"] == "update", grace_ms == GRACE_MS, "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_open_table_leaves_the_list_with_its_people_and_comes_back() {
    let house = house().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let table = socket
        .table(json!({ "type": "create_table", "game": "risk" }))
        .await;
    let id = table["id"].as_str().unwrap().to_owned();
    let (_, mut eve) = house.enter("Eve").await;
    eve.say(&json!({ "type": "lobby" })).await;
    let listed = |id: String| {
        move |frame: &Value| {
            frame["tables"]
                .as_array()
                .is_some_and(|all| all.iter().any(|it| it["id"] == id.as_str()))
        }
    };
    eve.until(listed(id.clone())).await;
    drop(socket);
    let gone = |frame: &Value| frame["type"] == "table_gone";
    let gone = eve.until(gone).await;
    assert_eq!(gone["id"], id.as_str());
    assert!(gone["version"].is_u64(), "readers of the list count it");
    let again = house.socket(&ann).await;
    let back = eve
        .until(|frame| frame["type"] == "table" && frame["table"]["id"] == id.as_str())
        .await;
    assert_eq!(back["table"]["status"], "open");
    drop(again);
    let own = house.get(Some(&ann), "/api/v1/me/games").await.json();
    assert_eq!(own["running"][0]["id"], id.as_str(), "it is not lost");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quick_matches_have_a_pace_and_a_clock() {
    let house = house().await;
    let pair = |pace: &str, rated: bool| json!({ "type": "quick_pair", "game": "marelles", "pace": pace, "rated": rated });
    let (_, mut ann) = house.enter("Ann").await;
    let waits = ann
        .table(json!({ "type": "quick_pair", "game": "marelles" }))
        .await;
    assert_eq!(waits["status"], "open");
    assert_eq!(waits["clock"], json!({ "type": "per_move", "seconds": 60 }));
    let (_, mut bo) = house.enter("Bo").await;
    assert_eq!(
        bo.table(pair("days", false)).await["status"],
        "open",
        "another pace"
    );
    let (_, mut cy) = house.enter("Cy").await;
    assert_eq!(
        cy.table(pair("rapid", true)).await["status"],
        "open",
        "for the rating"
    );
    let (_, mut di) = house.enter("Di").await;
    let met = di.table(pair("rapid", false)).await;
    assert_eq!(met["status"], "running");
    assert_eq!(met["id"], waits["id"]);
    let (_, mut ed) = house.enter("Ed").await;
    let met = ed.table(pair("rapid", true)).await;
    assert_eq!(
        (met["status"].as_str(), met["rated"].as_bool()),
        (Some("running"), Some(true))
    );
    let bad = json!({ "type": "quick_pair", "game": "marelles", "pace": "never" });
    assert_eq!(ed.refusal(bad).await, "request/malformed");
}
