//! Two to six people at one screen: who sees what when, and that a curtain hides all of it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Choice, House, Person, Socket, two};

/// One screen that people hand round.
struct Screen {
    person: Person,
    socket: Socket,
    id: String,
    seq: u64,
    /// Who is asked, while the position is shown.
    seat: Option<u64>,
    legal: Vec<String>,
    /// The curtain hangs; for whom it may be lifted.
    next: Option<u64>,
    covered: bool,
    over: bool,
}

impl Screen {
    async fn open(house: &House, new: Value) -> Screen {
        let (person, mut socket) = house.enter("Marla").await;
        let mut create = new;
        create["type"] = json!("create_table");
        let table = socket.table(create).await;
        assert_eq!(table["status"], "running", "{table}");
        assert_eq!(table["screen"], true);
        assert_eq!(table["private"], true);
        assert_eq!(table["rated"], false);
        assert_eq!(table["watch"], "off");
        let id = table["id"].as_str().unwrap().to_owned();
        let mut screen = Screen {
            person,
            socket,
            id,
            seq: 0,
            seat: None,
            legal: Vec::new(),
            next: None,
            covered: true,
            over: false,
        };
        screen.come().await;
        screen
    }

    async fn come(&mut self) {
        let open = json!({ "type": "open", "match": self.id });
        let first = self.socket.ask(open).await;
        self.take(&first);
    }

    fn take(&mut self, frame: &Value) {
        self.seq = frame["seq"].as_u64().unwrap();
        self.covered = frame["type"] == "curtain";
        if self.covered {
            self.next = frame["next"].as_u64();
            self.legal.clear();
            self.seat = None;
        } else {
            self.seat = frame["seat"].as_u64();
            self.legal = serde_json::from_value(frame["legal"].clone()).unwrap();
            self.over = frame.get("outcome").is_some_and(|it| !it.is_null());
        }
    }

    async fn lift(&mut self) {
        let seat = self.next.expect("somebody is next");
        let lift = json!({ "type": "lift", "match": self.id, "seat": seat });
        let shown = self.socket.ask(lift).await;
        assert_eq!(shown["type"], "match", "{shown}");
        self.take(&shown);
    }

    /// Plays, and takes in the curtain if it falls.
    async fn play(&mut self, action: &str) {
        let (id, seq) = (&self.id, self.seq);
        let play = json!({ "type": "play", "match": id, "seq": seq, "action": action });
        let update = self.socket.ask(play).await;
        assert_eq!(update["type"], "update", "{action}: {update}");
        self.take(&update);
        if self.seat.is_none() && !self.over {
            assert!(self.legal.is_empty(), "a last look asks for nothing");
            let curtain = self.socket.next("curtain").await;
            self.take(&curtain);
        }
    }

    async fn go_on(&mut self, choice: &mut Choice) {
        if self.covered {
            return self.lift().await;
        }
        let action = choice.of(&self.legal).to_owned();
        self.play(&action).await;
    }

    async fn refusal(&mut self, kind: &str, more: &Value) -> String {
        let mut command = json!({ "type": kind, "match": self.id });
        for (name, value) in more.as_object().into_iter().flatten() {
            command[name] = value.clone();
        }
        self.socket.refusal(command).await
    }
}

/// Every frame up to the next curtain shows one pair of eyes, and hidden things of no other seat.
pub fn one_pair_of_eyes(heard: &[String], of: impl Fn(&Value) -> Value) -> usize {
    let mut eyes = Value::Null;
    let mut curtains = 0;
    for text in heard {
        let frame: Value = serde_json::from_str(text).unwrap();
        match frame["type"].as_str().unwrap() {
            "curtain" => {
                eyes = json!("nobody");
                curtains += 1;
                for word in [
                    "view", "legal", "pattern", "log", "missed", "outcome", "seat",
                ] {
                    assert!(frame.get(word).is_none(), "{word} behind the curtain");
                }
            }
            "match" => eyes = of(&frame["view"]),
            "update" => {
                assert_eq!(of(&frame["view"]), eyes, "another's view without a lift");
                for line in frame["log"].as_array().unwrap() {
                    for event in line["events"].as_array().unwrap() {
                        if event["kind"] == "drew" && event["seat"] != eyes {
                            assert!(event["stars"].is_null(), "{event} for {eyes}");
                        }
                    }
                }
            }
            _ => {}
        }
    }
    curtains
}

#[tokio::test]
async fn three_share_a_game_of_risk() {
    let mut house = House::open().await;
    let new = json!({ "game": "risk", "screen": ["Gil", "Otto", "Mia"], "rated": true });
    let mut screen = Screen::open(&house, new).await;
    let mut choice = Choice::new(3);
    // While the world is dealt out nobody has anything to hide.
    assert!(!screen.covered);
    while !screen.covered {
        screen.go_on(&mut choice).await;
    }
    let first = screen.next.unwrap();
    let path = format!("/api/v1/matches/{}", screen.id);
    for path in [
        path.clone(),
        format!("{path}/log"),
        format!("{path}/views/3"),
        format!("{path}/preview?action=skip"),
    ] {
        let answer = house.get(Some(&screen.person), &path).await;
        assert_eq!(answer.json()["error"]["code"], "match/curtain", "{path}");
    }
    let boards = format!("/api/v1/boards?ids={}", screen.id);
    let boards = house.get(Some(&screen.person), &boards).await.json();
    assert_eq!(boards["boards"], json!([]));
    let move_ = json!({ "seq": screen.seq, "action": "skip" });
    assert_eq!(screen.refusal("play", &move_).await, "match/curtain");
    assert_eq!(screen.refusal("resign", &json!({})).await, "match/curtain");
    let other = json!({ "seat": (first + 1) % 3 });
    assert_eq!(screen.refusal("lift", &other).await, "match/not_next");

    // Somebody else neither sees nor lifts it.
    let (stranger, mut theirs) = house.enter("Sid").await;
    let open = json!({ "type": "open", "match": screen.id });
    assert_eq!(theirs.refusal(open).await, "match/no_watching");
    let lift = json!({ "type": "lift", "match": screen.id, "seat": first });
    assert_eq!(theirs.refusal(lift).await, "match/not_seated");
    let seen = house.get(Some(&stranger), &path).await.json();
    assert_eq!(seen["error"]["code"], "match/no_watching");

    screen.lift().await;
    assert_eq!(screen.seat, Some(first));
    // A second window of the same person starts behind the curtain, and takes the screen over.
    let mut second = Screen {
        socket: house.socket(&screen.person).await,
        person: screen.person.clone(),
        id: screen.id.clone(),
        seq: 0,
        seat: None,
        legal: Vec::new(),
        next: None,
        covered: false,
        over: false,
    };
    second.come().await;
    assert!(second.covered);
    second.lift().await;
    let curtain = screen.socket.next("curtain").await;
    screen.take(&curtain);
    screen.lift().await;
    assert_eq!(second.socket.next("curtain").await["next"], first);
    drop(second);

    for _ in 0..120 {
        if screen.over {
            break;
        }
        screen.go_on(&mut choice).await;
    }
    assert!(one_pair_of_eyes(&screen.socket.heard, |view| view["you"].clone()) >= 3);

    // After a restart the log still says whose turn at the screen it is.
    while screen.covered {
        screen.lift().await;
    }
    let held = house.get(Some(&screen.person), &path).await.json()["view"]["you"].clone();
    house.restart().await;
    screen.socket = house.socket(&screen.person).await;
    screen.come().await;
    assert!(screen.covered);
    assert_eq!(json!(screen.next), held);
    screen.lift().await;
    house.close().await;
}

#[tokio::test]
async fn mars_is_handed_over_and_its_clock_waits_for_the_next() {
    let mut house = House::open().await;
    let clock = json!({ "type": "per_move", "seconds": 3 });
    let new = json!({ "game": "mars", "screen": ["Gil", "Otto"], "clock": clock });
    let mut screen = Screen::open(&house, new).await;
    assert!(screen.covered, "even the first look is for one alone");
    tokio::time::sleep(Duration::from_millis(3400)).await;
    let mut choice = Choice::new(5);
    for _ in 0..12 {
        screen.go_on(&mut choice).await;
    }
    let curtains = one_pair_of_eyes(&screen.socket.heard, |view| view["viewer"].clone());
    assert!(curtains >= 5, "{curtains}");
    if screen.covered {
        screen.lift().await;
    }
    // Now time runs.
    let late = screen.socket.next("update").await;
    assert_eq!(late["log"][0]["kind"], "time_out", "{late}");
    house.close().await;
}

#[tokio::test]
async fn open_games_are_played_on_without_a_curtain() {
    let mut house = House::open().await;
    for (game, most) in [("marelles", 80), ("coexistence", 80), ("obliteration", 200)] {
        let new = json!({ "game": game, "screen": ["Gil", "Otto"] });
        let mut screen = Screen::open(&house, new).await;
        let mut choice = Choice::new(9);
        let mut seats = [0; 2];
        for _ in 0..most {
            if screen.over {
                break;
            }
            assert!(!screen.covered, "{game}");
            seats[screen.seat.unwrap() as usize] += 1;
            screen.go_on(&mut choice).await;
        }
        assert!(seats[0] > 2 && seats[1] > 2, "{game}: {seats:?}");
        if !screen.over {
            let resign = json!({ "type": "resign", "match": screen.id });
            let end = screen.socket.ask(resign).await;
            assert_eq!(end["outcome"]["kind"], "win", "{end}");
        }
        let again = json!({ "type": "rematch", "table": screen.id });
        let again = screen.socket.table(again).await;
        assert_eq!(again["status"], "running");
        assert_eq!(again["seats"].as_array().unwrap().len(), 2);
        // It is in nobody's books.
        let me = house
            .get(Some(&screen.person), "/api/v1/players/Marla")
            .await;
        assert_eq!(me.json()["records"], json!([]), "{}", me.text);
        let own = house
            .get(Some(&screen.person), "/api/v1/me/games")
            .await
            .json();
        assert_eq!(
            own["finished"].as_array().unwrap().len(),
            1,
            "{game}: listed once"
        );
        house.close().await;
        house = House::open().await;
    }
    house.close().await;
}

#[tokio::test]
async fn a_screen_is_shared_by_two_to_six_with_names() {
    let mut house = House::open().await;
    let (_, mut socket) = house.enter("Marla").await;
    for (names, code) in [
        (json!(["Gil"]), "table/screen"),
        (json!(["A", "B", "C", "D", "E", "F", "G"]), "table/screen"),
        (json!(["Gil", " gil "]), "table/screen"),
        (json!(["Gil", "\u{202e}Otto"]), "people/name"),
        (json!(["Gil", ""]), "people/name"),
    ] {
        let new = json!({ "type": "create_table", "game": "risk", "screen": names });
        assert_eq!(socket.refusal(new).await, code, "{names}");
    }
    let new =
        json!({ "type": "create_table", "game": "risk", "screen": ["A", "B", "C"], "seats": 2 });
    assert_eq!(socket.refusal(new).await, "table/screen");

    let (mut ann, _bo, _) = two(&house, json!({ "game": "marelles" })).await;
    assert_eq!(
        ann.refusal("lift", &json!({ "seat": 0 })).await,
        "match/not_seated"
    );
    house.close().await;
}
