//! TCP 21357: `CoExistence` in frames of 19 lines, and nothing but frames. Rule page, 3 to 5.

use std::time::Duration;

use parlor_coexistence::{
    CoExistence, CommandReader, Event, Frame, INVALID_MOVE, Reason, SYNTAX_ERROR, View, log_text,
};
use parlor_engine::{Game, Names, Seat, Seq};
use parlor_hub::Conn;
use parlor_hub::matches::{Outbox, Outgoing};
use parlor_hub::people::Token;
use parlor_hub::protocol::{
    Command, MatchSnapshot, MatchUpdate, Pace, Request, ServerMessage, Status,
};
use parlor_hub::{Code, Hub, MatchId, Refusal};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::port::Line;

/// After the last frame the client has this long to hang up.
const AFTERWARDS: Duration = Duration::from_secs(60);

pub(super) async fn serve(mut line: Line, hub: Hub) {
    let (outbox, queue) = Outbox::open();
    let entered = match hub.people.guest(line.from).await {
        Ok((player, token)) => {
            let admitted = hub.people.admit(token.reveal(), &outbox).await;
            admitted.map(|_| (player, token))
        }
        Err(refusal) => Err(refusal),
    };
    let (player, token) = match entered {
        Ok(entered) => entered,
        Err(refusal) => {
            let _ = line.write(&refused(&refusal)).await;
            return line.end().await;
        }
    };
    line.known(true);
    let mut client = CoExistenceClient {
        name: player.name.clone(),
        token,
        conn: Conn::new(outbox, Some(player), Some(line.from)),
        hub,
        commands: CommandReader::new(),
        opening: false,
        seated: None,
    };
    client.run(&mut line, queue).await;
    client.leave().await;
    line.end().await;
}

/// A frame for somebody who is not let in: nothing but frames is sent here.
pub(super) fn refused(refusal: &Refusal) -> Vec<u8> {
    let log = match refusal.code {
        Code::ServerTooManySockets => "TOO MANY CONNECTIONS FROM YOUR ADDRESS",
        Code::ServerTooFast => "TOO FAST: WAIT A MOMENT",
        _ => "NO ROOM NOW: TRY AGAIN IN A MINUTE",
    };
    Frame::waiting("").with_log(log).bytes().to_vec()
}

struct CoExistenceClient {
    name: String,
    token: Token,
    conn: Conn,
    hub: Hub,
    commands: CommandReader,
    /// News of the start may come twice; the match is opened once.
    opening: bool,
    /// The match, once there is one.
    seated: Option<Seated>,
}

struct Seated {
    id: MatchId,
    seat: Seat,
    names: Vec<String>,
    seq: Seq,
    view: View,
    /// When a finished game's connection is closed.
    closes: Option<Instant>,
}

impl CoExistenceClient {
    async fn run(&mut self, line: &mut Line, mut queue: mpsc::Receiver<Outgoing>) -> Option<()> {
        line.write(&Frame::waiting(&self.name).bytes()).await?;
        self.ask(Command::QuickPair {
            game: CoExistence::META.id.to_owned(),
            pace: Pace::default(),
            rated: false,
            seat: None,
        })
        .await;
        let mut buffer = [0; 256];
        let outbox = self.conn.outbox.clone();
        loop {
            let closes = self.seated.as_ref().and_then(|seated| seated.closes);
            tokio::select! {
                biased;
                () = outbox.cut_off() => return None,
                out = queue.recv() => {
                    if let Some(frame) = self.hear(out?).await {
                        line.write(&frame.bytes()).await?;
                        if self.opponent_left() {
                            return None;
                        }
                    }
                }
                count = line.read(&mut buffer) => {
                    let count = count?;
                    for &byte in buffer.get(..count)? {
                        let Some(command) = self.commands.push(byte) else { continue };
                        line.may_speak().await?;
                        let frame = match command {
                            // Rule page 5: while one waits, whatever is typed is a move too early.
                            Err(_) if self.seated.is_none() => Some(self.frame(INVALID_MOVE)),
                            Err(_) => Some(self.frame(SYNTAX_ERROR)),
                            Ok(action) => self.play(&CoExistence::notate(&action)).await,
                        };
                        if let Some(frame) = frame {
                            line.write(&frame.bytes()).await?;
                        }
                    }
                }
                () = tokio::time::sleep_until(closes.unwrap_or_else(Instant::now)), if closes.is_some() => return None,
            }
        }
    }

    async fn ask(&mut self, command: Command) {
        self.hub
            .handle(&mut self.conn, Request { id: None, command })
            .await;
    }

    /// The position again, with another message.
    fn frame(&self, log: &str) -> Frame {
        match &self.seated {
            None => Frame::waiting(&self.name).with_log(log),
            Some(it) => Frame::of(&it.view, it.seat, Names(&it.names), log),
        }
    }

    /// A command of the right form; the answer comes from the match, unless there is none.
    async fn play(&mut self, action: &str) -> Option<Frame> {
        let Some(seated) = self.seated.as_ref().filter(|it| it.view.outcome.is_none()) else {
            return Some(self.frame(INVALID_MOVE));
        };
        let (match_id, seq) = (seated.id, seated.seq);
        self.ask(Command::Play {
            match_id,
            seq,
            action: action.to_owned(),
        })
        .await;
        None
    }

    /// What comes from the house; a frame if there is something to show.
    async fn hear(&mut self, out: Outgoing) -> Option<Frame> {
        match out {
            Outgoing::Message(message) => match &**message {
                ServerMessage::Done {
                    table: Some(table), ..
                }
                | ServerMessage::Table { table, .. }
                    if !self.opening && table.status == Status::Running =>
                {
                    self.opening = true;
                    let match_id = table.id;
                    self.ask(Command::Open {
                        match_id,
                        since: None,
                        invite: None,
                    })
                    .await;
                    None
                }
                ServerMessage::Match(snapshot) => self.sit(snapshot),
                ServerMessage::Update(update) => self.update(update),
                ServerMessage::Error { .. } => Some(self.frame(INVALID_MOVE)),
                _ => None,
            },
            // Nobody else knows of this session.
            Outgoing::SessionEnded => None,
        }
    }

    fn update(&mut self, update: &MatchUpdate) -> Option<Frame> {
        let view: View = serde_json::from_str(update.view.get()).ok()?;
        let seated = self.seated.as_mut()?;
        seated.view = view;
        seated.seq = update.seq;
        if view.outcome.is_some() && seated.closes.is_none() {
            seated.closes = Some(Instant::now() + AFTERWARDS);
        }
        let mut events: Vec<Event> = Vec::new();
        for line in update.log.iter() {
            events.extend(serde_json::from_str::<Vec<Event>>(line.events.get()).ok()?);
        }
        let log = log_text(&events, seated.seat);
        Some(self.frame(&log))
    }

    fn sit(&mut self, snapshot: &MatchSnapshot) -> Option<Frame> {
        let view: View = serde_json::from_str(snapshot.view.get()).ok()?;
        let seat = Seat(snapshot.seat?);
        let name = |seat: &parlor_hub::protocol::SeatInfo| match (&seat.name, &seat.bot) {
            (Some(name), _) => name.clone(),
            (None, _) => "Bot".to_owned(),
        };
        self.seated = Some(Seated {
            id: snapshot.table.id,
            seat,
            names: snapshot.table.seats.iter().map(name).collect(),
            seq: snapshot.seq,
            view,
            closes: None,
        });
        Some(self.frame(&log_text(&[view.latest()], seat)))
    }

    fn opponent_left(&self) -> bool {
        let ending = self.seated.as_ref().and_then(|seated| seated.view.outcome);
        ending.is_some_and(|ending| ending.reason == Reason::Left)
    }

    /// A text client cannot come back: its match ends at once.
    async fn leave(self) {
        if let Some(seated) = self.seated.filter(|seated| seated.view.outcome.is_none()) {
            self.hub.matches.left(seated.id, seated.seat).await;
        }
        let _ = self.hub.people.end_session(&self.token).await;
        self.hub.gone(self.conn).await;
    }
}
