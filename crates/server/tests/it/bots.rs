//! Bots at the tables: every level of every game, advice, and the review afterwards.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Answer, Choice, House, Person, Player, play_on, two};

async fn against(house: &House, name: &str, game: &str, options: Value, level: &str) -> Player {
    let (person, mut socket) = house.enter(name).await;
    let create =
        json!({ "type": "create_table", "game": game, "options": options, "bots": [level] });
    let id = socket.table(create).await["id"].clone();
    Player::open(Some(person), socket, id.as_str().unwrap()).await
}

fn who(player: &Player) -> &Person {
    player.person.as_ref().unwrap()
}

async fn hint(house: &House, player: &Player, query: &str) -> Answer {
    let path = format!("/api/v1/matches/{}/hint{query}", player.id);
    house.get(Some(who(player)), &path).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_level_of_every_game_makes_a_move() {
    let house = House::open().await;
    let games = house.get(None, "/api/v1/games").await.json();
    for game in games["games"].as_array().unwrap() {
        let levels = game["bots"].as_array().unwrap();
        let names: Vec<&str> = levels.iter().filter_map(Value::as_str).collect();
        for wanted in ["beginner", "easy", "medium", "hard", "best"] {
            assert!(names.contains(&wanted), "{wanted} of {}", game["id"]);
        }
        for level in names {
            let game = game["id"].as_str().unwrap();
            let name = format!("{game} {level}");
            let mut player = against(&house, &name, game, json!({}), level).await;
            while player.may_act() {
                let action = player.legal[0].clone();
                player.play(&action).await;
            }
            let next = player.seq + 1;
            player.follow(next).await;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn advice_is_a_legal_move() {
    let house = House::open().await;
    let mut ann = against(&house, "Ann", "marelles", json!({}), "beginner").await;
    let advice = hint(&house, &ann, "").await.json();
    assert_eq!(advice["seq"], 0);
    let action = advice["action"].as_str().unwrap().to_owned();
    assert!(ann.legal.contains(&action), "{action}");
    assert_eq!(
        hint(&house, &ann, "?level=god").await.code(),
        "table/bot_level"
    );
    assert_eq!(hint(&house, &ann, "?level=classic").await.status, 200);
    ann.play(&action).await;
    assert_eq!(ann.seq, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn advice_is_only_for_casual_games_against_bots() {
    let house = House::open().await;
    let (ann, bo, _) = two(&house, json!({ "game": "marelles" })).await;
    assert_eq!(hint(&house, &ann, "").await.code(), "hint/not_casual");
    let path = format!("/api/v1/matches/{}/hint", ann.id);
    let eve = house.person("Eve").await;
    assert_eq!(
        house.get(Some(&eve), &path).await.code(),
        "match/not_seated"
    );
    assert_eq!(house.get(None, &path).await.code(), "people/sign_in");
    drop(bo);
    let mut solo = against(&house, "Solo", "marelles", json!({}), "best").await;
    solo.play("A1").await;
    // The bot may have answered already; then it is our turn again.
    let answer = hint(&house, &solo, "").await;
    assert!(answer.status == 200 || answer.code() == "hint/not_your_turn");
}

async fn review(house: &House, player: &Player) -> Answer {
    let path = format!("/api/v1/matches/{}/review", player.id);
    house.get(Some(who(player)), &path).await
}

/// Asks again and again, as a page does, until the review is as wanted.
async fn looked_at(house: &House, player: &Player, wanted: impl Fn(&Answer) -> bool) -> Value {
    for _ in 0..600 {
        let answer = review(house, player).await;
        assert!([200, 202].contains(&answer.status), "{}", answer.text);
        if wanted(&answer) {
            return answer.json();
        }
        assert_eq!(answer.status, 202, "{}", answer.text);
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    panic!("the review takes too long");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_finished_match_is_reviewed() {
    let house = House::open().await;
    let (ann, bo, _) = two(&house, json!({ "game": "coexistence" })).await;
    let path = format!("/api/v1/matches/{}/review", ann.id);
    assert_eq!(house.get(None, &path).await.code(), "people/sign_in");
    assert_eq!(review(&house, &ann).await.code(), "match/running");
    let mut players = [ann, bo];
    play_on(&mut players, &mut Choice::new(5), 2000).await;
    assert!(players[0].is_over());
    let review = looked_at(&house, &players[0], |answer| answer.status == 200).await;
    let positions = review["positions"].as_array().unwrap();
    assert_eq!(positions.len() as u32, players[0].seq + 1);
    for (seq, position) in positions.iter().enumerate() {
        assert_eq!(position["seq"], seq);
        for chance in position["chances"].as_array().unwrap() {
            assert!(
                (0.0..=1.0).contains(&chance.as_f64().unwrap()),
                "{position}"
            );
        }
    }
    for turn in review["turns"].as_array().unwrap() {
        let (seq, seat) = (
            turn["seq"].as_u64().unwrap(),
            turn["seat"].as_u64().unwrap(),
        );
        let change = turn["change"].as_f64().unwrap();
        if turn["kind"] == "luck" {
            // What is told of luck is what the positions before and after it say.
            let chance = |seq: u64| {
                positions[seq as usize]["chances"][seat as usize]
                    .as_f64()
                    .unwrap()
            };
            let seen = chance(seq) - chance(seq - 1);
            assert!((seen - change).abs() < 1e-9, "{turn}");
        } else {
            assert!(
                change < 0.0 && turn["better"]["action"].is_string(),
                "{turn}"
            );
            assert_ne!(turn["better"]["action"], turn["played"]);
        }
    }
}

/// Whoever plays at random makes mistakes, and is told what would have been better.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn random_moves_are_called_mistakes() {
    let named = |turn: &Value| {
        let line = turn["better"]["line"].as_array();
        turn["kind"] != "inaccuracy" && turn["kind"] != "missed" && !line.unwrap().is_empty()
    };
    told_what_was_better("marelles", json!({ "max_plies": 120 }), named).await;
}

/// A match that is lost in small steps, or was hard from the start, is told about as well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn small_losses_are_told_where_there_are_no_large_ones() {
    told_what_was_better("mars", json!({}), |_| true).await;
}

async fn told_what_was_better(game: &str, options: Value, wanted: impl Fn(&Value) -> bool) {
    let house = House::open().await;
    let mut ann = against(&house, "Ann", game, options, "medium").await;
    let mut choice = Choice::new(11);
    while !ann.is_over() {
        if ann.may_act() {
            let action = choice.of(&ann.legal).to_owned();
            ann.play(&action).await;
        } else {
            let next = ann.seq + 1;
            ann.follow(next).await;
        }
    }
    let seat = ann.seat;
    looked_at(&house, &ann, |answer| {
        let review = answer.json();
        review["turns"].as_array().unwrap().iter().any(|turn| {
            let line = turn["better"]["line"].as_array();
            turn["seat"] == json!(seat) && wanted(turn) && line.is_some_and(|line| !line.is_empty())
        })
    })
    .await;
}
