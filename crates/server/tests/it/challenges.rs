//! Who is here, and asking them for a match.

use serde_json::{Value, json};

use crate::support::{Cluster, House, eventually};

fn challenge(to: &str, terms: &Value) -> Value {
    json!({ "type": "challenge", "to": to, "terms": terms })
}

fn names(people: &Value) -> Vec<&str> {
    let people = people["people"].as_array().unwrap().iter();
    people.map(|it| it["name"].as_str().unwrap()).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_accepted() {
    let house = House::open().await;
    let (ann, mut first) = house.enter("Ann").await;
    let (_, mut second) = house.enter("Bo").await;
    let here = house.get(None, "/api/v1/people").await.json();
    assert_eq!(names(&here), ["Ann", "Bo"]);
    let terms = json!({ "game": "mars", "seat": 1, "options": { "turns": 20 } });
    let table = first.table(challenge("bo", &terms)).await;
    assert_eq!(table["challenged"], "Bo");
    assert!(table.get("code").is_none(), "nobody else is wanted");
    let asked = second.next("challenge").await;
    assert_eq!(asked["table"]["id"], table["id"]);
    assert_eq!(asked["table"]["host"], "Ann");
    assert_eq!(asked["table"]["options"]["turns"], 20);
    // Nobody else sees it or sits down there.
    let (cid, mut third) = house.enter("Cid").await;
    let join = json!({ "type": "join", "table": table["id"] });
    assert_eq!(third.refusal(join.clone()).await, "table/private");
    let decline = json!({ "type": "decline", "table": table["id"] });
    assert_eq!(third.refusal(decline.clone()).await, "challenge/unknown");
    let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
    assert_eq!(house.get(Some(&cid), &path).await.status, 403);
    let list = house.get(None, "/api/v1/tables").await.json();
    assert_eq!(list["tables"], json!([]));
    let accepted = second.table(join).await;
    assert_eq!(accepted["status"], "running");
    assert_eq!(accepted["seats"][1]["name"], "Ann");
    assert_eq!(second.next("challenge_gone").await["id"], table["id"]);
    assert_eq!(second.refusal(decline).await, "table/started");
    let here = house.get(None, "/api/v1/people").await.json();
    assert_eq!(here["people"][0], json!({ "name": "Ann", "playing": true }));
    assert_eq!(
        here["people"][2],
        json!({ "name": "Cid", "playing": false })
    );
    // When it is over they have played with each other.
    first
        .say(&json!({ "type": "resign", "match": table["id"] }))
        .await;
    eventually("an opponent", || async {
        let list = house.get(Some(&ann), "/api/v1/me/opponents").await.json();
        list["opponents"][0]["name"] == "Bo"
            && list["opponents"][0]["lost"] == 1
            && list["opponents"][0]["here"] == true
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_challenge_is_declined_or_changed() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let bo = house.person("Bo").await;
    let terms = json!({ "game": "marelles" });
    let table = ann.table(challenge("Bo", &terms)).await;
    // Whoever comes later hears of it.
    let mut later = house.socket(&bo).await;
    assert_eq!(later.next("challenge").await["table"]["id"], table["id"]);
    let decline = json!({ "type": "decline", "table": table["id"] });
    later.table(decline.clone()).await;
    let told = ann.next("declined").await;
    assert_eq!((&told["by"], &told["id"]), (&json!("Bo"), &table["id"]));
    assert!(told.get("instead").is_none());
    assert_eq!(later.next("challenge_gone").await["id"], table["id"]);
    assert_eq!(later.refusal(decline).await, "table/unknown");
    // Other terms: the first challenge goes, another comes back.
    let table = ann.table(challenge("Bo", &terms)).await;
    later.next("challenge").await;
    let mut other = challenge("Ann", &json!({ "game": "risk" }));
    other["instead_of"] = table["id"].clone();
    let made = later.table(other).await;
    let told = ann.next("declined").await;
    assert_eq!(told["instead"], made["id"]);
    let asked = ann.next("challenge").await;
    assert_eq!(asked["table"]["game"], "risk");
    // Taken back by leaving.
    later
        .table(json!({ "type": "leave", "table": made["id"] }))
        .await;
    assert_eq!(ann.next("challenge_gone").await["id"], made["id"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_challenge() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let (bo, mut other) = house.enter("Bo").await;
    let terms = || json!({ "game": "marelles" });
    assert_eq!(
        ann.refusal(challenge("Ann", &terms())).await,
        "challenge/self"
    );
    assert_eq!(
        ann.refusal(challenge("Nobody", &terms())).await,
        "people/unknown"
    );
    let chess = json!({ "game": "chess" });
    assert_eq!(
        ann.refusal(challenge("Bo", &chess)).await,
        "table/unknown_game"
    );
    assert_eq!(
        ann.refusal(challenge("Bo", &json!(7))).await,
        "request/malformed"
    );
    let twice = challenge("Bo", &terms());
    let table = ann.ask_as("one", twice.clone()).await;
    assert_eq!(ann.refusal(twice.clone()).await, "challenge/pending");
    // A resend is no second challenge.
    assert_eq!(
        ann.ask_as("one", twice).await["table"]["id"],
        table["table"]["id"]
    );
    let asked = other.next("challenge").await;
    assert_eq!(asked["table"]["id"], table["table"]["id"]);
    // A thousand of them.
    let mut refused = std::collections::BTreeMap::new();
    for _ in 0..1000 {
        let code = ann.refusal(challenge("Bo", &terms())).await;
        *refused.entry(code).or_insert(0) += 1;
    }
    assert!(refused["challenge/too_fast"] > 900, "{refused:?}");
    let list = house.get(Some(&bo), "/api/v1/me/games").await.json();
    assert_eq!(list["running"], json!([]));
    assert!(other.nothing(|frame| frame["type"] == "challenge").await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terminals_challenge_and_are_challenged() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann Lee").await;
    let mut bo = house.text(house.terminal()).await;
    bo.type_line("name Bo").await;
    bo.until("Welcome, Bo").await;
    bo.type_line("people").await;
    bo.until("  Ann Lee\n  Bo\n").await;
    bo.type_line("challenge marelles Ann Lee side=white").await;
    let asked = ann.next("challenge").await;
    assert_eq!(asked["table"]["seats"][1]["name"], "Bo");
    ann.table(json!({ "type": "decline", "table": asked["table"]["id"] }))
        .await;
    bo.until("Ann Lee declines your challenge.").await;
    ann.table(challenge("Bo", &json!({ "game": "coexistence" })))
        .await;
    bo.until("Ann Lee challenges you to coexistence: 'sit ")
        .await;
    let id = bo.line().await.split('\'').next().unwrap().to_owned();
    bo.type_line(&format!("sit {id}")).await;
    bo.until("You have seat 2 of Ann Lee, Bo.").await;
}

/// The two are at different nodes of one house.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn challenges_cross_nodes() {
    let cluster = Cluster::open(2).await;
    let (one, two) = (&cluster.nodes[0], &cluster.nodes[1]);
    let (_, mut ann) = one.enter("Ann").await;
    let (_, mut bo) = two.enter("Bo").await;
    eventually("everybody is seen from everywhere", || async {
        let here = one.get(None, "/api/v1/people").await.json();
        names(&here) == ["Ann", "Bo"]
    })
    .await;
    let table = ann
        .table(challenge("Bo", &json!({ "game": "marelles" })))
        .await;
    let asked = bo.next("challenge").await;
    assert_eq!(asked["table"]["id"], table["id"]);
    bo.table(json!({ "type": "decline", "table": table["id"] }))
        .await;
    assert_eq!(ann.next("declined").await["by"], "Bo");
    cluster.end().await;
}
