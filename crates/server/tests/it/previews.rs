//! What an action would do, asked over HTTP.

use serde_json::{Value, json};

use crate::support::{Answer, House, Player, two};

async fn preview(house: &House, player: &Player, action: &str) -> Answer {
    let action: String = action
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b',' | b'-' => char::from(byte).to_string(),
            _ => format!("%{byte:02X}"),
        })
        .collect();
    let path = format!("/api/v1/matches/{}/preview?action={action}", player.id);
    house.get(player.person.as_ref(), &path).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_legal_action_has_an_effect() {
    for game in ["marelles", "obliteration", "coexistence", "mars", "risk"] {
        let house = House::open().await;
        let (mut ann, mut bo, _) = two(&house, json!({ "game": game })).await;
        if !ann.may_act() {
            std::mem::swap(&mut ann, &mut bo);
        }
        for action in ann.legal.iter().take(8) {
            let answer = preview(&house, &ann, action).await;
            assert_eq!(answer.status, 200, "{}", answer.text);
            let answer = answer.json();
            assert_eq!(answer["seq"], ann.seq);
            assert!(answer["effect"].is_object(), "{game} {action}: {answer}");
            let refused = preview(&house, &bo, action).await.json();
            assert!(refused["effect"].is_null());
            assert!(!refused["refused"].as_str().unwrap().is_empty());
            let code = refused["code"].as_str().unwrap();
            assert!(code.starts_with("action/"), "{code}");
        }
        // Asking has changed nothing, and the match goes on.
        let action = ann.legal[0].clone();
        ann.play(&action).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_players_may_ask() {
    let house = House::open().await;
    let (ann, _bo, _) = two(&house, json!({ "game": "mars" })).await;
    let path = format!("/api/v1/matches/{}/preview?action=7,3-6,3", ann.id);
    assert_eq!(house.get(None, &path).await.code(), "people/sign_in");
    let eve = house.person("Eve").await;
    let refused = house.get(Some(&eve), &path).await;
    assert_eq!(
        (refused.status, refused.code()),
        (403, "match/not_seated".into())
    );
    let nowhere = "/api/v1/matches/nowhere/preview?action=a";
    assert_eq!(house.get(Some(&eve), nowhere).await.status, 404);
    let none = format!("/api/v1/matches/{}/preview", ann.id);
    let me = ann.person.as_ref();
    assert_eq!(house.get(me, &none).await.code(), "request/malformed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn junk_is_refused_in_words() {
    let house = House::open().await;
    let (ann, _bo, _) = two(&house, json!({ "game": "risk" })).await;
    let long = "9".repeat(2_000);
    for junk in [
        "",
        "attack",
        "claim 99",
        "\u{0}",
        "🂡",
        "claim 1 claim 2",
        &long,
    ] {
        let answer = preview(&house, &ann, junk).await;
        assert_eq!(answer.status, 200, "{junk:?}: {}", answer.text);
        let answer: Value = answer.json();
        assert!(answer["refused"].is_string(), "{junk:?}: {answer}");
    }
}
