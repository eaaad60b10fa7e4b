//! Getting on with each other: mute, block, report, and talk among those who look on.

use serde_json::{Value, json};

use crate::support::{House, Person, Player, spectator, two};

async fn wish(house: &House, who: &Person, name: &str, wish: &str, on: bool) -> Value {
    let body = json!({ "name": name, "wish": wish, "on": on });
    house
        .post(Some(who), "/api/v1/me/relations", &body)
        .await
        .json()
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

/// The next line of chat that somebody hears.
async fn line(player: &mut Player) -> (String, Value) {
    let frame = player.socket.next("chat").await;
    let text = frame["line"]["text"].as_str().unwrap().to_owned();
    (text, frame["line"]["seat"].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_talk_among_themselves_until_the_end() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "marelles" })).await;
    let (person, socket) = house.enter("Cid").await;
    let mut cid = Player::open(Some(person), socket, &ann.id).await;
    let mut eve = spectator(&house, &ann.id).await;
    let say = |text: &str| json!({ "text": text });
    cid.act("say", &say("she will lose a stone")).await;
    assert_eq!(
        line(&mut eve).await,
        ("she will lose a stone".into(), Value::Null)
    );
    assert_eq!(line(&mut cid).await.0, "she will lose a stone");
    bo.act("say", &say("hello")).await;
    for player in [&mut cid, &mut eve, &mut ann, &mut bo] {
        let heard = line(player).await;
        assert_eq!(
            heard,
            ("hello".into(), json!(1)),
            "the first that players hear"
        );
    }
    // Nor does whoever plays read it by coming back, over any door.
    ann.come_back(&house).await;
    let path = format!("/api/v1/matches/{}", ann.id);
    let seen = house.get(ann.person.as_ref(), &path).await;
    for text in ann.socket.heard.iter().chain([&seen.text]) {
        assert!(!text.contains("lose a stone"), "{text}");
    }
    assert!(house.get(None, &path).await.text.contains("lose a stone"));
    // Whoever does not follow the match does not talk there; nor does anybody without a name.
    let (_, mut fay) = house.enter("Fay").await;
    let stray = ann.command("say", &say("hi"));
    assert_eq!(fay.refusal(stray).await, "chat/not_seated");
    assert_eq!(eve.refusal("say", &say("hi")).await, "people/sign_in");
    // At the end everybody reads everything, and all may talk.
    ann.act("resign", &json!({})).await;
    assert_eq!(line(&mut ann).await.0, "she will lose a stone");
    assert_eq!(line(&mut bo).await.0, "she will lose a stone");
    cid.act("say", &say("told you")).await;
    for player in [&mut ann, &mut bo, &mut eve] {
        assert_eq!(line(player).await.0, "told you");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_blocked_does_not_meet_the_other() {
    let house = House::open().await;
    let (ann, mut first) = house.enter("Ann").await;
    let (bo, mut second) = house.enter("Bo").await;
    let lists = wish(&house, &ann, "bo", "block", true).await;
    assert_eq!(lists, json!({ "muted": [], "blocked": ["Bo"] }));
    let lists = wish(&house, &ann, "Bo", "mute", true).await;
    assert_eq!(lists["muted"], json!(["Bo"]));
    // Nobody else learns of it.
    let own = house.get(Some(&bo), "/api/v1/me/relations").await.json();
    assert_eq!(own, json!({ "muted": [], "blocked": [] }));
    // Either way round.
    for (socket, name) in [(&mut first, "Bo"), (&mut second, "Ann")] {
        let ask = json!({ "type": "challenge", "to": name, "terms": { "game": "mars" } });
        assert_eq!(socket.refusal(ask).await, "challenge/blocked");
    }
    let table = first
        .table(json!({ "type": "create_table", "game": "mars" }))
        .await;
    let join = json!({ "type": "join", "table": table["id"] });
    assert_eq!(second.refusal(join.clone()).await, "table/blocked");
    // Quick pairing brings each of them together with others only.
    let quick = json!({ "type": "quick_pair", "game": "marelles" });
    let one = first.table(quick.clone()).await;
    let other = second.table(quick.clone()).await;
    assert_ne!(one["id"], other["id"]);
    assert_eq!(other["status"], "open");
    let (_, mut third) = house.enter("Cid").await;
    assert_eq!(third.table(quick).await["id"], one["id"]);
    // Lifted, they may.
    wish(&house, &ann, "Bo", "block", false).await;
    assert_eq!(second.table(join).await["status"], "running");
    for (name, expected) in [("Ann", "people/yourself"), ("Nobody", "people/unknown")] {
        let refused = wish(&house, &ann, name, "mute", true).await;
        assert_eq!(code(&refused), expected);
    }
    let unknown = json!({ "name": "Bo", "wish": "hate", "on": true });
    let refused = house
        .post(Some(&ann), "/api/v1/me/relations", &unknown)
        .await;
    assert_eq!(refused.status, 400);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reports_reach_the_operators_with_the_talk() {
    let house = House::open().await;
    let (mut ann, mut bo, _) = two(&house, json!({ "game": "coexistence" })).await;
    bo.act("say", &json!({ "text": "you are slow" })).await;
    ann.socket.next("chat").await;
    let reporter = ann.person.clone().unwrap();
    let report =
        |name: &str, reason: &str| json!({ "name": name, "reason": reason, "match": ann.id });
    for (body, expected) in [
        (report("Bo", "  \u{7} "), "report/reason"),
        (report("Bo", &"x".repeat(501)), "report/reason"),
        (report("Ann", "me"), "people/yourself"),
        (report("Nobody", "him"), "people/unknown"),
    ] {
        let refused = house.post(Some(&reporter), "/api/v1/reports", &body).await;
        assert_eq!(code(&refused.json()), expected);
    }
    let sent = house
        .post(Some(&reporter), "/api/v1/reports", &report("Bo", "rude"))
        .await;
    assert_eq!(sent.status, 204, "{}", sent.text);
    // Only operators read it.
    let list = json!({ "act": "reports" });
    let refused = house.post(Some(&reporter), "/api/v1/admin", &list).await;
    assert_eq!(code(&refused.json()), "admin/not_allowed");
    let body = json!({ "name": "Cid", "bearer": true, "password": "a long way to Tipperary" });
    let entered = house.post(None, "/api/v1/session", &body).await.json();
    let cid = Person {
        name: "Cid".into(),
        token: entered["token"].as_str().unwrap().to_owned(),
    };
    let claim = json!({ "code": house.operator_code() });
    house.post(Some(&cid), "/api/v1/admin/claim", &claim).await;
    let found = house.post(Some(&cid), "/api/v1/admin", &list).await.json();
    let found = &found["reports"][0];
    assert_eq!(
        (&found["about"], &found["by"]),
        (&json!("Bo"), &json!("Ann"))
    );
    assert_eq!(
        (&found["reason"], &found["match"]),
        (&json!("rude"), &json!(ann.id))
    );
    assert_eq!(found["talk"][0]["text"], "you are slow");
    let close = json!({ "act": "close_report", "report": found["report"] });
    house.post(Some(&cid), "/api/v1/admin", &close).await;
    let left = house.post(Some(&cid), "/api/v1/admin", &list).await.json();
    assert_eq!(left["reports"], json!([]));
    let all = json!({ "act": "reports", "all": true });
    let all = house.post(Some(&cid), "/api/v1/admin", &all).await.json();
    assert_eq!(all["reports"][0]["closed_by"], "Cid");
    let wrong = json!({ "act": "close_report", "report": "7" });
    let refused = house.post(Some(&cid), "/api/v1/admin", &wrong).await.json();
    assert_eq!(code(&refused), "admin/report");
    // A flood of them.
    let mut last = 0;
    for _ in 0..12 {
        last = house
            .post(Some(&reporter), "/api/v1/reports", &report("Bo", "again"))
            .await
            .status;
    }
    assert_eq!(last, 429);
}
