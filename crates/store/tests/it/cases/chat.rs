use parlor_store::{ChatLine, StoreError};

use super::refused;
use crate::samples::{WORDS, line};
use crate::world::World;

pub async fn lines(world: &World) {
    let store = world.store().await;
    assert_eq!(store.last_chat_seq("m").await.unwrap(), 0);
    let said = [
        line(1, WORDS),
        ChatLine {
            seat: None,
            cmd: None,
            ..line(2, "")
        },
        line(3, &"长".repeat(20_000)),
        line(4, "  trailing blanks  "),
    ];
    for line in &said {
        store.append_chat("m", line).await.unwrap();
    }
    store.append_chat("n", &line(1, "elsewhere")).await.unwrap();
    assert_eq!(store.chat("m", 0, 100).await.unwrap(), said);
    assert_eq!(store.chat("m", 1, 2).await.unwrap(), said[1..3]);
    assert!(store.chat("m", 4, 100).await.unwrap().is_empty());
    assert_eq!(store.last_chat_seq("m").await.unwrap(), 4);
    assert_eq!(store.chat("n", 0, 100).await.unwrap().len(), 1);
}

pub async fn chat_conflict(world: &World) {
    let store = world.store().await;
    store.append_chat("m", &line(1, "first")).await.unwrap();
    refused!(
        store.append_chat("m", &line(1, "second")).await,
        StoreError::Conflict
    );
    assert_eq!(store.chat("m", 0, 9).await.unwrap(), [line(1, "first")]);
    for bad in [line(2, &"x".repeat(65_536)), line(2, "a\0b")] {
        refused!(store.append_chat("m", &bad).await, StoreError::BadValue(_));
    }
    let long_cmd = ChatLine {
        cmd: Some("c".repeat(65)),
        ..line(2, "x")
    };
    refused!(
        store.append_chat("m", &long_cmd).await,
        StoreError::BadValue(_)
    );
    assert_eq!(store.last_chat_seq("m").await.unwrap(), 1);
}
