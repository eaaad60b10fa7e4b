//! Who may look on.

use serde_json::{Value, json};

use crate::support::{House, Player, spectator, two};

/// Operation Mars, page 8: nobody joins after the first action, spectators neither, where the table
/// says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn from_the_first_move() {
    let house = House::open().await;
    let new = json!({ "game": "mars", "watch": "from_start" });
    let (mut ann, mut bo, _) = two(&house, new).await;
    let (early, socket) = house.enter("Eve").await;
    let mut eve = Player::open(Some(early.clone()), socket, &ann.id).await;
    let mut nameless = spectator(&house, &ann.id).await;
    let action = ann.legal[0].clone();
    ann.play(&action).await;
    eve.news().await;
    nameless.news().await;
    // Too late: on the socket, and for every question of the API.
    let (late, mut dan) = house.enter("Dan").await;
    let open = json!({ "type": "open", "match": ann.id });
    assert_eq!(dan.refusal(open.clone()).await, "match/no_watching");
    for what in ["", "/log", "/views/0"] {
        let path = format!("/api/v1/matches/{}{what}", ann.id);
        for who in [Some(&late), None] {
            let answer = house.get(who, &path).await;
            assert_eq!(answer.status, 403, "{what}: {}", answer.text);
        }
        assert_eq!(house.get(Some(&early), &path).await.status, 200, "{what}");
    }
    // Those who were there come back; players anyway.
    let again = nameless.socket.ask(open.clone()).await;
    assert_eq!(again["type"], "match");
    let mut socket = house.socket(&early).await;
    assert_eq!(socket.ask(open.clone()).await["type"], "match");
    let bo_again = bo.person.clone().unwrap();
    let mut socket = house.socket(&bo_again).await;
    assert_eq!(socket.ask(open.clone()).await["type"], "match");
    // The list does not say whose turn it is.
    let list = house.get(None, "/api/v1/tables").await.json();
    assert_eq!(list["tables"][0]["to_act"], Value::Null);
    // When it is over everybody may look.
    ann.act("resign", &json!({})).await;
    bo.socket
        .until(|frame| frame["table"]["status"] == "over")
        .await;
    assert_eq!(dan.ask(open).await["type"], "match");
}
