use parlor_store::StoreError;

use super::refused;
use crate::samples::{pass, people};
use crate::world::World;

pub async fn life_of_a_pass(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    let phrase = pass(1, 2, "phrase", 1_000);
    store.put_pass(&phrase).await.unwrap();
    store.put_pass(&pass(2, 1, "phone", 50)).await.unwrap();
    refused!(
        store.put_pass(&pass(1, 1, "phone", 50)).await,
        StoreError::Conflict
    );
    refused!(
        store.put_pass(&pass(3, 42, "phone", 50)).await,
        StoreError::NotFound
    );

    let (found, player) = store.pass(&[1; 32], "phrase", 999).await.unwrap().unwrap();
    assert_eq!((found, player.id), (phrase, 2));
    // Of another kind, too late, or unknown.
    assert_eq!(store.pass(&[1; 32], "phone", 999).await.unwrap(), None);
    assert_eq!(store.pass(&[1; 32], "phrase", 1_000).await.unwrap(), None);
    assert_eq!(store.pass(&[9; 32], "phrase", 0).await.unwrap(), None);
    assert!(store.has_pass(2, "phrase", 0).await.unwrap());
    assert!(!store.has_pass(2, "phrase", 1_000).await.unwrap());
    assert!(!store.has_pass(1, "phrase", 0).await.unwrap());

    assert_eq!(store.prune_passes(50).await.unwrap(), 1);
    assert!(!store.has_pass(1, "phone", 0).await.unwrap());
    assert_eq!(store.delete_passes(2, "phone").await.unwrap(), 0);
    assert_eq!(store.delete_passes(2, "phrase").await.unwrap(), 1);
    assert!(!store.has_pass(2, "phrase", 0).await.unwrap());
}

pub async fn taken_once(world: &World) {
    let store = world.store().await;
    people(&store, 1).await;
    for round in 0..10 {
        store.put_pass(&pass(round, 1, "phone", 50)).await.unwrap();
        let mut tasks = Vec::new();
        for _ in 0..4 {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                store.take_pass(&[round; 32], "phone", 10).await.unwrap()
            }));
        }
        let mut taken = 0;
        for task in tasks {
            taken += u32::from(task.await.unwrap().is_some());
        }
        assert_eq!(taken, 1, "round {round}");
    }
}

/// A name that never played is forgotten, unless something keeps it for its owner.
pub async fn kept_names_stay(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    store
        .put_pass(&pass(1, 1, "phrase", 1 << 50))
        .await
        .unwrap();
    assert_eq!(store.prune_guests(1 << 40, 1 << 40).await.unwrap(), 1);
    assert!(store.player(1).await.unwrap().is_some());
    assert!(store.player(2).await.unwrap().is_none());
}
