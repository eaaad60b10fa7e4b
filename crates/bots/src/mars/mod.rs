//! Operation Mars: a tree of playouts in worlds that the fog allows, guided by what an action promises.

mod campaign;
mod doctrine;
mod field;
mod ground;
mod promise;
mod standing;

use parlor_engine::{Fast, Game, Seat};
use parlor_mars::{Act, Mars, Side, View};

use crate::effort::Effort;
use crate::level::{Level, Skill, Style};
use crate::mcts;
use crate::player::{Player, Thought};
use campaign::Campaign;
use field::{Field, Order};

#[derive(Debug)]
pub(crate) struct Commander;

/// The limits of the Soviets.
static LEVELS: [Level; 5] = Level::ladder([
    Skill::search(1, 0, 250),
    Skill::search(1, 0, 0),
    Skill::search(20, 10, 0),
    Skill::search(100, 10, 0),
    Skill::FULL,
]);

/// Those of the Germans, who begin 40 points ahead and would win nearly every game between
/// equals: below `best` they are held back, so that both sides of a level have a fair game. At
/// `hard` they are so by less, or `best` would be too far away.
static GERMANS: [Skill; 5] = [
    Skill::search(1, 0, 650),
    Skill::search(1, 0, 540),
    Skill::search(1, 0, 320),
    Skill::search(6, 10, 0),
    Skill::FULL,
];

impl Player for Commander {
    type Game = Mars;

    const LEVELS: &'static [Level] = &LEVELS;

    fn limits(_world: &Mars, seat: Seat, level: &Level) -> Skill {
        match Side::of(seat) {
            Some(Side::Germans) => level.skill_in(&LEVELS, &GERMANS),
            _ => level.skill,
        }
    }

    fn think(view: &View, seat: Seat, skill: &Skill, effort: &mut Effort) -> Option<Thought<Act>> {
        let world = Mars::determinize(view, &mut effort.chance);
        if skill.style == Style::Greedy {
            return mcts::greedy(&world, seat, |_, _| (), lead, effort).map(Thought::plain);
        }
        let depth = skill.depth.min(DEPTH);
        let mut chance = effort.chance.clone();
        let mut campaign = Campaign::new(&Field::of(&world), &mut chance);
        campaign.run(depth, &mut chance, |chance| imagine(view, chance, effort));
        let Some(plan) = campaign.best() else {
            // Nothing that would change anything, as if nobody were near: so it does not matter.
            let any = world.sample(seat, &mut Vec::new(), &mut effort.chance);
            return any.map(Thought::plain);
        };
        Some(Thought {
            action: plan.order.act(),
            chance: (plan.visits > 0.0).then(|| plan.mean()),
            depth,
            line: campaign.line().into_iter().map(Order::act).collect(),
        })
    }

    fn estimate(view: &View, seat: Seat, effort: &mut Effort) -> f64 {
        let mut chance = effort.chance.clone();
        let (mut count, mut sum) = (0.0, 0.0);
        while let Some(mut field) = imagine(view, &mut chance, effort) {
            sum += campaign::playout(&mut field, seat.index(), DEPTH, &mut chance);
            count += 1.0;
        }
        if count > 0.0 {
            return sum / count;
        }
        let mut world = Field::of(&Mars::determinize(view, &mut chance));
        campaign::playout(&mut world, seat.index(), 0, &mut chance)
    }
}

/// Actions of a playout, at most.
const DEPTH: u32 = 10;

/// A world that the view allows, while there is leave to look at one more.
fn imagine(view: &View, chance: &mut Fast, effort: &mut Effort) -> Option<Field> {
    // A playout costs far more than a look at the clock.
    effort.look_at_clock();
    effort
        .spend()
        .then(|| Field::of(&Mars::determinize(view, chance)))
}

/// Points of a side less those of the other.
fn lead(state: &Mars, seat: Seat) -> f64 {
    Side::of(seat).map_or(0.0, |side| {
        f64::from(state.score(side).total) - f64::from(state.score(side.other()).total)
    })
}

#[cfg(test)]
mod tests;
