//! Risk: tree search over imagined cards and dice, guided by plans for every phase.

mod greedy;
mod odds;
mod plan;
mod worth;

use parlor_engine::{Fast, Game, Seat};
use parlor_risk::world::{CONTINENTS, ids, neighbours};
use parlor_risk::{Action, Risk, View};

use crate::effort::Effort;
use crate::level::{Level, Skill, Style};
use crate::mcts::{self, Guide, MOST_SEATS, Proposal};
use crate::player::{Player, Thought};

#[derive(Debug)]
pub(crate) struct General;

static LEVELS: [Level; 5] = Level::ladder([
    Skill::search(1, 0, 460),
    Skill::search(1, 0, 280),
    Skill::search(60, 250, 155),
    Skill::search(150, 250, 30),
    Skill::FULL,
]);

/// The limits of whoever begins a duel. The first strike wins nearly every game between equals; held
/// back like this, the upper levels leave the other seat a chance.
static FIRST: [Skill; 5] = [
    Skill::search(1, 0, 460),
    Skill::search(1, 0, 280),
    Skill::search(60, 250, 205),
    Skill::search(150, 250, 145),
    Skill::FULL,
];

/// Setting up takes many decisions that count for little, and their playouts are the longest: one
/// part in so many of the nodes is enough.
const SETUP_SHARE: u64 = 4;

impl Player for General {
    type Game = Risk;

    const LEVELS: &'static [Level] = &LEVELS;
    const REFERENCES: &'static [Level] = &[Level::STAND_IN];

    fn limits(world: &Risk, seat: Seat, level: &Level) -> Skill {
        match (world.seats(), seat) {
            (2, Seat(0)) => level.skill_in(&LEVELS, &FIRST),
            _ => level.skill,
        }
    }

    fn think(
        view: &View,
        seat: Seat,
        skill: &Skill,
        effort: &mut Effort,
    ) -> Option<Thought<Action>> {
        if skill.style != Style::Search {
            let world = Risk::determinize(view, &mut effort.chance);
            let action = match skill.style {
                Style::Classic => Some(world.bot_action(seat)),
                _ => greedy::choose(&world, seat, effort),
            };
            return action.map(Thought::plain);
        }
        if view.turn == 0 {
            effort.limit_to(effort.limit().div_ceil(SETUP_SHARE));
        }
        mcts::search::<General>(view, seat, skill, effort)
    }

    fn estimate(view: &View, seat: Seat, effort: &mut Effort) -> f64 {
        mcts::estimate::<General>(view, seat, effort)
    }
}

impl Guide for General {
    type Game = Risk;

    const HORIZON: u32 = 250;
    const WIDTH: f64 = 1.0;

    fn propose(state: &Risk, seat: Seat, out: &mut Vec<Proposal<Action>>) {
        plan::propose(state, seat, out);
    }

    fn reply(
        state: &Risk,
        seat: Seat,
        _scratch: &mut Vec<Action>,
        chance: &mut Fast,
    ) -> Option<Action> {
        plan::reply(state, seat, chance)
    }

    /// When everybody has had a turn; the first begins with number 1.
    fn is_far_enough(root: &Risk, state: &Risk) -> bool {
        state.turn() >= root.turn().max(1) + u32::from(root.seats())
    }

    /// Odds grow with the cube of power.
    fn value(state: &Risk, chances: &mut [f64; MOST_SEATS]) {
        let seats = state.seats();
        let powers: Vec<f64> = (0..seats)
            .map(|seat| power(state, Seat(seat)).powi(3))
            .collect();
        let all: f64 = powers.iter().sum();
        for (chance, power) in chances.iter_mut().zip(powers) {
            *chance = power / all.max(1e-9);
        }
    }
}

/// Troops, those to come, and what may bring more; in troops.
fn power(state: &Risk, seat: Seat) -> f64 {
    if !state.stands(seat).is_in_order() {
        return 0.0;
    }
    let board = state.board();
    let own = board.held(seat);
    let troops: f64 = ids(own)
        .map(|id| {
            let at_front = neighbours(id) & !own != 0;
            f64::from(board.troops(id)) * if at_front { 1.0 } else { 0.75 }
        })
        .sum();
    let hopes: f64 = (0..CONTINENTS.len() as u8)
        .map(|continent| worth::bonus(state, continent) * worth::share(own, continent).powi(3))
        .sum();
    let income = f64::from(board.income(seat, state.options()));
    let lands = f64::from(own.count_ones());
    troops + 2.5 * income + 0.4 * lands + 0.6 * hopes + 0.9 * f64::from(state.hand(seat).stars())
}

#[cfg(test)]
mod tests {
    use parlor_engine::Fast;
    use parlor_risk::Options;

    use super::*;

    /// In a duel only, and never the best.
    #[test]
    fn whoever_begins_a_duel_is_held_back() {
        let world = |seats| Risk::new(&Options::default(), seats, &mut Fast::new(1)).unwrap();
        let duel = world(2);
        for level in &LEVELS[2..4] {
            let first = General::limits(&duel, Seat(0), level);
            assert!(first.random > level.skill.random, "{}", level.name);
            assert!(first.nodes <= level.skill.nodes, "{}", level.name);
            for (seats, seat) in [(2, 1), (3, 0)] {
                let limits = General::limits(&world(seats), Seat(seat), level);
                assert_eq!(limits, level.skill);
            }
        }
        for seat in [Seat(0), Seat(1)] {
            assert_eq!(General::limits(&duel, seat, &LEVELS[4]), Skill::FULL);
        }
    }
}
