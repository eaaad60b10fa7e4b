//! Rule page 7.3: the simple computer player.

use parlor_engine::{Chance, Departure, Fast, Game, Outcome, OutcomeKind};
use parlor_risk::{Event, Options, Risk};
use serde_json::json;

use crate::leaving::{leave, policy, stays, three};
use crate::position::{A, B, C, Position, all, kinds, now, play, roll, troops};

#[test]
fn a_bot_takes_the_seat_and_its_turn() {
    let mut state = three("bot").land(A, 11, 6).build();
    let events = leave(&mut state, A, Departure::Left);
    assert!(matches!(events[0], Event::Departed { seat: A, .. }));
    assert_eq!(kinds(&events)[1..], ["attacked", "attack_roll"]);
    assert_eq!(now(&state), ("defend", Some(B)));
    assert_eq!(all(&state).current, A);
    assert_eq!(stays(&state, A), "already_left");
    // The bot goes on by itself once the defender has chosen, and its turn ends.
    let mut chance = Fast::new(9);
    while let ("defend", Some(seat)) = now(&state) {
        let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
        state
            .apply(seat, &action, &mut chance, &mut Vec::new())
            .unwrap();
        state.check_state().unwrap();
    }
    assert_eq!(all(&state).current, B);
}

#[test]
fn a_bot_defends_by_section_5_4() {
    let mut state = three("bot").land(B, 10, 5).build();
    leave(&mut state, B, Departure::Left);
    roll(&mut state, A, "attack 11 10 3", &[6, 6, 6, 1]);
    assert_eq!(troops(&state, 10), 4);
    roll(&mut state, A, "attack 11 10 3", &[1, 1, 1, 1, 1]);
    assert_eq!((troops(&state, 11), troops(&state, 10)), (2, 4));
}

#[test]
fn bots_alone_do_not_play_on() {
    let mut state = three("bot").build();
    leave(&mut state, A, Departure::Left);
    let mut second = state.clone();
    leave(&mut second, B, Departure::Left);
    assert_eq!(second.outcome(), None);
    let events = leave(&mut second, C, Departure::Left);
    assert_eq!(kinds(&events), ["departed", "ended"]);
    assert_eq!(second.outcome(), Some(Outcome::aborted("left")));
}

/// A person eliminated by one of two computers: nobody is left to play for.
#[test]
fn no_people_no_winner() {
    let mut state = Position::new(3)
        .current(B)
        .lands(B, 0..42)
        .land(B, 33, 30)
        .land(A, 30, 1)
        .land(C, 0, 1)
        .options(policy("bot"))
        .standing(C, "bot")
        .build();
    // B leaves and its computer attacks A, who has one territory with one troop.
    let events = leave(&mut state, B, Departure::Left);
    assert!(kinds(&events).contains(&"attacked".to_owned()));
    let mut chance = Fast::new(1);
    while let Some(seat) = state.to_act().first() {
        assert_eq!(seat, A);
        let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
        state
            .apply(seat, &action, &mut chance, &mut Vec::new())
            .unwrap();
        state.check_state().unwrap();
    }
    let outcome = state.outcome().unwrap();
    assert_eq!(
        (outcome.kind, &*outcome.reason),
        (OutcomeKind::NoWinner, "no_people")
    );
}

#[test]
fn a_bot_can_win_a_duel() {
    let mut state = Position::new(2)
        .current(B)
        .lands(B, 0..42)
        .land(B, 33, 40)
        .land(A, 30, 1)
        .options(policy("bot"))
        .build();
    leave(&mut state, B, Departure::Left);
    let mut chance = Fast::new(1);
    while let Some(seat) = state.to_act().first() {
        let action = state.sample(seat, &mut Vec::new(), &mut chance).unwrap();
        state
            .apply(seat, &action, &mut chance, &mut Vec::new())
            .unwrap();
    }
    assert_eq!(state.outcome(), Some(Outcome::win(B, 2, "conquest")));
}

#[test]
fn a_bot_moves_into_the_last_territory() {
    let mut state = Position::new(2)
        .lands(A, 0..42)
        .land(A, 33, 5)
        .land(B, 30, 1)
        .options(policy("bot"))
        .build();
    roll(&mut state, A, "attack 33 30 3", &[6, 6, 6]);
    roll(&mut state, B, "defend 1", &[1]);
    let events = leave(&mut state, A, Departure::Left);
    assert_eq!(kinds(&events), ["departed", "occupied", "ended"]);
    assert_eq!(state.outcome(), Some(Outcome::win(A, 2, "conquest")));
}

/// A bot with an army no match raises stops attacking after a while, and its turn ends.
#[test]
fn bots_stop() {
    let mut state = Position::new(2)
        .lands(A, 0..42)
        .land(A, 31, 20_000_000)
        .land(A, 33, 20_000_000)
        .land(B, 30, 30_000_000)
        .standing(B, "bot")
        .options(json!({"on_leave": "bot", "auto_defend": ["most", "off"]}))
        .build();
    play(&mut state, A, "skip");
    let mut events = Vec::new();
    let skip = Risk::parse("skip").unwrap().remove(0);
    state
        .apply(A, &skip, &mut Fast::new(2), &mut events)
        .unwrap();
    state.check_state().unwrap();
    let attacks = kinds(&events)
        .iter()
        .filter(|kind| *kind == "attacked")
        .count();
    assert_eq!(attacks, 2_000);
    assert_eq!(now(&state), ("reinforce", Some(A)));
}

#[test]
fn bot_setup_follows_the_page() {
    let options: Options = serde_json::from_value(policy("bot")).unwrap();
    let mut chance = Fast::new(4);
    let mut state = Risk::new(&options, 2, &mut chance).unwrap();
    play(&mut state, A, "claim brazil");
    play(&mut state, B, "claim alaska");
    play(&mut state, A, "claim japan");
    play(&mut state, B, "claim ontario");
    play(&mut state, A, "claim peru");
    play(&mut state, B, "claim quebec");
    let events = leave(&mut state, A, Departure::Left);
    // It owns most in South America, so it goes on there.
    let claimed: Vec<_> = events
        .iter()
        .filter_map(|event| match event {
            Event::Claimed { seat: A, territory } => Some(*territory),
            _ => None,
        })
        .collect();
    assert_eq!(claimed, [9]);
    assert_eq!(now(&state), ("setup", Some(B)));
}

#[test]
fn bot_reinforces_its_hottest_gateway() {
    // Venezuela has one hostile neighbour, North Africa five; the army in Argentina has none.
    let mut state = Position::new(2)
        .current(B)
        .lands(A, [9, 10, 11, 13])
        .land(A, 12, 9)
        .land(B, 2, 2)
        .options(policy("bot"))
        .build();
    leave(&mut state, A, Departure::Left);
    let events = {
        let mut events = Vec::new();
        let action = Risk::parse("skip").unwrap().remove(0);
        let mut low = Lowest;
        state.apply(B, &action, &mut low, &mut events).unwrap();
        if now(&state).0 == "transfer" {
            events.clear();
            state.apply(B, &action, &mut low, &mut events).unwrap();
        }
        events
    };
    // North Africa has five hostile neighbours.
    assert!(
        events.iter().any(|event| matches!(
            event,
            Event::Reinforced { seat: A, troops } if troops.pairs() == [(13, 3)]
        )),
        "{events:?}"
    );
}

/// Every die shows 1: attacks fail.
struct Lowest;

impl Chance for Lowest {
    fn below(&mut self, _: u32) -> u32 {
        0
    }

    fn normal(&mut self) -> f64 {
        0.0
    }
}

#[test]
fn bot_transfers_from_the_largest_interior_stack() {
    let mut state = Position::new(3)
        .current(A)
        .lands(A, 0..9)
        .land(A, 4, 9)
        .land(A, 7, 4)
        .lands(B, [9, 30])
        .land(B, 31, 2)
        .options(policy("bot"))
        .phase(json!({"kind": "transfer"}))
        .build();
    let events = leave(&mut state, A, Departure::Left);
    assert_eq!(kinds(&events), ["departed", "transferred"]);
    // Alaska, Central America and Greenland are fronts with one enemy each: the first it is.
    assert_eq!(
        events[1],
        Event::Transferred {
            seat: A,
            from: 4,
            to: 0,
            troops: 8
        }
    );
}

#[test]
fn bot_turns_in_three_cards() {
    let position = |cards: &[u8], table: &str| {
        Position::new(3)
            .lands(A, [0, 30])
            .lands(B, [9])
            .hand(A, cards)
            .phase(json!({"kind": "turn_in"}))
            .options(json!({"on_leave": "bot", "card_table": table}))
            .build()
    };
    let turned_in = |cards: &[u8], table: &str| {
        let mut state = position(cards, table);
        leave(&mut state, A, Departure::Left)
            .iter()
            .find_map(|event| match event {
                Event::TurnedIn { cards, troops, .. } => Some((cards.count(), *troops)),
                _ => None,
            })
    };
    assert_eq!(turned_in(&[1, 2], "linear"), None);
    assert_eq!(turned_in(&[1, 1, 2], "linear"), Some((3, 4)));
    assert_eq!(turned_in(&[1, 1, 1], "star_2008"), Some((3, 4)));
    assert_eq!(
        turned_in(&[1, 2, 2, 2, 2, 2, 2], "star_2008"),
        Some((5, 30))
    );
}
