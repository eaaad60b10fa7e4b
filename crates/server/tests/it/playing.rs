//! Two people play, a third watches, the server goes away in the middle, and nothing is lost.

use parlor_engine::Record;
use serde_json::{Value, json};

use crate::hidden;
use crate::support::{Choice, House, Player, play_on, spectator, two};

/// Plays a whole match of `new`, with a restart after `half` entries. Resigns after `most`.
async fn whole_match(new: Value, half: u32, most: u32) -> (Vec<Player>, Record) {
    let mut house = House::open().await;
    let (first, second, table) = two(&house, new).await;
    let id = first.id.clone();
    let watcher = spectator(&house, &id).await;
    let mut players = vec![first, second, watcher];
    let mut choice = Choice::new(7);

    play_on(&mut players, &mut choice, half).await;
    assert!(!players[0].is_over(), "the restart comes in the middle");
    let record = format!("/api/v1/matches/{id}/record");
    assert_eq!(house.get(None, &record).await.code(), "match/running");
    let mut bodies = Vec::new();
    hidden::the_api_keeps_the_seed(&house, &id, &mut bodies).await;

    house.restart().await;
    for player in &mut players {
        let before = (player.seq, player.view.clone());
        player.come_back(&house).await;
        assert_eq!((player.seq, player.view.clone()), before);
    }
    play_on(&mut players, &mut choice, most).await;
    if !players[0].is_over() {
        players[0].act("resign", &json!({})).await;
        let seq = players[0].seq;
        for player in &mut players {
            player.follow(seq).await;
        }
    }

    let outcome = players[0].outcome.clone();
    assert!(!outcome.is_null());
    for player in &players {
        assert_eq!(player.seq, players[0].seq);
        assert_eq!(player.outcome, outcome);
    }
    let answer = house.get(None, &record).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let record = Record::parse(&answer.text).unwrap();
    let seed = serde_json::to_value(record.seed).unwrap();
    for body in bodies {
        assert!(!body.contains(seed.as_str().unwrap()), "the seed in {body}");
    }
    hidden::nothing_more_than_the_record(&players, &record);
    let matched = record.verify(parlor_catalog::GAMES).unwrap();
    assert_eq!(matched.seq().0, players[0].seq);
    assert_eq!(
        record.commitment.to_string(),
        table["commitment"].as_str().unwrap(),
        "the hash that was shown before the start"
    );
    (players, record)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn coexistence() {
    whole_match(json!({ "game": "coexistence" }), 6, 2000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn marelles() {
    let options = json!({ "max_plies": 60 });
    whole_match(json!({ "game": "marelles", "options": options }), 20, 2000).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn obliteration() {
    // Large enough not to fall before the restart, whatever the chance.
    let options = json!({ "columns": 16, "rows": 14, "turn_limit": 60 });
    whole_match(
        json!({ "game": "obliteration", "options": options }),
        8,
        2000,
    )
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mars() {
    let options = json!({ "turns": 60 });
    let new = json!({ "game": "mars", "options": options });
    let (players, record) = whole_match(new, 20, 2000).await;
    hidden::no_hidden_unit(&players, &record);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn risk() {
    let (players, record) = whole_match(
        json!({ "game": "risk", "options": { "spectators": "anyone" } }),
        90,
        250,
    )
    .await;
    hidden::no_foreign_hand(&players, &record);
}
