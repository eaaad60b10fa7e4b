//! What a shard has done outside of itself.

use std::sync::Arc;
use std::time::Duration;

use parlor_engine::{AnyState, Seat};
use parlor_store::{Appender, Store};

use super::live::Manners;
use super::{Errands, Outages};
use crate::Config;
use crate::bots::{Cancel, Thinkers};
use crate::bus::{Around, Bus};
use crate::tables::Lobby;

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

/// How long the others wait for what the node that wrote the last entry has begun, on top of the
/// time a bot may think.
const FALLBACK_MS: i64 = 5000;

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

    /// What can be had from the store.
    pub(super) fn errands(&self) -> Errands<Store> {
        Errands {
            shelf: self.store.clone(),
            lobby: self.lobby.clone(),
            outages: self.outages.clone(),
            manners: self.manners(),
        }
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
