//! What is forgotten when its time is over.

use super::People;
use super::service::DAY_MS;
use crate::{Refusal, clock};

/// A name without a password or session that has taken no seat is free again after this; with a
/// session it is as long as the settings say.
const GONE_MS: i64 = 3_600_000;
const HOUR_MS: i64 = 3_600_000;
const MINUTE_MS: i64 = 60_000;
/// Matches whose chat is forgotten in one round.
const CHATS: u32 = 500;

impl People {
    /// Names that were never used for anything become free again.
    pub async fn tidy(&self) -> Result<(), Refusal> {
        self.gate.tidy();
        self.bans.read(&self.store).await?;
        let now = clock::now_ms();
        self.store.prune_sessions(now).await?;
        self.store.prune_passes(now).await?;
        self.store.prune_invites(now).await?;
        let pruned = self
            .store
            .prune_guests(now - GONE_MS, now - self.config.guest_days * DAY_MS)
            .await?;
        if pruned > 0 {
            tracing::info!(pruned, "names that never played are free again");
        }
        self.forget_old(now).await
    }

    /// What the settings say is kept for so long only.
    async fn forget_old(&self, now: i64) -> Result<(), Refusal> {
        // Asked every minute; once an hour is enough for what is counted in days.
        if now % HOUR_MS >= MINUTE_MS {
            return Ok(());
        }
        let (chat, audit) = (self.config.chat_days, self.config.audit_days);
        if chat > 0 {
            let pruned = self.store.prune_chat(now - chat * DAY_MS, CHATS).await?;
            if pruned > 0 {
                tracing::info!(pruned, "old chat is forgotten");
            }
        }
        if audit > 0 {
            let pruned = self.store.prune_audit(now - audit * DAY_MS).await?;
            if pruned > 0 {
                tracing::info!(pruned, "old acts of operators are forgotten");
            }
        }
        Ok(())
    }
}
