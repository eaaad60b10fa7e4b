use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::friends::Friends;
use crate::house::House;
use crate::net::{PATIENCE, Socket, api, connect, machine, say, sign_in};

/// Names and passwords, tried at every door.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn guessing_and_naming_without_end() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let dora = sign_in(machine(3), house.http, "Dora").await;
    let set = json!({ "new": "correct horse" });
    let path = "/me/password";
    let done = api(
        machine(3),
        house.http,
        "POST",
        path,
        Some(&dora),
        Some(&set),
    )
    .await;
    assert_eq!(done.0, 200);
    let mut wrong = 0;
    for guess in 0..40_u8 {
        let body = json!({ "name": "Dora", "password": format!("wrong guess {guess}") });
        let from = machine(10 + guess % 20);
        let (_, answer) = api(from, house.http, "POST", "/session", None, Some(&body)).await;
        wrong += usize::from(answer["error"]["code"] == "people/wrong_password");
    }
    assert!((5..12).contains(&wrong), "{wrong} guesses were looked at");
    // The owner comes from where she came before.
    let body = json!({ "name": "Dora", "password": "correct horse" });
    let mut status = 0;
    for _ in 0..20 {
        status = api(
            machine(3),
            house.http,
            "POST",
            "/session",
            None,
            Some(&body),
        )
        .await
        .0;
        if status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
    assert_eq!(status, 200);
    friends.play_on().await;

    let (mut welcome, begun) = (0, Instant::now());
    for count in 0..300 {
        let line = format!("name Crowd {count}\nquit\n");
        let said = say(machine(4), house.terminal, line.as_bytes(), PATIENCE).await;
        welcome += u64::from(said.contains("Welcome"));
    }
    // Sixty, and one more every second that it takes.
    let most = 61 + begun.elapsed().as_secs();
    assert!(welcome <= most, "{welcome} names instead of {most}");
    friends.play_on().await;
    house.is_slim();
    assert!(house.logged("wrong password") >= 5);
    assert!(!house.log().contains("wrong guess"));
    house.has_told_once("too many sign-ins from one address");
}

/// What belongs to others: seats, tables, sessions, names that look the same.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_belongs_to_others() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    let (_, list) = api(machine(1), house.http, "GET", "/tables", None, None).await;
    let id = list["tables"][0]["id"].as_str().unwrap().to_owned();
    for name in [
        "Ann",
        "ANN",
        "\u{410}nn",
        "Ann\u{3164}",
        "\u{3164}",
        "A\u{200d}nn",
        "Ａnn",
        "Ann\u{fe0f}",
        "Ann\u{180e}",
        "Ann\u{61c}",
        "Ann\u{e0041}",
        "\u{202e}nnA",
        " Ann ",
        "\u{1d400}nn",
    ] {
        let body = json!({ "name": name });
        let (status, _) = api(
            machine(1),
            house.http,
            "POST",
            "/session",
            None,
            Some(&body),
        )
        .await;
        assert!(status == 409 || status == 400, "{name:?}: {status}");
    }
    let mallory = sign_in(machine(1), house.http, "Mallory").await;
    let mut socket = Socket::open(machine(1), house.http, Some(&mallory)).await;
    for (place, command) in [
        json!({ "type": "resign", "match": id }),
        json!({ "type": "play", "match": id, "seq": 0, "action": "0,0-0,1" }),
        json!({ "type": "offer_draw", "match": id }),
        json!({ "type": "leave", "table": id }),
        json!({ "type": "free_seat", "table": id, "seat": 0 }),
        json!({ "type": "start", "table": id }),
        json!({ "type": "rematch", "table": id }),
    ]
    .into_iter()
    .enumerate()
    {
        let answer = socket.ask(&format!("c{place}"), command).await;
        assert_eq!(answer["type"], "error", "{answer}");
    }
    // Guests of the frames' port have a name that everybody can read, and no password.
    let mut guests = Vec::new();
    for _ in 0..2 {
        guests.push(connect(machine(5), house.coexistence).await.unwrap());
    }
    let names = guest_names(&house).await;
    for name in &names {
        let body = json!({ "name": name });
        let from = machine(1);
        let (status, _) = api(from, house.http, "POST", "/session", None, Some(&body)).await;
        assert_eq!(status, 409, "{name}");
        let wait = Duration::from_secs(2);
        let line = format!("name {name}\nquit\n");
        let said = say(from, house.terminal, line.as_bytes(), wait).await;
        assert!(said.contains("people/name_taken"), "{said}");
        let line = format!("[guest]{name}\n");
        let said = say(from, house.marelles, line.as_bytes(), wait).await;
        assert!(said.contains("[error]name-taken"), "{said}");
    }
    for key in ["", "x", "aaaa-bbbb-cccc", "0"] {
        let line = format!("back {key}\nquit\n");
        let said = say(machine(1), house.terminal, line.as_bytes(), PATIENCE).await;
        assert!(!said.contains("Welcome"), "{said}");
    }
    drop(guests);
    let forged = format!("pl_{}", "0".repeat(64));
    let (status, _) = api(
        machine(1),
        house.http,
        "GET",
        "/me/games",
        Some(&forged),
        None,
    )
    .await;
    assert_eq!(status, 401);
    friends.play_on().await;
    house.is_slim();
}

/// The guests who have met, by their names.
async fn guest_names(house: &House) -> Vec<String> {
    for _ in 0..100 {
        let (_, list) = api(machine(1), house.http, "GET", "/tables", None, None).await;
        let tables = list["tables"].as_array().unwrap();
        let playing = tables
            .iter()
            .find(|it| it["game"] == "coexistence" && it["status"] == "running");
        if let Some(table) = playing {
            let seats = table["seats"].as_array().unwrap();
            let name = |seat: &Value| seat["name"].as_str().unwrap().to_owned();
            return seats.iter().map(name).collect();
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("two connections were not paired");
}

/// A page elsewhere in the player's browser: under its own name, or one that points here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_site_in_the_browser() {
    let house = House::open();
    let mut friends = Friends::sit_down(&house).await;
    for head in [
        "GET /api/v1/session HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        "GET /ws HTTP/1.1\r\nHost: localhost\r\nOrigin: null\r\nUpgrade: websocket\r\n\
         Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nOrigin: http://evil.example\r\n\
         Content-Type: application/json\r\nContent-Length: 13\r\n\r\n{\"name\":\"X\"}\n",
    ] {
        let answer = say(
            machine(1),
            house.http,
            head.as_bytes(),
            Duration::from_secs(2),
        )
        .await;
        assert!(answer.contains("421") || answer.contains("403"), "{answer}");
    }
    friends.play_on().await;
    house.is_slim();
    house.has_told_once("a request of another site");
}
