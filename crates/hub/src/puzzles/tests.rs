use parlor_store::{PuzzleTry, Standing};

use super::*;

fn tried(day: i64, state: &str) -> PuzzleTry {
    PuzzleTry {
        player: 1,
        puzzle: format!("{day}"),
        game: "marelles".to_owned(),
        state: state.to_owned(),
        offered_ms: 0,
        done_ms: Some(0),
        day: Some(day),
    }
}

#[test]
fn days_in_a_row() {
    let days = |list: &[(i64, &str)]| -> Vec<PuzzleTry> {
        list.iter().map(|&(day, state)| tried(day, state)).collect()
    };
    let row = days(&[(10, SOLVED), (9, HINTED), (8, LATER), (6, SOLVED)]);
    let of = |tries: &[PuzzleTry], today| {
        let streak = Streak::of(tries, today);
        (streak.now, streak.best)
    };
    assert_eq!(of(&row, 10), (3, 3));
    assert_eq!(of(&row, 11), (3, 3), "today's still waits");
    assert_eq!(of(&row, 12), (0, 3), "a day was missed");
    let broken = days(&[(10, SHOWN), (9, SOLVED), (8, SOLVED)]);
    assert_eq!(of(&broken, 10), (0, 2));
    assert_eq!(of(&[], 10), (0, 0));
    let week = Streak::of(&row, 10).week;
    assert_eq!(week.len(), 7);
    assert_eq!(week[6].state.as_deref(), Some(SOLVED));
    assert_eq!(week[3].state, None);
}

#[test]
fn a_hint_is_half_a_win() {
    let rated = |state| rate(Standing::fresh(1, "marelles:puzzles"), state, 1500, 5);
    let gains = [SOLVED, HINTED, FAILED, SHOWN].map(|state| rated(state).rating - 1500.0);
    assert!(
        gains[0] > 100.0 && gains[1].abs() < 1.0 && gains[2] < -100.0,
        "{gains:?}"
    );
    assert!((gains[2] - gains[3]).abs() < 1e-9);
    let after = rated(HINTED);
    assert_eq!(
        (after.games, after.wins, after.draws, after.losses),
        (1, 0, 1, 0)
    );
    assert!(after.deviation < 350.0);
}
