use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_engine::Seq;
use parlor_store::Store;
use tracing::Instrument as _;

use crate::alerts::Alerts;
use crate::bots::{Analyses, BotPool, Reviews};
use crate::matches::{ConnId, MatchCommand, Matches, OpenRequest, Outbox, Requester, Waiting};
use crate::ops::{Connections, Health, Limits};
use crate::people::{People, Player, PlayerId};
use crate::protocol::{Command, NewTable, Request, ServerMessage, Status, TableInfo};
use crate::tables::{Lobby, PairRequest, Pairing, Table, Tables};
use crate::text::Slots;
use crate::{Code, CommandId, Config, MatchId, Refusal, TRACE, clock, random};

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
    pub(crate) bot_pool: BotPool,
    pub(crate) reviews: Reviews,
    pub(crate) analyses: Analyses,
    pub(crate) limits: Arc<Limits>,
    pub(crate) connections: Arc<Connections>,
    pub(crate) health: Arc<Health>,
    pub(crate) slots: Slots,
    pub(crate) alerts: Alerts,
}

/// One connection of a client, at whatever door.
#[derive(Debug)]
pub(crate) struct Conn {
    pub(crate) outbox: Outbox,
    pub(crate) player: Option<Player>,
    opened: BTreeSet<MatchId>,
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

    fn requester(&self) -> Requester {
        Requester {
            player: self.player_id(),
            outbox: self.outbox.clone(),
        }
    }
}

impl Hub {
    /// Carries out one command; every answer, also a refusal, goes to the connection's outbox.
    pub(crate) async fn handle(&self, conn: &mut Conn, request: Request) {
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

    async fn handle_now(&self, conn: &mut Conn, request: Request) {
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
        match answer {
            Ok(Answer::None) => {}
            Ok(Answer::Done(table)) => conn.outbox.message(ServerMessage::Done {
                id,
                table: table.map(|table| *table),
            }),
            Err(refusal) => conn.outbox.refuse(id, subject, &refusal),
        }
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
            self.limits.chat(player.id)?;
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
            Command::Login { token } => {
                let player = Box::pin(self.people.admit(&token, &conn.outbox)).await?;
                if conn.player.is_some() {
                    // What was shown to somebody else is not for this person's eyes.
                    Box::pin(self.forget(conn)).await;
                }
                conn.player = Some(player);
                self.welcome(conn);
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
        let me = player.id;
        let command = match self.tables.carry_out(&player, id.as_ref(), command).await {
            Ok(done) => return Ok(Answer::Done(Some(Box::new(done?)))),
            Err(command) => command,
        };
        let info = match command {
            Command::QuickPair {
                game,
                pace,
                rated,
                seat,
            } => {
                let wish = PairRequest {
                    player: &player,
                    game: &game,
                    pace,
                    rated,
                    seat,
                    command: id.as_deref(),
                    connection: None,
                };
                self.quick_pair(conn, wish).await?
            }
            Command::Challenge {
                to,
                terms,
                instead_of,
            } => {
                let challenge = (to.as_str(), &terms, instead_of);
                self.challenge(&player, challenge, id.as_deref()).await?
            }
            Command::Invite { table, to } => self.invite_to(&player, table, &to).await?,
            Command::CancelQuickPair { game } => {
                conn.pairing.remove(&game);
                self.pairing.cancel(me, &game, None).await?;
                return Ok(Answer::Done(None));
            }
            _ => {
                return Err(Refusal::new(
                    Code::RequestUnknown,
                    "this command is not known here",
                ));
            }
        };
        Ok(Answer::Done(Some(Box::new(info))))
    }

    async fn quick_pair(
        &self,
        conn: &mut Conn,
        wish: PairRequest<'_>,
    ) -> Result<TableInfo, Refusal> {
        if parlor_catalog::game(wish.game).is_some() {
            // Also when it fails: a table may have been opened.
            conn.pairing.insert(wish.game.to_owned());
        }
        let wish = PairRequest {
            connection: Some(&conn.waits),
            ..wish
        };
        self.pairing.ask_and_watch(wish, &conn.outbox).await
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
            if refusal == Refusal::unknown_table() {
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

    /// Whom somebody asks for a match, unless one of the two does not want to meet the other.
    async fn may_ask(&self, player: &Player, to: &str) -> Result<Player, Refusal> {
        self.limits.challenge(player.id)?;
        let to = self.people.by_name(to).await?;
        if self.people.is_blocked(player.id, to.id).await? {
            let message = "one of you two has blocked the other";
            return Err(Refusal::new(Code::ChallengeBlocked, message));
        }
        Ok(to)
    }

    /// Asks somebody for a match.
    async fn challenge(
        &self,
        player: &Player,
        (to, terms, instead_of): (&str, &NewTable, Option<MatchId>),
        command: Option<&str>,
    ) -> Result<TableInfo, Refusal> {
        let to = self.may_ask(player, to).await?;
        let made = self.tables.challenge(player, &to, terms, command).await?;
        if let Some(old) = instead_of {
            match self.tables.decline(player, old, Some(made.id)).await {
                // Taken back meanwhile, or answered by an earlier copy of this command.
                Err(refusal) if refusal == Refusal::unknown_table() => {}
                declined => drop(declined?),
            }
        }
        Ok(made)
    }

    /// Asks somebody to a table, within the same limits as challenges.
    async fn invite_to(
        &self,
        player: &Player,
        table: MatchId,
        to: &str,
    ) -> Result<TableInfo, Refusal> {
        let to = self.may_ask(player, to).await?;
        self.tables.invite(player, &to, table).await
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
    pub(crate) async fn gone(&self, mut conn: Conn) {
        self.people.gone(conn.id());
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
