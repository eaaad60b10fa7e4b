use std::net::IpAddr;

use parlor_engine::{Game, Outcome, OutcomeKind, Seat, Seq};
use parlor_hub::Conn;
use parlor_hub::matches::{Outbox, Outgoing};
use parlor_hub::people::{Player, SessionKind, Token};
use parlor_hub::protocol::{
    Clock, Command, LogLine, MatchSnapshot, MatchUpdate, NewTable, OfferKind, Request,
    ServerMessage, Status, TableInfo,
};
use parlor_hub::{Hub, MatchId};
use parlor_marelles::{Colour, Marelles, View};

use super::lines::{self, Said};

/// One connection: what it was told, and what it waits for.
pub(super) struct MarellesClient {
    hub: Hub,
    from: IpAddr,
    conn: Conn,
    token: Option<Token>,
    room: Option<MatchId>,
    /// News of the start may come twice; the match is opened once.
    opening: bool,
    seated: Option<Seated>,
    /// The command whose refusal matters: the last one sent on.
    said: String,
    offer_by: Option<(OfferKind, u8)>,
    over: bool,
}

struct Seated {
    id: MatchId,
    seat: Seat,
    seq: Seq,
    view: View,
    /// The arrival of the opponent's ply that is not complete yet, and of one's own.
    arrival: Option<(u8, u8)>,
    begun: Option<(u8, u8)>,
}

/// Rule page 4.3: three minutes for every action.
const SECONDS: u32 = 180;
const ROOMS: u32 = 200;

impl MarellesClient {
    pub(super) fn new(hub: Hub, outbox: Outbox, from: IpAddr) -> MarellesClient {
        let conn = Conn::new(outbox, None, Some(from));
        MarellesClient {
            hub,
            from,
            conn,
            token: None,
            room: None,
            opening: false,
            seated: None,
            said: String::new(),
            offer_by: None,
            over: false,
        }
    }

    pub(super) fn plays(&self) -> bool {
        self.seated.is_some() && !self.over
    }

    pub(super) fn is_somebody(&self) -> bool {
        self.conn.player.is_some()
    }

    pub(super) fn say(&mut self, line: &str) {
        self.said.push_str(line);
        self.said.push('\n');
    }

    pub(super) fn take_said(&mut self) -> String {
        std::mem::take(&mut self.said)
    }

    fn error(&mut self, code: &str) {
        self.say(&format!("[error]{code}"));
    }

    async fn ask(&mut self, command: Command) {
        self.hub
            .handle(&mut self.conn, Request { id: None, command })
            .await;
    }

    /// Carries out one line of the client.
    pub(super) async fn obey(&mut self, line: &str) {
        if let Some(command) = line.strip_prefix('[') {
            let done = match command.split_once(']') {
                Some(("key", "")) if self.token.is_some() => Ok(()),
                _ if self.seated.is_some() => Err("room-busy"),
                Some(("host", name)) => self.host(name).await,
                Some(("guest", name)) => self.enter(name).await,
                Some(("back", key)) => self.come_back(key).await,
                Some(("find-host", room)) => self.find(room).await,
                _ => Err("bad-line"),
            };
            // The line comes back whether or not it succeeded.
            self.say(line);
            if let Err(code) = done {
                self.error(code);
            } else if line == "[key]" {
                // Only for those who ask: the protocol as others know it has no such line.
                let key = self.token.as_ref().and_then(Token::key).unwrap_or_default();
                let key = format!("[key]{key}");
                self.say(&key);
            }
            return;
        }
        let Some(said) = lines::parse(line) else {
            return self.error("bad-line");
        };
        let Some(seated) = &self.seated else {
            return self.error("no-opponent");
        };
        if self.over {
            return self.error("game-over");
        }
        let match_id = seated.id;
        let command = match said {
            Said::Ply {
                wait,
                from,
                to,
                affect,
            } => {
                let position =
                    Marelles::determinize(&seated.view, &mut parlor_engine::Fast::new(0));
                let fields = [from, to, affect];
                match lines::actions(&position, seated.seat, seated.begun, wait, fields) {
                    Ok(action) => Command::Play {
                        match_id,
                        seq: seated.seq,
                        action,
                    },
                    Err(code) => return self.error(code),
                }
            }
            Said::Undo | Said::UndoAsk => Command::OfferTakeBack { match_id },
            Said::DrawAsk => Command::OfferDraw { match_id },
            Said::Answer { accept } => Command::Answer { match_id, accept },
            // On this port going away is what the word says (rule page 4.2), no resignation.
            Said::RunAway => {
                return self.hub.matches.left(match_id, seated.seat).await;
            }
        };
        self.ask(command).await;
    }

    /// A nickname for this connection.
    async fn enter(&mut self, name: &str) -> Result<(), &'static str> {
        if self.conn.player.is_some() {
            return Ok(());
        }
        let label = "marelles port";
        let people = &self.hub.people;
        let entered = people
            .enter(self.from, name, None, SessionKind::Line, label)
            .await;
        let (player, token) = entered.map_err(|refusal| lines::code(&refusal.code))?;
        self.admit(player, token).await
    }

    /// The match that this very player left.
    async fn come_back(&mut self, key: &str) -> Result<(), &'static str> {
        if self.conn.player.is_some() {
            return Err("bad-line");
        }
        let back = self.hub.people.come_back(self.from, key).await;
        let (player, token) = back.map_err(|refusal| lines::code(&refusal.code))?;
        self.admit(player, token).await
    }

    async fn admit(&mut self, player: Player, token: Token) -> Result<(), &'static str> {
        let people = &self.hub.people;
        let admitted = people.admit(token.reveal(), &self.conn.outbox).await;
        admitted.map_err(|refusal| lines::code(&refusal.code))?;
        let running = [parlor_store::MatchStatus::Running];
        let own = self
            .hub
            .store
            .matches_of_player(player.id.0, &running, None, ROOMS)
            .await;
        let left = own
            .unwrap_or_default()
            .into_iter()
            .find(|row| row.game == Marelles::META.id);
        self.conn.player = Some(player);
        self.token = Some(token);
        if let Some(row) = left {
            self.ask(Command::Open {
                match_id: MatchId::from_outside(&row.id),
                since: Some(Seq::START),
                invite: None,
            })
            .await;
        }
        Ok(())
    }

    async fn host(&mut self, name: &str) -> Result<(), &'static str> {
        self.enter(name).await?;
        if self.room.is_some() {
            return Err("room-busy");
        }
        let Some(player) = self.conn.player.clone() else {
            return Err("bad-line");
        };
        let new = NewTable {
            name: Some(player.name.clone()),
            clock: Clock::PerMove { seconds: SECONDS },
            ..NewTable::plain(Marelles::META.id)
        };
        let made = self
            .hub
            .tables
            .create(&player, &new, None)
            .await
            .map_err(|_| "room-busy")?;
        self.room = Some(made.id);
        self.ask(Command::Open {
            match_id: made.id,
            since: None,
            invite: None,
        })
        .await;
        Ok(())
    }

    /// Only rooms that wait for a guest are found.
    async fn find(&mut self, room: &str) -> Result<(), &'static str> {
        let Some(player) = self.conn.player.clone() else {
            return Err("no-room");
        };
        let open = parlor_store::MatchStatus::Open;
        let rows = self
            .hub
            .store
            .matches_by_status(open, Some(Marelles::META.id), None, ROOMS)
            .await
            .map_err(|_| "no-room")?;
        let wanted = parlor_hub::people::name_key(room);
        let named = |table: &parlor_hub::tables::Table| {
            !table.private && parlor_hub::people::name_key(&table.host.name) == wanted
        };
        let found = rows
            .iter()
            .filter_map(|row| serde_json::from_str::<parlor_hub::tables::Table>(&row.body).ok())
            .find(named)
            .ok_or("no-room")?;
        if found.seat_of(player.id).is_some() {
            return Err("room-busy");
        }
        let joined = self
            .hub
            .tables
            .join(&player, found.id, None, None, None)
            .await;
        let joined = joined.map_err(|_| "room-busy")?;
        self.room = Some(joined.id);
        self.ask(Command::Open {
            match_id: joined.id,
            since: None,
            invite: None,
        })
        .await;
        Ok(())
    }

    pub(super) async fn hear(&mut self, out: Outgoing) {
        match out {
            Outgoing::SessionEnded => self.say("[error]signed-out"),
            Outgoing::Message(message) => match &**message {
                ServerMessage::Done {
                    table: Some(table), ..
                }
                | ServerMessage::Table { table, .. } => self.room_changed(table).await,
                ServerMessage::Match(snapshot) => self.sit(snapshot),
                ServerMessage::Update(update) => self.hear_update(update),
                ServerMessage::Error { code, .. } => self.error(lines::code(code)),
                ServerMessage::Offer { offer, .. } => {
                    let own = self.seated.as_ref().map(|seated| seated.seat.0);
                    match offer {
                        Some(offer) => {
                            self.offer_by = Some((offer.kind, offer.by));
                            if Some(offer.by) != own {
                                self.say(&format!("control|{}-ask", kind(offer.kind)));
                            }
                        }
                        None => {
                            if let Some((what, by)) = self.offer_by.take()
                                && Some(by) == own
                            {
                                self.say(&format!("control|{}-no", kind(what)));
                            }
                        }
                    }
                }
                _ => {}
            },
        }
    }

    async fn room_changed(&mut self, table: &TableInfo) {
        let waiting = self.seated.is_none() && !self.opening && self.room == Some(table.id);
        if !waiting || table.status != Status::Running {
            return;
        }
        let own = self.conn.player.as_ref().map(|player| player.name.clone());
        let other = table.seats.iter().find(|seat| seat.name != own);
        let other = other
            .and_then(|seat| seat.name.clone())
            .unwrap_or_else(|| "Computer".into());
        self.opening = true;
        self.say(&format!("[oppo-name]{other}"));
        let match_id = table.id;
        self.ask(Command::Open {
            match_id,
            since: None,
            invite: None,
        })
        .await;
    }

    fn sit(&mut self, snapshot: &MatchSnapshot) {
        let Ok(view) = serde_json::from_str::<View>(snapshot.view.get()) else {
            return;
        };
        let Some(seat) = snapshot.seat else { return };
        let colour = view
            .colours
            .get(usize::from(seat))
            .copied()
            .unwrap_or(Colour::Black);
        self.say(&format!("[role]{}", colour_word(colour)));
        if snapshot.seq > Seq::START {
            self.say(&format!("state|{}", view.position));
        }
        let id = snapshot.table.id;
        self.over = snapshot.outcome.is_some();
        self.seated = Some(Seated {
            id,
            seat: Seat(seat),
            seq: snapshot.seq,
            view,
            arrival: None,
            begun: None,
        });
    }

    fn hear_update(&mut self, update: &MatchUpdate) {
        let Some(seated) = &mut self.seated else {
            return;
        };
        let Ok(view) = serde_json::from_str::<View>(update.view.get()) else {
            return;
        };
        let mut news = Vec::new();
        let played = |line: &LogLine| Some((line.seat?, lines::action_of(line)?));
        let actions: Vec<_> = update.log.iter().filter_map(played).collect();
        let count = actions.len();
        for (place, &(by, action)) in actions.iter().enumerate() {
            // Inside one command, only its last action can leave a removal open.
            let mid_ply = if place + 1 < count {
                true
            } else {
                view.pending_removal
            };
            if by == seated.seat.0 {
                lines::told(action, mid_ply, &mut seated.begun);
            } else {
                news.extend(lines::told(action, mid_ply, &mut seated.arrival));
            }
        }
        for line in update.log.iter() {
            match line.kind {
                "take_back" => news.push("control|undo".to_owned()),
                "resign" | "leave" if line.seat != Some(seated.seat.0) => {
                    news.push("control|runAway".to_owned());
                }
                _ => {}
            }
        }
        if let Some(outcome) = &update.outcome {
            news.push(result(outcome, &view));
            self.over = true;
        }
        seated.seq = update.seq;
        seated.view = view;
        self.offer_by = None;
        for line in news {
            self.say(&line);
        }
    }

    /// The match waits for a reconnect; an open room does not.
    pub(super) async fn leave(self) {
        if let (Some(player), Some(room), None) = (&self.conn.player, &self.room, &self.seated) {
            let _ = self.hub.tables.leave(player.id, *room).await;
        }
        if let (Some(player), Some(token)) = (&self.conn.player, &self.token) {
            let _ = self.hub.people.hang_up(player.id, token).await;
        }
        self.hub.gone(self.conn).await;
    }
}

fn kind(kind: OfferKind) -> &'static str {
    match kind {
        OfferKind::TakeBack => "undo",
        OfferKind::Draw => "draw",
        OfferKind::Abort => "abort",
    }
}

fn colour_word(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}

fn result(outcome: &Outcome, view: &View) -> String {
    let winner = match (outcome.kind, outcome.winner) {
        (OutcomeKind::Win, Some(seat)) => view
            .colours
            .get(seat.index())
            .map_or("draw", |&colour| colour_word(colour)),
        _ => "draw",
    };
    format!("result|{winner}|{}", outcome.reason)
}
