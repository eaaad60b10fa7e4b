//! What is true in every position of every game.

use std::collections::BTreeMap;

use parlor_engine::{Fast, Game};
use parlor_mars::{Act, Arm, Mars, Options, Side, Tile};
use proptest::prelude::*;

fn opening(turns: u16) -> Mars {
    let options = Options {
        turns,
        ..Options::default()
    };
    Mars::new(&options, 2, &mut Fast::new(0)).expect("the opening")
}

/// The identities of section 3, the invariant of section 1, and that ownership changes only by
/// walking onto a tile.
#[test]
fn scores_units_and_territory() {
    parlor_testkit::runner(24)
        .run(&(any::<u64>(), 1u16..500), |(seed, rounds)| {
            let turns = 2 * rounds;
            let mut chance = Fast::new(seed);
            let mut state = opening(turns);
            while let Some(seat) = state.to_act().first() {
                let alive: u8 = Side::BOTH.iter().map(|&side| state.alive(side)).sum();
                let [soviets, germans] = Side::BOTH.map(|side| state.score(side));
                prop_assert_eq!(soviets.towns + germans.towns, 70);
                prop_assert_eq!(soviets.kills + germans.kills, 73 - alive);
                prop_assert_eq!(soviets.total + germans.total, 143 - alive);
                prop_assert_eq!(usize::from(seat.0), usize::from(state.done()) % 2);
                for tile in Tile::all() {
                    if let Some(id) = state.unit_at(tile) {
                        prop_assert_eq!(state.land().owner(tile), id.side());
                        prop_assert!((1..=100).contains(&state.health(id)));
                        prop_assert!(state.veterancy(id) <= 6);
                    }
                }
                let act = state.sample(seat, &mut Vec::new(), &mut chance);
                let act = act.expect("an actor can act");
                let before = state.clone();
                state.execute(seat, &act, &mut chance, &mut Vec::new());
                let to = Tile::new(act.to[0], act.to[1]).expect("on the board");
                for tile in Tile::all() {
                    let walked = tile == to && before.unit_at(tile).is_none();
                    let owner = if walked {
                        Side::of(seat).expect("a side")
                    } else {
                        before.land().owner(tile)
                    };
                    prop_assert_eq!(state.land().owner(tile), owner);
                }
                prop_assert!(state.done() > before.done());
            }
            prop_assert!(state.done() == turns || state.alive(Side::Soviets) == 0);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

/// Section 4.2 by the words, against the list.
#[test]
fn the_list_is_the_rule() {
    parlor_testkit::runner(30)
        .run(&(any::<u64>(), 0u32..300), |(seed, steps)| {
            let mut chance = Fast::new(seed);
            let mut state = opening(400);
            for _ in 0..steps {
                let Some(seat) = state.to_act().first() else {
                    break;
                };
                let act = state.sample(seat, &mut Vec::new(), &mut chance);
                let act = act.expect("an actor can act");
                state.execute(seat, &act, &mut chance, &mut Vec::new());
            }
            let Some(seat) = state.to_act().first() else {
                return Ok(());
            };
            let mut listed = Vec::new();
            state.legal_actions(seat, &mut listed);
            let mut expected = Vec::new();
            for from in Tile::all() {
                let Some(id) = state.unit_at(from).filter(|id| id.side().seat() == seat) else {
                    continue;
                };
                for to in Tile::all() {
                    let (dx, dy) = (from.x().abs_diff(to.x()), from.y().abs_diff(to.y()));
                    let armour = id.record().icon.arm() == Arm::Armour;
                    if dx + dy == 1 || (armour && (dx, dy) == (1, 1)) {
                        expected.push(Act::new(from, to));
                    }
                }
            }
            prop_assert_eq!(listed, expected);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
}

#[test]
fn sampling_is_uniform() {
    let state = opening(100);
    let seat = parlor_engine::Seat(0);
    let mut counts: BTreeMap<String, u32> = BTreeMap::new();
    let mut chance = Fast::new(5);
    for _ in 0..201 * 400 {
        let act = state.sample(seat, &mut Vec::new(), &mut chance);
        *counts.entry(act.expect("legal").to_string()).or_default() += 1;
    }
    assert_eq!(counts.len(), 201);
    // 400 each, with a deviation of 20.
    assert!(
        counts.values().all(|count| (300..500).contains(count)),
        "{counts:?}"
    );
}
