//! Whoever is away is told that it is their turn: once, and nothing goes where it should not.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{
    Cluster, House, Person, Player, Receiver, eventually, raw_request, two, two_named,
};

const HOUR: u32 = 3600;
/// Keys of a browser: those of RFC 8291, section 5.
const P256DH: &str =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const AUTH: &str = "BTBZMqHH6r4Tts7J_aSIgg";

fn quick(config: &mut parlor_server::Config) {
    config.alert_after_ms = 100;
    config.grace_ms = 100;
    config.alert_private_targets = true;
}

async fn house() -> House {
    House::with(quick).await
}

fn clock(seconds: u32) -> Value {
    json!({ "game": "marelles", "clock": { "type": "per_move", "seconds": seconds } })
}

async fn hook(house: &House, person: &Person, url: &str) -> Value {
    let body = json!({ "url": url, "style": "json", "language": "en" });
    let answer = house
        .post(Some(person), "/api/v1/me/alerts/hook", &body)
        .await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

async fn channels(house: &House, person: &Person) -> Vec<Value> {
    let info = house.get(Some(person), "/api/v1/me/alerts").await.json();
    info["channels"].as_array().unwrap().clone()
}

async fn play(house: &House, person: &Person, id: &str, (seq, action): (u32, &str)) {
    let path = format!("/api/v1/matches/{id}/play");
    let body = json!({ "seq": seq, "action": action });
    let answer = house.post(Some(person), &path, &body).await;
    assert_eq!(answer.status, 200, "{action}: {}", answer.text);
}

fn meddle(house: &House, sql: &str) -> usize {
    let path = house.config.database.trim_start_matches("sqlite:");
    let conn = rusqlite::Connection::open(path).unwrap();
    conn.busy_timeout(Duration::from_secs(5)).unwrap();
    conn.execute(sql, []).unwrap()
}

/// Both have closed their pages; who they are, and the match.
fn away(ann: Player, bo: Player) -> (Person, Person, String) {
    let id = ann.id.clone();
    (ann.person.unwrap(), bo.person.unwrap(), id)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_is_told_once() {
    let mut house = house().await;
    let receiver = Receiver::open().await;
    let (ann, bo, _) = two(&house, clock(24 * HOUR)).await;
    let (ann, bo, id) = away(ann, bo);
    hook(&house, &bo, &format!("{}/bo", receiver.url)).await;
    // The same again is the same.
    hook(&house, &bo, &format!("{}/bo", receiver.url)).await;
    assert_eq!(channels(&house, &bo).await.len(), 1);
    play(&house, &ann, &id, (0, "A1")).await;
    let posted = receiver.wait(1).await;
    let message = posted[0].json();
    assert_eq!(posted[0].path, "/bo");
    assert_eq!(message["title"], "Your turn: Marelles");
    let text = message["text"].as_str().unwrap();
    assert!(
        text.starts_with("Marelles with Ann waits for you. 23 h left"),
        "{text}"
    );
    assert!(
        message["url"]
            .as_str()
            .unwrap()
            .ends_with(&format!("/t/{id}"))
    );
    receiver.stays(1).await;
    // Not again after a restart, nor by looking at everything anew.
    house.restart().await;
    receiver.stays(1).await;
    // The next turn is another one; Ann wants nothing.
    play(&house, &bo, &id, (1, "D7")).await;
    play(&house, &ann, &id, (2, "A4")).await;
    receiver.stays(2).await;
    let ids: Vec<Value> = receiver
        .posted()
        .iter()
        .map(|it| it.json()["id"].clone())
        .collect();
    assert_ne!(ids[0], ids[1]);
}

/// Whoever has the match open sees it; against the computer and with minutes on the clock people sit
/// there anyway.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_is_not_told() {
    let house = house().await;
    let receiver = Receiver::open().await;
    let (mut ann, bo, _) = two(&house, clock(24 * HOUR)).await;
    let person = bo.person.clone().unwrap();
    hook(&house, &person, &receiver.url).await;
    ann.play("A1").await;
    let (mut cleo, dan, _) = two_named(&house, ["Cleo", "Dan"], clock(60)).await;
    let dan = dan.person.unwrap();
    hook(&house, &dan, &receiver.url).await;
    cleo.play("A1").await;
    let body = json!({ "game": "marelles", "bots": ["beginner"] });
    house.post(Some(&dan), "/api/v1/tables", &body).await;
    receiver.stays(0).await;
    // Off is off.
    let id = channels(&house, &person).await[0]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = format!("/api/v1/me/alerts/{id}");
    let answer = house
        .post(Some(&person), &path, &json!({ "on": false }))
        .await;
    assert_eq!(answer.json()["state"], "off");
    drop(bo);
    receiver.stays(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_reminder_before_the_time_runs_out() {
    let mut house = house().await;
    let receiver = Receiver::open().await;
    let (ann, bo, _) = two(&house, clock(HOUR)).await;
    let (ann, _, id) = away(ann, bo);
    hook(&house, &ann, &receiver.url).await;
    receiver.wait(1).await;
    eventually("the reminder is written down", || async {
        meddle(
            &house,
            "UPDATE alerts SET made_ms = made_ms WHERE kind = 'reminder'",
        ) == 1
    })
    .await;
    // Due by its row, but there is time enough: it waits on.
    meddle(
        &house,
        "UPDATE alerts SET due_ms = 0 WHERE kind = 'reminder'",
    );
    receiver.stays(1).await;
    // Fifty minutes later.
    house.close().await;
    let sql = "UPDATE matches SET body = json_set(body, '$.started_ms', \
               json_extract(body, '$.started_ms') - 3000000)";
    assert_eq!(meddle(&house, sql), 1);
    meddle(
        &house,
        "UPDATE alerts SET due_ms = 0 WHERE kind = 'reminder'",
    );
    house.restart().await;
    let posted = receiver.wait(2).await;
    let title = posted[1].json()["title"].as_str().unwrap().to_owned();
    assert!(title.ends_with("min left: Marelles"), "{title}");
    receiver.stays(2).await;
    drop(id);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn tried_again_and_given_up() {
    let house = house().await;
    let receiver = Receiver::open().await;
    let (ann, bo, _) = two(&house, clock(24 * HOUR)).await;
    let (ann, bo, id) = away(ann, bo);
    hook(&house, &bo, &receiver.url).await;
    receiver.answer(&[503]);
    play(&house, &ann, &id, (0, "A1")).await;
    receiver.stays(1).await;
    let waiting = "UPDATE alerts SET due_ms = 0 WHERE kind = 'turn' AND state = 0 AND tries = 1";
    assert_eq!(meddle(&house, waiting), 1, "it waits for another try");
    receiver.stays(2).await;
    assert_eq!(meddle(&house, waiting), 0, "it arrived");
    // Nobody is there any more: the place is forgotten.
    play(&house, &bo, &id, (1, "D7")).await;
    receiver.answer(&[410]);
    play(&house, &ann, &id, (2, "A4")).await;
    receiver.stays(3).await;
    assert_eq!(channels(&house, &bo).await, [] as [Value; 0]);
}

/// The message is for the browser alone, signed by the house; the browser test decrypts it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn web_push() {
    let mut house = house().await;
    let receiver = Receiver::open().await;
    let ann = house.person("Ann").await;
    let path = "/api/v1/me/alerts/push";
    let keys = json!({ "p256dh": P256DH, "auth": AUTH });
    let subscription = json!({ "endpoint": format!("{}/push/1", receiver.url), "keys": keys, "expirationTime": null });
    let made = house.post(Some(&ann), path, &subscription).await.json();
    assert_eq!(
        (&made["kind"], &made["state"]),
        (&json!("push"), &json!("on"))
    );
    let id = made["id"].as_str().unwrap().to_owned();
    let before = house.get(Some(&ann), "/api/v1/me/alerts").await.json();
    let try_out = format!("/api/v1/me/alerts/{id}/try");
    assert_eq!(
        house.post(Some(&ann), &try_out, &json!({})).await.status,
        204
    );
    let posted = receiver.wait(1).await;
    assert_eq!(posted[0].path, "/push/1");
    assert_eq!(posted[0].header("content-encoding"), Some("aes128gcm"));
    assert!(posted[0].header("ttl").is_some());
    let signed = posted[0].header("authorization").unwrap();
    let key = before["key"].as_str().unwrap().to_lowercase();
    assert!(
        signed.starts_with("vapid t=") && signed.ends_with(&key),
        "{signed}"
    );
    assert!(posted[0].body.len() > 16 + 5 + 65);
    // The key is drawn once.
    house.restart().await;
    let after = house.get(Some(&ann), "/api/v1/me/alerts").await.json();
    assert_eq!(before["key"], after["key"]);
    // Somebody else at the same browser: it is theirs now.
    let bo = house.person("Bo").await;
    house.post(Some(&bo), path, &subscription).await;
    assert_eq!(channels(&house, &ann).await, [] as [Value; 0]);
    assert_eq!(channels(&house, &bo).await.len(), 1);
    for bad in [
        json!({ "endpoint": "https://push.example/x", "keys": { "p256dh": "x", "auth": AUTH } }),
        json!({ "endpoint": "nowhere", "keys": keys }),
    ] {
        let answer = house.post(Some(&ann), path, &bad).await;
        assert_eq!(answer.code(), "alert/target", "{bad}");
    }
}

/// Nobody makes the house speak to machines that only the house can reach.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_goes_inside() {
    let house = House::with(|config| config.alert_after_ms = 100).await;
    let receiver = Receiver::open().await;
    let port = receiver.url.rsplit_once(':').unwrap().1;
    let ann = house.person("Ann").await;
    let keys = json!({ "p256dh": P256DH, "auth": AUTH });
    for target in [
        format!("https://127.0.0.1:{port}/"),
        format!("https://localhost:{port}/"),
        format!("https://[::1]:{port}/"),
        format!("https://[::ffff:127.0.0.1]:{port}/"),
        format!("http://127.0.0.1:{port}/"),
        "https://169.254.169.254/latest/meta-data".into(),
        "https://10.0.0.1/".into(),
        "https://0.0.0.0/".into(),
        "https://user:x@example.org/".into(),
        "file:///etc/passwd".into(),
        "ftp://example.org/".into(),
        "https://example.org/\r\nX: y".into(),
        String::new(),
        "https://no-such-name.invalid/".into(),
    ] {
        let hook = json!({ "url": target, "style": "json" });
        let answer = house
            .post(Some(&ann), "/api/v1/me/alerts/hook", &hook)
            .await;
        assert!(
            ["alert/target", "server/too_fast"].contains(&answer.code().as_str()),
            "{target}"
        );
    }
    let push = json!({ "endpoint": format!("https://127.0.0.1:{port}/"), "keys": keys });
    let bo = house.person("Bo").await;
    let answer = house.post(Some(&bo), "/api/v1/me/alerts/push", &push).await;
    assert_eq!(answer.code(), "alert/target");
    // Also one that is there already, from when it was allowed.
    let sql = format!(
        "INSERT INTO channels SELECT 'aaaaaaaaaaaa', id, 'hook', 'https://127.0.0.1:{port}/', 'json', \
         'key', 'http://x', 'en', 'x', 1, 0 FROM players WHERE name = 'Bo'"
    );
    assert_eq!(meddle(&house, &sql), 1);
    let answer = house
        .post(Some(&bo), "/api/v1/me/alerts/aaaaaaaaaaaa/try", &json!({}))
        .await;
    assert_eq!(answer.code(), "alert/not_sent");
    receiver.stays(0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn refused_and_limited() {
    let house = house().await;
    let receiver = Receiver::open().await;
    let (ann, bo) = (house.person("Ann").await, house.person("Bo").await);
    let stranger = house.get(None, "/api/v1/me/alerts").await;
    assert_eq!(stranger.code(), "people/sign_in");
    let post = async |who: &Person, path: &str, body: Value| {
        house
            .post(Some(who), &format!("/api/v1/me/alerts/{path}"), &body)
            .await
    };
    let mail = json!({ "address": "ann@example.org" });
    assert_eq!(post(&ann, "mail", mail).await.code(), "alert/no_mail");
    let odd = json!({ "url": receiver.url, "style": "pigeon" });
    assert_eq!(post(&ann, "hook", odd).await.code(), "alert/target");
    let mut ids = Vec::new();
    for n in 0..3 {
        let made = hook(&house, &ann, &format!("{}/{n}", receiver.url)).await;
        ids.push(made["id"].as_str().unwrap().to_owned());
    }
    let fourth = json!({ "url": format!("{}/3", receiver.url), "style": "json" });
    assert_eq!(post(&ann, "hook", fourth).await.code(), "alert/too_many");
    // Somebody else's are out of reach.
    for path in [ids[0].clone(), "nothing".into()] {
        assert_eq!(
            post(&bo, &path, json!({ "on": false })).await.code(),
            "alert/unknown"
        );
        let path = format!("/api/v1/me/alerts/{path}");
        assert_eq!(house.delete(Some(&bo), &path).await.code(), "alert/unknown");
    }
    let path = format!("/api/v1/me/alerts/{}", ids[0]);
    assert_eq!(house.delete(Some(&ann), &path).await.status, 204);
    for bad in [
        json!({ "remind_hours": 10_000 }),
        json!({ "quiet": { "from": 2000, "to": 0, "offset": 0 } }),
        json!({ "quiet": { "from": 1320, "to": 420 } }),
        json!({ "quiet": { "from": 1320, "to": 420, "zone": "Europe/Nowhere" } }),
        json!({ "quiet": { "from": 1320, "to": 420, "zone": "../../../etc/passwd" } }),
    ] {
        assert_eq!(post(&ann, "settings", bad).await.code(), "alert/settings");
    }
    for place in [
        json!({ "offset": -300 }),
        json!({ "zone": "Asia/Shanghai" }),
    ] {
        let mut quiet = json!({ "from": 1320, "to": 420 });
        quiet
            .as_object_mut()
            .unwrap()
            .extend(place.as_object().unwrap().clone());
        let good = json!({ "remind_hours": 12, "quiet": quiet });
        assert_eq!(post(&ann, "settings", good.clone()).await.json(), good);
    }
    let quiet = json!({ "from": 1320, "to": 420, "zone": "Asia/Shanghai" });
    let good = json!({ "remind_hours": 12, "quiet": quiet });
    let info = house.get(Some(&ann), "/api/v1/me/alerts").await.json();
    assert_eq!(info["settings"], good);
    let confirm = json!({ "key": "pl_0" });
    let answer = house.post(None, "/api/v1/alerts/confirm", &confirm).await;
    assert_eq!(answer.code(), "alert/link");
    for _ in 0..30 {
        post(&ann, "settings", json!({})).await;
    }
    assert_eq!(
        post(&ann, "settings", json!({})).await.code(),
        "server/too_fast"
    );
}

/// The link in a message ends it: without a name, from a mail program, twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_click_ends_it() {
    let house = house().await;
    let receiver = Receiver::open().await;
    let ann = house.person("Ann").await;
    let made = hook(&house, &ann, &receiver.url).await;
    let path = format!("/api/v1/me/alerts/{}/try", made["id"].as_str().unwrap());
    house.post(Some(&ann), &path, &json!({})).await;
    let stop = receiver.wait(1).await[0].json()["stop"]
        .as_str()
        .unwrap()
        .to_owned();
    let path = stop.splitn(4, '/').nth(3).unwrap().to_owned();
    let body = "List-Unsubscribe=One-Click";
    for _ in 0..2 {
        let length = body.len();
        let text = format!(
            "POST /{path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Type: \
             application/x-www-form-urlencoded\r\nContent-Length: {length}\r\n\r\n{body}",
            house.address()
        );
        let answer = raw_request(house.address(), text.as_bytes()).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        assert_eq!(channels(&house, &ann).await[0]["state"], "off");
    }
    let answer = house
        .post(None, "/api/v1/alerts/stop/nothing", &json!({}))
        .await;
    assert_eq!(answer.code(), "alert/unknown");
}

/// Two nodes hear of every turn, and one of them tells it; also when one is gone.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_alert_from_two_nodes() {
    let mut cluster = Cluster::with(2, quick).await;
    let receiver = Receiver::open().await;
    let (ann, bo, _) = two(&cluster.nodes[0], clock(24 * HOUR)).await;
    let (ann, bo, id) = away(ann, bo);
    for (person, path) in [(&ann, "ann"), (&bo, "bo")] {
        hook(
            &cluster.nodes[0],
            person,
            &format!("{}/{path}", receiver.url),
        )
        .await;
    }
    // Ann begins: she is told of that.
    receiver.wait(1).await;
    let moves = ["A1", "D7", "A4", "D6", "B2", "G7"];
    for (seq, action) in (0..).zip(moves) {
        let who = if seq % 2 == 0 { &ann } else { &bo };
        play(&cluster.nodes[seq as usize % 2], who, &id, (seq, action)).await;
        let posted = receiver.wait(seq as usize + 2).await;
        let to = if seq % 2 == 0 { "/bo" } else { "/ann" };
        assert_eq!(posted.last().unwrap().path, to);
    }
    receiver.stays(7).await;
    cluster.nodes[0].close().await;
    play(&cluster.nodes[1], &ann, &id, (6, "B4")).await;
    receiver.stays(8).await;
    cluster.end().await;
}

/// Many people, each within their own limit, do not make the house send to one place without end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_place_is_not_tried_without_end() {
    let house = house().await;
    let receiver = Receiver::open().await;
    let mut answers = Vec::new();
    for person in 0..3 {
        let person = house.person(&format!("Person {person}")).await;
        let made = hook(&house, &person, &receiver.url).await;
        let path = format!("/api/v1/me/alerts/{}/try", made["id"].as_str().unwrap());
        for _ in 0..15 {
            answers.push(house.post(Some(&person), &path, &json!({})).await);
        }
    }
    let sent = receiver.posted().len();
    assert!((30..36).contains(&sent), "{sent} were sent");
    assert_eq!(answers.last().unwrap().code(), "server/too_fast");
}
