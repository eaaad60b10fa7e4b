//! Marelles: alpha-beta on two masks, and the player of the rule page.

mod chase;
mod classic;
mod evaluation;
pub(crate) mod perfect;
mod position;
pub(crate) mod study;
mod traps;

use parlor_endgame::Value;
use parlor_engine::{Game, Seat};
use parlor_marelles::{Action, Marelles, Ply, View};

use crate::alphabeta::{self, DECIDED, Found, Rigour};
use crate::effort::Effort;
use crate::level::{Level, Skill, Style};
use crate::player::{Player, Thought};
use perfect::KNOWN;
pub(crate) use position::Position;

#[derive(Debug)]
pub(crate) struct Miller;

const SKILLS: [Skill; 5] = [
    Skill::search(2_000, 1, 170),
    Skill::search(2_000, 1, 60),
    Skill::search(5_000, 3, 48),
    Skill::search(20_000, Skill::DEEP, 45),
    Skill::FULL,
];

const SHALLOW: u32 = 3;

static LEVELS: [Level; 7] = {
    let [beginner, easy, medium, hard, best] = Level::ladder(SKILLS);
    let expert = Level::expert(Skill::search(250_000, Skill::DEEP, 0));
    [Level::CLASSIC, beginner, easy, medium, hard, expert, best]
};

impl Player for Miller {
    type Game = Marelles;

    const LEVELS: &'static [Level] = &LEVELS;

    fn think(
        view: &View,
        _seat: Seat,
        skill: &Skill,
        effort: &mut Effort,
    ) -> Option<Thought<Action>> {
        let state = Marelles::determinize(view, &mut effort.chance);
        match skill.style {
            Style::Classic => classic::choose(&state, &mut effort.chance).map(Thought::plain),
            Style::Greedy => {
                let ply = alphabeta::one_ply(&Position::of(&state), &mut effort.chance)?;
                let steps = found_actions(&state, &[ply]);
                steps.first().copied().map(Thought::plain)
            }
            Style::Search => {
                let found = look(&state, skill.depth, effort)?;
                let line = found_actions(&state, &found.line);
                Some(Thought {
                    action: *line.first()?,
                    chance: Some(chance(found.score)),
                    depth: found.depth,
                    line,
                })
            }
        }
    }

    fn estimate(view: &View, seat: Seat, effort: &mut Effort) -> f64 {
        let state = Marelles::determinize(view, &mut effort.chance);
        let known = Position::of(&state).knowing().known();
        let score =
            known.unwrap_or_else(|| look(&state, u32::MAX, effort).map_or(0, |found| found.score));
        let own = chance(score);
        if state.to_act().contains(seat) {
            own
        } else {
            1.0 - own
        }
    }
}

fn look(state: &Marelles, depth: u32, effort: &mut Effort) -> Option<Found<Ply>> {
    let mut root = Position::of(state);
    if root.over().is_some() {
        return None;
    }
    // Who sees as far as it can also looks into the tables; the other levels are what they are.
    if depth == u32::MAX {
        root = root.knowing();
    }
    let past = position::past(state);
    if depth == u32::MAX
        && let Some((best, value)) = traps::choose(&root, &past)
    {
        return Some(Found {
            best,
            score: match value {
                Value::Win => KNOWN,
                Value::Draw => 0,
                Value::Loss => -KNOWN,
            },
            depth: 1,
            line: vec![best],
        });
    }
    // What sees little shall at least see it right.
    let rigour = if depth <= SHALLOW {
        Rigour::Exact
    } else {
        Rigour::Practical
    };
    alphabeta::search(&root, &past, depth, rigour, effort)
}

/// The steps of plies; when a removal is owed, the first ply is that removal alone.
fn found_actions(state: &Marelles, plies: &[Ply]) -> Vec<Action> {
    let owed = usize::from(state.pending().is_some());
    plies
        .iter()
        .flat_map(|ply| ply.actions())
        .skip(owed)
        .collect()
}

/// The winning chance that goes with a score; a stone is worth 100.
fn chance(score: i32) -> f64 {
    if score >= DECIDED {
        1.0
    } else if score <= -DECIDED {
        0.0
    } else {
        1.0 / (1.0 + (-f64::from(score) / 150.0).exp())
    }
}
