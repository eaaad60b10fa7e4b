//! What went over the wire, compared with what the record says each viewer may know.

use parlor_engine::{AnyEvents, Match, Record, Seat, Seq, Viewer};
use serde_json::{Value, json};

use crate::logs;
use crate::support::{House, Player};

/// The position after every entry, and what happened in it.
struct Told {
    positions: Vec<Match>,
    events: Vec<Option<Box<dyn AnyEvents>>>,
}

impl Told {
    fn of(record: &Record) -> Told {
        let whole = record.verify(parlor_catalog::GAMES).unwrap();
        let mut position = whole.position_after(Seq::START).unwrap();
        let mut told = Told {
            positions: vec![whole.position_after(Seq::START).unwrap()],
            events: vec![None],
        };
        for entry in whole.log() {
            told.events.push(position.push(entry.act.clone()).unwrap());
            told.positions
                .push(whole.position_after(entry.seq).unwrap());
        }
        told
    }

    fn view(&self, seq: usize, viewer: Viewer) -> Value {
        serde_json::from_str(&self.positions[seq].state().view(viewer)).unwrap()
    }

    fn events(&self, seq: usize, viewer: Viewer) -> Value {
        match &self.events[seq] {
            Some(events) => serde_json::from_str(&events.json(viewer)).unwrap(),
            None => json!([]),
        }
    }
}

fn viewer(player: &Player) -> Viewer {
    player
        .seat
        .map_or(Viewer::Spectator, |seat| Viewer::Seat(Seat(seat)))
}

/// Every frame carries the viewer's own view and events, letter by letter, and nothing besides.
pub fn nothing_more_than_the_record(players: &[Player], record: &Record) {
    let told = Told::of(record);
    let seed = serde_json::to_value(record.seed).unwrap();
    let seed = seed.as_str().unwrap();
    assert!(seed.len() >= 64, "the seed as it would look in JSON");
    let known = [
        "type",
        "id",
        "match",
        "table",
        "seq",
        "seat",
        "view",
        "to_act",
        "legal",
        "pattern",
        "outcome",
        "clock",
        "offer",
        "missed",
        "resync",
        "log",
        "chat",
        "spectators",
        "away",
    ];
    for player in players {
        let viewer = viewer(player);
        let mut frames = 0;
        for text in &player.socket.heard {
            assert!(!text.contains(seed), "the seed in {text}");
            let frame: Value = serde_json::from_str(text).unwrap();
            if frame["view"].is_null() {
                continue;
            }
            frames += 1;
            for name in frame.as_object().unwrap().keys() {
                assert!(known.contains(&name.as_str()), "{name} for {viewer:?}");
            }
            let seq = frame["seq"].as_u64().unwrap() as usize;
            assert_eq!(frame["view"], told.view(seq, viewer), "{viewer:?} at {seq}");
            let lines = frame.get("log").or(frame.get("missed")).unwrap();
            for line in lines.as_array().unwrap() {
                let seq = line["seq"].as_u64().unwrap() as usize;
                assert_eq!(line["events"], told.events(seq, viewer), "{viewer:?} {seq}");
            }
        }
        assert!(frames > 10);
    }
    assert!(!logs::all().contains(seed), "the seed was logged");
}

/// Bodies of the API while the match runs.
pub async fn the_api_keeps_the_seed(house: &House, id: &str, bodies: &mut Vec<String>) {
    for path in [
        format!("/api/v1/matches/{id}"),
        format!("/api/v1/matches/{id}/log"),
        format!("/api/v1/matches/{id}/views/0"),
        format!("/api/v1/matches/{id}/record"),
        format!("/api/v1/tables/{id}"),
        "/api/v1/tables".to_owned(),
        "/metrics".to_owned(),
    ] {
        bodies.push(house.get(None, &path).await.text);
    }
}

/// Operation Mars: an enemy unit in a frame has an own unit beside it, on the real board.
pub fn no_hidden_unit(players: &[Player], record: &Record) {
    let told = Told::of(record);
    let sides = ["soviets", "germans"];
    let mut unseen = 0;
    for player in players {
        let own = player.seat.map(|seat| sides[usize::from(seat)]);
        for text in &player.socket.heard {
            let frame: Value = serde_json::from_str(text).unwrap();
            let Some(shown) = frame["view"]["units"].as_array() else {
                continue;
            };
            let seq = frame["seq"].as_u64().unwrap() as usize;
            let board = told.view(seq, Viewer::Referee);
            let board = board["units"].as_array().unwrap();
            assert!(shown.iter().all(|unit| board.contains(unit)));
            unseen += board.len() - shown.len();
            for unit in shown.iter().filter(|unit| unit["side"] != json!(own)) {
                let near = |other: &&Value| {
                    other["side"] != unit["side"] && far(&other["at"], &unit["at"]) == 1
                };
                assert!(board.iter().any(|other| near(&other)), "{unit} at {seq}");
            }
        }
    }
    assert!(unseen > 100, "the fog hid something");
}

fn far(one: &Value, two: &Value) -> u64 {
    let step = |axis: usize| {
        let place = |at: &Value| at[axis].as_u64().unwrap();
        place(one).abs_diff(place(two))
    };
    step(0).max(step(1))
}

/// Risk: nobody's cards but one's own.
pub fn no_foreign_hand(players: &[Player], record: &Record) {
    let drawn = record
        .entries
        .iter()
        .filter_map(|entry| entry.events.as_ref()?.as_array())
        .flatten()
        .filter(|event| event["kind"] == "drew")
        .count();
    assert!(drawn > 0, "somebody drew a card");
    for player in players {
        for text in &player.socket.heard {
            let frame: Value = serde_json::from_str(text).unwrap();
            let view = &frame["view"];
            if view.is_null() {
                continue;
            }
            assert_eq!(view["hand"].is_null(), player.seat.is_none());
            assert!(view["secrets"].is_null());
            let valid = &view["valid"];
            if valid["phase"] == "turn_in" && valid["actor"] != json!(player.seat) {
                assert!(valid["cards"].is_null(), "{valid}");
            }
            let lines = frame.get("log").or(frame.get("missed")).unwrap();
            for event in lines
                .as_array()
                .unwrap()
                .iter()
                .flat_map(|line| line["events"].as_array().unwrap())
                .filter(|event| event["seat"] != json!(player.seat))
            {
                if event["kind"] == "drew" {
                    assert!(event["stars"].is_null(), "{event}");
                }
                if event["kind"] == "captured" {
                    assert!(event["cards"].is_null(), "{event}");
                }
            }
        }
    }
}
