//! What a shard has done outside of itself.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{AnyState, Seat, Seed};
use parlor_store::{Appender, MatchUpdate, Store, StoreError};

use super::Outages;
use super::desk::Done;
use super::live::{Closing, Live, Manners, Saying, Spoken};
use crate::bots::{Cancel, Thinkers};
use crate::bus::{Around, Bus};
use crate::people::PlayerId;
use crate::protocol::{ChatLine, Status};
use crate::tables::{Lobby, Table};
use crate::{Config, Refusal, clock, random, ratings};

#[derive(Debug)]
pub(crate) struct Work {
    pub(crate) store: Store,
    pub(crate) appender: Appender,
    pub(crate) config: Arc<Config>,
    pub(crate) lobby: Lobby,
    pub(crate) outages: Outages,
    pub(crate) thinkers: Thinkers,
    pub(crate) bus: Bus,
}

const RECENT_CHAT: u32 = 100;
/// How long the others wait for what the node that wrote the last entry has begun, on top of the
/// time a bot may think.
const FALLBACK_MS: i64 = 5000;
const MOST_ATTEMPTS: u32 = 8;

impl Work {
    pub(super) fn manners(&self) -> Manners {
        let fallback_ms = if self.bus.is_alone() {
            0
        } else {
            FALLBACK_MS + self.config.bot_think_ms.max(self.config.bot_pause_ms) as i64
        };
        Manners {
            delay_ms: self.config.watch_delay_ms,
            grace_ms: self.config.grace_ms,
            fallback_ms,
        }
    }

    pub(super) fn around(&self) -> Option<Around> {
        self.bus.around()
    }

    pub(super) async fn load(&self, table: String) -> Done {
        let loaded = self.try_load(&table).await;
        if let Err(refusal) = &loaded {
            tracing::debug!(table, %refusal, "not loaded");
        }
        Done::Loaded(table, loaded.map(Box::new))
    }

    async fn try_load(&self, id: &str) -> Result<Live, Refusal> {
        let (table, version, seed) = self.row(id).await?.ok_or_else(Refusal::unknown_match)?;
        if !matches!(table.status, Status::Running | Status::Over) {
            return Err(Refusal::new(
                "match/not_started",
                "the match has not started yet",
            ));
        }
        let entries = self.store.entries(id, 0).await?;
        let last = self.store.last_chat_seq(id).await?;
        let chat = self
            .store
            .chat(id, last.saturating_sub(RECENT_CHAT), RECENT_CHAT)
            .await?;
        let chat = chat.into_iter().map(saying).collect();
        let house = (self.outages.clone(), self.manners());
        Live::load(table, version, seed, entries, chat, house, clock::now_ms())
    }

    async fn row(&self, id: &str) -> Result<Option<(Table, i64, Seed)>, Refusal> {
        if !random::is_id(id) {
            return Ok(None);
        }
        let Some(found) = self.store.match_by_id(id).await? else {
            return Ok(None);
        };
        let unreadable = || Refusal::new("match/corrupt", "the match cannot be read");
        let table: Table = serde_json::from_str(&found.row.body).map_err(|_| unreadable())?;
        let secret = found.secret.ok_or_else(unreadable)?;
        let seed = Seed(secret.0.as_slice().try_into().map_err(|_| unreadable())?);
        Ok(Some((table, found.row.version, seed)))
    }

    pub(super) async fn reread(&self, id: String) -> Done {
        let row = self.row(&id).await.ok().flatten();
        Done::Table(id, row.map(|(table, version, _)| (table, version)))
    }

    pub(super) async fn heads(&self, tables: Vec<String>) -> Done {
        let heads = self.store.heads(&tables).await;
        Done::Heads(heads.unwrap_or_else(|error| {
            tracing::warn!(%error, "the logs could not be looked at");
            Vec::new()
        }))
    }

    /// Chat lines after this one, some at a time.
    pub(super) async fn chat(&self, table: &str, after: u32) -> Option<Vec<Saying>> {
        match self.store.chat(table, after, RECENT_CHAT).await {
            Ok(rows) => Some(rows.into_iter().map(saying).collect()),
            Err(error) => {
                tracing::warn!(table, %error, "the chat could not be read");
                None
            }
        }
    }

    pub(super) async fn store_chat(&self, table: &str, mut saying: Saying) -> Spoken {
        for _ in 0..MOST_ATTEMPTS {
            let line = &saying.line;
            let row = parlor_store::ChatLine {
                seq: line.seq,
                at_ms: line.at_ms,
                player: saying.player.map_or(0, |player| player.0),
                name: line.name.clone(),
                seat: line.seat,
                text: line.text.clone(),
                cmd: saying.cmd.clone(),
            };
            match self.store.append_chat(table, &row).await {
                Ok(()) => return Spoken::Stored(saying),
                Err(StoreError::Conflict) => {
                    let by = saying.player.zip(saying.cmd.as_deref());
                    match self.after_conflict(table, by).await {
                        Ok(Some(next)) => saying.line.seq = next,
                        Ok(None) => return Spoken::Before,
                        Err(error) => {
                            tracing::error!(table, %error, "chat not stored");
                            return Spoken::Failed;
                        }
                    }
                }
                Err(error) => {
                    tracing::error!(table, %error, "chat not stored");
                    return Spoken::Failed;
                }
            }
        }
        Spoken::Failed
    }

    /// The next number of a chat line whose number was taken by another node; none if the line
    /// itself is there already.
    async fn after_conflict(
        &self,
        table: &str,
        by: Option<(PlayerId, &str)>,
    ) -> Result<Option<u32>, StoreError> {
        if let Some((player, cmd)) = by
            && self.store.was_said(table, player.0, cmd).await?
        {
            return Ok(None);
        }
        Ok(Some(self.store.last_chat_seq(table).await? + 1))
    }

    /// Writes the result and the ratings, once; keeps trying while the store is away.
    pub(super) async fn finish(&self, mut closing: Closing) -> Option<(Table, i64)> {
        let mut pause = Duration::from_millis(100);
        for _ in 0..MOST_ATTEMPTS {
            match self.try_finish(&closing).await {
                Ok(version) => {
                    metrics::counter!("parlor_matches_finished_total").increment(1);
                    self.lobby.changed(&closing.table, version);
                    return Some((closing.table, version));
                }
                Err(StoreError::Conflict) => {
                    // The row has moved on: somebody else finished it, or it was only changed.
                    let (table, version, _) = self.row(&closing.table.id).await.ok()??;
                    if table.status == Status::Over {
                        self.lobby.changed(&table, version);
                        return Some((table, version));
                    }
                    closing.version = version;
                }
                Err(error) => {
                    tracing::error!(table = closing.table.id, %error, "result not stored");
                    tokio::time::sleep(pause).await;
                    pause *= 2;
                }
            }
        }
        None
    }

    async fn try_finish(&self, closing: &Closing) -> Result<i64, StoreError> {
        let table = &closing.table;
        let now = clock::now_ms();
        let update = MatchUpdate {
            status: parlor_store::Status::Over,
            body: serde_json::to_string(table).unwrap_or_default(),
            secret: None,
            updated_ms: now,
            ended_ms: table.ended_ms,
            seats: None,
        };
        let seated: Vec<(u8, i64)> = table
            .chairs
            .iter()
            .enumerate()
            .filter_map(|(seat, chair)| Some((seat as u8, chair.sitter.as_ref()?.player.0)))
            .collect();
        let (seats, players): (Vec<u8>, Vec<i64>) = seated.into_iter().unzip();
        let category = ratings::category(&table.game, table.chairs.len());
        let settle = |standings| ratings::settle(closing, &seats, standings, now);
        let (version, _) = self
            .store
            .finish(
                &table.id,
                closing.version,
                &update,
                &category,
                &players,
                settle,
            )
            .await?;
        Ok(version)
    }

    /// Lets a bot think beside the sockets' threads.
    pub(super) async fn think(
        &self,
        state: Box<dyn AnyState>,
        seat: u8,
        level: String,
        cancel: Cancel,
    ) -> Option<String> {
        let pause = Duration::from_millis(self.config.bot_pause_ms);
        let started = tokio::time::Instant::now();
        let action = self.thinkers.play(state, Seat(seat), level, cancel).await;
        tokio::time::sleep_until(started + pause).await;
        action
    }
}

fn saying(row: parlor_store::ChatLine) -> Saying {
    Saying {
        line: ChatLine {
            seq: row.seq,
            at_ms: row.at_ms,
            name: row.name,
            seat: row.seat,
            text: row.text,
        },
        player: Some(PlayerId(row.player)),
        cmd: row.cmd,
    }
}
