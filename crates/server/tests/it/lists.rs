//! What lists show of running matches, and how a reader notices that it missed something.

use serde_json::{Value, json};

use crate::support::{House, Player, Socket, spectator, two};

async fn enter_lobby(socket: &mut Socket) -> u64 {
    socket.say(&json!({ "type": "lobby" })).await;
    socket.next("lobby").await["version"].as_u64().unwrap()
}

async fn mine(house: &House, player: &Player) -> Value {
    let games = house.get(player.person.as_ref(), "/api/v1/me/games").await;
    games.json()["running"][0].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_change_has_the_next_number() {
    let house = House::open().await;
    let mut reader = house.stranger().await;
    let mut version = enter_lobby(&mut reader).await;
    let (_, mut ann) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles" });
    for _ in 0..3 {
        let id = ann.table(create.clone()).await["id"].clone();
        ann.table(json!({ "type": "leave", "table": id })).await;
        for kind in ["table", "table_gone"] {
            let push = reader.until(|frame| frame["version"].is_u64()).await;
            version += 1;
            assert_eq!(
                (&push["type"], &push["version"]),
                (&json!(kind), &json!(version))
            );
        }
    }
    let list = house.get(None, "/api/v1/tables").await.json();
    assert_eq!(list["version"], version);
    assert_eq!(enter_lobby(&mut reader).await, version);
}

/// The list says whose turn it is, and a player hears when that changes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whose_turn_it_is() {
    let mut house = House::open().await;
    let (mut ann, bo, _) = two(&house, json!({ "game": "marelles" })).await;
    assert_eq!(mine(&house, &ann).await["to_act"], json!([0]));
    let mut reader = house.socket(bo.person.as_ref().unwrap()).await;
    let mut stranger = house.stranger().await;
    enter_lobby(&mut reader).await;
    enter_lobby(&mut stranger).await;
    ann.play("A1").await;
    let turn = reader.next("turn").await;
    assert_eq!(
        turn,
        json!({ "type": "turn", "match": ann.id, "to_act": [1] })
    );
    assert!(stranger.nothing(|frame| frame["type"] == "turn").await);
    let list = house.get(None, "/api/v1/tables").await.json();
    assert_eq!(list["tables"][0]["to_act"], json!([1]));
    // Also after a restart, before anybody has opened the match again.
    house.restart().await;
    crate::support::eventually("the list is filled", || async {
        mine(&house, &bo).await["to_act"] == json!([1])
    })
    .await;
    ann.come_back(&house).await;
    let path = format!("/api/v1/matches/{}", ann.id);
    let snapshot = house.get(ann.person.as_ref(), &path).await.json();
    assert_eq!(snapshot["table"]["to_act"], json!([1]));
    ann.act("resign", &json!({})).await;
    crate::support::eventually("it is nobody's turn any more", || async {
        mine(&house, &bo).await.is_null()
    })
    .await;
}

/// A page that shows no list hears of its own turns all the same, and once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn turns_without_the_list() {
    let house = House::open().await;
    let (mut ann, bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let mut page = house.socket(bo.person.as_ref().unwrap()).await;
    let answer = page.ask(json!({ "type": "turns" })).await;
    assert_eq!(answer["type"], "done");
    // Whoever also reads the list, and leaves it again, still hears of turns.
    enter_lobby(&mut page).await;
    ann.play("A1").await;
    let turn = json!({ "type": "turn", "match": ann.id, "to_act": [1] });
    assert_eq!(page.next("turn").await, turn);
    assert!(page.nothing(|frame| frame["type"] == "turn").await);
    page.ask(json!({ "type": "leave_lobby" })).await;
    ann.act("resign", &json!({})).await;
    assert_eq!(page.next("turn").await["to_act"], json!([]));

    let mut stranger = house.stranger().await;
    let refused = stranger.refusal(json!({ "type": "turns" })).await;
    assert_eq!(refused, "people/sign_in");
    let body = json!({ "type": "turns" });
    let answer = house.post(bo.person.as_ref(), "/api/v1/commands", &body);
    assert_eq!(answer.await.code(), "request/needs_socket");
}

/// Whoever may not look on does not learn it from a list either.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_nobody_else_may_know() {
    let house = House::open().await;
    for watch in ["off", "delayed"] {
        let names = [format!("Ann {watch}"), format!("Bo {watch}")];
        let names = [names[0].as_str(), names[1].as_str()];
        let new = json!({ "game": "marelles", "watch": watch });
        let (ann, bo, _) = crate::support::two_named(&house, names, new).await;
        let list = house.get(None, "/api/v1/tables").await.json();
        let table = &list["tables"][0];
        assert_eq!(table["id"], ann.id.as_str());
        assert_eq!(table["to_act"], Value::Null, "{watch}");
        let path = format!("/api/v1/tables/{}", ann.id);
        assert_eq!(house.get(None, &path).await.json()["to_act"], Value::Null);
        assert_eq!(mine(&house, &bo).await["to_act"], json!([0]), "{watch}");
        let own = house.get(bo.person.as_ref(), &path).await.json();
        assert_eq!(own["to_act"], json!([0]));
    }
}

/// Those who still look at a finished match hear that there is another one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_pushed() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let mut eve = spectator(&house, &ann.id).await;
    ann.act("resign", &json!({})).await;
    let over = |frame: &Value| frame["type"] == "table" && frame["table"]["status"] == "over";
    bo.socket.until(over).await;
    let again = json!({ "type": "rematch", "table": ann.id });
    let next = ann.socket.table(again).await["id"].clone();
    for player in [&mut bo, &mut eve] {
        let linked = |frame: &Value| frame["table"]["rematch"] == next;
        let push = player.socket.until(linked).await;
        assert_eq!(push["type"], "table");
    }
}

/// Whoever was asked says no: the new table goes, and the old one knows no rematch any more.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_rematch_is_declined_and_asked_for_again() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    ann.act("resign", &json!({})).await;
    let over = |frame: &Value| frame["type"] == "table" && frame["table"]["status"] == "over";
    bo.socket.until(over).await;
    let again = json!({ "type": "rematch", "table": ann.id });
    let decline = json!({ "type": "decline_rematch", "table": ann.id });
    // Nothing to decline yet: nothing happens.
    let table = bo.socket.table(decline.clone()).await;
    assert_eq!(table["rematch"], Value::Null);
    let next = ann.socket.table(again.clone()).await["id"].clone();
    ann.socket
        .say(&json!({ "type": "open", "match": next }))
        .await;
    let (_, mut carol) = house.enter("Carol").await;
    assert_eq!(carol.refusal(decline.clone()).await, "match/not_seated");
    bo.socket.table(decline.clone()).await;
    let gone = |frame: &Value| frame["type"] == "table_gone" && frame["id"] == next;
    ann.socket.until(gone).await;
    let second = ann.socket.table(again.clone()).await["id"].clone();
    assert_ne!(second, next);
    assert_eq!(bo.socket.table(again).await["status"], "running");
    assert_eq!(bo.socket.refusal(decline).await, "table/started");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_are_counted() {
    let house = House::open().await;
    let (mut ann, _bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let eve = spectator(&house, &ann.id).await;
    let count =
        |count: u32| move |frame: &Value| frame["type"] == "spectators" && frame["count"] == count;
    let push = ann.socket.until(count(1)).await;
    assert_eq!(push["match"], ann.id.as_str());
    let _dan = spectator(&house, &ann.id).await;
    ann.socket.until(count(2)).await;
    drop(eve);
    ann.socket.until(count(1)).await;
}

/// Risk page 7.4: strangers watch only where the table says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn risk_is_watched_where_both_settings_allow_it() {
    let house = House::open().await;
    for (place, (options, watch, seen)) in [
        (json!({}), "open", false),
        (json!({ "spectators": "eliminated" }), "open", false),
        (json!({ "spectators": "anyone" }), "open", true),
        (json!({ "spectators": "anyone" }), "off", false),
    ]
    .into_iter()
    .enumerate()
    {
        let names = [format!("Ann {place}"), format!("Bo {place}")];
        let names = [names[0].as_str(), names[1].as_str()];
        let new = json!({ "game": "risk", "options": options, "watch": watch });
        let (mut ann, _bo, table) = crate::support::two_named(&house, names, new).await;
        assert_eq!(table["watch"], if seen { "open" } else { "off" });
        let mut eve = house.stranger().await;
        let open = json!({ "type": "open", "match": ann.id });
        let answer = eve.ask(open.clone()).await;
        let path = format!("/api/v1/matches/{}", ann.id);
        let status = house.get(None, &path).await.status;
        if seen {
            assert_eq!((&answer["type"], status), (&json!("match"), 200));
        } else {
            assert_eq!(
                (&answer["code"], status),
                (&json!("match/no_watching"), 403)
            );
        }
        // The end is public.
        ann.act("resign", &json!({})).await;
        crate::support::eventually("it is over", || async {
            house.get(None, &path).await.status == 200
        })
        .await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn leaving_the_lobby_keeps_the_table() {
    let house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let create = json!({ "type": "create_table", "game": "marelles" });
    let id = ann.table(create).await["id"].clone();
    ann.ask(json!({ "type": "open", "match": id })).await;
    enter_lobby(&mut ann).await;
    assert_eq!(
        ann.ask(json!({ "type": "leave_lobby" })).await["type"],
        "done"
    );
    ann.forget().await;
    let (_, mut bo) = house.enter("Bo").await;
    bo.table(json!({ "type": "join", "table": id })).await;
    let push = ann.next("table").await;
    assert_eq!(push["table"]["status"], "running");
    assert_eq!(push["version"], Value::Null, "not the lobby's");
}
