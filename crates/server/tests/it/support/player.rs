use serde_json::{Value, json};

use super::{Choice, House, Person, Socket};

/// One who follows a match and checks that nothing is missing in what comes.
pub struct Player {
    pub person: Option<Person>,
    pub socket: Socket,
    pub id: String,
    pub seat: Option<u8>,
    pub seq: u32,
    pub view: Value,
    pub legal: Vec<String>,
    pub to_act: Vec<u8>,
    pub outcome: Value,
    sent: u32,
}

impl Player {
    pub async fn open(person: Option<Person>, socket: Socket, id: &str) -> Player {
        let mut player = Player {
            person,
            socket,
            id: id.to_owned(),
            seat: None,
            seq: 0,
            view: Value::Null,
            legal: Vec::new(),
            to_act: Vec::new(),
            outcome: Value::Null,
            sent: 0,
        };
        let snapshot = player
            .socket
            .ask(json!({ "type": "open", "match": id }))
            .await;
        player.take_snapshot(&snapshot);
        player
    }

    fn take_snapshot(&mut self, frame: &Value) {
        assert_eq!(frame["type"], "match", "{frame}");
        self.seat = frame["seat"].as_u64().map(|seat| seat as u8);
        self.take_position(frame);
    }

    fn take_position(&mut self, frame: &Value) {
        self.seq = frame["seq"].as_u64().unwrap() as u32;
        self.view = frame["view"].clone();
        self.legal = list(&frame["legal"]);
        self.to_act = serde_json::from_value(frame["to_act"].clone()).unwrap();
        self.outcome = frame["outcome"].clone();
    }

    /// Takes in an update; every entry between the last one and this must be in it.
    fn take_update(&mut self, frame: &Value) {
        self.must_follow(&frame["log"], frame["seq"].as_u64().unwrap() as u32);
        self.take_position(frame);
    }

    /// Others may have moved before a command was carried out: what they did has come before its answer.
    fn take_answer(&mut self, answer: &Value) {
        if answer["type"] != "update" {
            return;
        }
        while u64::from(self.seq) + 1 < answer["log"][0]["seq"].as_u64().unwrap_or(0) {
            let Some(earlier) = self.socket.waited("update") else {
                break;
            };
            self.take_update(&earlier);
        }
        self.take_update(answer);
    }

    fn must_follow(&self, lines: &Value, to: u32) {
        let seqs: Vec<u64> = lines
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["seq"].as_u64().unwrap())
            .collect();
        let expected: Vec<u64> = (u64::from(self.seq) + 1..=u64::from(to)).collect();
        assert_eq!(seqs, expected, "after {} comes {to}", self.seq);
    }

    pub fn may_act(&self) -> bool {
        self.seat.is_some_and(|seat| self.to_act.contains(&seat)) && self.outcome.is_null()
    }

    pub fn is_over(&self) -> bool {
        !self.outcome.is_null()
    }

    /// A command about this match.
    pub fn command(&self, kind: &str, more: &Value) -> Value {
        let mut command = json!({ "type": kind, "match": self.id });
        for (name, value) in more.as_object().into_iter().flatten() {
            command[name] = value.clone();
        }
        command
    }

    /// Plays and takes in what follows; panics if refused.
    pub async fn play(&mut self, action: &str) {
        self.sent += 1;
        let id = format!("move-{}-{}", self.seq, self.sent);
        let answer = self.play_as(&id, self.seq, action).await;
        assert_eq!(answer["type"], "update", "{action}: {answer}");
    }

    pub async fn play_as(&mut self, id: &str, seq: u32, action: &str) -> Value {
        let command = self.command("play", &json!({ "seq": seq, "action": action }));
        let answer = self.socket.ask_as(id, command).await;
        self.take_answer(&answer);
        answer
    }

    /// A command that changes the match; takes in what follows.
    pub async fn act(&mut self, kind: &str, more: &Value) -> Value {
        let command = self.command(kind, more);
        let answer = self.socket.ask(command).await;
        self.take_answer(&answer);
        answer
    }

    pub async fn refusal(&mut self, kind: &str, more: &Value) -> String {
        let command = self.command(kind, more);
        self.socket.refusal(command).await
    }

    /// Takes in news until entry `seq` is known.
    pub async fn follow(&mut self, seq: u32) {
        while self.seq < seq {
            let update = self.socket.next("update").await;
            self.take_update(&update);
        }
    }

    /// The next update, whatever it brings.
    pub async fn news(&mut self) -> Value {
        let update = self.socket.next("update").await;
        self.take_update(&update);
        update
    }

    /// Comes back on a new socket and asks for what was missed.
    pub async fn come_back(&mut self, house: &House) {
        let heard = std::mem::take(&mut self.socket.heard);
        self.socket = match &self.person {
            Some(person) => house.socket(person).await,
            None => house.stranger().await,
        };
        self.socket.heard.splice(0..0, heard);
        let command = self.command("open", &json!({ "since": self.seq }));
        let snapshot = self.socket.ask(command).await;
        self.must_follow(
            &snapshot["missed"],
            snapshot["seq"].as_u64().unwrap() as u32,
        );
        self.take_snapshot(&snapshot);
    }
}

fn list(value: &Value) -> Vec<String> {
    serde_json::from_value(value.clone()).unwrap()
}

/// Somebody new who sits down at a table and opens the match that starts.
pub async fn seat(house: &House, name: &str, table: &str) -> Player {
    let (person, mut socket) = house.enter(name).await;
    socket
        .table(json!({ "type": "join", "table": table }))
        .await;
    Player::open(Some(person), socket, table).await
}

/// Two people at a new table of this game; also the table as it was before the start.
pub async fn two(house: &House, new: Value) -> (Player, Player, Value) {
    two_named(house, ["Ann", "Bo"], new).await
}

pub async fn two_named(house: &House, names: [&str; 2], new: Value) -> (Player, Player, Value) {
    let (person, mut socket) = house.enter(names[0]).await;
    let mut create = new;
    create["type"] = json!("create_table");
    let table = socket.table(create).await;
    let id = table["id"].as_str().unwrap().to_owned();
    let second = seat(house, names[1], &id).await;
    let first = Player::open(Some(person), socket, &id).await;
    (first, second, table)
}

pub async fn spectator(house: &House, id: &str) -> Player {
    let socket = house.stranger().await;
    Player::open(None, socket, id).await
}

/// Random legal moves of whoever may act, followed by all, until the end or `most` more entries.
pub async fn play_on(players: &mut [Player], choice: &mut Choice, most: u32) {
    let stop = players[0].seq + most;
    while !players[0].is_over() && players[0].seq < stop {
        let actor = players
            .iter()
            .position(Player::may_act)
            .expect("somebody may act");
        let action = choice.of(&players[actor].legal).to_owned();
        players[actor].play(&action).await;
        let seq = players[actor].seq;
        for player in players.iter_mut() {
            player.follow(seq).await;
        }
    }
}
