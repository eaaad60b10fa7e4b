use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::Table;
use crate::matches::{ConnId, Out, Outbox};
use crate::people::PlayerId;
use crate::protocol::{ServerMessage, Status, TableInfo};

/// The list of tables as everybody may see it, and who wants to hear of changes.
#[derive(Clone, Debug, Default)]
pub struct Lobby(Arc<Mutex<Inside>>);

#[derive(Debug, Default)]
struct Inside {
    tables: BTreeMap<String, TableInfo>,
    readers: Vec<Outbox>,
    /// Those who look at one table that has not started.
    watchers: HashMap<String, Vec<(Outbox, Option<PlayerId>)>>,
}

/// A list longer than this helps nobody.
const LONGEST_LIST: usize = 300;

impl Lobby {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends the list now and every change from now on.
    pub fn enter(&self, outbox: Outbox) {
        let mut inside = self.inside();
        let tables = inside.list();
        outbox.message(ServerMessage::Lobby { tables });
        inside
            .readers
            .retain(|it| it.conn != outbox.conn && !it.is_closed());
        inside.readers.push(outbox);
    }

    pub fn leave(&self, conn: ConnId) {
        let mut inside = self.inside();
        inside.readers.retain(|it| it.conn != conn);
        inside.watchers.retain(|_, watchers| {
            watchers.retain(|(it, _)| it.conn != conn);
            !watchers.is_empty()
        });
    }

    /// Tell this connection whenever the table changes, until it starts.
    pub fn watch(&self, table: &Table, outbox: Outbox, player: Option<PlayerId>) {
        outbox.message(ServerMessage::Table {
            table: table.info(player),
        });
        let mut inside = self.inside();
        let watchers = inside.watchers.entry(table.id.clone()).or_default();
        watchers.retain(|(it, _)| it.conn != outbox.conn && !it.is_closed());
        watchers.push((outbox, player));
    }

    pub fn list(&self) -> Vec<TableInfo> {
        self.inside().list()
    }

    pub fn changed(&self, table: &Table) {
        let mut inside = self.inside();
        if table.is_listed() {
            let info = table.info(None);
            inside.tables.insert(table.id.clone(), info.clone());
            inside.publish(ServerMessage::Table { table: info });
        } else if inside.tables.remove(&table.id).is_some() {
            inside.publish(ServerMessage::TableGone {
                id: table.id.clone(),
            });
        }
        if let Some(watchers) = inside.watchers.get(&table.id) {
            for (outbox, player) in watchers {
                outbox.message(ServerMessage::Table {
                    table: table.info(*player),
                });
            }
        }
        if matches!(table.status, Status::Running | Status::Over) {
            inside.watchers.remove(&table.id);
        }
    }

    pub fn gone(&self, id: &str) {
        let mut inside = self.inside();
        let message = ServerMessage::TableGone { id: id.to_owned() };
        for (outbox, _) in inside.watchers.remove(id).unwrap_or_default() {
            outbox.message(message.clone());
        }
        if inside.tables.remove(id).is_some() {
            inside.publish(message);
        }
    }

    pub fn counts(&self) -> (usize, usize) {
        let inside = self.inside();
        let running = inside
            .tables
            .values()
            .filter(|table| table.status == Status::Running)
            .count();
        (inside.tables.len() - running, running)
    }
}

impl Inside {
    /// Open tables first, then running ones; newest first.
    fn list(&self) -> Vec<TableInfo> {
        let mut tables: Vec<TableInfo> = self.tables.values().cloned().collect();
        tables.sort_by_key(|table| (table.status == Status::Running, -table.created_ms));
        tables.truncate(LONGEST_LIST);
        tables
    }

    fn publish(&mut self, message: ServerMessage) {
        self.readers.retain(|outbox| !outbox.is_closed());
        let message = Arc::new(message);
        for outbox in &self.readers {
            outbox.send(Out::Message(message.clone()));
        }
    }
}
