//! What a desk needs from the store, and what to do when two nodes want the same. Knows no database:
//! a simulation puts its own in place of it.

use std::future::Future;

use parlor_engine::Seed;
use parlor_store::{
    ChatLine as ChatRow, Entry, Head, Match, MatchUpdate, Standing, Store, StoreError,
};

use super::Outages;
use super::desk::Done;
use super::live::{Closing, Live, Manners, Saying, Spoken};
use crate::people::PlayerId;
use crate::protocol::{ChatLine, Status};
use crate::tables::{Lobby, Table};
use crate::{Refusal, clock, random, ratings};

const RECENT_CHAT: u32 = 100;
const MOST_ATTEMPTS: u32 = 8;

/// The part of a store that matches need, and the time.
pub trait Shelf: Clone + Send + Sync + 'static {
    fn now_ms(&self) -> i64;

    fn pause(&self, ms: i64) -> impl Future<Output = ()> + Send;

    fn found(&self, id: &str) -> impl Future<Output = Result<Option<Match>, StoreError>> + Send;

    fn entries(
        &self,
        id: &str,
        after: u32,
    ) -> impl Future<Output = Result<Vec<Entry>, StoreError>> + Send;

    fn chat(
        &self,
        id: &str,
        after: u32,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<ChatRow>, StoreError>> + Send;

    fn last_chat_seq(&self, id: &str) -> impl Future<Output = Result<u32, StoreError>> + Send;

    fn was_said(
        &self,
        id: &str,
        player: i64,
        cmd: &str,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn append_chat(
        &self,
        id: &str,
        line: &ChatRow,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// The match's new version, if it had the one that is given; and standings of these players in
    /// this category.
    fn finish(
        &self,
        row: (&str, i64),
        update: &MatchUpdate,
        rated: (&str, &[i64]),
        rate: impl Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync + 'static,
    ) -> impl Future<Output = Result<i64, StoreError>> + Send;

    fn heads(&self, ids: &[String]) -> impl Future<Output = Result<Vec<Head>, StoreError>> + Send;
}

#[derive(Clone, Debug)]
pub struct Errands<S> {
    pub shelf: S,
    pub lobby: Lobby,
    pub outages: Outages,
    pub manners: Manners,
}

impl<S: Shelf> Errands<S> {
    pub async fn load(&self, table: String) -> Done {
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
        let entries = self.shelf.entries(id, 0).await?;
        let last = self.shelf.last_chat_seq(id).await?;
        let chat = self
            .shelf
            .chat(id, last.saturating_sub(RECENT_CHAT), RECENT_CHAT)
            .await?;
        let chat = chat.into_iter().map(saying).collect();
        let house = (self.outages.clone(), self.manners);
        Live::load(
            table,
            version,
            seed,
            entries,
            chat,
            house,
            self.shelf.now_ms(),
        )
    }

    async fn row(&self, id: &str) -> Result<Option<(Table, i64, Seed)>, Refusal> {
        if !random::is_id(id) {
            return Ok(None);
        }
        let Some(found) = self.shelf.found(id).await? else {
            return Ok(None);
        };
        let unreadable = || Refusal::new("match/corrupt", "the match cannot be read");
        let table: Table = serde_json::from_str(&found.row.body).map_err(|_| unreadable())?;
        let secret = found.secret.ok_or_else(unreadable)?;
        let seed = Seed(secret.0.as_slice().try_into().map_err(|_| unreadable())?);
        Ok(Some((table, found.row.version, seed)))
    }

    pub async fn reread(&self, id: String) -> Done {
        let row = self.row(&id).await.ok().flatten();
        Done::Table(id, row.map(|(table, version, _)| (table, version)))
    }

    pub async fn heads(&self, tables: Vec<String>) -> Done {
        let heads = self.shelf.heads(&tables).await;
        Done::Heads(heads.unwrap_or_else(|error| {
            tracing::warn!(%error, "the logs could not be looked at");
            Vec::new()
        }))
    }

    /// Chat lines after this one, some at a time.
    pub async fn chat(&self, table: &str, after: u32) -> Option<Vec<Saying>> {
        match self.shelf.chat(table, after, RECENT_CHAT).await {
            Ok(rows) => Some(rows.into_iter().map(saying).collect()),
            Err(error) => {
                tracing::warn!(table, %error, "the chat could not be read");
                None
            }
        }
    }

    pub async fn store_chat(&self, table: &str, mut saying: Saying) -> Spoken {
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
            match self.shelf.append_chat(table, &row).await {
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
            && self.shelf.was_said(table, player.0, cmd).await?
        {
            return Ok(None);
        }
        Ok(Some(self.shelf.last_chat_seq(table).await? + 1))
    }

    /// Writes the result and the ratings, once; keeps trying while the store is away.
    pub async fn finish(&self, mut closing: Closing) -> Option<(Table, i64)> {
        let mut pause = 100;
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
                    self.shelf.pause(pause).await;
                    pause *= 2;
                }
            }
        }
        None
    }

    async fn try_finish(&self, closing: &Closing) -> Result<i64, StoreError> {
        let (table, version) = (&closing.table, closing.version);
        let now = self.shelf.now_ms();
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
        let closing = closing.clone();
        let settle = move |standings| ratings::settle(&closing, &seats, standings, now);
        let row = (table.id.as_str(), version);
        let rated = (category.as_str(), players.as_slice());
        self.shelf.finish(row, &update, rated, settle).await
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

impl Shelf for Store {
    fn now_ms(&self) -> i64 {
        clock::now_ms()
    }

    async fn pause(&self, ms: i64) {
        tokio::time::sleep(std::time::Duration::from_millis(ms.unsigned_abs())).await;
    }

    async fn found(&self, id: &str) -> Result<Option<Match>, StoreError> {
        self.match_by_id(id).await
    }

    async fn entries(&self, id: &str, after: u32) -> Result<Vec<Entry>, StoreError> {
        Store::entries(self, id, after).await
    }

    async fn chat(&self, id: &str, after: u32, limit: u32) -> Result<Vec<ChatRow>, StoreError> {
        Store::chat(self, id, after, limit).await
    }

    async fn last_chat_seq(&self, id: &str) -> Result<u32, StoreError> {
        Store::last_chat_seq(self, id).await
    }

    async fn was_said(&self, id: &str, player: i64, cmd: &str) -> Result<bool, StoreError> {
        Store::was_said(self, id, player, cmd).await
    }

    async fn append_chat(&self, id: &str, line: &ChatRow) -> Result<(), StoreError> {
        Store::append_chat(self, id, line).await
    }

    async fn finish(
        &self,
        (id, expected): (&str, i64),
        update: &MatchUpdate,
        (category, players): (&str, &[i64]),
        rate: impl Fn(Vec<Standing>) -> Vec<Standing> + Send + Sync + 'static,
    ) -> Result<i64, StoreError> {
        let done = Store::finish(self, id, expected, update, category, players, rate);
        Ok(done.await?.0)
    }

    async fn heads(&self, ids: &[String]) -> Result<Vec<Head>, StoreError> {
        Store::heads(self, ids).await
    }
}
