//! Rule page 11.2: attack options, battle and claim, transfer, elimination and victory, skip.

use parlor_engine::{Departure, Fast, Game, Outcome, OutcomeKind};
use parlor_risk::Event;
use serde_json::json;

use crate::position::{
    A, B, C, Position, all, hand, kinds, now, owner, play, refused, roll, troops, valid,
};

#[test]
fn a1_sources_and_targets() {
    let state = Position::new(2)
        .land(A, 11, 4)
        .land(A, 12, 1)
        .land(A, 13, 1)
        .build();
    assert_eq!(
        valid(&state),
        json!({"phase": "attack", "actor": 0,
               "sources": [{"id": 11, "max_dice": 3, "targets": [9, 10]}]})
    );
    assert_eq!(
        refused(&state, A, "attack 13 14 1"),
        "not_allowed_territory"
    );
    assert_eq!(
        refused(&state, A, "attack 11 12 1"),
        "not_allowed_territory"
    );
    assert_eq!(refused(&state, A, "attack 11 0 1"), "not_allowed_territory");
    assert_eq!(refused(&state, A, "attack 9 2 1"), "not_allowed_territory");
    assert_eq!(refused(&state, A, "attack 11 10 0"), "bad_number");
    assert_eq!(refused(&state, A, "attack 11 10 4"), "bad_number");
    assert_eq!(refused(&state, B, "attack 11 10 3"), "not_your_turn");
}

#[test]
fn a2_most_dice_in_the_valid_action() {
    for (army, dice) in [(2, 1), (3, 2), (4, 3), (50, 3)] {
        let state = Position::new(2).land(A, 11, army).build();
        assert_eq!(valid(&state)["sources"][0]["max_dice"], json!(dice));
    }
    for (army, dice) in [(1, 1), (2, 2), (9, 2)] {
        let mut state = Position::new(2).land(A, 11, 4).land(B, 10, army).build();
        roll(&mut state, A, "attack 11 10 1", &[3]);
        assert_eq!(
            valid(&state),
            json!({"phase": "defend", "actor": 1, "territory": 10, "max_dice": dice})
        );
        assert_eq!(refused(&state, B, "defend 0"), "bad_number");
        assert_eq!(
            refused(&state, B, &format!("defend {}", dice + 1)),
            "bad_number"
        );
    }
}

#[test]
fn a3_alaska_attacks_kamchatka() {
    let mut state = Position::new(2).land(A, 0, 2).build();
    assert_eq!(
        refused(&state, A, "attack alaska kamchatka 2"),
        "bad_number"
    );
    roll(&mut state, A, "attack alaska kamchatka 1", &[4]);
    assert_eq!(now(&state), ("defend", Some(B)));
}

#[test]
fn b1_a_clean_sweep() {
    let mut state = Position::new(2).land(A, 11, 8).land(B, 10, 2).build();
    let events = roll(&mut state, A, "attack 11 10 3", &[4, 6, 5]);
    assert_eq!(kinds(&events), ["attacked", "attack_roll"]);
    assert_eq!(
        serde_json::to_value(&events[1]).unwrap(),
        json!({"kind": "attack_roll", "seat": 0, "roll": [6, 5, 4], "hidden": false})
    );
    assert_eq!((troops(&state, 11), troops(&state, 10)), (8, 2));
    let events = roll(&mut state, B, "defend 2", &[2, 3]);
    assert_eq!(
        serde_json::to_value(&events[1]).unwrap(),
        json!({"kind": "battle", "attacker": 0, "defender": 1, "from": 11, "to": 10,
               "attack_roll": [6, 5, 4], "defence_roll": [3, 2],
               "attacker_loses": 0, "defender_loses": 2, "fell": true})
    );
    assert_eq!((troops(&state, 11), troops(&state, 10)), (8, 0));
    assert_eq!(owner(&state, 10), None);
    assert_eq!(
        valid(&state),
        json!({"phase": "occupy", "actor": 0, "from": 11, "to": 10, "min": 1, "max": 7})
    );
    assert_eq!(refused(&state, A, "occupy 0"), "bad_number");
    assert_eq!(refused(&state, A, "occupy 8"), "bad_number");
    play(&mut state, A, "occupy 7");
    assert_eq!((troops(&state, 11), troops(&state, 10)), (1, 7));
    assert_eq!(owner(&state, 10), Some(A));
}

#[test]
fn b2_the_smallest_conquest() {
    let mut state = Position::new(2).land(A, 11, 2).land(B, 10, 1).build();
    roll(&mut state, A, "attack 11 10 1", &[5]);
    roll(&mut state, B, "defend 1", &[4]);
    assert_eq!(valid(&state)["min"], valid(&state)["max"]);
    assert_eq!(refused(&state, A, "occupy 2"), "bad_number");
    play(&mut state, A, "occupy 1");
    assert_eq!((troops(&state, 11), troops(&state, 10)), (1, 1));
}

#[test]
fn b3_one_each_and_on() {
    let mut state = Position::new(2).land(A, 11, 3).land(B, 10, 2).build();
    roll(&mut state, A, "attack 11 10 2", &[4, 4]);
    let events = roll(&mut state, B, "defend 2", &[4, 1]);
    assert_eq!(kinds(&events), ["defence_roll", "battle"]);
    assert_eq!((troops(&state, 11), troops(&state, 10)), (2, 1));
    assert_eq!(now(&state), ("attack", Some(A)));
}

#[test]
fn b4_a_lost_attack_ends_the_turn() {
    let mut state = Position::new(2)
        .land(A, 11, 3)
        .land(B, 10, 2)
        .card_pending()
        .build();
    roll(&mut state, A, "attack 11 10 2", &[2, 1]);
    let events = roll(&mut state, B, "defend 2", &[6, 5]);
    assert_eq!(kinds(&events), ["defence_roll", "battle", "drew"]);
    assert!(matches!(events[2], Event::Drew { seat: A, .. }));
    assert_eq!(troops(&state, 11), 1);
    assert_eq!(hand(&state, A).len(), 1);
    assert_eq!(now(&state), ("reinforce", Some(B)));
}

#[test]
fn b5_one_die_cannot_lose_two_troops() {
    let mut state = Position::new(2).land(A, 11, 8).land(B, 10, 2).build();
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]);
    roll(&mut state, B, "defend 1", &[1]);
    assert_eq!((troops(&state, 10), owner(&state, 10)), (1, Some(B)));
    assert_eq!(now(&state), ("attack", Some(A)));
}

#[test]
fn m1_transfers_along_a_chain() {
    let mut state = Position::new(2)
        .land(A, 0, 5)
        .lands(A, [7, 4])
        .phase(json!({"kind": "transfer"}))
        .build();
    assert_eq!(
        valid(&state),
        json!({"phase": "transfer", "actor": 0,
               "sources": [{"id": 0, "max_troops": 4, "targets": [4, 7]}]})
    );
    assert_eq!(refused(&state, A, "move alaska western_us 5"), "bad_number");
    assert_eq!(refused(&state, A, "move alaska western_us 0"), "bad_number");
    assert_eq!(
        refused(&state, A, "move alaska alaska 1"),
        "not_allowed_territory"
    );
    assert_eq!(
        refused(&state, A, "move alberta alaska 1"),
        "not_allowed_territory"
    );
    assert_eq!(
        refused(&state, A, "move alaska ontario 1"),
        "not_allowed_territory"
    );
    assert_eq!(
        refused(&state, A, "move ontario alaska 1"),
        "not_allowed_territory"
    );
    play(&mut state, A, "move alaska western_us 4");
    assert_eq!((troops(&state, 0), troops(&state, 4)), (1, 5));
    assert_eq!(now(&state).1, Some(B));
}

#[test]
fn m2_no_transfer_no_phase() {
    let mut state = Position::new(2).land(A, 30, 6).land(A, 11, 3).build();
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped"]);
    assert_eq!(now(&state), ("reinforce", Some(B)));
}

#[test]
fn e1_elimination_in_the_middle() {
    let mut state = Position::new(3)
        .land(A, 33, 5)
        .land(B, 30, 1)
        .hand(B, &[1, 1, 2])
        .build();
    let pool = all(&state).pool;
    roll(&mut state, A, "attack mongolia japan 3", &[6, 4, 2]);
    let events = roll(&mut state, B, "defend 1", &[5]);
    assert_eq!(kinds(&events), ["defence_roll", "battle", "eliminated"]);
    assert_eq!(events[2], Event::Eliminated { seat: B, by: A });
    assert_eq!(all(&state).order, [A, C]);
    assert_eq!((owner(&state, 30), troops(&state, 30)), (None, 0));
    assert_eq!(
        (&valid(&state)["min"], &valid(&state)["max"]),
        (&json!(1), &json!(4))
    );
    play(&mut state, A, "occupy 4");
    assert_eq!((troops(&state, 33), troops(&state, 30)), (1, 4));
    assert!(hand(&state, A).is_empty());
    play(&mut state, A, "skip");
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped", "drew"]);
    assert_eq!(hand(&state, A).len(), 1);
    assert_eq!((all(&state).pool, all(&state).discarded), (pool - 1, 3));
    assert_eq!(now(&state), ("reinforce", Some(C)));
}

#[test]
fn e2_the_order_closes_up() {
    let mut state = Position::new(3)
        .current(C)
        .land(A, 30, 1)
        .land(B, 0, 1)
        .land(C, 33, 5)
        .build();
    roll(&mut state, C, "attack mongolia japan 3", &[6, 6, 6]);
    roll(&mut state, A, "defend 1", &[1]);
    assert_eq!(all(&state).order, [B, C]);
    play(&mut state, C, "occupy 1");
    assert_eq!(now(&state), ("transfer", Some(C)));
    play(&mut state, C, "skip");
    assert_eq!(now(&state), ("reinforce", Some(B)));
    play(&mut state, B, "reinforce 0:3");
    play(&mut state, B, "skip");
    assert_eq!(all(&state).current, C);
}

#[test]
fn e3_victory_after_the_last_claim() {
    let mut state = Position::new(2)
        .lands(A, 0..42)
        .land(A, 33, 5)
        .land(B, 30, 1)
        .build();
    roll(&mut state, A, "attack mongolia japan 3", &[6, 4, 2]);
    let events = roll(&mut state, B, "defend 1", &[5]);
    assert_eq!(kinds(&events), ["defence_roll", "battle", "eliminated"]);
    assert_eq!(now(&state), ("occupy", Some(A)));
    assert_eq!(state.outcome(), None);
    let pool = all(&state).pool;
    let events = play(&mut state, A, "occupy 2");
    assert_eq!(kinds(&events), ["occupied", "ended"]);
    assert_eq!(state.outcome(), Some(Outcome::win(A, 2, "conquest")));
    assert_eq!(now(&state), ("over", None));
    assert_eq!(valid(&state), json!(null));
    assert_eq!((hand(&state, A), all(&state).pool), (vec![], pool));
    for text in ["skip", "attack 0 1 1", "occupy 1", "claim 0"] {
        for seat in [A, B] {
            assert_eq!(refused(&state, seat, text), "match_over");
        }
    }
    let action = parlor_risk::Action::Skip {};
    let notice = state.validate(B, &action).unwrap_err().message;
    assert_eq!(notice, "the match is over: player 1 has won");
}

#[test]
fn e4_a_member_leaves() {
    let mut state = Position::new(3).land(A, 11, 4).land(B, 10, 1).build();
    let mut events = Vec::new();
    state
        .depart(B, Departure::Left, &mut Fast::new(1), &mut events)
        .unwrap();
    assert_eq!(kinds(&events), ["departed", "ended"]);
    assert_eq!(
        state
            .outcome()
            .map(|outcome| (outcome.kind, outcome.winner)),
        Some((OutcomeKind::Aborted, None))
    );
    assert_eq!(refused(&state, A, "attack 11 10 3"), "match_over");
    state.check_state().unwrap();
}

#[test]
fn k1_where_nothing_can_be_skipped() {
    let reinforce = Position::new(2).land(A, 11, 4).reinforce().build();
    assert_eq!(refused(&reinforce, A, "skip"), "wrong_phase");
    let mut state = Position::new(2).land(A, 11, 4).build();
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6]);
    for seat in [A, B] {
        assert_eq!(refused(&state, seat, "skip"), "wrong_phase");
    }
    assert_eq!(refused(&state, A, "defend 1"), "not_your_turn");
    roll(&mut state, B, "defend 1", &[1]);
    assert_eq!(refused(&state, A, "skip"), "wrong_phase");
}

#[test]
fn k2_skipping_the_attack_leads_to_the_transfer() {
    let mut state = Position::new(2).land(A, 11, 4).lands(A, [12]).build();
    assert_eq!(refused(&state, B, "skip"), "not_your_turn");
    let events = play(&mut state, A, "skip");
    assert_eq!(
        serde_json::to_value(&events[0]).unwrap(),
        json!({"kind": "skipped", "seat": 0, "phase": "attack"})
    );
    assert_eq!(now(&state), ("transfer", Some(A)));
}

/// Rule page 3.2: an army with nobody to attack goes straight to the transfer.
#[test]
fn a_turn_may_go_straight_to_the_transfer() {
    let mut state = Position::new(2)
        .lands(A, 0..9)
        .land(A, 9, 1)
        .reinforce()
        .build();
    play(&mut state, A, "reinforce 7:8");
    assert_eq!(now(&state), ("transfer", Some(A)));
}

/// Rule page 0: match over, type, actor, contents, in this order.
#[test]
fn checks_come_in_the_order_of_the_page() {
    let state = Position::new(2).land(A, 11, 4).build();
    assert_eq!(refused(&state, B, "occupy 99"), "wrong_phase");
    assert_eq!(refused(&state, B, "attack 99 99 9"), "not_your_turn");
    assert_eq!(
        refused(&state, A, "attack 99 99 9"),
        "not_allowed_territory"
    );
    assert_eq!(refused(&state, A, "attack 11 10 9"), "bad_number");
}
