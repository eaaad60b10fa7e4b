//! What every player must do, whatever its game: answer legally, in time, repeatably.

use std::time::Duration;

use parlor_bots::{BotError, Budget, Cancel, choose, choose_in, evaluate, levels};
use parlor_catalog::{GAMES, game};
use parlor_engine::{AnyState, Fast, Seat, Viewer};
use serde_json::json;

fn start(id: &str, seats: u8, seed: u64) -> Box<dyn AnyState> {
    let rules = game(id).expect("a game of the house");
    rules
        .start(&json!({}), seats, &mut Fast::new(seed))
        .expect("default options")
}

/// Every game with a player, at every number of seats it can be played with.
fn tables() -> impl Iterator<Item = (&'static str, u8)> {
    GAMES
        .iter()
        .map(|game| game.meta())
        .filter(|meta| !levels(meta.id).is_empty())
        .flat_map(|meta| (meta.min_seats..=meta.max_seats).map(|seats| (meta.id, seats)))
}

fn few(nodes: u64) -> Budget {
    Budget::of_nodes(nodes)
}

#[test]
fn the_five_levels_are_everywhere() {
    for (id, _) in tables() {
        let names: Vec<_> = levels(id).iter().map(|level| level.name).collect();
        for name in ["beginner", "easy", "medium", "hard", "best"] {
            assert!(names.contains(&name), "{id}: {name}");
        }
    }
    assert!(levels("chess").is_empty());
}

/// Whole matches, every decision by another level: all are legal, none is a fallback.
#[test]
fn players_play_on_from_anywhere() {
    for (id, seats) in tables() {
        let mut chance = Fast::new(u64::from(seats));
        let mut state = start(id, seats, 3);
        let names: Vec<_> = levels(id).iter().map(|level| level.name).collect();
        for step in 0..150usize {
            let Some(seat) = state.to_act().first() else {
                break;
            };
            let level = names[step % names.len()];
            let choice =
                choose_in(&*state, seat, level, &few(30), step as u64, &Cancel::new()).unwrap();
            assert_eq!(choice.trouble, None, "{id} {level} in step {step}");
            state
                .act(seat, &choice.action, &mut chance)
                .unwrap_or_else(|refused| panic!("{id} {level}: {}", refused.message));
        }
    }
}

/// Positions that no sensible player would reach.
#[test]
fn players_survive_random_positions() {
    for (id, seats) in tables() {
        for seed in 0..4 {
            let mut chance = Fast::new(seed);
            let mut state = start(id, seats, seed);
            for step in 0..400u64 {
                let Some(seat) = state.to_act().first() else {
                    break;
                };
                if step % 40 == 17 {
                    let budget = few(20);
                    let choice =
                        choose_in(&*state, seat, "best", &budget, step, &Cancel::new()).unwrap();
                    assert_eq!(choice.trouble, None, "{id} in step {step} of {seed}");
                    state.validate(seat, &choice.action).unwrap();
                    for viewer in 0..seats {
                        let view = state.view(Viewer::Seat(Seat(viewer)));
                        let chance =
                            evaluate(id, &view, Seat(viewer), &budget, 1, &Cancel::new()).unwrap();
                        assert!((0.0..=1.0).contains(&chance), "{id}: {chance}");
                    }
                }
                let action = state.sample(seat, &mut chance).unwrap();
                state.act(seat, &action, &mut chance).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    for (id, seats) in tables() {
        let state = start(id, seats, 5);
        let seat = state.to_act().first().unwrap();
        let view = state.view(Viewer::Seat(seat));
        let choice =
            |seed| choose(id, &view, seat, "hard", &few(100), seed, &Cancel::new()).unwrap();
        assert_eq!(choice(1), choice(1), "{id}");
        let chance = |seed| evaluate(id, &view, seat, &few(100), seed, &Cancel::new()).unwrap();
        assert_eq!(chance(1).to_bits(), chance(1).to_bits(), "{id}");
    }
}

#[test]
fn without_time_there_is_still_a_legal_choice() {
    for (id, seats) in tables() {
        let state = start(id, seats, 5);
        let seat = state.to_act().first().unwrap();
        for budget in [Budget::of_time(Duration::ZERO), few(0), few(1)] {
            let choice = choose_in(&*state, seat, "best", &budget, 1, &Cancel::new()).unwrap();
            assert_eq!(choice.trouble, None, "{id}");
            state.validate(seat, &choice.action).unwrap();
        }
    }
}

#[test]
fn who_is_cancelled_does_not_answer() {
    for (id, seats) in tables() {
        let state = start(id, seats, 5);
        let seat = state.to_act().first().unwrap();
        let cancel = Cancel::new();
        cancel.cancel();
        let budget = Budget::of_time(Duration::MAX);
        assert_eq!(
            choose_in(&*state, seat, "best", &budget, 1, &cancel),
            Err(BotError::Cancelled),
            "{id}"
        );
    }
}

#[test]
fn nonsense_is_refused() {
    let state = start("marelles", 2, 1);
    let view = state.view(Viewer::Seat(Seat(0)));
    let ask = |id: &str, view: &str, seat: u8, level: &str| {
        choose(id, view, Seat(seat), level, &few(10), 1, &Cancel::new()).unwrap_err()
    };
    assert_eq!(
        ask("chess", &view, 0, "best"),
        BotError::UnknownGame("chess".to_owned())
    );
    let unknown = ask("marelles", &view, 0, "grandmaster").to_string();
    assert!(unknown.contains("classic") && unknown.contains("grandmaster"));
    assert_eq!(
        ask("marelles", &view, 1, "best"),
        BotError::NotToAct(Seat(1))
    );
    assert_eq!(
        ask("marelles", &view, 200, "best"),
        BotError::NotToAct(Seat(200))
    );
    for (id, _) in tables() {
        for junk in ["", "{}", "null", "[1,2]", &view[..20]] {
            assert!(
                matches!(ask(id, junk, 0, "best"), BotError::BadView(_)),
                "{id}: {junk}"
            );
        }
    }
}
