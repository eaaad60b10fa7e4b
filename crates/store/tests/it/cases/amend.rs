//! A result that is corrected takes its consequences along.

use parlor_store::{
    Amendment, ChangedChange, MatchRowUpdate, MatchStatus, Standing, Store, StoreError,
};

use super::refused;
use crate::samples::{new_match, people, update};
use crate::world::World;

const GAME: &str = "marelles";

fn over(body: &str) -> MatchRowUpdate {
    MatchRowUpdate {
        ended_ms: Some(9),
        body: body.to_owned(),
        ..update(MatchStatus::Over)
    }
}

async fn finished(store: &Store) {
    people(store, 2).await;
    let new = new_match("m", MatchStatus::Running, 1, &[1, 2]);
    store.insert_match(&new).await.unwrap();
    let rate = |standings: Vec<Standing>| {
        let shift = [10.25, -10.25];
        let each = standings.into_iter().zip(shift).map(|(it, by)| Standing {
            rating: it.rating + by,
            games: 1,
            updated_ms: 9,
            ..it
        });
        each.collect()
    };
    store
        .finish("m", 1, &over("{}"), GAME, &[1, 2], rate)
        .await
        .unwrap();
}

/// Everybody's rating turned round.
fn turned(standings: Vec<Standing>) -> Vec<(Standing, Standing)> {
    let turn = |was: Standing| {
        let shall = Standing {
            rating: 3000.0 - was.rating,
            updated_ms: 11,
            ..was.clone()
        };
        (was, shall)
    };
    standings.into_iter().map(turn).collect()
}

pub async fn results_are_corrected(world: &World) {
    let store = world.store().await;
    finished(&store).await;
    let standings = store.standings_of_game(GAME).await.unwrap();
    assert_eq!(standings.len(), 2);
    let match_id = || "m".to_owned();
    let amendment = Amendment {
        standings: turned(standings),
        changes: vec![
            ChangedChange::Shift {
                player: 1,
                match_id: match_id(),
                before: 0.0,
                after: -20.5,
            },
            ChangedChange::Remove {
                player: 2,
                match_id: match_id(),
            },
            ChangedChange::Add {
                player: 2,
                match_id: match_id(),
                at_ms: 9,
                before: 1500.0,
                after: 1510.25,
            },
        ],
    };
    let new = over("{\"corrected\":true}");
    let version = store.amend("m", 2, &new, GAME, amendment).await.unwrap();
    assert_eq!(version, 3);
    let row = store.match_by_id("m").await.unwrap().unwrap().row;
    assert_eq!(row.body, new.body);
    for (player, rating) in [(1, 1489.75), (2, 1510.25)] {
        let standing = store.standing(player, GAME).await.unwrap().unwrap();
        assert!((standing.rating - rating).abs() < 1e-9, "{standing:?}");
        let told = store.rating_changes(player, GAME, 9).await.unwrap();
        assert_eq!(told.len(), 1);
        assert!((told[0].after - rating).abs() < 1e-9, "{told:?}");
    }
}

pub async fn not_as_it_was_read(world: &World) {
    let store = world.store().await;
    finished(&store).await;
    let mut standings = turned(store.standings_of_game(GAME).await.unwrap());
    standings[1].0.games = 7;
    let amendment = Amendment {
        standings,
        changes: Vec::new(),
    };
    let new = over("{\"corrected\":true}");
    refused!(
        store.amend("m", 2, &new, GAME, amendment).await,
        StoreError::Conflict
    );
    let none = Amendment::default();
    refused!(
        store.amend("m", 1, &new, GAME, none).await,
        StoreError::Conflict
    );
    let row = store.match_by_id("m").await.unwrap().unwrap().row;
    assert_eq!((row.version, row.body.as_str()), (2, "{}"));
    let first = store.standing(1, GAME).await.unwrap().unwrap();
    assert!((first.rating - 1510.25).abs() < 1e-9, "{first:?}");
}
