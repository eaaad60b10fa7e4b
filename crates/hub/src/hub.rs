//! The middle of the house: every door hands its commands in here.

mod asking;

use std::collections::BTreeSet;
use std::net::IpAddr;
use std::sync::Arc;

use parlor_engine::Seq;
use parlor_store::Store;
use tracing::Instrument as _;

use crate::bots::{Analyses, BotPool, Reviews};
use crate::environment::{Environment, HostEnvironment};
use crate::matches::{ConnId, MatchCommand, Matches, OpenRequest, Outbox, Requester, Waiting};
use crate::ops::{Connections, Health, Limits, TurnPermit};
use crate::people::{People, Player, PlayerId};
use crate::protocol::{Command, Request, ServerMessage, Status, TableInfo};
use crate::tables::{Lobby, PairRequest, Pairing, Table, Tables};
use crate::{Code, CommandId, Config, MatchId, Refusal, TRACE, clock, random};

#[derive(Clone, Debug)]
pub struct Hub {
    pub config: Arc<Config>,
    pub store: Store,
    pub people: People,
    /// Shared: every connection has a hub of its own.
    pub dispatcher: Arc<Dispatcher>,
    pub tables: Tables,
    pub lobby: Lobby,
    pub matches: Matches,
    pub bot_pool: BotPool,
    pub reviews: Reviews,
    pub analyses: Analyses,
    pub limits: Arc<Limits>,
    pub connections: Arc<Connections>,
    pub health: Arc<Health>,
}

/// One connection of a client, at whatever door.
#[derive(Debug)]
pub struct Conn {
    pub outbox: Outbox,
    pub player: Option<Player>,
    opened: BTreeSet<MatchId>,
    /// Games this connection waits for a partner in.
    pairing: BTreeSet<String>,
    /// Its name there.
    pairing_key: String,
    /// Where it comes from.
    from: Option<IpAddr>,
    /// To open a match.
    permit: Option<Box<TurnPermit>>,
}

impl Conn {
    pub fn new(outbox: Outbox, player: Option<Player>, from: Option<IpAddr>) -> Conn {
        Conn {
            from,
            ..Conn::named(outbox, player, random::id())
        }
    }

    /// With a name for pairing that no other connection has.
    pub fn named(outbox: Outbox, player: Option<Player>, pairing_key: String) -> Conn {
        Conn {
            outbox,
            player,
            opened: BTreeSet::new(),
            pairing: BTreeSet::new(),
            pairing_key,
            from: None,
            permit: None,
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

    fn requester(&self) -> Requester {
        Requester {
            player: self.player_id(),
            outbox: self.outbox.clone(),
        }
    }

    fn answer(
        &self,
        id: Option<CommandId>,
        subject: Option<MatchId>,
        answer: Result<Answer, Refusal>,
    ) {
        match answer {
            Ok(Answer::None) => {}
            Ok(Answer::Done(table)) => self.outbox.message(ServerMessage::Done {
                id,
                table: table.map(|table| *table),
            }),
            Err(refusal) => self.outbox.refuse(id, subject, &refusal),
        }
    }
}

enum Answer {
    /// The answer comes from elsewhere, or has gone out already.
    None,
    Done(Option<Box<TableInfo>>),
}

impl Hub {
    /// Carries out one command; every answer, also a refusal, goes to the connection's outbox.
    pub async fn handle(&self, conn: &mut Conn, request: Request) {
        let span = tracing::trace_span!(
            target: TRACE, "command", otel.name = request.command.kind(),
            "match" = request.command.subject().map(tracing::field::display),
        );
        if span.is_disabled() {
            return self.handle_now(conn, request).await;
        }
        // Connections need not be larger for what is rarely wanted.
        Box::pin(self.handle_now(conn, request).instrument(span)).await;
    }

    /// What only a house with people has is seen to here; the rest is the dispatcher's.
    async fn handle_now(&self, conn: &mut Conn, request: Request) {
        if let Command::Say { .. } = request.command
            && let Err(refusal) = self.may_speak(conn)
        {
            let subject = request.command.subject();
            return conn.outbox.refuse(request.id, subject, &refusal);
        }
        if let Command::Open { match_id, .. } = request.command
            && let Err(refusal) = self.wait_to_open(conn).await
        {
            return conn.outbox.refuse(request.id, Some(match_id), &refusal);
        }
        let is_ours = matches!(
            request.command,
            Command::Login { .. } | Command::Challenge { .. } | Command::Invite { .. }
        );
        if is_ours {
            return Box::pin(self.ask(conn, request)).await;
        }
        self.dispatcher.handle(conn, request).await;
        // What was no running match has no use for it.
        conn.permit = None;
    }

    pub(crate) fn welcome(&self, conn: &Conn) {
        conn.outbox.message(ServerMessage::Welcome {
            you: conn.player.as_ref().map(Player::me),
            version: env!("CARGO_PKG_VERSION"),
            now_ms: clock::now_ms(),
        });
        if let Some(player) = &conn.player {
            self.lobby.call_in(&conn.outbox, player);
        }
    }

    /// The connection is gone: nobody waits for it any more.
    pub async fn gone(&self, conn: Conn) {
        self.people.gone(conn.id());
        self.dispatcher.gone(conn).await;
    }
}

/// Carries out commands about matches and tables, for every door alike, and in a simulation on a world of
/// its own.
#[derive(Clone, Debug)]
pub struct Dispatcher<O = HostEnvironment> {
    config: Arc<Config>,
    pub matches: Matches,
    pub tables: Tables<O>,
    pub pairing: Pairing<O>,
    pub lobby: Lobby,
}

impl<O: Environment> Dispatcher<O> {
    pub fn new(
        tables: Tables<O>,
        (lobby, matches): (&Lobby, &Matches),
        config: &Arc<Config>,
    ) -> Dispatcher<O> {
        Dispatcher {
            config: config.clone(),
            matches: matches.clone(),
            pairing: Pairing::new(tables.clone()),
            tables,
            lobby: lobby.clone(),
        }
    }

    pub async fn handle(&self, conn: &mut Conn, request: Request) {
        let Request { id, command } = request;
        let subject = command.subject();
        // A connection that only plays need not be as large as the largest of the rare commands.
        let answer = match MatchCommand::of(command) {
            Ok((match_id, command)) => match self.submit(conn, match_id, id.clone(), command) {
                Ok(None) => return,
                Ok(Some(waiting)) => return waiting.await,
                Err(refusal) => Err(refusal),
            },
            Err(command) => Box::pin(self.carry_out(conn, id.clone(), command)).await,
        };
        conn.answer(id, subject, answer);
    }

    /// Something is asked of a running match; the match answers.
    fn submit(
        &self,
        conn: &Conn,
        match_id: MatchId,
        id: Option<CommandId>,
        mut command: MatchCommand,
    ) -> Result<Option<Waiting>, Refusal> {
        let player = conn.player()?;
        if let MatchCommand::Say { speaker, .. } = &mut command {
            *speaker = Some(player.name.clone());
        }
        let requester = conn.requester();
        Ok(self.matches.submit(match_id, requester, id, command))
    }

    async fn carry_out(
        &self,
        conn: &mut Conn,
        id: Option<CommandId>,
        command: Command,
    ) -> Result<Answer, Refusal> {
        match command {
            Command::Ping {} => {
                let now_ms = clock::now_ms();
                conn.outbox.message(ServerMessage::Pong { id, now_ms });
                Ok(Answer::None)
            }
            Command::Lobby {} => {
                self.may_look(conn.player_id())?;
                self.lobby.enter(conn.outbox.clone(), conn.player_id());
                Ok(Answer::None)
            }
            Command::LeaveLobby {} => {
                self.lobby.leave(conn.id());
                Ok(Answer::Done(None))
            }
            Command::Turns {} => {
                let me = conn.player()?.id;
                self.lobby.attend(conn.outbox.clone(), me);
                Ok(Answer::Done(None))
            }
            Command::Open {
                match_id,
                since,
                invite,
            } => self.open(conn, match_id, since, invite, id).await,
            Command::Close { match_id } => {
                conn.opened.remove(&match_id);
                self.matches.close(match_id, conn.id()).await;
                Ok(Answer::Done(None))
            }
            command => self.at_the_table(conn, id, command).await,
        }
    }

    /// Commands about tables, and those that lead to one.
    async fn at_the_table(
        &self,
        conn: &mut Conn,
        id: Option<CommandId>,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let player = conn.player()?.clone();
        let command = match self.tables.carry_out(&player, id.as_ref(), command).await {
            Ok(done) => return Ok(Answer::Done(Some(Box::new(done?)))),
            Err(command) => command,
        };
        match command {
            Command::QuickPair {
                game,
                pace,
                rated,
                seat,
            } => {
                if parlor_catalog::game(&game).is_some() {
                    // Also when it fails: a table may have been opened.
                    conn.pairing.insert(game.clone());
                }
                let wish = PairRequest {
                    player: &player,
                    game: &game,
                    pace,
                    rated,
                    seat,
                    command: id.as_deref(),
                    connection: Some(&conn.pairing_key),
                };
                let table = self.pairing.ask_and_watch(wish, &conn.outbox).await?;
                Ok(Answer::Done(Some(Box::new(table))))
            }
            Command::CancelQuickPair { game } => {
                conn.pairing.remove(&game);
                self.pairing.cancel(player.id, &game, None).await?;
                Ok(Answer::Done(None))
            }
            _ => Err(Refusal::new(
                Code::RequestUnknown,
                "this command is not known here",
            )),
        }
    }

    async fn open(
        &self,
        conn: &mut Conn,
        match_id: MatchId,
        since: Option<Seq>,
        invite: Option<String>,
        command_id: Option<CommandId>,
    ) -> Result<Answer, Refusal> {
        let most = self.config.matches_per_socket;
        if conn.opened.len() >= most && !conn.opened.contains(&match_id) {
            let message = "this connection follows too many matches; close one first";
            return Err(Refusal::new(Code::MatchTooMany, message));
        }
        let table = self.tables.get(match_id).await.map_err(|refusal| {
            if refusal.is_unknown_table() {
                return Refusal::unknown_match();
            }
            refusal
        });
        let table = match table {
            Ok(table) => table,
            // Whether there is such a match is no stranger's business either.
            Err(refusal) => {
                self.may_look(conn.player_id())?;
                return Err(refusal);
            }
        };
        self.may_see(conn.player_id(), &table, invite.as_deref())?;
        if matches!(table.status, Status::Open | Status::Ready) {
            let inside = conn.player_id().is_some_and(|me| table.is_inside(me));
            if table.private && !inside && invite.as_deref() != Some(table.invite.as_str()) {
                return Err(Refusal::new(
                    Code::TablePrivate,
                    "this table is by invitation only",
                ));
            }
            let info = self
                .tables
                .watch(match_id, conn.player_id(), &conn.outbox)
                .await?;
            return Ok(Answer::Done(Some(Box::new(info))));
        }
        conn.opened.insert(match_id);
        let request = OpenRequest {
            outbox: conn.outbox.clone(),
            player: conn.player_id(),
            since,
            invite,
            command_id,
            permit: conn.permit.take(),
        };
        self.matches.open(match_id, request).await;
        Ok(Answer::None)
    }

    /// Whether somebody may see who is here and what is played.
    pub(crate) fn may_look(&self, who: Option<PlayerId>) -> Result<(), Refusal> {
        if who.is_none() && self.config.hides_people() {
            return Err(Refusal::members_only());
        }
        Ok(())
    }

    /// The same for one table: whoever holds its link may see it without having come in.
    pub(crate) fn may_see(
        &self,
        who: Option<PlayerId>,
        table: &Table,
        invite: Option<&str>,
    ) -> Result<(), Refusal> {
        if invite == Some(table.invite.as_str()) {
            return Ok(());
        }
        self.may_look(who)
    }

    /// The connection is gone: nobody waits for it any more.
    pub async fn gone(&self, mut conn: Conn) {
        self.forget(&mut conn).await;
    }

    /// Ends everything that a connection follows or waits for.
    async fn forget(&self, conn: &mut Conn) {
        self.lobby.gone(conn.id());
        for match_id in std::mem::take(&mut conn.opened) {
            self.matches.close(match_id, conn.id()).await;
        }
        let games = std::mem::take(&mut conn.pairing);
        if let Some(player) = &conn.player {
            for game in &games {
                let _ = self
                    .pairing
                    .cancel(player.id, game, Some(&conn.pairing_key))
                    .await;
            }
        }
    }
}
