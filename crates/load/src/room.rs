//! One match after another, with all its seats, each on its own socket.

use std::collections::VecDeque;
use std::time::Instant;

use fastrand::Rng;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::api::Api;
use crate::frame::{Command, Frame, Request, TableInfo};
use crate::ledger::{Faults, Ledger, digest};
use crate::socket::{Socket, next};
use crate::tally::Tally;
use crate::{LoadError, Plan};

const MOST_NAMES: u32 = 20;

#[derive(Debug)]
pub(crate) struct Room {
    sockets: Vec<Socket>,
    pub(crate) tokens: Vec<String>,
    rng: Rng,
    commands: u64,
    game: Game,
    /// Matches played to the end or left, with what each seat saw of them.
    pub(crate) left: Vec<(String, Vec<Ledger>)>,
    pub(crate) faults: Faults,
}

#[derive(Default, Debug)]
struct Game {
    id: String,
    seats: Vec<Place>,
}

/// One socket's side of a match.
#[derive(Default, Debug)]
struct Place {
    seat: Option<u8>,
    seq: u32,
    over: bool,
    ledger: Ledger,
    /// What to play next; empty if it is not this seat's turn.
    choice: String,
    /// The command under way.
    pending: Option<String>,
    /// When moves were sent that no opponent has received yet, by the position they were meant for.
    sent: VecDeque<(u32, Instant)>,
}

impl Room {
    pub(crate) async fn open(api: &Api, plan: &Plan, seed: u64) -> Result<Room, LoadError> {
        let mut room = Room {
            sockets: Vec::new(),
            tokens: Vec::new(),
            rng: Rng::with_seed(seed),
            commands: 0,
            game: Game::default(),
            left: Vec::new(),
            faults: Faults::default(),
        };
        room.set_up(api, plan).await?;
        Ok(room)
    }

    async fn sit_down(&mut self, api: &Api) -> Result<(), LoadError> {
        let token = self.enter(api).await?;
        self.sockets
            .push(Socket::connect(api, "/ws", Some(&token)).await?);
        self.tokens.push(token);
        Ok(())
    }

    /// Enters under a name nobody has. What a house takes for rude is its own business: then
    /// another name will do.
    async fn enter(&mut self, api: &Api) -> Result<String, LoadError> {
        let mut tries = 0;
        loop {
            let name: String = (0..12).map(|_| fastrand::lowercase()).collect();
            match api.enter(&name).await {
                Err(LoadError::Refused { code, .. })
                    if code.starts_with("people/") && tries < MOST_NAMES =>
                {
                    tries += 1;
                }
                entered => return entered,
            }
        }
    }

    /// A new table, everybody at it, the match open on every socket.
    async fn set_up(&mut self, api: &Api, plan: &Plan) -> Result<(), LoadError> {
        self.game = Game::default();
        if self.sockets.is_empty() {
            self.sit_down(api).await?;
        }
        let create = Command::CreateTable {
            game: &plan.game,
            options: &plan.options,
            seats: plan.seats,
        };
        let made = self.ask(0, create).await?;
        let info = parse(&made)?
            .table
            .ok_or_else(|| LoadError::Unexpected("no table was made".to_owned()))?;
        let info: TableInfo = serde_json::from_str(info.get())
            .map_err(|error| LoadError::Unexpected(error.to_string()))?;
        let table = info.id.as_str();
        while self.sockets.len() < info.seats.len() {
            self.sit_down(api).await?;
        }
        for place in 1..self.sockets.len() {
            self.ask(place, Command::Join { table }).await?;
        }
        let mut seats = Vec::new();
        for place in 0..self.sockets.len() {
            let opened = self.ask(place, Command::Open { game_match: table }).await?;
            let frame = parse(&opened)?;
            let mut seat = Place {
                seat: frame.seat,
                ..Place::default()
            };
            seat.look(&frame, &mut self.rng);
            seats.push(seat);
        }
        self.game = Game { id: info.id, seats };
        Ok(())
    }

    /// Sends a command and waits for its answer; what else comes in meanwhile is about the match before.
    async fn ask(&mut self, place: usize, command: Command<'_>) -> Result<Utf8Bytes, LoadError> {
        let id = self.next_id();
        self.sockets[place].send(text(&id, command)?).await?;
        loop {
            let (from, text) = next(&mut self.sockets).await?;
            if from != place {
                continue;
            }
            let frame = parse(&text)?;
            if frame.kind == "error" && (frame.id == Some(&id) || frame.id.is_none()) {
                return Err(refused(&frame));
            }
            if frame.id == Some(&id) {
                return Ok(text);
            }
        }
    }

    fn next_id(&mut self) -> String {
        self.commands += 1;
        self.commands.to_string()
    }

    /// Plays until the tally says stop and everything under way has arrived.
    pub(crate) async fn play(
        &mut self,
        api: &Api,
        plan: &Plan,
        tally: &Tally,
    ) -> Result<(), LoadError> {
        for place in 0..self.sockets.len() {
            self.act(place, tally).await?;
        }
        while !(tally.is_stopped() && self.game.is_settled()) {
            let (place, text) = next(&mut self.sockets).await?;
            tally.received(text.len());
            self.hear(place, &text, tally)?;
            self.act(place, tally).await?;
            if self.game.seats.iter().all(|seat| seat.over) {
                tally.match_finished();
                self.leave().await?;
                if tally.is_stopped() {
                    return Ok(());
                }
                self.set_up(api, plan).await?;
                for place in 0..self.sockets.len() {
                    self.act(place, tally).await?;
                }
            }
        }
        self.leave().await
    }

    async fn leave(&mut self) -> Result<(), LoadError> {
        let game = std::mem::take(&mut self.game);
        for place in 0..self.sockets.len() {
            let game_match = &game.id;
            self.ask(place, Command::Close { game_match }).await?;
        }
        let ledgers = game.seats.into_iter().map(|seat| seat.ledger).collect();
        self.left.push((game.id, ledgers));
        Ok(())
    }

    fn hear(&mut self, place: usize, text: &str, tally: &Tally) -> Result<(), LoadError> {
        let frame = parse(text)?;
        let answers = |seat: &Place| frame.id.is_some() && frame.id == seat.pending.as_deref();
        match frame.kind {
            "update" if frame.game_match == Some(&self.game.id) => {
                for line in &frame.log {
                    let digest = digest(line.seat, line.at_ms, line.words.get());
                    let seat = &mut self.game.seats[place];
                    seat.ledger.enter(line.seq, digest, &mut self.faults);
                    self.game.arrived(place, line.seat, line.seq, tally);
                }
                let seat = &mut self.game.seats[place];
                if answers(seat) {
                    seat.pending = None;
                    tally.moved();
                }
                seat.look(&frame, &mut self.rng);
            }
            "error" => {
                let code = frame.code.as_deref().unwrap_or_default();
                if code.starts_with("server/") || frame.id.is_none() {
                    return Err(refused(&frame));
                }
                let seat = &mut self.game.seats[place];
                if answers(seat) {
                    seat.pending = None;
                    seat.sent.pop_back();
                    // Where several may act at once, another may have been faster.
                    if code != "match/stale" {
                        self.faults.refused += 1;
                        seat.choice.clear();
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    async fn act(&mut self, place: usize, tally: &Tally) -> Result<(), LoadError> {
        let seat = &self.game.seats[place];
        if seat.choice.is_empty() || seat.pending.is_some() || seat.over || tally.is_stopped() {
            return Ok(());
        }
        let id = self.next_id();
        let seat = &mut self.game.seats[place];
        let play = Command::Play {
            game_match: &self.game.id,
            seq: seat.seq,
            action: &seat.choice,
        };
        let text = text(&id, play)?;
        tally.sent(text.len());
        seat.pending = Some(id);
        seat.sent.push_back((seat.seq, Instant::now()));
        self.sockets[place].send(text).await
    }

    pub(crate) async fn close(&mut self) {
        for socket in self.sockets.drain(..) {
            socket.close().await;
        }
    }
}

impl Game {
    /// Nothing is under way, and everybody has seen the same.
    fn is_settled(&self) -> bool {
        let seq = self.seats.first().map(|seat| seat.seq);
        let settled = |seat: &Place| seat.pending.is_none() && Some(seat.seq) == seq;
        self.seats.iter().all(settled)
    }

    /// Somebody received an entry: how long was it under way from its author?
    fn arrived(&mut self, place: usize, author: Option<u8>, seq: u32, tally: &Tally) {
        let author =
            self.seats.iter_mut().enumerate().find(|(other, seat)| {
                *other != place && seat.seat.is_some() && seat.seat == author
            });
        let Some((_, author)) = author else { return };
        while let Some(&(meant_for, at)) = author.sent.front()
            && meant_for < seq
        {
            author.sent.pop_front();
            if meant_for + 1 == seq {
                tally.took(at.elapsed());
            }
        }
    }
}

impl Place {
    /// Takes over a position and chooses among what may be done.
    fn look(&mut self, frame: &Frame<'_>, rng: &mut Rng) {
        self.seq = frame.seq.unwrap_or(self.seq);
        self.over = frame.outcome.is_some();
        self.choice.clear();
        if !frame.legal.is_empty() {
            self.choice
                .push_str(frame.legal[rng.usize(..frame.legal.len())]);
        }
    }
}

fn parse(text: &str) -> Result<Frame<'_>, LoadError> {
    serde_json::from_str(text).map_err(|error| LoadError::Unexpected(error.to_string()))
}

fn text(id: &str, command: Command<'_>) -> Result<Utf8Bytes, LoadError> {
    serde_json::to_string(&Request { id, command })
        .map(Utf8Bytes::from)
        .map_err(|error| LoadError::Unexpected(error.to_string()))
}

fn refused(frame: &Frame<'_>) -> LoadError {
    LoadError::Refused {
        code: frame.code.clone().unwrap_or_default(),
        message: frame.message.clone().unwrap_or_default(),
    }
}
