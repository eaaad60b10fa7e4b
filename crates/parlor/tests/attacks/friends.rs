use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::house::House;
use crate::net::{Socket, machine, sign_in};

/// Two people who only want to play, each at a machine of their own.
pub struct Friends {
    players: [Socket; 2],
    id: String,
    seq: u64,
    moves: usize,
}

/// What is promised.
const PROMISED: Duration = Duration::from_secs(1);
/// What fails a test: this machine may have other things to do.
const FAILED: Duration = Duration::from_secs(5);

/// Nine stones each without a mill.
const MOVES: [&str; 18] = [
    "A1", "A7", "A4", "B4", "B2", "C4", "B6", "D2", "C3", "F6", "C5", "G1", "D1", "E3", "E4", "D5",
    "F4", "G4",
];

impl Friends {
    pub async fn sit_down(house: &House) -> Friends {
        let ann = sign_in(machine(101), house.http, "Ann").await;
        let bo = sign_in(machine(102), house.http, "Bo").await;
        let mut first = Socket::open(machine(101), house.http, Some(&ann)).await;
        let mut second = Socket::open(machine(102), house.http, Some(&bo)).await;
        let new = json!({ "type": "create_table", "game": "marelles" });
        let made = first.ask("new", new).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        second
            .ask("sit", json!({ "type": "join", "table": id }))
            .await;
        for player in [&mut first, &mut second] {
            let open = json!({ "type": "open", "match": id });
            assert_eq!(player.ask("open", open).await["type"], "match");
        }
        Friends {
            players: [first, second],
            id,
            seq: 0,
            moves: 0,
        }
    }

    /// The next move is played and both see it, soon.
    pub async fn play_on(&mut self) {
        let started = Instant::now();
        let [black, white] = &mut self.players;
        let (mover, other) = if self.moves.is_multiple_of(2) {
            (black, white)
        } else {
            (white, black)
        };
        let id = format!("move-{}", self.moves);
        let play = json!({ "type": "play", "match": self.id, "seq": self.seq, "action": MOVES[self.moves] });
        let answer = mover.ask(&id, play).await;
        assert_ne!(answer["type"], "error", "{answer}");
        self.seq += 1;
        self.moves += 1;
        let seq = self.seq;
        let is_news = |frame: &Value| frame["type"] == "update" && frame["seq"] == seq;
        if !is_news(&answer) {
            mover.until(is_news).await;
        }
        other.until(is_news).await;
        let took = started.elapsed();
        if took > PROMISED {
            eprintln!("a move took {took:?}");
        }
        assert!(took < FAILED, "a move took {took:?}");
    }
}
