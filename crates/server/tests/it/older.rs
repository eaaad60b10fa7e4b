//! What houses of earlier versions have stored.

use serde_json::json;

use crate::support::{House, two};

/// Operation Mars once took an odd number of turns: such a match is played on, and no new one begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_match_with_an_odd_number_of_turns_goes_on() {
    let mut house = House::open().await;
    let new = json!({ "game": "mars", "options": { "turns": 4 } });
    let (mut ann, mut bo, _) = two(&house, new).await;
    let action = ann.legal[0].clone();
    ann.play(&action).await;
    bo.news().await;
    house.close().await;
    let path = house.config.database.strip_prefix("sqlite:").unwrap();
    let changed = rusqlite::Connection::open(path)
        .unwrap()
        .execute(
            "UPDATE matches SET body = replace(body, '\"turns\":4', '\"turns\":3')",
            [],
        )
        .unwrap();
    assert_eq!(changed, 1);
    house.restart().await;
    ann.come_back(&house).await;
    bo.come_back(&house).await;
    let action = bo.legal[0].clone();
    bo.play(&action).await;
    ann.news().await;
    assert!(!ann.is_over());
    let action = ann.legal[0].clone();
    ann.play(&action).await;
    assert!(ann.is_over(), "after the third turn");
    assert_eq!(house.get(None, "/healthz").await.status, 200);

    let odd = json!({ "type": "create_table", "game": "mars", "options": { "turns": 3 } });
    assert_eq!(bo.socket.refusal(odd).await, "table/option");
    let line = json!({ "start": { "opening": { "options": { "turns": 3 } } } });
    let refused = house.post(None, "/api/v1/analysis/mars", &line).await;
    assert_eq!(refused.status, 400, "{}", refused.text);
}
