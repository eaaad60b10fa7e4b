//! Bots at work on positions of this shard's matches.

use std::collections::HashMap;

use parlor_engine::{Seat, Seq};

use super::BotTurn;
use crate::MatchId;
use crate::bots::Cancel;

#[derive(Debug, Default)]
pub(super) struct Thinking(HashMap<MatchId, Vec<Thought>>);

#[derive(Debug)]
struct Thought {
    seat: Seat,
    seq: Seq,
    cancel: Cancel,
}

impl Thinking {
    /// False if this seat thinks about this position already.
    pub(super) fn begin(&mut self, turn: &BotTurn) -> bool {
        let thoughts = self.0.entry(turn.match_id).or_default();
        let own = |it: &&Thought| it.seat == turn.seat;
        if thoughts.iter().filter(own).any(|it| it.seq == turn.seq) {
            return false;
        }
        for old in thoughts.iter().filter(own) {
            old.cancel.cancel();
        }
        thoughts.push(Thought {
            seat: turn.seat,
            seq: turn.seq,
            cancel: turn.cancel.clone(),
        });
        true
    }

    pub(super) fn ended(&mut self, match_id: MatchId, seat: Seat, seq: Seq) {
        if let Some(thoughts) = self.0.get_mut(&match_id) {
            thoughts.retain(|it| (it.seat, it.seq) != (seat, seq));
            if thoughts.is_empty() {
                self.0.remove(&match_id);
            }
        }
    }

    /// What was thought about an earlier position is of no use.
    pub(super) fn moved_on(&self, match_id: MatchId, seq: Seq) {
        let thoughts = self.0.get(&match_id).into_iter().flatten();
        for thought in thoughts.filter(|it| it.seq < seq) {
            thought.cancel.cancel();
        }
    }

    pub(super) fn forget(&mut self, match_id: MatchId) {
        for thought in self.0.remove(&match_id).into_iter().flatten() {
            thought.cancel.cancel();
        }
    }

    pub(super) fn cancel_all(&self) {
        for thought in self.0.values().flatten() {
            thought.cancel.cancel();
        }
    }
}
