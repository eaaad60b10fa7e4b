//! What a position is worth to each seat, and whether a seat had a better move. A seat is judged by
//! what it could see.

use std::time::Duration;

use parlor_bots::BotError;
use parlor_engine::{AnyState, Fast, Meta, Seat, Stream, Viewer};

use super::review::Better;
use super::{Budget, Cancel, levels};
use crate::{Code, Refusal};

/// What a look at one position may cost: nodes, so that the same match is mostly reviewed the same
/// way, and time, so that there is something to see soon in every game.
const LOOK: Budget = Budget {
    time: Duration::from_millis(40),
    nodes: Some(20_000),
};
/// What the search for a better move may cost.
const SEARCH: Duration = Duration::from_millis(250);
/// Worlds and throws over which the outcome of a move is averaged.
const SAMPLES: u64 = 4;

pub(super) struct Judge {
    meta: &'static Meta,
    seats: u8,
}

impl Judge {
    pub(super) fn game(&self) -> &'static str {
        self.meta.id
    }

    pub(super) fn new(meta: &'static Meta, seats: u8) -> Judge {
        Judge { meta, seats }
    }

    pub(super) fn seats(&self) -> u8 {
        self.seats
    }

    /// How often a position has to be looked at.
    pub(super) fn views(&self) -> usize {
        if self.is_mirrored() {
            1
        } else {
            self.seats.into()
        }
    }

    /// Whether what one seat has the other lacks, and both see the same.
    fn is_mirrored(&self) -> bool {
        self.seats == 2 && !self.meta.hidden
    }

    fn worth(&self, state: &dyn AnyState, seat: Seat, cancel: &Cancel) -> Result<f64, Refusal> {
        self.worth_within(state, seat, &LOOK, cancel)
    }

    fn worth_within(
        &self,
        state: &dyn AnyState,
        seat: Seat,
        budget: &Budget,
        cancel: &Cancel,
    ) -> Result<f64, Refusal> {
        if let Some(outcome) = state.outcome() {
            return Ok(parlor_bots::points(&outcome, seat));
        }
        let view = state.view(Viewer::Seat(seat));
        parlor_bots::evaluate(self.meta.id, &view, seat, budget, 0, cancel)
            .map_err(|error| failed(&error))
    }

    /// Each seat's chance to win.
    pub(super) fn chances(
        &self,
        state: &dyn AnyState,
        cancel: &Cancel,
    ) -> Result<Vec<f64>, Refusal> {
        let all = (0..self.seats).map(Seat);
        if let Some(outcome) = state.outcome() {
            return Ok(all
                .map(|seat| parlor_bots::points(&outcome, seat))
                .collect());
        }
        if self.is_mirrored() {
            let first = self.worth(state, Seat(0), cancel)?;
            return Ok(vec![first, 1.0 - first]);
        }
        let each: Vec<f64> = all
            .map(|seat| self.worth(state, seat, cancel))
            .collect::<Result<_, _>>()?;
        Ok(shares(&each))
    }

    /// What the played action lost against the best that was found, and that one; nothing if it
    /// was the best, or if nobody could tell.
    pub(super) fn better(
        &self,
        before: &dyn AnyState,
        seat: Seat,
        played: &str,
        cancel: &Cancel,
    ) -> Result<Option<(f64, Better)>, Refusal> {
        let strongest = levels(self.meta.id)
            .last()
            .map_or("best", |level| level.name);
        let budget = Budget::of_time(SEARCH);
        let choice = parlor_bots::choose_in(before, seat, strongest, &budget, 0, cancel);
        let choice = match choice {
            Ok(choice) if choice.action != played && choice.trouble.is_none() => choice,
            Ok(_) | Err(BotError::NotToAct(_)) => return Ok(None),
            Err(error) => return Err(failed(&error)),
        };
        let chance = self.after(before, seat, &choice.action, cancel)?;
        let loss = chance - self.after(before, seat, played, cancel)?;
        let better = Better {
            action: choice.action,
            line: choice.line,
            chance,
            effect: None,
        };
        Ok(Some((loss, better)))
    }

    /// What an action is worth before its dice are known. Both actions of a comparison meet the
    /// same worlds and the same dice.
    fn after(
        &self,
        before: &dyn AnyState,
        seat: Seat,
        action: &str,
        cancel: &Cancel,
    ) -> Result<f64, Refusal> {
        let mut sum = 0.0;
        for sample in 0..self.samples() {
            let mut chance = Fast::new(sample);
            let mut world = before.imagine(Viewer::Seat(seat), &mut chance);
            world.act(seat, action, &mut chance)?;
            sum += self.worth(world.as_ref(), seat, cancel)?;
        }
        Ok(sum / self.samples() as f64)
    }

    /// Whether neither dice nor secrets stand between an action and what comes of it.
    pub(super) fn is_certain(&self) -> bool {
        !self.meta.dice && !self.meta.hidden
    }

    fn samples(&self) -> u64 {
        if self.is_certain() { 1 } else { SAMPLES }
    }

    /// The same of a line that may be a whole ply, within a budget for all samples together.
    pub(super) fn after_line(
        &self,
        before: &dyn AnyState,
        seat: Seat,
        line: &str,
        budget: &Budget,
        cancel: &Cancel,
    ) -> Result<f64, Refusal> {
        let samples = self.samples();
        let each = Budget {
            time: budget.time / samples as u32,
            nodes: budget.nodes.map(|nodes| (nodes / samples).max(1)),
        };
        let mut sum = 0.0;
        for sample in 0..samples {
            let world = before.imagine(Viewer::Seat(seat), &mut Fast::new(sample));
            let world = follow(world.as_ref(), seat, line, sample)?;
            sum += self.worth_within(world.as_ref(), seat, &each, cancel)?;
        }
        Ok(sum / samples as f64)
    }
}

/// The position after a line of one seat, with dice of a number.
pub(super) fn follow(
    state: &dyn AnyState,
    seat: Seat,
    line: &str,
    dice: u64,
) -> Result<Box<dyn AnyState>, Refusal> {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&dice.to_le_bytes());
    let mut last = None;
    state.play(seat, line, &|place| Stream::new(&key, place), &mut |it| {
        last = Some(it.state);
    })?;
    Ok(last.unwrap_or_else(|| state.boxed_clone()))
}

fn failed(error: &BotError) -> Refusal {
    Refusal::new(Code::ReviewFailed, error.to_string())
}

/// Each seat judges from what it sees; together their chances are 1.
fn shares(all: &[f64]) -> Vec<f64> {
    let sum: f64 = all.iter().sum();
    let even = 1.0 / all.len().max(1) as f64;
    all.iter()
        .map(|worth| if sum > 0.0 { worth / sum } else { even })
        .collect()
}
