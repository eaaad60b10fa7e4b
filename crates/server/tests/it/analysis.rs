//! The analysis board: what it answers, what it refuses, and matches that start from its positions.

use std::time::Duration;

use parlor_engine::Record;
use serde_json::{Value, json};

use crate::support::{Answer, Choice, House, Person, Player, eventually, play_on, two};

async fn against_bot(house: &House, name: &str, game: &str) -> Player {
    let (person, mut socket) = house.enter(name).await;
    let create = json!({ "type": "create_table", "game": game, "bots": ["beginner"] });
    let id = socket.table(create).await["id"].clone();
    Player::open(Some(person), socket, id.as_str().unwrap()).await
}

fn who(player: &Player) -> Option<&Person> {
    player.person.as_ref()
}

async fn import(house: &House, who: Option<&Person>, game: &str, wanted: Value) -> Answer {
    let path = format!("/api/v1/analysis/{game}/import");
    house.post(who, &path, &wanted).await
}

async fn look(house: &House, game: &str, question: Value) -> Answer {
    let path = format!("/api/v1/analysis/{game}");
    house.post(None, &path, &question).await
}

async fn evaluate(house: &House, who: Option<&Person>, game: &str, question: &Value) -> Answer {
    let path = format!("/api/v1/analysis/{game}/evaluate");
    house.post(who, &path, question).await
}

/// Asks again and again, as a page does.
async fn evaluated(house: &House, who: Option<&Person>, game: &str, question: &Value) -> Value {
    for _ in 0..600 {
        let answer = evaluate(house, who, game, question).await;
        match answer.status {
            200 => return answer.json(),
            202 => tokio::time::sleep(Duration::from_millis(50)).await,
            _ => panic!("{}", answer.text),
        }
    }
    panic!("the analysis takes too long");
}

fn opening() -> Value {
    json!({ "start": { "opening": {} } })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_stranger_moves_for_both_sides_in_every_game() {
    let house = House::open().await;
    let games = house.get(None, "/api/v1/games").await.json();
    for game in games["games"].as_array().unwrap() {
        let game = game["id"].as_str().unwrap();
        let mut question = opening();
        question["steps"] = json!([]);
        for roll in 1..=12 {
            let answer = look(&house, game, question.clone()).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            let here = answer.json();
            let step = json!({
                "kind": "action", "seat": here["acts"], "action": here["legal"][0], "roll": roll,
            });
            let path = format!("/api/v1/analysis/{game}/preview");
            let ponder = json!({ "line": question, "action": here["legal"][0] });
            let effect = house.post(None, &path, &ponder).await.json();
            assert!(effect["effect"].is_object(), "{game}: {effect}");
            question["steps"].as_array_mut().unwrap().push(step);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_studied_is_refused() {
    let house = House::open().await;
    let unknown = look(&house, "chess", opening()).await;
    assert_eq!(unknown.code(), "table/unknown_game");
    let malformed = look(&house, "marelles", json!({ "steps": [] })).await;
    assert_eq!(malformed.code(), "request/malformed");
    let step = json!({ "kind": "action", "seat": 0, "action": "A1" });
    let long = json!({ "start": { "opening": {} }, "steps": vec![step; 300] });
    assert_eq!(
        look(&house, "marelles", long).await.code(),
        "analysis/too_long"
    );
    let huge = json!({ "start": { "position": "x".repeat(80_000) } });
    assert_eq!(
        look(&house, "marelles", huge).await.code(),
        "request/too_large"
    );
    let nobody = evaluate(&house, None, "marelles", &opening()).await;
    assert_eq!(nobody.code(), "people/sign_in");

    let (ann, ben, _) = two(&house, json!({ "game": "marelles" })).await;
    let wanted = json!({ "match": { "id": ann.id } });
    let running = import(&house, who(&ann), "marelles", wanted.clone()).await;
    assert_eq!(running.code(), "analysis/not_casual");
    assert_eq!(
        import(&house, None, "marelles", wanted.clone())
            .await
            .code(),
        "match/not_seated"
    );
    let other = import(&house, who(&ann), "risk", wanted).await;
    assert_eq!(other.code(), "analysis/game");
    // While one plays people nothing is evaluated in this game, and everything else in others.
    let playing = evaluate(&house, who(&ann), "marelles", &opening()).await;
    assert_eq!(playing.code(), "analysis/playing");
    let fine = evaluate(&house, who(&ann), "coexistence", &opening()).await;
    assert!([200, 202].contains(&fine.status), "{}", fine.text);
    drop(ben);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_that_asks_for_too_much_waits() {
    let house = House::with(|config| config.requests_per_second = 10_000).await;
    // Long lines count for several, so that no pause between two requests makes up for them.
    let step = json!({ "kind": "action", "seat": 0, "action": "A1" });
    let long = json!({ "start": { "opening": {} }, "steps": vec![step; 300] });
    let mut refused = 0;
    for _ in 0..200 {
        let answer = look(&house, "marelles", long.clone()).await;
        match answer.code().as_str() {
            "analysis/too_long" => {}
            "analysis/too_fast" => refused += 1,
            other => panic!("{other}"),
        }
    }
    assert!(refused > 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_running_match_against_bots_is_studied_from_ones_own_seat() {
    let house = House::open().await;
    for game in ["mars", "risk", "marelles"] {
        let ann = against_bot(&house, &format!("Ann {game}"), game).await;
        let path = format!("/api/v1/matches/{}", ann.id);
        let wanted = json!({ "match": { "id": ann.id } });
        let answer = import(&house, who(&ann), game, wanted).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let imported = answer.json();
        let seat = imported["seat"].clone();
        let now = house.get(who(&ann), &path).await.json();
        if now["seq"] != json!(ann.seq) {
            continue;
        }
        assert_eq!(seat, now["seat"]);
        let question = json!({
            "start": { "position": imported["start"] }, "eyes": { "seat": seat },
        });
        // The world is one of those that look like this; what is hidden in it is made up.
        let seen = look(&house, game, question.clone()).await.json();
        assert_eq!(seen["view"], now["view"], "{game}");
        let found = evaluated(&house, who(&ann), game, &question).await;
        assert!(!found["moves"].as_array().unwrap().is_empty(), "{game}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_match_is_studied_and_played_on_from_any_point() {
    let house = House::open().await;
    let (ann, ben, _) = two(&house, json!({ "game": "marelles" })).await;
    let mut players = [ann, ben];
    play_on(&mut players, &mut Choice::new(3), 24).await;
    let last = players[0].seq;
    players[0].act("resign", &json!({})).await;
    let [ann, _ben] = players;
    // Until the result is in the books, they still play each other.
    eventually("the match is over", || async {
        let path = format!("/api/v1/tables/{}", ann.id);
        house.get(who(&ann), &path).await.json()["status"] == "over"
    })
    .await;
    let wanted = json!({ "match": { "id": ann.id, "seq": 20 } });
    let imported = import(&house, who(&ann), "marelles", wanted).await.json();
    assert_eq!(imported["at"], 20, "{imported}");
    assert!(imported["steps"].as_array().unwrap().len() as u32 > last);
    let line: Vec<Value> = imported["steps"].as_array().unwrap()[..20].to_vec();
    let question = json!({
        "start": { "position": imported["start"] }, "chance": imported["chance"],
        "steps": line, "state": true,
    });
    let here = look(&house, "marelles", question.clone()).await.json();
    let found = evaluated(&house, who(&ann), "marelles", &question).await;
    assert_eq!(found["seat"], here["acts"]);
    assert!(found["of"].as_u64().unwrap() > 0);

    // The same record, brought by anybody.
    let path = format!("/api/v1/matches/{}/record", ann.id);
    let record = house.get(who(&ann), &path).await.json();
    let brought = import(&house, None, "marelles", json!({ "record": record })).await;
    assert_eq!(brought.json()["steps"], imported["steps"]);
    let mut forged = record.clone();
    forged["entries"][3]["action"] = json!("A1");
    let forged = import(&house, None, "marelles", json!({ "record": forged })).await;
    assert_eq!(forged.code(), "analysis/record");

    let new = json!({
        "game": "marelles", "bots": ["beginner"], "seat": here["acts"], "rated": true,
        "position": here["state"],
    });
    let table = house.post(who(&ann), "/api/v1/tables", &new).await;
    assert_eq!(table.status, 201, "{}", table.text);
    let table = table.json();
    assert_eq!(
        (&table["rated"], &table["position"]),
        (&json!(false), &json!(true))
    );
    let id = table["id"].as_str().unwrap();
    let now = house.get(who(&ann), &format!("/api/v1/matches/{id}")).await;
    let now = now.json();
    assert_eq!(now["view"]["cells"], here["view"]["cells"]);
    assert_eq!(now["seat"], here["acts"]);
    let socket = house.socket(who(&ann).unwrap()).await;
    let mut on = Player::open(None, socket, id).await;
    on.play(here["legal"][0].as_str().unwrap()).await;
    on.act("resign", &json!({})).await;
    // Its record holds, position and all, and can be studied again.
    let path = format!("/api/v1/matches/{id}/record");
    let mut record = house.get(who(&ann), &path).await;
    for _ in 0..40 {
        if record.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
        record = house.get(who(&ann), &path).await;
    }
    let record: Record = serde_json::from_str(&record.text).unwrap();
    assert_eq!(record.position.as_ref(), Some(&here["state"]));
    record.verify(parlor_catalog::GAMES).unwrap();
    let again = import(&house, None, "marelles", json!({ "record": record })).await;
    assert_eq!(again.json()["start"], here["state"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_match_starts_from_a_bad_position() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let state = async |game: &str| {
        let mut question = opening();
        question["state"] = json!(true);
        look(&house, game, question).await.json()["state"].clone()
    };
    let create = async |new: Value| house.post(Some(&ann), "/api/v1/tables", &new).await;
    let marelles = state("marelles").await;
    let risk = state("risk").await;
    let foreign = json!({ "game": "marelles", "position": risk });
    assert_eq!(create(foreign).await.code(), "table/state");
    let mut broken = marelles.clone();
    broken["hands"] = json!([9, 2]);
    let broken = json!({ "game": "marelles", "position": broken });
    assert_eq!(create(broken).await.code(), "table/state");
    let seats = json!({ "game": "marelles", "seats": 3, "position": marelles });
    assert_eq!(create(seats).await.code(), "table/position");
    // Whoever set it up would know the cards of the others.
    let people = json!({ "game": "risk", "position": risk });
    assert_eq!(create(people).await.code(), "table/position");
    let bots = json!({ "game": "risk", "position": risk, "bots": ["beginner"] });
    assert_eq!(create(bots).await.status, 201);
    let screen = json!({ "game": "marelles", "position": marelles, "screen": ["A", "B"] });
    assert_eq!(create(screen).await.code(), "table/position");
    let mut over = opening();
    over["state"] = json!(true);
    over["steps"] = json!([{ "kind": "resign", "seat": 0 }]);
    let over = look(&house, "marelles", over).await.json()["state"].clone();
    let over = json!({ "game": "marelles", "position": over, "bots": ["beginner"] });
    assert_eq!(create(over).await.code(), "table/position");
}
