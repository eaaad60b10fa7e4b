//! How a match ended, said by those who answer for the house.

use parlor_engine::{Record, Seq};
use parlor_store::{Appended, NewEntry, Store};
use serde_json::{Value, json};

use crate::operators::{act, done, operator};
use crate::support::{Cluster, House, Person, Player, eventually, two, two_named};

/// A rated match in which somebody resigns. Its id.
///
/// Whoever asks for a table twice under one id has asked once: `nth` tells their tables apart.
async fn resigned(house: &House, people: [&Person; 2], loser: usize, nth: u32) -> String {
    let mut socket = house.socket(people[0]).await;
    let create = json!({ "type": "create_table", "game": "marelles", "rated": true });
    let table = socket.ask_as(&format!("table-{nth}"), create).await;
    let id = table["table"]["id"].as_str().unwrap().to_owned();
    let mut other = house.socket(people[1]).await;
    other.table(json!({ "type": "join", "table": id })).await;
    let mut players = [
        Player::open(Some(people[0].clone()), socket, &id).await,
        Player::open(Some(people[1].clone()), other, &id).await,
    ];
    let resigned = players[loser].act("resign", &json!({})).await;
    assert_eq!(resigned["type"], "update", "{resigned}");
    eventually("the match is written down as over", async || {
        let path = format!("/api/v1/tables/{id}");
        let table = house.get(Some(people[0]), &path).await.json();
        table["status"] == "over"
    })
    .await;
    id
}

/// Everybody's record, and what is told of each match's effect on it, without names and times.
async fn books(house: &House) -> Value {
    let mut all = Vec::new();
    for name in ["Ann", "Bo", "Cy"] {
        let path = format!("/api/v1/players/{name}");
        let mut record = house.get(None, &path).await.json()["records"][0].clone();
        if let Some(fields) = record.as_object_mut() {
            fields.remove("updated_ms");
        }
        let history = record["history"].as_array_mut();
        for change in history.into_iter().flatten() {
            let fields = change.as_object_mut().unwrap();
            fields.retain(|name, _| name == "before" || name == "after");
        }
        all.push(record);
    }
    json!(all)
}

/// Three people play four matches; the first one ends as told.
async fn season(house: &House, first_loser: Option<usize>) -> (Vec<Person>, String) {
    let mut people = Vec::new();
    for name in ["Ann", "Bo", "Cy"] {
        people.push(house.person(name).await);
    }
    let [ann, bo, cy] = &people[..] else {
        panic!("three people");
    };
    let id = match first_loser {
        Some(loser) => resigned(house, [ann, bo], loser, 1).await,
        None => String::new(),
    };
    resigned(house, [bo, cy], 0, 2).await;
    resigned(house, [cy, ann], 1, 3).await;
    resigned(house, [ann, bo], 1, 4).await;
    (people, id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_corrected_result_is_as_if_it_had_always_been_so() {
    let other = House::open().await;
    season(&other, Some(0)).await;
    let wanted = books(&other).await;
    let never = House::open().await;
    season(&never, None).await;

    let house = House::open().await;
    let olga = operator(&house).await;
    let (_, id) = season(&house, Some(1)).await;
    let before = books(&house).await;
    assert_ne!(before, wanted);
    let correct = json!({ "act": "correct_result", "table": id, "winner": "bo" });
    let corrected = done(&house, &olga, correct.clone()).await;
    assert_eq!(corrected["outcome"]["winner"], 1, "{corrected}");
    assert_eq!(books(&house).await, wanted);
    // Said twice, it is done once.
    done(&house, &olga, correct).await;
    assert_eq!(books(&house).await, wanted);
    // Lists, the match itself and its record say the same, and the record can be checked.
    let games = house.get(None, "/api/v1/players/Bo/games").await.json();
    let listed = games["games"].as_array().unwrap();
    let listed = listed.iter().find(|it| it["id"] == id.as_str()).unwrap();
    assert_eq!(listed["outcome"]["reason"], "ruling", "{listed}");
    let path = format!("/api/v1/matches/{id}/record");
    let record = house.get(None, &path).await.text;
    let matched = Record::parse(&record).unwrap();
    assert_eq!(matched.outcome.as_ref().unwrap().winner.unwrap().0, 1);
    matched.verify(parlor_catalog::GAMES).unwrap();
    // That it does not count is as if it had never been played.
    let void = json!({ "act": "correct_result", "table": id });
    done(&house, &olga, void).await;
    assert_eq!(books(&house).await, books(&never).await);
    // And back: by the number of the seat.
    let back = json!({ "act": "correct_result", "table": id, "winner": "1" });
    done(&house, &olga, back).await;
    assert_eq!(books(&house).await, before);
    let audit = done(&house, &olga, json!({ "act": "audit" })).await;
    assert!(audit.to_string().contains("correct_result"), "{audit}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_cannot_be_ruled() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let (mut ann, _bo, _) = two(&house, json!({ "game": "marelles", "rated": true })).await;
    let correct = json!({ "act": "correct_result", "table": ann.id, "draw": true });
    assert_eq!(
        act(&house, &olga, correct.clone()).await.code(),
        "table/not_over"
    );
    let person = ann.person.clone().unwrap();
    let abort = json!({ "act": "abort_match", "table": ann.id });
    assert_eq!(
        act(&house, &person, abort.clone()).await.code(),
        "admin/not_allowed"
    );
    done(&house, &olga, abort.clone()).await;
    let update = ann.news().await;
    assert_eq!(update["outcome"]["kind"], "aborted", "{update}");
    assert_eq!(update["outcome"]["reason"], "ruling");
    assert_eq!(act(&house, &olga, abort).await.code(), "match/over");
    let record = house.get(None, "/api/v1/players/Ann").await.json();
    assert_eq!(record["records"][0]["games"], 0, "{record}");
    let both = json!({ "act": "correct_result", "table": ann.id, "winner": "Ann", "draw": true });
    assert_eq!(act(&house, &olga, both).await.code(), "request/malformed");
    let nobody = json!({ "act": "correct_result", "table": ann.id, "winner": "Zoe" });
    assert_eq!(act(&house, &olga, nobody).await.code(), "table/no_seat");
    // What did not count can be made to.
    done(&house, &olga, correct).await;
    let record = house.get(None, "/api/v1/players/Ann").await.json();
    assert_eq!(record["records"][0]["draws"], 1, "{record}");
}

/// At a node that does not play it, on `PostgreSQL`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_another_node() {
    let cluster = Cluster::open(2).await;
    let [first, second] = &cluster.nodes[..] else {
        panic!("two nodes");
    };
    let olga = operator(second).await;
    let (mut ann, _bo, _) = two(first, json!({ "game": "marelles", "rated": true })).await;
    ann.play("A1").await;
    done(
        second,
        &olga,
        json!({ "act": "abort_match", "table": ann.id }),
    )
    .await;
    let update = ann.news().await;
    assert_eq!(update["outcome"]["reason"], "ruling", "{update}");
    let correct = json!({ "act": "correct_result", "table": ann.id, "winner": "Ann" });
    done(first, &olga, correct).await;
    eventually("the other node tells it, too", async || {
        let record = second.get(None, "/api/v1/players/Ann").await.json();
        record["records"][0]["wins"] == 1
    })
    .await;
    cluster.end().await;
}

/// What a node does with an entry of a kind that only a newer program knows, such as a ruling was once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_entry_of_a_newer_program_costs_one_match() {
    let mut house = House::open().await;
    let new = || json!({ "game": "marelles" });
    let (ann, bo, table) = two_named(&house, ["Ann", "Bo"], new()).await;
    let (mut cy, _di, other) = two_named(&house, ["Cy", "Di"], new()).await;
    let (id, other) = (table["id"].clone(), other["id"].clone());
    drop((ann, bo));
    house.close().await;
    let store = Store::connect(&house.config.database).await.unwrap();
    let entry = NewEntry {
        match_id: id.as_str().unwrap().into(),
        seq: Seq::FIRST,
        at_ms: 1,
        act: json!({ "prophecy": { "of": 3 } }).to_string(),
        by_player: None,
        cmd: None,
    };
    let written = store.append(std::slice::from_ref(&entry)).await.unwrap();
    assert_eq!(written, [Appended::Stored]);
    store.close().await;
    house.restart().await;
    // The match is refused, in words; nothing is written to it.
    for what in ["", "/log", "/record"] {
        let path = format!("/api/v1/matches/{}{what}", id.as_str().unwrap());
        let refused = house.get(None, &path).await;
        assert_eq!(refused.code(), "match/corrupt", "{path}");
    }
    // Everybody else plays on.
    cy.come_back(&house).await;
    if cy.may_act() {
        cy.play("d6").await;
    }
    let path = format!("/api/v1/matches/{}", other.as_str().unwrap());
    assert_eq!(house.get(None, &path).await.status, 200);
    assert_eq!(house.get(None, "/healthz").await.status, 200);
    house.close().await;
    let store = Store::connect(&house.config.database).await.unwrap();
    let log = store
        .entries(id.as_str().unwrap(), Seq::START)
        .await
        .unwrap();
    let acts: Vec<&str> = log.iter().map(|it| it.act.as_str()).collect();
    assert_eq!(acts, [entry.act.as_str()]);
    store.close().await;
}
