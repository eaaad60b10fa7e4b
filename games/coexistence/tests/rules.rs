//! Sections 1 and 2 of the rule page, and what the engine asks of every game.

mod common;

use common::{P0, P1, json_of, load, opening, play, position, short};
use parlor_coexistence::{Action, CoExistence, Deck, Event, Options, Reason, Unit};
use parlor_engine::{
    Chance, Departure, Fast, Game, Outcome, OutcomeKind, Scripted, Seat, Stream, Viewer, entry,
};
use serde_json::json;

#[test]
fn section_1_who_kills_whom() {
    // Rows attack columns: axe, hammer, sword, arrow; `-` cannot.
    let table = ["-1-0", "--10", "1--0", "000-"];
    for (attacker, row) in Unit::ALL.into_iter().zip(table) {
        for (target, sign) in Unit::ALL.into_iter().zip(row.chars()) {
            let points = sign.to_digit(10).map(|points| points as u8);
            assert_eq!(
                attacker.points_for(target, false),
                points,
                "{attacker:?} {target:?}"
            );
            let duel = if attacker == Unit::Arrow && target == Unit::Arrow {
                Some(0)
            } else {
                points
            };
            assert_eq!(
                attacker.points_for(target, true),
                duel,
                "{attacker:?} {target:?}"
            );
        }
    }
}

#[test]
fn section_1_an_arrow_duel_is_an_option() {
    let mut state = position(["r.....", "r....."], [3, 3], 1, P0);
    assert_eq!(play(&mut state, P0, "AA").expect_err("off").code, "no_kill");
    let mut json = json_of(["r.....", "r....."], [3, 3], 1, P0);
    json["options"]["arrow_duel"] = json!(true);
    let mut state = load(json).expect("a sound position");
    play(&mut state, P0, "AA").expect("on");
    assert_eq!(
        (short(&state, P1).as_str(), state.scores()),
        ("......", [3, 3])
    );
}

#[test]
fn section_2_the_starting_player_is_random_and_the_deal_uniform() {
    let mut starts = [0u32; 2];
    let mut first_card = [0u32; 4];
    for seed in 0..8_000 {
        let state = opening(seed);
        starts[state.turn().expect("running").index()] += 1;
        first_card[state.hands()[0].unit(0).expect("dealt") as usize] += 1;
        assert!(state.hands().iter().all(|hand| hand.alive() == 6));
        assert_eq!(
            (state.round(), state.scores(), state.passes()),
            (1, [0, 0], 0)
        );
    }
    assert!(
        starts.iter().all(|n| (3_800..4_200).contains(n)),
        "{starts:?}"
    );
    assert!(
        first_card.iter().all(|n| (1_850..2_150).contains(n)),
        "{first_card:?}"
    );
}

#[test]
fn section_2_dealing_draws_without_replacement() {
    // The starter, then always the first card left: axes run out first.
    let mut chance = Scripted::numbers([1].into_iter().chain([0; 12]));
    let state = CoExistence::new(&Options::default(), 2, &mut chance).expect("an opening");
    assert!(chance.is_used_up());
    assert_eq!(state.turn(), Some(P1));
    assert_eq!(short(&state, P0), "aaahhh");
    assert_eq!(short(&state, P1), "sssrrr");
    // Always the last card left of a bigger deck.
    let deck = Deck {
        axe: 1000,
        hammer: 1000,
        sword: 5,
        arrow: 2,
    };
    let options = Options {
        deck,
        ..Options::default()
    };
    let mut chance = Scripted::numbers([0].into_iter().chain((0..12).map(|n| 2006 - n)));
    let state = CoExistence::new(&options, 2, &mut chance).expect("an opening");
    assert_eq!(short(&state, P0), "rrssss");
    assert_eq!(short(&state, P1), "shhhhh");
}

/// Chance that counts how often it is asked.
struct Counted(Fast, u32);

impl Chance for Counted {
    fn below(&mut self, n: u32) -> u32 {
        self.1 += 1;
        self.0.below(n)
    }

    fn normal(&mut self) -> f64 {
        unreachable!("cards are not measured")
    }
}

#[test]
fn section_2_a_round_is_dealt_when_it_starts_and_never_earlier() {
    let mut state = position(["ahsrhs", "rhsara"], [0, 0], 3, P0);
    let draws = |state: &mut CoExistence, seat, action| {
        let mut chance = Counted(Fast::new(5), 0);
        let played = state.apply(seat, &action, &mut chance, &mut Vec::new());
        played.expect("legal");
        chance.1
    };
    let attack = Action::Attack { own: 0, target: 1 };
    assert_eq!(draws(&mut state, P0, attack), 0);
    assert_eq!(draws(&mut state, P1, Action::Pass), 0);
    assert_eq!(draws(&mut state, P0, Action::Pass), 12);
    assert_eq!(draws(&mut state, P1, Action::Pass), 0);
    assert_eq!(draws(&mut state, P0, Action::Pass), 0, "no fifth deal");
    // The same for the biggest deck: its size costs nothing.
    let deck = Deck {
        axe: 1000,
        hammer: 1000,
        sword: 1000,
        arrow: 1000,
    };
    let options = Options {
        deck,
        ..Options::default()
    };
    let mut chance = Counted(Fast::new(5), 0);
    CoExistence::new(&options, 2, &mut chance).expect("an opening");
    assert_eq!(chance.1, 13);
}

#[test]
fn section_2_nothing_of_the_undealt_rest_is_in_state_or_view() {
    let options = Options {
        deck: Deck {
            axe: 7,
            hammer: 8,
            sword: 9,
            arrow: 10,
        },
        ..Options::default()
    };
    let state = CoExistence::new(&options, 2, &mut Fast::new(4)).expect("an opening");
    let keys = |value: serde_json::Value| -> Vec<String> {
        let object = value.as_object().expect("an object").clone();
        object.into_iter().map(|(key, _)| key).collect()
    };
    let mut known = [
        "options",
        "hands",
        "scores",
        "round",
        "started_by",
        "turn",
        "passes",
        "last",
        "ending",
    ];
    known.sort_unstable();
    let mut of_state = keys(json!(state));
    of_state.sort_unstable();
    assert_eq!(of_state, known);
    let mut known = [
        "viewer",
        "options",
        "hands",
        "scores",
        "goal",
        "round",
        "rounds",
        "turn",
        "passes",
        "started_by",
        "last",
        "outcome",
    ];
    known.sort_unstable();
    let mut of_view = keys(json!(state.view(Viewer::Seat(P0))));
    of_view.sort_unstable();
    assert_eq!(of_view, known);
    // Twelve cards are named and no more.
    let text = json!(state).to_string();
    let named: usize = ["\"axe\"", "\"hammer\"", "\"sword\"", "\"arrow\""]
        .iter()
        .map(|name| text.matches(name).count())
        .sum();
    assert_eq!(named, 12 + 4, "twelve cards and the four keys of the deck");
    // What comes next follows from the chance of its entry alone.
    let next = |seed| {
        let mut next = state;
        for _ in 0..2 {
            let seat = next.turn().expect("running");
            next.execute(seat, &Action::Pass, &mut Fast::new(seed), &mut Vec::new());
        }
        next
    };
    assert_eq!(next(1), next(1));
    assert_ne!(next(1).hands(), next(2).hands());
}

#[test]
fn section_2_points_carry_over() {
    let mut state = position(["ahsrhs", "rhsara"], [2, 4], 2, P0);
    play(&mut state, P0, "AB").expect("legal");
    play(&mut state, P1, "PS").expect("legal");
    play(&mut state, P0, "PS").expect("legal");
    assert_eq!((state.round(), state.scores()), (3, [3, 4]));
    assert_eq!(state.turn(), Some(P1), "seat 0 passed last");
}

#[test]
fn section_2_later_rounds_start_with_the_first_passer() {
    for first in [P0, P1] {
        let second = Seat(1 - first.0);
        let mut state = position(["ahsrhs", "rhsara"], [0, 0], 1, first);
        for round in 1..=4 {
            assert_eq!((state.round(), state.turn()), (round, Some(first)));
            assert_eq!(state.view(Viewer::Spectator).started_by, first);
            play(&mut state, first, "PS").expect("legal");
            assert_eq!(state.passes(), 1);
            play(&mut state, second, "PS").expect("legal");
        }
        assert_eq!(state.outcome(), Some(Outcome::no_winner(2, "rounds")));
        assert_eq!(
            state.outcome().map(|outcome| outcome.kind),
            Some(OutcomeKind::NoWinner)
        );
        assert_eq!(state.round(), 5);
    }
}

#[test]
fn section_2_passing_is_the_only_move_when_nothing_can_be_killed() {
    let state = position(["aa....", "as...."], [0, 0], 1, P0);
    let mut actions = Vec::new();
    state.legal_actions(P0, &mut actions);
    assert_eq!(actions, [Action::Pass]);
    state.legal_actions(P1, &mut actions);
    assert_eq!(actions.len(), 1, "not seat 1's turn");
}

#[test]
fn section_2_an_attack_with_eight_and_no_glory_does_not_win() {
    let mut state = position(["r.....", "hs...."], [8, 8], 1, P0);
    play(&mut state, P0, "AA").expect("legal");
    assert_eq!((state.scores(), state.outcome()), ([8, 8], None));
}

#[test]
fn a_clock_passes_for_the_player_whose_turn_it_is() {
    let mut state = position(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    let mut events = Vec::new();
    let mut chance = Fast::new(1);
    let refused = state.time_out(P1, &mut chance, &mut events);
    assert_eq!(
        refused.expect_err("not seat 1's turn").code,
        "not_your_turn"
    );
    state
        .time_out(P0, &mut chance, &mut events)
        .expect("a pass");
    assert_eq!(
        events,
        [Event::Passed {
            seat: P0,
            by_clock: true
        }]
    );
    assert_eq!((state.turn(), state.passes()), (Some(P1), 1));
    state
        .time_out(P1, &mut chance, &mut events)
        .expect("a pass");
    assert_eq!((state.turn(), state.round()), (Some(P0), 2));
}

#[test]
fn who_leaves_loses() {
    for (how, reason, word) in [
        (Departure::Resigned, Reason::Resigned, "resigned"),
        (Departure::Left, Reason::Left, "left"),
        (Departure::TimedOut, Reason::Time, "time"),
    ] {
        for seat in [P0, P1] {
            let mut state = position(["ahsrhs", "rhsara"], [2, 4], 1, P0);
            let mut events = Vec::new();
            let mut chance = Stream::new(&[0; 32], 1);
            let left = state.depart(seat, how, &mut chance, &mut events);
            left.expect("the game runs");
            assert!(!chance.was_used());
            let winner = Seat(1 - seat.0);
            assert_eq!(state.outcome(), Some(Outcome::win(winner, 2, word)));
            assert_eq!(
                events,
                [
                    Event::Left { seat, reason },
                    Event::Over {
                        winner: Some(winner),
                        reason,
                        scores: [2, 4],
                        round: 1
                    }
                ]
            );
            let again = state.depart(seat, how, &mut chance, &mut events);
            assert_eq!(again.expect_err("over").code, "over");
        }
    }
    let mut state = opening(1);
    let nobody = state.depart(Seat(2), Departure::Left, &mut Fast::new(1), &mut Vec::new());
    assert_eq!(nobody.expect_err("two seats").code, "seat");
}

#[test]
fn refusals_say_why() {
    let state = position(["a.s...", ".hsr.."], [0, 0], 1, P0);
    let attack = |own, target| Action::Attack { own, target };
    for (seat, action, code) in [
        (P1, attack(1, 0), "not_your_turn"),
        (P1, Action::Pass, "not_your_turn"),
        (Seat(2), Action::Pass, "not_your_turn"),
        (P1, attack(9, 0), "not_your_turn"),
        (P0, attack(6, 1), "bad_column"),
        (P0, attack(0, 255), "bad_column"),
        (P0, attack(1, 6), "bad_column"),
        (P0, attack(1, 0), "dead_attacker"),
        (P0, attack(0, 0), "dead_target"),
        (P0, attack(0, 2), "no_kill"),
    ] {
        let refused = state.validate(seat, &action).expect_err(code);
        assert_eq!(refused.code, code, "{action:?}");
    }
    assert!(state.validate(P0, &attack(0, 1)).is_ok());
    assert!(state.validate(P0, &attack(2, 3)).is_ok());
}

#[test]
fn sampling_is_uniform_over_the_legal_actions() {
    let state = position(["ahrr..", "hs.ra."], [0, 0], 1, P1);
    for (seat, count) in [(P1, 11), (P0, 0)] {
        let mut actions = Vec::new();
        state.legal_actions(seat, &mut actions);
        assert_eq!(actions.len(), count);
        let mut seen = vec![0u32; actions.len()];
        let mut chance = Fast::new(3);
        for _ in 0..1_000 * actions.len() {
            let drawn = state.sample(seat, &mut Vec::new(), &mut chance);
            let place = actions
                .iter()
                .position(|action| Some(action) == drawn.as_ref());
            seen[place.expect("a legal action")] += 1;
        }
        assert!(seen.iter().all(|n| (850..1_150).contains(n)), "{seen:?}");
    }
}

#[test]
fn options_are_judged() {
    let start = |options| {
        entry::<CoExistence>()
            .start(&options, 2, &mut Fast::new(1))
            .map(|state| state.state()["options"].clone())
    };
    let default =
        json!({"arrow_duel": false, "deck": {"axe": 3, "hammer": 3, "sword": 3, "arrow": 3}});
    assert_eq!(start(json!({})), Ok(default.clone()));
    assert_eq!(start(json!(null)), Ok(default));
    let four = json!({"axe": 4, "hammer": 4, "sword": 4, "arrow": 4});
    for deck in [four.clone(), json!([4, 4, 4, 4])] {
        let options = start(json!({ "deck": deck })).expect("good options");
        assert_eq!(options["deck"], four);
    }
    let arrows = start(json!({"deck": {"axe": 0, "hammer": 0, "sword": 0, "arrow": 1000}}));
    arrows.expect("one type is enough");
    for bad in [
        json!({"deck": {"axe": 2}}),
        json!({"deck": {"axe": 1001}}),
        json!({"deck": {"axe": 65535, "hammer": 65535, "sword": 65535, "arrow": 65535}}),
        json!({"deck": {"axe": 0, "hammer": 0, "sword": 0, "arrow": 11}}),
        json!({"deck": {"axe": -1}}),
        json!({"deck": {"axe": 1e9}}),
        json!({"deck": {"bow": 3}}),
        json!({"deck": 12}),
        json!({"deck": [3, 3, 3, 3, 3]}),
        json!({"arrow_duel": 1}),
        json!({"points": 5}),
        json!([]),
    ] {
        assert_eq!(start(bad.clone()).expect_err("bad").code, "option", "{bad}");
    }
    for seats in [0, 1, 3, 255] {
        let refused = CoExistence::new(&Options::default(), seats, &mut Fast::new(1));
        assert_eq!(refused.expect_err("two play").code, "seats");
    }
}

#[test]
fn contradictory_states_are_refused() {
    let good = json_of(["ahsrhs", "rhsara"], [2, 4], 1, P0);
    load(good.clone()).expect("a sound position");
    let ending = |winner: Option<u8>, reason: &str| json!({"winner": winner, "reason": reason});
    let passed = |seat| json!({"kind": "passed", "seat": seat, "by_clock": false});
    let forgeries: Vec<Vec<(&str, serde_json::Value)>> = vec![
        vec![("/scores/0", json!(9))],
        vec![("/scores/1", json!(255))],
        vec![("/round", json!(0))],
        vec![("/round", json!(5))],
        vec![("/passes", json!(2))],
        vec![("/turn", json!(2))],
        vec![("/turn", json!(null))],
        vec![("/started_by", json!(7))],
        vec![("/hands/0/0", json!("arrow"))],
        vec![("/options/deck/axe", json!(2))],
        vec![
            ("/hands/0", common::cards("......")),
            ("/hands/1", common::cards("......")),
        ],
        vec![("/ending", ending(Some(0), "left"))],
        vec![
            ("/ending", ending(Some(0), "points")),
            ("/turn", json!(null)),
        ],
        vec![("/ending", ending(None, "rounds")), ("/turn", json!(null))],
        vec![("/ending", ending(None, "left")), ("/turn", json!(null))],
        vec![("/ending", ending(Some(2), "left")), ("/turn", json!(null))],
        vec![("/last", passed(0)), ("/passes", json!(1))],
        vec![("/last", passed(1))],
        vec![("/last", passed(9)), ("/passes", json!(1))],
        vec![(
            "/last",
            json!({"kind": "left", "seat": 1, "reason": "left"}),
        )],
        vec![(
            "/last",
            json!({"kind": "attacked", "seat": 1, "own": 0, "target": 99, "attacker_unit": "arrow",
                   "target_unit": "axe", "points": 0}),
        )],
    ];
    for forgery in forgeries {
        let mut state = good.clone();
        for (path, value) in &forgery {
            *state.pointer_mut(path).expect("a path") = value.clone();
        }
        assert_eq!(
            load(state).expect_err("forged").code,
            "state",
            "{forgery:?}"
        );
    }
    let mut late = good;
    late["passes"] = json!(1);
    late["last"] = passed(1);
    load(late).expect("seat 1 passed");
}

#[test]
fn a_view_tells_the_whole_state() {
    for seed in 0..50 {
        let mut state = opening(seed);
        let mut chance = Fast::new(seed);
        while let Some(seat) = state.turn() {
            for viewer in [Viewer::Seat(P0), Viewer::Seat(P1), Viewer::Spectator] {
                let view = state.view(viewer);
                assert_eq!(view.viewer, viewer.seat());
                assert_eq!(CoExistence::determinize(&view, &mut chance), state);
            }
            let action = state
                .sample(seat, &mut Vec::new(), &mut chance)
                .expect("a move");
            state.execute(seat, &action, &mut chance, &mut Vec::new());
        }
        assert_eq!(
            CoExistence::determinize(&state.view(Viewer::Referee), &mut chance),
            state
        );
    }
}

#[test]
fn a_state_is_small() {
    assert!(
        size_of::<CoExistence>() <= 64,
        "{}",
        size_of::<CoExistence>()
    );
    assert!(size_of::<Event>() <= 16, "{}", size_of::<Event>());
}
