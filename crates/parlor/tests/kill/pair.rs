use std::collections::BTreeMap;
use std::fmt;
use std::net::SocketAddr;
use std::ops::AddAssign;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};

const PATIENCE: Duration = Duration::from_secs(30);

type Socket = WebSocketStream<TcpStream>;

/// A move on its way.
#[derive(Clone, Debug)]
struct Sent {
    seat: usize,
    command: Value,
}

/// What came of many moves under many kills.
#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub moves: usize,
    /// Acknowledged, and not in the record in their place.
    pub lost: usize,
    /// In the record, and not asked for.
    pub doubled: usize,
    /// Clients that came back and went on.
    pub resumed: usize,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.moves += other.moves;
        self.lost += other.lost;
        self.doubled += other.doubled;
        self.resumed += other.resumed;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally {
            moves,
            lost,
            doubled,
            resumed,
        } = self;
        write!(
            f,
            "{moves} moves acknowledged, {lost} lost, {doubled} doubled, {resumed} clients resumed"
        )
    }
}

/// Two people at one table, and all they were told.
pub struct Pair {
    id: String,
    tokens: [String; 2],
    sockets: [Socket; 2],
    /// The last entry both know.
    seq: u64,
    to_act: usize,
    legal: Vec<String>,
    /// The moves the server has acknowledged, in order: seat and action.
    acknowledged: Vec<(usize, String)>,
    /// The lines of the log as each was told them.
    told: [BTreeMap<u64, Value>; 2],
    pending: Option<Sent>,
    sent: u64,
    over: bool,
}

impl Pair {
    pub async fn sit_down(address: SocketAddr, place: usize) -> Pair {
        let tokens = [
            sign_in(address, &format!("Ann {place}")).await,
            sign_in(address, &format!("Bo {place}")).await,
        ];
        let mut sockets = [
            connect(address, &tokens[0]).await,
            connect(address, &tokens[1]).await,
        ];
        let id = set_up(&mut sockets, "create").await;
        let mut pair = Pair {
            id,
            tokens,
            sockets,
            seq: 0,
            to_act: 0,
            legal: Vec::new(),
            acknowledged: Vec::new(),
            told: [BTreeMap::new(), BTreeMap::new()],
            pending: None,
            sent: 0,
            over: false,
        };
        pair.open().await;
        pair
    }

    pub fn is_over(&self) -> bool {
        self.over
    }

    /// Another match of the same two.
    pub async fn play_again(&mut self) {
        self.id = set_up(&mut self.sockets, &format!("create after {}", self.sent)).await;
        self.seq = 0;
        self.acknowledged.clear();
        self.told = [BTreeMap::new(), BTreeMap::new()];
        self.over = false;
        self.open().await;
    }

    /// Both open the match and learn what they missed.
    async fn open(&mut self) {
        for seat in 0..2 {
            let open = json!({ "type": "open", "id": "open", "match": self.id,
                "since": self.told[seat].len() });
            let snapshot = ask(&mut self.sockets[seat], &open).await.unwrap();
            assert_eq!(snapshot["type"], "match", "{snapshot}");
            self.note(seat, &snapshot["missed"]);
            self.take(seat, &snapshot);
        }
    }

    fn note(&mut self, seat: usize, lines: &Value) {
        for line in lines.as_array().unwrap() {
            let seq = line["seq"].as_u64().unwrap();
            if let Some(known) = self.told[seat].get(&seq) {
                assert_eq!(known, line, "told twice, and the same both times");
                continue;
            }
            let last = self.told[seat].last_key_value();
            assert_eq!(
                seq,
                last.map_or(0, |(&seq, _)| seq) + 1,
                "nothing is left out"
            );
            self.told[seat].insert(seq, line.clone());
        }
    }

    fn take(&mut self, seat: usize, frame: &Value) {
        self.seq = frame["seq"].as_u64().unwrap();
        if let Some(next) = frame["to_act"][0].as_u64() {
            self.to_act = next as usize;
        }
        if self.to_act == seat {
            self.legal = serde_json::from_value(frame["legal"].clone()).unwrap();
        }
        self.over = !frame["outcome"].is_null();
    }

    /// Moves at random by turns until a connection breaks; counts those that were settled.
    pub async fn play_until_cut(&mut self, moves: &AtomicU64) {
        while !self.over && self.play_one().await.is_some() {
            moves.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// So many moves at random by turns.
    pub async fn play(&mut self, moves: usize) {
        for _ in 0..moves {
            self.play_one().await.expect("the server is there");
        }
    }

    async fn play_one(&mut self) -> Option<()> {
        let seat = self.to_act;
        let choice = (self.seq as usize).wrapping_mul(7919) % self.legal.len();
        self.sent += 1;
        let command = json!({ "type": "play", "id": format!("move {}", self.sent),
            "match": self.id, "seq": self.seq, "action": self.legal[choice] });
        self.pending = Some(Sent { seat, command });
        self.settle().await
    }

    /// Sends the pending move, again if need be, and waits until both know of it.
    async fn settle(&mut self) -> Option<()> {
        let Sent { seat, command } = self.pending.clone()?;
        let answer = ask(&mut self.sockets[seat], &command).await?;
        let wanted = command["seq"].as_u64().unwrap() + 1;
        match answer["type"].as_str().unwrap() {
            "update" => {
                assert!(self.seq < wanted, "played a second time: {answer}");
                self.note(seat, &answer["log"]);
                self.take(seat, &answer);
            }
            // In the log before the server went away.
            "done" => assert_eq!(
                self.seq, wanted,
                "{command} was acknowledged and is missing"
            ),
            _ => panic!("{command} was answered {answer}"),
        }
        assert_eq!(self.seq, wanted);
        let action = command["action"].as_str().unwrap().to_owned();
        self.acknowledged.push((seat, action));
        self.pending = None;
        let other = 1 - seat;
        while !self.told[other].contains_key(&wanted) {
            let update = hear(&mut self.sockets[other], |frame| frame["type"] == "update").await?;
            self.note(other, &update["log"]);
            self.take(other, &update);
        }
        Some(())
    }

    pub async fn come_back(&mut self, address: SocketAddr) {
        for seat in 0..2 {
            self.sockets[seat] = connect(address, &self.tokens[seat]).await;
        }
        let known = self.acknowledged.len() as u64;
        self.open().await;
        assert!(self.seq >= known, "an acknowledged move is lost");
        assert!(self.seq <= known + 1, "more happened than was asked for");
        if self.pending.is_some() {
            self.settle().await.expect("the new server answers");
        }
        assert_eq!(self.seq, self.acknowledged.len() as u64);
    }

    /// Of a match that is over.
    pub async fn record(&self, address: SocketAddr) -> String {
        let path = format!("/api/v1/matches/{}/record", self.id);
        get(address, &path, &self.tokens[0]).await
    }

    /// The log and the record say what the clients were told.
    pub async fn check(&mut self, address: SocketAddr) -> Tally {
        assert_eq!(self.told[0].len(), self.acknowledged.len());
        for seat in 0..2 {
            let mut log: Vec<Value> = Vec::new();
            loop {
                let path = format!("/api/v1/matches/{}/log?after={}", self.id, log.len());
                let page = get(address, &path, &self.tokens[seat]).await;
                let page: Value = serde_json::from_str(&page).unwrap();
                log.extend(page["log"].as_array().unwrap().iter().cloned());
                if page["more"] == false {
                    break;
                }
            }
            let told: Vec<&Value> = self.told[seat].values().collect();
            assert_eq!(log.iter().collect::<Vec<_>>(), told);
        }
        let resign = json!({ "type": "resign", "id": "resign", "match": self.id });
        if !self.over {
            ask(&mut self.sockets[0], &resign).await.unwrap();
        }
        let record = self.record(address).await;
        let record = parlor_engine::Record::parse(&record).unwrap();
        record.verify(parlor_catalog::GAMES).unwrap();
        let played: Vec<(usize, String)> = record
            .entries
            .iter()
            .filter_map(|entry| match &entry.entry.act {
                parlor_engine::Act::Action { seat, action } => Some((seat.index(), action.clone())),
                _ => None,
            })
            .collect();
        let kept = played.iter().zip(&self.acknowledged);
        let kept = kept.take_while(|(played, told)| played == told).count();
        Tally {
            moves: self.acknowledged.len(),
            lost: self.acknowledged.len() - kept,
            doubled: played.len() - kept,
            resumed: 0,
        }
    }
}

/// Both at a new table.
async fn set_up(sockets: &mut [Socket; 2], create: &str) -> String {
    let create = json!({ "type": "create_table", "id": create, "game": "mars",
        "options": { "turns": 1000 } });
    let made = ask(&mut sockets[0], &create).await.unwrap();
    let id = made["table"]["id"].as_str().unwrap().to_owned();
    let join = json!({ "type": "join", "id": "join", "table": id });
    ask(&mut sockets[1], &join).await.unwrap();
    id
}

async fn connect(address: SocketAddr, token: &str) -> Socket {
    let mut request = format!("ws://{address}/ws").into_client_request().unwrap();
    let bearer = format!("Bearer {token}").parse().unwrap();
    request.headers_mut().insert("authorization", bearer);
    let stream = TcpStream::connect(address).await.unwrap();
    stream.set_nodelay(true).unwrap();
    client_async(request, stream).await.unwrap().0
}

/// The next frame that fits; `None` when the connection is gone.
async fn hear(socket: &mut Socket, fits: impl Fn(&Value) -> bool) -> Option<Value> {
    loop {
        let message = timeout(PATIENCE, socket.next())
            .await
            .expect("an answer, or the end of the connection")?
            .ok()?;
        if let Message::Text(text) = message {
            let frame: Value = serde_json::from_str(&text).unwrap();
            if fits(&frame) {
                return Some(frame);
            }
        }
    }
}

async fn ask(socket: &mut Socket, command: &Value) -> Option<Value> {
    let text = Message::text(command.to_string());
    socket.send(text).await.ok()?;
    hear(socket, |frame| frame["id"] == command["id"]).await
}

async fn sign_in(address: SocketAddr, name: &str) -> String {
    let body = json!({ "name": name, "bearer": true }).to_string();
    let request = format!(
        "POST /api/v1/session HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer: Value = serde_json::from_str(&http(address, &request).await).unwrap();
    answer["token"].as_str().unwrap().to_owned()
}

async fn get(address: SocketAddr, path: &str, token: &str) -> String {
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    http(address, &request).await
}

async fn http(address: SocketAddr, request: &str) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut all = String::new();
    stream.read_to_string(&mut all).await.unwrap();
    let (head, body) = all.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{all}");
    body.to_owned()
}
