//! Obliteration: alpha-beta for two players, Monte-Carlo tree search for more.

mod crowd;
mod groups;
mod outlook;
mod position;
#[cfg(test)]
mod tests;

use parlor_engine::{Game, Seat};
use parlor_obliteration::{Action, Obliteration, View};

use crate::alphabeta::{self, DECIDED, Position as _, Rigour};
use crate::effort::Effort;
use crate::level::{Level, Skill, Style};
use crate::mcts;
use crate::player::{Player, Thought};
pub(crate) use crowd::Crowd;
pub(crate) use position::Position;

#[derive(Debug)]
pub(crate) struct Turner;

static LEVELS: [Level; 6] = {
    let [beginner, easy, medium, hard, best] = Level::ladder([
        Skill::search(200, 1, 135),
        Skill::search(200, 1, 30),
        Skill::search(1_500, 2, 22),
        Skill::search(8_000, 4, 5),
        Skill::FULL,
    ]);
    let expert = Level::expert(Skill::search(50_000, Skill::DEEP, 0));
    [beginner, easy, medium, hard, expert, best]
};

/// The same levels where more than two play: playouts take the place of positions.
static AMONG_MANY: [Skill; 6] = [
    Skill::search(1, 0, 300),
    Skill::search(20, 4, 100),
    Skill::search(100, 4, 0),
    Skill::search(400, 12, 0),
    Skill::search(1_500, 12, 0),
    Skill::FULL,
];

/// And on large boards, where more of luck evens out and every step is wider.
static IN_THE_LARGE: [Skill; 6] = [
    Skill::search(6, 1, 250),
    Skill::search(25, 1, 50),
    Skill::search(200, 1, 75),
    Skill::search(1_500, 2, 90),
    Skill::search(8_000, 4, 50),
    Skill::FULL,
];

/// Hexes of the largest board that is not large.
const MODERATE: usize = 200;

impl Player for Turner {
    type Game = Obliteration;

    const LEVELS: &'static [Level] = &LEVELS;

    fn limits(world: &Obliteration, _seat: Seat, level: &Level) -> Skill {
        if world.seats() > 2 {
            level.skill_in(&LEVELS, &AMONG_MANY)
        } else if world.board().grid().len() > MODERATE {
            level.skill_in(&LEVELS, &IN_THE_LARGE)
        } else {
            level.skill
        }
    }

    fn think(
        view: &View,
        seat: Seat,
        skill: &Skill,
        effort: &mut Effort,
    ) -> Option<Thought<Action>> {
        let state = Obliteration::determinize(view, &mut effort.chance);
        if skill.style == Style::Greedy {
            return mcts::greedy(&state, seat, |_, _| (), lead, effort).map(Thought::plain);
        }
        if state.seats() > 2 {
            return mcts::search::<Crowd>(view, seat, skill, effort);
        }
        let root = Position::of(&state);
        let found = alphabeta::search(&root, &[], skill.depth, Rigour::Practical, effort)?;
        let hexes = found.line.iter().map(|&at| Action::from(root.hex(at)));
        Some(Thought {
            action: Action::from(root.hex(found.best)),
            chance: Some(chance(found.score, root.cells.len())),
            depth: found.depth,
            line: hexes.collect(),
        })
    }

    fn estimate(view: &View, seat: Seat, effort: &mut Effort) -> f64 {
        let state = Obliteration::determinize(view, &mut effort.chance);
        if state.seats() > 2 {
            return mcts::estimate::<Crowd>(view, seat, effort);
        }
        let root = Position::of(&state);
        let score = match root.ended() {
            Some(score) => score,
            None => alphabeta::search(&root, &[], u32::MAX, Rigour::Practical, effort)
                .map_or(0, |found| found.score),
        };
        let own = chance(score, root.cells.len());
        if state.to_act().contains(seat) {
            own
        } else {
            1.0 - own
        }
    }
}

/// Own hexes less those of all others: what is taken from somebody counts twice (rule page 4.2).
fn lead(state: &Obliteration, seat: Seat) -> f64 {
    let board = state.board();
    2.0 * f64::from(board.count(seat)) - f64::from(board.owned())
}

/// The winning chance that goes with a score; a hex is worth 10.
fn chance(score: i32, hexes: usize) -> f64 {
    if score >= DECIDED {
        1.0
    } else if score <= -DECIDED {
        0.0
    } else {
        let lead = f64::from(score) / 10.0 / hexes.max(1) as f64;
        1.0 / (1.0 + (-lead * 3.6).exp())
    }
}
