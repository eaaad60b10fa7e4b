use parlor_store::StoreError;

use super::refused;
use crate::samples::{people, session};
use crate::world::World;

pub async fn life_of_a_session(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    let hash = [0xfe; 32];
    let mine = session(0xfe, 2, 10, 1_000);
    store.put_session(&mine).await.unwrap();
    refused!(
        store.put_session(&session(0xfe, 1, 10, 20)).await,
        StoreError::Conflict
    );

    let (found, player) = store.session(&hash, 999).await.unwrap().unwrap();
    assert_eq!((found, player.id), (mine, 2));
    assert_eq!(store.session(&hash, 1_000).await.unwrap(), None);
    assert_eq!(store.session(&[1; 32], 0).await.unwrap(), None);

    assert!(store.touch_session(&hash, 500, 2_000).await.unwrap());
    let (found, _) = store.session(&hash, 1_999).await.unwrap().unwrap();
    assert_eq!((found.seen_ms, found.expires_ms), (500, 2_000));
    assert!(!store.touch_session(&[1; 32], 500, 2_000).await.unwrap());

    assert!(store.delete_session(&hash).await.unwrap());
    assert!(!store.delete_session(&hash).await.unwrap());
    assert_eq!(store.session(&hash, 0).await.unwrap(), None);
}

pub async fn sessions_of_a_player(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    for (hash, player, created, expires) in [
        (1, 1, 10, 100),
        (2, 1, 30, 200),
        (3, 1, 20, 300),
        (4, 2, 40, 300),
    ] {
        store
            .put_session(&session(hash, player, created, expires))
            .await
            .unwrap();
    }
    let hashes = async |player, now| -> Vec<u8> {
        let found = store.sessions(player, now).await.unwrap();
        found.iter().map(|session| session.token_hash[0]).collect()
    };
    assert_eq!(hashes(1, 0).await, [2, 3, 1]);
    assert_eq!(hashes(1, 100).await, [2, 3]);
    assert_eq!(store.prune_sessions(200).await.unwrap(), 2);
    assert_eq!(hashes(1, 0).await, [3]);
    assert_eq!(hashes(2, 0).await, [4]);
    assert_eq!(store.delete_sessions(1).await.unwrap(), 1);
    assert_eq!(store.delete_sessions(1).await.unwrap(), 0);
    assert_eq!(hashes(2, 0).await, [4]);
}

pub async fn unknown_player(world: &World) {
    let store = world.store().await;
    refused!(
        store.put_session(&session(1, 42, 0, 10)).await,
        StoreError::NotFound
    );
}
