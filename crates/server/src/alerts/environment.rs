//! What telling people needs from outside: rows of the store, the time, chance, and the way out. A
//! simulation puts its own in their place.

use std::future::Future;

use parlor_alerts::{Message, SendError};
use parlor_hub::{clock, random};
use parlor_store::{Alert, Channel, StoreError};

use super::Alerts;

pub trait AlertEnvironment: Clone + Send + Sync + 'static {
    fn now_ms(&self) -> i64;

    fn pause(&self, ms: i64) -> impl Future<Output = ()> + Send;

    /// A number that nobody else draws.
    fn claim_number(&self) -> i64;

    /// Everybody with a channel in this state.
    fn people(&self, state: i64) -> impl Future<Output = Result<Vec<i64>, StoreError>> + Send;

    fn channels(
        &self,
        player: i64,
    ) -> impl Future<Output = Result<Vec<Channel>, StoreError>> + Send;

    fn channel(&self, id: &str)
    -> impl Future<Output = Result<Option<Channel>, StoreError>> + Send;

    fn set_channel_state(
        &self,
        id: &str,
        state: i64,
    ) -> impl Future<Output = Result<(), StoreError>> + Send;

    fn delete_channel(&self, id: &str) -> impl Future<Output = Result<(), StoreError>> + Send;

    /// When somebody wants to be told, as they have written it down.
    fn settings_of(
        &self,
        player: i64,
    ) -> impl Future<Output = Result<Option<String>, StoreError>> + Send;

    /// Whether it is new.
    fn insert_alert(&self, alert: &Alert) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn alerts_due(
        &self,
        now_ms: i64,
        limit: u32,
    ) -> impl Future<Output = Result<Vec<Alert>, StoreError>> + Send;

    fn claim_alert(
        &self,
        alert: &Alert,
        claim: i64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn postpone_alert(
        &self,
        alert: &Alert,
        claim: i64,
        due_ms: i64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn end_alert(
        &self,
        alert: &Alert,
        claim: i64,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    fn send(
        &self,
        channel: &Channel,
        message: &Message,
    ) -> impl Future<Output = Result<(), SendError>> + Send;
}

impl AlertEnvironment for Alerts {
    fn now_ms(&self) -> i64 {
        clock::now_ms()
    }

    async fn pause(&self, ms: i64) {
        let ms = u64::try_from(ms).unwrap_or_default();
        tokio::time::sleep(std::time::Duration::from_millis(ms)).await;
    }

    fn claim_number(&self) -> i64 {
        random::number()
    }

    async fn people(&self, state: i64) -> Result<Vec<i64>, StoreError> {
        self.0.store.players_with_channels(state).await
    }

    async fn channels(&self, player: i64) -> Result<Vec<Channel>, StoreError> {
        self.0.store.channels(player).await
    }

    async fn channel(&self, id: &str) -> Result<Option<Channel>, StoreError> {
        self.0.store.channel(id).await
    }

    async fn set_channel_state(&self, id: &str, state: i64) -> Result<(), StoreError> {
        self.0.store.set_channel_state(id, state).await
    }

    async fn delete_channel(&self, id: &str) -> Result<(), StoreError> {
        self.0.store.delete_channel(id).await.map(drop)
    }

    async fn settings_of(&self, player: i64) -> Result<Option<String>, StoreError> {
        self.0.store.alert_settings(player).await
    }

    async fn insert_alert(&self, alert: &Alert) -> Result<bool, StoreError> {
        self.0.store.insert_alert(alert).await
    }

    async fn alerts_due(&self, now_ms: i64, limit: u32) -> Result<Vec<Alert>, StoreError> {
        self.0.store.alerts_due(now_ms, limit).await
    }

    async fn claim_alert(&self, alert: &Alert, claim: i64) -> Result<bool, StoreError> {
        self.0.store.claim_alert(alert, claim).await
    }

    async fn postpone_alert(
        &self,
        alert: &Alert,
        claim: i64,
        due_ms: i64,
    ) -> Result<bool, StoreError> {
        self.0.store.postpone_alert(alert, claim, due_ms).await
    }

    async fn end_alert(&self, alert: &Alert, claim: i64) -> Result<bool, StoreError> {
        self.0.store.end_alert(alert, claim).await
    }

    async fn send(&self, channel: &Channel, message: &Message) -> Result<(), SendError> {
        self.send_to(channel, message).await
    }
}
