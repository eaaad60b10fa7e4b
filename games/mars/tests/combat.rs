//! Sections 5 and 9.2: every worked fight, step by step; those on the board are fought there too.

mod common;

use common::{edited, play, play_with, scene, start, tile, unit_on};
use parlor_mars::Arm::{self, Armour, Artillery, Infantry};
use parlor_mars::{Event, Fight, Mars, Side, Steps, fight, steps};

type Pair = (i32, i32);

/// A row of the table in 9.2.
struct Row {
    attacker: (Arm, u8),
    defender: (Arm, u8),
    /// Town, attacker encircled, defender encircled.
    flags: [bool; 3],
    draws: (f64, f64),
    steps: [Pair; 6],
}

impl Row {
    fn check(self) {
        let given = Fight {
            attacker: self.attacker.0,
            defender: self.defender.0,
            attacker_veterancy: self.attacker.1,
            defender_veterancy: self.defender.1,
            town: self.flags[0],
            attacker_encircled: self.flags[1],
            defender_encircled: self.flags[2],
            g1: self.draws.0,
            g2: self.draws.1,
        };
        let [means, truncated, veterancy, town, encirclement, damage] = self.steps;
        let expected = Steps {
            means,
            truncated,
            veterancy,
            town,
            encirclement,
            damage,
        };
        assert_eq!(steps(&given), expected);
        assert_eq!(fight(&given), damage);
    }
}

const PLAIN: [bool; 3] = [false; 3];
const TOWN: [bool; 3] = [true, false, false];
const ATTACKER: [bool; 3] = [false, true, false];
const DEFENDER: [bool; 3] = [false, false, true];
const BOTH: [bool; 3] = [false, true, true];
const TRAPPED_TOWN: [bool; 3] = [true, false, true];

macro_rules! rows {
    ($($name:ident: $attacker:expr, $defender:expr, $flags:expr, $draws:expr, $steps:expr;)+) => {
        $(
            #[test]
            fn $name() {
                Row {
                    attacker: $attacker,
                    defender: $defender,
                    flags: $flags,
                    draws: $draws,
                    steps: $steps,
                }
                .check();
            }
        )+
    };
}

rows! {
    w1_plain_fight: (Infantry, 0), (Infantry, 0), PLAIN, (0.0, 0.0),
        [(36, 30), (36, 30), (36, 30), (36, 30), (36, 30), (36, 30)];
    w2_positive_fractions: (Infantry, 0), (Infantry, 0), PLAIN, (0.7, -0.7),
        [(36, 30), (41, 24), (41, 24), (41, 24), (41, 24), (41, 24)];
    w3_belyi: (Infantry, 0), (Infantry, 0), TOWN, (0.4, -0.3),
        [(36, 30), (39, 27), (39, 27), (54, 12), (54, 12), (54, 12)];
    w4_zubtsov: (Armour, 0), (Artillery, 1), TOWN, (0.5, -0.25),
        [(71, 30), (75, 28), (80, 23), (95, 8), (95, 8), (95, 8)];
    w5_good_match_against_a_town: (Infantry, 0), (Artillery, 1), TOWN, (-0.5, 1.0),
        [(36, 65), (32, 73), (37, 68), (52, 53), (52, 53), (52, 53)];
    w6_rzhev: (Infantry, 1), (Infantry, 3), TOWN, (1.3, -0.85),
        [(36, 30), (46, 23), (56, 13), (71, -2), (71, -2), (71, 7)];
    w7_grossdeutschland: (Armour, 0), (Infantry, 4), PLAIN, (0.2, 0.6),
        [(36, 65), (37, 69), (57, 49), (57, 49), (57, 49), (57, 49)];
    w8_veteran_attacker: (Infantry, 4), (Infantry, 0), PLAIN, (-0.6, 0.9),
        [(36, 30), (31, 37), (11, 57), (11, 57), (11, 57), (11, 57)];
    w9_encircled_defender: (Infantry, 0), (Infantry, 0), DEFENDER, (0.25, 0.25),
        [(36, 30), (38, 32), (38, 32), (38, 32), (21, 67), (21, 67)];
    w10_encircled_attacker: (Infantry, 0), (Infantry, 0), ATTACKER, (0.25, 0.25),
        [(36, 30), (38, 32), (38, 32), (38, 32), (73, 15), (73, 15)];
    w11_both_encircled: (Armour, 0), (Armour, 0), BOTH, (0.0, 0.0),
        [(36, 30), (36, 30), (36, 30), (36, 30), (54, 48), (54, 48)];
    w12_encircled_in_a_town: (Artillery, 2), (Armour, 1), TRAPPED_TOWN, (-1.1, 0.3),
        [(36, 65), (27, 67), (22, 72), (37, 57), (20, 92), (20, 92)];
    w13_minimum_on_both_sides: (Infantry, 0), (Infantry, 0), PLAIN, (-4.0, -3.0),
        [(36, 30), (4, 6), (4, 6), (4, 6), (4, 6), (7, 7)];
    w14_toward_zero: (Infantry, 0), (Infantry, 4), PLAIN, (-4.55, 0.0),
        [(36, 30), (0, 30), (20, 10), (20, 10), (20, 10), (20, 10)];
    w15_type_bonus_before_truncation: (Infantry, 0), (Armour, 0), PLAIN, (-4.6, 0.0),
        [(71, 30), (34, 30), (34, 30), (34, 30), (34, 30), (34, 30)];
    w16_above_a_hundred: (Armour, 6), (Infantry, 0), DEFENDER, (0.0, 0.0),
        [(36, 65), (36, 65), (6, 95), (6, 95), (-11, 130), (7, 130)];
    w17_artillery_against_infantry: (Artillery, 0), (Infantry, 1), PLAIN, (-0.3, 0.45),
        [(71, 30), (68, 33), (73, 28), (73, 28), (73, 28), (73, 28)];
    w18_molodoi_tud: (Armour, 1), (Infantry, 2), TRAPPED_TOWN, (0.0, 0.0),
        [(36, 65), (36, 65), (41, 60), (56, 45), (39, 80), (39, 80)];
    w19_corner: (Infantry, 0), (Infantry, 0), DEFENDER, (0.0, 0.0),
        [(36, 30), (36, 30), (36, 30), (36, 30), (19, 65), (19, 65)];
}

/// Section 5.2.
#[test]
fn type_table() {
    for (attacker, defender, means) in [
        (Infantry, Infantry, (36, 30)),
        (Infantry, Artillery, (36, 65)),
        (Infantry, Armour, (71, 30)),
        (Artillery, Infantry, (71, 30)),
        (Artillery, Artillery, (36, 30)),
        (Artillery, Armour, (36, 65)),
        (Armour, Infantry, (36, 65)),
        (Armour, Artillery, (71, 30)),
        (Armour, Armour, (36, 30)),
    ] {
        let found = steps(&Fight {
            attacker,
            defender,
            attacker_veterancy: 0,
            defender_veterancy: 0,
            town: false,
            attacker_encircled: false,
            defender_encircled: false,
            g1: 0.0,
            g2: 0.0,
        });
        assert_eq!(found.means, means, "{attacker:?} {defender:?}");
        assert_eq!(found.damage, means);
    }
}

/// Damage to attacker and defender as the event tells it, after checking it against the health.
fn damage(events: &[Event], state: &Mars) -> Pair {
    let Some(Event::Fought {
        attacker, defender, ..
    }) = events.first()
    else {
        panic!("a fight: {events:?}");
    };
    for fighter in [attacker, defender] {
        let left = i32::from(fighter.health_before) - i32::from(fighter.damage);
        assert_eq!(i32::from(fighter.unit.health), left.max(0));
        assert_eq!(fighter.died, left < 1);
        assert_eq!(state.health(fighter.unit.id), fighter.unit.health);
    }
    (i32::from(attacker.damage), i32::from(defender.damage))
}

fn opening_fight(text: &str, draws: [f64; 2]) -> (Mars, Pair) {
    let mut state = start();
    let events = play_with(&mut state, text, &draws);
    let pair = damage(&events, &state);
    (state, pair)
}

#[test]
fn w3_on_the_board() {
    assert_eq!(opening_fight("0,6-1,6", [0.4, -0.3]).1, (54, 12));
}

#[test]
fn w4_on_the_board() {
    assert_eq!(opening_fight("7,3-6,3", [0.5, -0.25]).1, (95, 8));
}

#[test]
fn w6_on_the_board() {
    let (state, pair) = opening_fight("5,1-5,2", [1.3, -0.85]);
    assert_eq!(pair, (71, 7));
    let health = |x, y| state.health(state.unit_at(tile(x, y)).expect("a unit"));
    assert_eq!((health(5, 1), health(5, 2)), (29, 93));
}

#[test]
fn w7_on_the_board() {
    assert_eq!(opening_fight("1,2-1,3", [0.2, 0.6]).1, (57, 49));
}

#[test]
fn w18_on_the_board() {
    // The garrison of 2,2 is gone and a Soviet unit has walked through.
    let mut state = edited(&start(), |position| {
        position.units.retain(|unit| unit.at != tile(2, 2));
        position.territory.give(tile(2, 2), Side::Soviets);
    });
    let events = play_with(&mut state, "3,1-2,1", &[0.0, 0.0]);
    assert_eq!(damage(&events, &state), (39, 80));
    let Event::Fought {
        attacker,
        defender,
        town,
        ..
    } = &events[0]
    else {
        unreachable!()
    };
    assert!(*town && defender.encircled && !attacker.encircled);
}

#[test]
fn w19_on_the_board() {
    let mut state = scene(&[("S1", (1, 9), 100, 0), ("G15", (0, 9), 100, 0)], &[]);
    let events = play_with(&mut state, "1,9-0,9", &[0.0, 0.0]);
    assert_eq!(damage(&events, &state), (19, 65));
}

/// W9 to W11 with territory that does it.
#[test]
fn w9_w10_w11_on_the_board() {
    let units = |soviet, german| [(soviet, (4, 4), 100, 0), (german, (5, 4), 100, 0)];
    // All Soviet but the German's tile.
    let mut state = scene(&units("S1", "G15"), &[]);
    let events = play_with(&mut state, "4,4-5,4", &[0.25, 0.25]);
    assert_eq!(damage(&events, &state), (21, 67));
    // All neighbours of the attacker are German, and one of the defender's.
    let mut state = scene(&units("S1", "G15"), &[(3, 4), (4, 3), (4, 5), (6, 4)]);
    let events = play_with(&mut state, "4,4-5,4", &[0.25, 0.25]);
    assert_eq!(damage(&events, &state), (73, 15));
    // The same without the defender's way out.
    let mut state = scene(&units("S13", "G3"), &[(3, 4), (4, 3), (4, 5)]);
    let events = play_with(&mut state, "4,4-5,4", &[0.0, 0.0]);
    assert_eq!(damage(&events, &state), (54, 48));
}

#[test]
fn trap_8_only_the_defenders_tile_counts() {
    // From Belyi against the rifle corps beside it: no bonus for the attacker in a town.
    let mut state = start();
    play(&mut state, "7,8-8,8");
    let events = play_with(&mut state, "1,6-0,6", &[0.0, 0.0]);
    assert_eq!(damage(&events, &state), (36, 30));
    // Who owns the town does not matter: a Soviet garrison in Karmanovo is helped too.
    let mut state = scene(
        &[("S1", (8, 4), 100, 0), ("G15", (8, 5), 100, 0)],
        &[(7, 5)],
    );
    state = edited(&state, |position| position.done = 1);
    let events = play_with(&mut state, "8,5-8,4", &[0.0, 0.0]);
    assert_eq!(damage(&events, &state), (51, 15));
}

#[test]
fn trap_14_karmanovo_is_one_tile_only() {
    let mut state = scene(
        &[("S1", (8, 5), 100, 0), ("G15", (7, 5), 100, 0)],
        &[(6, 5)],
    );
    state = edited(&state, |position| position.done = 1);
    let events = play_with(&mut state, "7,5-8,5", &[0.0, 0.0]);
    assert_eq!(damage(&events, &state), (36, 30));
}

#[test]
fn trap_3_the_attacker_never_advances() {
    let mut state = scene(&[("S2", (4, 4), 100, 4), ("G15", (4, 5), 40, 0)], &[(4, 6)]);
    play_with(&mut state, "4,4-4,5", &[-0.6, 0.9]);
    assert_eq!(unit_on(&state, 4, 4).as_deref(), Some("S2"));
    assert_eq!(unit_on(&state, 4, 5), None);
    assert_eq!(state.land().owner(tile(4, 5)), Side::Germans);
}

/// 5.4: the edge gives no way out, diagonals do not count, ownership does.
#[test]
fn encirclement_at_edges_and_corners() {
    let all_soviet = scene(&[("S1", (9, 9), 100, 0)], &[]).land();
    for (x, y) in [
        (0, 0),
        (9, 0),
        (0, 9),
        (9, 9),
        (5, 0),
        (0, 5),
        (9, 4),
        (3, 9),
        (5, 5),
    ] {
        let here = tile(x, y);
        assert!(all_soviet.encircles(here, Side::Germans), "{here}");
        assert!(!all_soviet.encircles(here, Side::Soviets), "{here}");
        for (dx, dy) in [(-1i8, 0), (1, 0), (0, -1), (0, 1)] {
            let Some(way_out) = parlor_mars::Tile::new(x as i8 + dx, y as i8 + dy) else {
                continue;
            };
            let mut land = all_soviet;
            land.give(way_out, Side::Germans);
            assert!(!land.encircles(here, Side::Germans), "{here} by {way_out}");
        }
        for (dx, dy) in [(-1i8, -1), (1, 1), (1, -1), (-1, 1), (0, 0)] {
            let mut land = all_soviet;
            if let Some(near) = parlor_mars::Tile::new(x as i8 + dx, y as i8 + dy) {
                land.give(near, Side::Germans);
            }
            assert!(land.encircles(here, Side::Germans), "{here}");
        }
    }
}
