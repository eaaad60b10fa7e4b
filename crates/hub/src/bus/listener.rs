//! What is heard on the bus goes to where it belongs.

use std::collections::BTreeSet;
use std::sync::Arc;

use futures_util::StreamExt;
use tokio::sync::watch;

use super::envelope::Envelope;
use super::join::Heard;
use super::{Bus, BusMessage, NodeId};
use crate::clock;
use crate::matches::Matches;
use crate::ops::Connections;
use crate::people::People;
use crate::tables::{Lobby, MOST_GUESTS};

/// Those who want to know.
#[derive(Clone, Debug)]
pub struct BusListener {
    pub bus: Bus,
    pub lobby: Lobby,
    pub matches: Matches,
    pub people: People,
    pub connections: Arc<Connections>,
}

impl BusListener {
    pub async fn listen(self, mut heard: Heard, mut closed: watch::Receiver<bool>) {
        let mut strangers = BTreeSet::new();
        loop {
            let payload = tokio::select! {
                _ = closed.changed() => return,
                payload = heard.next() => payload,
            };
            let Some(payload) = payload else {
                return;
            };
            let envelope: Envelope = match serde_json::from_slice(&payload) {
                Ok(envelope) => envelope,
                // A newer version may say more than this one understands.
                Err(error) => {
                    tracing::warn!(%error, "a message that cannot be read");
                    metrics::counter!("parlor_bus_unread_total").increment(1);
                    continue;
                }
            };
            metrics::counter!("parlor_bus_messages_total", "way" => "in")
                .increment(envelope.len() as u64);
            if self.bus.knows(envelope.from) {
                let from = envelope.from;
                for message in envelope.into_messages() {
                    self.deliver(from, message).await;
                }
            } else if envelope.from != self.bus.node() {
                self.bus.0.stranger.notify_one();
                if strangers.insert(envelope.from) {
                    let node = envelope.from.0;
                    tracing::warn!(
                        node,
                        "a message from a node that is not known in this database"
                    );
                }
                metrics::counter!("parlor_bus_strangers_total").increment(1);
            }
        }
    }

    async fn deliver(&self, from: NodeId, message: BusMessage) {
        self.lobby.heard(&message);
        match &message {
            BusMessage::Gone { .. } => return,
            BusMessage::SessionEnded { session } => return self.people.session_ended(session),
            BusMessage::SignedOut { player } => return self.people.signed_out(*player),
            BusMessage::Here { players } => {
                return self.lobby.hear_of(players, clock::now_ms());
            }
            BusMessage::BansChanged {} => {
                self.people.read_bans().await;
                return self.people.bans.hang_up(&self.connections);
            }
            BusMessage::Guests { guests } => {
                let guests = guests.iter().take(MOST_GUESTS).cloned().collect();
                return self.lobby.hear_guests(from, guests, clock::now_ms());
            }
            BusMessage::Declined { news } => return self.lobby.declined(news),
            BusMessage::Entries { .. }
            | BusMessage::Table { .. }
            | BusMessage::Chat { .. }
            | BusMessage::Offer { .. }
            | BusMessage::Presence { .. } => {}
        }
        self.matches.bus(from, message).await;
    }
}
