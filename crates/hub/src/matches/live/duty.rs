//! What a match needs without being asked: bots think, time runs out, results are recorded. In a
//! house of many nodes the one that wrote the last entry does it; the others watch, and take over
//! when nothing comes of it. The log decides if two do the same.

use super::super::offer::Offer;
use super::{Effect, LiveMatch, StorageRequest};
use crate::bots::Cancel;
use crate::matches::shard::BotTurn;
use parlor_engine::Seat;

/// A result could not be written: tried again after this.
const FINISH_AGAIN_MS: i64 = 10_000;

impl LiveMatch {
    /// What every change of the position entails.
    pub(super) fn after_entry(&mut self, now_ms: i64) {
        self.last_used_ms = now_ms;
        if self.offer.take().is_some() {
            self.tell_offer();
        }
    }

    /// This node made the last entry, or was told to look after the match.
    pub fn take_duty(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.duty_ms = None;
        if self.needs_finish() {
            if let Some(result) = self.result(now_ms) {
                let result = Box::new(result);
                effects.push(Effect::Storage(StorageRequest::Finish { result }));
            }
        } else if !self.is_over() {
            self.think(effects);
        }
        self.schedule(now_ms, effects);
    }

    /// Another node did: it is its duty, unless nothing comes of it.
    pub fn leave_duty(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        if self.policy.fallback_ms == 0 {
            return self.take_duty(now_ms, effects);
        }
        let due = self.needs_finish() || (!self.is_over() && self.bots_to_act().next().is_some());
        self.duty_ms = due.then_some(now_ms + self.policy.fallback_ms);
        self.schedule(now_ms, effects);
    }

    /// Just loaded: if the last entry is young, another node may be at it.
    pub fn begin(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        let young = |&at: &i64| now_ms - at < self.policy.fallback_ms;
        if self.times.last().is_some_and(young) {
            self.leave_duty(now_ms, effects);
        } else {
            self.take_duty(now_ms, effects);
        }
    }

    /// The result could not be written: not for now.
    pub fn finish_failed(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.duty_ms = Some(now_ms + FINISH_AGAIN_MS);
        self.schedule(now_ms, effects);
    }

    fn bots_to_act(&self) -> impl Iterator<Item = (Seat, &String)> {
        let acting = self.matched.state().to_act();
        (0..)
            .map(Seat)
            .zip(&self.table.chairs)
            .filter(move |&(seat, _)| acting.contains(seat))
            .filter_map(|(seat, chair)| Some((seat, chair.bot.as_ref()?)))
    }

    fn think(&self, effects: &mut Vec<Effect>) {
        effects.extend(self.bots_to_act().map(|(seat, level)| {
            Effect::Think(BotTurn {
                match_id: self.id(),
                seat,
                level: level.clone(),
                seq: self.seq(),
                state: self.matched.state().boxed_clone(),
                cancel: Cancel::new(),
            })
        }));
    }

    /// Asks to be woken when the next thing is due.
    pub fn schedule(&self, now_ms: i64, effects: &mut Vec<Effect>) {
        let running = !self.is_over();
        let due = [
            self.clocks
                .deadline(now_ms)
                .filter(|_| running && !self.ignores_time),
            self.held_back.next_ms(),
            self.spectators_due_ms(),
            self.offer.as_ref().map(Offer::dies_ms),
            self.duty_ms,
            self.read_again_ms,
            self.abandoned_ms(),
        ];
        if let Some(due) = due.into_iter().flatten().min() {
            let match_id = self.id();
            effects.push(Effect::WakeAt {
                match_id,
                due_ms: due,
            });
        }
    }

    /// Something is due.
    pub fn on_timer(&mut self, now_ms: i64, effects: &mut Vec<Effect>) {
        self.tick(now_ms);
        if self.read_again_ms.is_some_and(|due| due <= now_ms) {
            self.read_tail(effects);
        }
        // When the answer is here, everything is looked at again.
        if self.is_busy() {
            return;
        }
        if self.duty_ms.is_some_and(|due| due <= now_ms) {
            self.take_duty(now_ms, effects);
        }
        self.submit(None, None, super::MatchCommand::TimeUp, now_ms, effects);
        if self.abandoned_ms().is_some_and(|due| due <= now_ms) {
            self.submit(None, None, super::MatchCommand::Abandon, now_ms, effects);
        }
        if !self.is_busy() {
            self.schedule(now_ms, effects);
        }
    }
}
