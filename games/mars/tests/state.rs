//! Sections 4, 8 and 9.3: what actions do.

mod common;

use common::{GERMANS, SOVIETS, act, edited, play, play_with, refused, scene, start};
use common::{tile, totals, unit_on};
use parlor_engine::{Departure, Fast, Game, Names, Outcome, Seat, Viewer};
use parlor_mars::{Event, Mars, Options, Side};

/// Draws of W1 and W8.
const W1: [f64; 2] = [0.0, 0.0];
const W8: [f64; 2] = [-0.6, 0.9];

fn condition(state: &Mars, x: u8, y: u8) -> Option<(u8, u8)> {
    let id = state.unit_at(tile(x, y))?;
    Some((state.health(id), state.veterancy(id)))
}

fn kills(state: &Mars) -> [u8; 2] {
    Side::BOTH.map(|side| state.score(side).kills)
}

/// A Soviet attacker on 4,4 and a German defender on 4,5, nobody encircled, no town. Others far
/// away keep both sides in the game.
fn duel(attacker: (u8, u8), defender: (u8, u8)) -> Mars {
    scene(
        &[
            ("S1", (4, 4), attacker.0, attacker.1),
            ("G15", (4, 5), defender.0, defender.1),
            ("S2", (9, 0), 100, 0),
            ("G26", (0, 9), 100, 1),
        ],
        &[(3, 5)],
    )
}

#[test]
fn t1_a_kill() {
    let mut state = duel((100, 4), (40, 0));
    let before = kills(&state);
    let events = play_with(&mut state, "4,4-4,5", &W8);
    assert_eq!(unit_on(&state, 4, 5), None);
    assert_eq!(state.land().owner(tile(4, 5)), Side::Germans);
    assert_eq!(unit_on(&state, 4, 4).as_deref(), Some("S1"));
    assert_eq!(condition(&state, 4, 4), Some((89, 5)));
    assert_eq!(kills(&state), [before[0] + 1, before[1]]);
    assert_eq!(state.done(), 1);
    let Event::Fought {
        attacker, defender, ..
    } = &events[0]
    else {
        panic!("a fight")
    };
    assert!(attacker.promoted && !attacker.died);
    assert!(defender.died && !defender.promoted);
    assert_eq!((defender.unit.health, defender.health_before), (0, 40));
}

#[test]
fn t2_both_die() {
    let mut state = duel((30, 0), (20, 0));
    let (before, land) = (kills(&state), state.land());
    play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!((unit_on(&state, 4, 4), unit_on(&state, 4, 5)), (None, None));
    assert_eq!(kills(&state), [before[0] + 1, before[1] + 1]);
    assert_eq!(state.land(), land);
}

#[test]
fn t3_a_dead_attacker_scores_for_the_defender() {
    let mut state = duel((36, 0), (100, 0));
    let before = kills(&state);
    play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(unit_on(&state, 4, 4), None);
    assert_eq!(state.land().owner(tile(4, 4)), Side::Soviets);
    assert_eq!(condition(&state, 4, 5), Some((70, 1)));
    assert_eq!(kills(&state), [before[0], before[1] + 1]);
}

#[test]
fn t4_one_health_is_alive() {
    let mut state = duel((37, 0), (100, 0));
    let before = kills(&state);
    play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(condition(&state, 4, 4), Some((1, 0)));
    assert_eq!(condition(&state, 4, 5), Some((70, 0)));
    assert_eq!(kills(&state), before);
}

#[test]
fn t5_veterancy_stops_at_six() {
    let mut state = duel((100, 6), (10, 0));
    let before = kills(&state);
    let events = play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(condition(&state, 4, 4), Some((93, 6)), "36 - 30 is below 7");
    assert_eq!(kills(&state), [before[0] + 1, before[1]]);
    assert!(matches!(&events[0], Event::Fought { attacker, .. } if !attacker.promoted));
    // The same for a defender who kills.
    let mut state = duel((10, 0), (100, 6));
    play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(condition(&state, 4, 5), Some((93, 6)));
}

#[test]
fn t6_walking_into_novodugino() {
    let mut state = scene(
        &[("S1", (3, 6), 100, 0), ("G15", (9, 9), 100, 0)],
        &[(4, 6)],
    );
    let before = totals(&state);
    let events = play(&mut state, "3,6-4,6");
    assert_eq!(state.land().owner(tile(4, 6)), Side::Soviets);
    assert_eq!(totals(&state), [before[0] + 5, before[1] - 5]);
    assert_eq!(state.land().owner(tile(3, 6)), Side::Soviets, "left behind");
    assert!(
        matches!(&events[1], Event::Captured { town: Some(town), .. }
            if town.name == "Novodugino" && town.points == 5)
    );
    // And out again: the town stays (section 8).
    play(&mut state, "9,9-9,8");
    play(&mut state, "4,6-5,6");
    assert_eq!(totals(&state), [before[0] + 5, before[1] - 5]);
}

#[test]
fn t7_a_swap_as_the_first_action() {
    let mut state = start();
    play(&mut state, "7,8-8,8");
    assert_eq!(unit_on(&state, 8, 8).as_deref(), Some("S44"));
    assert_eq!(unit_on(&state, 7, 8).as_deref(), Some("S45"));
    assert_eq!(state.land(), start().land());
    assert_eq!(totals(&state), [15, 55]);
    assert_eq!(state.to_act().first(), Some(GERMANS));
    assert_eq!(state.view(Viewer::Spectator).turn, 2);
}

#[test]
fn t8_armour_attacks_diagonally() {
    assert!(start().validate(SOVIETS, &act("1,2-2,1")).is_ok());
}

#[test]
fn t9_infantry_does_not() {
    assert_eq!(refused(&start(), SOVIETS, "1,1-2,2").code, "out_of_reach");
}

#[test]
fn t10_molodoi_tud_encircled() {
    let mut land = start().land();
    assert!(!land.encircles(tile(2, 1), Side::Germans));
    land.give(tile(2, 2), Side::Soviets);
    assert!(land.encircles(tile(2, 1), Side::Germans));
}

#[test]
fn t11_the_corner() {
    let mut land = start().land();
    land.give(tile(1, 9), Side::Soviets);
    assert!(land.encircles(tile(0, 9), Side::Germans), "0,8 is Soviet");
    land.give(tile(0, 8), Side::Germans);
    assert!(!land.encircles(tile(0, 9), Side::Germans));
}

#[test]
fn t12_scores_at_the_start() {
    assert_eq!(totals(&start()), [15, 55]);
}

/// A position with this many actions done, the Soviets having lost `soviet` units and so on.
fn late(done: u16, soviet: usize, german: usize, towns: &[(u8, u8)]) -> Mars {
    edited(&start(), |position| {
        let mut left = [46 - soviet, 27 - german];
        position.units.retain(|unit| {
            let count = &mut left[unit.id.side().index()];
            let stays = *count > 0;
            *count = count.saturating_sub(1);
            stays
        });
        position.done = done;
        for &(x, y) in towns {
            let here = tile(x, y);
            position.units.retain(|unit| unit.at != here);
            position.territory.give(here, Side::Soviets);
        }
    })
}

#[test]
fn t13_after_99_actions_it_goes_on() {
    // All towns Soviet: far ahead.
    let towns = [
        (2, 1),
        (5, 2),
        (2, 3),
        (6, 3),
        (6, 5),
        (1, 6),
        (4, 6),
        (3, 7),
        (6, 7),
    ];
    let mut state = late(98, 0, 0, &towns);
    assert!(totals(&state)[0] > totals(&state)[1]);
    play(&mut state, "0,0-1,0");
    assert_eq!(state.done(), 99);
    assert_eq!(state.outcome(), None);
    assert_eq!(state.to_act().first(), Some(GERMANS));
    let events = play(&mut state, "0,9-1,9");
    assert_eq!(state.done(), 100);
    assert_eq!(state.outcome(), Some(Outcome::win(SOVIETS, 2, "score")));
    assert!(state.to_act().is_empty());
    assert!(matches!(events.last(), Some(Event::Ended { .. })));
    assert_eq!(refused(&state, SOVIETS, "0,0-1,0").code, "over");
}

#[test]
fn t14_a_draw() {
    // Soviets: 35 for towns and 5 kills; Germans: 35 and 5.
    let mut state = late(99, 5, 0, &[(5, 2), (6, 7)]);
    // The two garrisons went with their towns; three more make five.
    state = edited(&state, |position| {
        let mut more = 3;
        position.units.retain(|unit| {
            let goes = more > 0 && unit.id.side() == Side::Germans;
            more -= u32::from(goes);
            !goes
        });
    });
    assert_eq!(totals(&state), [40, 40]);
    play(&mut state, "0,9-1,9");
    assert_eq!(totals(&state), [40, 40]);
    assert_eq!(state.outcome(), Some(Outcome::draw(2, "score")));
}

#[test]
fn the_higher_score_wins_whoever_moved_last() {
    let mut state = late(99, 0, 0, &[]);
    play(&mut state, "0,9-1,9");
    assert_eq!(state.outcome(), Some(Outcome::win(GERMANS, 2, "score")));
}

/// Both sides act equally often; what was begun before that was asked is played to its end.
#[test]
fn an_odd_number_of_turns_is_refused_to_new_matches() {
    for (turns, new, old) in [
        (0, false, false),
        (1, false, false),
        (2, true, true),
        (3, false, true),
        (99, false, true),
        (100, true, true),
        (999, false, true),
        (1001, false, false),
    ] {
        let options = Options {
            turns,
            ..Options::default()
        };
        assert_eq!(Mars::check_new(&options).is_ok(), new, "{turns}");
        let started = Mars::new(&options, 2, &mut Fast::new(1));
        assert_eq!(started.is_ok(), old, "{turns}");
    }
}

/// T15 is in the tests of the fog.
#[test]
fn t16_illegal_targets() {
    let state = start();
    for (text, code) in [
        ("0,0-0,0", "same_tile"),
        ("0,0-0,2", "out_of_reach"),
        ("0,0-1,1", "out_of_reach"),
        ("0,0--1,0", "off_board"),
        ("0,10-0,9", "off_board"),
        ("9,3-9,4", "no_unit"),
        ("2,1-2,0", "no_unit"),
        ("3,7-3,6", "no_unit"),
    ] {
        assert_eq!(refused(&state, SOVIETS, text).code, code, "{text}");
    }
    assert_eq!(refused(&state, GERMANS, "0,9-1,9").code, "not_your_turn");
    assert_eq!(refused(&state, Seat(2), "0,0-1,0").code, "not_your_turn");
    assert_eq!(refused(&state, Seat(255), "0,0-1,0").code, "not_your_turn");
}

#[test]
fn t17_a_side_without_units_passes() {
    let mut state = scene(&[("S1", (4, 4), 100, 0)], &[(9, 9)]);
    let events = play(&mut state, "4,4-4,5");
    assert_eq!(state.done(), 2);
    assert_eq!(state.to_act().first(), Some(SOVIETS));
    assert_eq!(
        events[1..],
        [
            Event::Passed {
                side: Side::Germans,
                turn: 2
            },
            Event::Turn {
                side: Side::Soviets,
                turn: 3
            }
        ]
    );
    // The pass may be what completes the hundred.
    let mut state = edited(&state, |position| position.done = 98);
    let events = play(&mut state, "4,5-4,4");
    assert_eq!(state.done(), 100);
    assert!(state.outcome().is_some());
    assert!(matches!(events[1], Event::Passed { turn: 100, .. }));
    assert!(matches!(events[2], Event::Ended { .. }));
}

#[test]
fn soviets_without_units_pass_too() {
    let mut state = scene(
        &[
            ("S1", (4, 4), 1, 0),
            ("G15", (4, 5), 100, 0),
            ("G26", (9, 9), 100, 1),
        ],
        &[(3, 5)],
    );
    play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(state.alive(Side::Soviets), 0);
    assert_eq!((state.done(), state.to_act().first()), (1, Some(GERMANS)));
    play(&mut state, "4,5-4,4");
    assert_eq!((state.done(), state.to_act().first()), (3, Some(GERMANS)));
    assert_eq!(state.outcome(), None);
}

#[test]
fn nobody_left_ends_it_at_once() {
    let mut state = scene(&[("S1", (4, 4), 10, 0), ("G15", (4, 5), 10, 0)], &[(3, 5)]);
    let events = play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(state.done(), 1);
    // Everything but three tiles is Soviet: 70 + 27 against 46.
    assert_eq!(totals(&state), [97, 46]);
    assert_eq!(state.outcome(), Some(Outcome::win(SOVIETS, 2, "score")));
    assert!(matches!(events.last(), Some(Event::Ended { .. })));
    assert_eq!(refused(&state, GERMANS, "4,5-4,4").code, "over");
}

#[test]
fn trap_17_reach() {
    let state = start();
    // Infantry beside its own unit swaps, diagonally it does not.
    assert!(state.validate(SOVIETS, &act("7,1-6,1")).is_ok());
    assert_eq!(refused(&state, SOVIETS, "7,1-6,0").code, "out_of_reach");
    // Artillery has no range.
    assert_eq!(refused(&state, SOVIETS, "8,3-6,3").code, "out_of_reach");
    assert_eq!(refused(&state, SOVIETS, "8,3-7,2").code, "out_of_reach");
    // Armour carries a partner of any type diagonally.
    let mut state = start();
    play(&mut state, "8,2-7,1");
    assert_eq!(unit_on(&state, 7, 1).as_deref(), Some("S24"));
    assert_eq!(unit_on(&state, 8, 2).as_deref(), Some("S17"));
    assert_eq!(state.land(), start().land());
    // And walks diagonally between enemies.
    let mut state = scene(
        &[
            ("S13", (4, 4), 100, 1),
            ("G15", (4, 5), 100, 0),
            ("G26", (5, 4), 100, 1),
        ],
        &[],
    );
    play(&mut state, "4,4-5,5");
    assert_eq!(unit_on(&state, 5, 5).as_deref(), Some("S13"));
}

#[test]
fn moving_on_own_ground_changes_nothing_else() {
    let mut state = start();
    let events = play(&mut state, "9,4-9,3");
    assert_eq!(state.land(), start().land());
    assert_eq!(totals(&state), [15, 55]);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::Captured { .. }))
    );
    assert_eq!(state.done(), 1);
}

#[test]
fn a_swap_keeps_health_and_veterancy() {
    let mut state = edited(&start(), |position| {
        for unit in &mut position.units {
            if unit.at == tile(7, 8) {
                (unit.health, unit.veterancy) = (41, 3);
            }
        }
    });
    play(&mut state, "8,7-7,8");
    assert_eq!(condition(&state, 8, 7), Some((41, 3)));
    assert_eq!(condition(&state, 7, 8), Some((100, 0)));
}

#[test]
fn trap_10_veterancy_of_before_the_fight() {
    // A killer's new level must not count in the fight that brings it: 36 + 5 * 2.
    let mut state = duel((100, 0), (10, 2));
    play_with(&mut state, "4,4-4,5", &W1);
    assert_eq!(condition(&state, 4, 4), Some((54, 1)));
}

#[test]
fn a_whole_game_takes_100_actions() {
    let mut state = start();
    for round in 0..50 {
        assert_eq!(state.done(), 2 * round);
        play(&mut state, "0,0-1,0");
        assert_eq!(state.outcome(), None);
        play(&mut state, "0,9-1,9");
    }
    assert_eq!(state.outcome(), Some(Outcome::win(GERMANS, 2, "score")));
}

#[test]
fn departures() {
    for (how, reason) in [
        (Departure::Resigned, "resigned"),
        (Departure::Left, "left"),
        (Departure::TimedOut, "time"),
    ] {
        for (seat, winner) in [(SOVIETS, GERMANS), (GERMANS, SOVIETS)] {
            let mut state = start();
            let (mut events, mut chance) = (Vec::new(), Fast::new(0));
            state
                .depart(seat, how, &mut chance, &mut events)
                .expect("somebody leaves");
            assert_eq!(state.outcome(), Some(Outcome::win(winner, 2, reason)));
            assert_eq!(events.len(), 2);
            let again = state.depart(winner, how, &mut chance, &mut events);
            assert_eq!(again.map_err(|refused| refused.code), Err("over".into()));
            assert_eq!(refused(&state, SOVIETS, "0,0-1,0").code, "over");
        }
        let mut state = start();
        let nobody = state.depart(Seat(2), how, &mut Fast::new(0), &mut Vec::new());
        assert!(nobody.is_err());
    }
}

#[test]
fn sentences() {
    let names = ["Anna".to_string(), "Bert".to_string()];
    let tell = |events: &[Event], viewer: Viewer| -> Vec<String> {
        events
            .iter()
            .filter_map(|event| Mars::redact(event, viewer))
            .map(|event| Mars::describe(&event, Names(&names)))
            .collect()
    };
    let mut state = start();
    let events = play(&mut state, "0,2-1,2");
    assert_eq!(
        tell(&events, Viewer::Referee),
        [
            "Anna swaps Katukov's 3rd Mechanised Corps Infantry Reserve at 0,2 with \
             Katukov's 3rd Mechanised Corps Tank Brigade at 1,2",
            "Turn 2 is Bert's"
        ]
    );
    let events = play(&mut state, "6,9-5,9");
    let seen = tell(&events, Viewer::Spectator);
    assert_eq!(
        seen[0],
        "Bert moves the 102nd Infantry Division from 6,9 out of sight"
    );
    let mut state = duel((100, 4), (40, 0));
    let events = play_with(&mut state, "4,4-4,5", &W8);
    assert_eq!(
        tell(&events, Viewer::Seat(GERMANS))[0],
        "Anna attacks the Eastern Battalion 441 at 4,5 with the 357th Infantry Division from 4,4: \
         the defender takes 57 and dies; the attacker takes 11 and has 89 left and rises to \
         veterancy 5"
    );
}
