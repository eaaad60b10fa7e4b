//! What matches have read and written besides their entries, and what to do when two nodes want the
//! same. Knows no database: a simulation puts its own environment in place of it.

use std::panic::{AssertUnwindSafe, catch_unwind};

use parlor_engine::{Seed, Seq};
use parlor_store::{MatchRowUpdate, StoreError};

use super::live::{ChatMessage, ChatResult, FinishedMatch, LiveMatch, MatchPolicy};
use super::shard::{Completion, StorageRequest, TableRow};
use super::{Outages, Vacations};
use crate::environment::Environment;
use crate::people::PlayerId;
use crate::protocol::{ChatLine, Status};
use crate::tables::{Lobby, Table};
use crate::{Code, CommandId, MatchId, Refusal, ratings};

const RECENT_CHAT: u32 = 100;
const MOST_ATTEMPTS: u32 = 8;
/// A log that takes longer to fold than a hand-over to another thread.
const LONG: usize = 200;

#[derive(Clone, Debug)]
pub struct Repository<E> {
    pub env: E,
    pub lobby: Lobby,
    pub outages: Outages,
    pub vacations: Vacations,
    pub policy: MatchPolicy,
}

impl<E: Environment> Repository<E> {
    /// Carries out what a match wants of the store.
    pub async fn perform(&self, request: StorageRequest) -> Completion {
        match request {
            StorageRequest::Load { match_id } => {
                let result = self.load(match_id).await;
                if let Err(refusal) = &result {
                    tracing::debug!(%match_id, %refusal, "not loaded");
                }
                let result = result.map(Box::new);
                Completion::Loaded { match_id, result }
            }
            StorageRequest::ReadLog { match_id, after } => {
                let result = self.env.entries(&match_id, after).await;
                Completion::LogRead { match_id, result }
            }
            StorageRequest::StoreChat { match_id, message } => {
                let result = self.store_chat(match_id, message).await;
                Completion::ChatStored { match_id, result }
            }
            StorageRequest::ReadChat { match_id, after } => {
                let messages = self.chat(match_id, after).await;
                Completion::ChatRead { match_id, messages }
            }
            StorageRequest::Finish { result } => {
                let match_id = result.table.id;
                let row = self.finish(*result).await;
                Completion::Finished { match_id, row }
            }
            StorageRequest::ReadTable { match_id } => {
                let row = self.row(match_id).await.ok().flatten().map(|(row, _)| row);
                Completion::TableRead { match_id, row }
            }
            StorageRequest::ReadHeads { match_ids } => {
                let ids: Vec<String> = match_ids.iter().map(MatchId::to_string).collect();
                let heads = self.env.heads(&ids).await.unwrap_or_else(|error| {
                    tracing::warn!(%error, "the logs could not be looked at");
                    Vec::new()
                });
                Completion::HeadsRead { heads }
            }
        }
    }

    async fn load(&self, match_id: MatchId) -> Result<LiveMatch, Refusal> {
        let found = self.row(match_id).await?;
        let (row, seed) = found.ok_or_else(Refusal::unknown_match)?;
        if !matches!(row.table.status, Status::Running | Status::Over) {
            return Err(Refusal::new(
                Code::MatchNotStarted,
                "the match has not started yet",
            ));
        }
        let entries = self.env.entries(&match_id, Seq::START).await?;
        let last = self.env.last_chat_seq(&match_id).await?;
        let chat = if last == 0 {
            Vec::new()
        } else {
            let first = last.saturating_sub(RECENT_CHAT);
            self.env.chat(&match_id, first, RECENT_CHAT).await?
        };
        let chat = chat.into_iter().map(message_of).collect();
        let (policy, away) = (self.policy, (self.outages.clone(), self.vacations.clone()));
        let now_ms = self.env.now_ms();
        let is_long = entries.len() > LONG;
        // Rules that panic while a log is folded cost this match, not the one who folds it.
        let fold = move || {
            let fold = || LiveMatch::load(row, seed, entries, chat, away, policy, now_ms);
            catch_unwind(AssertUnwindSafe(fold)).unwrap_or_else(|_| {
                tracing::error!(%match_id, "a match failed while its log was folded");
                Err(Refusal::match_failed())
            })
        };
        // The other matches of the shard do not wait for a long one.
        if is_long {
            self.env.aside(fold).await
        } else {
            fold()
        }
    }

    async fn row(&self, match_id: MatchId) -> Result<Option<(TableRow, Seed)>, Refusal> {
        if match_id == MatchId::NONE {
            return Ok(None);
        }
        let Some(found) = self.env.row_and_seed(&match_id).await? else {
            return Ok(None);
        };
        let unreadable = || Refusal::new(Code::MatchCorrupt, "the match cannot be read");
        let table: Table = serde_json::from_str(&found.row.body).map_err(|_| unreadable())?;
        let secret = found.secret.ok_or_else(unreadable)?;
        let seed = Seed(secret.0.as_slice().try_into().map_err(|_| unreadable())?);
        let version = found.row.version;
        Ok(Some((TableRow { table, version }, seed)))
    }

    /// Chat lines after this one, some at a time.
    async fn chat(&self, match_id: MatchId, after: u32) -> Option<Vec<ChatMessage>> {
        match self.env.chat(&match_id, after, RECENT_CHAT).await {
            Ok(rows) => Some(rows.into_iter().map(message_of).collect()),
            Err(error) => {
                tracing::warn!(%match_id, %error, "the chat could not be read");
                None
            }
        }
    }

    async fn store_chat(&self, match_id: MatchId, mut message: ChatMessage) -> ChatResult {
        for _ in 0..MOST_ATTEMPTS {
            let stored = self.env.append_chat(&match_id, &row_of(&message)).await;
            let next = match stored {
                Ok(()) => return ChatResult::Stored(message),
                Err(StoreError::Conflict) => {
                    let by = message.player.zip(message.command_id.as_deref());
                    self.after_conflict(match_id, by).await
                }
                Err(error) => Err(error),
            };
            match next {
                Ok(Some(next)) => message.line.seq = next,
                Ok(None) => return ChatResult::Before,
                Err(error) => {
                    crate::ops::store_failed("what is said cannot be stored", &error);
                    return ChatResult::Failed;
                }
            }
        }
        ChatResult::Failed
    }

    /// The next number of a chat line whose number was taken by another node; none if the line
    /// itself is there already.
    async fn after_conflict(
        &self,
        match_id: MatchId,
        by: Option<(PlayerId, &str)>,
    ) -> Result<Option<u32>, StoreError> {
        if let Some((player, command)) = by
            && self.env.was_said(&match_id, player.0, command).await?
        {
            return Ok(None);
        }
        Ok(Some(self.env.last_chat_seq(&match_id).await? + 1))
    }

    /// Writes the result and the ratings, once; keeps trying while the store is away.
    async fn finish(&self, mut result: FinishedMatch) -> Option<TableRow> {
        let mut pause = 100;
        for _ in 0..MOST_ATTEMPTS {
            match self.try_finish(&result).await {
                Ok(version) => {
                    metrics::counter!("parlor_matches_finished_total").increment(1);
                    self.lobby.changed(&result.table, version);
                    let table = result.table;
                    return Some(TableRow { table, version });
                }
                Err(StoreError::Conflict) => {
                    // The row has moved on: somebody else finished it, or it was only changed.
                    let (row, _) = self.row(result.table.id).await.ok()??;
                    if row.table.status == Status::Over {
                        self.lobby.changed(&row.table, row.version);
                        return Some(row);
                    }
                    result.version = row.version;
                }
                Err(error) => {
                    tracing::error!(match_id = %result.table.id, %error, "result not stored");
                    self.env.pause(pause).await;
                    pause *= 2;
                }
            }
        }
        None
    }

    async fn try_finish(&self, result: &FinishedMatch) -> Result<i64, StoreError> {
        let (table, version) = (&result.table, result.version);
        let now = self.env.now_ms();
        let update = MatchRowUpdate {
            status: parlor_store::MatchStatus::Over,
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
            // What happens at one screen is in nobody's books.
            .filter(|_| !table.screen)
            .collect();
        let (seats, players): (Vec<u8>, Vec<i64>) = seated.into_iter().unzip();
        let category = ratings::category(&table.game, table.chairs.len());
        let result = result.clone();
        let settle = move |standings| ratings::settle(&result, &seats, standings, now);
        let row = (table.id.as_str(), version);
        let rated = (category.as_str(), players.as_slice());
        self.env.finish(row, &update, rated, settle).await
    }
}

fn message_of(row: parlor_store::ChatLine) -> ChatMessage {
    ChatMessage {
        line: ChatLine {
            seq: row.seq,
            at_ms: row.at_ms,
            name: row.name,
            seat: row.seat,
            text: row.text,
        },
        player: Some(PlayerId(row.player)),
        command_id: row.cmd.as_deref().map(CommandId::from),
    }
}

fn row_of(message: &ChatMessage) -> parlor_store::ChatLine {
    let line = &message.line;
    parlor_store::ChatLine {
        seq: line.seq,
        at_ms: line.at_ms,
        player: message.player.map_or(0, |player| player.0),
        name: line.name.clone(),
        seat: line.seat,
        text: line.text.clone(),
        cmd: message.command_id.as_deref().map(str::to_owned),
    }
}
