use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::house::House;
use crate::machine;
use crate::net::{self, Socket, api, sign_in};

/// Two people who only want to play, each at a machine of their own.
pub struct Friends {
    players: [Socket; 2],
    token: String,
    id: String,
    seq: u64,
    sent: u64,
    to_act: usize,
    legal: Vec<String>,
    over: bool,
    longest: Duration,
}

/// What is promised: a move is answered, and the other sees it, within this.
const PROMISED: Duration = Duration::from_secs(1);
/// Which of two places the first to act is told of.
fn actor(frame: &Value) -> Option<usize> {
    frame["to_act"][0].as_u64().map(|seat| seat as usize)
}

impl Friends {
    /// At a match that is long enough for every attack.
    pub async fn sit_down(house: &House) -> Friends {
        Friends::sit_down_for(house, 1000).await
    }

    /// So many moves make the whole match.
    pub async fn sit_down_for(house: &House, moves: u32) -> Friends {
        machine::watch();
        let ann = sign_in(net::machine(101), house.http, "Ann").await;
        let bo = sign_in(net::machine(102), house.http, "Bo").await;
        let mut first = Socket::open(net::machine(101), house.http, Some(&ann)).await;
        let mut second = Socket::open(net::machine(102), house.http, Some(&bo)).await;
        let options = json!({ "turns": moves });
        let new = json!({ "type": "create_table", "game": "mars", "options": options });
        let made = first.ask("new", new).await;
        let id = made["table"]["id"].as_str().unwrap().to_owned();
        second
            .ask("sit", json!({ "type": "join", "table": id }))
            .await;
        let mut friends = Friends {
            players: [first, second],
            token: ann,
            id,
            seq: 0,
            sent: 0,
            to_act: 0,
            legal: Vec::new(),
            over: false,
            longest: Duration::ZERO,
        };
        for place in 0..2 {
            let open = json!({ "type": "open", "match": friends.id });
            let shown = friends.players[place].ask("open", open).await;
            assert_eq!(shown["type"], "match");
            friends.take(place, &shown);
        }
        friends
    }

    /// The log as the first of them may read it.
    pub async fn log(&self, house: &House) -> Vec<Value> {
        let mut log = Vec::new();
        loop {
            let path = format!("/matches/{}/log?after={}", self.id, log.len());
            let (status, page) = api(
                net::machine(101),
                house.http,
                "GET",
                &path,
                Some(&self.token),
                None,
            )
            .await;
            assert_eq!(status, 200, "{page}");
            log.extend(page["log"].as_array().unwrap().iter().cloned());
            if page["more"] == false {
                return log;
            }
        }
    }

    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    fn take(&mut self, place: usize, frame: &Value) {
        self.to_act = actor(frame).unwrap_or(self.to_act);
        if self.to_act == place {
            self.legal = serde_json::from_value(frame["legal"].clone()).unwrap();
        }
        self.over = !frame["outcome"].is_null();
    }

    /// Moves that were acknowledged.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// The next move is played and both see it: how long that took; or why it was refused.
    pub async fn attempt(&mut self) -> Result<Duration, String> {
        let started = Instant::now();
        self.sent += 1;
        let mover = self.to_act;
        let choice = (self.seq as usize).wrapping_mul(7919) % self.legal.len();
        let command = json!({ "type": "play", "match": self.id, "seq": self.seq,
            "action": self.legal[choice] });
        let answer = self.players[mover]
            .ask(&format!("move-{}", self.sent), command)
            .await;
        if answer["type"] == "error" {
            return Err(answer["code"].as_str().unwrap().to_owned());
        }
        assert_eq!(answer["type"], "update", "{answer}");
        self.seq += 1;
        let seq = self.seq;
        let is_news = |frame: &Value| frame["type"] == "update" && frame["seq"] == seq;
        let news = self.players[1 - mover].until(is_news).await;
        let took = started.elapsed();
        self.take(mover, &answer);
        self.take(1 - mover, &news);
        Ok(took)
    }

    /// They play on as if nothing happened around them. Only what keeps everybody else on this machine
    /// waiting may keep them waiting.
    pub async fn play_on(&mut self) {
        let begun = Instant::now();
        let took = self.attempt().await.expect("a move");
        self.longest = self.longest.max(took);
        if took > PROMISED {
            let still = machine::stood_still(begun);
            assert!(
                took <= PROMISED + still,
                "a move took {took:?}; the machine stood still for {still:?}"
            );
        }
    }

    /// To the last move.
    pub async fn finish(&mut self) {
        while !self.over {
            self.play_on().await;
        }
    }
}

impl Drop for Friends {
    /// For whoever reads the output: how near it was.
    fn drop(&mut self) {
        eprintln!("the longest of {} moves took {:?}", self.seq, self.longest);
    }
}
