//! A name is kept: by a recovery phrase, by a link to another device, by being used.

use serde_json::{Value, json};

use crate::support::{Answer, House, Person, two_named};

async fn new_phrase(house: &House, person: &Person) -> String {
    let made = house
        .post(Some(person), "/api/v1/me/phrase", &json!({}))
        .await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["phrase"].as_str().unwrap().to_owned()
}

async fn recover(house: &House, phrase: &str) -> Answer {
    let body = json!({ "phrase": phrase, "bearer": true });
    house.post(None, "/api/v1/session/phrase", &body).await
}

async fn new_link(house: &House, person: &Person) -> String {
    let made = house
        .post(Some(person), "/api/v1/me/link", &json!({}))
        .await;
    assert_eq!(made.status, 201, "{}", made.text);
    made.json()["code"].as_str().unwrap().to_owned()
}

async fn use_link(house: &House, code: &str) -> Answer {
    let body = json!({ "code": code, "bearer": true });
    house.post(None, "/api/v1/session/link", &body).await
}

async fn take(house: &House, name: &str) -> Answer {
    let body = json!({ "name": name, "bearer": true });
    house.post(None, "/api/v1/session", &body).await
}

fn meddle(house: &House, sql: &str) -> usize {
    let path = house.config.database.trim_start_matches("sqlite:");
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.busy_timeout(std::time::Duration::from_secs(5))
        .unwrap();
    conn.execute(sql, []).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phrase_brings_the_name_back() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let first = new_phrase(&house, &ann).await;
    let phrase = new_phrase(&house, &ann).await;
    assert_ne!(first, phrase);
    let list = house.get(Some(&ann), "/api/v1/me/tokens").await.json();
    assert_eq!(list["phrase"], true);
    // The cookie is lost; nobody else gets in, not even long after.
    house.delete(Some(&ann), "/api/v1/session").await;
    assert_eq!(take(&house, "Ann").await.code(), "people/phrase_needed");
    for wrong in [
        first.as_str(),
        "",
        "bado bado bado bado bado bado bado",
        "nonsense",
    ] {
        assert_eq!(recover(&house, wrong).await.code(), "people/phrase");
    }
    let back = recover(&house, &phrase.to_uppercase()).await;
    assert_eq!(back.json()["you"]["name"], "Ann", "{}", back.text);
    // At a terminal, too; and it is no password that everybody there sees.
    let mut line = house.text(house.terminal()).await;
    line.type_line(&format!("recover {phrase}")).await;
    line.until("Welcome, Ann").await;
    assert!(!crate::logs::all().contains(&phrase));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_phrase_for_a_protected_name_needs_the_password() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let set = json!({ "new": "correct horse" });
    house.post(Some(&ann), "/api/v1/me/password", &set).await;
    let body = json!({ "name": "Ann", "password": "correct horse", "bearer": true });
    let token = house.post(None, "/api/v1/session", &body).await.json()["token"].clone();
    let ann = Person {
        name: ann.name,
        token: token.as_str().unwrap().to_owned(),
    };
    let ask = async |body: Value| house.post(Some(&ann), "/api/v1/me/phrase", &body).await;
    assert_eq!(ask(json!({})).await.code(), "people/password_needed");
    let wrong = json!({ "password": "mule" });
    assert_eq!(ask(wrong).await.code(), "people/wrong_password");
    let right = json!({ "password": "correct horse" });
    assert_eq!(ask(right).await.status, 201);
    assert_eq!(ask(json!({ "pass": 1 })).await.code(), "request/malformed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_works_once_and_not_for_long() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let void = new_link(&house, &ann).await;
    let code = new_link(&house, &ann).await;
    assert_eq!(use_link(&house, &void).await.code(), "people/link");
    let phone = use_link(&house, &code).await;
    assert_eq!(phone.json()["you"]["name"], "Ann", "{}", phone.text);
    let again = use_link(&house, &code).await;
    assert_eq!((again.status, again.code().as_str()), (410, "people/link"));
    for wrong in ["", "x", &"a".repeat(5000)] {
        assert_eq!(use_link(&house, wrong).await.code(), "people/link");
    }
    // Hashed in the database, and too old after ten minutes.
    let code = new_link(&house, &ann).await;
    let expired = meddle(&house, "UPDATE passes SET expires_ms = expires_ms - 600000");
    assert_eq!(expired, 1);
    assert_eq!(use_link(&house, &code).await.code(), "people/link");
    let code = new_link(&house, &ann).await;
    let mut line = house.text(house.terminal()).await;
    line.type_line(&format!("link {code}")).await;
    line.until("Welcome, Ann").await;
    // Nobody fills the table with them, and strangers have none.
    let mut codes = Vec::new();
    for _ in 0..20 {
        let made = house.post(Some(&ann), "/api/v1/me/link", &json!({})).await;
        codes.push(made.status);
    }
    assert!(codes.contains(&429), "{codes:?}");
    let nobody = house.post(None, "/api/v1/me/link", &json!({})).await;
    assert_eq!(nobody.code(), "people/sign_in");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_and_phrases_are_counted_as_sign_ins() {
    let house = House::with(|config| config.sign_ins_per_minute = 3).await;
    house.person("Ann").await;
    assert_eq!(use_link(&house, "nothing").await.code(), "people/link");
    assert_eq!(recover(&house, "nothing").await.code(), "people/phrase");
    assert_eq!(use_link(&house, "nothing").await.code(), "server/too_fast");
    assert_eq!(recover(&house, "nothing").await.code(), "server/too_fast");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn devices_are_listed_and_ended() {
    let house = House::open().await;
    let (ann, mut own) = house.enter("Ann").await;
    let mut phones = Vec::new();
    for _ in 0..2 {
        let code = new_link(&house, &ann).await;
        let token = use_link(&house, &code).await.json()["token"].clone();
        phones.push(Person {
            name: "Ann".to_owned(),
            token: token.as_str().unwrap().to_owned(),
        });
    }
    let mut socket = house.socket(&phones[0]).await;
    let list = house.get(Some(&ann), "/api/v1/me/tokens").await.json();
    let sessions = list["sessions"].as_array().unwrap();
    assert_eq!(sessions.len(), 3);
    assert_eq!(sessions.iter().filter(|it| it["this"] == true).count(), 1);
    assert!(
        sessions
            .iter()
            .all(|it| it["seen_ms"].as_i64().unwrap() % 3_600_000 == 0)
    );
    let ended = house.delete(Some(&ann), "/api/v1/me/tokens/others").await;
    assert_eq!(ended.json()["ended"], 2, "{}", ended.text);
    assert_eq!(socket.next("error").await["code"], "people/session_ended");
    let gone = house.get(Some(&phones[1]), "/api/v1/session").await;
    assert_eq!(gone.json(), Value::Null);
    assert_eq!(own.ask(json!({ "type": "ping" })).await["type"], "pong");
}

/// A name that nothing keeps is free when nobody has used it for long, and never with a match.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_nobody_uses_becomes_free() {
    const DAY: i64 = 86_400_000;
    let house = House::open().await;
    let days_ago = |days: i64| {
        let sql = format!(
            "UPDATE sessions SET seen_ms = seen_ms - {0}, created_ms = created_ms - {0}",
            days * DAY
        );
        meddle(&house, &sql);
    };
    let ann = house.person("Ann").await;
    assert_eq!(take(&house, "Ann").await.code(), "people/name_taken");
    days_ago(1);
    assert_eq!(take(&house, "Ann").await.status, 200);
    // The one who had it before is somebody else now.
    let stale = house.get(Some(&ann), "/api/v1/session").await;
    assert_eq!(stale.json(), Value::Null);

    // With a record it takes longer, and a running match keeps the seat.
    let rated = json!({ "game": "marelles", "rated": true });
    let (mut bo, cy, _) = two_named(&house, ["Bo", "Cy"], rated).await;
    days_ago(29);
    assert_eq!(take(&house, "Bo").await.code(), "people/name_taken");
    days_ago(2);
    assert_eq!(take(&house, "Bo").await.code(), "people/name_taken");
    bo.act("resign", &json!({})).await;
    crate::support::eventually("the result is recorded", async || {
        let games = house.get(None, "/api/v1/players/Bo").await.json();
        games["records"].as_array().is_some_and(|it| !it.is_empty())
    })
    .await;
    meddle(
        &house,
        &format!(
            "UPDATE sessions SET seen_ms = {0}, created_ms = {0}",
            i64::MAX / 2
        ),
    );
    assert_eq!(take(&house, "Bo").await.code(), "people/name_taken");
    meddle(&house, "UPDATE sessions SET seen_ms = 0, created_ms = 0");
    assert_eq!(take(&house, "Bo").await.status, 200);
    drop(cy);
}

/// Being there is what keeps a name: an hour later it is written down again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_lasts_as_long_as_it_is_used() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    meddle(
        &house,
        "UPDATE sessions SET seen_ms = 0, expires_ms = expires_ms - 86400000 * 50",
    );
    let sessions = async || {
        let list = house.get(Some(&ann), "/api/v1/me/tokens").await.json();
        list["sessions"][0].clone()
    };
    let one = sessions().await;
    let left = one["expires_ms"].as_i64().unwrap() - one["created_ms"].as_i64().unwrap();
    assert!(left >= 60 * 86_400_000, "{one}");
    assert!(one["seen_ms"].as_i64().unwrap() > 0);
}
