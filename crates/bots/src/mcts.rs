//! Monte-Carlo tree search for games with chance, secrets or many seats.
//!
//! Every playout imagines a world from the view, walks down one tree that all worlds share (its
//! branches are actions, so dice and hidden things are averaged over), adds a node, plays on for
//! a while by a quick policy and asks the game how good the result looks for every seat.

use parlor_engine::{Fast, Game, Seat};

use crate::effort::Effort;
use crate::level::Skill;
use crate::player::Thought;
use crate::points;

pub(crate) const MOST_SEATS: usize = 8;

/// What the search has to know of a game.
pub(crate) trait Guide {
    type Game: Game;

    /// Actions of a playout beyond the tree, at most.
    const HORIZON: u32;
    /// How fast more than the first proposals are looked at: so many times the root of visits.
    const WIDTH: f64;

    /// The actions worth a thought, the most promising first.
    fn propose(
        state: &Self::Game,
        seat: Seat,
        out: &mut Vec<Proposal<<Self::Game as Game>::Action>>,
    );

    /// What a seat quickly does in a playout.
    fn reply(
        state: &Self::Game,
        seat: Seat,
        scratch: &mut Vec<<Self::Game as Game>::Action>,
        chance: &mut Fast,
    ) -> Option<<Self::Game as Game>::Action>;

    /// Whether a playout from `root` may be judged here.
    fn is_far_enough(root: &Self::Game, state: &Self::Game) -> bool {
        let _ = (root, state);
        false
    }

    /// The chances of all seats to win an unfinished game.
    fn value(state: &Self::Game, chances: &mut [f64; MOST_SEATS]);
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Proposal<A> {
    pub action: A,
    /// Positive; how promising, compared with the others.
    pub weight: f64,
}

struct Edge<A> {
    action: A,
    seat: Seat,
    /// The share of its weight when it was proposed.
    prior: f64,
    visits: u32,
    /// Sum of the acting seat's chances.
    total: f64,
    child: Option<usize>,
}

struct Node<A> {
    visits: u32,
    edges: Vec<Edge<A>>,
}

impl<A> Default for Node<A> {
    fn default() -> Node<A> {
        Node {
            visits: 0,
            edges: Vec::new(),
        }
    }
}

/// How much an action that was seldom tried is preferred.
const CURIOSITY: f64 = 0.7;
/// A tree that grows beyond this is only walked, not extended.
const MOST_NODES: usize = 200_000;

type ActionOf<G> = <<G as Guide>::Game as Game>::Action;
type ViewOf<G> = <<G as Guide>::Game as Game>::View;

struct Search<'a, G: Guide> {
    nodes: Vec<Node<ActionOf<G>>>,
    effort: &'a mut Effort,
    proposals: Vec<Proposal<ActionOf<G>>>,
    scratch: Vec<ActionOf<G>>,
    events: Vec<<G::Game as Game>::Event>,
    deepest: u32,
    results: [Results; MOST_SEATS],
    root: G::Game,
    horizon: u32,
}

/// What all playouts brought one seat.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Results {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Results {
    pub fn add(&mut self, chance: f64) {
        self.count += 1.0;
        self.sum += chance;
        self.squares += chance * chance;
    }

    fn mean(&self) -> f64 {
        self.sum / self.count.max(1.0)
    }

    /// A mean on the scale of what is usual here: 0.5 is average. What decides between actions
    /// may be a hundredth of a chance, and curiosity must not drown it.
    pub fn compared(&self, mean: f64) -> f64 {
        let variance = self.squares / self.count.max(1.0) - self.mean().powi(2);
        let spread = 2.0 * variance.max(0.0).sqrt() + 1e-4;
        (0.5 + (mean - self.mean()) / spread).clamp(0.0, 1.0)
    }
}

impl<'a, G: Guide> Search<'a, G> {
    fn new(root: G::Game, effort: &'a mut Effort, horizon: u32) -> Search<'a, G> {
        Search {
            nodes: vec![Node::default()],
            effort,
            proposals: Vec::new(),
            scratch: Vec::new(),
            events: Vec::new(),
            deepest: 0,
            results: [Results::default(); MOST_SEATS],
            root,
            horizon,
        }
    }

    fn run(&mut self, view: &ViewOf<G>) {
        while self.effort.spend() {
            let world = G::Game::determinize(view, &mut self.effort.chance);
            self.playout(world);
            // A playout costs far more than a look at the clock.
            self.effort.look_at_clock();
        }
    }

    fn playout(&mut self, mut state: G::Game) {
        let mut path: Vec<(usize, usize)> = Vec::new();
        let mut at = 0;
        loop {
            self.nodes[at].visits += 1;
            let Some(seat) = state.to_act().first() else {
                break;
            };
            let Some(edge) = self.select(at, &state, seat) else {
                break;
            };
            path.push((at, edge));
            let action = self.nodes[at].edges[edge].action.clone();
            self.events.clear();
            state.execute(seat, &action, &mut self.effort.chance, &mut self.events);
            if let Some(child) = self.nodes[at].edges[edge].child {
                at = child;
                continue;
            }
            if self.nodes.len() < MOST_NODES {
                self.nodes.push(Node::default());
                self.nodes[at].edges[edge].child = Some(self.nodes.len() - 1);
            }
            break;
        }
        self.deepest = self.deepest.max(path.len() as u32);
        self.play_on(&mut state);
        let mut chances = [0.0; MOST_SEATS];
        value_of::<G>(&state, &mut chances);
        for (results, chance) in self.results.iter_mut().zip(chances) {
            results.add(chance);
        }
        for (node, edge) in path {
            let edge = &mut self.nodes[node].edges[edge];
            edge.visits += 1;
            edge.total += chances[edge.seat.index() % MOST_SEATS];
        }
    }

    fn play_on(&mut self, state: &mut G::Game) {
        for _ in 0..self.horizon {
            if G::is_far_enough(&self.root, state) {
                return;
            }
            let Some(seat) = state.to_act().first() else {
                return;
            };
            let chance = &mut self.effort.chance;
            let Some(action) = G::reply(state, seat, &mut self.scratch, chance) else {
                return;
            };
            self.events.clear();
            state.execute(seat, &action, &mut self.effort.chance, &mut self.events);
        }
    }

    /// The edge to follow in this world: of those proposed here the one with the best mixture of
    /// success and curiosity.
    fn select(&mut self, at: usize, state: &G::Game, seat: Seat) -> Option<usize> {
        self.proposals.clear();
        G::propose(state, seat, &mut self.proposals);
        let visits = f64::from(self.nodes[at].visits);
        let wide = (1.0 + G::WIDTH * visits.sqrt()) as usize;
        self.proposals.truncate(wide.max(2));
        let all: f64 = self.proposals.iter().map(|one| one.weight).sum();
        let results = self.results[seat.index() % MOST_SEATS];
        let node = &mut self.nodes[at];
        let mut best: Option<(f64, usize)> = None;
        for proposal in self.proposals.drain(..) {
            let known = node
                .edges
                .iter()
                .position(|edge| edge.seat == seat && edge.action == proposal.action);
            let place = known.unwrap_or_else(|| {
                node.edges.push(Edge {
                    action: proposal.action,
                    seat,
                    prior: 0.0,
                    visits: 0,
                    total: 0.0,
                    child: None,
                });
                node.edges.len() - 1
            });
            let edge = &mut node.edges[place];
            edge.prior = proposal.weight / all.max(1e-9);
            let tried = f64::from(edge.visits);
            let success = if edge.visits == 0 {
                FIRST_GUESS
            } else {
                results.compared(edge.total / tried)
            };
            let score = success + CURIOSITY * edge.prior.sqrt() * visits.sqrt() / (1.0 + tried);
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, place));
            }
        }
        best.map(|(_, place)| place)
    }
}

/// What an action that was never tried is thought to bring.
const FIRST_GUESS: f64 = 0.5;

fn value_of<G: Guide>(state: &G::Game, chances: &mut [f64; MOST_SEATS]) {
    match state.outcome() {
        Some(outcome) => {
            for (seat, chance) in (0..state.seats()).zip(chances.iter_mut()) {
                *chance = points(&outcome, Seat(seat));
            }
        }
        None => G::value(state, chances),
    }
}

/// The most visited action after as many playouts as the effort allows.
pub(crate) fn search<G: Guide>(
    view: &ViewOf<G>,
    seat: Seat,
    skill: &Skill,
    effort: &mut Effort,
) -> Option<Thought<ActionOf<G>>> {
    let world = G::Game::determinize(view, &mut effort.chance);
    let mut proposals = Vec::new();
    G::propose(&world, seat, &mut proposals);
    if proposals.len() == 1 {
        return proposals.pop().map(|only| Thought::plain(only.action));
    }
    let mut search = Search::<G>::new(world, effort, G::HORIZON.min(skill.depth));
    search.run(view);
    let line = search.line(seat);
    let best = search.nodes[0]
        .edges
        .iter()
        .filter(|edge| edge.seat == seat)
        .max_by(|a, b| {
            (a.visits, a.total)
                .partial_cmp(&(b.visits, b.total))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
    match best {
        Some(edge) if edge.visits > 0 => Some(Thought {
            action: edge.action.clone(),
            chance: Some(edge.total / f64::from(edge.visits)),
            depth: search.deepest,
            line,
        }),
        // No time for a single playout: what looked best at first sight.
        _ => proposals
            .into_iter()
            .next()
            .map(|first| Thought::plain(first.action)),
    }
}

impl<G: Guide> Search<'_, G> {
    /// The most visited way down, as long as it was walked often enough to mean something.
    fn line(&self, seat: Seat) -> Vec<ActionOf<G>> {
        let mut line = Vec::new();
        let mut at = Some(0);
        while let Some(node) = at.map(|at| &self.nodes[at]) {
            let first = line.is_empty();
            let Some(edge) = node
                .edges
                .iter()
                .filter(|edge| !first || edge.seat == seat)
                .max_by_key(|edge| edge.visits)
                .filter(|edge| edge.visits >= 8)
            else {
                break;
            };
            line.push(edge.action.clone());
            at = edge.child;
        }
        line
    }
}

/// A seat's chance, averaged over playouts from worlds that its view allows.
pub(crate) fn estimate<G: Guide>(view: &ViewOf<G>, seat: Seat, effort: &mut Effort) -> f64 {
    let world = G::Game::determinize(view, &mut effort.chance);
    let mut search = Search::<G>::new(world, effort, G::HORIZON);
    search.run(view);
    let place = seat.index() % MOST_SEATS;
    let results = search.results[place];
    if results.count > 0.0 {
        return results.mean();
    }
    let mut chances = [0.0; MOST_SEATS];
    value_of::<G>(&search.root, &mut chances);
    chances[place]
}

/// Dice that the greedy player throws for every action.
const GLANCES: u32 = 8;

/// A player without foresight: the action after which `count` is most for the seat, on average
/// over dice; equal ones equally often. `settle` carries out what is not left to anybody's choice.
pub(crate) fn greedy<G: Game>(
    world: &G,
    seat: Seat,
    settle: impl Fn(&mut G, &mut Fast),
    count: impl Fn(&G, Seat) -> f64,
    effort: &mut Effort,
) -> Option<G::Action> {
    let mut actions = Vec::new();
    world.legal_actions(seat, &mut actions);
    parlor_engine::shuffle(&mut actions, &mut effort.chance);
    let glances = if G::META.dice { GLANCES } else { 1 };
    let mut best: Option<(f64, G::Action)> = None;
    let mut events = Vec::new();
    for action in actions {
        let mut sum = 0.0;
        for _ in 0..glances {
            let mut next = world.clone();
            events.clear();
            next.execute(seat, &action, &mut effort.chance, &mut events);
            settle(&mut next, &mut effort.chance);
            sum += count(&next, seat);
        }
        if best.as_ref().is_none_or(|(most, _)| sum > *most) {
            best = Some((sum, action));
        }
    }
    best.map(|(_, action)| action)
}

#[cfg(test)]
mod tests;
