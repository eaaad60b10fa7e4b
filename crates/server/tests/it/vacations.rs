//! Days off: clocks stand still for whoever takes them, and for nobody else.

use serde_json::{Value, json};

use crate::support::{Cluster, House, Person, eventually, two};

const PATH: &str = "/api/v1/me/vacation";

fn slow() -> Value {
    json!({ "game": "marelles", "clock": { "type": "per_move", "seconds": 3 * 86_400 } })
}

async fn take(house: &House, person: &Person, days: u32) -> crate::support::Answer {
    house
        .post(Some(person), PATH, &json!({ "days": days }))
        .await
}

async fn clock(house: &House, person: &Person, id: &str) -> Value {
    let path = format!("/api/v1/matches/{id}");
    house.get(Some(person), &path).await.json()["clock"].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn days_are_counted() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let now = house.get(Some(&ann), PATH).await.json();
    assert_eq!(now, json!({ "days": 14, "left": 14 }));
    for days in [0, 15, u32::MAX] {
        assert_eq!(take(&house, &ann, days).await.code(), "vacation/days");
    }
    let taken = take(&house, &ann, 10).await.json();
    assert_eq!(taken["left"], 4);
    assert!(taken["until_ms"].is_i64());
    // Back at once: the day that was begun is gone.
    let back = house.delete(Some(&ann), PATH).await.json();
    assert_eq!(back, json!({ "days": 14, "left": 13 }));
    assert_eq!(take(&house, &ann, 14).await.code(), "vacation/too_many");
    assert_eq!(take(&house, &ann, 13).await.json()["left"], 0);
    // Another one in its place: of the first the day that was begun counts.
    assert_eq!(take(&house, &ann, 12).await.json()["left"], 0);
    assert_eq!(house.get(None, PATH).await.code(), "people/sign_in");
    let none = House::with(|config| config.vacation_days = 0).await;
    let bo = none.person("Bo").await;
    assert_eq!(take(&none, &bo, 1).await.code(), "vacation/days");
}

/// Of several wishes at once no more days come out than there are.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_more_than_there_are() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let wishes = (0..6).map(|_| take(&house, &ann, 5));
    let answers = futures_util::future::join_all(wishes).await;
    assert!(
        answers
            .iter()
            .all(|it| it.status == 200 || it.status == 409 || it.status == 503)
    );
    let left = house.get(Some(&ann), PATH).await.json()["left"]
        .as_u64()
        .unwrap();
    assert!(left <= 9, "{left}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clock_stands_still() {
    let mut house = House::open().await;
    let (mut ann, bo, _) = two(&house, slow()).await;
    let person = bo.person.clone().unwrap();
    ann.play("A1").await;
    let id = ann.id.clone();
    assert_eq!(clock(&house, &person, &id).await["running"], json!([1]));
    let until = take(&house, &person, 3).await.json()["until_ms"].clone();
    let standing = clock(&house, &person, &id).await;
    assert_eq!(standing["running"], json!([]));
    assert_eq!(standing["vacation_ms"], json!([null, until]));
    let left = standing["left_ms"][1].as_i64().unwrap();
    // Written down: also after a restart, and whoever is on vacation may play all the same.
    drop((ann, bo));
    house.restart().await;
    let again = clock(&house, &person, &id).await;
    assert_eq!(again["vacation_ms"], standing["vacation_ms"]);
    let now_left = again["left_ms"][1].as_i64().unwrap();
    assert!(now_left <= left && left - now_left < 5, "{left} {now_left}");
    house.delete(Some(&person), PATH).await;
    let running = clock(&house, &person, &id).await;
    assert_eq!(running["running"], json!([1]));
    assert!(running["vacation_ms"].is_null());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_every_node() {
    let cluster = Cluster::open(2).await;
    let (mut ann, bo, _) = two(&cluster.nodes[0], slow()).await;
    let person = bo.person.clone().unwrap();
    ann.play("A1").await;
    take(&cluster.nodes[0], &person, 3).await;
    eventually("the other node knows", || async {
        let clock = clock(&cluster.nodes[1], &person, &ann.id).await;
        clock["running"] == json!([])
    })
    .await;
    cluster.end().await;
}
