//! Asking people to a table that waits.

use serde_json::{Value, json};

use crate::support::{Cluster, House, eventually};

fn invite(table: &Value, to: &str) -> Value {
    json!({ "type": "invite", "table": table["id"], "to": to })
}

fn at(kind: &str, table: &Value) -> Value {
    json!({ "type": kind, "table": table["id"] })
}

const TABLE: &str =
    r#"{ "type": "create_table", "game": "obliteration", "seats": 3, "private": true }"#;

fn table() -> Value {
    serde_json::from_str(TABLE).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_waits_asks_others_to_the_table() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let (cid, mut third) = house.enter("Cid").await;
    let table = ann.table(table()).await;
    let asked = ann.table(invite(&table, "bo")).await;
    assert_eq!(asked["invited"], json!(["Bo"]));
    assert!(asked["code"].is_string(), "everybody else is welcome still");
    let notice = bo.next("challenge").await;
    assert_eq!(notice["invited_by"], "Ann");
    assert_eq!(notice["table"]["id"], table["id"]);
    // To come is to sit down; nobody is asked any more then, and the newcomer may ask the next.
    let sits = bo.table(at("join", &table)).await;
    assert_eq!(sits["status"], "open");
    assert!(sits.get("invited").is_none());
    assert_eq!(bo.next("challenge_gone").await["id"], table["id"]);
    bo.table(invite(&table, "Cid")).await;
    assert_eq!(third.next("challenge").await["invited_by"], "Bo");
    let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
    assert_eq!(
        house.get(Some(&cid), &path).await.status,
        200,
        "a guest may look"
    );
    let declined = third.table(at("decline", &table)).await;
    assert_eq!(declined["status"], "open", "the table waits on");
    assert_eq!(third.next("challenge_gone").await["id"], table["id"]);
    let told = bo.next("declined").await;
    assert_eq!((&told["by"], &told["stays"]), (&json!("Cid"), &json!(true)));
    assert!(ann.nothing(|frame| frame["type"] == "declined").await);
    assert_eq!(
        bo.refusal(invite(&table, "Cid")).await,
        "challenge/declined"
    );
    assert_eq!(
        third.refusal(at("decline", &table)).await,
        "challenge/unknown"
    );
    assert_eq!(third.refusal(at("join", &table)).await, "table/private");
    // With the code whoever has declined may still come.
    let mut join = at("join", &table);
    join["invite"] = table["invite"].clone();
    assert_eq!(third.table(join).await["status"], "running");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_invitation() {
    let house = House::open().await;
    let (first, mut ann) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let (_, mut cid) = house.enter("Cid").await;
    let (_, mut dora) = house.enter("Dora").await;
    let table = ann.table(table()).await;
    assert_eq!(ann.refusal(invite(&table, "Ann")).await, "challenge/self");
    assert_eq!(ann.refusal(invite(&table, "Zoe")).await, "people/unknown");
    let nowhere = json!({ "id": "AAAAAAAAAAAA" });
    assert_eq!(ann.refusal(invite(&nowhere, "Bo")).await, "table/unknown");
    assert_eq!(bo.refusal(invite(&table, "Cid")).await, "table/not_seated");
    ann.table(invite(&table, "Bo")).await;
    // Twice is once.
    ann.table(invite(&table, "Bo")).await;
    bo.table(at("join", &table)).await;
    assert_eq!(ann.refusal(invite(&table, "Bo")).await, "challenge/seated");
    ann.table(invite(&table, "Cid")).await;
    assert_eq!(bo.refusal(invite(&table, "Cid")).await, "challenge/pending");
    bo.next("challenge").await;
    let told = |frame: &Value| frame["type"] == "challenge";
    assert!(bo.nothing(told).await, "told once");
    // Whoever does not want to meet somebody is not asked to their table.
    let block = json!({ "name": "Dora", "wish": "block", "on": true });
    house
        .post(Some(&first), "/api/v1/me/relations", &block)
        .await;
    assert_eq!(
        ann.refusal(invite(&table, "Dora")).await,
        "challenge/blocked"
    );
    assert_eq!(bo.refusal(invite(&table, "Dora")).await, "table/blocked");
    // Those who were asked by somebody who goes are asked no more.
    cid.next("challenge").await;
    ann.table(at("leave", &table)).await;
    assert_eq!(cid.next("challenge_gone").await["id"], table["id"]);
    bo.table(invite(&table, "Cid")).await;
    cid.table(at("join", &table)).await;
    bo.table(at("start", &table)).await;
    assert_eq!(bo.refusal(invite(&table, "Ann")).await, "table/started");
    assert!(dora.nothing(|frame| frame["type"] == "challenge").await);
    // A thousand of them.
    let mut fast = 0;
    for _ in 0..1000 {
        fast += i32::from(bo.refusal(invite(&table, "Ann")).await == "challenge/too_fast");
    }
    assert!(fast > 900, "{fast}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn invitations_cross_nodes() {
    let cluster = Cluster::open(2).await;
    let (one, two) = (&cluster.nodes[0], &cluster.nodes[1]);
    let (_, mut ann) = one.enter("Ann").await;
    let (_, mut bo) = two.enter("Bo").await;
    let table = ann.table(table()).await;
    ann.table(invite(&table, "Bo")).await;
    assert_eq!(bo.next("challenge").await["invited_by"], "Ann");
    bo.table(at("decline", &table)).await;
    assert_eq!(ann.next("declined").await["stays"], true);
    eventually("the table is there at both nodes", async || {
        let path = format!("/api/v1/tables/{}", table["id"].as_str().unwrap());
        one.get(None, &path).await.status == 403 && two.get(None, &path).await.status == 403
    })
    .await;
    cluster.end().await;
}
