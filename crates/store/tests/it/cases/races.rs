//! Two nodes on one database.

use futures_util::future::join_all;
use parlor_engine::Seq;
use parlor_store::Appended::{Conflict, Stored};
use parlor_store::{Appended, Appender, AppenderOptions, MatchStatus, NewEntry, StoreError};

use crate::samples::{entry, new_match, people, player, seqs, update};
use crate::world::World;

fn by(node: usize, match_id: &str, seq: u32) -> NewEntry {
    NewEntry {
        act: format!("node {node}"),
        ..entry(match_id, seq)
    }
}

pub async fn one_winner_per_number(world: &World) {
    let stores = [world.store().await, world.store().await];
    for seq in 1..=30 {
        let claims = stores.iter().enumerate().map(|(node, store)| {
            let store = store.clone();
            tokio::spawn(async move { store.append(&[by(node, "m", seq)]).await.unwrap()[0] })
        });
        let answers: Vec<Appended> = join_all(claims)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let winner = answers
            .iter()
            .position(|&answer| answer == Stored)
            .expect("a winner");
        assert_eq!(answers[1 - winner], Conflict);
        let written = stores[0].entries("m", Seq(seq - 1)).await.unwrap();
        assert_eq!(written.len(), 1);
        assert_eq!(written[0].act, format!("node {winner}"));
    }
}

pub async fn two_appenders(world: &World) {
    // Both nodes want every number of every match; a loser goes on with the next.
    let nodes = [world.store().await, world.store().await];
    let mut won = Vec::new();
    for (node, store) in nodes.iter().enumerate() {
        let (appender, _) = Appender::spawn(store.clone(), AppenderOptions::default());
        for n in 0..12 {
            let appender = appender.clone();
            won.push(tokio::spawn(async move {
                let id = format!("m{n}");
                let mut won = Vec::new();
                for seq in 1..=15 {
                    if appender.append(vec![by(node, &id, seq)]).await.unwrap() == Stored {
                        won.push((id.clone(), seq, format!("node {node}")));
                    }
                }
                won
            }));
        }
    }
    let mut won: Vec<_> = join_all(won)
        .await
        .into_iter()
        .flat_map(|won| won.unwrap())
        .collect();
    won.sort();
    let mut stored = Vec::new();
    for n in 0..12 {
        let id = format!("m{n}");
        for entry in nodes[0].entries(&id, Seq::START).await.unwrap() {
            stored.push((id.clone(), entry.seq.0, entry.act));
        }
    }
    stored.sort();
    assert_eq!(stored.len(), 12 * 15);
    assert_eq!(won, stored, "acknowledged is not what is there");
}

pub async fn crossing_batches(world: &World) {
    // The same rows in opposite orders: on servers with row locks that is a deadlock, which must
    // end in an answer, not in an error.
    let stores = [world.store().await, world.store().await];
    for round in 1..=10 {
        let ids: Vec<String> = (0..40).map(|n| format!("m{n}")).collect();
        let claims = stores.iter().enumerate().map(|(node, store)| {
            let store = store.clone();
            let mut batches: Vec<_> = ids.iter().map(|id| vec![by(node, id, round)]).collect();
            if node == 1 {
                batches.reverse();
            }
            tokio::spawn(async move {
                let mut answers = store.append_batches(&batches).await.unwrap();
                if node == 1 {
                    answers.reverse();
                }
                answers
            })
        });
        let answers: Vec<_> = join_all(claims)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        for (one, other) in answers[0].iter().zip(&answers[1]) {
            assert_ne!(one, other, "exactly one of the two wins");
        }
    }
    assert_eq!(seqs(&stores[0], "m39").await.len(), 10);
}

pub async fn one_winner_per_version(world: &World) {
    let stores = [world.store().await, world.store().await];
    stores[0]
        .insert_match(&new_match("m", MatchStatus::Open, 1, &[1, 2]))
        .await
        .unwrap();
    for version in 1..=20 {
        let claims = stores.iter().map(|store| {
            let store = store.clone();
            tokio::spawn(async move {
                store
                    .update_match("m", version, &update(MatchStatus::Open))
                    .await
            })
        });
        let answers: Vec<_> = join_all(claims)
            .await
            .into_iter()
            .map(Result::unwrap)
            .collect();
        let won = answers
            .iter()
            .filter(|answer| matches!(answer, Ok(new) if *new == version + 1));
        assert_eq!(won.count(), 1, "{answers:?}");
        let lost = answers
            .iter()
            .filter(|answer| matches!(answer, Err(StoreError::Conflict)));
        assert_eq!(lost.count(), 1, "{answers:?}");
    }
}

pub async fn one_winner_per_name(world: &World) {
    let stores = [world.store().await, world.store().await];
    people(&stores[0], 1).await;
    let claims = (10..30).map(|id| {
        let store = stores[id as usize % 2].clone();
        tokio::spawn(async move { store.insert_player(&player(id, "Ann")).await })
    });
    let answers: Vec<_> = join_all(claims)
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
    assert_eq!(lost.count(), 19, "{answers:?}");
}
