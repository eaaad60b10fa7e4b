use parlor_store::{ChatLine, MatchRowUpdate, MatchStatus, StoreError};

use super::refused;
use crate::samples::{WORDS, line, new_match, update};
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

/// One command of a player is one line, whoever sends it how often.
pub async fn said_once(world: &World) {
    let store = world.store().await;
    let by = |seq, player, cmd: Option<&str>| ChatLine {
        player,
        cmd: cmd.map(str::to_owned),
        ..line(seq, "hello")
    };
    store.append_chat("m", &by(1, 1, Some("c"))).await.unwrap();
    refused!(
        store.append_chat("m", &by(2, 1, Some("c"))).await,
        StoreError::Conflict
    );
    assert!(store.was_said("m", 1, "c").await.unwrap());
    assert!(!store.was_said("m", 1, "C").await.unwrap());
    assert!(!store.was_said("m", 2, "c").await.unwrap());
    assert!(!store.was_said("n", 1, "c").await.unwrap());
    // Another person's, another table's, and lines without an id are lines of their own.
    store.append_chat("m", &by(2, 2, Some("c"))).await.unwrap();
    store.append_chat("n", &by(1, 1, Some("c"))).await.unwrap();
    store.append_chat("m", &by(3, 1, None)).await.unwrap();
    store.append_chat("m", &by(4, 1, None)).await.unwrap();
    assert_eq!(store.last_chat_seq("m").await.unwrap(), 4);
}

pub async fn old_chat_is_forgotten(world: &World) {
    let store = world.store().await;
    for (id, ended_ms) in [("old", Some(10)), ("young", Some(30)), ("running", None)] {
        let new = new_match(id, MatchStatus::Running, 1, &[]);
        store.insert_match(&new).await.unwrap();
        if ended_ms.is_some() {
            let over = MatchRowUpdate {
                ended_ms,
                ..update(MatchStatus::Over)
            };
            store.update_match(id, 1, &over).await.unwrap();
        }
        store.append_chat(id, &line(1, "hello")).await.unwrap();
        store.append_chat(id, &line(2, "again")).await.unwrap();
    }
    assert_eq!(store.prune_chat(20, 9).await.unwrap(), 2);
    assert_eq!(store.prune_chat(20, 9).await.unwrap(), 0);
    assert!(store.chat("old", 0, 9).await.unwrap().is_empty());
    for kept in ["young", "running"] {
        assert_eq!(store.chat(kept, 0, 9).await.unwrap().len(), 2, "{kept}");
    }
}
