//! Tables before the match: who hears of them, who may do what.

use serde_json::{Value, json};

use crate::support::{House, Player, Socket, two};

async fn pushed(socket: &mut Socket, id: &Value) -> Value {
    let frame = socket
        .until(|frame| frame["type"] == "table" && frame["table"]["id"] == *id)
        .await;
    frame["table"].clone()
}

async fn gone(socket: &mut Socket, id: &Value) {
    socket
        .until(|frame| frame["type"] == "table_gone" && frame["id"] == *id)
        .await;
}

fn taken(table: &Value) -> usize {
    let seats = table["seats"].as_array().unwrap();
    seats.iter().filter(|seat| !seat["name"].is_null()).count()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_is_pushed() {
    let house = House::open().await;
    let mut reader = house.stranger().await;
    reader.say(&json!({ "type": "lobby" })).await;
    assert_eq!(reader.next("lobby").await["tables"], json!([]));

    let (_, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let create = json!({ "type": "create_table", "game": "obliteration", "seats": 3 });
    let id = ann.table(create).await["id"].clone();
    let seen = pushed(&mut reader, &id).await;
    assert_eq!((taken(&seen), &seen["status"]), (1, &json!("open")));
    assert_eq!(seen["invite"], Value::Null, "secrets are not pushed");
    bo.table(json!({ "type": "join", "table": id })).await;
    assert_eq!(taken(&pushed(&mut reader, &id).await), 2);
    bo.table(json!({ "type": "leave", "table": id })).await;
    assert_eq!(taken(&pushed(&mut reader, &id).await), 1);
    bo.table(json!({ "type": "join", "table": id })).await;
    pushed(&mut reader, &id).await;
    // The host starts with two of three seats.
    ann.table(json!({ "type": "start", "table": id })).await;
    let seen = pushed(&mut reader, &id).await;
    assert_eq!(seen["status"], "running");
    assert_eq!(seen["seats"].as_array().unwrap().len(), 2);
    // Over: off the list.
    ann.ask(json!({ "type": "open", "match": id })).await;
    ann.ask(json!({ "type": "resign", "match": id })).await;
    gone(&mut reader, &id).await;

    // The last one to leave takes the table along.
    let create = json!({ "type": "create_table", "game": "marelles" });
    let id = ann.table(create.clone()).await["id"].clone();
    pushed(&mut reader, &id).await;
    ann.table(json!({ "type": "leave", "table": id })).await;
    gone(&mut reader, &id).await;
    // And whoever has left the lobby hears nothing more.
    reader.ask(json!({ "type": "leave_lobby" })).await;
    ann.table(create).await;
    assert!(reader.nothing(|frame| frame["type"] == "table").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn options_out_of_range() {
    let house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let games = house.get(None, "/api/v1/games").await.json();
    let mut tried = 0;
    for game in games["games"].as_array().unwrap() {
        for spec in game["options"].as_array().unwrap() {
            let number = |name: &str| spec[name].as_i64().unwrap();
            let bad = match spec["type"].as_str().unwrap() {
                "flag" => vec![json!("perhaps"), json!(7)],
                "choice" => vec![json!("nonsense"), json!(-1), json!([])],
                "number" => vec![
                    json!(number("min") - 1),
                    json!(number("max") + 1),
                    json!("many"),
                    Value::Null,
                ],
                "limit" => vec![
                    json!(number("min").min(0) - 1),
                    json!(number("max") + 1),
                    json!("many"),
                ],
                _ => vec![json!("nonsense"), json!([[], {}]), json!({ "x": -1 })],
            };
            for value in bad {
                let name = spec["name"].as_str().unwrap();
                let create = json!({ "type": "create_table", "game": game["id"], "options": { name: value } });
                let answer = socket.ask(create.clone()).await;
                assert_eq!(answer["code"], "table/option", "{create}: {answer}");
                tried += 1;
            }
        }
        let create = json!({ "game": game["id"], "options": { "nosuchoption": 1 } });
        let answer = house.post(Some(&ann), "/api/v1/tables", &create).await;
        assert_eq!(
            (answer.status, answer.code().as_str()),
            (400, "table/option")
        );
    }
    assert!(tried > 50);
    assert_eq!(
        house.get(None, "/api/v1/tables").await.json()["tables"],
        json!([])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn so_many_tables_and_no_more() {
    let house = House::with(|config| config.tables_per_player = 2).await;
    let (ann, mut socket) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles" });
    let first = socket.table(create.clone()).await;
    socket.table(create.clone()).await;
    assert_eq!(socket.refusal(create.clone()).await, "table/too_many");
    let body = json!({ "game": "marelles" });
    let answer = house.post(Some(&ann), "/api/v1/tables", &body).await;
    assert_eq!(answer.code(), "table/too_many");
    // Tables of which one is only the host count as well.
    let empty = json!({ "type": "create_table", "game": "marelles", "sit": false });
    assert_eq!(socket.refusal(empty.clone()).await, "table/too_many");
    socket
        .table(json!({ "type": "leave", "table": first["id"] }))
        .await;
    socket.table(create).await;

    let (_, mut other) = house.enter("Bo").await;
    other.table(empty.clone()).await;
    other.table(empty.clone()).await;
    assert_eq!(other.refusal(empty).await, "table/too_many");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_tables_are_not_listed() {
    let house = House::open().await;
    let mut reader = house.stranger().await;
    reader.say(&json!({ "type": "lobby" })).await;
    let (_, mut ann) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles", "private": true });
    let table = ann.table(create).await;
    assert!(table["invite"].is_string());
    assert!(reader.nothing(|frame| frame["type"] == "table").await);
    let id = table["id"].as_str().unwrap();
    assert!(!house.get(None, "/api/v1/tables").await.text.contains(id));
    let seen = house
        .get(None, &format!("/api/v1/tables/{id}"))
        .await
        .json();
    assert_eq!(seen["invite"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_fill_seats_and_play() {
    let house = House::open().await;
    let (person, mut socket) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "obliteration", "seats": 3, "rated": true,
        "options": { "columns": 6, "rows": 6, "turn_limit": 50 }, "bots": ["beginner"] });
    let table = socket.table(create).await;
    let id = table["id"].as_str().unwrap().to_owned();
    assert_eq!(
        (&table["status"], &table["rated"]),
        (&json!("open"), &json!(false))
    );
    let bot = json!({ "type": "seat_bot", "table": id, "level": "genius" });
    assert_eq!(socket.refusal(bot).await, "table/bot_level");
    let bot = json!({ "type": "seat_bot", "table": id, "level": "beginner" });
    assert_eq!(socket.table(bot).await["status"], "running");
    let mut ann = Player::open(Some(person), socket, &id).await;
    while !ann.is_over() {
        if ann.may_act() {
            let action = ann.legal[0].clone();
            ann.play(&action).await;
        } else {
            ann.news().await;
        }
    }
    assert!(ann.seq > 2 && ann.seq <= 50);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_clicks_to_start() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let create = json!({ "type": "create_table", "game": "obliteration", "confirm": true });
    let id = ann.table(create).await["id"].clone();
    let confirm = json!({ "type": "confirm", "table": id });
    assert_eq!(ann.refusal(confirm.clone()).await, "table/not_ready");
    // Those who look at the table hear of every click.
    ann.table(json!({ "type": "open", "match": id })).await;
    bo.table(json!({ "type": "join", "table": id })).await;
    let ready = ann.until(|frame| frame["table"]["status"] == "ready").await;
    assert_eq!(ready["table"]["seats"][0]["confirmed"], false);
    assert_eq!(bo.table(confirm.clone()).await["status"], "ready");
    let clicked = |frame: &Value| frame["table"]["seats"][1]["confirmed"] == true;
    ann.until(clicked).await;
    // Moves are refused until all have clicked.
    let play = json!({ "type": "play", "match": id, "seq": 0, "action": "0,0" });
    assert_eq!(ann.refusal(play).await, "match/not_started");
    // Somebody leaves: the clicks are void.
    bo.table(json!({ "type": "leave", "table": id })).await;
    bo.table(json!({ "type": "join", "table": id })).await;
    assert_eq!(ann.table(confirm.clone()).await["status"], "ready");
    assert_eq!(bo.table(confirm).await["status"], "running");
    ann.until(|frame| frame["type"] == "table" && frame["table"]["status"] == "running")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn seats_are_freed_and_switched() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let create = json!({ "type": "create_table", "game": "obliteration", "seats": 3,
        "options": { "columns": 8, "rows": 8 } });
    let id = ann.table(create).await["id"].clone();
    let taken = json!({ "type": "join", "table": id, "seat": 0 });
    assert_eq!(bo.refusal(taken).await, "table/seat_taken");
    let none = json!({ "type": "join", "table": id, "seat": 3 });
    assert_eq!(bo.refusal(none).await, "table/no_seat");
    let table = bo
        .table(json!({ "type": "join", "table": id, "seat": 2 }))
        .await;
    assert_eq!(table["seats"][2]["name"], "Bo");
    // Another free seat may be taken instead.
    let table = bo
        .table(json!({ "type": "join", "table": id, "seat": 1 }))
        .await;
    assert_eq!(table["seats"][1]["name"], "Bo");
    assert_eq!(table["seats"][2]["name"], Value::Null);
    let table = ann
        .table(json!({ "type": "free_seat", "table": id, "seat": 1 }))
        .await;
    assert_eq!(table["seats"][1]["name"], Value::Null);
    let leave = json!({ "type": "leave", "table": id });
    assert_eq!(bo.refusal(leave).await, "table/not_seated");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_rematch_from_both_sides() {
    let house = House::open().await;
    let (mut ann, mut bo, table) = two(
        &house,
        json!({ "game": "marelles", "rated": true,
        "options": { "max_plies": 40 } }),
    )
    .await;
    ann.act("resign", &json!({})).await;
    bo.news().await;
    ann.socket
        .until(|frame| frame["table"]["status"] == "over")
        .await;
    let again = json!({ "type": "rematch", "table": ann.id });
    ann.socket.forget().await;
    let (one, two) = tokio::join!(
        ann.socket.table(again.clone()),
        bo.socket.table(again.clone())
    );
    assert_eq!(one["id"], two["id"]);
    assert_ne!(one["id"], table["id"]);
    let now = house
        .get(
            None,
            &format!("/api/v1/tables/{}", one["id"].as_str().unwrap()),
        )
        .await
        .json();
    assert_eq!(now["status"], "running");
    assert_eq!(
        (&now["rated"], &now["options"]["max_plies"]),
        (&json!(true), &json!(40))
    );
    // Exactly one new table.
    let list = house.get(None, "/api/v1/tables").await.json();
    assert_eq!(list["tables"].as_array().unwrap().len(), 1);
    // A third cannot slip in.
    let (_, mut carol) = house.enter("Carol").await;
    assert_eq!(carol.refusal(again).await, "match/not_seated");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_more_matches_than_that() {
    let house = House::with(|config| config.matches_per_player = 2).await;
    let (_, mut ann) = house.enter("Ann").await;
    let new = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
    for _ in 0..2 {
        assert_eq!(ann.table(new.clone()).await["status"], "running");
    }
    assert_eq!(ann.refusal(new.clone()).await, "table/too_many_running");
    let quick = json!({ "type": "quick_pair", "game": "marelles" });
    assert_eq!(ann.refusal(quick).await, "table/too_many_running");
    let (_, mut bo) = house.enter("Bo").await;
    let table = bo
        .table(json!({ "type": "create_table", "game": "marelles" }))
        .await;
    let join = json!({ "type": "join", "table": table["id"] });
    assert_eq!(ann.refusal(join).await, "table/too_many_running");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_host_does_not_crowd_out_the_others() {
    let house = House::with(|config| config.tables_per_player = 400).await;
    let (_, mut ann) = house.enter("Ann").await;
    ann.table(json!({ "type": "create_table", "game": "risk" }))
        .await;
    let (_, mut bo) = house.enter("Bo").await;
    for _ in 0..310 {
        bo.table(json!({ "type": "create_table", "game": "marelles" }))
            .await;
    }
    let list = house.get(None, "/api/v1/tables").await.json();
    let tables = list["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 300);
    let hosts = tables.iter().filter(|table| table["host"] == "Ann");
    assert_eq!(hosts.count(), 1);
}
