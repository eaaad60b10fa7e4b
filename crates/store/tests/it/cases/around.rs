//! Codes of tables, relations between people, reports.

use parlor_store::{Report, StoreError};

use super::refused;
use crate::samples::player;
use crate::world::World;

pub async fn codes(world: &World) {
    let store = world.store().await;
    assert_eq!(store.match_by_code("KESTL").await.unwrap(), None);
    assert!(store.claim_code("KESTL", "one", 10).await.unwrap());
    assert!(!store.claim_code("KESTL", "two", 11).await.unwrap());
    let found = store.match_by_code("KESTL").await.unwrap();
    assert_eq!(found.as_deref(), Some("one"));
    assert_eq!(store.prune_codes(10).await.unwrap(), 0);
    assert_eq!(store.prune_codes(11).await.unwrap(), 1);
    assert!(store.claim_code("KESTL", "two", 12).await.unwrap());
    refused!(store.claim_code("", "x", 1).await, StoreError::BadValue(_));
}

pub async fn relations(world: &World) {
    let store = world.store().await;
    for (id, name) in [(1, "Ann"), (2, "Bo"), (3, "Cid")] {
        store.insert_player(&player(id, name)).await.unwrap();
    }
    store.set_relation(1, 3, "block", 5).await.unwrap();
    store.set_relation(1, 3, "block", 6).await.unwrap();
    store.set_relation(1, 3, "mute", 7).await.unwrap();
    store.set_relation(1, 2, "mute", 8).await.unwrap();
    let own = store.relations(1).await.unwrap();
    let own: Vec<_> = own
        .iter()
        .map(|it| (it.name.as_str(), it.kind.as_str()))
        .collect();
    assert_eq!(own, [("Bo", "mute"), ("Cid", "block"), ("Cid", "mute")]);
    assert!(store.relations(3).await.unwrap().is_empty());
    for (one, other) in [(1, 3), (3, 1)] {
        assert!(store.is_either(one, other, "block").await.unwrap());
    }
    assert!(!store.is_either(1, 2, "block").await.unwrap());
    assert_eq!(store.either_way(1, "block").await.unwrap(), [3]);
    assert_eq!(store.either_way(3, "block").await.unwrap(), [1]);
    assert!(store.either_way(2, "block").await.unwrap().is_empty());
    assert!(store.end_relation(1, 3, "block").await.unwrap());
    assert!(!store.end_relation(1, 3, "block").await.unwrap());
    assert!(!store.is_either(1, 3, "block").await.unwrap());
    refused!(
        store.set_relation(1, 9, "mute", 1).await,
        StoreError::NotFound
    );
    assert_eq!(store.forget_relations(3).await.unwrap(), 1);
    assert_eq!(store.relations(1).await.unwrap().len(), 1);
}

pub async fn reports(world: &World) {
    let store = world.store().await;
    let report = |id, at_ms| Report {
        id,
        at_ms,
        by: 1,
        by_name: "Ann".into(),
        about: 2,
        about_name: "Bo".into(),
        match_id: "m".into(),
        reason: "rude 粗鲁".into(),
        talk: "[]".into(),
        closed_by: None,
    };
    for (id, at_ms) in [(1, 10), (2, 20), (3, 30)] {
        store.put_report(&report(id, at_ms)).await.unwrap();
    }
    let all = store.reports(30, false, 9).await.unwrap();
    assert_eq!(all, [report(2, 20), report(1, 10)]);
    assert!(store.close_report(2, "Cid").await.unwrap());
    assert!(!store.close_report(9, "Cid").await.unwrap());
    let open = store.reports(i64::MAX, true, 9).await.unwrap();
    assert_eq!(open.iter().map(|it| it.id).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(store.reports_by(1, 20).await.unwrap(), 2);
    assert_eq!(store.reports_by(2, 0).await.unwrap(), 0);
    store.forget_in_reports(2, "Somebody").await.unwrap();
    let left = store.reports(i64::MAX, false, 9).await.unwrap();
    let named = |it: &Report| it.about_name == "Somebody" && it.by_name == "Ann";
    assert!(left.iter().all(named), "{left:?}");
    let mut long = report(4, 1);
    long.reason = "x".repeat(2001);
    refused!(store.put_report(&long).await, StoreError::BadValue(_));
}
