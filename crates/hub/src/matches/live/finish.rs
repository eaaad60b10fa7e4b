//! The end of a match: its result, and who has stayed away.

use parlor_engine::{Act, Claim, Outcome, Seat, SeatSet};

use super::LiveMatch;
use crate::protocol::Status;
use crate::tables::Table;

/// What is recorded of a finished match.
#[derive(Clone, Debug)]
pub struct FinishedMatch {
    pub table: Table,
    pub version: i64,
    pub outcome: Outcome,
    /// Take-backs granted to each seat.
    pub undos: Vec<i64>,
    /// Seats that left, or were left by their person; resigning is an end like any other.
    pub ran_away: SeatSet,
}

/// Seats that left, or were left by their person. Where the house has spoken, nobody did.
pub(crate) fn ran_away<'a>(acts: impl Iterator<Item = &'a Act>, table: &Table) -> SeatSet {
    let mut ran_away = SeatSet::EMPTY;
    for (place, chair) in table.chairs.iter().enumerate() {
        if chair.left {
            ran_away.insert(Seat(place as u8));
        }
    }
    for act in acts {
        match act {
            Act::Leave { seat } => ran_away.insert(*seat),
            Act::Claim {
                claim: Claim::Win,
                away,
                ..
            } => away.iter().for_each(|seat| ran_away.insert(seat)),
            Act::Ruling { .. } => return SeatSet::EMPTY,
            _ => {}
        }
    }
    ran_away
}

impl LiveMatch {
    /// Over in the log, but not yet recorded: a crash came in between.
    pub fn needs_finish(&self) -> bool {
        self.is_over() && self.table.status != Status::Over
    }

    /// `None` while the match runs.
    pub fn result(&self, now_ms: i64) -> Option<FinishedMatch> {
        let outcome = self.matched.state().outcome()?;
        let mut table = self.table.clone();
        table.status = Status::Over;
        table.ended_ms = Some(self.times.last().copied().unwrap_or(now_ms));
        table.outcome = Some(outcome.clone());
        let mut undos = vec![0; table.chairs.len()];
        for entry in self.matched.log() {
            if let Act::TakeBack { seat, .. } = entry.act
                && let Some(count) = undos.get_mut(seat.index())
            {
                *count += 1;
            }
        }
        let acts = self.matched.log().iter().map(|entry| &entry.act);
        let ran_away = ran_away(acts, &table);
        Some(FinishedMatch {
            table,
            version: self.version,
            outcome,
            undos,
            ran_away,
        })
    }

    /// A person who has been away too long at a table that is played live. Where no clock runs or
    /// moves may take hours, being away is no offence.
    pub fn overdue_absentee(&self, now_ms: i64) -> Option<Seat> {
        if !self.is_live() || self.is_over() || self.subscribers.is_empty() || self.is_busy() {
            return None;
        }
        let mut chairs = (0..).zip(&self.table.chairs);
        let overdue = |&(seat, chair): &(u8, &crate::tables::Chair)| {
            chair.sitter.is_some()
                && chair.bot.is_none()
                && !chair.left
                && self
                    .absent_since(seat)
                    .is_some_and(|since| now_ms - since >= self.leaves_after_ms())
                && self.matched.judge(Act::Leave { seat: Seat(seat) }).is_ok()
        };
        chairs.find(overdue).map(|(seat, _)| Seat(seat))
    }
}
