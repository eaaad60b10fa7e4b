use parlor_engine::Seq;
use parlor_store::{Backend, Head, Node};

use crate::samples;
use crate::world::World;

fn node(id: i64, seen_ms: i64) -> Node {
    Node {
        id,
        version: "0.1.0".into(),
        started_ms: 1_000,
        seen_ms,
    }
}

/// Everybody sees the others while they give signs of life.
pub async fn who_is_there(world: &World) {
    let store = world.store().await;
    assert_eq!(store.greet(&node(1, 1_000), 0).await.unwrap(), []);
    assert_eq!(
        store.greet(&node(2, 1_500), 0).await.unwrap(),
        [node(1, 1_000)]
    );
    assert_eq!(
        store.greet(&node(1, 2_000), 0).await.unwrap(),
        [node(2, 1_500)]
    );
    // The same moment again is no second node.
    assert_eq!(
        store.greet(&node(1, 2_000), 0).await.unwrap(),
        [node(2, 1_500)]
    );
    assert_eq!(store.greet(&node(1, 9_000), 1_501).await.unwrap(), []);
    store.depart(2).await.unwrap();
    assert_eq!(store.greet(&node(1, 9_001), 0).await.unwrap(), []);
    // Long silent ones are forgotten when another comes.
    assert_eq!(store.greet(&node(3, 99_000_000), 0).await.unwrap(), []);
}

pub async fn heads_of_logs(world: &World) {
    let store = world.store().await;
    for id in ["aaa", "bbb"] {
        store
            .insert_match(&samples::new_match(
                id,
                parlor_store::MatchStatus::Open,
                1,
                &[],
            ))
            .await
            .unwrap();
    }
    store
        .append(&[samples::entry("aaa", 1), samples::entry("aaa", 2)])
        .await
        .unwrap();
    store
        .append_chat("bbb", &samples::line(1, "hi"))
        .await
        .unwrap();
    let ids = ["aaa", "bbb", "none"].map(str::to_owned);
    let mut heads = store.heads(&ids).await.unwrap();
    heads.sort_by(|a, b| a.id.cmp(&b.id));
    let head = |id: &str, seq, chat_seq| Head {
        id: id.into(),
        version: 1,
        seq: Seq(seq),
        chat_seq,
    };
    assert_eq!(heads, [head("aaa", 2, 0), head("bbb", 0, 1)]);
    assert_eq!(store.heads(&[]).await.unwrap(), []);
}

/// A database elsewhere has a clock of its own, here that of the same machine.
pub async fn its_clock(world: &World) {
    let store = world.store().await;
    let before = now_ms();
    let told = store.clock_ms().await.unwrap();
    assert_eq!(told.is_none(), store.backend() == Backend::Sqlite);
    if let Some(told) = told {
        assert!(
            (before - 1..=now_ms() + 1).contains(&told),
            "{before} {told}"
        );
    }
}

fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.unwrap().as_millis() as i64
}
