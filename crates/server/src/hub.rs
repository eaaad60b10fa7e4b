use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use parlor_store::Store;

use crate::bots::{Reviews, Thinkers};
use crate::matches::{Asker, ConnId, MatchAsk, Matches, Opening, Outbox};
use crate::ops::Limits;
use crate::people::{People, Player, PlayerId};
use crate::protocol::{Command, NewTable, Request, ServerMessage, Status, TableInfo};
use crate::tables::{Lobby, Pairing, Tables, Wish};
use crate::{Config, Refusal, clock, random};

/// The middle of the house: every door hands its commands in here.
#[derive(Clone, Debug)]
pub struct Hub {
    pub(crate) config: Arc<Config>,
    pub(crate) store: Store,
    pub(crate) people: People,
    pub(crate) tables: Tables,
    pub(crate) pairing: Pairing,
    pub(crate) lobby: Lobby,
    pub(crate) matches: Matches,
    pub(crate) thinkers: Thinkers,
    pub(crate) reviews: Reviews,
    pub(crate) limits: Arc<Limits>,
    /// A bit for each slot of the Marelles port in use.
    pub(crate) slots: Arc<AtomicU32>,
}

/// One connection of a client, at whatever door.
#[derive(Debug)]
pub(crate) struct Conn {
    pub(crate) outbox: Outbox,
    pub(crate) player: Option<Player>,
    opened: BTreeSet<String>,
    /// Games this connection waits for a partner in.
    pairing: BTreeSet<String>,
    /// Its name in those wishes.
    waits: String,
}

impl Conn {
    pub(crate) fn new(outbox: Outbox, player: Option<Player>) -> Conn {
        Conn {
            outbox,
            player,
            opened: BTreeSet::new(),
            pairing: BTreeSet::new(),
            waits: random::id(),
        }
    }

    pub(crate) fn id(&self) -> ConnId {
        self.outbox.conn()
    }

    fn player(&self) -> Result<&Player, Refusal> {
        self.player.as_ref().ok_or_else(Refusal::sign_in)
    }

    fn player_id(&self) -> Option<PlayerId> {
        self.player.as_ref().map(|player| player.id)
    }

    fn asker(&self) -> Asker {
        Asker {
            player: self.player_id(),
            outbox: self.outbox.clone(),
        }
    }
}

const LONGEST_ID: usize = 64;

/// The id of a client's command.
pub(crate) fn check_id(id: &str) -> Result<(), Refusal> {
    if id.len() <= LONGEST_ID {
        return Ok(());
    }
    let message = format!("a command's id has at most {LONGEST_ID} characters");
    Err(Refusal::new("request/bad_id", message))
}

impl Hub {
    /// Carries out one command; every answer, also a refusal, goes to the connection's outbox.
    pub(crate) async fn handle(&self, conn: &mut Conn, request: Request) {
        let request = match request {
            // What comes all the time takes no detour.
            Request {
                id,
                command:
                    Command::Play {
                        game_match,
                        seq,
                        action,
                    },
            } if conn.player.is_some() && id.as_deref().is_none_or(|id| check_id(id).is_ok()) => {
                let what = MatchAsk::Play { seq, action };
                return self.matches.ask(game_match, conn.asker(), id, what).await;
            }
            rare => rare,
        };
        let id = request.id.clone();
        let subject = request.command.subject().map(str::to_owned);
        match self.carry_out(conn, request).await {
            Ok(Answer::None) => {}
            Ok(Answer::Done(table)) => conn.outbox.message(ServerMessage::Done {
                id,
                table: table.map(|table| *table),
            }),
            Err(refusal) => {
                let code = refusal.code.to_string();
                metrics::counter!("parlor_rejects_total", "code" => code.clone()).increment(1);
                conn.outbox.message(ServerMessage::Error {
                    id,
                    code,
                    message: refusal.message,
                    game_match: subject,
                });
            }
        }
    }

    async fn carry_out(&self, conn: &mut Conn, request: Request) -> Result<Answer, Refusal> {
        let Request { id, command } = request;
        id.as_deref().map_or(Ok(()), check_id)?;
        let asked = match command {
            Command::Ping {} => {
                conn.outbox.message(ServerMessage::Pong {
                    id,
                    now_ms: clock::now_ms(),
                });
                return Ok(Answer::None);
            }
            Command::Login { token } => {
                conn.player = Some(Box::pin(self.people.admit(&token, &conn.outbox)).await?);
                Self::welcome(conn);
                return Ok(Answer::None);
            }
            Command::Lobby {} => {
                self.lobby.enter(conn.outbox.clone(), conn.player_id());
                return Ok(Answer::None);
            }
            Command::LeaveLobby {} => {
                self.lobby.leave(conn.id());
                return Ok(Answer::Done(None));
            }
            Command::Open {
                game_match,
                since,
                invite,
            } => {
                return Box::pin(self.open(conn, &game_match, since, invite, id)).await;
            }
            Command::Close { game_match } => {
                conn.opened.remove(&game_match);
                self.matches.close(&game_match, conn.id()).await;
                return Ok(Answer::Done(None));
            }
            Command::Play {
                game_match,
                seq,
                action,
            } => (game_match, MatchAsk::Play { seq, action }),
            Command::Resign { game_match } => (game_match, MatchAsk::Resign),
            Command::OfferTakeBack { game_match } => (game_match, MatchAsk::OfferTakeBack),
            Command::OfferDraw { game_match } => (game_match, MatchAsk::OfferDraw),
            Command::Answer { game_match, accept } => (game_match, MatchAsk::Answer { accept }),
            Command::Say { game_match, text } => {
                self.limits.chat(conn.player()?.id)?;
                (game_match, MatchAsk::Say { text })
            }
            // Boxed, as is every other rare command: a connection that only plays need not be as
            // large as the largest of them.
            Command::CreateTable(new) => return Box::pin(self.create(conn, id, &new)).await,
            command => return Box::pin(self.at_the_table(conn, id, command)).await,
        };
        let (table, what) = asked;
        conn.player()?;
        self.matches.ask(table, conn.asker(), id, what).await;
        Ok(Answer::None)
    }

    async fn create(
        &self,
        conn: &Conn,
        id: Option<String>,
        new: &NewTable,
    ) -> Result<Answer, Refusal> {
        let player = conn.player()?;
        let info = self.tables.create(player, new, id.as_deref()).await?;
        Ok(Answer::Done(Some(Box::new(info))))
    }

    /// Commands about tables that have not started.
    async fn at_the_table(
        &self,
        conn: &mut Conn,
        id: Option<String>,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let player = conn.player()?.clone();
        let me = player.id;
        let info = match command {
            Command::Join {
                table,
                invite,
                seat,
                nonce,
            } => {
                self.tables
                    .join(&player, &table, invite.as_deref(), seat, nonce)
                    .await?
            }
            Command::Leave { table } => self.tables.leave(me, &table).await?,
            Command::Start { table } => self.tables.start(me, &table).await?,
            Command::Confirm { table } => self.tables.confirm(me, &table).await?,
            Command::SeatBot { table, seat, level } => {
                self.tables.seat_bot(me, &table, seat, &level).await?
            }
            Command::FreeSeat { table, seat } => self.tables.free_seat(me, &table, seat).await?,
            Command::BotTakeOver {
                game_match,
                seat,
                level,
            } => {
                self.tables
                    .bot_take_over(me, &game_match, seat, &level)
                    .await?
            }
            Command::Rematch { table } => self.tables.rematch(&player, &table).await?,
            Command::QuickPair { game } => {
                self.quick_pair(conn, &player, &game, id.as_deref()).await?
            }
            Command::CancelQuickPair { game } => {
                conn.pairing.remove(&game);
                self.pairing.cancel(me, &game, None).await?;
                return Ok(Answer::Done(None));
            }
            _ => {
                return Err(Refusal::new(
                    "request/unknown",
                    "this command is not known here",
                ));
            }
        };
        Ok(Answer::Done(Some(Box::new(info))))
    }

    async fn quick_pair(
        &self,
        conn: &mut Conn,
        player: &Player,
        game: &str,
        command: Option<&str>,
    ) -> Result<TableInfo, Refusal> {
        let wish = Wish {
            player,
            game,
            command,
            connection: Some(&conn.waits),
        };
        if parlor_catalog::game(game).is_some() {
            // Also when it fails: a table may have been opened.
            conn.pairing.insert(game.to_owned());
        }
        self.pairing.ask_and_watch(wish, &conn.outbox).await
    }

    async fn open(
        &self,
        conn: &mut Conn,
        id: &str,
        since: Option<u32>,
        invite: Option<String>,
        request: Option<String>,
    ) -> Result<Answer, Refusal> {
        if conn.opened.len() >= self.config.matches_per_socket {
            let message = "this connection follows too many matches; close one first";
            return Err(Refusal::new("match/too_many", message));
        }
        let table = self.tables.get(id).await.map_err(|refusal| {
            if refusal == Refusal::unknown_table() {
                return Refusal::unknown_match();
            }
            refusal
        })?;
        if matches!(table.status, Status::Open | Status::Ready) {
            let inside = conn
                .player_id()
                .is_some_and(|me| table.seat_of(me).is_some() || table.is_host(me));
            if table.private && !inside && invite.as_deref() != Some(table.invite.as_str()) {
                return Err(Refusal::new(
                    "table/private",
                    "this table is by invitation only",
                ));
            }
            let info = self
                .tables
                .watch(id, conn.player_id(), &conn.outbox)
                .await?;
            return Ok(Answer::Done(Some(Box::new(info))));
        }
        conn.opened.insert(id.to_owned());
        let opening = Opening {
            outbox: conn.outbox.clone(),
            player: conn.player_id(),
            since,
            invite,
            id: request,
        };
        self.matches.open(id, opening).await;
        Ok(Answer::None)
    }

    pub(crate) fn welcome(conn: &Conn) {
        conn.outbox.message(ServerMessage::Welcome {
            you: conn.player.as_ref().map(Player::me),
            version: env!("CARGO_PKG_VERSION"),
            now_ms: clock::now_ms(),
        });
    }

    /// The connection is gone: nobody waits for it any more.
    pub(crate) async fn gone(&self, conn: Conn) {
        self.lobby.gone(conn.id());
        self.people.gone(conn.id());
        for table in &conn.opened {
            self.matches.close(table, conn.id()).await;
        }
        if let Some(player) = &conn.player {
            for game in &conn.pairing {
                let _ = self
                    .pairing
                    .cancel(player.id, game, Some(&conn.waits))
                    .await;
            }
        }
    }
}

enum Answer {
    /// The answer comes from elsewhere, or has gone out already.
    None,
    Done(Option<Box<TableInfo>>),
}
