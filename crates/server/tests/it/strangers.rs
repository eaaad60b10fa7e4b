//! What somebody without a name sees of a house that is not open: the way in, and nobody.

use serde_json::{Value, json};

use crate::closed::{code_of, come, first};
use crate::operators::done;
use crate::support::{Answer, House, Person, Socket};

const NAMES: [&str; 2] = ["Annabel", "Barnaby"];
const HIDDEN: (u16, &str) = (401, "people/members_only");

/// Two people who came in by invitation, and their running match: its id and the secret of its link.
async fn at_play(house: &House) -> (Vec<Person>, String, String) {
    let olga = first(house).await;
    let made = done(house, &olga, json!({ "act": "invite", "uses": 2 })).await;
    let code = code_of(&made);
    let mut people = Vec::new();
    for name in NAMES {
        let entered = come(house, name, Some(&code)).await;
        let token = entered.json()["token"].as_str().unwrap().to_owned();
        let name = name.to_owned();
        people.push(Person { name, token });
    }
    let new = json!({ "game": "marelles" });
    let table = house.post(Some(&people[0]), "/api/v1/tables", &new).await;
    let id = table.json()["id"].as_str().unwrap().to_owned();
    let invite = table.json()["invite"].as_str().unwrap().to_owned();
    // A table that is full starts.
    let join = format!("/api/v1/tables/{id}/join");
    let joined = house.post(Some(&people[1]), &join, &json!({})).await;
    assert_eq!(joined.json()["status"], "running", "{}", joined.text);
    (people, id, invite)
}

fn is_hidden(answer: &Answer, what: &str) {
    let told = (answer.status, answer.code());
    assert_eq!((told.0, told.1.as_str()), HIDDEN, "{what}");
}

fn names_nobody(text: &str, what: &str) {
    for name in NAMES {
        assert!(!text.contains(name), "{what} names {name}: {text}");
    }
}

/// Every address of the API that can be asked for, about this match and these people.
async fn addresses(house: &House, id: &str) -> Vec<String> {
    let document = house.get(None, "/api/v1/openapi.json").await.json();
    let paths = document["paths"].as_object().unwrap();
    let asked = paths.iter().filter(|(_, it)| it.get("get").is_some());
    let filled = asked.map(|(path, _)| {
        path.replace("{id}", id)
            .replace("{name}", NAMES[0])
            .replace("{game}", "marelles")
            .replace("{seq}", "0")
            .replace("{code}", "KETRA")
    });
    filled.collect()
}

async fn open(socket: &mut Socket, id: &str, invite: Option<&str>) -> Value {
    let open = json!({ "type": "open", "match": id, "invite": invite });
    socket.say(&open).await;
    let answers = ["match", "error"];
    let found = |it: &Value| answers.iter().any(|kind| it["type"] == *kind);
    socket.until(found).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn strangers_see_nobody() {
    let mut house = House::with(|config| config.sign_up = "invited".into()).await;
    let (people, id, invite) = at_play(&house).await;
    let told = house.get(None, "/api/v1/house").await.json();
    assert_eq!(told["hidden"], true);
    let (mut open_doors, mut hidden) = (Vec::new(), 0);
    for path in addresses(&house, &id).await {
        let answer = house.get(None, &path).await;
        names_nobody(&answer.text, &path);
        if answer.text.contains(HIDDEN.1) {
            hidden += 1;
        } else {
            open_doors.push(path);
        }
    }
    let wanted = [
        "/api/v1/codes/KETRA",
        "/api/v1/games",
        "/api/v1/games/risk/world",
        "/api/v1/house",
        "/api/v1/house/logo",
        "/api/v1/session",
    ];
    open_doors.sort();
    assert_eq!(open_doors, wanted);
    assert!(hidden > 15, "{hidden} addresses");
    // Nor with a token that is none, or by asking about what is not there.
    let nobody = Person {
        name: "Nobody".to_owned(),
        token: "x".repeat(43),
    };
    is_hidden(&house.get(Some(&nobody), "/api/v1/people").await, "people");
    is_hidden(
        &house.get(None, "/api/v1/matches/none?invite=x").await,
        "an unknown match",
    );
    // What links unfold to, and their pictures.
    let page = house.get(None, &format!("/t/{id}")).await;
    names_nobody(&page.text, "the page of the match");
    let picture = format!("/cards/t/{id}.png");
    is_hidden(&house.get(None, &picture).await, "the picture");
    // The socket.
    let mut socket = house.stranger().await;
    socket.say(&json!({ "type": "lobby", "id": "l" })).await;
    let answer = socket.until(|it| it["id"] == "l").await;
    assert_eq!(answer["code"], HIDDEN.1, "{answer}");
    for unknown in [id.as_str(), "abcdefghijkl"] {
        let refused = open(&mut socket, unknown, None).await;
        assert_eq!(refused["code"], HIDDEN.1, "{refused}");
    }
    let refused = open(&mut socket, &id, Some("guessed")).await;
    assert_eq!(refused["code"], HIDDEN.1, "{refused}");
    // The terminal.
    let mut line = house.text(house.terminal()).await;
    line.until("name").await;
    line.type_line("list").await;
    let listed = line.until("members_only").await;
    names_nobody(&listed, "the terminal");
    // Whoever holds the link of a table sees that table.
    for what in ["matches", "tables"] {
        let path = format!("/api/v1/{what}/{id}?invite={invite}");
        let seen = house.get(None, &path).await;
        assert!(seen.text.contains(NAMES[0]), "{path}: {}", seen.text);
    }
    assert_eq!(open(&mut socket, &id, Some(&invite)).await["type"], "match");
    let wrong = format!("/api/v1/players/{}?invite={invite}", NAMES[0]);
    is_hidden(
        &house.get(None, &wrong).await,
        "a player, by a table's link",
    );
    // And whoever has come in sees everybody.
    let board = house.get(Some(&people[0]), "/api/v1/tables").await;
    assert!(board.text.contains(NAMES[1]), "{}", board.text);
    house.close().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_may_have_visitors() {
    let house = House::with(|config| {
        config.sign_up = "operator".into();
        config.visitors = true;
    })
    .await;
    let told = house.get(None, "/api/v1/house").await.json();
    assert_eq!(told["hidden"], false);
    assert_eq!(house.get(None, "/api/v1/people").await.status, 200);
    let mut socket = house.stranger().await;
    socket.say(&json!({ "type": "lobby" })).await;
    socket.next("lobby").await;
}
