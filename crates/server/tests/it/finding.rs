//! Finding a table: by its spoken code, and by an address that others can use.

use serde_json::{Value, json};

use crate::support::{House, Text};

async fn enter(house: &House, name: &str) -> Text {
    let mut line = house.text(house.terminal()).await;
    line.type_line(&format!("name {name}")).await;
    line.until(&format!("Welcome, {name}")).await;
    line
}

fn code(answer: &Value) -> &str {
    answer["error"]["code"].as_str().unwrap_or_default()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_code_leads_to_a_private_table() {
    let house = House::open().await;
    let (ann, mut socket) = house.enter("Ann").await;
    let new = json!({ "type": "create_table", "game": "marelles", "private": true });
    let table = socket.table(new).await;
    let spoken = table["code"]
        .as_str()
        .expect("an open table has a code")
        .to_owned();
    assert_eq!(spoken.len(), 5);
    // As it is said: in any case, with spaces, by somebody without a name.
    let typed = format!("{}%20{}", &spoken[..2].to_lowercase(), &spoken[2..]);
    let found = house
        .get(None, &format!("/api/v1/codes/{typed}"))
        .await
        .json();
    assert_eq!(found["id"], table["id"]);
    assert_eq!(found["invite"], table["invite"]);
    // Others do not learn it from the table itself.
    let bo = house.person("Bo").await;
    let path = format!(
        "/api/v1/tables/{}?invite={}",
        found["id"].as_str().unwrap(),
        found["invite"].as_str().unwrap()
    );
    let seen = house.get(Some(&bo), &path).await.json();
    assert_eq!(seen["id"], table["id"]);
    assert!(seen.get("code").is_none() && seen.get("invite").is_none());
    let join = format!("/api/v1/tables/{}/join", found["id"].as_str().unwrap());
    let joined = house
        .post(Some(&bo), &join, &json!({ "invite": found["invite"] }))
        .await
        .json();
    assert_eq!(joined["status"], "running");
    // It has begun: the code still leads there to look on, but is shown no more.
    let path = format!("/api/v1/codes/{spoken}");
    assert_eq!(house.get(None, &path).await.json()["status"], "running");
    assert!(joined.get("code").is_none());
    let resign = json!({ "type": "resign", "match": table["id"] });
    socket.say(&resign).await;
    crate::support::eventually("the code has ended", || async {
        code(&house.get(None, &path).await.json()) == "table/code_ended"
    })
    .await;
    let (_, tables) = (ann, house.get(None, "/api/v1/tables").await.json());
    assert!(!tables.to_string().contains(&spoken));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn wrong_codes_and_guessing() {
    let house = House::open().await;
    for wrong in ["AAAAA", "x", "AAAAAAAAAAAA", "%00%00%00%00%00", "12345"] {
        let answer = house.get(None, &format!("/api/v1/codes/{wrong}")).await;
        assert_eq!(
            (answer.status, code(&answer.json())),
            (404, "table/code"),
            "{wrong}"
        );
    }
    let (_, mut socket) = house.enter("Ann").await;
    let table = socket
        .table(json!({ "type": "create_table", "game": "mars" }))
        .await;
    let spoken = table["code"].as_str().unwrap().to_owned();
    socket
        .table(json!({ "type": "leave", "table": table["id"] }))
        .await;
    let path = format!("/api/v1/codes/{spoken}");
    let answer = house.get(None, &path).await;
    assert_eq!(
        (answer.status, code(&answer.json())),
        (410, "table/code_ended")
    );
    // A table that begins at once waits for nobody; nor does one of quick pairing have a code.
    let bots = json!({ "type": "create_table", "game": "mars", "bots": ["beginner"] });
    assert!(socket.table(bots).await.get("code").is_none());
    let mut last = String::new();
    for _ in 0..40 {
        last = code(&house.get(None, &path).await.json()).to_owned();
    }
    assert_eq!(last, "table/too_many_guesses");
    // The same measure at every door of this address.
    let mut line = enter(&house, "Bo").await;
    line.type_line("code AAAAA").await;
    line.until("(table/too_many_guesses)").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn terminals_join_by_code() {
    let house = House::open().await;
    let mut ann = enter(&house, "Ann").await;
    ann.type_line("new marelles private=yes").await;
    ann.until("Or by the code ").await;
    let line = ann.line().await;
    let spoken = line.split(',').next().unwrap().to_owned();
    let mut bo = enter(&house, "Bo").await;
    bo.type_line("code nothing").await;
    bo.until("(table/code)").await;
    bo.type_line(&format!("code {}", spoken.to_lowercase()))
        .await;
    bo.until("You have seat 2 of Ann, Bo.").await;
    ann.until("You have seat 1 of Ann, Bo.").await;
    // A third one looks on.
    let mut cid = enter(&house, "Cid").await;
    cid.type_line(&format!("code {spoken}")).await;
    cid.until("You watch Ann, Bo.").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_house_says_where_it_is() {
    let house = House::open().await;
    let here = house.get(None, "/api/v1/house").await.json();
    assert_eq!(here["addresses"], json!([]), "this machine only");
    assert_eq!(here["terminal"], Value::Null);
    let open = House::with(|config| {
        config.listen = "0.0.0.0:0".into();
        config.terminal = ":0".into();
    })
    .await;
    let there = open.get(None, "/api/v1/house").await.json();
    let port = open.address().port();
    for address in there["addresses"].as_array().unwrap() {
        let address = address.as_str().unwrap();
        assert!(address.ends_with(&format!(":{port}")), "{address}");
        assert!(!address.contains("127.0.0.1") && !address.contains("0.0.0.0"));
    }
    assert_eq!(there["terminal"], json!(open.terminal().port()));
    assert!(
        open.terminal().ip().is_unspecified(),
        "open wherever the page is"
    );
    let named = House::with(|config| config.domain = vec!["games.example.org".into()]).await;
    let named = named.get(None, "/api/v1/house").await.json();
    let address = named["addresses"][0].as_str().unwrap();
    assert!(
        address.starts_with("http://games.example.org:"),
        "{address}"
    );
}
