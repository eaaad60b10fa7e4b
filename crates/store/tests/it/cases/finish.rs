use futures_util::future::join_all;
use parlor_store::{MatchRowUpdate, MatchStatus, Standing, Store, StoreError};

use super::refused;
use crate::samples::{new_match, people, update};
use crate::world::World;

fn over() -> MatchRowUpdate {
    MatchRowUpdate {
        ended_ms: Some(9),
        ..update(MatchStatus::Over)
    }
}

/// The first wins, the others lose.
fn won_by_first(standings: Vec<Standing>) -> Vec<Standing> {
    let rate = |(place, standing): (usize, Standing)| {
        let win = u32::from(place == 0);
        Standing {
            rating: standing.rating + if win == 1 { 12.5 } else { -12.5 },
            games: standing.games + 1,
            wins: standing.wins + win,
            losses: standing.losses + 1 - win,
            updated_ms: 9,
            ..standing
        }
    };
    standings.into_iter().enumerate().map(rate).collect()
}

async fn running(store: &Store, id: &str, players: &[i64]) {
    store
        .insert_match(&new_match(id, MatchStatus::Running, 1, players))
        .await
        .unwrap();
}

pub async fn standings_and_match(world: &World) {
    let store = world.store().await;
    people(&store, 3).await;
    running(&store, "m", &[2, 1]).await;
    let (version, written) = store
        .finish("m", 1, &over(), "marelles", &[2, 1], won_by_first)
        .await
        .unwrap();
    assert_eq!(version, 2);
    assert_eq!(written.len(), 2);
    assert_eq!(
        store.match_by_id("m").await.unwrap().unwrap().row.status,
        MatchStatus::Over
    );
    let two = store.standing(2, "marelles").await.unwrap().unwrap();
    assert_eq!(two, written[0]);
    let fresh = Standing::fresh(2, "marelles");
    assert_eq!(
        two,
        Standing {
            rating: 1512.5,
            games: 1,
            wins: 1,
            updated_ms: 9,
            ..fresh
        }
    );
    assert_eq!(store.standings(1).await.unwrap(), written[1..]);

    running(&store, "n", &[1, 2]).await;
    store
        .finish("n", 1, &over(), "marelles", &[1, 2], won_by_first)
        .await
        .unwrap();
    let one = store.standing(1, "marelles").await.unwrap().unwrap();
    assert_eq!((one.games, one.wins, one.losses), (2, 1, 1));
    assert!((one.rating - 1500.0).abs() < 1e-9);
    let changes = store.rating_changes(1, "marelles", 9).await.unwrap();
    let told: Vec<_> = changes
        .iter()
        .map(|it| (it.match_id.as_str(), it.at_ms, it.before, it.after))
        .collect();
    assert_eq!(told, [("n", 9, 1487.5, 1500.0), ("m", 9, 1500.0, 1487.5)]);
    assert_eq!(
        store.rating_changes(1, "marelles", 1).await.unwrap().len(),
        1
    );
    assert!(store.rating_changes(1, "risk", 9).await.unwrap().is_empty());

    // Another game is another standing; an unrated match is none.
    running(&store, "o", &[1, 2]).await;
    store
        .finish("o", 1, &over(), "risk", &[1, 2], won_by_first)
        .await
        .unwrap();
    assert_eq!(store.standings(1).await.unwrap().len(), 2);
    running(&store, "p", &[1, 2]).await;
    let unrated = store
        .finish("p", 1, &over(), "risk", &[], |_| panic!("not to be called"))
        .await;
    assert_eq!(unrated.unwrap(), (2, vec![]));
    assert!(store.standings(3).await.unwrap().is_empty());
    assert_eq!(store.standing(3, "risk").await.unwrap(), None);
}

pub async fn exactly_once(world: &World) {
    let stores = [world.store().await, world.store().await];
    people(&stores[0], 2).await;
    running(&stores[0], "m", &[1, 2]).await;
    let ends = (0..8).map(|n| {
        let store = stores[n % 2].clone();
        tokio::spawn(async move {
            store
                .finish("m", 1, &over(), "marelles", &[1, 2], won_by_first)
                .await
        })
    });
    let answers: Vec<_> = join_all(ends)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(
        answers.iter().filter(|answer| answer.is_ok()).count(),
        1,
        "{answers:?}"
    );
    let lost = answers
        .iter()
        .filter(|answer| matches!(answer, Err(StoreError::Conflict)));
    assert_eq!(lost.count(), 7, "{answers:?}");
    let one = stores[0].standing(1, "marelles").await.unwrap().unwrap();
    assert_eq!((one.games, one.wins), (1, 1));
}

pub async fn concurrent_matches_of_the_same_players(world: &World) {
    let stores = [world.store().await, world.store().await];
    people(&stores[0], 4).await;
    for n in 0..24 {
        running(&stores[0], &format!("m{n}"), &[1, 2]).await;
    }
    // The same people in every order: no standing may get lost, and no deadlock be reported.
    let orders: [&[i64]; 4] = [&[1, 2], &[2, 1], &[3, 2, 1], &[2, 3, 4, 1]];
    let ends = (0..24).map(|n| {
        let store = stores[n % 2].clone();
        tokio::spawn(async move {
            let id = format!("m{n}");
            store
                .finish(&id, 1, &over(), "marelles", orders[n % 4], won_by_first)
                .await
                .unwrap();
        })
    });
    for end in join_all(ends).await {
        end.unwrap();
    }
    let games = async |player| {
        let standing = stores[1]
            .standing(player, "marelles")
            .await
            .unwrap()
            .unwrap();
        assert_eq!(standing.games, standing.wins + standing.losses);
        (standing.games, standing.wins)
    };
    assert_eq!(games(1).await, (24, 6));
    assert_eq!(games(2).await, (24, 12));
    assert_eq!(games(3).await, (12, 6));
    assert_eq!(games(4).await, (6, 0));
}

pub async fn unknown_players(world: &World) {
    let store = world.store().await;
    people(&store, 1).await;
    running(&store, "m", &[1, 9]).await;
    let end = store
        .finish("m", 1, &over(), "marelles", &[1, 9], won_by_first)
        .await;
    refused!(end, StoreError::NotFound);
    assert_eq!(
        store.match_by_id("m").await.unwrap().unwrap().row.version,
        1
    );
    assert!(store.standings(1).await.unwrap().is_empty());
    let end = store
        .finish("x", 1, &over(), "marelles", &[1], won_by_first)
        .await;
    refused!(end, StoreError::NotFound);
    let end = store
        .finish("m", 7, &over(), "marelles", &[1], won_by_first)
        .await;
    refused!(end, StoreError::Conflict);
    assert!(store.standings(1).await.unwrap().is_empty());
}

pub async fn refused_standings(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    running(&store, "m", &[1, 2]).await;
    let wrong: [fn(&mut Standing); 3] = [
        |standing| standing.player = 2,
        |standing| standing.game.push('x'),
        |standing| standing.rating = f64::NAN,
    ];
    for spoil in wrong {
        let rate = move |mut standings: Vec<Standing>| {
            spoil(&mut standings[0]);
            standings
        };
        let end = store.finish("m", 1, &over(), "marelles", &[1], rate).await;
        refused!(end, StoreError::BadValue(_));
    }
    assert_eq!(
        store.match_by_id("m").await.unwrap().unwrap().row.status,
        MatchStatus::Running
    );
    assert!(store.standings(2).await.unwrap().is_empty());
}

pub async fn leaderboard(world: &World) {
    let store = world.store().await;
    people(&store, 6).await;
    running(&store, "m", &[1, 2, 3, 4, 5, 6]).await;
    // The last one has never played a rated match, and is not listed.
    let ratings = [1600.25, 1400.0, 1800.5, 1600.25, 1700.0, 2000.0];
    let rate = move |standings: Vec<Standing>| {
        let rated = standings
            .into_iter()
            .zip(ratings)
            .map(|(standing, rating)| Standing {
                rating,
                deviation: if standing.player == 6 { 350.0 } else { 80.0 },
                games: if standing.player == 5 { 1 } else { 10 },
                ..standing
            });
        rated.collect()
    };
    store
        .finish("m", 1, &over(), "risk", &[1, 2, 3, 4, 5, 6], rate)
        .await
        .unwrap();
    let board = async |game: &str, min_games, limit, offset| -> Vec<i64> {
        let rows = store
            .leaderboard(game, min_games, limit, offset)
            .await
            .unwrap();
        assert!(
            rows.iter()
                .all(|row| row.name == format!("player {}", row.standing.player))
        );
        rows.iter().map(|row| row.standing.player).collect()
    };
    assert_eq!(board("risk", 0, 10, 0).await, [3, 5, 4, 1, 2]);
    assert_eq!(board("risk", 2, 10, 0).await, [3, 4, 1, 2]);
    assert_eq!(board("risk", 2, 2, 1).await, [4, 1]);
    assert!(board("risk", 0, 10, 5).await.is_empty());
    assert!(board("mars", 0, 10, 0).await.is_empty());
    let best = &store.leaderboard("risk", 0, 1, 0).await.unwrap()[0];
    assert!((best.standing.rating - 1800.5).abs() < f64::EPSILON && !best.is_bot);
}
