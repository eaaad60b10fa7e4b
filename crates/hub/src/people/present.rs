use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_store::TokenHash;

use super::PlayerId;
use crate::matches::{ConnId, Outbox, Outgoing};

/// The connections that rest on a session, so that they end with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Present(Arc<Mutex<HashMap<ConnId, Visit>>>, Signs);

/// When somebody last asked something without a connection that stays.
type Signs = Arc<Mutex<HashMap<PlayerId, i64>>>;

/// Whoever asks now and then, as a program over HTTP does, is here.
const SIGN_MS: i64 = 10_000;

#[derive(Debug)]
struct Visit {
    player: PlayerId,
    session: TokenHash,
    outbox: Outbox,
}

impl Present {
    fn visits(&self) -> MutexGuard<'_, HashMap<ConnId, Visit>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn enter(&self, player: PlayerId, session: TokenHash, outbox: Outbox) {
        let visit = Visit {
            player,
            session,
            outbox,
        };
        self.visits().insert(visit.outbox.conn(), visit);
    }

    /// A sign of life.
    pub(super) fn seen(&self, player: PlayerId, now_ms: i64) {
        let mut signs = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        signs.insert(player, now_ms);
    }

    /// Everybody who is in the house at this node.
    pub(super) fn here(&self, now_ms: i64) -> HashSet<PlayerId> {
        let mut signs = self.1.lock().unwrap_or_else(PoisonError::into_inner);
        signs.retain(|_, at_ms| now_ms - *at_ms < SIGN_MS);
        let mut here: HashSet<PlayerId> = signs.keys().copied().collect();
        drop(signs);
        here.extend(self.visits().values().map(|visit| visit.player));
        here
    }

    pub(super) fn leave(&self, conn: ConnId) {
        self.visits().remove(&conn);
    }

    pub(super) fn end_session(&self, session: &TokenHash) {
        self.end(|visit| visit.session == *session);
    }

    pub(super) fn end_player(&self, player: PlayerId) {
        self.end(|visit| visit.player == player);
    }

    fn end(&self, ends: impl Fn(&Visit) -> bool) {
        self.visits().retain(|_, visit| {
            let ended = ends(visit);
            if ended {
                visit.outbox.send(Outgoing::SessionEnded);
            }
            !ended
        });
    }
}
