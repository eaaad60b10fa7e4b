use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_store::TokenHash;

use super::PlayerId;
use crate::matches::{ConnId, Outbox, Outgoing};

/// The connections that rest on a session, so that they end with it.
#[derive(Clone, Debug, Default)]
pub(super) struct Present(Arc<Mutex<HashMap<ConnId, Visit>>>);

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
