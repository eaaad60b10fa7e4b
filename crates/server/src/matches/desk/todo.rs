//! What matches want done outside.

use parlor_engine::{AnyState, SeatSet};
use parlor_store::NewEntry;

use super::{Desk, Slot, Thought};
use crate::bots::Cancel;
use crate::bus::News;
use crate::matches::live::{Closing, Effect, Saying};

/// Work for whoever runs the desk; what comes of it is told with `Desk::done`.
#[derive(Debug)]
pub enum Todo {
    Append(Vec<NewEntry>),
    Load {
        table: String,
    },
    ReadOn {
        table: String,
        after: u32,
    },
    StoreChat {
        table: String,
        saying: Saying,
    },
    ReadChat {
        table: String,
        after: u32,
    },
    Finish {
        table: String,
        closing: Box<Closing>,
    },
    /// Read the table's row again.
    Reread {
        table: String,
    },
    Think {
        table: String,
        seat: u8,
        level: String,
        seq: u32,
        state: Box<dyn AnyState>,
        cancel: Cancel,
    },
    /// How far are the logs of these?
    Heads(Vec<String>),
    /// Nothing comes of these two.
    Publish(News),
    Turn {
        table: String,
        to_act: SeatSet,
    },
}

impl Desk {
    pub(super) fn carry_out(&mut self, table: &str, effects: Vec<Effect>, now_ms: i64) {
        for effect in effects {
            let table = table.to_owned();
            match effect {
                Effect::Append(entries) => self.todo.push(Todo::Append(entries)),
                Effect::ReadOn { after } => self.todo.push(Todo::ReadOn { table, after }),
                Effect::StoreChat(saying) => self.todo.push(Todo::StoreChat { table, saying }),
                Effect::ReadChat { after } => self.todo.push(Todo::ReadChat { table, after }),
                Effect::Publish(news) => self.publish(news),
                Effect::WakeAt(due) => self.arm(table, due),
                Effect::Finish => {
                    let Some(Slot::Live(live)) = self.slots.get(&table) else {
                        continue;
                    };
                    if let Some(closing) = live.closing(now_ms) {
                        let closing = Box::new(closing);
                        self.todo.push(Todo::Finish { table, closing });
                    }
                }
                // A match of bots alone would never let the house close.
                Effect::Think { .. } if self.stopping => {}
                Effect::Think { seat, level, seq } => self.think(table, seat, level, seq),
            }
        }
    }

    fn think(&mut self, table: String, seat: u8, level: String, seq: u32) {
        let Some(Slot::Live(live)) = self.slots.get(&table) else {
            return;
        };
        let cancel = Cancel::new();
        let thoughts = self.thoughts.entry(table.clone()).or_default();
        if thoughts.iter().any(|it| it.seat == seat && it.about == seq) {
            return;
        }
        for old in thoughts.iter().filter(|it| it.seat == seat) {
            old.cancel.cancel();
        }
        thoughts.push(Thought {
            seat,
            about: seq,
            cancel: cancel.clone(),
        });
        self.todo.push(Todo::Think {
            state: live.matched().state().boxed_clone(),
            table,
            seat,
            level,
            seq,
            cancel,
        });
    }

    /// A house of one node has nobody to tell.
    pub(super) fn publish(&mut self, news: News) {
        if !self.manners.is_alone() {
            self.todo.push(Todo::Publish(news));
        }
    }
}
