//! The solver against the rules themselves, walked without any shortcut.

use parlor_coexistence::{CoExistence, Options, ROUNDS};
use parlor_engine::{Fast, Game, Scripted, Seat, Viewer};

use super::Duellist;
use super::prospects::Prospects;
use super::round::{Position, Solver, Value, better};
use crate::effort::{Budget, Cancel, Effort};
use crate::level::Skill;
use crate::player::Player;

/// Every action of the rules, to the end of the match. Only for the last round: no deal follows.
fn walk(state: &CoExistence) -> Value {
    let Some(seat) = state.turn() else {
        let mine = state.ending().and_then(|ending| ending.winner);
        // Nobody is to move: as seen by seat 0.
        return Value {
            own: f64::from(u8::from(mine.is_some_and(|seat| seat.0 == 0))),
            enemy: f64::from(u8::from(mine.is_some_and(|seat| seat.0 == 1))),
        };
    };
    let mut actions = Vec::new();
    state.legal_actions(seat, &mut actions);
    let values = actions.iter().map(|action| {
        let mut next = *state;
        next.execute(seat, action, &mut Scripted::default(), &mut Vec::new());
        let value = walk(&next);
        let seen_by_zero = next.turn().is_none_or(|turn| turn.0 == 0);
        if seen_by_zero == (seat.0 == 0) {
            value
        } else {
            value.swapped()
        }
    });
    values.reduce(better).unwrap()
}

/// Plays at random until the last round has few units left.
fn late_position(seed: u64, units: u8) -> Option<CoExistence> {
    let mut chance = Fast::new(seed);
    let mut state = CoExistence::new(&Options::default(), 2, &mut chance).unwrap();
    let mut scratch = Vec::new();
    while let Some(seat) = state.turn() {
        let [first, second] = state.hands();
        if state.round() == ROUNDS && first.alive() + second.alive() <= units {
            return Some(state);
        }
        let action = state.sample(seat, &mut scratch, &mut chance)?;
        state.execute(seat, &action, &mut chance, &mut Vec::new());
    }
    None
}

#[test]
fn the_solver_agrees_with_the_rules() {
    let mut effort = Effort::new(&Budget::default(), &Skill::FULL, 1, &Cancel::new());
    let (mut compared, mut decided) = (0, 0);
    for seed in 0..4_000 {
        let Some(state) = late_position(seed, 6) else {
            continue;
        };
        let prospects = Prospects::of(state.options(), &mut effort);
        let mut solver = Solver::new(state.round(), false, &prospects);
        let value = walk(&state);
        assert_eq!(solver.solve(&Position::of(&state)), value, "seed {seed}");
        compared += 1;
        decided += u32::from(value != Value::default());
    }
    assert!(compared > 100 && decided > 10, "{compared} {decided}");
}

/// What both sides get when the player's choices meet an opponent that knows them and takes its
/// best reply, found by trying everything: chances of the player and of the opponent.
fn best_response(state: &CoExistence, player: Seat) -> (f64, f64) {
    let Some(seat) = state.turn() else {
        let winner = state.ending().and_then(|ending| ending.winner);
        let won = |seat| f64::from(u8::from(winner == Some(seat)));
        return (won(player), won(Seat(1 - player.0)));
    };
    let after = |action| {
        let mut next = *state;
        next.execute(seat, &action, &mut Scripted::default(), &mut Vec::new());
        best_response(&next, player)
    };
    if seat == player {
        let mut effort = Effort::new(&Budget::default(), &Skill::FULL, 1, &Cancel::new());
        let view = state.view(Viewer::Seat(seat));
        return after(
            Duellist::think(&view, seat, &Skill::FULL, &mut effort)
                .unwrap()
                .action,
        );
    }
    let mut actions = Vec::new();
    state.legal_actions(seat, &mut actions);
    actions
        .into_iter()
        .map(after)
        .reduce(|a, b| if (b.1, -b.0) > (a.1, -a.0) { b } else { a })
        .unwrap()
}

#[test]
fn nobody_who_wants_to_win_gets_more_out_of_it() {
    let (mut compared, mut lost) = (0, 0);
    for seed in 0..1_500 {
        let Some(state) = late_position(seed, 6) else {
            continue;
        };
        let mover = state.turn().unwrap();
        let value = walk(&state);
        for (player, exact) in [(mover, value), (Seat(1 - mover.0), value.swapped())] {
            let (own, enemy) = best_response(&state, player);
            assert!(own >= exact.own, "seed {seed}: {own} for {player}");
            assert!(
                enemy <= exact.enemy,
                "seed {seed}: {enemy} against {player}"
            );
            lost += u32::from(own < 1.0);
        }
        compared += 1;
    }
    assert!(compared > 50 && lost > 20, "{compared} {lost}");
}

/// An unusual deck is solved too, and remembered.
#[test]
fn another_deck_has_other_prospects() {
    let options: Options =
        serde_json::from_str(r#"{"deck":{"axe":6,"hammer":3,"sword":3,"arrow":0}}"#).unwrap();
    let budget = Budget::of_nodes(u64::MAX);
    let mut effort = Effort::new(&budget, &Skill::FULL, 1, &Cancel::new());
    let unusual = Prospects::of(&options, &mut effort);
    let usual = Prospects::of(&Options::default(), &mut effort);
    assert_ne!(unusual.before(1, 0, 0), usual.before(1, 0, 0));
    let again = Prospects::of(&options, &mut effort);
    assert_eq!(unusual.before(2, 3, 4), again.before(2, 3, 4));
}

/// Late for an unusual deck: the usual one has to do.
#[test]
fn without_time_it_still_answers() {
    let options: Options =
        serde_json::from_str(r#"{"deck":{"axe":9,"hammer":9,"sword":9,"arrow":9}}"#).unwrap();
    let cancel = Cancel::new();
    cancel.cancel();
    let mut effort = Effort::new(&Budget::default(), &Skill::FULL, 1, &cancel);
    let prospects = Prospects::of(&options, &mut effort);
    let usual = Prospects::of(&Options::default(), &mut effort);
    assert_eq!(prospects.before(1, 0, 0), usual.before(1, 0, 0));
}
