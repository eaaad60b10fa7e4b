//! Those who only look: lines that are played through, positions that are judged, records, logs and
//! matches that are opened, without end and from many addresses.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use futures_util::StreamExt as _;
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{PATIENCE, Socket, api, machine, say, sign_in};

/// Lets so many do the same again and again while the friends play; how often each answer was given.
pub async fn meanwhile<F: Future<Output = (u16, String)> + Send>(
    friends: &mut Friends,
    time: Duration,
    attackers: u8,
    attack: impl Fn(u8, u32) -> F + Clone + Send + 'static,
) -> Vec<(u16, String)> {
    let over = Arc::new(AtomicBool::new(false));
    let mut running = JoinSet::new();
    for attacker in 0..attackers {
        let (attack, over) = (attack.clone(), over.clone());
        running.spawn(async move {
            let mut answers = Vec::new();
            let mut count = 0;
            while !over.load(Ordering::Relaxed) {
                answers.push(attack(attacker, count).await);
                count += 1;
            }
            answers
        });
    }
    let begun = Instant::now();
    while begun.elapsed() < time {
        friends.play_on().await;
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    over.store(true, Ordering::Relaxed);
    let mut answers = Vec::new();
    while let Some(more) = running.join_next().await {
        answers.extend(more.unwrap());
    }
    friends.play_on().await;
    answers
}

pub fn told((status, body): (u16, Value)) -> (u16, String) {
    let code = body["error"]["code"].as_str().unwrap_or_default();
    (status, code.to_owned())
}

pub fn count(answers: &[(u16, String)], code: &str) -> usize {
    answers.iter().filter(|(_, it)| it == code).count()
}

fn opening(game: &str) -> Value {
    let seats = if game == "risk" { 6 } else { 2 };
    json!({ "start": { "opening": { "seats": seats } }, "state": true })
}

/// Forty addresses study, a few of them with several lines at once; one more comes and is answered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lines_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let http = house.http;
    let mars = api(
        machine(1),
        http,
        "POST",
        "/analysis/mars",
        None,
        Some(&opening("mars")),
    )
    .await;
    let action = mars.1["legal"][0].clone();
    // One of them has a record of its own, so long that it takes a while.
    let attack = move |attacker: u8, count: u32| {
        let action = action.clone();
        async move {
            let from = machine(1 + attacker % 40);
            let (path, body) = match count % 4 {
                0 => ("/analysis/risk", opening("risk")),
                1 => ("/analysis/obliteration", opening("obliteration")),
                2 => {
                    let line = opening("mars");
                    (
                        "/analysis/mars/outcomes",
                        json!({ "line": line, "action": action }),
                    )
                }
                _ => {
                    let line = opening("mars");
                    (
                        "/analysis/mars/preview",
                        json!({ "line": line, "action": action }),
                    )
                }
            };
            told(api(from, http, "POST", path, None, Some(&body)).await)
        }
    };
    let bystander = tokio::spawn(async move {
        tokio::time::sleep(Duration::from_secs(3)).await;
        let mut answers = Vec::new();
        for _ in 0..3 {
            let look = opening("marelles");
            let path = "/analysis/marelles";
            answers.push(told(
                api(machine(200), http, "POST", path, None, Some(&look)).await,
            ));
        }
        answers
    });
    let answers = meanwhile(&mut friends, Duration::from_secs(8), 160, attack).await;
    for answer in bystander.await.unwrap() {
        assert_eq!(answer.0, 200, "somebody else who studies: {answer:?}");
    }
    let allowed = [200, 429, 503];
    assert!(answers.iter().all(|(status, _)| allowed.contains(status)));
    assert!(count(&answers, "server/busy") > 0, "nobody had to wait");
    house.is_slim();
    house.has_told_once("too many lines to play through at once");
    assert!(!house.log().contains("panicked"), "{}", house.log());
}

/// Records of two megabytes, quickly from many addresses and slowly from one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn records_without_measure() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let http = house.http;
    let entry = json!({ "seq": 1, "kind": "action", "seat": 0, "action": "0,0-0,1" });
    let record = json!({ "record": {
        "format": "parlor record", "version": 1, "game": "mars", "options": {}, "seats": 2,
        "commitment": "0".repeat(64), "seed": "0".repeat(64), "entries": vec![entry; 30_000],
        "outcome": null,
    } });
    // Written once: it is the house that shall be busy with it, not this program.
    let body = record.to_string();
    let length = body.len();
    assert!((1_500_000..2 << 20).contains(&length), "{length}");
    let request = format!(
        "POST /api/v1/analysis/mars/import HTTP/1.1\r\nHost: {http}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    let request: Arc<[u8]> = request.into_bytes().into();
    let attack = move |attacker: u8, _| {
        let request = request.clone();
        async move {
            let from = machine(1 + attacker % 40);
            let answer = say(from, http, &request, PATIENCE).await;
            let status = answer.split(' ').nth(1).and_then(|it| it.parse().ok());
            let (_, body) = answer.split_once("\r\n\r\n").unwrap_or_default();
            let body = serde_json::from_str(body).unwrap_or_default();
            told((status.unwrap_or(0), body))
        }
    };
    let answers = meanwhile(&mut friends, Duration::from_secs(6), 80, attack).await;
    assert!(count(&answers, "analysis/too_fast") > 0);
    assert!(answers.iter().all(|(status, _)| *status != 200));
    house.is_slim();
    house.has_told_once("too many positions for one address");
}

/// Positions judged by the house, as many people at once as addresses may bring.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn evaluations_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let http = house.http;
    let mut tokens = Vec::new();
    for person in 0..60_u8 {
        let name = format!("Crowd {person}");
        tokens.push(sign_in(machine(1 + person % 4), http, &name).await);
    }
    let tokens = Arc::new(tokens);
    let attack = move |attacker: u8, count: u32| {
        let tokens = tokens.clone();
        async move {
            let game = ["mars", "risk", "obliteration", "marelles"][count as usize / 8 % 4];
            let mut line = opening(game);
            line["names"] = json!([format!("{}", count / 8)]);
            let path = format!("/analysis/{game}/evaluate");
            let token = tokens[usize::from(attacker)].as_str();
            let from = machine(1 + attacker % 4);
            let answer = told(api(from, http, "POST", &path, Some(token), Some(&line)).await);
            tokio::time::sleep(Duration::from_millis(100)).await;
            answer
        }
    };
    let answers = meanwhile(&mut friends, Duration::from_secs(10), 60, attack).await;
    let allowed = [200, 202, 429, 503];
    assert!(answers.iter().all(|(status, _)| allowed.contains(status)));
    assert!(answers.iter().any(|(status, _)| *status == 202));
    assert!(count(&answers, "server/busy") > 0, "twelve at one address");
    house.is_slim();
}

/// A long match that strangers read again and again: its log, its earlier positions, and from the
/// middle on sockets.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_long_match_is_read_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    for _ in 0..300 {
        friends.play_on().await;
    }
    let (http, id) = (house.http, friends.id().to_owned());
    let mut sockets = JoinSet::new();
    for count in 0..120_u8 {
        let mut socket = Socket::open(machine(1 + count % 2), http, None).await;
        let open = json!({ "type": "open", "match": id, "since": 100, "id": "x" });
        sockets.spawn(async move {
            // Just below what one socket may say.
            let mut tick = tokio::time::interval(Duration::from_millis(25));
            while socket.say(&open).await {
                tick.tick().await;
                while let Ok(Some(Ok(_))) =
                    tokio::time::timeout(Duration::from_millis(1), socket.0.next()).await
                {
                }
            }
        });
    }
    let attack = move |attacker: u8, count: u32| {
        let path = match count % 3 {
            0 => format!("/matches/{id}/log"),
            1 => format!("/matches/{id}/views/{}", 60 + count % 60),
            _ => format!("/matches/{id}?since=100"),
        };
        async move { told(api(machine(3 + attacker % 4), http, "GET", &path, None, None).await) }
    };
    let answers = meanwhile(&mut friends, Duration::from_secs(8), 60, attack).await;
    sockets.shutdown().await;
    let allowed = [200, 429, 503];
    assert!(answers.iter().all(|(status, _)| allowed.contains(status)));
    assert!(answers.iter().any(|(status, _)| *status == 200));
    friends.play_on().await;
    house.is_slim();
}

/// Pictures of tables and games: drawn anew whenever the board has changed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pictures_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let (http, id) = (house.http, friends.id().to_owned());
    let attack = move |attacker: u8, count: u32| {
        let path = match count % 3 {
            0 => format!("/cards/t/{id}.png"),
            1 => format!("/cards/t/{id}.png?invite={count}"),
            _ => "/cards/game/risk.png".to_owned(),
        };
        let ask = format!("GET {path} HTTP/1.1\r\nHost: {http}\r\nConnection: close\r\n\r\n");
        async move {
            let from = machine(1 + attacker % 40);
            let answer = crate::net::say_bytes(from, http, ask.as_bytes()).await;
            let status = answer
                .get(9..12)
                .and_then(|it| std::str::from_utf8(it).ok());
            let status = status.and_then(|it| it.parse().ok()).unwrap_or(0);
            (status, String::new())
        }
    };
    let answers = meanwhile(&mut friends, Duration::from_secs(8), 120, attack).await;
    let allowed = [200, 429, 503];
    let other = answers.iter().find(|(status, _)| !allowed.contains(status));
    assert_eq!(other, None);
    assert!(answers.iter().any(|(status, _)| *status == 200));
    house.is_slim();
}
