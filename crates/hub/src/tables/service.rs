use std::collections::BTreeSet;
use std::sync::Arc;

use parlor_engine::{Nonce, Seat, Seed};
use parlor_store::{Cursor, MatchRow, Store, StoreError};

use super::challenge::EXPIRES_MS;
use super::rows::{parse, retired, update};
use super::{Notifier, Sitter, Table};
use crate::environment::{Environment, HostEnvironment};
use crate::matches::{Outbox, Reader};
use crate::people::{Player, PlayerId};
use crate::protocol::{SeatChoice, Status, TableInfo};
use crate::{Code, Config, MatchId, Refusal};

/// All changes to tables. The store's version of a row decides who was first; the loser looks again.
#[derive(Clone, Debug)]
pub struct Tables<O = HostEnvironment> {
    pub(super) env: O,
    pub(super) notifier: Notifier,
    pub(super) config: Arc<Config>,
}

const MOST_ATTEMPTS: u32 = 16;
/// Tables read at once when the lobby is filled.
const PAGE: u32 = 500;
/// How long the way from a left table of quick pairing to the one that was found is kept: longer
/// than anybody waits for an answer before asking again.
const TRACE_MS: i64 = 3_600_000;

/// What a change to a table comes to.
pub(super) enum Verdict {
    Keep,
    /// Nobody is left: the table goes.
    Remove,
}

impl Tables {
    pub fn new(store: Store, notifier: Notifier, config: Arc<Config>) -> Tables {
        Tables::with(HostEnvironment(store), notifier, config)
    }
}

impl<O: Environment> Tables<O> {
    pub fn with(env: O, notifier: Notifier, config: Arc<Config>) -> Tables<O> {
        Tables {
            env,
            notifier,
            config,
        }
    }

    pub async fn get(&self, id: MatchId) -> Result<Table, Refusal> {
        Ok(self.read(id).await?.0)
    }

    pub(super) async fn read(&self, id: MatchId) -> Result<(Table, i64), Refusal> {
        if id == MatchId::NONE {
            return Err(Refusal::unknown_table());
        }
        match self.env.row(&id).await? {
            Some(row) if row.status != parlor_store::MatchStatus::Aborted => {
                let table = parse(&row.body);
                if table.is_err() {
                    self.notifier.lobby.cannot_read(&id.to_string());
                }
                Ok((table?, row.version))
            }
            _ => Err(Refusal::unknown_table()),
        }
    }

    /// Lets a connection hear of every change until the start, and says how the table is now.
    pub async fn watch(
        &self,
        id: MatchId,
        player: Option<PlayerId>,
        outbox: &Outbox,
    ) -> Result<TableInfo, Refusal> {
        let mut table = self.get(id).await?;
        self.notifier.lobby.watch(&table, outbox.clone(), player);
        for _ in 0..MOST_ATTEMPTS {
            // It may have started between the two steps, or while the store was asked again: then
            // that was told already, and an older answer must not follow.
            table = self.get(id).await?;
            let started = matches!(table.status, Status::Running | Status::Over);
            if started || self.notifier.lobby.watches(id, outbox.conn()) {
                break;
            }
        }
        Ok(table.info(player))
    }

    /// Applies a change, again if somebody else changed the row meanwhile.
    pub(super) async fn change(
        &self,
        id: MatchId,
        apply: impl Fn(&mut Table) -> Result<Verdict, Refusal>,
    ) -> Result<Table, Refusal> {
        for _ in 0..MOST_ATTEMPTS {
            let (mut table, version) = self.read(id).await?;
            let before = table.status;
            let was = table.clone();
            let verdict = apply(&mut table)?;
            if let Verdict::Remove = verdict {
                match self.remove(&table, version).await {
                    Ok(()) => {
                        self.notifier.gone(id);
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
                self.begin_if_running(&mut table)?;
            }
            let update = update(&table, self.env.now_ms());
            match self.env.update(&id, version, &update).await {
                Ok(version) => {
                    self.notifier.changed(&table, version).await;
                    return Ok(table);
                }
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Refusal::busy())
    }

    /// A table of quick pairing leaves a trace, for copies of the command that opened it.
    async fn remove(&self, table: &Table, version: i64) -> Result<(), StoreError> {
        if !table.quick {
            return self.env.delete(&table.id, version).await;
        }
        let left = retired(table, self.env.now_ms());
        self.env.update(&table.id, version, &left).await?;
        Ok(())
    }

    pub async fn join(
        &self,
        player: &Player,
        id: MatchId,
        invite: Option<&str>,
        seat: Option<SeatChoice>,
        nonce: Option<Nonce>,
    ) -> Result<TableInfo, Refusal> {
        self.must_have_time(player.id).await?;
        let sitter = Sitter {
            player: player.id,
            name: player.name.clone(),
        };
        let blocked = self.env.blocked(player.id.0).await?;
        let table = self
            .change(id, |table| {
                table.must_not_meet(player.id, &blocked)?;
                table
                    .join(sitter.clone(), invite, seat, nonce)
                    .map(|()| Verdict::Keep)
            })
            .await?;
        Ok(table.info(Some(player.id)))
    }

    pub async fn leave(&self, player: PlayerId, id: MatchId) -> Result<TableInfo, Refusal> {
        let leave = |table: &mut Table| {
            let empty = table.leave(player)?;
            table.withdrawn = empty && table.quick;
            Ok(if empty {
                Verdict::Remove
            } else {
                Verdict::Keep
            })
        };
        Ok(self.change(id, leave).await?.info(Some(player)))
    }

    /// Leaves a table of quick pairing, unless another connection has taken up the wish or a
    /// partner has come.
    pub(super) async fn stop_waiting(
        &self,
        player: PlayerId,
        id: MatchId,
        connection: Option<&str>,
    ) -> Result<(), Refusal> {
        let leave = |table: &mut Table| {
            let waits = table.status == Status::Open && table.is_waited_for(player, connection);
            let empty = waits && table.leave(player)?;
            table.withdrawn = empty && connection.is_none();
            Ok(if empty {
                Verdict::Remove
            } else {
                Verdict::Keep
            })
        };
        match self.change(id, leave).await {
            Err(refusal) if !refusal.is_unknown_table() => Err(refusal),
            _ => Ok(()),
        }
    }

    pub async fn start(&self, player: PlayerId, id: MatchId) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.start_now(player)).await
    }

    pub async fn confirm(&self, player: PlayerId, id: MatchId) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.confirm(player)).await
    }

    pub async fn seat_bot(
        &self,
        player: PlayerId,
        id: MatchId,
        seat: Option<u8>,
        level: &str,
    ) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.seat_bot(player, seat, level))
            .await
    }

    pub async fn free_seat(
        &self,
        player: PlayerId,
        id: MatchId,
        seat: u8,
    ) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.free_seat(player, seat))
            .await
    }

    pub async fn seat_here(
        &self,
        player: PlayerId,
        id: MatchId,
        name: &str,
        seat: Option<u8>,
    ) -> Result<TableInfo, Refusal> {
        self.keep(player, id, |table| table.seat_here(player, name, seat))
            .await
    }

    /// The seat of somebody who has been away for long goes to a bot.
    pub async fn bot_take_over(
        &self,
        player: PlayerId,
        id: MatchId,
        seat: u8,
        level: &str,
    ) -> Result<TableInfo, Refusal> {
        let reader = Reader {
            player: Some(player),
            invite: None,
        };
        let matches = &self.notifier.matches;
        let away = matches.long_away(id, reader, Seat(seat)).await?;
        self.keep(player, id, |table| {
            table.hand_to_bot(player, seat, level, away)
        })
        .await
    }

    async fn keep(
        &self,
        player: PlayerId,
        id: MatchId,
        apply: impl Fn(&mut Table) -> Result<(), Refusal>,
    ) -> Result<TableInfo, Refusal> {
        let table = self
            .change(id, |table| apply(table).map(|()| Verdict::Keep))
            .await?;
        Ok(table.info(Some(player)))
    }

    /// A new table with the same settings; the first who asks makes it, the others join it.
    pub async fn rematch(&self, player: &Player, id: MatchId) -> Result<TableInfo, Refusal> {
        let old = self.finished(player.id, id).await?;
        if let Some(next) = old.rematch {
            match self.read(next).await {
                Ok((table, _)) => return self.join_rematch(player, &old, &table).await,
                // Whoever made it has left again: the next one makes another.
                Err(refusal) if refusal.is_unknown_table() => {}
                Err(refusal) => return Err(refusal),
            }
        }
        if old.screen && !old.is_host(player.id) {
            let message = "whoever's screen is shared asks for the next match";
            return Err(Refusal::new(Code::TableNotHost, message));
        }
        let mut new = old.again();
        new.seat = old.next_seat(player.id);
        let made = self.create_table(player, &new, None, None).await?;
        let linked = self
            .change(id, |table| {
                if table.rematch == old.rematch {
                    table.rematch = Some(made.id);
                }
                Ok(Verdict::Keep)
            })
            .await?;
        match linked.rematch {
            Some(next) if next != made.id => {
                // Somebody else was faster: go there instead.
                let _ = self.leave(player.id, made.id).await;
                let (table, _) = self.read(next).await?;
                self.join_rematch(player, &old, &table).await
            }
            _ => Ok(made.info(Some(player.id))),
        }
    }

    /// Sides change with a rematch; if somebody has the seat already, any other will do.
    async fn join_rematch(
        &self,
        player: &Player,
        old: &Table,
        next: &Table,
    ) -> Result<TableInfo, Refusal> {
        let seated = next.seat_of(player.id).is_some();
        let seat = old.next_seat(player.id).filter(|_| !seated);
        let invite = Some(next.invite.as_str());
        match self.join(player, next.id, invite, seat, None).await {
            Err(refusal) if matches!(refusal.code, Code::TableSeatTaken | Code::TableNoSeat) => {
                self.join(player, next.id, invite, None, None).await
            }
            joined => joined,
        }
    }

    /// Whoever was asked for a rematch declines, or whoever asked takes it back: the new table is
    /// closed if it has not begun, and the old one forgets it. At a table of more than two only its
    /// host can: the others play without whoever does not come.
    pub async fn decline_rematch(
        &self,
        player: PlayerId,
        id: MatchId,
    ) -> Result<TableInfo, Refusal> {
        let (old, _) = self.read(id).await?;
        if old.seat_of(player).is_none() {
            return Err(Refusal::not_seated());
        }
        let Some(next) = old.rematch else {
            return Ok(old.info(Some(player)));
        };
        let close = |table: &mut Table| {
            if matches!(table.status, Status::Running | Status::Over) {
                return Err(Refusal::new(Code::TableStarted, "the rematch has begun"));
            }
            if table.chairs.len() > 2 && !table.is_host(player) {
                let message = "at a table of many only the host takes the rematch back";
                return Err(Refusal::new(Code::TableNotHost, message));
            }
            Ok(Verdict::Remove)
        };
        match self.change(next, close).await {
            Err(refusal) if !refusal.is_unknown_table() => return Err(refusal),
            _ => {}
        }
        let forget = |table: &mut Table| {
            if table.rematch == Some(next) {
                table.rematch = None;
            }
            Ok(())
        };
        self.keep(player, id, forget).await
    }

    /// Fills the lobby, after a start or when news may have been missed. The running matches.
    pub async fn refresh(&self) -> Result<Vec<MatchId>, Refusal> {
        let mut missing: BTreeSet<MatchId> = self.notifier.lobby.ids().into_iter().collect();
        let mut running = Vec::new();
        for state in [
            parlor_store::MatchStatus::Open,
            parlor_store::MatchStatus::Ready,
            parlor_store::MatchStatus::Running,
        ] {
            let mut after: Option<Cursor> = None;
            loop {
                let rows = self.env.by_status(state, after.as_ref(), PAGE).await?;
                for row in &rows {
                    let Ok(table) = parse(&row.body) else {
                        self.notifier.lobby.cannot_read(&row.id);
                        continue;
                    };
                    if table.status == Status::Running {
                        running.push(table.id);
                    }
                    missing.remove(&table.id);
                    self.notifier.lobby.changed(&table, row.version);
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
            match self.read(id).await {
                Ok((table, version)) => self.notifier.lobby.changed(&table, version),
                Err(refusal) if refusal.is_unknown_table() => {
                    self.notifier.lobby.removed(id);
                }
                Err(refusal) => return Err(refusal),
            }
        }
        Ok(running)
    }

    /// Removes open tables nobody sits at any more, and the traces of those that were left.
    pub async fn purge(&self) -> Result<(), Refusal> {
        let now = self.env.now_ms();
        let open = parlor_store::MatchStatus::Open;
        for row in self.env.by_status(open, None, 1000).await? {
            let Ok(table) = parse(&row.body) else {
                continue;
            };
            let old = now - row.updated_ms > self.config.empty_table_minutes * 60_000;
            let unanswered = table.challenge.is_some() && now - row.created_ms > EXPIRES_MS;
            if unanswered || (old && table.people().next().is_none()) {
                self.drop_row(&row).await?;
            }
        }
        self.prune_codes().await?;
        let old = Cursor {
            created_ms: now - TRACE_MS,
            id: String::new(),
        };
        let left = parlor_store::MatchStatus::Aborted;
        for row in self.env.by_status(left, Some(&old), 1000).await? {
            self.drop_row(&row).await?;
        }
        Ok(())
    }

    async fn drop_row(&self, row: &MatchRow) -> Result<(), Refusal> {
        match self.env.delete(&row.id, row.version).await {
            Ok(()) => self.notifier.gone(MatchId::from_outside(&row.id)),
            Err(StoreError::Conflict | StoreError::NotFound) => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }

    /// The moment a table becomes a match: the order of seats is drawn, and the rules must accept
    /// it.
    pub(super) fn begin_if_running(&self, table: &mut Table) -> Result<(), Refusal> {
        if table.status != Status::Running || table.started_ms.is_some() {
            return Ok(());
        }
        table.draw_seats()?;
        table.opening(Seed([0; 32]))?;
        table.started_ms = Some(self.env.now_ms());
        Ok(())
    }
}
