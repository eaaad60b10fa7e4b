//! Operation Mars: tree search over worlds that the fog allows, guided by what an action promises.

mod promise;
mod siege;
mod standing;

use parlor_engine::{Fast, Game, Seat};
use parlor_mars::{Act, Mars, Side, View};

use crate::effort::Effort;
use crate::level::{Level, Skill, Style};
use crate::mcts::{self, Guide, MOST_SEATS, Proposal};
use crate::player::{Player, Thought};

#[derive(Debug)]
pub(crate) struct Commander;

static LEVELS: [Level; 5] = Level::ladder([
    Skill::search(1, 0, 930),
    Skill::search(1, 0, 550),
    Skill::search(60, 8, 50),
    Skill::search(300, 8, 0),
    Skill::FULL,
]);

impl Player for Commander {
    type Game = Mars;

    const LEVELS: &'static [Level] = &LEVELS;

    fn think(view: &View, seat: Seat, skill: &Skill, effort: &mut Effort) -> Option<Thought<Act>> {
        if skill.style == Style::Greedy {
            let world = Mars::determinize(view, &mut effort.chance);
            return mcts::greedy(&world, seat, lead, effort).map(Thought::plain);
        }
        mcts::search::<Commander>(view, seat, skill, effort)
    }

    fn estimate(view: &View, seat: Seat, effort: &mut Effort) -> f64 {
        mcts::estimate::<Commander>(view, seat, effort)
    }
}

/// Points of a side less those of the other.
fn lead(state: &Mars, seat: Seat) -> f64 {
    Side::of(seat).map_or(0.0, |side| {
        f64::from(state.score(side).total) - f64::from(state.score(side.other()).total)
    })
}

/// Actions that are looked at.
const PROPOSED: usize = 20;
/// How sharply a better promise is preferred.
const SHARPNESS: f64 = 0.9;

fn promises(state: &Mars, seat: Seat, out: &mut Vec<(f64, Act)>) {
    let Some(side) = Side::of(seat) else {
        return;
    };
    let mut acts = Vec::new();
    state.legal_actions(seat, &mut acts);
    out.extend(acts.into_iter().filter_map(|act| {
        let (from, to) = act.tiles();
        Some((promise::promise(state, side, from?, to?), act))
    }));
}

impl Guide for Commander {
    type Game = Mars;

    const HORIZON: u32 = 20;
    const WIDTH: f64 = 1.5;

    fn propose(state: &Mars, seat: Seat, out: &mut Vec<Proposal<Act>>) {
        let mut all = Vec::new();
        promises(state, seat, &mut all);
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        let top = all.first().map_or(0.0, |first| first.0);
        out.extend(
            all.into_iter()
                .take(PROPOSED)
                .map(|(promise, action)| Proposal {
                    action,
                    weight: (SHARPNESS * (promise - top)).exp(),
                }),
        );
    }

    /// What promises most; a little chance makes equal ones vary.
    fn reply(state: &Mars, seat: Seat, _scratch: &mut Vec<Act>, chance: &mut Fast) -> Option<Act> {
        use parlor_engine::Chance;
        let mut all = Vec::new();
        promises(state, seat, &mut all);
        all.into_iter()
            .map(|(promise, act)| (promise + f64::from(chance.below(100)) * 0.003, act))
            .max_by(|a, b| a.0.total_cmp(&b.0))
            .map(|(_, act)| act)
    }

    fn value(state: &Mars, chances: &mut [f64; MOST_SEATS]) {
        let soviets = standing::chance(state, Side::Soviets);
        chances[Side::Soviets.index()] = soviets;
        chances[Side::Germans.index()] = 1.0 - soviets;
    }
}
