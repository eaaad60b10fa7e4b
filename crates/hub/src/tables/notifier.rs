use super::{Lobby, Table};
use crate::MatchId;
use crate::bus::{Bus, BusMessage};
use crate::matches::Matches;
use crate::protocol::Status;

/// Tells everybody of a table that has changed: readers of the list, the match, other nodes.
#[derive(Clone, Debug)]
pub struct Notifier {
    pub lobby: Lobby,
    pub matches: Matches,
    pub bus: Bus,
}

impl Notifier {
    pub async fn changed(&self, table: &Table, version: i64) {
        self.lobby.changed(table, version);
        self.bus.publish_with(|| BusMessage::Table {
            table: Box::new(table.clone()),
            version,
        });
        self.matches.table_changed(table.id).await;
        // Its bots begin, and lists learn whose turn it is.
        if table.status == Status::Running {
            self.matches.wake(table.id).await;
        }
    }

    /// The table is no more.
    pub fn gone(&self, match_id: MatchId) {
        self.lobby.removed(match_id);
        self.bus.publish(BusMessage::Gone { match_id });
    }
}

impl Lobby {
    /// The notifier of another node tells of a table or a match: lists show it.
    pub fn heard(&self, message: &BusMessage) {
        match message {
            BusMessage::Entries {
                match_id, to_act, ..
            } => self.turn(*match_id, *to_act),
            BusMessage::Table { table, version } => self.changed(table, *version),
            BusMessage::Gone { match_id } => self.removed(*match_id),
            _ => {}
        }
    }
}
