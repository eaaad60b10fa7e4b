use parlor_engine::{Fast, Scripted, Viewer};
use parlor_mars::{GERMAN_UNITS, Options, Position, Posted, SOVIET_UNITS, Tile};

use super::field::Order;
use super::ground::places;
use super::*;
use crate::{Budget, Cancel};

const SOVIETS: Seat = Seat(0);
const GERMANS: Seat = Seat(1);

fn opening() -> Mars {
    Mars::new(&Options::default(), 2, &mut Fast::new(1)).unwrap()
}

/// The side that begins ahead is held back, and by less from level to level.
#[test]
fn the_germans_of_a_level_are_held_back() {
    let mut before = Skill::search(0, 0, 1000);
    for level in &LEVELS[..4] {
        let soviets = Commander::limits(&opening(), SOVIETS, level);
        let germans = Commander::limits(&opening(), GERMANS, level);
        assert_eq!(soviets, level.skill);
        let held_back = germans.nodes <= soviets.nodes && germans.random >= soviets.random;
        assert!(held_back && germans != soviets, "{}", level.name);
        let grows = germans.nodes >= before.nodes && germans.random <= before.random;
        assert!(grows && germans != before, "{}", level.name);
        before = germans;
    }
    for seat in [SOVIETS, GERMANS] {
        assert_eq!(Commander::limits(&opening(), seat, &LEVELS[4]), Skill::FULL);
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
    assert_eq!(
        Commander::limits(&opening(), GERMANS, &trial),
        LEVELS[2].skill
    );
    assert_eq!(
        Commander::limits(&opening(), GERMANS, &Level::GREEDY),
        Level::GREEDY.skill
    );
}

fn choice(state: &Mars, seat: Seat, skill: &Skill) -> Act {
    let view = state.view(Viewer::Seat(seat));
    thought(&view, seat, skill).action
}

fn thought(view: &View, seat: Seat, skill: &Skill) -> Thought<Act> {
    let mut effort = Effort::new(&Budget::of_nodes(skill.nodes), skill, 5, &Cancel::new());
    Commander::think(view, seat, skill, &mut effort).unwrap()
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

/// Three units on either side, two actions before the end at the earliest. The Germans own the
/// tiles and towns named, the Soviets everything else.
fn endgame(done: u16, german_towns: &[(u8, u8)]) -> Mars {
    let tile = |(x, y): (u8, u8)| Tile::new(x, y).unwrap();
    let mut position =
        Position::from(Mars::new(&Options::default(), 2, &mut Fast::new(1)).unwrap());
    let posted = [
        ((4, 1), "S13", 60),
        ((5, 1), "S15", 100),
        ((7, 5), "S36", 45),
        ((5, 2), "G5", 30),
        ((6, 3), "G9", 50),
        ((6, 4), "G14", 40),
    ];
    position.units = posted
        .into_iter()
        .map(|(at, id, health)| Posted {
            at: tile(at),
            id: id.to_owned().try_into().unwrap(),
            health,
            veterancy: 1,
        })
        .collect();
    position.units.sort_by_key(|unit| unit.at);
    position.kills = [GERMAN_UNITS as u8 - 3, SOVIET_UNITS as u8 - 3];
    position.done = done;
    for at in Tile::all() {
        position.territory.give(at, Side::Soviets);
    }
    for at in [(5, 2), (6, 3), (6, 4), (5, 3)].iter().chain(german_towns) {
        position.territory.give(tile(*at), Side::Germans);
    }
    Mars::try_from(position).unwrap()
}

/// Draws in the middle of equal parts of the normal distribution.
const DRAWS: [f64; 8] = [-1.53, -0.89, -0.49, -0.16, 0.16, 0.49, 0.89, 1.53];

/// What the mover gets with best play of both, by the plain definition; of every order.
fn expectimax(field: &Field) -> Vec<(Order, f64)> {
    let side = field.mover();
    let mut values = Vec::new();
    for from in places(field.men[side]) {
        for to in places(field.reach(from)) {
            let order = Order {
                from: from as u8,
                to: to as u8,
            };
            let is_attack = field.men[1 - side] & 1 << to != 0;
            let rolls = if is_attack { &DRAWS[..] } else { &DRAWS[..1] };
            let mut sum = 0.0;
            for g1 in rolls {
                for g2 in rolls {
                    let mut after = field.clone();
                    after.play(order, &mut Scripted::normals([*g1, *g2]));
                    sum += match (after.is_over(), side) {
                        (true, 0) => standing::chance(&after),
                        (true, _) => 1.0 - standing::chance(&after),
                        (false, _) => 1.0 - best_of(&expectimax(&after)),
                    };
                }
            }
            values.push((order, sum / (rolls.len() * rolls.len()) as f64));
        }
    }
    values
}

fn best_of(values: &[(Order, f64)]) -> f64 {
    values.iter().map(|&(_, value)| value).fold(0.0, f64::max)
}

/// The last actions of an open game against the plain definition: the choice, and what it is
/// thought to bring.
#[test]
fn the_end_is_played_as_expectimax_would() {
    // The Soviets are a point ahead, or nine behind.
    let ahead = [(6, 5), (4, 6)];
    let behind = [(6, 5), (4, 6), (3, 7)];
    for (done, seat, german_towns) in [
        (98, SOVIETS, &ahead[..]),
        (98, SOVIETS, &behind[..]),
        (99, GERMANS, &ahead[..]),
    ] {
        let state = endgame(done, german_towns);
        let values = expectimax(&Field::of(&state));
        let best = best_of(&values);
        let average = values.iter().map(|&(_, value)| value).sum::<f64>() / values.len() as f64;
        let view = state.view(Viewer::Seat(seat));
        let thought = thought(&view, seat, &Skill::search(4000, 10, 0));
        let act = thought.action;
        let expected = thought.chance.unwrap();
        assert!((expected - best).abs() < 0.06, "{expected}, not {best}");
        assert_eq!(
            thought.line.len(),
            100 - usize::from(done),
            "{:?}",
            thought.line
        );
        let chosen = values.iter().find(|(order, _)| order.act() == act);
        let chosen = chosen.map_or(0.0, |&(_, value)| value);
        assert!(chosen > best - 0.03, "{act} for {chosen}, not {best}");
        assert!(best > average + 0.1, "{best} is not better than {average}");
    }
}
