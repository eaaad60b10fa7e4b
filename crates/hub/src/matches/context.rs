//! What a shard's effects are carried out with.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::Seq;
use parlor_store::{Appender, Store};

use super::live::MatchPolicy;
use super::shard::{BotTurn, Completion};
use super::{Outages, Repository, Vacations};
use crate::Config;
use crate::bots::BotPool;
use crate::bus::Bus;
use crate::environment::HostEnvironment;
use crate::tables::Lobby;

#[derive(Debug)]
pub struct ShardContext {
    pub store: Store,
    pub appender: Appender,
    pub config: Arc<Config>,
    pub lobby: Lobby,
    pub outages: Outages,
    pub vacations: Vacations,
    pub bot_pool: BotPool,
    pub bus: Bus,
}

/// How long the others wait for what the node that wrote the last entry has begun, on top of the
/// time a bot may think.
const FALLBACK_MS: i64 = 5000;
const MOST_ENTRIES: Seq = Seq(50_000);

impl ShardContext {
    pub(super) fn policy(&self) -> MatchPolicy {
        let fallback_ms = if self.bus.is_alone() {
            0
        } else {
            FALLBACK_MS + self.config.bot_think_ms.max(self.config.bot_pause_ms) as i64
        };
        MatchPolicy {
            most_entries: MOST_ENTRIES,
            abandoned_ms: i64::from(self.config.abandoned_days) * 86_400_000,
            delay_ms: self.config.watch_delay_ms,
            grace_ms: self.config.grace_ms,
            fallback_ms,
        }
    }

    pub(super) fn repository(&self) -> Repository<HostEnvironment> {
        Repository {
            env: HostEnvironment(self.store.clone()),
            lobby: self.lobby.clone(),
            outages: self.outages.clone(),
            vacations: self.vacations.clone(),
            policy: self.policy(),
        }
    }

    /// Lets a bot think beside the sockets' threads.
    pub(super) async fn think(&self, turn: BotTurn) -> Completion {
        let BotTurn {
            match_id,
            seat,
            level,
            seq,
            state,
            cancel,
        } = turn;
        let pause = Duration::from_millis(self.config.bot_pause_ms);
        let started = tokio::time::Instant::now();
        let people = self.lobby.people_at(match_id);
        let action = self
            .bot_pool
            .play(&people, state, seat, level, cancel)
            .await;
        tokio::time::sleep_until(started + pause).await;
        Completion::Thought {
            match_id,
            seat,
            seq,
            action,
        }
    }
}
