//! Who belongs to the house: every node says in the database that it is there, sees who else is,
//! and looks after the matches of one that is gone.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;
use std::time::Duration;

use parlor_store::{Node, Store, StoreError};
use tokio::sync::watch;

use super::{Bus, NodeId};
use crate::matches::Outages;
use crate::{Hub, clock};

/// One node's place among the others.
#[derive(Clone, Debug)]
pub struct Members {
    store: Store,
    bus: Bus,
    outages: Outages,
    started_ms: i64,
}

const BEAT: Duration = Duration::from_secs(2);
/// A node that has not been seen for so long is gone.
const GONE_MS: i64 = 7000;
/// A silence of all nodes longer than this was an outage, and is charged to no clock.
const GAP_MS: i64 = 6000;
/// At this difference between clocks times in logs become unfair.
const SKEW_MS: i64 = 500;
/// How often clocks are compared, in beats.
const COMPARE: u32 = 30;
/// Strangers are looked up at most this often.
const HURRY: Duration = Duration::from_millis(500);
/// Matches of a node that is gone are loaded at this pace.
const PACE: (usize, Duration) = (100, Duration::from_millis(50));

impl Members {
    pub(crate) fn new(store: Store, bus: Bus, outages: Outages) -> Members {
        Members {
            store,
            bus,
            outages,
            started_ms: clock::now_ms(),
        }
    }

    /// Gives a sign of life. Whether a node that was there is gone.
    pub(crate) async fn greet(&self) -> Result<bool, StoreError> {
        let now = clock::now_ms();
        let outages = self.store.wake_up(now, GAP_MS).await?;
        self.outages
            .set(outages.iter().map(|it| (it.from_ms, it.to_ms)));
        let own = Node {
            id: self.bus.node().0,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            started_ms: self.started_ms,
            seen_ms: now,
        };
        let others = self.store.greet(&own, now - GONE_MS).await?;
        let alike = others.iter().all(|node| node.version == own.version);
        self.bus.0.alike.store(alike, Ordering::Relaxed);
        let others: BTreeSet<NodeId> = others.iter().map(|node| NodeId(node.id)).collect();
        metrics::gauge!("parlor_nodes").set((others.len() + 1) as f64);
        let mut known = self.bus.peers();
        for node in others.difference(&known) {
            tracing::info!(node = node.0, "another node is here");
            // What it said before now was not listened to.
            self.bus.unsettle(now);
        }
        let mut gone = false;
        for node in known.difference(&others) {
            tracing::warn!(node = node.0, "a node is gone");
            gone = true;
        }
        *known = others;
        Ok(gone)
    }

    /// By how much the database's clock is ahead of this machine's, give or take the way there.
    pub(crate) async fn skew_ms(&self) -> Result<i64, StoreError> {
        let before = clock::now_ms();
        let Some(theirs) = self.store.clock_ms().await? else {
            return Ok(0);
        };
        Ok(skew_ms(before, theirs, clock::now_ms()))
    }

    pub async fn stay(self, hub: Hub, mut closed: watch::Receiver<bool>) {
        for beat in 1.. {
            tokio::select! {
                _ = closed.changed() => break,
                () = tokio::time::sleep(BEAT) => {}
                () = self.bus.0.stranger.notified() => tokio::time::sleep(HURRY).await,
            }
            let greeted = self.greet().await;
            hub.health.stored(greeted.as_ref().err());
            if let Ok(true) = greeted {
                drop(tokio::spawn(patrol(hub.clone())));
            }
            if beat % COMPARE == 0
                && let Ok(skew) = self.skew_ms().await
            {
                metrics::gauge!("parlor_clock_skew_ms").set(skew as f64);
                if skew.abs() >= SKEW_MS {
                    tracing::warn!(skew, "this machine's clock differs from the database's");
                }
            }
        }
        if let Err(error) = self.store.depart(self.bus.node().0).await {
            tracing::warn!(%error, "this node could not sign off");
        }
    }
}

/// By how much a clock that was read between these two times of ours is ahead. Inside that span it
/// may be right.
fn skew_ms(before: i64, theirs: i64, after: i64) -> i64 {
    (theirs - after).max(0) + (theirs - before).min(0)
}

/// Sees to every running match: bots think, time runs, and results are written.
pub async fn patrol(hub: Hub) {
    match hub.tables.refresh().await {
        Ok(running) => {
            for some in running.chunks(PACE.0) {
                for &match_id in some {
                    hub.matches.wake(match_id).await;
                }
                tokio::time::sleep(PACE.1).await;
            }
        }
        Err(refusal) => tracing::error!(%refusal, "the lobby could not be read"),
    }
}

impl Bus {
    /// Whether this node works on the same database.
    pub(super) fn knows(&self, node: NodeId) -> bool {
        self.peers().contains(&node)
    }
}

#[cfg(test)]
mod tests {
    use super::skew_ms;

    #[test]
    fn clocks_are_compared() {
        assert_eq!(skew_ms(1_000, 1_005, 1_010), 0);
        assert_eq!(skew_ms(1_000, 4_010, 1_010), 3_000);
        assert_eq!(skew_ms(5_000, 1_000, 5_010), -4_000);
    }
}
