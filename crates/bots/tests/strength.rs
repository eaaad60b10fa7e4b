//! Small tournaments with fixed seeds: that levels keep their order, also among many, and that
//! estimated chances are worth something. The large ones are in `make bench-bots`.

use std::time::Duration;

use parlor_bots::Budget;
use parlor_bots::tournament::{Pairing, Plan, Tally, Tournament};
use serde_json::{Value, json};

fn tournament(game: &str, options: Value, seats: u8, games: u32, nodes: u64) -> Tournament {
    Tournament {
        game: game.to_owned(),
        options,
        seats,
        alone: seats > 2,
        games,
        budget: Budget::of_nodes(nodes),
        seed: 11,
        threads: 2,
        longest: Duration::MAX,
        folder: None,
    }
}

fn result(tournament: &Tournament, strong: &str, weak: &str) -> Tally {
    let pairing = Pairing {
        strong: strong.to_owned(),
        weak: weak.to_owned(),
    };
    let plan = Plan(vec![pairing]);
    let mut tallies = tournament
        .run(&plan, || ())
        .expect("a tournament that can be played");
    tallies.remove(0)
}

fn small_board() -> Value {
    json!({"columns": 10, "rows": 10})
}

/// One good player among beginners wins clearly more than its share.
#[test]
fn one_among_many() {
    for seats in 3..=6u8 {
        let games = 2 * u32::from(seats);
        for (game, options, nodes) in [("risk", json!({}), 40), ("obliteration", small_board(), 60)]
        {
            let tournament = tournament(game, options, seats, games, nodes);
            let tally = result(&tournament, "hard", "beginner");
            let fair = 1.0 / f64::from(seats);
            assert!(
                tally.score() > 1.5 * fair,
                "{game} with {seats}: {} of {}",
                tally.wins,
                tally.games()
            );
        }
    }
}

/// The Germans begin 40 points ahead in Operation Mars: only who attacks well wins with both.
#[test]
fn medium_wins_with_both_sides_of_mars() {
    let tally = result(
        &tournament("mars", json!({}), 2, 12, 15),
        "medium",
        "greedy",
    );
    let [soviets, germans] = tally.score_by_seat();
    assert!(soviets > 0.5 && germans > 0.8, "{soviets} and {germans}");
}

/// Better than always saying one half, and not far off.
#[test]
fn estimates_are_chances() {
    for (game, options, games, nodes) in [
        ("coexistence", json!({}), 40, 1),
        ("marelles", json!({}), 30, 400),
        ("obliteration", small_board(), 20, 200),
        ("mars", json!({}), 16, 10),
        ("risk", json!({}), 12, 8),
    ] {
        let tournament = tournament(game, options, 2, games, nodes);
        let found = tournament.calibrate("easy", 6, || ()).unwrap();
        assert!(found.positions() > 100.0, "{game}\n{}", found.table());
        assert!(
            found.error() < 0.2 && found.brier() < 0.25,
            "{game}\n{}",
            found.table()
        );
    }
}
