//! Days in a row.

use parlor_describe::ToSchema;
use parlor_store::PuzzleTry;
use serde::Serialize;

use super::{HINTED, LATER, SOLVED};

/// So many days are shown.
const WEEK: i64 = 7;

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Streak {
    /// Days in a row up to today, or up to yesterday while today's puzzle waits.
    pub now: u32,
    pub best: u32,
    /// The last seven, today at the end.
    pub week: Vec<Day>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub struct Day {
    /// Counted from 1 January 1970, by universal time.
    pub day: i64,
    /// What came of its puzzle.
    pub state: Option<String>,
}

/// A day counts if its puzzle was found, however often it was tried, but was not given up.
fn counts(state: &str) -> bool {
    matches!(state, SOLVED | HINTED | LATER)
}

impl Streak {
    /// From what was tried, the latest day first.
    pub(super) fn of(tries: &[PuzzleTry], today: i64) -> Streak {
        let days: Vec<(i64, &str)> = tries
            .iter()
            .filter_map(|it| Some((it.day?, it.state.as_str())))
            .collect();
        let (mut best, mut run, mut last) = (0, 0, None);
        let mut now = 0;
        for &(day, state) in days.iter().rev() {
            run = match (counts(state), last) {
                (false, _) => 0,
                (true, Some(before)) if before == day - 1 => run + 1,
                (true, _) => 1,
            };
            best = best.max(run);
            last = Some(day);
            now = if day >= today - 1 { run } else { 0 };
        }
        let state = |day| days.iter().find(|it| it.0 == day).map(|it| it.1.to_owned());
        let week = (today - WEEK + 1..=today).map(|day| Day {
            day,
            state: state(day),
        });
        Streak {
            now,
            best,
            week: week.collect(),
        }
    }
}
