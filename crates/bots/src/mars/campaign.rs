//! The search: every action that promises something is followed by playouts in which both sides
//! do what promises most; what they bring on average decides.
//!
//! There is no tree: a town falls after many actions of both sides, and playouts that reach so
//! far tell more than an exact look at the next two.

use parlor_engine::{Chance, Fast};

use super::doctrine::doctrine;
use super::field::{Field, Order};
use super::promise::Glance;
use super::standing;

/// Actions that are looked at.
const PROPOSED: usize = 24;
/// How sharply a better promise is preferred.
const SHARPNESS: f64 = 0.9;
/// How much an action that was seldom tried is preferred.
const CURIOSITY: f64 = 0.7;
/// In points: how far a first thought strays from what promises most. Without it a side that
/// sees nothing to do would go to and fro.
const CAPRICE: f64 = 0.3;

fn caprice(chance: &mut Fast) -> f64 {
    CAPRICE / 256.0 * f64::from(chance.below(256))
}

/// An action that is looked at.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    pub order: Order,
    prior: f64,
    pub visits: f64,
    total: f64,
}

impl Plan {
    /// The chance to win that its playouts showed.
    pub fn mean(&self) -> f64 {
        self.total / self.visits.max(1.0)
    }
}

/// The actions worth a thought, the most promising first.
pub(crate) fn plans(field: &Field, chance: &mut Fast) -> Vec<Plan> {
    let side = field.mover();
    let mut all = Vec::new();
    Glance::new(field, doctrine(side), side).each(|order, promise| {
        all.push((promise + caprice(chance), order));
    });
    all.sort_by(|a, b| b.0.total_cmp(&a.0));
    all.truncate(PROPOSED);
    let top = all.first().map_or(0.0, |first| first.0);
    let weight = |promise: f64| (SHARPNESS * (promise - top)).exp();
    let sum: f64 = all.iter().map(|&(promise, _)| weight(promise)).sum();
    all.into_iter()
        .map(|(promise, order)| Plan {
            order,
            prior: weight(promise) / sum,
            visits: 0.0,
            total: 0.0,
        })
        .collect()
}

/// What promises most, give or take a little.
fn reply(field: &Field, chance: &mut Fast) -> Option<Order> {
    let side = field.mover();
    let mut best: Option<(f64, Order)> = None;
    Glance::new(field, doctrine(side), side).each(|order, promise| {
        let value = promise + caprice(chance);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, order));
        }
    });
    best.map(|(_, order)| order)
}

/// The chance of a side after so many further actions.
pub(crate) fn playout(field: &mut Field, side: usize, depth: u32, chance: &mut Fast) -> f64 {
    for _ in 0..depth {
        if field.is_over() {
            break;
        }
        let Some(order) = reply(field, chance) else {
            break;
        };
        field.play(order, chance);
    }
    let soviets = standing::chance(field);
    if side == 0 { soviets } else { 1.0 - soviets }
}

/// What all playouts brought.
#[derive(Clone, Copy, Default)]
struct Results {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Results {
    fn add(&mut self, value: f64) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// Success on the scale of what is usual here, 0.5 being average, and curiosity. What decides
    /// between actions may be a hundredth of a chance, and curiosity must not drown it.
    fn appeal(&self, plan: &Plan) -> f64 {
        let count = self.count.max(1.0);
        let mean = self.sum / count;
        let spread = 2.0 * (self.squares / count - mean * mean).max(0.0).sqrt() + 1e-4;
        let success = if plan.visits > 0.0 {
            (0.5 + (plan.mean() - mean) / spread).clamp(0.0, 1.0)
        } else {
            0.5
        };
        success + CURIOSITY * plan.prior.sqrt() * (1.0 + self.count).sqrt() / (1.0 + plan.visits)
    }
}

/// Tries the plans in worlds that may be, as long as there are any.
pub(crate) fn compare(
    plans: &mut [Plan],
    depth: u32,
    chance: &mut Fast,
    mut world: impl FnMut(&mut Fast) -> Option<Field>,
) {
    let mut results = Results::default();
    while let Some(mut field) = world(chance) {
        let appeal = |plan: &Plan| results.appeal(plan);
        let next = plans
            .iter_mut()
            .max_by(|a, b| appeal(a).total_cmp(&appeal(b)));
        let Some(plan) = next else {
            return;
        };
        let side = field.mover();
        field.play(plan.order, chance);
        let value = playout(&mut field, side, depth, chance);
        plan.visits += 1.0;
        plan.total += value;
        results.add(value);
    }
}
