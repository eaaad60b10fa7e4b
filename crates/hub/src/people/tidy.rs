//! What is forgotten when its time is over.

use std::sync::atomic::Ordering;

use super::People;
use super::service::DAY_MS;
use crate::{Refusal, clock};

/// A name without a password or session that has taken no seat is free again after this; with a
/// session it is as long as the settings say.
const GONE_MS: i64 = 3_600_000;
const HOUR_MS: i64 = 3_600_000;
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
        // Asked every minute; once an hour is enough for what is counted in days. The first time counts:
        // some houses are open for an evening only.
        if now - self.forgot_ms.load(Ordering::Relaxed) < HOUR_MS {
            return Ok(());
        }
        self.forgot_ms.store(now, Ordering::Relaxed);
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use parlor_store::{AuditLine, Store};

    use super::*;
    use crate::Config;
    use crate::bus::{Bus, NodeId};
    use crate::matches::Vacations;

    async fn acts(people: &People) -> Vec<i64> {
        let lines = people.store.audit(i64::MAX, 9).await.unwrap();
        lines.iter().map(|line| line.id).collect()
    }

    #[tokio::test]
    async fn old_acts_go_at_the_first_look_and_then_every_hour() {
        let store = Store::connect("sqlite::memory:").await.unwrap();
        let now = clock::now_ms();
        let act = |id, days| AuditLine {
            id,
            at_ms: now - days * DAY_MS,
            actor: "Olga".to_owned(),
            act: "ban".to_owned(),
            target: "Bo".to_owned(),
            detail: "{}".to_owned(),
        };
        for (id, days) in [(1, 40), (2, 20)] {
            store.put_audit(&act(id, days)).await.unwrap();
        }
        let config = Config {
            audit_days: 30,
            ..Config::default()
        };
        let bus = Bus::alone(NodeId(1));
        let people = People::new(store.clone(), Arc::new(config), bus, Vacations::default());
        people.tidy().await.unwrap();
        assert_eq!(acts(&people).await, [2]);
        store.put_audit(&act(3, 31)).await.unwrap();
        people.forget_old(now + HOUR_MS / 2).await.unwrap();
        assert_eq!(acts(&people).await.len(), 2);
        people.forget_old(now + 2 * HOUR_MS).await.unwrap();
        assert_eq!(acts(&people).await, [2]);
    }
}
