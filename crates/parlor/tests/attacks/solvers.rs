//! Those who do not solve puzzles: floods of attempts, moves that are none, ids that nobody gave out.

use std::time::Duration;

use serde_json::{Value, json};

use crate::friends::Friends;
use crate::house::House;
use crate::net::{api, machine, sign_in};
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
