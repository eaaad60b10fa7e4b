//! What houses of earlier versions have stored.

use parlor_engine::{Act, Record};
use parlor_hub::people::Token;
use serde_json::json;

use crate::support::{Choice, House, Person, Player, play_on, two};

/// Three matches of Marelles under way, as the store's own tests read them.
const SCHEMA_3: &[u8] = include_bytes!("../../../store/tests/it/fixtures/schema3.db");

/// Who plays a match, in the order of seats, and its log.
struct Old {
    id: String,
    people: Vec<Person>,
    log: Vec<Act>,
}

/// The file has but the hashes of what its people came in with: they get other tokens.
fn with_other_tokens(path: &str) -> Vec<Old> {
    std::fs::write(path, SCHEMA_3).unwrap();
    let file = rusqlite::Connection::open(path).unwrap();
    let mut ids = file.prepare("SELECT id FROM matches ORDER BY id").unwrap();
    let ids = ids.query_map([], |row| row.get(0)).unwrap();
    let old = ids.map(|id| {
        let id: String = id.unwrap();
        let sql = "SELECT p.id, p.name FROM match_players m JOIN players p ON p.id = m.player
                   WHERE m.match_id = ? ORDER BY m.seat";
        let mut people = file.prepare(sql).unwrap();
        let people = people.query_map([&id], |row| Ok((row.get(0)?, row.get(1)?)));
        let people = people.unwrap().map(|person| {
            let (player, name): (i64, String) = person.unwrap();
            let token = Token::parse(&format!("pl_{player:064x}")).unwrap();
            let sql = "UPDATE sessions SET token_hash = ? WHERE player = ?";
            assert_eq!(file.execute(sql, (token.hash(), player)).unwrap(), 1);
            let token = token.reveal().to_owned();
            Person { name, token }
        });
        let people = people.collect();
        let sql = "SELECT act FROM entries WHERE match_id = ? ORDER BY seq";
        let mut log = file.prepare(sql).unwrap();
        let log = log.query_map([&id], |row| row.get::<_, String>(0)).unwrap();
        let log = log.map(|act| serde_json::from_str(&act.unwrap()).unwrap());
        let log = log.collect();
        Old { id, people, log }
    });
    old.collect()
}

async fn record(house: &House, id: &str) -> Record {
    let path = format!("/api/v1/matches/{id}/record");
    Record::parse(&house.get(None, &path).await.text).unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn matches_of_schema_3_are_played_to_the_end() {
    let mut matches = Vec::new();
    let mut house = House::with(|config| {
        matches = with_other_tokens(config.database.strip_prefix("sqlite:").unwrap());
        config.abandoned_days = 36_500;
    })
    .await;
    assert_eq!(matches.len(), 3);
    let mut choice = Choice::new(3);
    let mut records = Vec::new();
    for old in &matches {
        let mut players = Vec::new();
        for person in &old.people {
            let socket = house.socket(person).await;
            players.push(Player::open(Some(person.clone()), socket, &old.id).await);
        }
        let length = old.log.len();
        assert_eq!(players[0].seq as usize, length);
        assert_eq!([players[0].seat, players[1].seat], [Some(0), Some(1)]);
        play_on(&mut players, &mut choice, 40).await;
        assert!(players[0].seq as usize > length);
        if !players[0].is_over() {
            players[1].act("resign", &json!({})).await;
        }
        let record = record(&house, &old.id).await;
        record.verify(parlor_catalog::GAMES).unwrap();
        let kept = record.entries[..length].iter();
        assert!(kept.map(|line| &line.entry.act).eq(&old.log));
        assert_eq!(record.names[0], old.people[0].name);
        records.push(record);
    }
    house.restart().await;
    for (old, before) in matches.iter().zip(&records) {
        assert_eq!(record(&house, &old.id).await, *before);
    }
}

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
