//! A session that ends takes its connections along.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{House, PATIENCE, Person, Socket};

/// The frame that says so, then the end of the socket.
async fn is_sent_away(socket: &mut Socket) {
    let error = socket.next("error").await;
    assert_eq!(error["code"], "people/session_ended", "{error}");
    assert!(socket.closed_within(PATIENCE).await);
    assert_eq!(socket.close_code, Some(4401));
}

async fn is_still_there(socket: &mut Socket) {
    assert_eq!(socket.ask(json!({ "type": "ping" })).await["type"], "pong");
}

/// Another session of the same person.
async fn another(house: &House, person: &Person, label: &str) -> Person {
    let made = house
        .post(
            Some(person),
            "/api/v1/me/tokens",
            &json!({ "label": label }),
        )
        .await;
    assert_eq!(made.status, 201, "{}", made.text);
    Person {
        name: person.name.clone(),
        token: made.json()["token"].as_str().unwrap().to_owned(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn signing_out_closes_the_sockets_of_this_session() {
    let house = House::open().await;
    let (ann, mut first) = house.enter("Ann").await;
    let mut second = house.socket(&ann).await;
    let robot = another(&house, &ann, "robot").await;
    let mut robots = house.socket(&robot).await;
    let (_, mut bo) = house.enter("Bo").await;
    // By a frame in place of a header.
    let mut late = house.stranger().await;
    late.say(&json!({ "type": "login", "token": ann.token }))
        .await;
    assert_eq!(late.next("welcome").await["you"]["name"], "Ann");

    assert_eq!(
        house.delete(Some(&ann), "/api/v1/session").await.status,
        200
    );
    for socket in [&mut first, &mut second, &mut late] {
        is_sent_away(socket).await;
    }
    is_still_there(&mut robots).await;
    is_still_there(&mut bo).await;
    // The token opens nothing more; the socket of a stranger is what it gets.
    let mut socket = Socket::connect(house.address(), Some(&ann)).await;
    assert_eq!(socket.next("welcome").await["you"], Value::Null);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_session_or_all_of_them() {
    let house = House::open().await;
    let (ann, mut own) = house.enter("Ann").await;
    let robot = another(&house, &ann, "robot").await;
    let mut robots = house.socket(&robot).await;
    let list = house.get(Some(&ann), "/api/v1/me/tokens").await.json();
    let named = list["sessions"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["label"] == "robot")
        .unwrap();
    let path = format!("/api/v1/me/tokens/{}", named["id"].as_str().unwrap());
    // Nobody else can.
    let (bo, mut bos) = house.enter("Bo").await;
    assert_eq!(
        house.delete(Some(&bo), &path).await.code(),
        "people/unknown_session"
    );
    assert_eq!(house.delete(Some(&ann), &path).await.status, 204);
    is_sent_away(&mut robots).await;
    is_still_there(&mut own).await;
    assert_eq!(house.delete(Some(&ann), &path).await.status, 404);

    assert_eq!(
        house.delete(Some(&ann), "/api/v1/me/tokens").await.status,
        204
    );
    is_sent_away(&mut own).await;

    // A password ends what was opened without it.
    let set = json!({ "new": "correct horse" });
    let answer = house.post(Some(&bo), "/api/v1/me/password", &set).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    is_sent_away(&mut bos).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn at_a_terminal() {
    let house = House::open().await;
    let ann = house.person("Ann").await;
    let set = json!({ "new": "horse-battery" });
    house.post(Some(&ann), "/api/v1/me/password", &set).await;
    let body = json!({ "name": "Ann", "password": "horse-battery", "bearer": true });
    let token = house.post(None, "/api/v1/session", &body).await.json()["token"].clone();
    let ann = Person {
        token: token.as_str().unwrap().to_owned(),
        ..ann
    };
    let mut line = house.text(house.terminal()).await;
    // A password in the same line could become part of a name that everybody sees.
    line.type_line("name Ann mule-battery").await;
    line.until("type 'name Ann', then the password").await;
    line.type_line("name Ann").await;
    line.until("Type it on a line of its own:").await;
    line.type_line("mule-battery").await;
    let said = line.until("(people/wrong_password)").await;
    assert!(!said.contains("mule"), "{said}");
    line.type_line("name ann").await;
    line.until("Type it on a line of its own:").await;
    line.type_line("horse-battery").await;
    line.until("Welcome, Ann.").await;
    house.delete(Some(&ann), "/api/v1/me/tokens").await;
    line.until("Your session has ended.").await;
    assert!(line.rest(Duration::from_secs(10)).await.is_some());
}
