//! Puzzles that were offered, tried and rated.

use futures_util::future::join_all;
use parlor_store::{Attempt, PuzzleTry, Standing, StoreError};

use super::refused;
use crate::samples::people;
use crate::world::World;

fn offered(player: i64, puzzle: &str) -> PuzzleTry {
    PuzzleTry {
        player,
        puzzle: puzzle.to_owned(),
        game: "marelles".to_owned(),
        state: "open".to_owned(),
        offered_ms: 5,
        done_ms: None,
        day: None,
    }
}

fn ended(player: i64, puzzle: &str, state: &str, day: Option<i64>) -> Attempt {
    Attempt {
        row: PuzzleTry {
            state: state.to_owned(),
            offered_ms: 7,
            done_ms: Some(7),
            day,
            ..offered(player, puzzle)
        },
        marked: ("hint".to_owned(), format!("{state}+")),
        offered: "open".to_owned(),
        category: Some("marelles:puzzles".to_owned()),
    }
}

fn rate(mut standing: Standing, state: &str) -> Standing {
    standing.rating += if state.starts_with("solved") {
        10.5
    } else {
        -8.25
    };
    standing.games += 1;
    standing.updated_ms = i64::from(standing.games);
    standing
}

pub async fn first_attempts_count_once(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    store.offer_puzzle(&offered(1, "a")).await.unwrap();
    refused!(
        store.offer_puzzle(&offered(1, "a")).await,
        StoreError::Conflict
    );
    refused!(
        store.offer_puzzle(&offered(9, "a")).await,
        StoreError::NotFound
    );
    let rivals = (0..6).map(|_| {
        let store = store.clone();
        async move {
            store
                .settle_puzzle(ended(1, "a", "solved", None), rate)
                .await
                .unwrap()
        }
    });
    let settled: Vec<_> = join_all(rivals).await.into_iter().flatten().collect();
    assert_eq!(settled.len(), 1, "one of them counts");
    let (before, after) = settled[0].standings.clone().unwrap();
    assert!((after.rating - before.rating - 10.5).abs() < 1e-9);
    assert_eq!(settled[0].row.offered_ms, 5);
    // Without an offer: a day's puzzle.
    let failed = store.settle_puzzle(ended(1, "b", "failed", Some(20)), rate);
    assert!(failed.await.unwrap().is_some());
    let standing = store
        .standing(1, "marelles:puzzles")
        .await
        .unwrap()
        .unwrap();
    assert!((standing.rating - 1502.25).abs() < 1e-9);
    assert_eq!(standing.games, 2);
    let changes = store
        .rating_changes(1, "marelles:puzzles", 9)
        .await
        .unwrap();
    assert_eq!(changes.len(), 2);
    assert_eq!(store.puzzle_days(1).await.unwrap().len(), 1);
    let days = store.puzzle_days(2).await.unwrap();
    assert!(days.is_empty());
    refused!(
        store
            .settle_puzzle(ended(9, "b", "failed", None), rate)
            .await,
        StoreError::NotFound
    );
}

pub async fn hints_and_later_solutions(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    store.offer_puzzle(&offered(1, "a")).await.unwrap();
    assert!(
        store
            .mark_puzzle((1, "a"), "open", "hint", None)
            .await
            .unwrap()
    );
    assert!(
        !store
            .mark_puzzle((1, "a"), "open", "hint", None)
            .await
            .unwrap()
    );
    let attempt = Attempt {
        category: None,
        ..ended(1, "a", "solved", None)
    };
    let settled = store.settle_puzzle(attempt, rate).await.unwrap().unwrap();
    assert_eq!(
        (settled.row.state.as_str(), settled.standings),
        ("solved+", None)
    );
    assert_eq!(store.standing(1, "marelles:puzzles").await.unwrap(), None);
    store
        .settle_puzzle(ended(1, "b", "failed", None), rate)
        .await
        .unwrap();
    store
        .settle_puzzle(ended(2, "b", "failed", None), rate)
        .await
        .unwrap();
    assert!(
        store
            .mark_puzzle((1, "b"), "failed", "later", Some(9))
            .await
            .unwrap()
    );
    let mut counts = store.puzzle_counts("b").await.unwrap();
    counts.sort();
    assert_eq!(counts, [("failed".to_owned(), 1), ("later".to_owned(), 1)]);
    let row = store.puzzle_try(1, "b").await.unwrap().unwrap();
    assert_eq!((row.state.as_str(), row.done_ms), ("later", Some(9)));
    assert_eq!(store.puzzle_tries(1).await.unwrap().len(), 2);
    let categories = ["marelles:puzzles".to_owned()];
    assert_eq!(store.forget_puzzles(1, &categories).await.unwrap(), 2);
    assert!(store.puzzle_tries(1).await.unwrap().is_empty());
    assert_eq!(store.standing(1, "marelles:puzzles").await.unwrap(), None);
    let changes = store
        .rating_changes(1, "marelles:puzzles", 9)
        .await
        .unwrap();
    assert!(changes.is_empty());
    assert_eq!(
        store.puzzle_tries(2).await.unwrap().len(),
        1,
        "others keep theirs"
    );
    let long = "x".repeat(33);
    let refusal = store
        .settle_puzzle(ended(1, &long, "failed", None), rate)
        .await;
    refused!(refusal, StoreError::BadValue(_));
}
