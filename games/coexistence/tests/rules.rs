//! Sections 1 and 2 of the rule page, and what the engine asks of every game.

mod common;

use common::{P0, P1, json_of, load, opening, play, position, short};
use parlor_coexistence::{Action, CoExistence, Deck, Event, Options, Reason, Unit};
use parlor_engine::{
    Chance, Departure, Fast, Game, Outcome, OutcomeKind, Scripted, Seat, Stream, Viewer,
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
    assert_eq!(nobody.expect_err("two seats").code, "no_seat");
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
