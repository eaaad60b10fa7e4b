//! Alpha-beta for two players without chance or secrets: iterative deepening, principal variation
//! search, transposition table, ordering by killers and history, quiescence.

use std::fmt::Debug;

use parlor_engine::{Fast, shuffle};

use crate::effort::Effort;
use crate::table::{Bound, TranspositionTable};

/// The score of a won game, less the plies to get there.
pub(crate) const WIN: i32 = 1_000_000;
/// Scores beyond it are won or lost games.
pub(crate) const DECIDED: i32 = WIN - 10_000;

/// A position as alpha-beta wants it. Scores are those of the side to move.
pub(crate) trait Position: Clone {
    type Move: Copy + Eq + Debug;

    /// Moves that differ in [`Position::slot`] have their own memory of success.
    const SLOTS: usize;

    /// Equal for equal positions; the table trusts it.
    fn key(&self) -> u64;

    /// The value of a finished game: [`WIN`], 0 or `-WIN`.
    fn ended(&self) -> Option<i32>;

    fn moves(&self, out: &mut Vec<Self::Move>);

    /// The moves after which an evaluation cannot be trusted yet, for quiescence.
    fn noisy(&self, out: &mut Vec<Self::Move>);

    fn after(&self, mv: Self::Move) -> Self;

    /// Far from [`DECIDED`].
    fn evaluate(&self) -> i32;

    /// How promising a move looks; more is searched earlier.
    fn rank(&self, mv: Self::Move) -> i32;

    fn slot(mv: Self::Move) -> usize;

    /// Whether the move before may be undone, so that positions can recur.
    fn is_reversible(&self) -> bool;
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Found<M> {
    pub best: M,
    pub score: i32,
    pub depth: u32,
    pub line: Vec<M>,
}

/// How a search may cut corners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rigour {
    /// Late moves are looked at less deeply; deeper results stand in for shallower ones.
    Practical,
    /// Exactly the value of the full tree of a depth.
    Exact,
}

const QUIET_PLIES: u32 = 4;
const HIGHEST: usize = 64;

struct Search<'a, P: Position> {
    effort: &'a mut Effort,
    table: TranspositionTable<P::Move>,
    history: Vec<i32>,
    killers: [[Option<P::Move>; 2]; HIGHEST],
    /// Keys of the positions before the present one.
    path: Vec<u64>,
    /// One list of moves for every ply in progress, so that nothing is allocated.
    lists: Vec<Vec<(i32, P::Move)>>,
    scratch: Vec<P::Move>,
    rigour: Rigour,
}

/// The best move within `depth` plies and the effort; `None` if there is no move. `past` are the
/// keys of earlier positions that count for repetition.
pub(crate) fn search<P: Position>(
    root: &P,
    past: &[u64],
    depth: u32,
    rigour: Rigour,
    effort: &mut Effort,
) -> Option<Found<P::Move>> {
    let mut moves = Vec::new();
    root.moves(&mut moves);
    // Equal moves are played equally often.
    shuffle(&mut moves, &mut effort.chance);
    moves.sort_by_key(|&mv| std::cmp::Reverse(root.rank(mv)));
    let mut found = Found {
        best: *moves.first()?,
        score: root.evaluate(),
        depth: 0,
        line: Vec::new(),
    };
    let nodes = effort.limit();
    let mut search = Search::<P> {
        effort,
        table: TranspositionTable::for_nodes(nodes),
        history: vec![0; P::SLOTS],
        killers: [[None; 2]; HIGHEST],
        path: past.to_vec(),
        lists: Vec::new(),
        scratch: Vec::new(),
        rigour,
    };
    for depth in 1..=depth.min(HIGHEST as u32 - 1) {
        let done = search.root(root, &mut moves, depth as i32, &mut found);
        if !done {
            break;
        }
        found.depth = depth;
        if found.score.abs() >= DECIDED && WIN - found.score.abs() <= depth as i32 {
            break;
        }
    }
    found.line = search.line(root, found.best);
    Some(found)
}

/// The move after which the evaluation is best, equal ones equally often: a player without
/// foresight.
pub(crate) fn one_ply<P: Position>(root: &P, chance: &mut Fast) -> Option<P::Move> {
    let mut moves = Vec::new();
    root.moves(&mut moves);
    shuffle(&mut moves, chance);
    moves.into_iter().max_by_key(|&mv| {
        let next = root.after(mv);
        -next.ended().unwrap_or_else(|| next.evaluate())
    })
}

impl<P: Position> Search<'_, P> {
    /// One iteration. Whether it was finished; a better move found before the end counts already.
    fn root(
        &mut self,
        root: &P,
        moves: &mut [P::Move],
        depth: i32,
        found: &mut Found<P::Move>,
    ) -> bool {
        let mut alpha = -WIN - 1;
        for place in 0..moves.len() {
            let mv = moves[place];
            let next = root.after(mv);
            self.path.push(root.key());
            let score = if place == 0 {
                -self.walk(&next, -WIN - 1, WIN + 1, depth - 1, 1)
            } else {
                let narrow = -self.walk(&next, -alpha - 1, -alpha, depth - 1, 1);
                if narrow > alpha && !self.effort.is_over() {
                    -self.walk(&next, -WIN - 1, -alpha, depth - 1, 1)
                } else {
                    narrow
                }
            };
            self.path.pop();
            if self.effort.is_over() {
                return false;
            }
            if score > alpha {
                alpha = score;
                (found.best, found.score) = (mv, score);
                // Looked at first in the next iteration.
                moves[..=place].rotate_right(1);
            }
        }
        true
    }

    fn walk(&mut self, position: &P, mut alpha: i32, mut beta: i32, depth: i32, ply: u32) -> i32 {
        if let Some(score) = position.ended() {
            return sooner(score, ply);
        }
        if !self.effort.spend() {
            return 0;
        }
        let key = position.key();
        if position.is_reversible() && self.path.contains(&key) {
            return 0;
        }
        if depth <= 0 {
            return self.quiesce(position, alpha, beta, QUIET_PLIES, ply);
        }
        // A win further away than one already found is of no use.
        alpha = alpha.max(-WIN + ply as i32);
        beta = beta.min(WIN - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }
        let mut first = None;
        if let Some(slot) = self.table.get(key) {
            first = slot.best;
            let known = i32::from(slot.depth);
            let trusted = match self.rigour {
                Rigour::Practical => known >= depth,
                Rigour::Exact => known == depth,
            };
            if trusted {
                let score = from_table(slot.score, ply);
                match slot.bound {
                    Bound::Exact => return score,
                    Bound::AtLeast if score >= beta => return score,
                    Bound::AtMost if score <= alpha => return score,
                    _ => {}
                }
            }
        }
        self.try_all(position, key, (alpha, beta), depth, ply, first)
    }

    fn try_all(
        &mut self,
        position: &P,
        key: u64,
        (mut alpha, beta): (i32, i32),
        depth: i32,
        ply: u32,
        first: Option<P::Move>,
    ) -> i32 {
        let mut list = self.lists.pop().unwrap_or_default();
        self.ordered(position, ply, first, &mut list);
        let (mut top, mut best, floor) = (-WIN - 1, None, alpha);
        self.path.push(key);
        for place in 0..list.len() {
            let (rank, mv) = next_best(&mut list, place);
            let next = position.after(mv);
            let reduced = match self.rigour {
                Rigour::Practical if place >= 4 && depth >= 3 && rank < LOUD => {
                    1 + i32::from(place >= 12)
                }
                _ => 0,
            };
            let mut score = if place == 0 {
                -self.walk(&next, -beta, -alpha, depth - 1, ply + 1)
            } else {
                -self.walk(&next, -alpha - 1, -alpha, depth - 1 - reduced, ply + 1)
            };
            let is_open = score > alpha && (score < beta || reduced > 0);
            if place > 0 && is_open && !self.effort.is_over() {
                score = -self.walk(&next, -beta, -alpha, depth - 1, ply + 1);
            }
            if self.effort.is_over() {
                break;
            }
            if score > top {
                (top, best) = (score, Some(mv));
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                self.praise(mv, depth, ply);
                break;
            }
        }
        self.path.pop();
        list.clear();
        self.lists.push(list);
        if self.effort.is_over() {
            return 0;
        }
        let bound = if top >= beta {
            Bound::AtLeast
        } else if top > floor {
            Bound::Exact
        } else {
            Bound::AtMost
        };
        self.table
            .put(key, best, to_table(top, ply), depth as i16, bound);
        top
    }

    /// Goes on with noisy moves only, until the evaluation can be trusted.
    fn quiesce(&mut self, position: &P, mut alpha: i32, beta: i32, left: u32, ply: u32) -> i32 {
        if let Some(score) = position.ended() {
            return sooner(score, ply);
        }
        let mut top = position.evaluate();
        if top >= beta || left == 0 {
            return top;
        }
        alpha = alpha.max(top);
        let mut list = self.lists.pop().unwrap_or_default();
        self.scratch.clear();
        position.noisy(&mut self.scratch);
        list.extend(self.scratch.iter().map(|&mv| (position.rank(mv), mv)));
        for place in 0..list.len() {
            let (_, mv) = next_best(&mut list, place);
            if !self.effort.spend() {
                break;
            }
            let score = -self.quiesce(&position.after(mv), -beta, -alpha, left - 1, ply + 1);
            top = top.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        list.clear();
        self.lists.push(list);
        top
    }

    fn ordered(
        &mut self,
        position: &P,
        ply: u32,
        first: Option<P::Move>,
        list: &mut Vec<(i32, P::Move)>,
    ) {
        self.scratch.clear();
        position.moves(&mut self.scratch);
        let killers = self.killers[(ply as usize).min(HIGHEST - 1)];
        list.extend(self.scratch.iter().map(|&mv| {
            let rank = if first == Some(mv) {
                i32::MAX
            } else if killers.contains(&Some(mv)) {
                LOUD + position.rank(mv)
            } else {
                position
                    .rank(mv)
                    .saturating_add(self.history[P::slot(mv)].min(LOUD / 2))
            };
            (rank, mv)
        }));
    }

    fn praise(&mut self, mv: P::Move, depth: i32, ply: u32) {
        self.history[P::slot(mv)] += depth * depth;
        let killers = &mut self.killers[(ply as usize).min(HIGHEST - 1)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
    }

    /// The expected moves, as far as the table remembers them.
    fn line(&self, root: &P, best: P::Move) -> Vec<P::Move> {
        let mut line = vec![best];
        let mut position = root.after(best);
        let mut moves = Vec::new();
        while line.len() < 12 && position.ended().is_none() {
            let Some(mv) = self.table.get(position.key()).and_then(|slot| slot.best) else {
                break;
            };
            moves.clear();
            position.moves(&mut moves);
            if !moves.contains(&mv) {
                break;
            }
            line.push(mv);
            position = position.after(mv);
        }
        line
    }
}

/// Ranks from here on are never reduced.
pub(crate) const LOUD: i32 = 1_000_000;

/// Selection sort, one step at a time: most lists are cut off early.
fn next_best<M: Copy>(list: &mut [(i32, M)], place: usize) -> (i32, M) {
    let mut top = place;
    for other in place + 1..list.len() {
        if list[other].0 > list[top].0 {
            top = other;
        }
    }
    list.swap(place, top);
    list[place]
}

/// A win is better the sooner it comes, a loss the later.
fn sooner(score: i32, ply: u32) -> i32 {
    score - score.signum() * ply as i32
}

/// Wins are remembered by their distance from the position, not from the root.
fn to_table(score: i32, ply: u32) -> i32 {
    if score.abs() >= DECIDED {
        score + score.signum() * ply as i32
    } else {
        score
    }
}

fn from_table(score: i32, ply: u32) -> i32 {
    if score.abs() >= DECIDED {
        score - score.signum() * ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests;
