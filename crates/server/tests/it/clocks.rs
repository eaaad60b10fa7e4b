//! Time is the server's: it runs out also when nobody is there to see it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{House, Player, eventually, spectator, two};

fn table(game: &str, options: &Value, clock: &Value) -> Value {
    json!({ "game": game, "options": options, "clock": clock })
}

/// Long enough for a move that is made at once, also on a busy machine.
const SECONDS: i64 = 3;

fn a_move() -> Value {
    json!({ "type": "per_move", "seconds": SECONDS })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn per_move() {
    let house = House::open().await;
    let (mut ann, mut bo, info) = two(&house, table("marelles", &json!({}), &a_move())).await;
    assert_eq!(info["clock"]["type"], "per_move");
    ann.play("A1").await;
    let update = bo.news().await;
    assert_eq!(update["clock"]["running"], json!([1]));
    let left = update["clock"]["left_ms"][1].as_i64().unwrap();
    assert!((500..=1000 * SECONDS).contains(&left), "{left}");
    let end = bo.news().await;
    assert_eq!(end["log"][0]["kind"], "time_out");
    assert_eq!(
        (&end["outcome"]["winner"], &end["outcome"]["reason"]),
        (&json!(0), &json!("time"))
    );
    ann.follow(2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn total() {
    let house = House::open().await;
    let clock = json!({ "type": "total", "seconds": SECONDS, "increment": 0 });
    let (mut ann, mut bo, _) = two(&house, table("marelles", &json!({}), &clock)).await;
    ann.play("A1").await;
    bo.follow(1).await;
    bo.play("D7").await;
    ann.follow(2).await;
    let end = ann.news().await;
    assert_eq!(end["outcome"]["winner"], 1);
    bo.follow(3).await;
}

/// Nobody is connected, and the match was not even in memory when the server started.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn with_nobody_there() {
    let mut house = House::open().await;
    let (mut ann, bo, _) = two(&house, table("marelles", &json!({}), &a_move())).await;
    ann.play("A1").await;
    let id = ann.id.clone();
    drop((ann, bo));
    house.restart().await;
    eventually("the result is in the books", || async {
        let record = house.get(None, "/api/v1/players/ann").await.json();
        record["records"][0]["wins"] == 1
    })
    .await;
    let table = house
        .get(None, &format!("/api/v1/tables/{id}"))
        .await
        .json();
    assert_eq!(table["outcome"]["reason"], "time");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coexistence_passes() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, table("coexistence", &json!({}), &a_move())).await;
    let (first, second) = if ann.may_act() {
        (&mut ann, &mut bo)
    } else {
        (&mut bo, &mut ann)
    };
    first.play("PS").await;
    second.follow(1).await;
    let passed = second.news().await;
    assert_eq!(passed["log"][0]["kind"], "time_out");
    assert_eq!(passed["log"][0]["events"][0]["kind"], "passed");
    assert_eq!(passed["log"][0]["events"][0]["by_clock"], true);
    assert_eq!(
        (&passed["outcome"], &passed["view"]["round"]),
        (&Value::Null, &json!(2))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn time_that_decides_nothing() {
    let house = House::open().await;
    let options = json!({ "timeout": "none" });
    let second = json!({ "type": "per_move", "seconds": 1 });
    let (mut ann, mut bo, _) = two(&house, table("marelles", &options, &second)).await;
    ann.play("A1").await;
    bo.follow(1).await;
    tokio::time::sleep(Duration::from_millis(1300)).await;
    assert!(bo.socket.nothing(|frame| frame["type"] == "update").await);
    bo.play("D7").await;
    assert_eq!(bo.seq, 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_lag_behind() {
    let mut house = House::with(|config| config.watch_delay_ms = 3000).await;
    let new = json!({ "game": "marelles", "watch": "delayed" });
    let (mut ann, mut bo, _) = two(&house, new).await;
    let mut eve = spectator(&house, &ann.id).await;
    ann.play("A1").await;
    bo.follow(1).await;
    bo.play("D7").await;
    assert!(eve.socket.nothing(|frame| frame["type"] == "update").await);
    let path = format!("/api/v1/matches/{}", ann.id);
    let seen = house.get(None, &path).await.json();
    assert_eq!(seen["seq"], 0);
    let early = house.get(None, &format!("{path}/views/2")).await;
    assert_eq!(early.code(), "match/no_position");
    let log = house.get(None, &format!("{path}/log")).await.json();
    assert_eq!(log["log"], json!([]));
    // Those who play see everything, of course.
    assert_eq!(house.get(bo.person.as_ref(), &path).await.json()["seq"], 2);
    eve.follow(2).await;

    // What was held back when the server went away is told after it has come back.
    ann.follow(2).await;
    ann.play("A4").await;
    house.restart().await;
    eve.come_back(&house).await;
    ann.come_back(&house).await;
    bo.come_back(&house).await;
    bo.play("G7").await;
    eve.follow(4).await;

    // The end is told at once, and in order.
    ann.follow(4).await;
    ann.play("A7").await;
    ann.act("resign", &json!({})).await;
    eve.follow(6).await;
    assert!(eve.is_over());
    assert!(eve.socket.nothing(|frame| frame["type"] == "update").await);
}

/// Where people sit and wait for each other, going away for long is running away.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn absentees_run_away() {
    let house = House::with(|config| config.grace_ms = 400).await;
    let clock = json!({ "type": "per_move", "seconds": 60 });
    let (mut ann, bo, _) = two(&house, table("marelles", &json!({}), &clock)).await;
    drop(bo);
    let end = ann.news().await;
    assert_eq!(end["log"][0]["kind"], "leave");
    assert_eq!(end["outcome"]["winner"], 0);
    drop(house);

    // At the pace of letters it is not, and neither is playing over HTTP alone.
    let house = House::with(|config| config.grace_ms = 400).await;
    let clock = json!({ "type": "per_move", "seconds": 86_400 });
    let (mut ann, bo, _) = two(&house, table("marelles", &json!({}), &clock)).await;
    drop(bo);
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert!(ann.socket.nothing(|frame| frame["type"] == "update").await);
    let _: &Player = &ann;
}
