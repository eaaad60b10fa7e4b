use parlor_engine::Seq;
use parlor_store::{MatchRowUpdate, MatchStatus, NewMatch, Secret, StoreError};

use super::refused;
use crate::samples::{WORDS, entry, line, new_match, people, seats, seed, update};
use crate::world::World;

pub async fn insert_and_get(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    let new = NewMatch {
        secret: Some(seed()),
        ..new_match("m1", MatchStatus::Ready, 42, &[2, 1])
    };
    store.insert_match(&new).await.unwrap();
    let found = store.match_by_id("m1").await.unwrap().unwrap();
    assert_eq!(found.row.id, "m1");
    assert_eq!(found.row.version, 1);
    assert_eq!(found.row.status, MatchStatus::Ready);
    assert_eq!((found.row.game.as_str(), found.row.host), ("marelles", 2));
    assert_eq!(found.row.body, new.body);
    assert_eq!(
        (
            found.row.created_ms,
            found.row.updated_ms,
            found.row.ended_ms
        ),
        (42, 42, None)
    );
    assert_eq!(found.secret, Some(seed()));
    assert_eq!(store.seats("m1").await.unwrap(), new.seats);
    assert!(!format!("{found:?}").contains("248"), "the seed is printed");
    assert_eq!(store.match_by_id("m2").await.unwrap(), None);
    // Ids are compared byte for byte.
    assert_eq!(store.match_by_id("M1").await.unwrap(), None);
    refused!(store.insert_match(&new).await, StoreError::Conflict);
    for id in ["", "é", &"x".repeat(33)] {
        refused!(
            store
                .insert_match(&new_match(id, MatchStatus::Open, 0, &[]))
                .await,
            StoreError::BadValue(_)
        );
    }
    let twice = NewMatch {
        seats: vec![seats(&[1])[0]; 2],
        ..new_match("m3", MatchStatus::Open, 0, &[])
    };
    refused!(store.insert_match(&twice).await, StoreError::Conflict);
    assert_eq!(store.match_by_id("m3").await.unwrap(), None, "half a match");
}

pub async fn versions(world: &World) {
    let store = world.store().await;
    store
        .insert_match(&new_match("m", MatchStatus::Open, 42, &[1, 2]))
        .await
        .unwrap();
    let running = MatchRowUpdate {
        secret: Some(seed()),
        ..update(MatchStatus::Running)
    };
    assert_eq!(store.update_match("m", 1, &running).await.unwrap(), 2);
    refused!(
        store
            .update_match("m", 1, &update(MatchStatus::Aborted))
            .await,
        StoreError::Conflict
    );
    let over = MatchRowUpdate {
        ended_ms: Some(99),
        updated_ms: 99,
        ..update(MatchStatus::Over)
    };
    assert_eq!(store.update_match("m", 2, &over).await.unwrap(), 3);
    let found = store.match_by_id("m").await.unwrap().unwrap();
    assert_eq!(
        (found.row.version, found.row.status),
        (3, MatchStatus::Over)
    );
    assert_eq!(
        (
            found.row.created_ms,
            found.row.updated_ms,
            found.row.ended_ms
        ),
        (42, 99, Some(99))
    );
    assert_eq!(found.row.body, over.body);
    assert_eq!(
        found.secret,
        Some(seed()),
        "no secret given: the old one stays"
    );
    assert_eq!(
        store.seats("m").await.unwrap(),
        seats(&[1, 2]),
        "no seats given: the old ones stay"
    );
    refused!(
        store.update_match("x", 1, &over).await,
        StoreError::NotFound
    );
    refused!(
        store.update_match("m", i64::MAX, &over).await,
        StoreError::Conflict
    );
}

pub async fn seats_change(world: &World) {
    let store = world.store().await;
    store
        .insert_match(&new_match("m", MatchStatus::Open, 42, &[1]))
        .await
        .unwrap();
    for (version, players) in (1..).zip([vec![1, 2, 3], vec![3, 1], vec![], vec![5, 5]]) {
        let update = MatchRowUpdate {
            seats: Some(seats(&players)),
            ..update(MatchStatus::Open)
        };
        store.update_match("m", version, &update).await.unwrap();
        assert_eq!(store.seats("m").await.unwrap(), seats(&players));
    }
    let mine = async |player| {
        let found = store
            .matches_of_player(player, &[MatchStatus::Open], None, 9)
            .await
            .unwrap();
        found.iter().map(|row| row.created_ms).collect::<Vec<_>>()
    };
    assert_eq!(mine(5).await, [42], "once, though on two seats");
    assert!(mine(1).await.is_empty());
    // A conflict leaves the seats alone.
    let late = MatchRowUpdate {
        seats: Some(seats(&[9])),
        ..update(MatchStatus::Open)
    };
    refused!(
        store.update_match("m", 1, &late).await,
        StoreError::Conflict
    );
    assert_eq!(store.seats("m").await.unwrap(), seats(&[5, 5]));
}

pub async fn delete(world: &World) {
    let store = world.store().await;
    for id in ["m", "n"] {
        store
            .insert_match(&new_match(id, MatchStatus::Open, 1, &[1, 2]))
            .await
            .unwrap();
        store.append(&[entry(id, 1)]).await.unwrap();
        store.append_chat(id, &line(1, "hello")).await.unwrap();
    }
    refused!(store.delete_match("m", 2).await, StoreError::Conflict);
    refused!(store.delete_match("x", 1).await, StoreError::NotFound);
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(1));
    store.delete_match("m", 1).await.unwrap();
    assert_eq!(store.match_by_id("m").await.unwrap(), None);
    assert!(store.seats("m").await.unwrap().is_empty());
    assert_eq!(store.last_seq("m").await.unwrap(), Seq::START);
    assert_eq!(store.last_chat_seq("m").await.unwrap(), 0);
    assert_eq!(store.last_seq("n").await.unwrap(), Seq(1));
    assert_eq!(store.last_chat_seq("n").await.unwrap(), 1);
    assert_eq!(store.seats("n").await.unwrap().len(), 2);
}

pub async fn bodies(world: &World) {
    let store = world.store().await;
    let body = format!("{{\"text\":\"{}\"}}", WORDS.repeat(5_000));
    assert!(body.len() > 200_000);
    let new = NewMatch {
        body: body.clone(),
        ..new_match("m", MatchStatus::Open, i64::MIN, &[])
    };
    store.insert_match(&new).await.unwrap();
    let found = store.match_by_id("m").await.unwrap().unwrap();
    assert!(found.row.body == body);
    assert_eq!(found.row.created_ms, i64::MIN);
    let exactly = MatchRowUpdate {
        body: "x".repeat(64 * 1024),
        ..update(MatchStatus::Open)
    };
    store.update_match("m", 1, &exactly).await.unwrap();
    assert!(store.match_by_id("m").await.unwrap().unwrap().row.body == exactly.body);
    for bad in [
        MatchRowUpdate {
            body: "x".repeat((4 << 20) + 1),
            ..update(MatchStatus::Open)
        },
        MatchRowUpdate {
            body: "a\0".to_owned(),
            ..update(MatchStatus::Open)
        },
        MatchRowUpdate {
            secret: Some(Secret(vec![0; 256])),
            ..update(MatchStatus::Open)
        },
    ] {
        refused!(
            store.update_match("m", 2, &bad).await,
            StoreError::BadValue(_)
        );
    }
    let zeroes = MatchRowUpdate {
        secret: Some(Secret(vec![0; 255])),
        ..update(MatchStatus::Open)
    };
    store.update_match("m", 2, &zeroes).await.unwrap();
    let found = store.match_by_id("m").await.unwrap().unwrap();
    assert_eq!(found.secret.unwrap().0, vec![0; 255]);
}
