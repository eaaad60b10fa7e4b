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

/// Two servers on one database.
async fn two_nodes() -> [House; 2] {
    let first = House::open().await;
    let database = first.config.database.clone();
    let second = House::with(|config| config.database = database).await;
    [first, second]
}

/// A command sent again finds what its first copy did, whether that was to wait or to meet.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_resend_meets_nobody_else() {
    let [here, there] = two_nodes().await;
    let (ann, mut first) = here.enter("Ann").await;
    let (bo, mut second) = here.enter("Bo").await;
    let waiting = first.ask_as("a", quick("marelles")).await["table"].clone();
    let mut again = there.socket(&ann).await;
    let same = again.ask_as("a", quick("marelles")).await["table"].clone();
    assert_eq!(same["id"], waiting["id"]);
    let found = second.ask_as("b", quick("marelles")).await["table"].clone();
    assert_eq!(
        (&found["id"], &found["status"]),
        (&waiting["id"], &json!("running"))
    );
    for (person, id) in [(&ann, "a"), (&bo, "b")] {
        for house in [&here, &there] {
            let mut socket = house.socket(person).await;
            let table = socket.ask_as(id, quick("marelles")).await["table"].clone();
            assert_eq!(table["id"], waiting["id"]);
        }
    }
    // Another command is another wish.
    let other = second.ask_as("c", quick("marelles")).await["table"].clone();
    assert_ne!(other["id"], waiting["id"]);
    assert_eq!(other["status"], "open");
}

/// Whoever went on waiting from another connection does not lose the table with the old one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_wish_that_was_taken_up_elsewhere_stays() {
    let house = House::open().await;
    let (ann, mut old) = house.enter("Ann").await;
    let (_, mut bo) = house.enter("Bo").await;
    let waiting = old.ask_as("a", quick("marelles")).await["table"].clone();
    let mut new = house.socket(&ann).await;
    let same = new.ask_as("a", quick("marelles")).await["table"].clone();
    assert_eq!(same["id"], waiting["id"]);
    drop(old);
    // The end of a socket is noticed some time later; a game nobody else waits for shows when.
    let (_, mut other) = house.enter("Cid").await;
    other.table(quick("risk")).await;
    drop(other);
    eventually("sockets are noticed to be gone", || async {
        listed(&house).await == 1
    })
    .await;
    let found = bo.table(quick("marelles")).await;
    assert_eq!(
        (&found["id"], &found["status"]),
        (&waiting["id"], &json!("running"))
    );
}

/// Everybody asks at once on two nodes: nobody sits at two tables, nobody waits while others do.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn across_nodes_everybody_meets_one_other() {
    let nodes = two_nodes().await;
    for round in 0..5 {
        let mut asking = Vec::new();
        for place in 0..8 {
            let house = &nodes[place % 2];
            let (person, mut socket) = house.enter(&format!("P{round} {place}")).await;
            asking.push(tokio::spawn(async move {
                socket.table(quick("coexistence")).await;
                (person, socket)
            }));
        }
        let mut people = Vec::new();
        for task in asking {
            people.push(task.await.unwrap());
        }
        for (person, _socket) in &people {
            let own = nodes[0].get(Some(person), "/api/v1/me/games").await.json();
            let own = own["running"].as_array().unwrap();
            assert_eq!(own.len(), 1, "{own:?}");
            assert_eq!(own[0]["status"], "running");
        }
    }
}
