//! What one person asks of another, within the house's limits: to speak, to play, to come to a table.

use super::{Answer, Conn, Hub};
use crate::people::{Player, PlayerId};
use crate::protocol::{Command, NewTable, Request, TableInfo};
use crate::tables::Table;
use crate::{Code, MatchId, Refusal};

impl Hub {
    pub(super) async fn ask(&self, conn: &mut Conn, request: Request) {
        let Request { id, command } = request;
        let subject = command.subject();
        let answer = self.ask_for(conn, id.as_deref(), command).await;
        conn.answer(id, subject, answer);
    }

    async fn ask_for(
        &self,
        conn: &mut Conn,
        id: Option<&str>,
        command: Command,
    ) -> Result<Answer, Refusal> {
        let table = match command {
            Command::Login { token } => {
                let player = self.people.admit(&token, &conn.outbox).await?;
                if conn.player.is_some() {
                    // What was shown to somebody else is not for this person's eyes.
                    self.dispatcher.forget(conn).await;
                }
                conn.player = Some(player);
                self.welcome(conn);
                return Ok(Answer::None);
            }
            Command::Challenge {
                to,
                terms,
                instead_of,
            } => {
                let player = conn.player()?;
                self.challenge(player, (&to, &terms, instead_of), id)
                    .await?
            }
            Command::Invite { table, to } => self.invite_to(conn.player()?, table, &to).await?,
            _ => {
                let message = "this command is not known here";
                return Err(Refusal::new(Code::RequestUnknown, message));
            }
        };
        Ok(Answer::Done(Some(Box::new(table))))
    }

    pub(super) fn may_speak(&self, conn: &Conn) -> Result<(), Refusal> {
        self.limits.chat(conn.player()?.id)
    }

    /// However many want to follow matches, those at play hear of two before the next move.
    pub(super) async fn wait_to_open(&self, conn: &mut Conn) -> Result<(), Refusal> {
        if let Some(from) = conn.from {
            conn.permit = Some(Box::new(self.limits.opens.wait(from).await?));
        }
        Ok(())
    }

    pub fn may_look(&self, who: Option<PlayerId>) -> Result<(), Refusal> {
        self.dispatcher.may_look(who)
    }

    pub fn may_see(
        &self,
        who: Option<PlayerId>,
        table: &Table,
        invite: Option<&str>,
    ) -> Result<(), Refusal> {
        self.dispatcher.may_see(who, table, invite)
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
                Err(refusal) if refusal.is_unknown_table() => {}
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
}
