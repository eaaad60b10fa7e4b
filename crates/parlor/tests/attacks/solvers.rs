//! Those who do not solve puzzles: floods of attempts, bodies without measure, moves that are none,
//! ids that nobody gave out, and other people's names.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{PATIENCE, api, machine, say, sign_in};
use crate::study::{count, meanwhile, told};

async fn today(house: &House) -> Value {
    let path = "/puzzles/today";
    let (status, posed) = api(machine(250), house.http, "GET", path, None, None).await;
    assert_eq!(status, 200, "{posed}");
    posed
}

fn no_panic(house: &House) {
    assert!(!house.log().contains("panicked"), "{}", house.log());
}

/// Attempts, hints and histories from forty addresses, some by name; one more comes and is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let http = house.http;
    let id = today(&house).await["id"].as_str().unwrap().to_owned();
    let mut tokens = Vec::new();
    for person in 0..8_u8 {
        let name = format!("Solver {person}");
        tokens.push(sign_in(machine(1 + person), http, &name).await);
    }
    let attack = move |attacker: u8, count: u32| {
        let (id, token) = (id.clone(), tokens.get(usize::from(attacker)).cloned());
        async move {
            let moves = json!({ "moves": ["A1-A4", "xD1", "PS"] });
            let game = ["marelles", "coexistence", "obliteration", "mars"][count as usize / 6 % 4];
            let (method, path, body) = match count % 6 {
                0 => (
                    "POST",
                    "/puzzles/next".to_owned(),
                    Some(json!({ "game": game })),
                ),
                1 => ("POST", format!("/puzzles/at/{id}/try"), Some(moves)),
                2 => ("POST", format!("/puzzles/at/{id}/hint"), Some(moves)),
                3 => ("POST", format!("/puzzles/at/{count:08x}/give-up"), None),
                4 => ("GET", "/puzzles/history".to_owned(), None),
                _ => ("GET", format!("/puzzles/at/{id}"), None),
            };
            let from = machine(1 + attacker % 40);
            told(api(from, http, method, &path, token.as_deref(), body.as_ref()).await)
        }
    };
    let bystander = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(3)).await;
        let path = "/puzzles/today";
        told(api(machine(200), http, "GET", path, None, None).await)
    });
    let answers = meanwhile(&mut friends, Duration::from_secs(8), 160, attack).await;
    let heard = bystander.await.unwrap();
    assert_eq!(heard.0, 200, "somebody else who solves: {heard:?}");
    let allowed = [200, 400, 401, 404, 409, 422, 429, 503];
    let other = answers.iter().find(|(status, _)| !allowed.contains(status));
    assert_eq!(other, None);
    assert!(
        count(&answers, "analysis/too_fast") > 0,
        "nobody was slowed"
    );
    assert!(count(&answers, "puzzle/unknown") > 0, "ids are drawn");
    house.is_slim();
    no_panic(&house);
}

/// Bodies and ids without measure or sense.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_without_measure() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let http = house.http;
    let id = today(&house).await["id"].as_str().unwrap().to_owned();
    let polly = sign_in(machine(1), http, "Polly").await;
    let bodies = [
        json!({ "moves": vec!["A1"; 200_000] }).to_string(),
        json!({ "moves": ["A".repeat(1 << 20)] }).to_string(),
        json!({ "moves": ["A1-\u{0}\u{202e}🂡".repeat(4)] }).to_string(),
        json!({ "moves": [], "player": "Bob", "rated": true }).to_string(),
        json!({ "moves": { "length": -1 } }).to_string(),
        "[".repeat(100_000),
        "{\"moves\":[\"A1".to_owned(),
        String::new(),
    ];
    for (number, body) in bodies.iter().enumerate() {
        for act in ["try", "hint"] {
            let length = body.len();
            let request = format!(
                "POST /api/v1/puzzles/at/{id}/{act} HTTP/1.1\r\nHost: {http}\r\nConnection: close\r\n\
                 Authorization: Bearer {polly}\r\nContent-Type: application/json\r\n\
                 Content-Length: {length}\r\n\r\n{body}"
            );
            let from = machine(10 + number as u8);
            let answer = say(from, http, request.as_bytes(), PATIENCE).await;
            let status: u16 = answer.split(' ').nth(1).unwrap().parse().unwrap();
            assert!((400..500).contains(&status), "{number}: {answer}");
        }
        friends.play_on().await;
    }
    let ids = [
        "x".repeat(5_000),
        "%2e%2e%2f%2e%2e%2fetc%2fpasswd".to_owned(),
        "0x%00".to_owned(),
        "'%20OR%201=1--".to_owned(),
        "%F0%9F%82%A1".to_owned(),
    ];
    for wrong in ids {
        for act in ["", "/try", "/hint", "/give-up"] {
            let path = format!("/puzzles/at/{wrong}{act}");
            let method = if act.is_empty() { "GET" } else { "POST" };
            let body = (!act.is_empty()).then(|| json!({ "moves": [] }));
            let (status, told) = api(
                machine(30),
                http,
                method,
                &path,
                Some(&polly),
                body.as_ref(),
            )
            .await;
            assert!((400..500).contains(&status), "{path}: {status} {told}");
        }
    }
    // None of it was an attempt.
    let path = "/puzzles/today";
    let (_, posed) = api(machine(1), http, "GET", path, Some(&polly), None).await;
    assert_eq!(
        (&posed["state"], &posed["rated"]),
        (&Value::Null, &json!(true)),
        "{posed}"
    );
    house.is_slim();
    no_panic(&house);
}

/// Every legal move at once, and attempts in somebody else's name: one counts, and it is one's own.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn attempts_at_once_and_in_others_names() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let http = house.http;
    let polly = sign_in(machine(1), http, "Polly").await;
    let otto = sign_in(machine(2), http, "Otto").await;
    let posed = today(&house).await;
    let id = posed["id"].as_str().unwrap();
    let path = format!("/puzzles/at/{id}/try");
    let moves: Vec<String> = serde_json::from_value(posed["look"]["legal"].clone()).unwrap();
    let mut running = JoinSet::new();
    for action in moves {
        let (path, polly) = (path.clone(), polly.clone());
        running.spawn(async move {
            let body = json!({ "moves": [action] });
            api(machine(1), http, "POST", &path, Some(&polly), Some(&body)).await
        });
    }
    let mut rated = 0;
    while let Some(answer) = running.join_next().await {
        let (status, judged) = answer.unwrap();
        assert!([200, 429].contains(&status), "{judged}");
        rated += usize::from(judged["outcome"]["rating"].is_array());
    }
    assert_eq!(rated, 1, "the first attempt counts, and no other");
    let tried = |token: String| async move {
        let path = "/puzzles";
        let (_, all) = api(machine(3), http, "GET", path, Some(&token), None).await;
        let games = all["games"].as_array().unwrap();
        games
            .iter()
            .map(|it| it["tried"].as_u64().unwrap())
            .sum::<u64>()
    };
    assert_eq!(tried(polly.clone()).await, 1);
    // A token that was changed, somebody's name for one, and a name in the question are nobody.
    let (front, _) = polly.split_at(polly.len() - 4);
    for forged in [format!("{front}AAAA"), "Polly".to_owned(), String::new()] {
        let body = json!({ "moves": ["A1"] });
        let from = machine(4);
        let (status, told) = api(from, http, "POST", &path, Some(&forged), Some(&body)).await;
        assert_eq!(told["outcome"], Value::Null, "{status} {told}");
        let (status, _) = api(from, http, "GET", "/puzzles/history", Some(&forged), None).await;
        assert_eq!(status, 401);
    }
    let asked = "/puzzles/history?player=Polly&name=Polly";
    let (status, told) = api(machine(2), http, "GET", asked, Some(&otto), None).await;
    assert!(status >= 400 || told == json!([]), "{told}");
    assert_eq!((tried(polly).await, tried(otto).await), (1, 0));
    friends.play_on().await;
    no_panic(&house);
}
