//! Two tables changed in one step, as by somebody who moves from one to the other.

use futures_util::future::join_all;
use parlor_store::{Change, MatchRowUpdate, MatchStatus, Store, StoreError};

use super::refused;
use crate::samples::{new_match, seats, update};
use crate::world::World;

async fn insert(store: &Store, id: &str, player: i64) {
    let new = new_match(id, MatchStatus::Open, 1, &[player]);
    store.insert_match(&new).await.unwrap();
}

/// Everybody leaves the first and sits at the second.
async fn step(
    store: &Store,
    from: (&str, i64),
    to: (&str, i64),
    players: &[i64],
) -> Result<[i64; 2], StoreError> {
    let left = MatchRowUpdate {
        seats: Some(Vec::new()),
        ..update(MatchStatus::Aborted)
    };
    let joined = MatchRowUpdate {
        seats: Some(seats(players)),
        ..update(MatchStatus::Running)
    };
    let change = |(id, expected), update| Change {
        id,
        expected,
        update,
    };
    store
        .update_both([change(from, &left), change(to, &joined)])
        .await
}

async fn row(store: &Store, id: &str) -> (i64, MatchStatus, usize) {
    let found = store.match_by_id(id).await.unwrap().unwrap();
    let seats = store.seats(id).await.unwrap();
    (found.row.version, found.row.status, seats.len())
}

pub async fn both_or_neither(world: &World) {
    let store = world.store().await;
    // Either may have the lower id.
    for (from, to) in [("a", "b"), ("d", "c")] {
        insert(&store, from, 1).await;
        insert(&store, to, 2).await;
        let versions = step(&store, (from, 1), (to, 1), &[2, 1]).await.unwrap();
        assert_eq!(versions, [2, 2]);
        assert_eq!(row(&store, from).await, (2, MatchStatus::Aborted, 0));
        assert_eq!(row(&store, to).await, (2, MatchStatus::Running, 2));
        assert_eq!(store.seats(to).await.unwrap(), seats(&[2, 1]));
    }
    let twice = step(&store, ("b", 2), ("b", 2), &[1]).await;
    refused!(twice, StoreError::BadValue(_));
    assert_eq!(row(&store, "b").await, (2, MatchStatus::Running, 2));
}

pub async fn not_as_expected(world: &World) {
    let store = world.store().await;
    for (from, to) in [("a", "b"), ("d", "c")] {
        insert(&store, from, 1).await;
        insert(&store, to, 2).await;
        for (one, other) in [((from, 2), (to, 1)), ((from, 1), (to, 2))] {
            let moved = step(&store, one, other, &[2, 1]).await;
            refused!(moved, StoreError::Conflict);
        }
        for (one, other) in [((from, 1), ("x", 1)), (("x", 1), (to, 1))] {
            let moved = step(&store, one, other, &[2, 1]).await;
            refused!(moved, StoreError::NotFound);
        }
        assert_eq!(row(&store, from).await, (1, MatchStatus::Open, 1));
        assert_eq!(row(&store, to).await, (1, MatchStatus::Open, 1));
    }
}

/// Two move to each other's table on two nodes: one moves, the other stays.
pub async fn to_each_other(world: &World) {
    let nodes = [world.store().await, world.store().await];
    for round in 0..15 {
        let ids = [format!("a{round}"), format!("b{round}")];
        insert(&nodes[0], &ids[0], 1).await;
        insert(&nodes[0], &ids[1], 2).await;
        let moves = (0..2).map(|node| {
            let (store, ids) = (nodes[node].clone(), ids.clone());
            tokio::spawn(async move {
                let (from, to) = (ids[node].as_str(), ids[1 - node].as_str());
                step(&store, (from, 1), (to, 1), &[1, 2]).await
            })
        });
        let answers: Vec<_> = join_all(moves)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let winner = answers
            .iter()
            .position(Result::is_ok)
            .unwrap_or_else(|| panic!("nobody moved: {answers:?}"));
        refused!(&answers[1 - winner], StoreError::Conflict);
        assert_eq!(
            row(&nodes[0], &ids[winner]).await,
            (2, MatchStatus::Aborted, 0),
            "{answers:?}"
        );
        assert_eq!(
            row(&nodes[0], &ids[1 - winner]).await,
            (2, MatchStatus::Running, 2)
        );
    }
}

/// Many want the one free chair: one gets it, the others keep their own table.
pub async fn many_to_one(world: &World) {
    let nodes = [world.store().await, world.store().await];
    let own = |n: usize| format!("{}{n}", ["k", "p"][n % 2]);
    insert(&nodes[0], "m", 99).await;
    for n in 0..8 {
        insert(&nodes[0], &own(n), n as i64).await;
    }
    let moves = (0..8_usize).map(|n| {
        let (store, own) = (nodes[n / 4].clone(), own(n));
        tokio::spawn(async move { step(&store, (&own, 1), ("m", 1), &[99, n as i64]).await })
    });
    let answers: Vec<_> = join_all(moves)
        .await
        .into_iter()
        .map(Result::unwrap)
        .collect();
    assert_eq!(answers.iter().filter(|it| it.is_ok()).count(), 1);
    for (n, answer) in answers.iter().enumerate() {
        let (_, status, _) = row(&nodes[0], &own(n)).await;
        assert_eq!(status == MatchStatus::Aborted, answer.is_ok(), "{answer:?}");
    }
    assert_eq!(row(&nodes[0], "m").await, (2, MatchStatus::Running, 2));
}
