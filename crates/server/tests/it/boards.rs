//! Positions of several matches in one answer: each viewer's own, and nobody else's.

use serde_json::{Value, json};

use crate::support::{House, Person, two_named};

async fn boards(house: &House, who: Option<&Person>, ids: &[&str]) -> Vec<Value> {
    let path = format!("/api/v1/boards?ids={}", ids.join(","));
    let answer = house.get(who, &path).await.json();
    answer["boards"].as_array().unwrap().clone()
}

/// The one who plays asks first, so that what is kept for a moment would be theirs.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everybody_sees_with_their_own_eyes() {
    let house = House::open().await;
    let (ann, bo, table) = two_named(&house, ["ann", "bo"], json!({ "game": "mars" })).await;
    let id = table["id"].as_str().unwrap();
    let carol = house.person("carol").await;
    let sides = ["soviets", "germans"];
    let eyes = |seat: Option<u8>| seat.map_or("spectator", |seat| sides[usize::from(seat)]);
    let (first, second) = (ann.person.as_ref(), bo.person.as_ref());
    for (who, seat) in [
        (first, ann.seat),
        (second, bo.seat),
        (Some(&carol), None),
        (None, None),
        (first, ann.seat),
    ] {
        let found = boards(&house, who, &[id]).await;
        assert_eq!(found.len(), 1);
        let told = (&found[0]["seat"], &found[0]["view"]["viewer"]);
        assert_eq!(told, (&json!(seat), &json!(eyes(seat))));
        // What it shows is what the viewer is shown of the match itself.
        let whole = house
            .get(who, &format!("/api/v1/matches/{id}"))
            .await
            .json();
        assert_eq!(found[0]["view"], whole["view"], "{seat:?}");
    }
}

/// A list of own games shows how much time is left; whoever looks on late learns nothing from it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn how_much_time_is_left() {
    let house = House::open().await;
    let clock = json!({ "type": "per_move", "seconds": 86_400 });
    let new = json!({ "game": "marelles", "clock": clock, "watch": "delayed" });
    let (mut ann, bo, table) = two_named(&house, ["ann", "bo"], new).await;
    let id = table["id"].as_str().unwrap();
    ann.play("A1").await;
    let own = boards(&house, bo.person.as_ref(), &[id]).await;
    assert_eq!(own[0]["clock"]["running"], json!([1]));
    let left = own[0]["clock"]["left_ms"][1].as_i64().unwrap();
    assert!((86_000_000..=86_400_000).contains(&left), "{left}");
    assert!(boards(&house, None, &[id]).await[0]["clock"].is_null());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_may_not_be_seen_is_left_out() {
    let house = House::open().await;
    let ann = house.person("ann").await;
    let new = json!({ "game": "marelles", "private": true, "bots": ["beginner"] });
    let private = house.post(Some(&ann), "/api/v1/tables", &new).await.json();
    let new = json!({ "game": "marelles", "watch": "off" });
    let (_, _, closed) = two_named(&house, ["carol", "dan"], new).await;
    let (_, _, open) = two_named(&house, ["eve", "fay"], json!({ "game": "marelles" })).await;
    let ids = [&private, &closed, &open].map(|it| it["id"].as_str().unwrap());
    let wanted = [ids[0], ids[1], ids[2], "aaaaaaaaaaaa"];
    let names = |found: &[Value]| -> Vec<String> {
        found
            .iter()
            .map(|it| it["id"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(names(&boards(&house, None, &wanted).await), [ids[2]]);
    let own = boards(&house, Some(&ann), &wanted).await;
    assert_eq!(names(&own), [ids[0], ids[2]]);
    assert_eq!(own[0]["seat"], 0);

    for bad in ["x", "a,b", "../../etc", &format!("{},%C3%A9", ids[2])] {
        let answer = house.get(None, &format!("/api/v1/boards?ids={bad}")).await;
        assert_eq!(answer.code(), "request/malformed", "{bad}");
    }
    let many = vec![ids[2]; 13].join(",");
    let answer = house.get(None, &format!("/api/v1/boards?ids={many}")).await;
    assert_eq!(answer.code(), "request/malformed");
    assert_eq!(
        house.get(None, "/api/v1/boards").await.code(),
        "request/malformed"
    );
    assert!(boards(&house, None, &[]).await.is_empty());
}
