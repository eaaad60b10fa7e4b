//! What playing over days needs: vacations, channels, and alerts that are sent once.

use parlor_engine::Seq;
use parlor_store::{Alert, Channel, StoreError, Vacation};

use super::refused;
use crate::samples::people;
use crate::world::World;

fn vacation(player: i64, version: i64, until_ms: i64) -> Vacation {
    let spans = format!("[[0,{until_ms}]]");
    Vacation {
        player,
        version,
        until_ms,
        spans,
    }
}

pub async fn vacations_by_turns(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    assert_eq!(store.vacation(1).await.unwrap(), None);
    store.put_vacation(&vacation(1, 1, 100)).await.unwrap();
    // Somebody else was faster, with the first one and with the next.
    for late in [vacation(1, 1, 70), vacation(1, 3, 70)] {
        refused!(store.put_vacation(&late).await, StoreError::Conflict);
    }
    store.put_vacation(&vacation(1, 2, 50)).await.unwrap();
    store.put_vacation(&vacation(2, 1, 80)).await.unwrap();
    refused!(
        store.put_vacation(&vacation(42, 1, 80)).await,
        StoreError::NotFound
    );
    let found = store.vacation(1).await.unwrap();
    assert_eq!(found, Some(vacation(1, 2, 50)));
    assert_eq!(store.vacations(50).await.unwrap(), [vacation(2, 1, 80)]);
    assert_eq!(store.vacations(49).await.unwrap().len(), 2);
}

fn channel(id: &str, player: i64, state: i64) -> Channel {
    Channel {
        id: id.into(),
        player,
        kind: "push".into(),
        target: "https://push.example/é".into(),
        secret: "keys".into(),
        stop: format!("stop-{id}"),
        site: "https://games.example".into(),
        language: "zh".into(),
        label: "手机".into(),
        state,
        created_ms: 5,
    }
}

pub async fn life_of_a_channel(world: &World) {
    let store = world.store().await;
    people(&store, 2).await;
    store.insert_channel(&channel("a", 1, 1)).await.unwrap();
    store.insert_channel(&channel("b", 1, 0)).await.unwrap();
    refused!(
        store.insert_channel(&channel("a", 2, 1)).await,
        StoreError::Conflict
    );
    refused!(
        store.insert_channel(&channel("c", 42, 1)).await,
        StoreError::NotFound
    );
    let own = store.channels(1).await.unwrap();
    assert_eq!(own, [channel("a", 1, 1), channel("b", 1, 0)]);
    assert_eq!(store.players_with_channels(1).await.unwrap(), [1]);
    let found = store.channel_to_stop("stop-b").await.unwrap();
    assert_eq!(found, Some(channel("b", 1, 0)));
    assert_eq!(store.channel_to_stop("stop-c").await.unwrap(), None);
    store.set_channel_state("b", 1).await.unwrap();
    assert_eq!(store.channel("b").await.unwrap().unwrap().state, 1);
    refused!(store.set_channel_state("c", 1).await, StoreError::NotFound);
    assert_eq!(store.prune_channels(0, 9).await.unwrap(), 0);
    assert!(store.delete_channel("a").await.unwrap());
    assert!(!store.delete_channel("a").await.unwrap());
    assert_eq!(store.prune_channels(1, 9).await.unwrap(), 1);
    assert_eq!(store.channels(1).await.unwrap(), []);

    assert_eq!(store.alert_settings(1).await.unwrap(), None);
    for body in ["{}", "{\"remind\":6}", "{\"remind\":6}"] {
        store.put_alert_settings(1, body).await.unwrap();
        assert_eq!(
            store.alert_settings(1).await.unwrap().as_deref(),
            Some(body)
        );
    }
}

fn alert(seq: u32, kind: &str, due_ms: i64) -> Alert {
    Alert {
        match_id: "m".into(),
        seq: Seq(seq),
        channel: "a".into(),
        kind: kind.into(),
        player: 1,
        tries: 0,
        due_ms,
        made_ms: 7,
    }
}

pub async fn alerts_wait_and_end(world: &World) {
    let store = world.store().await;
    people(&store, 1).await;
    store.insert_channel(&channel("a", 1, 1)).await.unwrap();
    assert!(store.insert_alert(&alert(3, "turn", 10)).await.unwrap());
    assert!(!store.insert_alert(&alert(3, "turn", 10)).await.unwrap());
    assert!(store.insert_alert(&alert(3, "reminder", 50)).await.unwrap());
    assert!(store.insert_alert(&alert(9, "turn", 5)).await.unwrap());
    assert_eq!(store.alerts_due(4, 9).await.unwrap(), []);
    let due = store.alerts_due(10, 9).await.unwrap();
    assert_eq!(due, [alert(9, "turn", 5), alert(3, "turn", 10)]);
    assert_eq!(store.alerts_due(10, 1).await.unwrap().len(), 1);
    // Not sent: again later. Sent: never again.
    let [late, sent] = [&due[0], &due[1]];
    for alert in [late, sent] {
        assert!(!store.end_alert(alert, 1).await.unwrap(), "nobody has it");
        assert!(store.claim_alert(alert, 1).await.unwrap());
        assert!(!store.claim_alert(alert, 2).await.unwrap());
        assert!(store.claim_alert(alert, 1).await.unwrap(), "asked again");
        assert!(!store.end_alert(alert, 2).await.unwrap(), "not theirs");
    }
    assert!(store.postpone_alert(late, 1, 30).await.unwrap());
    assert!(store.end_alert(sent, 1).await.unwrap());
    assert_eq!(store.alerts_due(29, 9).await.unwrap(), []);
    let again = store.alerts_due(30, 9).await.unwrap();
    assert_eq!((again.len(), again[0].seq.0, again[0].tries), (1, 9, 1));
    assert!(!store.claim_alert(late, 3).await.unwrap(), "an older copy");
    assert!(store.claim_alert(&again[0], 3).await.unwrap());
    // It is not even known whether it went out: it does not come back.
    let due = store.alerts_due(1000, 9).await.unwrap();
    assert_eq!(due, [alert(3, "reminder", 50)]);
    // What was to be sent goes with the channel.
    store.delete_channel("a").await.unwrap();
    assert_eq!(store.alerts_due(1000, 9).await.unwrap(), []);
    assert_eq!(store.prune_alerts(100).await.unwrap(), 0);
}

/// Whichever node finds it: written down once, sent by one.
pub async fn one_sends(world: &World) {
    let store = world.store().await;
    people(&store, 1).await;
    store.insert_channel(&channel("a", 1, 1)).await.unwrap();
    for round in 0..10 {
        let mut tasks = Vec::new();
        for node in 1..5 {
            let store = store.clone();
            tasks.push(tokio::spawn(async move {
                let alert = alert(round, "turn", 5);
                let new = store.insert_alert(&alert).await.unwrap();
                (new, store.claim_alert(&alert, node).await.unwrap())
            }));
        }
        let (mut new, mut sent) = (0, 0);
        for task in tasks {
            let (wrote, claimed) = task.await.unwrap();
            new += u32::from(wrote);
            sent += u32::from(claimed);
        }
        assert_eq!((new, sent), (1, 1), "round {round}");
    }
}

pub async fn a_key_is_drawn_once(world: &World) {
    let store = world.store().await;
    let drawn = store.keep_key("vapid", "first").await.unwrap();
    assert_eq!(drawn, "first");
    let kept = store.keep_key("vapid", "second").await.unwrap();
    assert_eq!(kept, "first");
}
