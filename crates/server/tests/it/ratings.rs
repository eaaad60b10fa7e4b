//! What a finished match does to the books, once.

use serde_json::{Value, json};

use crate::support::{Choice, House, Player, play_on, seat, two};

async fn row(house: &House, name: &str, game: &str) -> Value {
    let record = house
        .get(None, &format!("/api/v1/players/{name}"))
        .await
        .json();
    let rows = record["records"].as_array().unwrap();
    rows.iter()
        .find(|row| row["game"] == game)
        .cloned()
        .unwrap_or(Value::Null)
}

async fn booked(player: &mut Player) {
    player
        .socket
        .until(|frame| frame["table"]["status"] == "over")
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_seats() {
    let mut house = House::open().await;
    let new = json!({ "game": "marelles", "rated": true, "options": { "undo": "instant" } });
    let (mut ann, mut bo, _) = two(&house, new).await;
    ann.play("A1").await;
    ann.act("offer_take_back", &json!({})).await;
    ann.play("A1").await;
    bo.follow(ann.seq).await;
    bo.act("resign", &json!({})).await;
    booked(&mut bo).await;
    let (winner, loser) = (
        row(&house, "ann", "marelles").await,
        row(&house, "bo", "marelles").await,
    );
    // Glicko-2 from 1500 and 350: both move by the same, and are less uncertain.
    let rating = |row: &Value| row["rating"].as_f64().unwrap();
    assert!((rating(&winner) - 1662.2).abs() < 0.2, "{winner}");
    assert!((rating(&loser) - 1337.8).abs() < 0.2, "{loser}");
    assert!(winner["deviation"].as_f64().unwrap() < 300.0);
    for (row, name, count) in [
        (&winner, "wins", 1),
        (&winner, "undos", 1),
        (&winner, "games", 1),
        (&loser, "ran_away", 0),
        (&loser, "losses", 1),
        (&loser, "wins", 0),
        (&loser, "games", 1),
    ] {
        assert_eq!(row[name], count, "{name} in {row}");
    }
    let board = house
        .get(None, "/api/v1/leaderboards/marelles")
        .await
        .json();
    assert_eq!(board["rows"][0]["name"], "Ann");
    assert_eq!(board["rows"][1]["name"], "Bo");
    let games = house.get(None, "/api/v1/players/Ann/games").await.json();
    assert_eq!(games["games"][0]["outcome"]["winner"], 0);

    // Looking at it again, also after a restart, books nothing.
    house.restart().await;
    ann.come_back(&house).await;
    assert_eq!(row(&house, "ann", "marelles").await, winner);
    assert_eq!(row(&house, "bo", "marelles").await, loser);
    let answer = house.get(None, "/api/v1/leaderboards/chess").await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (404, "api/unknown")
    );
    let answer = house.get(None, "/api/v1/players/nobody").await;
    assert_eq!(
        (answer.status, answer.code().as_str()),
        (404, "people/unknown")
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn unrated_matches_are_counted_only() {
    let house = House::open().await;
    let (mut ann, _bo, _) = two(&house, json!({ "game": "marelles" })).await;
    ann.act("resign", &json!({})).await;
    booked(&mut ann).await;
    let winner = row(&house, "bo", "marelles").await;
    assert_eq!(
        (&winner["wins"], &winner["rating"]),
        (&json!(1), &json!(1500.0))
    );
    // Nobody is ahead of rated players without a rating.
    let board = house.get(None, "/api/v1/leaderboards/marelles").await;
    assert_eq!(board.json()["rows"], json!([]));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn three_seats_are_rated_apart() {
    let house = House::open().await;
    let (person, mut socket) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "obliteration", "seats": 3, "rated": true,
        "options": { "columns": 8, "rows": 8, "turn_limit": 50 } });
    let id = socket.table(create).await["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (other, mut waiting) = house.enter("Bo").await;
    waiting.table(json!({ "type": "join", "table": id })).await;
    let carol = seat(&house, "Carol", &id).await;
    let bo = Player::open(Some(other), waiting, &id).await;
    let ann = Player::open(Some(person), socket, &id).await;
    let mut players = [ann, bo, carol];
    play_on(&mut players, &mut Choice::new(5), 50).await;
    booked(&mut players[0]).await;
    let places = players[0].outcome["places"].as_array().unwrap().clone();
    let mut ratings = Vec::new();
    for (name, place) in ["ann", "bo", "carol"].iter().zip(&places) {
        assert_eq!(row(&house, name, "obliteration").await, Value::Null);
        let row = row(&house, name, "obliteration:many").await;
        assert_eq!(row["games"], 1);
        ratings.push((place.as_u64().unwrap(), row["rating"].as_f64().unwrap()));
    }
    ratings.sort_by_key(|&(place, _)| place);
    assert!(
        ratings[0].1 > 1500.0 && ratings[2].1 < 1500.0,
        "{ratings:?}"
    );
    let board = house
        .get(None, "/api/v1/leaderboards/obliteration:many")
        .await
        .json();
    assert_eq!(board["rows"].as_array().unwrap().len(), 3);
}
