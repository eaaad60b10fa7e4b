use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_engine::{Seed, shuffle};
use parlor_store::{Cursor, MatchUpdate, NewMatch, Seated, Secret, Store, StoreError};

use super::{Crier, Sitter, Table};
use crate::people::{Player, PlayerId};
use crate::protocol::{NewTable, Status, TableInfo};
use crate::{Config, Refusal, clock, random};

/// All changes to tables. The store's version of a row decides who was first; the loser looks again.
#[derive(Clone, Debug)]
pub struct Tables {
    pub(super) store: Store,
    crier: Crier,
    config: Arc<Config>,
}

const MOST_ATTEMPTS: u32 = 16;
/// Tables read at once when the lobby is filled.
const PAGE: u32 = 500;

/// What a change to a table comes to.
pub(super) enum Verdict {
    Keep,
    /// Nobody is left: the table goes.
    Remove,
}

impl Tables {
    pub fn new(store: Store, crier: Crier, config: Arc<Config>) -> Tables {
        Tables {
            store,
            crier,
            config,
        }
    }

    pub async fn get(&self, id: &str) -> Result<Table, Refusal> {
        Ok(self.read(id).await?.0)
    }

    pub(super) async fn read(&self, id: &str) -> Result<(Table, i64), Refusal> {
        if !random::is_id(id) {
            return Err(Refusal::unknown_table());
        }
        let row = self
            .store
            .match_by_id(id)
            .await?
            .ok_or_else(Refusal::unknown_table)?
            .row;
        Ok((parse(&row.body)?, row.version))
    }

    /// Opens a table. The id of the client's command decides the id of the table, so that a resend
    /// finds it, also after a restart or on another node.
    pub async fn create(
        &self,
        player: &Player,
        new: &NewTable,
        command: Option<&str>,
    ) -> Result<TableInfo, Refusal> {
        let Some(command) = command else {
            let table = self.create_table(player, new, None).await?;
            return Ok(table.info(Some(player.id)));
        };
        let id = random::id_from(&[
            b"table",
            self.store.cluster_id().as_bytes(),
            &player.id.0.to_le_bytes(),
            command.as_bytes(),
        ]);
        let table = match self.get(&id).await {
            Err(refusal) if refusal == Refusal::unknown_table() => {
                self.create_table(player, new, Some(id)).await?
            }
            found => found?,
        };
        if table.game != new.game {
            let message = "this id belongs to another command of yours";
            return Err(Refusal::new("request/bad_id", message));
        }
        Ok(table.info(Some(player.id)))
    }

    /// A table for which whoever asks for the same game next is wanted.
    pub(super) async fn create_quick(
        &self,
        player: &Player,
        new: &NewTable,
    ) -> Result<Table, Refusal> {
        let (mut table, seed) = self.prepare(player, new).await?;
        table.quick = true;
        if !self.insert(&mut table, seed).await? {
            return Err(Refusal::busy());
        }
        Ok(table)
    }

    async fn create_table(
        &self,
        player: &Player,
        new: &NewTable,
        id: Option<String>,
    ) -> Result<Table, Refusal> {
        let (mut table, seed) = self.prepare(player, new).await?;
        table.id = id.unwrap_or(table.id);
        if !self.insert(&mut table, seed).await? {
            // Two copies of one command in the same moment: the other one was first.
            return self.get(&table.id).await;
        }
        Ok(table)
    }

    /// A new table with its host at it, not stored yet.
    async fn prepare(&self, player: &Player, new: &NewTable) -> Result<(Table, Seed), Refusal> {
        let open = [parlor_store::Status::Open, parlor_store::Status::Ready];
        let most = self.config.tables_per_player;
        let own = self
            .store
            .matches_of_player(player.id.0, &open, None, most)
            .await?;
        let mut count = own.len();
        if !new.sit {
            // One may open tables and sit at none of them: those count as well.
            let open = self.store.matches_by_status(open[0], None, None, 1000);
            let own = |row: &&parlor_store::MatchRow| row.host == player.id.0;
            count = count.max(open.await?.iter().filter(own).count());
        }
        if count >= most as usize {
            let message = format!("you sit at {most} open tables already; leave one first");
            return Err(Refusal::new("table/too_many", message));
        }
        let host = Sitter {
            player: player.id,
            name: player.name.clone(),
        };
        let (mut table, seed) = Table::new(new, host.clone(), clock::now_ms())?;
        if new.sit {
            let invite = table.invite.clone();
            table.join(host, Some(&invite), None, new.nonce)?;
        }
        Ok((table, seed))
    }

    /// False when the id is taken already.
    async fn insert(&self, table: &mut Table, seed: Seed) -> Result<bool, Refusal> {
        begin_if_running(table)?;
        let new = NewMatch {
            id: table.id.clone(),
            status: status(table.status),
            game: table.game.clone(),
            host: table.host.player.0,
            body: body(table),
            secret: Some(Secret(seed.0.to_vec())),
            created_ms: table.created_ms,
            seats: seats(table),
            quick: table.quick,
        };
        match self.store.insert_match(&new).await {
            Ok(()) => {}
            Err(StoreError::Conflict) => return Ok(false),
            Err(error) => return Err(error.into()),
        }
        metrics::counter!("parlor_tables_created_total").increment(1);
        self.crier.changed(table, 1).await;
        Ok(true)
    }

    /// Applies a change, again if somebody else changed the row meanwhile.
    pub(super) async fn change(
        &self,
        id: &str,
        apply: impl Fn(&mut Table) -> Result<Verdict, Refusal>,
    ) -> Result<Table, Refusal> {
        for _ in 0..MOST_ATTEMPTS {
            let (mut table, version) = self.read(id).await?;
            let before = table.status;
            let was = table.clone();
            let verdict = apply(&mut table)?;
            if let Verdict::Remove = verdict {
                match self.store.delete_match(id, version).await {
                    Ok(()) => {
                        self.crier.gone(id);
                        return Ok(table);
                    }
                    Err(StoreError::Conflict) => continue,
                    Err(error) => return Err(error.into()),
                }
            }
            if table == was {
                return Ok(table);
            }
            if before != Status::Running {
                begin_if_running(&mut table)?;
            }
            let update = MatchUpdate {
                status: status(table.status),
                body: body(&table),
                secret: None,
                updated_ms: clock::now_ms(),
                ended_ms: table.ended_ms,
                seats: Some(seats(&table)),
            };
            match self.store.update_match(id, version, &update).await {
                Ok(version) => {
                    self.crier.changed(&table, version).await;
                    return Ok(table);
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::busy())
    }

    pub async fn join(
        &self,
        player: &Player,
        id: &str,
        invite: Option<&str>,
        seat: Option<u8>,
        nonce: Option<parlor_engine::Nonce>,
    ) -> Result<TableInfo, Refusal> {
        let sitter = Sitter {
            player: player.id,
            name: player.name.clone(),
        };
        let table = self
            .change(id, |table| {
                table
                    .join(sitter.clone(), invite, seat, nonce)
                    .map(|()| Verdict::Keep)
            })
            .await?;
        Ok(table.info(Some(player.id)))
    }

    pub async fn leave(&self, player: PlayerId, id: &str) -> Result<TableInfo, Refusal> {
        let leave = |table: &mut Table| {
            Ok(if table.leave(player)? {
                Verdict::Remove
            } else {
                Verdict::Keep
            })
        };
        Ok(self.change(id, leave).await?.info(Some(player)))
    }

    pub async fn start(&self, player: PlayerId, id: &str) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.start_now(player)).await
    }

    pub async fn confirm(&self, player: PlayerId, id: &str) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.confirm(player)).await
    }

    pub async fn seat_bot(
        &self,
        player: PlayerId,
        id: &str,
        seat: Option<u8>,
        level: &str,
    ) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.seat_bot(player, seat, level))
            .await
    }

    pub async fn free_seat(
        &self,
        player: PlayerId,
        id: &str,
        seat: u8,
    ) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.free_seat(player, seat))
            .await
    }

    /// The seat of somebody who has been away goes to a bot, in games of three and more.
    pub async fn bot_take_over(
        &self,
        player: PlayerId,
        id: &str,
        seat: u8,
        level: &str,
    ) -> Result<TableInfo, Refusal> {
        let absent = self
            .crier
            .matches
            .absent_since(id, Some(player), seat)
            .await?;
        let away = absent.is_some_and(|since| clock::now_ms() - since >= self.config.grace_ms);
        self.keep(player, id, |table| {
            table.hand_to_bot(player, seat, level, away)
        })
        .await
    }

    async fn keep(
        &self,
        player: PlayerId,
        id: &str,
        apply: impl Fn(&mut Table) -> Result<(), Refusal>,
    ) -> Result<TableInfo, Refusal> {
        let table = self
            .change(id, |table| apply(table).map(|()| Verdict::Keep))
            .await?;
        Ok(table.info(Some(player)))
    }

    /// A new table with the same settings; the first who asks makes it, the others join it.
    pub async fn rematch(&self, player: &Player, id: &str) -> Result<TableInfo, Refusal> {
        let (old, _) = self.read(id).await?;
        if old.seat_of(player.id).is_none() {
            return Err(Refusal::not_seated());
        }
        if old.status != Status::Over {
            return Err(Refusal::new(
                "table/not_over",
                "the match is still going on",
            ));
        }
        if let Some(next) = &old.rematch {
            match self.read(next).await {
                Ok((table, _)) => {
                    let invite = Some(table.invite.as_str());
                    return self.join(player, next, invite, None, None).await;
                }
                // Whoever made it has left again: the next one makes another.
                Err(refusal) if refusal == Refusal::unknown_table() => {}
                Err(refusal) => return Err(refusal),
            }
        }
        let new = old.again();
        let made = self.create_table(player, &new, None).await?;
        let linked = self
            .change(id, |table| {
                if table.rematch == old.rematch {
                    table.rematch = Some(made.id.clone());
                }
                Ok(Verdict::Keep)
            })
            .await?;
        match linked.rematch {
            Some(next) if next != made.id => {
                // Somebody else was faster: go there instead.
                let _ = self.leave(player.id, &made.id).await;
                let (table, _) = self.read(&next).await?;
                self.join(player, &next, Some(&table.invite), None, None)
                    .await
            }
            _ => Ok(made.info(Some(player.id))),
        }
    }

    /// Fills the lobby, after a start or when news may have been missed. The running matches.
    pub async fn refresh(&self) -> Result<Vec<String>, Refusal> {
        let mut missing: BTreeSet<String> = self.crier.lobby.ids().into_iter().collect();
        let mut running = Vec::new();
        for state in [
            parlor_store::Status::Open,
            parlor_store::Status::Ready,
            parlor_store::Status::Running,
        ] {
            let mut after: Option<Cursor> = None;
            loop {
                let rows = self
                    .store
                    .matches_by_status(state, None, after.as_ref(), PAGE)
                    .await?;
                for row in &rows {
                    let Ok(table) = parse(&row.body) else {
                        continue;
                    };
                    if table.status == Status::Running {
                        running.push(table.id.clone());
                    }
                    missing.remove(&table.id);
                    self.crier.lobby.changed(&table, row.version);
                }
                match rows.last() {
                    Some(last) if rows.len() == PAGE as usize => {
                        after = Some(Cursor {
                            created_ms: last.created_ms,
                            id: last.id.clone(),
                        });
                    }
                    _ => break,
                }
            }
        }
        for id in missing {
            match self.read(&id).await {
                Ok((table, version)) => self.crier.lobby.changed(&table, version),
                Err(refusal) if refusal == Refusal::unknown_table() => {
                    self.crier.lobby.removed(&id);
                }
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(running)
    }

    /// Removes open tables nobody sits at any more.
    pub async fn purge(&self) -> Result<(), Refusal> {
        let now = clock::now_ms();
        let open = parlor_store::Status::Open;
        for row in self.store.matches_by_status(open, None, None, 1000).await? {
            let Ok(table) = parse(&row.body) else {
                continue;
            };
            let old = now - row.updated_ms > self.config.empty_table_minutes * 60_000;
            if old && table.people().next().is_none() {
                match self.store.delete_match(&table.id, row.version).await {
                    Ok(()) => self.crier.gone(&table.id),
                    Err(StoreError::Conflict | StoreError::NotFound) => {}
                    Err(error) => return Err(error.into()),
                }
            }
        }
        Ok(())
    }
}

/// The moment a table becomes a match: the order of seats is drawn, and the rules must accept it.
fn begin_if_running(table: &mut Table) -> Result<(), Refusal> {
    if table.status != Status::Running || table.started_ms.is_some() {
        return Ok(());
    }
    if table.game()?.meta().shuffle_seats {
        let mut chance = parlor_engine::Stream::new(&crate::random::bytes(), 0);
        shuffle(&mut table.chairs, &mut chance);
    }
    table.opening(Seed([0; 32]))?;
    table.started_ms = Some(clock::now_ms());
    Ok(())
}

pub(super) fn parse(body: &str) -> Result<Table, Refusal> {
    serde_json::from_str(body).map_err(|error| {
        tracing::error!(%error, "unreadable table");
        Refusal::new("table/corrupt", "the table cannot be read")
    })
}

fn body(table: &Table) -> String {
    serde_json::to_string(table).unwrap_or_default()
}

fn status(status: Status) -> parlor_store::Status {
    match status {
        Status::Open => parlor_store::Status::Open,
        Status::Ready => parlor_store::Status::Ready,
        Status::Running => parlor_store::Status::Running,
        Status::Over => parlor_store::Status::Over,
    }
}

fn seats(table: &Table) -> Vec<Seated> {
    table
        .chairs
        .iter()
        .enumerate()
        .filter_map(|(seat, chair)| {
            Some(Seated {
                seat: seat as u8,
                player: chair.sitter.as_ref()?.player.0,
            })
        })
        .collect()
}
