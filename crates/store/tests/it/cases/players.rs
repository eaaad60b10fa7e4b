use parlor_store::{MatchStatus, Player, StoreError};

use super::refused;
use crate::samples::{MAX_ID, WORDS, new_match, player, session};
use crate::world::World;

pub async fn insert_and_find(world: &World) {
    let store = world.store().await;
    let guest = player(MAX_ID, "Ann");
    let bot = Player {
        password: Some("$argon2id$…".to_owned()),
        is_bot: true,
        created_ms: i64::MAX,
        ..player(2, "Bot")
    };
    store.insert_player(&guest).await.unwrap();
    store.insert_player(&bot).await.unwrap();
    assert_eq!(store.player(MAX_ID).await.unwrap(), Some(guest.clone()));
    assert_eq!(store.player(2).await.unwrap(), Some(bot.clone()));
    assert_eq!(store.player(3).await.unwrap(), None);
    assert_eq!(store.player_by_key("ann").await.unwrap(), Some(guest));
    // Keys are compared byte for byte: normalising is the caller's business.
    assert_eq!(store.player_by_key("ANN").await.unwrap(), None);
    assert_eq!(store.player_by_key("").await.unwrap(), None);
    assert!(!format!("{bot:?}").contains("argon"));
}

pub async fn names_are_unique(world: &World) {
    let store = world.store().await;
    store.insert_player(&player(1, "Ann")).await.unwrap();
    refused!(
        store.insert_player(&player(2, "ANN")).await,
        StoreError::Conflict
    );
    refused!(
        store.insert_player(&player(1, "Bob")).await,
        StoreError::Conflict
    );
    assert_eq!(store.player(2).await.unwrap(), None);
    assert_eq!(store.player_by_key("bob").await.unwrap(), None);
    // An accent makes another name.
    store.insert_player(&player(3, "Änn")).await.unwrap();
    store.insert_player(&player(4, "Ånn")).await.unwrap();
}

pub async fn change_name_and_password(world: &World) {
    let store = world.store().await;
    store.insert_player(&player(1, "Ann")).await.unwrap();
    store.insert_player(&player(2, "Bob")).await.unwrap();
    store.set_password(1, Some("hash")).await.unwrap();
    // Saying the same again is no error.
    store.set_password(1, Some("hash")).await.unwrap();
    store.rename_player(1, "Anna", "anna").await.unwrap();
    let ann = store.player(1).await.unwrap().unwrap();
    assert_eq!(
        (ann.name.as_str(), ann.password.as_deref()),
        ("Anna", Some("hash"))
    );
    store.set_password(1, None).await.unwrap();
    assert_eq!(store.player(1).await.unwrap().unwrap().password, None);
    refused!(
        store.rename_player(1, "BOB", "bob").await,
        StoreError::Conflict
    );
    refused!(
        store.rename_player(9, "Zed", "zed").await,
        StoreError::NotFound
    );
    refused!(store.set_password(9, None).await, StoreError::NotFound);
}

pub async fn search(world: &World) {
    let store = world.store().await;
    let names = ["anna", "ann", "andrew", "bob", "an%", "中文", "中国", "a_n"];
    for (id, name) in (1..).zip(names) {
        store.insert_player(&player(id, name)).await.unwrap();
    }
    let found = async |prefix: &str, limit| -> Vec<String> {
        let found = store.search_players(prefix, limit).await.unwrap();
        found.into_iter().map(|player| player.name).collect()
    };
    assert_eq!(found("ann", 10).await, ["ann", "anna"]);
    assert_eq!(found("an", 10).await, ["an%", "andrew", "ann", "anna"]);
    assert_eq!(found("an", 2).await, ["an%", "andrew"]);
    assert_eq!(found("an%", 10).await, ["an%"]);
    assert_eq!(found("a_", 10).await, ["a_n"]);
    assert_eq!(found("中", 10).await, ["中国", "中文"]);
    assert_eq!(found("", 100).await.len(), names.len());
    assert!(found("x", 10).await.is_empty());
    assert!(found("ann", 0).await.is_empty());
}

pub async fn many_at_once(world: &World) {
    let store = world.store().await;
    for id in 1..=120 {
        store
            .insert_player(&player(id, &format!("p{id}")))
            .await
            .unwrap();
    }
    let ids: Vec<i64> = (0..150).collect();
    let mut found: Vec<i64> = store
        .players(&ids)
        .await
        .unwrap()
        .into_iter()
        .map(|player| player.id)
        .collect();
    found.sort_unstable();
    assert_eq!(found, (1..=120).collect::<Vec<_>>());
    assert!(store.players(&[]).await.unwrap().is_empty());
}

pub async fn texts_and_limits(world: &World) {
    let store = world.store().await;
    let longest = "𠮷".repeat(64);
    for (id, name) in [(1, WORDS), (2, longest.as_str())] {
        let player = player(id, name);
        store.insert_player(&player).await.unwrap();
        assert_eq!(store.player(id).await.unwrap(), Some(player.clone()));
        assert_eq!(
            store.player_by_key(&player.name_key).await.unwrap(),
            Some(player)
        );
    }
    refused!(
        store.insert_player(&player(3, &"x".repeat(65))).await,
        StoreError::BadValue(_)
    );
    refused!(
        store.insert_player(&player(3, "a\0b")).await,
        StoreError::BadValue(_)
    );
    let long_key = Player {
        name_key: "k".repeat(129),
        ..player(3, "x")
    };
    refused!(
        store.insert_player(&long_key).await,
        StoreError::BadValue(_)
    );
    refused!(
        store.set_password(1, Some(&"x".repeat(256))).await,
        StoreError::BadValue(_)
    );
    refused!(store.player_by_key("a\0").await, StoreError::BadValue(_));
    for id in [i64::MIN, i64::MAX] {
        let player = Player {
            id,
            created_ms: id,
            ..player(0, &id.to_string())
        };
        store.insert_player(&player).await.unwrap();
        assert_eq!(store.player(id).await.unwrap(), Some(player));
    }
}

pub async fn guests_that_never_played_are_forgotten(world: &World) {
    let store = world.store().await;
    let at = |id: i64, name: &str, created_ms: i64| Player {
        created_ms,
        ..player(id, name)
    };
    for guest in [
        at(1, "Gone", 100),
        at(2, "Here", 100),
        at(3, "Unused", 10),
        at(4, "Seated", 10),
        at(5, "Fresh", 500),
        Player {
            password: Some("hash".to_owned()),
            ..at(6, "Protected", 10)
        },
    ] {
        store.insert_player(&guest).await.unwrap();
    }
    for id in [2, 3] {
        let session = session(id as u8, id, 1, i64::MAX);
        store.put_session(&session).await.unwrap();
    }
    let table = new_match("abcdefghijkm", MatchStatus::Open, 1, &[4]);
    store.insert_match(&table).await.unwrap();
    assert_eq!(store.prune_guests(200, 50).await.unwrap(), 2);
    let mut left = Vec::new();
    for id in 1..=6 {
        left.extend(store.player(id).await.unwrap().map(|it| it.name));
    }
    assert_eq!(left, ["Here", "Seated", "Fresh", "Protected"]);
    assert_eq!(store.prune_guests(200, 50).await.unwrap(), 0);
}
