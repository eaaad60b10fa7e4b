//! Rule page 1 and 11.2, setup.

use parlor_engine::{Fast, Game, Seat};
use parlor_risk::{Options, Risk, starting_troops};
use serde_json::json;

use crate::position::{A, B, C, all, kinds, now, play, refused, valid};

fn fresh(seats: u8) -> Risk {
    Risk::new(&Options::default(), seats, &mut Fast::new(7)).expect("a match")
}

/// Claims in the order of ids, everything else at random; the seats in the order they acted.
fn set_up(state: &mut Risk, steps: usize) -> Vec<Seat> {
    let mut chance = Fast::new(1);
    (0..steps)
        .map(|_| {
            let seat = state.to_act().first().expect("somebody acts");
            let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
            state
                .apply(seat, &action, &mut chance, &mut Vec::new())
                .unwrap();
            state.check_state().unwrap();
            seat
        })
        .collect()
}

#[test]
fn table_of_section_1_2() {
    // Players, troops each, claimed by seat, left by seat, first seat to reinforce, actions.
    type Row = (u8, u8, Vec<u32>, Vec<u8>, u8, usize);
    let page: [Row; 5] = [
        (2, 40, vec![21, 21], vec![19, 19], 0, 80),
        (3, 35, vec![14; 3], vec![21; 3], 0, 105),
        (4, 30, vec![11, 11, 10, 10], vec![19, 19, 20, 20], 2, 120),
        (5, 25, vec![9, 9, 8, 8, 8], vec![16, 16, 17, 17, 17], 2, 125),
        (6, 20, vec![7; 6], vec![13; 6], 0, 120),
    ];
    for (seats, start, claimed, left, first, actions) in page {
        let mut state = fresh(seats);
        assert_eq!(starting_troops(seats), start);
        assert!(all(&state).seats.iter().all(|seat| seat.stock == start));
        set_up(&mut state, 42);
        let view = all(&state);
        let territories: Vec<u32> = view.seats.iter().map(|seat| seat.territories).collect();
        let stocks: Vec<u8> = view.seats.iter().map(|seat| seat.stock).collect();
        assert_eq!((territories, stocks), (claimed, left));
        assert_eq!(now(&state), ("setup_reinforce", Some(Seat(first))));
        set_up(&mut state, actions - 43);
        assert_eq!(now(&state).0, "setup_reinforce");
        set_up(&mut state, 1);
        assert_eq!(now(&state), ("reinforce", Some(A)));
        assert_eq!(all(&state).turn, 1);
        let troops: u32 = all(&state).troops.iter().sum();
        assert_eq!(troops, u32::from(start) * u32::from(seats));
    }
}

#[test]
fn s1_four_players() {
    let mut state = fresh(4);
    let claims = set_up(&mut state, 42);
    let expected: Vec<Seat> = (0..42).map(|turn| Seat(turn % 4)).collect();
    assert_eq!(claims, expected);
    assert_eq!(claims[41], B);
    assert_eq!(now(&state), ("setup_reinforce", Some(C)));
    assert_eq!(valid(&state)["stock"], json!(20));
    let placements = set_up(&mut state, 78);
    assert_eq!(placements[77], Seat(3));
    assert_eq!(now(&state), ("reinforce", Some(A)));
}

#[test]
fn s2_two_players() {
    let mut state = fresh(2);
    set_up(&mut state, 80);
    let view = all(&state);
    assert_eq!(view.troops.iter().sum::<u32>(), 80);
    assert_eq!(view.seats[0].territories, 21);
    assert!(view.seats[0].continents.is_empty());
    assert_eq!(valid(&state)["troops"], json!(7));
}

#[test]
fn s3_owned_territories_and_wrong_turns_are_refused() {
    let mut state = fresh(3);
    let events = play(&mut state, A, "claim alaska");
    assert_eq!(kinds(&events), ["claimed"]);
    let before = valid(&state);
    assert_eq!(refused(&state, B, "claim alaska"), "not_allowed_territory");
    assert_eq!(refused(&state, B, "claim 42"), "not_allowed_territory");
    assert_eq!(refused(&state, A, "claim peru"), "not_your_turn");
    assert_eq!(refused(&state, C, "claim peru"), "not_your_turn");
    assert_eq!(refused(&state, B, "place alaska"), "wrong_phase");
    assert_eq!(refused(&state, B, "skip"), "wrong_phase");
    assert_eq!(valid(&state), before);
    assert_eq!(before["territories"].as_array().unwrap().len(), 41);
}

#[test]
fn setup_reinforcement_goes_to_own_territories() {
    let mut state = fresh(2);
    for id in 0..42u8 {
        play(&mut state, Seat(id % 2), &format!("claim {id}"));
    }
    assert_eq!(refused(&state, A, "place 1"), "not_allowed_territory");
    assert_eq!(refused(&state, A, "place 99"), "not_allowed_territory");
    assert_eq!(refused(&state, A, "skip"), "wrong_phase");
    play(&mut state, A, "place 0");
    assert_eq!(all(&state).troops[0], 2);
    assert_eq!(all(&state).seats[0].stock, 18);
    assert_eq!(now(&state), ("setup_reinforce", Some(B)));
}

#[test]
fn only_two_to_six_may_play() {
    for seats in [0, 1, 7, 200] {
        let refused = Risk::new(&Options::default(), seats, &mut Fast::new(1));
        assert_eq!(refused.expect_err("refused").code, "seats");
    }
    for seats in 2..=6 {
        assert_eq!(fresh(seats).seats(), seats);
    }
}

/// Trap 13.
#[test]
fn six_players_get_through_a_whole_round() {
    let mut state = fresh(6);
    set_up(&mut state, 120);
    let mut chance = Fast::new(11);
    let mut seen = Vec::new();
    while all(&state).turn <= 6 {
        let current = all(&state).current;
        if seen.last() != Some(&current) {
            seen.push(current);
        }
        let seat = state.to_act().first().unwrap();
        let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
        state
            .apply(seat, &action, &mut chance, &mut Vec::new())
            .unwrap();
    }
    assert_eq!(seen, (0..6).map(Seat).collect::<Vec<_>>());
    assert_eq!(all(&state).seats[5].colour, "yellow");
}
