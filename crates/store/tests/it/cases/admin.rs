use parlor_store::{AuditLine, Ban, ChatLine, StoreError};

use super::refused;
use crate::samples::player;
use crate::world::World;

pub async fn roles(world: &World) {
    let store = world.store().await;
    store.insert_player(&player(1, "Ann")).await.unwrap();
    assert_eq!(store.role(1).await.unwrap(), None);
    store
        .set_role(1, Some("operator"), "the link", 5)
        .await
        .unwrap();
    store
        .set_role(1, Some("operator"), "again", 6)
        .await
        .unwrap();
    assert_eq!(store.role(1).await.unwrap().as_deref(), Some("operator"));
    let operators = store.players_with_role("operator").await.unwrap();
    assert_eq!(operators.iter().map(|it| it.id).collect::<Vec<_>>(), [1]);
    store.set_role(1, None, "Ann", 7).await.unwrap();
    assert_eq!(store.role(1).await.unwrap(), None);
    refused!(
        store.set_role(9, Some("operator"), "x", 1).await,
        StoreError::NotFound
    );
}

pub async fn find_by_part(world: &World) {
    let store = world.store().await;
    for (id, name) in [
        (1, "Ann"),
        (2, "Joanna"),
        (3, "Bo_b"),
        (4, "Boob"),
        (5, "1%"),
    ] {
        store.insert_player(&player(id, name)).await.unwrap();
    }
    let found = |part: &'static str| {
        let store = store.clone();
        async move {
            let found = store.find_players(part, 10).await.unwrap();
            found.iter().map(|it| it.id).collect::<Vec<_>>()
        }
    };
    assert_eq!(found("ann").await, [1, 2]);
    // Signs that mean something to the database mean nothing here.
    assert_eq!(found("o_").await, [3]);
    assert_eq!(found("%").await, [5]);
    assert_eq!(found("!").await, Vec::<i64>::new());
    assert_eq!(store.find_players("", 2).await.unwrap().len(), 2);
}

pub async fn bans(world: &World) {
    let store = world.store().await;
    let ban = |id, player, network: &str, until_ms| Ban {
        id,
        player,
        network: network.to_owned(),
        reason: "spoils games – 捣乱".to_owned(),
        by: "Ann".to_owned(),
        at_ms: id,
        until_ms,
    };
    let all = [
        ban(1, Some(7), "", None),
        ban(2, None, "192.0.2.0/24", Some(100)),
        ban(3, None, "2001:db8::/32", Some(50)),
    ];
    for it in &all {
        store.put_ban(it).await.unwrap();
    }
    refused!(store.put_ban(&all[0]).await, StoreError::Conflict);
    let held = store.bans(50).await.unwrap();
    assert_eq!(held, [all[1].clone(), all[0].clone()]);
    assert!(store.lift_ban(2).await.unwrap());
    assert!(!store.lift_ban(2).await.unwrap());
    assert_eq!(store.bans(0).await.unwrap().len(), 2);
}

fn act(id: i64) -> AuditLine {
    AuditLine {
        id,
        at_ms: id * 10,
        actor: "Ann".to_owned(),
        act: "ban".to_owned(),
        target: "Bo".to_owned(),
        detail: "{}".to_owned(),
    }
}

pub async fn audit_and_notes(world: &World) {
    let store = world.store().await;
    for id in 1..=5 {
        store.put_audit(&act(id)).await.unwrap();
    }
    let page = store.audit(i64::MAX, 3).await.unwrap();
    assert_eq!(page.iter().map(|it| it.id).collect::<Vec<_>>(), [5, 4, 3]);
    let next = store.audit(page[2].at_ms, 3).await.unwrap();
    assert_eq!(next.iter().map(|it| it.id).collect::<Vec<_>>(), [2, 1]);
    assert!(store.set_note("operator", Some("x")).await.unwrap());
    assert!(!store.set_note("operator", Some("y")).await.unwrap());
    assert_eq!(store.note("operator").await.unwrap().as_deref(), Some("x"));
    assert!(store.set_note("operator", None).await.unwrap());
    assert!(!store.set_note("operator", None).await.unwrap());
}

pub async fn old_acts_are_forgotten(world: &World) {
    let store = world.store().await;
    for id in 1..=3 {
        store.put_audit(&act(id)).await.unwrap();
    }
    assert_eq!(store.prune_audit(20).await.unwrap(), 1);
    assert_eq!(store.audit(i64::MAX, 9).await.unwrap().len(), 2);
}

pub async fn chat_can_be_blanked(world: &World) {
    let store = world.store().await;
    for seq in 1..=4 {
        let line = ChatLine {
            seq,
            at_ms: i64::from(seq),
            player: i64::from(seq % 2),
            name: "Ann".to_owned(),
            seat: None,
            text: format!("line {seq}"),
            cmd: None,
        };
        store.append_chat("m1", &line).await.unwrap();
    }
    assert!(store.blank_chat("m1", 2).await.unwrap());
    assert!(!store.blank_chat("m1", 9).await.unwrap());
    let said = store.chat_of(1).await.unwrap();
    assert_eq!(
        (said[0].match_id.as_str(), said[0].text.as_str()),
        ("m1", "line 1")
    );
    assert_eq!(store.blank_chat_of(1, "Former").await.unwrap(), 2);
    let left = store.chat("m1", 0, 10).await.unwrap();
    let texts: Vec<_> = left.iter().map(|it| it.text.as_str()).collect();
    assert_eq!(texts, ["", "", "", "line 4"]);
    assert_eq!(left[0].name, "Former");
    // Lines are counted without gaps.
    assert_eq!(store.last_chat_seq("m1").await.unwrap(), 4);
}
