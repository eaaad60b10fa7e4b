use parlor_engine::{Fast, Viewer};
use parlor_mars::{Options, Position, Tile};

use super::*;
use crate::{Budget, Cancel};

const SOVIETS: Seat = Seat(0);
const GERMANS: Seat = Seat(1);

/// The side that begins ahead is held back, and by less from level to level.
#[test]
fn the_germans_of_a_level_are_held_back() {
    let mut before = Skill::search(0, 0, 1000);
    for level in &LEVELS[..4] {
        let soviets = Commander::limits(2, SOVIETS, level);
        let germans = Commander::limits(2, GERMANS, level);
        assert_eq!(soviets, level.skill);
        let held_back = germans.nodes <= soviets.nodes && germans.random >= soviets.random;
        assert!(held_back && germans != soviets, "{}", level.name);
        let grows = germans.nodes >= before.nodes && germans.random <= before.random;
        assert!(grows && germans != before, "{}", level.name);
        before = germans;
    }
    for seat in [SOVIETS, GERMANS] {
        assert_eq!(Commander::limits(2, seat, &LEVELS[4]), Skill::FULL);
    }
}

/// Limits that are tried out are what they say in every seat, be they those of a level or not.
#[test]
fn trials_are_not_held_back() {
    let Skill {
        nodes,
        depth,
        random,
        ..
    } = LEVELS[2].skill;
    let trial = Level::trial(&format!("{nodes}/{depth}/{random}")).unwrap();
    assert_eq!(Commander::limits(2, GERMANS, &trial), LEVELS[2].skill);
    assert_eq!(
        Commander::limits(2, GERMANS, &Level::GREEDY),
        Level::GREEDY.skill
    );
}

fn choice(state: &Mars, seat: Seat, skill: &Skill) -> Act {
    let view = state.view(Viewer::Seat(seat));
    let mut effort = Effort::new(&Budget::of_nodes(200), skill, 5, &Cancel::new());
    Commander::think(&view, seat, skill, &mut effort)
        .unwrap()
        .action
}

/// The opening without the garrison of a town: at first sight and after a search, somebody walks
/// in at once.
#[test]
fn an_empty_town_is_taken() {
    let opening = Mars::new(&Options::default(), 2, &mut Fast::new(1)).unwrap();
    let zubtsov = Tile::new(6, 3).unwrap();
    let mut position = Position::from(opening);
    position.units.retain(|unit| unit.at != zubtsov);
    position.kills = [1, 0];
    let state = Mars::try_from(position).unwrap();
    for skill in [Skill::search(1, 0, 0), Skill::search(200, 10, 0)] {
        let act = choice(&state, SOVIETS, &skill);
        assert_eq!(act.tiles().1, Some(zubtsov), "{act}");
    }
}
