//! Those who answer for the house: what they can do, and that nobody else can.

use parlor_engine::Record;
use serde_json::{Value, json};

use crate::support::{Answer, Cluster, House, PATIENCE, Person, raw_request, two};

/// Somebody with a password.
pub async fn secured(house: &House, name: &str) -> Person {
    let body = json!({ "name": name, "bearer": true, "password": "a long way to Tipperary" });
    let answer = house.post(None, "/api/v1/session", &body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let token = answer.json()["token"].as_str().unwrap().to_owned();
    Person {
        name: name.to_owned(),
        token,
    }
}

/// The first operator, by the link of the first start.
pub async fn operator(house: &House) -> Person {
    let olga = secured(house, "Olga").await;
    let code = json!({ "code": house.operator_code() });
    let claimed = house.post(Some(&olga), "/api/v1/admin/claim", &code).await;
    assert_eq!(claimed.status, 200, "{}", claimed.text);
    olga
}

pub async fn act(house: &House, who: &Person, act: Value) -> Answer {
    house.post(Some(who), "/api/v1/admin", &act).await
}

pub async fn done(house: &House, who: &Person, what: Value) -> Value {
    let answer = act(house, who, what).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_operator_comes_by_a_link_that_works_once() {
    let mut house = House::open().await;
    let bo = house.person("Bo").await;
    let code = json!({ "code": house.operator_code() });
    let claim = "/api/v1/admin/claim";
    // A name that anybody could take up is no operator's.
    let refused = house.post(Some(&bo), claim, &code).await;
    assert_eq!(refused.code(), "people/password_needed");
    assert_eq!(
        house.post(None, claim, &code).await.code(),
        "people/sign_in"
    );
    let olga = secured(&house, "Olga").await;
    let wrong = house
        .post(Some(&olga), claim, &json!({ "code": "0123456789" }))
        .await;
    assert_eq!(wrong.code(), "admin/link");
    assert_eq!(house.post(Some(&olga), claim, &code).await.status, 200);
    let cy = secured(&house, "Cy").await;
    assert_eq!(
        house.post(Some(&cy), claim, &code).await.code(),
        "admin/link"
    );
    // Nobody else may do anything, and nothing is done.
    for who in [&bo, &cy] {
        let refused = act(&house, who, json!({ "act": "erase", "name": "Olga" })).await;
        assert_eq!(
            (refused.status, refused.code().as_str()),
            (403, "admin/not_allowed")
        );
    }
    let stranger = house
        .post(None, "/api/v1/admin", &json!({ "act": "bans" }))
        .await;
    assert_eq!(stranger.code(), "people/sign_in");
    // There is an operator: no other link is printed.
    house.restart().await;
    assert_eq!(house.operator_code(), "");
    done(
        &house,
        &olga,
        json!({ "act": "operator", "name": "Cy", "yes": true }),
    )
    .await;
    assert!(done(&house, &cy, json!({ "act": "operators" })).await["operators"][1].is_object());
    let refused = act(
        &house,
        &cy,
        json!({ "act": "operator", "name": "Bo", "yes": true }),
    )
    .await;
    assert_eq!(refused.code(), "people/password_needed");
    done(
        &house,
        &olga,
        json!({ "act": "operator", "name": "Cy", "yes": false }),
    )
    .await;
    assert_eq!(act(&house, &cy, json!({ "act": "bans" })).await.status, 403);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_ban_ends_the_visit_and_keeps_out() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let (bo, mut socket) = house.enter("Bo").await;
    let ban = json!({ "act": "ban", "name": "bo", "reason": "spoils games", "hours": 2 });
    let ban = done(&house, &olga, ban).await;
    assert!(socket.closed_within(PATIENCE).await);
    assert_eq!(socket.close_code, Some(4401));
    assert_eq!(house.get(Some(&bo), "/api/v1/me/games").await.status, 401);
    let again = house
        .post(None, "/api/v1/session", &json!({ "name": "Bo" }))
        .await;
    assert_eq!(
        (again.status, again.code().as_str()),
        (403, "people/banned")
    );
    assert!(
        again.text.contains("spoils games") && again.text.contains("hour"),
        "{}",
        again.text
    );
    let bans = done(&house, &olga, json!({ "act": "bans" })).await;
    assert_eq!(bans["bans"][0]["name"], "Bo");
    done(&house, &olga, json!({ "act": "unban", "ban": ban["ban"] })).await;
    let again = house
        .post(None, "/api/v1/session", &json!({ "name": "Bo" }))
        .await;
    assert_eq!(again.status, 200, "{}", again.text);
    for (wrong, code) in [
        (json!({ "act": "unban", "ban": ban["ban"] }), "admin/ban"),
        (json!({ "act": "unban", "ban": "x" }), "admin/ban"),
        (json!({ "act": "ban", "name": "Olga" }), "admin/operator"),
        (json!({ "act": "ban", "name": "Nobody" }), "people/unknown"),
        (json!({ "act": "ban" }), "request/malformed"),
        (
            json!({ "act": "ban", "name": "Bo", "address": "192.0.2.1" }),
            "request/malformed",
        ),
        (
            json!({ "act": "ban", "address": "0.0.0.0/0" }),
            "admin/range",
        ),
        (json!({ "act": "ban", "address": "home" }), "admin/range"),
        (json!({ "act": "dance" }), "request/malformed"),
        (
            json!({ "act": "rename", "name": "Bo" }),
            "request/malformed",
        ),
    ] {
        let refused = act(&house, &olga, wrong.clone()).await;
        assert_eq!(refused.code(), code, "{wrong}");
    }
    assert_eq!(
        done(&house, &olga, json!({ "act": "bans" })).await["bans"],
        json!([])
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_password_is_replaced_by_a_link_that_works_once() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let bo = secured(&house, "Bo").await;
    let reset = done(
        &house,
        &olga,
        json!({ "act": "reset_password", "name": "Bo" }),
    )
    .await;
    assert_eq!(house.get(Some(&bo), "/api/v1/me/games").await.status, 401);
    // Nobody else can take the name, with the old password or without.
    for password in [json!(null), json!("a long way to Tipperary")] {
        let body = json!({ "name": "Bo", "password": password });
        assert_ne!(house.post(None, "/api/v1/session", &body).await.status, 200);
    }
    let code = reset["path"].as_str().unwrap().split('#').nth(1).unwrap();
    let body = json!({ "code": code, "bearer": true });
    let entered = house.post(None, "/api/v1/session/link", &body).await;
    assert_eq!(entered.status, 200, "{}", entered.text);
    assert_eq!(entered.json()["you"]["name"], "Bo");
    let again = house.post(None, "/api/v1/session/link", &body).await;
    assert_eq!(again.code(), "people/link");
    let bo = Person {
        name: "Bo".to_owned(),
        token: entered.json()["token"].as_str().unwrap().to_owned(),
    };
    let fresh = json!({ "new": "another long way home" });
    let set = house.post(Some(&bo), "/api/v1/me/password", &fresh).await;
    assert_eq!(set.status, 200, "{}", set.text);
    // What was given to the owner is not in the list of acts.
    let audit = done(&house, &olga, json!({ "act": "audit" }))
        .await
        .to_string();
    assert!(audit.contains("reset_password") && !audit.contains(code));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn addresses_are_kept_out_at_every_door() {
    let house = House::with(|config| config.trusted_proxies = vec!["127.0.0.1".into()]).await;
    let olga = operator(&house).await;
    done(
        &house,
        &olga,
        json!({ "act": "ban", "address": "203.0.113.0/24" }),
    )
    .await;
    let from = async |address: &str| {
        let head = format!(
            "GET /api/v1/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\
             X-Forwarded-For: {address}\r\n\r\n"
        );
        raw_request(house.address(), head.as_bytes()).await
    };
    let refused = from("203.0.113.77").await;
    assert_eq!(
        (refused.status, refused.code().as_str()),
        (403, "people/banned")
    );
    assert_eq!(from("203.0.114.77").await.status, 200);
    // The text ports have no proxy: this machine itself.
    done(
        &house,
        &olga,
        json!({ "act": "ban", "address": "127.0.0.1" }),
    )
    .await;
    let mut line = house.text(house.terminal()).await;
    line.until("people/banned").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_change_everywhere_and_become_free() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let (ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let renamed = done(
        &house,
        &olga,
        json!({ "act": "rename", "name": "Bo", "to": "Robert" }),
    )
    .await;
    assert_eq!(
        (&renamed["was"], &renamed["now"]),
        (&json!("Bo"), &json!("Robert"))
    );
    let taken = act(
        &house,
        &olga,
        json!({ "act": "rename", "name": "Ann", "to": "ROBERT" }),
    )
    .await;
    assert_eq!(taken.code(), "people/name_taken");
    let tables = done(&house, &olga, json!({ "act": "tables", "name": "Robert" })).await;
    let names = tables["tables"][0]["names"].to_string();
    assert!(
        names.contains("Robert") && !names.contains("Bo\""),
        "{names}"
    );
    // The match goes on under the new name.
    let snapshot = bo
        .socket
        .ask(json!({ "type": "open", "match": ann.id }))
        .await;
    assert!(snapshot.to_string().contains("Robert"), "{snapshot}");
    let released = done(&house, &olga, json!({ "act": "release", "name": "Robert" })).await;
    assert!(released["now"].as_str().unwrap().starts_with("Robert ("));
    house.person("Robert").await;
    // Nobody else can be who was released, for all they have won.
    let now = released["now"].as_str().unwrap();
    let pose = house
        .post(None, "/api/v1/session", &json!({ "name": now }))
        .await;
    assert_eq!(pose.code(), "people/password_needed");
    let found = done(&house, &olga, json!({ "act": "people", "find": "OBER" })).await;
    assert_eq!(found["people"].as_array().unwrap().len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_and_tables_are_taken_away() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    ann.act("say", &json!({ "text": "something rude" })).await;
    bo.socket.next("chat").await;
    let chat = done(&house, &olga, json!({ "act": "chat", "table": ann.id })).await;
    assert_eq!(chat["chat"][0]["text"], "something rude");
    done(
        &house,
        &olga,
        json!({ "act": "remove_chat", "table": ann.id, "line": 1 }),
    )
    .await;
    let blank = bo
        .socket
        .until(|it| it["type"] == "chat" && it["line"]["text"] == "")
        .await;
    assert_eq!(blank["line"]["seq"], 1);
    let snapshot = house
        .get(bo.person.as_ref(), &format!("/api/v1/matches/{}", ann.id))
        .await;
    assert!(!snapshot.text.contains("rude"), "{}", snapshot.text);
    // What is said next has the next number.
    bo.act("say", &json!({ "text": "good move" })).await;
    let next = ann
        .socket
        .until(|it| it["type"] == "chat" && it["line"]["text"] == "good move")
        .await;
    assert_eq!(next["line"]["seq"], 2);
    let missing = json!({ "act": "remove_chat", "table": ann.id, "line": 9 });
    assert_eq!(act(&house, &olga, missing).await.code(), "admin/line");
    let started = json!({ "act": "close_table", "table": ann.id });
    assert_eq!(act(&house, &olga, started).await.code(), "table/started");

    let (_, mut host) = house.enter("Host").await;
    let table = host
        .table(json!({ "type": "create_table", "game": "risk" }))
        .await;
    done(
        &house,
        &olga,
        json!({ "act": "close_table", "table": table["id"] }),
    )
    .await;
    let gone = house
        .get(
            None,
            &format!("/api/v1/tables/{}", table["id"].as_str().unwrap()),
        )
        .await;
    assert_eq!(gone.code(), "table/unknown");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_person_is_forgotten_and_the_games_stay_true() {
    let house = House::open().await;
    let olga = operator(&house).await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles", "rated": true })).await;
    bo.act("say", &json!({ "text": "my secret word" })).await;
    ann.play("A1").await;
    bo.follow(ann.seq).await;
    bo.act("resign", &json!({})).await;
    bo.socket
        .until(|frame| frame["table"]["status"] == "over")
        .await;
    let all = done(&house, &olga, json!({ "act": "export", "name": "Bo" })).await;
    assert_eq!(all["chat"][0]["text"], "my secret word");
    assert_eq!(all["matches"][0]["table"], ann.id.as_str());
    assert_eq!(all["standings"][0]["game"], "marelles");
    assert!(all["person"]["sessions"][0].is_object());

    let erased = done(&house, &olga, json!({ "act": "erase", "name": "Bo" })).await;
    let now = erased["now"].as_str().unwrap().to_owned();
    assert!(now.starts_with("Former player "), "{now}");
    assert_eq!(house.get(None, "/api/v1/players/Bo").await.status, 404);
    let record = house
        .get(None, &format!("/api/v1/matches/{}/record", ann.id))
        .await
        .text;
    assert!(
        !record.contains("\"Bo\"") && record.contains(&now),
        "{record}"
    );
    Record::parse(&record)
        .unwrap()
        .verify(parlor_catalog::GAMES)
        .unwrap();
    let chat = done(&house, &olga, json!({ "act": "chat", "table": ann.id })).await;
    assert!(!chat.to_string().contains("secret word") && !chat.to_string().contains("\"Bo\""));
    // The list of acts does not remember the name either.
    let audit = done(&house, &olga, json!({ "act": "audit" }))
        .await
        .to_string();
    let erase = audit.split("erase").nth(1).unwrap();
    assert!(
        !erase.split("act").next().unwrap().contains("Bo"),
        "{audit}"
    );
    for noted in ["\"erase\"", "\"export\"", "\"claim\"", "\"chat\"", "Olga"] {
        assert!(audit.contains(noted), "{noted} in {audit}");
    }
    // The name is free for somebody else.
    house.person("Bo").await;
}

/// What is done at one node holds at the others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_every_node() {
    let cluster = Cluster::open(2).await;
    let [first, second] = &cluster.nodes[..] else {
        panic!("two nodes");
    };
    // Each start without an operator makes a new link; the last one counts.
    let olga = operator(second).await;
    let (_, mut socket) = second.enter("Bo").await;
    done(
        first,
        &olga,
        json!({ "act": "ban", "name": "Bo", "reason": "enough" }),
    )
    .await;
    assert!(socket.closed_within(PATIENCE).await);
    assert_eq!(socket.close_code, Some(4401));
    crate::support::eventually("the other node knows", async || {
        let again = second
            .post(None, "/api/v1/session", &json!({ "name": "Bo" }))
            .await;
        again.status == 403 && again.code() == "people/banned"
    })
    .await;
    let bans = done(second, &olga, json!({ "act": "bans" })).await;
    done(
        second,
        &olga,
        json!({ "act": "unban", "ban": bans["bans"][0]["ban"] }),
    )
    .await;
    crate::support::eventually("lifted at the first", async || {
        let again = first
            .post(None, "/api/v1/session", &json!({ "name": "Bo" }))
            .await;
        again.status == 200
    })
    .await;
    // Whoever comes from an address that is kept out goes, also where nothing was said of it.
    let (_, mut socket) = second.enter("Cy").await;
    let mut line = second.text(second.terminal()).await;
    line.until("name").await;
    let ban = json!({ "act": "ban", "address": "127.0.0.1" });
    done(first, &olga, ban).await;
    assert!(socket.closed_within(PATIENCE).await);
    assert!(line.rest(PATIENCE).await.is_some());
    cluster.end().await;
}
