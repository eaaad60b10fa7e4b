//! The smaller doors: boards on the front page, previews, links to other devices and to the operator's
//! place, phrases.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::friends::Friends;
use crate::house::House;
use crate::net::{api, machine, sign_in};

/// A request of an attacker.
#[derive(Clone)]
struct Request {
    from: u8,
    method: &'static str,
    path: String,
    token: Option<String>,
    body: Option<Value>,
}

impl Request {
    fn get(from: u8, path: impl Into<String>, token: Option<&str>) -> Request {
        Request {
            from,
            method: "GET",
            path: path.into(),
            token: token.map(str::to_owned),
            body: None,
        }
    }

    fn post(from: u8, path: &str, token: Option<&str>, body: Value) -> Request {
        Request {
            method: "POST",
            body: Some(body),
            ..Request::get(from, path, token)
        }
    }
}

/// So many at once.
const AT_ONCE: usize = 60;

/// Sends all of it as fast as it goes, while the friends play; the statuses and the codes.
async fn flood(
    house: &House,
    friends: &mut Friends,
    requests: impl IntoIterator<Item = Request>,
) -> Vec<(u16, String)> {
    let http = house.http;
    let mut requests = requests.into_iter();
    let mut running = JoinSet::new();
    let mut answers = Vec::new();
    loop {
        while running.len() < AT_ONCE
            && let Some(it) = requests.next()
        {
            running.spawn(async move {
                let (token, body) = (it.token.as_deref(), it.body.as_ref());
                api(machine(it.from), http, it.method, &it.path, token, body).await
            });
        }
        let Some(answer) = running.join_next().await else {
            return answers;
        };
        let (status, body) = answer.unwrap();
        let code = body["error"]["code"].as_str().unwrap_or_default();
        answers.push((status, code.to_owned()));
        if answers.len() % 250 == 0 {
            friends.play_on().await;
        }
    }
}

fn count(answers: &[(u16, String)], code: &str) -> usize {
    answers.iter().filter(|(_, it)| it == code).count()
}

/// The boards of the front page, of the same matches and of ever others, and previews of a move.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn boards_and_previews_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let mallory = sign_in(machine(1), house.http, "Mallory").await;
    let mut ids = vec![friends.id().to_owned()];
    for _ in 0..11 {
        let new = json!({ "game": "risk", "seats": 6, "bots": vec!["beginner"; 5] });
        let made = Request::post(1, "/tables", Some(&mallory), new);
        let body = made.body.as_ref();
        let (_, table) = api(
            machine(1),
            house.http,
            "POST",
            "/tables",
            Some(&mallory),
            body,
        )
        .await;
        ids.push(table["id"].as_str().unwrap().to_owned());
    }
    let all = format!("/boards?ids={}", ids.join(","));
    let own = ids[1].clone();
    let asked = (0..3_000_u32).map(|count| {
        let token = (count % 2 == 0).then_some(mallory.as_str());
        // From several addresses, each of which has its own measure.
        let from = 1 + (count % 4) as u8;
        match count % 6 {
            0 | 1 => Request::get(from, all.clone(), token),
            2 => {
                // Nobody knows these.
                let unknown: Vec<String> = (0..12)
                    .map(|it| format!("nn{:010}", count * 12 + it))
                    .collect();
                Request::get(from, format!("/boards?ids={}", unknown.join(",")), token)
            }
            3 => Request::get(
                from,
                format!("/boards?ids={}", ids.join(",").repeat(80)),
                token,
            ),
            4 => Request::get(
                from,
                format!("/matches/{own}/preview?action=attack%201%202"),
                token,
            ),
            _ => {
                let junk = "%F0%9F%99%82".repeat(200);
                Request::get(from, format!("/matches/{own}/preview?action={junk}"), token)
            }
        }
    });
    let answers = flood(&house, &mut friends, asked).await;
    let answered = answers.iter().filter(|(status, _)| *status == 200).count();
    assert!(answered > 100, "{answered} were answered");
    assert!(
        answers
            .iter()
            .all(|(status, _)| *status < 500 || *status == 503)
    );
    friends.play_on().await;
    house.is_slim();
    assert!(!house.log().contains("panicked"), "{}", house.log());
}

/// Codes of links and phrases, guessed; links and phrases, made without end.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn links_and_phrases_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let mallory = sign_in(machine(1), house.http, "Mallory").await;
    let begun = Instant::now();
    let made = (0..400).map(|count| {
        let path = ["/me/link", "/me/phrase"][count % 2];
        Request::post(1, path, Some(&mallory), json!({}))
    });
    let answers = flood(&house, &mut friends, made).await;
    let made = answers.iter().filter(|(status, _)| *status == 201).count() as u64;
    let most = 11 + begun.elapsed().as_secs() / 6;
    assert!((1..=most).contains(&made), "{made} were made, not {most}");
    house.has_told_once("too many new links or phrases");

    let begun = Instant::now();
    let guessed = (0..600).map(|count: usize| {
        if count.is_multiple_of(2) {
            let code = json!({ "code": format!("abcd-efgh-{count:04}"), "bearer": true });
            Request::post(2, "/session/link", None, code)
        } else {
            let phrase = json!({ "phrase": "one two three four five six seven", "bearer": true });
            Request::post(2, "/session/phrase", None, phrase)
        }
    });
    let answers = flood(&house, &mut friends, guessed).await;
    assert!(
        answers.iter().all(|(status, _)| *status >= 400),
        "nobody got in"
    );
    let looked_at = (answers.len() - count(&answers, "server/too_fast")) as u64;
    let most = 61 + begun.elapsed().as_secs();
    assert!(
        looked_at <= most,
        "{looked_at} guesses were looked at, not {most}"
    );
    house.has_told_once("too many sign-ins from one address");
    friends.play_on().await;
    house.is_slim();
}

/// The operator's link, guessed by somebody with a password; and acts of those who are none.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_the_operators_link() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let enter = json!({ "name": "Mallory", "password": "correct horse", "bearer": true });
    let (status, entered) = api(
        machine(1),
        house.http,
        "POST",
        "/session",
        None,
        Some(&enter),
    )
    .await;
    assert_eq!(status, 200, "{entered}");
    let mallory = entered["token"].as_str().unwrap();
    let begun = Instant::now();
    let guessed = (0..500).map(|count| {
        let code = json!({ "code": format!("guess{count}") });
        Request::post(1, "/admin/claim", Some(mallory), code)
    });
    let answers = flood(&house, &mut friends, guessed).await;
    let looked_at = count(&answers, "admin/link") as u64;
    let most = 61 + begun.elapsed().as_secs();
    assert!(
        (1..=most).contains(&looked_at),
        "{looked_at} guesses, not {most}"
    );
    assert_eq!(
        answers.len() as u64 - looked_at,
        count(&answers, "server/too_fast") as u64
    );
    house.has_told_once("a wrong operator's link");
    house.has_told_once("too many sign-ins from one address");

    let acts = (0..1_500).map(|count| match count % 3 {
        0 => Request::post(
            3,
            "/admin",
            Some(mallory),
            json!({ "act": "erase", "name": "Ann" }),
        ),
        1 => Request::post(3, "/admin", None, json!({ "act": "bans" })),
        _ => Request::post(
            3,
            "/admin",
            Some("pl_0"),
            json!({ "act": "x".repeat(10_000) }),
        ),
    });
    let answers = flood(&house, &mut friends, acts).await;
    assert!(
        answers
            .iter()
            .all(|(status, _)| (400..500).contains(status))
    );
    assert!(count(&answers, "admin/not_allowed") > 0);
    friends.play_on().await;
    house.is_slim();
    assert!(!house.log().contains("panicked"), "{}", house.log());
}
