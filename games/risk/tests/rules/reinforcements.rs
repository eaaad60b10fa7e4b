//! Rule page 11.2, reinforcements.

use serde_json::{Value, json};

use crate::position::{A, Position, now, play, refused, troops, valid};

/// What seat A gets in REINFORCE when it owns these territories and turns in these cards.
fn amount(lands: impl IntoIterator<Item = usize>, stars: &[u8], options: Value) -> u64 {
    let mut position = Position::new(2).lands(A, lands).options(options);
    if !stars.is_empty() {
        position = position.hand(A, stars);
    }
    let state = if stars.is_empty() {
        position.reinforce().build()
    } else {
        let mut state = position.phase(json!({"kind": "turn_in"})).build();
        let cards: Vec<String> = stars.iter().map(u8::to_string).collect();
        play(&mut state, A, &format!("cards {}", cards.join(" ")));
        state
    };
    let valid = valid(&state);
    let territories = valid["territories"].as_array().unwrap().len();
    assert!(territories > 0 && valid["phase"] == "reinforce");
    valid["troops"].as_u64().unwrap()
}

fn faithful(lands: impl IntoIterator<Item = usize>, stars: &[u8]) -> u64 {
    amount(lands, stars, json!({}))
}

/// Fourteen territories without a continent.
const FOURTEEN: [usize; 14] = [0, 6, 7, 1, 3, 9, 10, 13, 14, 19, 20, 27, 28, 38];

#[test]
fn r1_fourteen_territories() {
    assert_eq!(faithful(FOURTEEN, &[]), 4);
}

#[test]
fn r2_eight_territories() {
    assert_eq!(faithful([0, 1, 9, 13, 19, 20, 27, 38], &[]), 3);
}

#[test]
fn r3_one_territory() {
    assert_eq!(faithful([27], &[]), 3);
}

#[test]
fn r4_exactly_asia() {
    assert_eq!(faithful(26..38, &[]), 15);
}

#[test]
fn r5_exactly_north_america() {
    assert_eq!(faithful(0..9, &[]), 8);
}

#[test]
fn r6_exactly_australia() {
    assert_eq!(faithful(38..42, &[]), 3);
}

#[test]
fn r7_australia_and_south_america() {
    assert_eq!(faithful((38..42).chain(9..13), &[]), 6);
}

#[test]
fn r8_nineteen_territories_with_asia() {
    assert_eq!(faithful((26..38).chain([0, 1, 2, 9, 10, 19, 20]), &[]), 17);
}

#[test]
fn r9_five_territories_and_a_two_star_card() {
    assert_eq!(faithful([0, 1, 2, 9, 19], &[2]), 5);
}

#[test]
fn r10_twenty_territories_with_africa_and_three_cards() {
    let lands = (13..19).chain([0, 1, 2, 3, 4, 9, 10, 11, 19, 20, 21, 26, 27, 28]);
    assert_eq!(faithful(lands, &[1, 1, 2]), 13);
}

#[test]
fn r11_all_but_iceland() {
    assert_eq!(faithful((0..42).filter(|&id| id != 19), &[]), 36);
}

#[test]
fn r1_placement_must_be_exact() {
    let mut state = Position::new(2).lands(A, FOURTEEN).reinforce().build();
    assert_eq!(refused(&state, A, "reinforce 0:3"), "bad_number");
    assert_eq!(refused(&state, A, "reinforce 0:5"), "bad_number");
    assert_eq!(refused(&state, A, "reinforce 0:4 7:0"), "bad_number");
    assert_eq!(
        refused(&state, A, "reinforce 0:3 31:1"),
        "not_allowed_territory"
    );
    assert_eq!(
        refused(&state, A, "reinforce 0:2 0:2"),
        "not_allowed_territory"
    );
    assert_eq!(
        refused(&state, A, "reinforce 0:3 42:1"),
        "not_allowed_territory"
    );
    assert_eq!(refused(&state, A, "reinforce"), "bad_number");
    assert_eq!(
        refused(&state, A, "reinforce 0:4294967295 6:4294967295 7:6"),
        "bad_number"
    );
    play(&mut state, A, "reinforce 7:1 0:3");
    assert_eq!((troops(&state, 0), troops(&state, 7)), (4, 2));
    assert_eq!(now(&state), ("attack", Some(A)));
}

#[test]
fn option_asia_bonus_7() {
    let classic = json!({"asia_bonus": 7});
    assert_eq!(amount(26..38, &[], classic.clone()), 11);
    assert_eq!(amount(0..9, &[], classic), 8);
}

#[test]
fn option_floor_before_bonus() {
    let printed = json!({"floor_before_bonus": true});
    assert_eq!(amount(38..42, &[], printed.clone()), 5);
    assert_eq!(amount((38..42).chain(9..13), &[], printed.clone()), 7);
    assert_eq!(amount(26..38, &[], printed.clone()), 15);
    assert_eq!(amount([0, 1, 2, 9, 19], &[2], printed), 5);
}
