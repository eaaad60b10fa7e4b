//! Rule page 7.3 and the turn timer of 14.

use parlor_engine::{Departure, Fast, Game, Outcome, Seat};
use parlor_risk::{Event, Options, Risk, Standing};
use serde_json::{Value, json};

use crate::position::{
    A, B, C, Position, all, hand, kinds, now, owner, play, refused, roll, troops, valid,
};

pub(crate) fn leave(state: &mut Risk, seat: Seat, how: Departure) -> Vec<Event> {
    let mut events = Vec::new();
    state
        .depart(seat, how, &mut Fast::new(3), &mut events)
        .expect("the seat may leave");
    state.check_state().expect("a sound state");
    events
}

pub(crate) fn stays(state: &Risk, seat: Seat) -> String {
    let mut trial = state.clone();
    let mut events = Vec::new();
    let refused = trial
        .depart(seat, Departure::Left, &mut Fast::new(3), &mut events)
        .expect_err("it must be refused");
    assert_eq!((&trial, events.is_empty()), (state, true));
    refused.code.into_owned()
}

pub(crate) fn policy(name: &str) -> Value {
    json!({ "on_leave": name })
}

pub(crate) fn three(name: &str) -> Position {
    Position::new(3)
        .land(A, 11, 4)
        .lands(B, [10, 9, 12, 13])
        .options(policy(name))
}

fn standing(state: &Risk, seat: Seat) -> Standing {
    all(state).seats[seat.index()].standing
}

#[test]
fn end_match_and_grace_end_it_for_everybody() {
    for name in ["end_match", "grace"] {
        for seat in [A, B, C] {
            let mut state = three(name).build();
            let events = leave(&mut state, seat, Departure::Left);
            assert_eq!(kinds(&events), ["departed", "ended"]);
            assert_eq!(state.outcome(), Some(Outcome::aborted("left")));
            assert_eq!(stays(&state, seat), "over");
        }
    }
}

/// Trap 21.
#[test]
fn an_eliminated_onlooker_ends_nothing() {
    let mut state = three("end_match").build();
    for id in [9, 10, 12, 13] {
        state = Position::new(3).land(A, 11, 4).land(B, id, 1).build();
        roll(&mut state, A, &format!("attack 11 {id} 3"), &[6, 6, 6]);
        roll(&mut state, B, "defend 1", &[1]);
        assert_eq!(standing(&state, B), Standing::Eliminated);
        assert_eq!(stays(&state, B), "not_in_match");
    }
    assert_eq!(stays(&state, Seat(7)), "no_seat");
}

#[test]
fn neutral_seats_leave_the_order_and_their_troops_stay() {
    let mut state = three("neutral").hand(B, &[1, 2]).build();
    let events = leave(&mut state, B, Departure::Left);
    assert_eq!(kinds(&events), ["departed"]);
    assert_eq!(all(&state).order, [A, C]);
    assert_eq!(
        (standing(&state, B), all(&state).seats[1].territories),
        (Standing::Neutral, 4)
    );
    assert_eq!((hand(&state, B), all(&state).discarded), (vec![], 2));
    assert_eq!(stays(&state, B), "already_left");
    let mut chance = Fast::new(1);
    for _ in 0..40 {
        let Some(seat) = state.to_act().first() else {
            break;
        };
        assert_ne!(seat, B);
        let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
        state
            .apply(seat, &action, &mut chance, &mut Vec::new())
            .unwrap();
        state.check_state().unwrap();
    }
}

#[test]
fn neutral_troops_defend_with_the_most_dice() {
    let mut state = three("neutral").land(B, 10, 3).build();
    leave(&mut state, B, Departure::Left);
    let events = roll(&mut state, A, "attack 11 10 3", &[6, 6, 6, 1, 1]);
    assert_eq!(
        kinds(&events),
        ["attacked", "attack_roll", "defence_roll", "battle"]
    );
    assert_eq!(troops(&state, 10), 1);
}

#[test]
fn a_defender_who_leaves_defends_at_once() {
    let mut state = three("neutral").land(B, 10, 3).build();
    roll(&mut state, A, "attack 11 10 3", &[1, 1, 1]);
    let events = leave(&mut state, B, Departure::Left);
    assert_eq!(kinds(&events), ["departed", "defence_roll", "battle"]);
    assert_eq!(troops(&state, 11), 2);
    assert_eq!(now(&state), ("attack", Some(A)));
}

#[test]
fn an_attacker_who_leaves_calls_the_attack_off() {
    let mut state = three("neutral").build();
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]);
    let events = leave(&mut state, A, Departure::Left);
    assert_eq!(kinds(&events), ["departed"]);
    assert_eq!((owner(&state, 10), troops(&state, 11)), (Some(B), 4));
    assert_eq!(now(&state), ("reinforce", Some(B)));
}

#[test]
fn a_conqueror_who_leaves_garrisons_what_fell() {
    let mut state = three("neutral").build();
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]);
    roll(&mut state, B, "defend 1", &[1]);
    let events = leave(&mut state, A, Departure::Left);
    assert_eq!(kinds(&events), ["departed", "occupied"]);
    assert_eq!(
        (owner(&state, 10), troops(&state, 10), troops(&state, 11)),
        (Some(A), 1, 3)
    );
    assert!(hand(&state, A).is_empty());
    assert_eq!(now(&state), ("reinforce", Some(B)));
}

#[test]
fn the_last_one_who_is_not_neutral_wins() {
    let mut state = three("neutral").build();
    leave(&mut state, B, Departure::Left);
    let events = leave(&mut state, C, Departure::Left);
    assert_eq!(kinds(&events), ["departed", "ended"]);
    let outcome = Outcome::ranked(A, vec![1, 3, 2], "last_standing");
    assert_eq!(state.outcome(), Some(outcome));
}

#[test]
fn eliminating_the_last_rival_wins_over_neutrals() {
    let mut state = Position::new(3)
        .lands(A, 0..42)
        .land(A, 33, 5)
        .land(C, 30, 1)
        .land(B, 0, 1)
        .standing(B, "neutral")
        .build();
    roll(&mut state, A, "attack 33 30 3", &[6, 6, 6]);
    roll(&mut state, C, "defend 1", &[1]);
    let events = play(&mut state, A, "occupy 1");
    assert_eq!(kinds(&events), ["occupied", "ended"]);
    let outcome = Outcome::ranked(A, vec![1, 3, 2], "last_standing");
    assert_eq!(state.outcome(), Some(outcome));
}

#[test]
fn neutrals_can_be_eliminated() {
    let mut state = Position::new(3)
        .land(A, 33, 5)
        .land(B, 30, 1)
        .standing(B, "neutral")
        .build();
    let events = roll(&mut state, A, "attack 33 30 3", &[6, 6, 6, 1]);
    assert_eq!(
        kinds(&events)[2..],
        ["defence_roll", "battle", "eliminated"]
    );
    assert_eq!(standing(&state, B), Standing::Eliminated);
}

/// Rule page 1.2 gives six players 20 troops each: two of them cannot claim 42 territories.
#[test]
fn setup_goes_on_when_players_turn_neutral() {
    for name in ["neutral", "bot"] {
        let options: Options = serde_json::from_value(policy(name)).unwrap();
        let mut chance = Fast::new(4);
        let mut state = Risk::new(&options, 6, &mut chance).unwrap();
        for seat in [0, 2, 3, 5] {
            state
                .depart(Seat(seat), Departure::Left, &mut chance, &mut Vec::new())
                .unwrap();
            state.check_state().unwrap();
        }
        let mut steps = 0;
        while all(&state).turn < 8 && state.outcome().is_none() {
            let seat = state.to_act().first().unwrap();
            assert!(matches!(seat.0, 1 | 4), "{seat}");
            let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
            state
                .apply(seat, &action, &mut chance, &mut Vec::new())
                .unwrap();
            state.check_state().unwrap();
            steps += 1;
        }
        assert!(steps > 8);
        assert!(all(&state).owners.iter().all(Option::is_some));
    }
}

#[test]
fn resigning_a_duel_loses_it() {
    for name in ["end_match", "neutral", "bot"] {
        let mut state = Position::new(2)
            .land(A, 11, 4)
            .options(policy(name))
            .build();
        let events = leave(&mut state, A, Departure::Resigned);
        assert_eq!(kinds(&events), ["departed", "ended"]);
        assert_eq!(state.outcome(), Some(Outcome::win(B, 2, "resigned")));
    }
}

#[test]
fn resigning_among_three_turns_neutral() {
    for name in ["end_match", "bot"] {
        let mut state = three(name).build();
        let events = leave(&mut state, A, Departure::Resigned);
        assert_eq!(kinds(&events), ["departed"]);
        assert_eq!(standing(&state, A), Standing::Neutral);
        assert_eq!(now(&state), ("reinforce", Some(B)));
    }
}

/// Trap 12: whoever leaves is out of the order, wherever the seat lies.
#[test]
fn leaving_keeps_the_order_of_the_others() {
    for (current, leaver, next) in [(A, A, B), (B, A, C), (B, C, A), (C, C, A)] {
        let mut state = Position::new(3)
            .current(current)
            .land(A, 0, 2)
            .land(B, 11, 2)
            .land(C, 31, 2)
            .options(policy("neutral"))
            .build();
        leave(&mut state, leaver, Departure::Left);
        while all(&state).current == current && current != leaver {
            play(&mut state, current, "skip");
        }
        assert_eq!(all(&state).current, next, "{current} {leaver}");
    }
}

fn time_out(state: &mut Risk, seat: Seat) -> Vec<Event> {
    let mut events = Vec::new();
    state
        .time_out(seat, &mut Fast::new(3), &mut events)
        .expect("it is the seat's decision");
    state.check_state().expect("a sound state");
    events
}

#[test]
fn time_is_up_skips_or_decides() {
    let skips = [
        Position::new(2).land(A, 11, 4).lands(A, [12]),
        Position::new(2)
            .lands(A, [11])
            .hand(A, &[1, 1, 2])
            .phase(json!({"kind": "turn_in"})),
        Position::new(2)
            .land(A, 11, 4)
            .lands(A, [12])
            .phase(json!({"kind": "transfer"})),
    ];
    for position in skips {
        let events = time_out(&mut position.build(), A);
        assert_eq!(kinds(&events)[..2], ["timed_out", "skipped"]);
    }
    let mut state = Position::new(2).lands(A, [11, 12]).reinforce().build();
    let events = time_out(&mut state, A);
    assert_eq!(kinds(&events), ["timed_out", "reinforced"]);
    assert_eq!(troops(&state, 11), 4);
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]);
    let mut late = state.clone();
    let refusal = late.time_out(A, &mut Fast::new(1), &mut Vec::new());
    assert_eq!(refusal.unwrap_err().code, "not_your_turn");
    let events = time_out(&mut state, B);
    assert_eq!(kinds(&events)[..2], ["timed_out", "defence_roll"]);
    let mut state = Position::new(2)
        .land(A, 11, 4)
        .empty(10)
        .phase(json!({"kind": "occupy", "from": 11, "to": 10, "min": 1}))
        .card_pending()
        .build();
    let events = time_out(&mut state, A);
    assert_eq!(kinds(&events)[..2], ["timed_out", "occupied"]);
    assert_eq!((troops(&state, 11), troops(&state, 10)), (1, 3));
    let mut fresh = Risk::new(&Options::default(), 3, &mut Fast::new(1)).unwrap();
    assert_eq!(kinds(&time_out(&mut fresh, A)), ["timed_out", "claimed"]);
    assert_eq!(now(&fresh), ("setup", Some(B)));
    assert_eq!(refused(&fresh, A, "claim 5"), "not_your_turn");
    assert_eq!(valid(&fresh)["actor"], json!(1));
}

/// A whole match decided by the clock alone, apart from attacks, which the clock skips.
#[test]
fn the_clock_can_play_setup_and_rounds() {
    let mut state = Risk::new(&Options::default(), 5, &mut Fast::new(1)).unwrap();
    for _ in 0..400 {
        let seat = state.to_act().first().unwrap();
        time_out(&mut state, seat);
    }
    assert!(all(&state).turn > 50);
}
