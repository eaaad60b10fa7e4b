//! What matches want done outside, and when they want to be looked at again.

use std::future::Future;

use super::message::{Done, ToShard};
use super::{Shard, Slot, Thought};
use crate::bots::Cancel;
use crate::clock;
use crate::matches::live::{Effect, MatchAsk};

impl Shard {
    pub(super) fn carry_out(&mut self, table: &str, effects: Vec<Effect>) {
        for effect in effects {
            if let Effect::Append(entries) = effect {
                self.writing += 1;
                self.work.appender.hand_in(entries, &self.settled);
                continue;
            }
            let (work, table) = (self.work.clone(), table.to_owned());
            match effect {
                Effect::Append(_) => {}
                Effect::ReadOn { after } => self.spawn(async move {
                    let rows = work.entries(&table, after).await;
                    Done::ReadOn(table, rows)
                }),
                Effect::StoreChat(line, player, cmd) => self.spawn(async move {
                    let number = line.seq;
                    let spoken = work.store_chat(&table, line, player, cmd).await;
                    Done::Chat(table, number, spoken)
                }),
                Effect::Finish => {
                    let Some(Slot::Live(live)) = self.slots.get(&table) else {
                        continue;
                    };
                    let closing = live.closing(clock::now_ms());
                    self.spawn(async move {
                        let row = work.finish(closing).await;
                        Done::Finished(table, row)
                    });
                }
                // A match of bots alone would never let the house close.
                Effect::Think { .. } if self.stopping.is_some() => {}
                Effect::Think { seat, level, seq } => {
                    let Some(Slot::Live(live)) = self.slots.get(&table) else {
                        continue;
                    };
                    let state = live.matched().state().boxed_clone();
                    let cancel = Cancel::new();
                    let thoughts = self.thoughts.entry(table.clone()).or_default();
                    for old in thoughts.iter().filter(|it| it.seat == seat) {
                        old.cancel.cancel();
                    }
                    thoughts.push(Thought {
                        seat,
                        about: seq,
                        cancel: cancel.clone(),
                    });
                    self.spawn(async move {
                        let action = work.think(state, seat, level, cancel).await;
                        Done::Thought(table, seat, seq, action)
                    });
                }
                Effect::WakeAt(due) => self.arm(table, due),
            }
        }
    }

    fn arm(&mut self, table: String, due: i64) {
        if self.armed.get(&table).is_none_or(|&armed| due < armed) {
            self.armed.insert(table.clone(), due);
            self.alarms.insert((due, table));
        }
    }

    pub(super) fn spawn(&self, task: impl Future<Output = Done> + Send + 'static) {
        self.tasks.push(Box::pin(task));
    }

    /// Something is due: time ran out, an offer died, spectators may hear more.
    pub(super) fn ring(&mut self) {
        let now = clock::now_ms();
        while self.alarms.first().is_some_and(|(due, _)| *due <= now) {
            let Some((due, table)) = self.alarms.pop_first() else {
                break;
            };
            if self.armed.get(&table) != Some(&due) {
                continue;
            }
            self.armed.remove(&table);
            if let Some(Slot::Live(live)) = self.slots.get_mut(&table) {
                let mut effects = Vec::new();
                live.tick(now);
                if live.is_writing() {
                    continue;
                }
                live.ask(None, None, MatchAsk::TimeUp, now, &mut effects);
                if effects.is_empty() {
                    live.rest(now, &mut effects);
                }
                self.carry_out(&table, effects);
            } else {
                self.hear(ToShard::Wake { table });
            }
        }
    }
}
