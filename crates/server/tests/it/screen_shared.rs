//! Some at one screen, others at the same table with devices of their own.

use std::time::Duration;

use serde_json::{Value, json};

use crate::screen::one_pair_of_eyes;
use crate::support::{Choice, House, Person, Player, Socket};

const GRACE_MS: u64 = 300;

/// The screen of those who sit side by side, as its page follows the match.
struct Screen {
    person: Person,
    socket: Socket,
    id: String,
    /// What was shown last: a `match`, an `update` or a `curtain`.
    shown: Value,
}

impl Screen {
    async fn open(person: Person, mut socket: Socket, id: &str) -> Screen {
        let open = json!({ "type": "open", "match": id });
        let shown = socket.ask(open).await;
        Screen {
            person,
            socket,
            id: id.to_owned(),
            shown,
        }
    }

    fn seq(&self) -> u32 {
        self.shown["seq"].as_u64().unwrap() as u32
    }

    async fn ask(&mut self, kind: &str, more: &Value) -> Value {
        let mut command = json!({ "type": kind, "match": self.id });
        for (name, value) in more.as_object().into_iter().flatten() {
            command[name] = value.clone();
        }
        self.socket.ask(command).await
    }

    /// Lifts the curtain or plays; what the page shows then.
    async fn act(&mut self, choice: &mut Choice) {
        self.shown = if self.shown["type"] == "curtain" {
            let seat = self.shown["next"].clone();
            self.ask("lift", &json!({ "seat": seat })).await
        } else {
            let legal: Vec<String> = serde_json::from_value(self.shown["legal"].clone()).unwrap();
            let action = choice.of(&legal).to_owned();
            let play = json!({ "seq": self.seq(), "action": action });
            self.ask("play", &play).await
        };
        assert_ne!(self.shown["type"], "error", "{}", self.shown);
    }

    /// Takes in what comes until entry `seq` is known, and the curtain if one falls then.
    async fn follow(&mut self, seq: u32, theirs: u8) {
        let tells = |frame: &Value| {
            let kind = frame["type"].as_str().unwrap_or_default();
            matches!(kind, "update" | "match" | "curtain") && frame["seq"] == seq
        };
        if self.seq() < seq {
            self.shown = self.socket.until(tells).await;
        }
        let others = self.shown["to_act"]
            .as_array()
            .is_some_and(|it| it.contains(&json!(theirs)));
        let over = self.shown["outcome"].is_object();
        if self.shown["type"] == "update" && self.shown["seat"].is_null() && !others && !over {
            self.shown = self.socket.next("curtain").await;
        }
    }
}

async fn quick_to_claim() -> House {
    House::with(|config| config.grace_ms = GRACE_MS as i64).await
}

/// Two at a screen and somebody who comes by the code.
async fn gather(house: &House, game: &str) -> (Screen, Player) {
    let (person, mut socket) = house.enter("Marla").await;
    let clock = json!({ "type": "per_move", "seconds": 60 });
    let new = json!({ "type": "create_table", "game": game, "screen": ["Gil", "Otto"], "seats": 3, "private": true, "clock": clock });
    let table = socket.table(new).await;
    assert_eq!(
        (&table["status"], &table["screen"]),
        (&json!("open"), &json!(true))
    );
    let found = format!("/api/v1/codes/{}", table["code"].as_str().unwrap());
    let found = house.get(None, &found).await.json();
    let id = table["id"].as_str().unwrap();
    let (own, mut line) = house.enter("Nell").await;
    let join = json!({ "type": "join", "table": id, "invite": found["invite"] });
    assert_eq!(line.table(join).await["status"], "running");
    let nell = Player::open(Some(own), line, id).await;
    let screen = Screen::open(person, socket, id).await;
    (screen, nell)
}

#[tokio::test]
async fn a_third_plays_risk_with_two_at_one_screen() {
    let mut house = House::open().await;
    let (person, mut socket) = house.enter("Ann").await;
    let open = json!({ "type": "create_table", "game": "risk", "private": true, "rated": true });
    let table = socket.table(open).await;
    let here = |name: &str| json!({ "type": "seat_here", "table": table["id"], "name": name });
    assert_eq!(socket.refusal(here(" ANN ")).await, "table/screen");
    assert_eq!(socket.refusal(here("")).await, "people/name");
    let shared = socket.table(here("Otto")).await;
    // A seat is left for whoever comes.
    assert_eq!(shared["status"], "open");
    let seats = shared["seats"].as_array().unwrap();
    let at_screen: Vec<_> = seats.iter().map(|it| it["screen"] == true).collect();
    assert_eq!(at_screen, [true, true, false]);
    assert_eq!(
        (&shared["rated"], &shared["watch"]),
        (&json!(false), &json!("off"))
    );
    let (_, mut stranger) = house.enter("Sid").await;
    assert_eq!(stranger.refusal(here("Max")).await, "table/not_host");
    let (nell, mut line) = house.enter("Nell").await;
    let join = json!({ "type": "join", "table": table["id"], "invite": table["invite"] });
    assert_eq!(line.table(join).await["status"], "running");
    let id = table["id"].as_str().unwrap();
    let mut nell = Player::open(Some(nell), line, id).await;
    let theirs = nell.seat.unwrap();
    let mut screen = Screen::open(person, socket, id).await;
    let mut choice = Choice::new(12);
    let mut turns = [0; 2];
    while nell.seq < 420 && !nell.is_over() {
        if nell.may_act() {
            turns[0] += 1;
            let action = choice.of(&nell.legal).to_owned();
            nell.play(&action).await;
        } else {
            turns[1] += 1;
            screen.act(&mut choice).await;
            nell.follow(screen.seq()).await;
        }
        screen.follow(nell.seq, theirs).await;
        assert_eq!(nell.view["you"], theirs, "the third sees with own eyes");
    }
    assert!(turns[0] > 40 && turns[1] > 80, "{turns:?}");
    // Nobody heard what is another's, and the curtain fell again and again.
    assert!(one_pair_of_eyes(&screen.socket.heard, |view| view["you"].clone()) >= 3);
    for text in &nell.socket.heard {
        let frame: Value = serde_json::from_str(text).unwrap();
        assert_ne!(frame["type"], "curtain");
        for line in frame["log"].as_array().into_iter().flatten() {
            for event in line["events"].as_array().unwrap() {
                if event["kind"] == "drew" && event["seat"] != theirs {
                    assert!(event["stars"].is_null(), "{event}");
                }
            }
        }
    }
    // The third neither lifts the curtain nor plays for those at the screen.
    let lift = json!({ "seat": (theirs + 1) % 3 });
    assert_eq!(nell.refusal("lift", &lift).await, "match/not_seated");
    let own = house
        .get(Some(&screen.person), "/api/v1/me/games")
        .await
        .json();
    assert_eq!(own["running"].as_array().unwrap().len(), 1, "listed once");
    house.close().await;
}

#[tokio::test]
async fn the_screen_answers_for_all_who_sit_there() {
    let mut house = House::open().await;
    let (mut screen, mut nell) = gather(&house, "obliteration").await;
    let say = screen.ask("say", &json!({ "text": "hello" })).await;
    assert_ne!(say["type"], "error", "{say}");
    let line = nell.socket.next("chat").await;
    assert!(
        ["Gil", "Otto"].contains(&line["line"]["name"].as_str().unwrap()),
        "{line}"
    );
    // What the third wants needs one answer from the screen, not two.
    let asks = nell.act("claim", &json!({ "claim": "abort" })).await;
    assert_eq!(asks["type"], "done", "{asks}");
    screen
        .socket
        .until(|frame| frame["type"] == "offer" && frame["offer"].is_object())
        .await;
    let end = screen.ask("answer", &json!({ "accept": true })).await;
    assert_eq!(end["outcome"]["kind"], "aborted", "{end}");
    // Those at the screen go on together, and the third is asked by the next code or link.
    nell.news().await;
    let again = json!({ "type": "rematch", "table": nell.id });
    assert_eq!(nell.socket.refusal(again.clone()).await, "table/not_host");
    let next = screen.socket.table(again.clone()).await;
    assert_eq!(
        (&next["status"], &next["screen"]),
        (&json!("open"), &json!(true))
    );
    assert_eq!(nell.socket.table(again).await["status"], "running");
    house.close().await;
}

#[tokio::test]
async fn a_screen_and_a_guest_wait_for_each_other() {
    let mut house = quick_to_claim().await;
    let (mut screen, nell) = gather(&house, "obliteration").await;
    let theirs = usize::from(nell.seat.unwrap());
    let (guest, id) = (nell.person.clone(), nell.id.clone());
    drop(nell);
    let told = screen
        .socket
        .until(|frame| frame["type"] == "presence" && !frame["away"]["since_ms"][theirs].is_null())
        .await;
    let since = told["away"]["since_ms"].as_array().unwrap();
    assert_eq!(since.iter().filter(|it| it.is_null()).count(), 2, "{told}");
    tokio::time::sleep(Duration::from_millis(GRACE_MS + 60)).await;
    if screen.shown["seat"].is_null() {
        // In open games the screen acts when it is asked; a claim is made by whoever is asked.
        let socket = house.socket(guest.as_ref().unwrap()).await;
        let mut nell = Player::open(guest.clone(), socket, &id).await;
        let action = nell.legal[0].clone();
        nell.play(&action).await;
        screen.follow(nell.seq, theirs as u8).await;
        drop(nell);
        tokio::time::sleep(Duration::from_millis(GRACE_MS + 160)).await;
    }
    let win = screen.ask("claim", &json!({ "claim": "win" })).await;
    assert_eq!(win["code"], "match/not_alone", "two have stayed: {win}");
    let draw = screen.ask("claim", &json!({ "claim": "draw" })).await;
    assert_eq!(draw["outcome"]["kind"], "draw", "{draw}");
    house.close().await;

    // The other way round the guest stays alone.
    let mut house = quick_to_claim().await;
    let (screen, mut nell) = gather(&house, "obliteration").await;
    drop(screen);
    nell.socket
        .until(|frame| {
            let away = frame["away"]["since_ms"].as_array();
            away.is_some_and(|it| it.iter().filter(|it| !it.is_null()).count() == 2)
        })
        .await;
    tokio::time::sleep(Duration::from_millis(GRACE_MS + 60)).await;
    let end = nell.act("claim", &json!({ "claim": "win" })).await;
    assert_eq!(end["outcome"]["winner"], nell.seat.unwrap(), "{end}");
    house.close().await;
}

#[tokio::test]
async fn who_shares_a_screen_comes_and_goes_with_it() {
    let mut house = House::open().await;
    let (_, mut ann) = house.enter("Ann").await;
    let open = json!({ "type": "create_table", "game": "risk", "seats": 4 });
    let table = ann.table(open).await;
    let id = table["id"].as_str().unwrap().to_owned();
    let here = |name: &str| json!({ "type": "seat_here", "table": id, "name": name });
    ann.table(here("Otto")).await;
    let mut bo = seat_at(&house, "Bo", &id).await;
    // Alone before the screen again, under the own name.
    let freed = ann
        .table(json!({ "type": "free_seat", "table": id, "seat": 1 }))
        .await;
    assert!(freed.get("screen").is_none(), "{freed}");
    ann.table(here("Otto")).await;
    // With somebody else there the last seat is the last.
    let begun = ann.table(here("Max")).await;
    assert_eq!(begun["status"], "running");
    assert_eq!(begun["seats"].as_array().unwrap().len(), 4);
    assert_eq!(ann.refusal(here("Zed")).await, "table/started");

    let table = ann
        .table(json!({ "type": "create_table", "game": "risk", "seats": 4 }))
        .await;
    let id = table["id"].as_str().unwrap().to_owned();
    let here = |name: &str| json!({ "type": "seat_here", "table": id, "name": name });
    ann.table(here("Otto")).await;
    bo.table(json!({ "type": "join", "table": id })).await;
    ann.table(json!({ "type": "leave", "table": id })).await;
    let left = house
        .get(None, &format!("/api/v1/tables/{id}"))
        .await
        .json();
    let names: Vec<_> = left["seats"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["name"].as_str())
        .collect();
    assert_eq!((names, &left["host"]), (vec!["Bo"], &json!("Bo")));
    assert!(left.get("screen").is_none());
    house.close().await;
}

async fn seat_at(house: &House, name: &str, table: &str) -> Socket {
    let (_, mut socket) = house.enter(name).await;
    socket
        .table(json!({ "type": "join", "table": table }))
        .await;
    socket
}
