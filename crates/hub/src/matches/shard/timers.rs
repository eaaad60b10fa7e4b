//! What happens without being asked for: timers, sweeps, and looking whether anything was missed.

use std::collections::{BTreeSet, HashMap};

use parlor_store::Head;

use super::{Effect, Shard, ShardMessage, Slot, StorageRequest};
use crate::MatchId;
use crate::matches::live::MatchCommand;

/// Matches asked about in one query.
const HEADS: usize = 200;

/// When to look at which match again; outlives the match's stay in memory.
#[derive(Debug, Default)]
pub(super) struct Timers {
    due: BTreeSet<(i64, MatchId)>,
    /// The earliest of each match, so that a quick match does not set thousands.
    earliest: HashMap<MatchId, i64>,
}

impl Timers {
    pub(super) fn set(&mut self, match_id: MatchId, due_ms: i64) {
        let earlier = |&set: &i64| set <= due_ms;
        if !self.earliest.get(&match_id).is_some_and(earlier) {
            self.earliest.insert(match_id, due_ms);
            self.due.insert((due_ms, match_id));
        }
    }

    fn pop(&mut self, now_ms: i64) -> Option<MatchId> {
        while self.due.first().is_some_and(|(due, _)| *due <= now_ms) {
            let (due, match_id) = self.due.pop_first()?;
            if self.earliest.get(&match_id) == Some(&due) {
                self.earliest.remove(&match_id);
                return Some(match_id);
            }
        }
        None
    }
}

impl Shard {
    /// When to call `on_timer`.
    pub fn next_timer_ms(&self) -> Option<i64> {
        self.timers.due.first().map(|&(due, _)| due)
    }

    /// Something is due: time ran out, an offer died, spectators may hear more.
    pub fn on_timer(&mut self, now_ms: i64) {
        while let Some(match_id) = self.timers.pop(now_ms) {
            if self.live(match_id).is_some() {
                self.with_live(match_id, |live, effects| live.on_timer(now_ms, effects));
            } else {
                self.receive(ShardMessage::Wake { match_id }, now_ms);
            }
        }
    }

    /// How often `sweep` is to be called, in milliseconds.
    pub fn sweep_every_ms(&self) -> i64 {
        (self.policy.grace_ms / 3).clamp(100, 20_000)
    }

    /// Evicts what nobody looks at, says who is here, and lets absent players go where the table
    /// says so. A house that is `blind` cannot be told by other nodes who is with them.
    pub fn sweep(&mut self, blind: bool, now_ms: i64) {
        let idle_ms = self.idle_ms;
        for match_id in self.in_memory() {
            let mut is_idle = false;
            self.with_live(match_id, |live, effects| {
                live.set_blind(blind);
                is_idle = live.is_idle(now_ms, idle_ms);
                if is_idle {
                    return;
                }
                effects.extend(live.presence(now_ms).map(Effect::Publish));
                // A person who is not here may be elsewhere without anybody having heard of it.
                if !blind && let Some(seat) = live.overdue_absentee(now_ms) {
                    let command = MatchCommand::Left { seat };
                    live.submit(None, None, command, now_ms, effects);
                }
            });
            if is_idle {
                self.unload(match_id);
            }
        }
    }

    fn in_memory(&self) -> Vec<MatchId> {
        let live = self.slots.iter();
        let live = live.filter(|(_, slot)| matches!(slot, Slot::Live(_)));
        live.map(|(&match_id, _)| match_id).collect()
    }

    /// Asks the store how far the logs of all matches in memory are.
    pub fn poll(&mut self) {
        for some in self.in_memory().chunks(HEADS) {
            let match_ids = some.to_vec();
            let read = StorageRequest::ReadHeads { match_ids };
            self.effects.push(Effect::Storage(read));
        }
    }

    pub(super) fn heads(&mut self, heads: Vec<Head>) {
        for head in heads {
            let match_id = MatchId::from_outside(&head.id);
            let mut changed = false;
            self.with_live(match_id, |live, effects| {
                live.hear_of(head.seq, effects);
                live.hear_of_chat(head.chat_seq, effects);
                changed = head.version > live.version;
            });
            if changed {
                self.read_table(match_id);
            }
        }
    }
}
