//! A database that does not answer: everybody gets an error in time, and goes on afterwards.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_store::{Appended, Appender, AppenderOptions, Backend, Patience, Store, StoreError};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::cases::refused;
use crate::samples::{entry, new_match};
use crate::world::World;

const PATIENCE: Patience = Patience {
    connection: Duration::from_millis(300),
    statement: Duration::from_millis(500),
};
/// Much longer than any of the above, much shorter than for ever.
const IN_TIME: Duration = Duration::from_secs(10);

/// Something between the store and its server that can stop passing anything on.
struct Frost {
    port: u16,
    frozen: watch::Sender<bool>,
}

impl Frost {
    async fn before(server: &str) -> Frost {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (frozen, _) = watch::channel(false);
        let (server, cold) = (Arc::<str>::from(server), frozen.clone());
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let far = TcpStream::connect(&*server).await.unwrap();
                let (near_in, near_out) = near.into_split();
                let (far_in, far_out) = far.into_split();
                tokio::spawn(pass(near_in, far_out, cold.subscribe()));
                tokio::spawn(pass(far_in, near_out, cold.subscribe()));
            }
        });
        Frost { port, frozen }
    }
}

async fn pass(
    mut from: tokio::net::tcp::OwnedReadHalf,
    mut to: tokio::net::tcp::OwnedWriteHalf,
    mut frozen: watch::Receiver<bool>,
) {
    let mut buffer = [0; 4096];
    while let Ok(count) = from.read(&mut buffer).await {
        let thawed = frozen.wait_for(|frozen| !frozen).await.is_ok();
        if count == 0 || !thawed || to.write_all(&buffer[..count]).await.is_err() {
            return;
        }
    }
}

async fn hangs(backend: Backend) {
    let world = World::fresh(backend).await;
    let (start, rest) = world.url.split_once('@').unwrap();
    let (server, name) = rest.split_once('/').unwrap();
    let frost = Frost::before(server).await;
    let url = format!("{start}@127.0.0.1:{}/{name}", frost.port);
    let store = Store::connect_with(&url, PATIENCE).await.unwrap();
    let (appender, task) = Appender::spawn(store.clone(), AppenderOptions::default());
    store.append(&[entry("m", 1)]).await.unwrap();

    frost.frozen.send_replace(true);
    let begun = Instant::now();
    let new = new_match("t", parlor_store::MatchStatus::Open, 1, &[]);
    let (read, wrote, made, appended) = tokio::join!(
        store.last_seq("m"),
        store.beat(1),
        store.insert_match(&new),
        appender.append(vec![entry("m", 2)]),
    );
    refused!(read, StoreError::Unavailable(_));
    refused!(wrote, StoreError::Unavailable(_));
    refused!(made, StoreError::Unavailable(_));
    refused!(appended, StoreError::Unavailable(_));
    assert!(begun.elapsed() < IN_TIME, "{:?}", begun.elapsed());

    frost.frozen.send_replace(false);
    let begun = Instant::now();
    let last = loop {
        match store.last_seq("m").await {
            Ok(last) => break last.0,
            Err(error) => assert!(begun.elapsed() < IN_TIME, "{error:?}"),
        }
    };
    // What was under way may have got through or not; the log says which.
    let next = appender.append(vec![entry("m", last + 1)]).await.unwrap();
    assert_eq!(next, Appended::Stored);
    assert!(last == 1 || last == 2);
    drop(appender);
    task.await.unwrap();
    store.close().await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_hangs() {
    hangs(Backend::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mysql_hangs() {
    hangs(Backend::Mysql).await;
}

/// Another program writes to the file: that is said, not waited out for ever.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_is_held() {
    let world = World::fresh(Backend::Sqlite).await;
    let store = world.store().await;
    let other = world.sqlite();
    other.execute_batch("BEGIN IMMEDIATE").unwrap();
    let begun = Instant::now();
    refused!(store.append(&[entry("m", 1)]).await, StoreError::Busy(_));
    assert!(begun.elapsed() < IN_TIME, "{:?}", begun.elapsed());
    other.execute_batch("ROLLBACK").unwrap();
    store.append(&[entry("m", 1)]).await.unwrap();
    world.end().await;
}
