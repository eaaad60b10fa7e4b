//! Quick pairing: everybody meets exactly one other.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::support::{House, Player, eventually};

fn quick(game: &str) -> Value {
    json!({ "type": "quick_pair", "game": game })
}

async fn listed(house: &House) -> usize {
    let list = house.get(None, "/api/v1/tables").await.json();
    list["tables"].as_array().unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_meet() {
    let house = House::open().await;
    let (ann, mut first) = house.enter("Ann").await;
    let (bo, mut second) = house.enter("Bo").await;
    let waiting = first.table(quick("marelles")).await;
    assert_eq!(waiting["status"], "open");
    // Asking twice is waiting once.
    assert_eq!(first.table(quick("marelles")).await["id"], waiting["id"]);
    // Another game is another queue.
    assert_eq!(second.table(quick("coexistence")).await["status"], "open");
    let found = second.table(quick("marelles")).await;
    assert_eq!(
        (&found["id"], &found["status"]),
        (&waiting["id"], &json!("running"))
    );
    first
        .until(|frame| frame["type"] == "table" && frame["table"]["status"] == "running")
        .await;
    let id = waiting["id"].as_str().unwrap();
    let mut ann = Player::open(Some(ann), first, id).await;
    let mut bo = Player::open(Some(bo), second, id).await;
    assert_eq!((ann.seat, bo.seat), (Some(0), Some(1)));
    ann.play("A1").await;
    bo.follow(1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_at_once_make_ten_matches() {
    let house = House::open().await;
    let mut sockets = Vec::new();
    for place in 0..20 {
        sockets.push(house.enter(&format!("Player {place}")).await.1);
    }
    let asking = sockets.into_iter().map(|mut socket| {
        tokio::spawn(async move {
            let table = socket.table(quick("coexistence")).await;
            if table["status"] == "open" {
                let started = |frame: &Value| {
                    frame["type"] == "table" && frame["table"]["status"] == "running"
                };
                socket.until(started).await;
            }
            (table["id"].as_str().unwrap().to_owned(), socket)
        })
    });
    let mut met: BTreeMap<String, u32> = BTreeMap::new();
    let mut sockets = Vec::new();
    for task in asking.collect::<Vec<_>>() {
        let (id, socket) = task.await.unwrap();
        *met.entry(id).or_default() += 1;
        sockets.push(socket);
    }
    assert_eq!(met.len(), 10, "{met:?}");
    assert!(met.values().all(|&count| count == 2), "{met:?}");
}

/// Whoever has waited longest is met, however many other tables were opened since.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn behind_many_tables() {
    let house = House::with(|config| config.tables_per_player = 100).await;
    let (_, mut first) = house.enter("Ann").await;
    let waiting = first.table(quick("marelles")).await;
    let (_, mut host) = house.enter("Cid").await;
    for _ in 0..60 {
        host.table(json!({ "type": "create_table", "game": "marelles" }))
            .await;
    }
    let (_, mut second) = house.enter("Bo").await;
    let found = second.table(quick("marelles")).await;
    assert_eq!(
        (&found["id"], &found["status"]),
        (&waiting["id"], &json!("running"))
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn waiting_ends() {
    let house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    socket.table(quick("risk")).await;
    assert_eq!(listed(&house).await, 1);
    let cancel = json!({ "type": "cancel_quick_pair", "game": "risk" });
    assert_eq!(socket.ask(cancel).await["type"], "done");
    assert_eq!(listed(&house).await, 0);

    // Whoever goes away does not wait any more.
    socket.table(quick("risk")).await;
    drop(socket);
    eventually("the table goes with its socket", || async {
        listed(&house).await == 0
    })
    .await;

    // Over HTTP one waits until one says otherwise.
    let answer = house
        .post(Some(&ann), "/api/v1/quick/mars", &json!({}))
        .await;
    assert_eq!(answer.json()["status"], "open");
    assert_eq!(
        house.delete(Some(&ann), "/api/v1/quick/mars").await.status,
        204
    );
    assert_eq!(listed(&house).await, 0);
    let answer = house
        .post(Some(&ann), "/api/v1/quick/chess", &json!({}))
        .await;
    assert_eq!(answer.code(), "table/unknown_game");
}
