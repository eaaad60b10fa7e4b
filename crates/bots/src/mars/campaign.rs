//! The search: a tree over worlds that may be. Every action that promises something is followed by
//! playouts in which both sides do what promises most; what they bring on average decides, first
//! between the own actions, then between the answers to those that were tried often.
//!
//! A town falls after many actions of both sides, and playouts that reach so far tell more than an
//! exact look at the next two: so the tree grows late.

use parlor_engine::{Chance, Fast};

use super::doctrine::doctrine;
use super::field::{Field, Order};
use super::promise::Glance;
use super::standing;
use crate::mcts::Results;

/// Actions that are looked at.
const PROPOSED: usize = 24;
/// How sharply a better promise is preferred.
const SHARPNESS: f64 = 0.9;
/// How much an action that was seldom tried is preferred.
const CURIOSITY: f64 = 0.7;
/// Visits after which the answers to an action are told apart.
const KNOWN: f64 = 24.0;
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
    child: Option<usize>,
}

impl Plan {
    /// The chance to win that its playouts showed.
    pub fn mean(&self) -> f64 {
        self.total / self.visits.max(1.0)
    }
}

/// The actions worth a thought, the most promising first.
fn plans(field: &Field, chance: &mut Fast) -> Vec<Plan> {
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
            child: None,
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

/// Whoever is to act after the same orders, in any of the worlds.
#[derive(Clone, Default, Debug)]
struct Node {
    visits: f64,
    plans: Vec<Plan>,
}

/// One tree for all worlds: its branches are orders, so dice and what the fog hides are averaged
/// over.
#[derive(Debug)]
pub(crate) struct Campaign {
    nodes: Vec<Node>,
    results: [Results; 2],
}

impl Campaign {
    /// For whoever is to act. Its own units are known to it, so its plans are those of every world.
    pub fn new(field: &Field, chance: &mut Fast) -> Campaign {
        let root = Node {
            visits: 0.0,
            plans: plans(field, chance),
        };
        Campaign {
            nodes: vec![root],
            results: [Results::default(); 2],
        }
    }

    /// Tries plans in worlds that may be, as long as there are any; each to so many actions.
    pub fn run(
        &mut self,
        depth: u32,
        chance: &mut Fast,
        mut world: impl FnMut(&mut Fast) -> Option<Field>,
    ) {
        while let Some(mut field) = world(chance) {
            let path = self.walk(&mut field, chance);
            if path.is_empty() {
                return;
            }
            let rest = (depth + 1).saturating_sub(path.len() as u32);
            let soviets = playout(&mut field, 0, rest, chance);
            let chances = [soviets, 1.0 - soviets];
            for (results, chance) in self.results.iter_mut().zip(chances) {
                results.add(chance);
            }
            for (node, place, side) in path {
                let node = &mut self.nodes[node];
                node.visits += 1.0;
                let plan = &mut node.plans[place];
                plan.visits += 1.0;
                plan.total += chances[side];
            }
        }
    }

    /// Down the tree to the first order that is not well known yet; nodes, plans and who chose.
    fn walk(&mut self, field: &mut Field, chance: &mut Fast) -> Vec<(usize, usize, usize)> {
        let (mut path, mut at) = (Vec::new(), 0);
        while !field.is_over() {
            let side = field.mover();
            let Some(place) = self.choose(at, field, side, chance) else {
                break;
            };
            path.push((at, place, side));
            let plan = &self.nodes[at].plans[place];
            field.play(plan.order, chance);
            if plan.visits < KNOWN {
                break;
            }
            at = self.child(at, place);
        }
        path
    }

    fn child(&mut self, at: usize, place: usize) -> usize {
        let next = self.nodes.len();
        let child = *self.nodes[at].plans[place].child.get_or_insert(next);
        if child == next {
            self.nodes.push(Node::default());
        }
        child
    }

    /// Of the plans that this world allows the one with the best mixture of success and curiosity.
    fn choose(
        &mut self,
        at: usize,
        field: &Field,
        side: usize,
        chance: &mut Fast,
    ) -> Option<usize> {
        let node = &mut self.nodes[at];
        let allowed: Vec<usize> = if at == 0 {
            (0..node.plans.len()).collect()
        } else {
            let here = plans(field, chance);
            here.into_iter().map(|plan| node.place_of(plan)).collect()
        };
        let (node, results) = (&self.nodes[at], self.results[side]);
        let appeal = |place: usize| {
            let plan = &node.plans[place];
            let success = if plan.visits > 0.0 {
                results.compared(plan.mean())
            } else {
                0.5
            };
            let curiosity = plan.prior.sqrt() * (1.0 + node.visits).sqrt() / (1.0 + plan.visits);
            success + CURIOSITY * curiosity
        };
        allowed
            .into_iter()
            .max_by(|&a, &b| appeal(a).total_cmp(&appeal(b)))
    }

    /// What was tried most often.
    pub fn best(&self) -> Option<&Plan> {
        let plans = self.nodes.first()?.plans.iter();
        plans.reduce(|best, plan| {
            if plan.visits > best.visits {
                plan
            } else {
                best
            }
        })
    }

    /// What is expected to be done, the best plan first, as long as it was tried often enough to
    /// mean something.
    pub fn line(&self) -> Vec<Order> {
        let mut line: Vec<Order> = self.best().map(|plan| plan.order).into_iter().collect();
        let mut next = self.best().and_then(|plan| plan.child);
        while let Some(node) = next.and_then(|at| self.nodes.get(at)) {
            let plans = node.plans.iter().filter(|plan| plan.visits >= 8.0);
            let Some(plan) = plans.max_by(|a, b| a.visits.total_cmp(&b.visits)) else {
                break;
            };
            line.push(plan.order);
            next = plan.child;
        }
        line
    }
}

impl Node {
    /// Where a plan stands here; its prior is that of the latest world.
    fn place_of(&mut self, plan: Plan) -> usize {
        let mut plans = self.plans.iter();
        if let Some(place) = plans.position(|known| known.order == plan.order) {
            self.plans[place].prior = plan.prior;
            return place;
        }
        self.plans.push(plan);
        self.plans.len() - 1
    }
}
