//! Who sits where: chosen, changed before the start, drawn by lot, swapped by a rematch.

use serde_json::{Value, json};

use crate::support::{House, Player, Text};

fn seats(table: &Value) -> Vec<&str> {
    let seats = table["seats"].as_array().unwrap().iter();
    seats
        .map(|seat| seat["name"].as_str().unwrap_or("-"))
        .collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn against_a_bot_one_may_be_second() {
    let house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let new = |seat: Value| json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"], "seat": seat });
    let table = socket.table(new(json!(1))).await;
    assert_eq!(table["status"], "running");
    let id = table["id"].as_str().unwrap().to_owned();
    let mut ann = Player::open(Some(ann), socket, &id).await;
    assert_eq!(ann.seat, Some(1));
    ann.follow(1).await;
    assert!(ann.may_act(), "the bot has begun");
    // By lot: sooner or later both.
    let mut seen = [false; 2];
    while seen != [true; 2] {
        let table = ann.socket.table(new(json!("random"))).await;
        let mine = seats(&table)
            .iter()
            .position(|name| *name == "Ann")
            .unwrap();
        seen[mine] = true;
        let resign = json!({ "type": "resign", "match": table["id"] });
        ann.socket.say(&resign).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_seats_are_refused() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let new = |seat: Value| json!({ "type": "create_table", "game": "mars", "seat": seat });
    assert_eq!(ann.refusal(new(json!(2))).await, "table/no_seat");
    for wrong in [json!("left"), json!(-1), json!(1000), json!({}), json!([0])] {
        assert_eq!(ann.refusal(new(wrong)).await, "request/malformed");
    }
    let table = ann.table(new(json!(1))).await;
    assert_eq!(table["sides"], json!(["soviets", "germans"]));
    let (bo, mut second) = house.enter("Bo").await;
    let join = |seat: Value| json!({ "type": "join", "table": table["id"], "seat": seat });
    assert_eq!(second.refusal(join(json!(1))).await, "table/seat_taken");
    assert_eq!(second.refusal(join(json!(7))).await, "table/no_seat");
    let path = format!("/api/v1/tables/{}/join", table["id"].as_str().unwrap());
    let joined = house
        .post(Some(&bo), &path, &json!({ "seat": 0 }))
        .await
        .json();
    assert_eq!(seats(&joined), ["Bo", "Ann"]);
    assert_eq!(joined["status"], "running");
    let quick = house
        .post(Some(&bo), "/api/v1/quick/mars?seat=left", &json!({}))
        .await;
    assert_eq!(quick.json()["error"]["code"], "table/no_seat");
    let quick = house
        .post(Some(&bo), "/api/v1/quick/mars?seat=1", &json!({}))
        .await;
    assert_eq!(seats(&quick.json()), ["-", "Bo"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_change_places_before_the_start() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let new = json!({ "type": "create_table", "game": "obliteration", "seats": 3, "seat": 0 });
    let table = ann.table(new).await;
    let join = |seat: Value| json!({ "type": "join", "table": table["id"], "seat": seat });
    bo.table(join(json!(1))).await;
    // A free seat is simply taken; one that somebody has chosen is asked for.
    assert_eq!(seats(&bo.table(join(json!(2))).await), ["Ann", "-", "Bo"]);
    let asked = ann.table(join(json!(2))).await;
    assert_eq!(seats(&asked), ["Ann", "-", "Bo"]);
    assert_eq!(asked["seats"][0]["wants"], 2);
    let agreed = bo.table(join(json!(0))).await;
    assert_eq!(seats(&agreed), ["Bo", "-", "Ann"]);
    assert!(agreed["seats"][2].get("wants").is_none());
    // Whoever leaves it to the lot makes room.
    let lot = bo.table(join(json!("random"))).await;
    assert_eq!(lot["seats"][0]["random"], true);
    assert_eq!(seats(&ann.table(join(json!(0))).await), ["Ann", "-", "Bo"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn quick_pairing_brings_together_who_fit() {
    let house = House::open().await;
    let quick = |seat: Value| json!({ "type": "quick_pair", "game": "marelles", "seat": seat });
    let (_, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let first = ann.table(quick(json!(0))).await;
    let other = bo.table(quick(json!(0))).await;
    assert_ne!(first["id"], other["id"], "both want to begin");
    assert_eq!(other["status"], "open");
    let (_, mut cid) = house.enter("Cid").await;
    let met = cid.table(quick(json!("random"))).await;
    assert_eq!(met["id"], first["id"]);
    assert_eq!(seats(&met), ["Ann", "Cid"]);
    let (_, mut dan) = house.enter("Dan").await;
    let met = dan.table(quick(json!(1))).await;
    assert_eq!((&met["id"], seats(&met)), (&other["id"], vec!["Bo", "Dan"]));
    // Whoever does not care makes room for who does.
    let (_, mut eve) = house.enter("Eve").await;
    let any = json!({ "type": "quick_pair", "game": "marelles" });
    eve.table(any).await;
    let (_, mut fay) = house.enter("Fay").await;
    assert_eq!(seats(&fay.table(quick(json!(0))).await), ["Fay", "Eve"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_changes_sides() {
    let house = House::open().await;
    let (ann, bo, table) = crate::support::two(&house, json!({ "game": "mars" })).await;
    let (mut ann, mut bo) = (ann.socket, bo.socket);
    let mut id = table["id"].clone();
    for expected in [["Bo", "Ann"], ["Ann", "Bo"]] {
        ann.say(&json!({ "type": "resign", "match": id })).await;
        ann.until(|frame| frame["type"] == "update" && !frame["outcome"].is_null())
            .await;
        let again = json!({ "type": "rematch", "table": id });
        ann.table(again.clone()).await;
        let next = bo.table(again).await;
        assert_eq!(next["status"], "running");
        assert_eq!(seats(&next), expected);
        id = next["id"].clone();
        ann.ask(json!({ "type": "open", "match": id })).await;
    }
    // Also against a bot.
    let new = json!({ "type": "create_table", "game": "marelles", "bots": ["beginner"] });
    let table = ann.table(new).await;
    ann.ask(json!({ "type": "open", "match": table["id"] }))
        .await;
    ann.say(&json!({ "type": "resign", "match": table["id"] }))
        .await;
    ann.until(|frame| frame["type"] == "update" && !frame["outcome"].is_null())
        .await;
    let next = ann
        .table(json!({ "type": "rematch", "table": table["id"] }))
        .await;
    assert_eq!(seats(&next), ["-", "Ann"]);
    assert_eq!(next["seats"][0]["bot"], "beginner");
}

async fn enter(house: &House, name: &str) -> Text {
    let mut line = house.text(house.terminal()).await;
    line.type_line(&format!("name {name}")).await;
    line.until(&format!("Welcome, {name}")).await;
    line
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terminals_choose_sides_by_their_names() {
    let house = House::open().await;
    let mut ann = enter(&house, "Ann").await;
    for (typed, said) in [
        ("options mars", "side=germans   Germans: defend"),
        ("new mars side=romans", "table/no_seat"),
        ("new mars bots=1 side=germans", "You have seat 2"),
        ("", "Germans: defend"),
        ("close", "> "),
        ("quick marelles white", "-, Ann"),
        ("side random", "Ann (random)"),
        ("side black", "Ann, -"),
        ("side green", "table/no_seat"),
        ("side", "Which side?"),
    ] {
        ann.type_line(typed).await;
        ann.until(said).await;
    }
    let mut bo = enter(&house, "Bo").await;
    bo.type_line("new obliteration seats=3 side=third").await;
    bo.until("-, -, Bo").await;
    bo.until("Others join with: sit ").await;
    let invitation = bo.line().await;
    let mut cid = enter(&house, "Cid").await;
    cid.type_line(&format!("sit {invitation} side=first")).await;
    cid.until("Cid, -, Bo").await;
    cid.type_line("side third").await;
    bo.until("Cid would like to change places with you: 'side first' agrees.")
        .await;
    bo.type_line("side first").await;
    cid.until("Bo, -, Cid").await;
}
