use parlor_engine::Seq;
use parlor_store::Appended::{Conflict, Stored};
use parlor_store::{NewEntry, StoreError};

use super::refused;
use crate::samples::{WORDS, acts, entry, rival, seqs};
use crate::world::World;

pub async fn append_and_read(world: &World) {
    let store = world.store().await;
    assert_eq!(store.append(&[]).await.unwrap(), []);
    assert_eq!(store.last_seq("m").await.unwrap(), Seq::START);
    let bare = NewEntry {
        by_player: None,
        cmd: None,
        ..entry("m", 2)
    };
    let group = [entry("m", 1), entry("n", 1), bare, entry("m", 3)];
    assert_eq!(store.append(&group).await.unwrap(), [Stored; 4]);
    let log = store.entries("m", Seq::START).await.unwrap();
    assert_eq!(log.len(), 3);
    assert_eq!(
        (log[0].seq.0, log[0].at_ms, log[0].act.as_str()),
        (1, 10, group[0].act.as_str())
    );
    assert_eq!(
        (log[0].by_player, log[0].cmd.as_deref()),
        (Some(1), Some("cmd-1"))
    );
    assert_eq!((log[1].by_player, log[1].cmd.as_deref()), (None, None));
    assert_eq!(store.entries("m", Seq(2)).await.unwrap(), log[2..]);
    assert!(store.entries("m", Seq(3)).await.unwrap().is_empty());
    assert!(store.entries("m", Seq(u32::MAX)).await.unwrap().is_empty());
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(3));
    assert_eq!(store.last_seq("n").await.unwrap(), Seq(1));
}

/// A number is written once, whoever comes second and however: alone, in a group, in a batch, in a
/// gap, at another handle, or after everything was closed and opened again.
pub async fn a_number_once(world: &World) {
    let store = world.store().await;
    let other = world.store().await;
    store.append(&[entry("m", 1), entry("m", 2)]).await.unwrap();
    store.append(&[entry("m", 5)]).await.unwrap();
    for node in [&store, &other] {
        for seq in [1, 2, 5] {
            assert_eq!(node.append(&[rival("m", seq)]).await.unwrap(), [Conflict]);
        }
        let batch = [vec![rival("m", 4), rival("m", 5)]];
        assert_eq!(node.append_batches(&batch).await.unwrap(), [Conflict]);
        let doubled = [vec![rival("m", 6), rival("m", 6)]];
        assert_eq!(node.append_batches(&doubled).await.unwrap(), [Conflict]);
    }
    let gap = [vec![entry("m", 3), entry("m", 4)]];
    assert_eq!(other.append_batches(&gap).await.unwrap(), [Stored]);
    assert_eq!(store.append(&[rival("m", 4)]).await.unwrap(), [Conflict]);
    store.close().await;
    other.close().await;
    let again = world.store().await;
    for seq in 1..=5 {
        assert_eq!(again.append(&[rival("m", seq)]).await.unwrap(), [Conflict]);
    }
    let wanted: Vec<_> = (1..=5).map(|seq| (seq, entry("m", seq).act)).collect();
    assert_eq!(acts(&again, "m").await, wanted);
    assert_eq!(again.append(&[entry("m", 6)]).await.unwrap(), [Stored]);
}

pub async fn conflict_spares_others(world: &World) {
    let store = world.store().await;
    store.append(&[rival("b", 1)]).await.unwrap();
    let group = [entry("a", 1), entry("b", 1), entry("c", 1), entry("c", 1)];
    let answers = store.append(&group).await.unwrap();
    assert_eq!(answers, [Stored, Conflict, Stored, Conflict]);
    assert_eq!(acts(&store, "b").await, [(1, "rival".to_owned())]);
    assert_eq!(seqs(&store, "a").await, [1]);
    assert_eq!(seqs(&store, "c").await, [1]);
    assert_eq!(store.append(&[entry("b", 1)]).await.unwrap(), [Conflict]);
    assert_eq!(store.append(&[entry("b", 2)]).await.unwrap(), [Stored]);
}

pub async fn all_or_none(world: &World) {
    let store = world.store().await;
    store.append(&[rival("b", 2)]).await.unwrap();
    let batches = [
        vec![entry("a", 1), entry("a", 2)],
        vec![entry("b", 1), entry("b", 2), entry("b", 3)],
        vec![],
        vec![entry("c", 1)],
    ];
    let answers = store.append_batches(&batches).await.unwrap();
    assert_eq!(answers, [Stored, Conflict, Stored, Stored]);
    assert_eq!(seqs(&store, "a").await, [1, 2]);
    assert_eq!(seqs(&store, "b").await, [2], "half a batch was stored");
    assert_eq!(seqs(&store, "c").await, [1]);
    let alone = [vec![entry("b", 1), entry("b", 2)]];
    assert_eq!(store.append_batches(&alone).await.unwrap(), [Conflict]);
    assert_eq!(seqs(&store, "b").await, [2]);
}

pub async fn lost_matches_stay_lost(world: &World) {
    let store = world.store().await;
    store.append(&[rival("b", 1)]).await.unwrap();
    // The second entry of `b` was judged after a first that was never stored.
    let group = [entry("b", 1), entry("a", 1), entry("b", 2), entry("a", 2)];
    let answers = store.append(&group).await.unwrap();
    assert_eq!(answers, [Conflict, Stored, Conflict, Stored]);
    assert_eq!(seqs(&store, "b").await, [1]);
}

pub async fn larger_than_a_statement(world: &World) {
    let store = world.store().await;
    let many: Vec<NewEntry> = (1..=1_000).map(|seq| entry("m", seq)).collect();
    assert_eq!(store.append(&many).await.unwrap(), vec![Stored; 1_000]);
    assert_eq!(seqs(&store, "m").await, (1..=1_000).collect::<Vec<_>>());
    // One batch that needs several statements, and meets a conflict in the last.
    store.append(&[rival("n", 200)]).await.unwrap();
    let batch: Vec<NewEntry> = (1..=200).map(|seq| entry("n", seq)).collect();
    let answers = store
        .append_batches(&[batch, vec![entry("o", 1)]])
        .await
        .unwrap();
    assert_eq!(answers, [Conflict, Stored]);
    assert_eq!(seqs(&store, "n").await, [200]);
}

pub async fn texts(world: &World) {
    let store = world.store().await;
    let extremes = [
        NewEntry {
            act: WORDS.to_owned(),
            ..entry("m", 1)
        },
        NewEntry {
            act: "x".repeat(65_535),
            ..entry("m", 2)
        },
        NewEntry {
            at_ms: i64::MIN,
            by_player: Some(i64::MIN),
            ..entry("m", 3)
        },
        NewEntry {
            at_ms: i64::MAX,
            by_player: Some(i64::MAX),
            ..entry("m", u32::MAX)
        },
        NewEntry {
            act: String::new(),
            cmd: Some("指".repeat(64).into()),
            ..entry("m", 4)
        },
    ];
    store.append(&extremes).await.unwrap();
    for wanted in extremes {
        let found = store
            .entries("m", Seq(wanted.seq.0 - 1))
            .await
            .unwrap()
            .remove(0);
        assert!(found.act == wanted.act);
        assert_eq!((found.seq, found.at_ms), (wanted.seq, wanted.at_ms));
        assert_eq!(
            (found.by_player, found.cmd.as_deref()),
            (wanted.by_player, wanted.cmd.as_deref())
        );
    }
    assert_eq!(store.last_seq("m").await.unwrap(), Seq(u32::MAX));
}

pub async fn refused_values(world: &World) {
    let store = world.store().await;
    for bad in [
        NewEntry {
            act: "x".repeat(65_536),
            ..entry("m", 2)
        },
        NewEntry {
            act: "a\0b".to_owned(),
            ..entry("m", 2)
        },
        NewEntry {
            cmd: Some("c".repeat(65).into()),
            ..entry("m", 2)
        },
        NewEntry {
            cmd: Some("\0".into()),
            ..entry("m", 2)
        },
        entry("", 2),
        entry("é", 2),
        entry(&"x".repeat(33), 2),
    ] {
        refused!(
            store.append(&[entry("m", 1), bad]).await,
            StoreError::BadValue(_)
        );
    }
    assert_eq!(store.last_seq("m").await.unwrap(), Seq::START);
}
