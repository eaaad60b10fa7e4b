use std::sync::Arc;

use futures_util::future::join_all;
use parlor_engine::Seq;
use parlor_store::{Appended, Appender, AppenderOptions, StoreError};

use super::refused;
use crate::samples::{acts, entry, rival, seqs};
use crate::world::World;

pub async fn many_callers(world: &World) {
    let store = world.store().await;
    let (appender, task) = Appender::spawn(
        store.clone(),
        AppenderOptions {
            queue: 16,
            group: 20,
        },
    );
    let callers = (0..40).map(|caller| {
        let appender = appender.clone();
        tokio::spawn(async move {
            let id = format!("m{caller}");
            for seq in 1..=25 {
                let answer = appender.append(vec![entry(&id, seq)]).await.unwrap();
                assert_eq!(answer, Appended::Stored);
            }
        })
    });
    for done in join_all(callers).await {
        done.unwrap();
    }
    for caller in 0..40 {
        let id = format!("m{caller}");
        let wanted: Vec<_> = (1..=25).map(|seq| (seq, entry(&id, seq).act)).collect();
        assert_eq!(acts(&store, &id).await, wanted);
    }
    assert_eq!(appender.waiting(), 0);
    drop(appender);
    task.await.unwrap();
}

pub async fn batches_of_one_match(world: &World) {
    let store = world.store().await;
    store.append(&[rival("m7", 3)]).await.unwrap();
    let (appender, _) = Appender::spawn(store.clone(), AppenderOptions::default());
    let batch = |id: &str| (1..=3).map(|seq| entry(id, seq)).collect::<Vec<_>>();
    let answers = join_all((0..20).map(|n| appender.append(batch(&format!("m{n}"))))).await;
    for (n, answer) in answers.into_iter().enumerate() {
        let (wanted, stored) = match n {
            7 => (Appended::Conflict, vec![3]),
            _ => (Appended::Stored, vec![1, 2, 3]),
        };
        assert_eq!(answer.unwrap(), wanted);
        assert_eq!(seqs(&store, &format!("m{n}")).await, stored);
    }
    // A batch larger than a group is still one.
    let (appender, _) = Appender::spawn(store.clone(), AppenderOptions { queue: 1, group: 2 });
    let large: Vec<_> = (1..=150).map(|seq| entry("large", seq)).collect();
    assert_eq!(appender.append(large).await.unwrap(), Appended::Stored);
    assert_eq!(store.last_seq("large").await.unwrap(), Seq(150));
    assert_eq!(appender.append(Vec::new()).await.unwrap(), Appended::Stored);
}

pub async fn conflicts_are_answered(world: &World) {
    let store = world.store().await;
    let (appender, _) = Appender::spawn(store.clone(), AppenderOptions::default());
    let claims =
        join_all((0..30).map(|n| appender.append(vec![entry(&format!("m{}", n % 10), 1)]))).await;
    let won = claims
        .iter()
        .filter(|claim| matches!(claim, Ok(Appended::Stored)))
        .count();
    let lost = claims
        .iter()
        .filter(|claim| matches!(claim, Ok(Appended::Conflict)))
        .count();
    assert_eq!((won, lost), (10, 20));
}

pub async fn closed_database(world: &World) {
    let store = world.store().await;
    let (appender, task) = Appender::spawn(store.clone(), AppenderOptions::default());
    appender.append(vec![entry("m", 1)]).await.unwrap();
    store.close().await;
    let answers = join_all((2..6).map(|seq| appender.append(vec![entry("m", seq)]))).await;
    for answer in answers {
        let error = answer.unwrap_err();
        assert_eq!(error.code(), "store/unavailable");
    }
    // The task has survived, and nothing that was not acknowledged is there.
    assert!(!task.is_finished());
    assert_eq!(seqs(&world.store().await, "m").await, [1]);
}

pub async fn bad_batches(world: &World) {
    let store = world.store().await;
    let (appender, _) = Appender::spawn(store.clone(), AppenderOptions::default());
    let mut nul = entry("a", 1);
    nul.act.push('\0');
    let good = appender.append(vec![entry("b", 1)]);
    let mixed = vec![entry("c", 1), entry("d", 1)];
    let (nul, good, mixed) = tokio::join!(appender.append(vec![nul]), good, appender.append(mixed));
    refused!(nul, StoreError::BadValue(_));
    refused!(mixed, StoreError::BadValue(_));
    assert_eq!(good.unwrap(), Appended::Stored);
}

pub async fn drains_when_dropped(world: &World) {
    let store = world.store().await;
    let (appender, task) = Appender::spawn(store.clone(), AppenderOptions::default());
    let appender = Arc::new(appender);
    let callers: Vec<_> = (0..50)
        .map(|n| {
            let appender = Arc::clone(&appender);
            tokio::spawn(async move { appender.append(vec![entry(&format!("m{n}"), 1)]).await })
        })
        .collect();
    drop(appender);
    task.await.unwrap();
    for caller in callers {
        assert_eq!(caller.await.unwrap().unwrap(), Appended::Stored);
    }
}
