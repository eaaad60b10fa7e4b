//! New tables.

use parlor_engine::Seed;
use parlor_store::{NewMatch, Secret, StoreError};

use super::rows::{body, parse, seats, status};
use super::{Challenge, Sitter, Table, Tables};
use crate::environment::Environment;
use crate::matches::Reader;
use crate::people::{Player, PlayerId};
use crate::protocol::{NewTable, Status, TableInfo};
use crate::{Code, MatchId, Refusal, random};

/// How long the result of a match that is over may take to come into the books.
const BOOKS_MS: i64 = 4000;

impl<O: Environment> Tables<O> {
    /// Opens a table. The id of the client's command decides the id of the table, so that a resend
    /// finds it, also after a restart or on another node.
    pub async fn create(
        &self,
        player: &Player,
        new: &NewTable,
        command: Option<&str>,
    ) -> Result<TableInfo, Refusal> {
        self.create_for(player, new, command, None).await
    }

    /// The same, with a seat kept for somebody.
    pub(super) async fn create_for(
        &self,
        player: &Player,
        new: &NewTable,
        command: Option<&str>,
        kept: Option<Sitter>,
    ) -> Result<TableInfo, Refusal> {
        let known = self.known(player, command).await?;
        let table = if let Some(known) = known {
            known
        } else {
            let id = command.map(|command| self.id_of(player, command));
            self.create_table(player, new, id, kept).await?
        };
        if table.game != new.game {
            let message = "this id belongs to another command of yours";
            return Err(Refusal::new(Code::RequestBadId, message));
        }
        Ok(table.info(Some(player.id)))
    }

    /// The id of the table that a command opens.
    fn id_of(&self, player: &Player, command: &str) -> MatchId {
        random::id_from(&[
            b"table",
            self.env.cluster_id().as_bytes(),
            &player.id.0.to_le_bytes(),
            command.as_bytes(),
        ])
    }

    /// The table that an earlier copy of the command has opened.
    pub(super) async fn known(
        &self,
        player: &Player,
        command: Option<&str>,
    ) -> Result<Option<Table>, Refusal> {
        let Some(command) = command else {
            return Ok(None);
        };
        match self.get(self.id_of(player, command)).await {
            Err(refusal) if refusal.is_unknown_table() => Ok(None),
            found => found.map(Some),
        }
    }

    /// A table for which whoever asks for the same game next is wanted. It is not announced: its
    /// owner looks around first. False when the id is taken already.
    pub(super) async fn create_quick(
        &self,
        player: &Player,
        new: &NewTable,
        id: MatchId,
        waits: Option<&str>,
    ) -> Result<bool, Refusal> {
        let (mut table, seed) = self.prepare(player, new).await?;
        table.id = id;
        table.quick = true;
        table.wait(player.id, waits);
        self.insert(&mut table, seed).await
    }

    pub(super) async fn create_table(
        &self,
        player: &Player,
        new: &NewTable,
        id: Option<MatchId>,
        kept: Option<Sitter>,
    ) -> Result<Table, Refusal> {
        let (mut table, seed) = self.prepare(player, new).await?;
        table.id = id.unwrap_or(table.id);
        table.challenge = kept.map(|to| Challenge { to });
        if table.status != Status::Running && table.challenge.is_none() {
            self.give_code(&mut table).await?;
        }
        if !self.insert(&mut table, seed).await? {
            // Two copies of one command in the same moment: the other one was first.
            return self.get(table.id).await;
        }
        self.notifier.changed(&table, 1).await;
        Ok(table)
    }

    /// A new table with its host at it, not stored yet.
    async fn prepare(&self, player: &Player, new: &NewTable) -> Result<(Table, Seed), Refusal> {
        self.must_have_time(player.id).await?;
        let open = [
            parlor_store::MatchStatus::Open,
            parlor_store::MatchStatus::Ready,
        ];
        let most = self.config.tables_per_player;
        let mut count = self.env.count_of(player.id.0, &open, most).await?;
        if !new.sit {
            // One may open tables and sit at none of them: those count as well.
            let open = self.env.by_status(open[0], None, 1000);
            let own = |row: &&parlor_store::MatchRow| row.host == player.id.0;
            count = count.max(open.await?.iter().filter(own).count());
        }
        if count >= most as usize {
            let message = format!("you sit at {most} open tables already; leave one first");
            return Err(Refusal::new(Code::TableTooMany, message));
        }
        let host = Sitter {
            player: player.id,
            name: player.name.clone(),
        };
        let (mut table, seed) = Table::new(new, host.clone(), self.env.now_ms(), &self.env)?;
        if table.screen {
            table.share_screen(&new.screen, new.nonce)?;
        } else if new.sit {
            let invite = table.invite.clone();
            table.join(host, Some(&invite), new.seat, new.nonce)?;
        }
        Ok((table, seed))
    }

    /// So many matches at once a person: each costs memory, and bots their time.
    pub(super) async fn must_have_time(&self, player: PlayerId) -> Result<(), Refusal> {
        let most = self.config.matches_per_player;
        let running = [parlor_store::MatchStatus::Running];
        let own = self.env.count_of(player.0, &running, most).await?;
        if own < most as usize {
            return Ok(());
        }
        let message = format!("you play {most} matches already; finish one first");
        Err(Refusal::new(Code::TableTooManyRunning, message))
    }

    /// One's own tables and matches that are not over, private ones too; newest first.
    pub async fn going_on(&self, player: PlayerId) -> Result<Vec<TableInfo>, Refusal> {
        let going = [
            parlor_store::MatchStatus::Running,
            parlor_store::MatchStatus::Ready,
            parlor_store::MatchStatus::Open,
        ];
        let most = self.config.matches_per_player + self.config.tables_per_player;
        let own = self.env.of_player(player.0, &going, most).await?;
        let own = own.iter().filter_map(|row| parse(&row.body).ok());
        let shown = own.map(|table| {
            let mut info = table.info(Some(player));
            self.notifier.lobby.mark(&mut info, true);
            info
        });
        Ok(shown.collect())
    }

    /// The table of a match that is over. Its last move is told before the result is in the books:
    /// whoever asks in between waits for that.
    pub(super) async fn finished(&self, player: PlayerId, id: MatchId) -> Result<Table, Refusal> {
        let (mut table, _) = self.read(id).await?;
        if table.seat_of(player).is_none() {
            return Err(Refusal::not_seated());
        }
        if table.status == Status::Running {
            let reader = Reader {
                player: Some(player),
                invite: None,
            };
            let now = self.notifier.matches.snapshot(id, reader, None).await?;
            let mut waited = 0;
            while now.outcome.is_some() && table.status != Status::Over && waited < BOOKS_MS {
                self.env.pause(BOOKS_MS / 40).await;
                waited += BOOKS_MS / 40;
                table = self.get(id).await?;
            }
        }
        if table.status == Status::Over {
            return Ok(table);
        }
        let message = "the match is still going on";
        Err(Refusal::new(Code::TableNotOver, message))
    }

    /// False when the id is taken already.
    async fn insert(&self, table: &mut Table, seed: Seed) -> Result<bool, Refusal> {
        self.begin_if_running(table)?;
        let new = NewMatch {
            id: table.id.to_string(),
            status: status(table.status),
            game: table.game.clone(),
            host: table.host.player.0,
            body: body(table),
            secret: Some(Secret(seed.0.to_vec())),
            created_ms: table.created_ms,
            seats: seats(table),
            quick: table.quick,
        };
        match self.env.insert(&new).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        metrics::counter!("parlor_tables_created_total").increment(1);
        Ok(true)
    }
}
