//! What happens without being asked for: alarms, sweeps, and looking whether news were missed.

use std::collections::BTreeSet;

use parlor_store::Head;

use super::{Desk, Heard, Slot};
use crate::matches::live::MatchAsk;

/// Matches asked about in one query.
const HEADS: usize = 200;

impl Desk {
    pub(super) fn arm(&mut self, table: String, due: i64) {
        if self.armed.get(&table).is_none_or(|&armed| due < armed) {
            self.armed.insert(table.clone(), due);
            self.alarms.insert((due, table));
        }
    }

    /// When to call `ring`.
    pub fn next_alarm_ms(&self) -> Option<i64> {
        self.alarms.first().map(|&(due, _)| due)
    }

    /// Something is due: time ran out, an offer died, spectators may hear more.
    pub fn ring(&mut self, now_ms: i64) {
        while self.alarms.first().is_some_and(|(due, _)| *due <= now_ms) {
            let Some((due, table)) = self.alarms.pop_first() else {
                break;
            };
            if self.armed.get(&table) != Some(&due) {
                continue;
            }
            self.armed.remove(&table);
            if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                let mut effects = Vec::new();
                live.ring(now_ms, &mut effects);
                self.carry_out(&table, effects, now_ms);
            } else {
                self.hear(Heard::Wake { table }, now_ms);
            }
        }
    }

    /// How often `sweep` is to be called, in milliseconds.
    pub fn sweep_every_ms(&self) -> i64 {
        (self.manners.grace_ms / 3).clamp(100, 20_000)
    }

    /// Evicts what nobody looks at, says who is here, and lets absent players go where the table
    /// says so. A house that is `blind` cannot be told by other nodes who is with them.
    pub fn sweep(&mut self, blind: bool, now_ms: i64) {
        let mut gone = Vec::new();
        let mut left = Vec::new();
        let mut here = Vec::new();
        for (table, slot) in &mut self.slots {
            let Slot::Live(live) = slot else { continue };
            if live.is_idle(now_ms, self.idle_ms) {
                gone.push(table.clone());
                continue;
            }
            here.extend(live.here(now_ms));
            // A person who is not here may be elsewhere without anybody having heard of it.
            if !blind && let Some(seat) = live.overdue_absentee(now_ms) {
                left.push((table.clone(), seat));
            }
        }
        for news in here {
            self.publish(news);
        }
        for table in gone {
            self.forget(&table);
        }
        for (table, seat) in left {
            let ask = Heard::Ask {
                table: table.clone(),
                asker: None,
                id: None,
                what: MatchAsk::Left { seat },
            };
            self.handle(&table, ask, now_ms);
        }
        metrics::gauge!("parlor_shard_matches").set(self.slots.len() as f64);
    }

    /// Asks the store how far the logs of all matches in memory are.
    pub fn poll(&mut self) {
        let live = self.slots.iter();
        let live = live.filter(|(_, slot)| matches!(slot, Slot::Live(_)));
        let ids: Vec<String> = live.map(|(table, _)| table.clone()).collect();
        for some in ids.chunks(HEADS) {
            self.todo.push(super::Todo::Heads(some.to_vec()));
        }
    }

    pub(super) fn heads(&mut self, heads: Vec<Head>, now_ms: i64) {
        let mut changed = BTreeSet::new();
        for head in heads {
            let Some(Slot::Live(live)) = self.slots.get_mut(&head.id) else {
                continue;
            };
            let mut effects = Vec::new();
            live.heard_of(head.seq, &mut effects);
            live.heard_of_chat(head.chat_seq, &mut effects);
            if head.version > live.version {
                changed.insert(head.id.clone());
            }
            self.carry_out(&head.id, effects, now_ms);
        }
        for table in changed {
            self.todo.push(super::Todo::Reread { table });
        }
    }
}
