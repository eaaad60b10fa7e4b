//! How long a player may think, and how it is told to stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use parlor_engine::{Chance, Fast};

use crate::level::Skill;

/// What one decision may cost. Whatever ends first ends the thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub time: Duration,
    /// Positions or playouts, on top of the level's own limit: with it and without a lack of time
    /// a decision can be repeated exactly.
    pub nodes: Option<u64>,
}

impl Budget {
    /// The longest time a caller may ask for.
    pub const LONGEST: Duration = Duration::from_secs(600);

    pub fn of_time(time: Duration) -> Budget {
        Budget { time, nodes: None }
    }

    /// As many nodes as this, however long they take (up to [`Budget::LONGEST`]).
    pub fn of_nodes(nodes: u64) -> Budget {
        Budget {
            time: Budget::LONGEST,
            nodes: Some(nodes),
        }
    }
}

impl Default for Budget {
    /// A second of one core.
    fn default() -> Budget {
        Budget::of_time(Duration::from_secs(1))
    }
}

/// Tells a thinking player that nobody waits for its answer any more.
#[derive(Clone, Default, Debug)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    pub fn new() -> Cancel {
        Cancel::default()
    }

    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The clock is read once in so many nodes.
const CLOCK_STRIDE: u64 = 256;

/// The effort of one decision while it is made: what was spent, what is left, and its chance.
#[derive(Debug)]
pub(crate) struct Effort {
    pub chance: Fast,
    cancel: Cancel,
    deadline: Instant,
    limit: u64,
    nodes: u64,
    is_over: bool,
}

impl Effort {
    pub fn new(budget: &Budget, skill: &Skill, seed: u64, cancel: &Cancel) -> Effort {
        Effort {
            chance: Fast::new(seed),
            cancel: cancel.clone(),
            deadline: Instant::now() + budget.time.min(Budget::LONGEST),
            limit: budget.nodes.unwrap_or(u64::MAX).min(skill.nodes),
            nodes: 0,
            is_over: false,
        }
    }

    /// One more node; whether there may be any.
    #[inline]
    pub fn spend(&mut self) -> bool {
        if self.nodes >= self.limit {
            self.is_over = true;
        } else if self.nodes.is_multiple_of(CLOCK_STRIDE) {
            self.look_at_clock();
        }
        self.nodes += u64::from(!self.is_over);
        !self.is_over
    }

    /// For work between nodes that takes long.
    pub fn look_at_clock(&mut self) {
        self.is_over |= self.cancel.is_cancelled() || Instant::now() >= self.deadline;
    }

    pub fn is_over(&self) -> bool {
        self.is_over
    }

    pub fn is_cancelled(&self) -> bool {
        self.cancel.is_cancelled()
    }

    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// No more nodes than this altogether.
    pub fn limit_to(&mut self, nodes: u64) {
        self.limit = self.limit.min(nodes);
    }

    /// How many nodes there may be altogether.
    pub fn limit(&self) -> u64 {
        self.limit
    }

    /// Whether something happens that does in `per_mille` of a thousand cases.
    pub fn happens(&mut self, per_mille: u32) -> bool {
        per_mille > 0 && self.chance.below(1000) < per_mille
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effort(budget: Budget, cancel: &Cancel) -> Effort {
        Effort::new(&budget, &Skill::FULL, 1, cancel)
    }

    #[test]
    fn nodes_are_counted_exactly() {
        let mut effort = effort(Budget::of_nodes(1000), &Cancel::new());
        while effort.spend() {}
        assert_eq!(effort.nodes(), 1000);
        assert!(!effort.spend());
    }

    #[test]
    fn no_time_means_no_node_and_a_huge_time_does_not_overflow() {
        let mut none = effort(Budget::of_time(Duration::ZERO), &Cancel::new());
        assert!(!none.spend());
        let mut huge = effort(Budget::of_time(Duration::MAX), &Cancel::new());
        assert!(huge.spend());
    }

    #[test]
    fn a_cancelled_effort_ends() {
        let cancel = Cancel::new();
        let mut effort = effort(Budget::of_nodes(u64::MAX), &cancel);
        assert!(effort.spend());
        cancel.cancel();
        let more = (0..10_000).filter(|_| effort.spend()).count();
        assert!(more < 256 && effort.is_over());
    }
}
