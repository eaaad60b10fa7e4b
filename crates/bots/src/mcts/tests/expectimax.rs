//! The tree search against expectimax, with dice and a secret.

use parlor_engine::{Fast, Game, Scripted, Seat, Viewer};

use super::secret::{Action, Blank, CLOSINGS, FACES, OPENINGS, REPLIES, Secret};
use crate::effort::{Budget, Cancel, Effort};
use crate::level::Skill;
use crate::mcts::search;

/// The chance of seat 0 from here when all is known but the die, which averages.
fn value(state: Secret) -> f64 {
    let worst = |values: Vec<f64>| values.into_iter().fold(1.0, f64::min);
    let best = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max);
    match (state.opening, state.reply, state.closing) {
        (.., Some(_)) => f64::from(u8::from(
            state.outcome().and_then(|outcome| outcome.winner) == Some(Seat(0)),
        )),
        (Some(_), Some(_), None) => best(
            (0..CLOSINGS)
                .map(|closing| after(state, Seat(0), Action::Close(closing)))
                .collect(),
        ),
        (Some(_), None, None) => worst(
            (0..REPLIES)
                .filter(|&choice| choice != state.missing)
                .map(|choice| {
                    let face = state.face;
                    after(state, Seat(1), Action::Reply { face, choice })
                })
                .collect(),
        ),
        _ => unreachable!("an opening is judged over all secrets"),
    }
}

fn after(mut state: Secret, seat: Seat, action: Action) -> f64 {
    state.execute(seat, &action, &mut Scripted::default(), &mut Vec::new());
    value(state)
}

/// What an opening is worth to seat 0, which knows neither the die nor the secret.
fn worth(table: u64, opening: u8) -> f64 {
    let mut sum = 0.0;
    for face in 0..FACES {
        for missing in 0..REPLIES {
            let mut state = Secret::with(table, missing);
            (state.opening, state.face) = (Some(opening), face);
            sum += value(state);
        }
    }
    sum / f64::from(FACES * REPLIES)
}

#[test]
fn dice_and_secrets_are_averaged_over() {
    let mut decisive = 0;
    for seed in 0..60 {
        let mut chance = Fast::new(seed);
        let mut deal = || Secret::new(&(), 2, &mut chance).unwrap();
        // Fewer wins than a fair coin gives: seat 0 has the last word.
        let (state, more) = (deal(), deal());
        let table = state.table & (more.table | more.table >> 7);
        let state = Secret::with(table, state.missing);
        let values: Vec<f64> = (0..OPENINGS).map(|opening| worth(table, opening)).collect();
        let most = values.iter().copied().fold(0.0, f64::max);
        let least = values.iter().copied().fold(1.0, f64::min);
        decisive += u32::from(most - least > 0.2);
        let mut effort = Effort::new(&Budget::of_nodes(6_000), &Skill::FULL, seed, &Cancel::new());
        let view = state.view(Viewer::Seat(Seat(0)));
        let found = search::<Blank>(&view, Seat(0), &Skill::FULL, &mut effort).unwrap();
        let Action::Open(opening) = found.action else {
            panic!("{found:?} is no opening");
        };
        let chosen = values[usize::from(opening)];
        assert!(chosen > most - 0.05, "seed {seed}: {opening} of {values:?}");
        let chance = found.chance.unwrap();
        assert!(
            (chance - most).abs() < 0.1,
            "seed {seed}: {chance}, not {most}"
        );
    }
    assert!(decisive > 20, "{decisive}");
}

/// Seat 1 knows its hand and the die, and seat 0 the reply: no chance is left.
#[test]
fn what_is_known_is_not_averaged() {
    for seed in 0..60 {
        let mut chance = Fast::new(seed);
        let mut state = Secret::new(&(), 2, &mut chance).unwrap();
        for opening in 0..OPENINGS {
            state.opening = None;
            state.execute(
                Seat(0),
                &Action::Open(opening),
                &mut chance,
                &mut Vec::new(),
            );
            let mut effort =
                Effort::new(&Budget::of_nodes(400), &Skill::FULL, seed, &Cancel::new());
            let view = state.view(Viewer::Seat(Seat(1)));
            let found = search::<Blank>(&view, Seat(1), &Skill::FULL, &mut effort).unwrap();
            assert!(
                (after(state, Seat(1), found.action) - value(state)).abs() < 1e-9,
                "seed {seed}: {found:?} in {state:?}"
            );
        }
    }
}
