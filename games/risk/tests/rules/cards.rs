//! Rule page 4 and 11.2, cards.

use parlor_engine::{Fast, Game};
use parlor_risk::{CARD_COUNT, CardTable, Cards, Event, Pool, Risk, trade};
use serde_json::json;

use crate::position::{A, B, C, Position, all, hand, kinds, now, play, refused, roll, valid};

#[test]
fn c1_forty_two_draws() {
    let mut pool = Pool::shuffled(Cards::ALL, &mut Fast::new(5));
    assert_eq!((pool.left(), CARD_COUNT), (42, 42));
    let mut drawn = Vec::new();
    for number in 1..=42 {
        assert!(!pool.is_empty(), "before draw {number}");
        drawn.push(pool.draw().expect("a card"));
    }
    assert!(pool.is_empty());
    assert_eq!(pool.draw(), None);
    assert_eq!(drawn.iter().filter(|&&card| card == 1).count(), 30);
    assert_eq!(drawn.iter().filter(|&&card| card == 2).count(), 12);
    assert_eq!(drawn.iter().map(|&card| u32::from(card)).sum::<u32>(), 54);
}

#[test]
fn the_pool_is_drawn_from_the_top() {
    let mut pool = Pool::from_order(&[2, 1, 1, 2, 1]).unwrap();
    let drawn: Vec<u8> = std::iter::from_fn(|| pool.draw()).collect();
    assert_eq!(drawn, [1, 2, 1, 1, 2]);
    let other = |seed| Vec::<u8>::from(Pool::shuffled(Cards::ALL, &mut Fast::new(seed)));
    assert_ne!(other(1), other(2));
}

/// A has a chain of singles before it and nothing behind.
fn raid() -> Position {
    Position::new(2).land(A, 38, 9).pool(&[1, 2])
}

#[test]
fn c2_three_conquests_one_card() {
    let mut state = raid().build();
    for (from, to) in [(38, 41), (41, 39), (39, 34)] {
        roll(&mut state, A, &format!("attack {from} {to} 3"), &[6, 6, 6]);
        let events = roll(&mut state, B, "defend 1", &[1]);
        assert_eq!(kinds(&events), ["defence_roll", "battle"]);
        let most = valid(&state)["max"].clone();
        play(&mut state, A, &format!("occupy {most}"));
        assert!(all(&state).card_pending);
        assert!(hand(&state, A).is_empty());
    }
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped"]);
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped", "drew"]);
    assert_eq!(hand(&state, A), [2]);
    assert_eq!(all(&state).pool, 1);
}

#[test]
fn c2_no_conquest_no_card() {
    let mut state = raid().build();
    roll(&mut state, A, "attack 38 41 3", &[1, 1, 1]);
    roll(&mut state, B, "defend 1", &[6]);
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped"]);
    assert_eq!((hand(&state, A), all(&state).pool), (vec![], 2));
    assert_eq!(now(&state), ("reinforce", Some(B)));
}

#[test]
fn c3_turning_in() {
    let position = Position::new(2)
        .lands(A, [0, 6, 7])
        .hand(A, &[1, 1, 2])
        .phase(json!({"kind": "turn_in"}));
    let state = position.build();
    assert_eq!(valid(&state)["cards"], json!([1, 1, 2]));
    for cards in ["cards 2 2", "cards 1 1 1", "cards"] {
        assert_eq!(refused(&state, A, cards), "bad_cards");
    }
    let mut some = state.clone();
    let events = play(&mut some, A, "cards 2 1");
    assert!(matches!(events[..], [Event::TurnedIn { troops: 3, .. }]));
    assert_eq!(hand(&some, A), [1]);
    assert_eq!(valid(&some)["troops"], json!(6));
    assert_eq!(valid(&some)["from_cards"], json!(3));
    assert_eq!(refused(&some, A, "cards 1"), "wrong_phase");
    let mut none = state.clone();
    play(&mut none, A, "skip");
    assert_eq!(hand(&none, A), [1, 1, 2]);
    assert_eq!(valid(&none)["troops"], json!(3));
}

/// A second player's turn after the last card was drawn.
#[test]
fn c4_the_last_card() {
    let mut state = Position::new(2)
        .land(A, 38, 3)
        .land(B, 0, 3)
        .pool(&[2])
        .build();
    roll(&mut state, A, "attack 38 41 2", &[6, 6]);
    roll(&mut state, B, "defend 1", &[1]);
    play(&mut state, A, "occupy 2");
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped"]);
    let events = play(&mut state, A, "skip");
    assert_eq!(kinds(&events), ["skipped", "drew", "no_cards_left"]);
    let amount = valid(&state)["troops"].clone();
    play(&mut state, B, &format!("reinforce 40:{amount}"));
    roll(&mut state, B, "attack 40 38 3", &[6, 6, 6]);
    roll(&mut state, A, "defend 1", &[1]);
    assert!(!all(&state).card_pending);
    play(&mut state, B, "occupy 1");
    play(&mut state, B, "skip");
    let events = play(&mut state, B, "skip");
    assert_eq!(kinds(&events), ["skipped"]);
    assert!(hand(&state, B).is_empty());
    assert_eq!(now(&state), ("turn_in", Some(A)));
}

#[test]
fn c5_a_hand_opens_with_turn_in() {
    let mut state = Position::new(3)
        .land(A, 38, 3)
        .land(B, 0, 3)
        .land(C, 30, 1)
        .card_pending()
        .build();
    play(&mut state, A, "skip");
    assert_eq!(hand(&state, A).len(), 1);
    assert_eq!(now(&state), ("reinforce", Some(B)));
    play(&mut state, B, "reinforce 0:3");
    play(&mut state, B, "skip");
    assert_eq!(now(&state), ("reinforce", Some(C)));
    let amount = valid(&state)["troops"].clone();
    play(&mut state, C, &format!("reinforce 6:{amount}"));
    play(&mut state, C, "skip");
    play(&mut state, C, "skip");
    assert_eq!(now(&state), ("turn_in", Some(A)));
}

#[test]
fn linear_and_2008_tables() {
    let ones = |stars| Cards {
        ones: stars,
        twos: 0,
    };
    for stars in 1..=30 {
        assert_eq!(
            trade(CardTable::Linear, ones(stars)),
            Some(u32::from(stars))
        );
    }
    assert_eq!(trade(CardTable::Linear, Cards::ALL), Some(54));
    let table: Vec<Option<u32>> = (0..=12)
        .map(|stars| trade(CardTable::Star2008, ones(stars)))
        .collect();
    let page = [2, 4, 7, 10, 13, 17, 21, 25, 30].map(Some);
    assert_eq!(table, [&[None, None][..], &page, &[None, None]].concat());
    assert_eq!(
        trade(CardTable::Star2008, Cards { ones: 0, twos: 1 }),
        Some(2)
    );
    assert_eq!(
        trade(CardTable::Star2008, Cards { ones: 1, twos: 2 }),
        Some(10)
    );
}

#[test]
fn option_star_2008_in_play() {
    let start = |cards: &[u8]| {
        Position::new(2)
            .lands(A, [0, 6, 7])
            .hand(A, cards)
            .phase(json!({"kind": "turn_in"}))
            .options(json!({"card_table": "star_2008"}))
            .build()
    };
    // A lone star cannot be traded, but the phase is there: leaving it out would show the card.
    let mut lone = start(&[1]);
    assert_eq!(refused(&lone, A, "cards 1"), "bad_cards");
    let mut listed = Vec::new();
    lone.legal_actions(A, &mut listed);
    assert_eq!(
        listed.iter().map(Risk::notate).collect::<Vec<_>>(),
        ["skip"]
    );
    play(&mut lone, A, "skip");
    assert_eq!(valid(&lone)["troops"], json!(3));

    let mut five = start(&[1, 2, 2]);
    play(&mut five, A, "cards 1 2 2");
    assert_eq!(valid(&five)["troops"], json!(13));

    let mut rich = start(&[1, 2, 2, 2, 2, 2]);
    assert_eq!(refused(&rich, A, "cards 1 2 2 2 2 2"), "bad_cards");
    play(&mut rich, A, "cards 2 2 2 2 2");
    assert_eq!(valid(&rich)["troops"], json!(33));
    assert_eq!(hand(&rich, A), [1]);
}

#[test]
fn cards_are_ones_and_twos() {
    for text in ["[0]", "[3]", "[1,-1]", "[1.5]", "[\"1\"]", "{}"] {
        assert!(serde_json::from_str::<Cards>(text).is_err(), "{text}");
    }
    let many = format!("[{}]", ["1"; 43].join(","));
    assert!(serde_json::from_str::<Cards>(&many).is_err());
    assert_eq!(
        serde_json::from_str::<Cards>("[2,1,2]").unwrap(),
        Cards { ones: 1, twos: 2 }
    );
}
