//! Connections to a server that are kept from one statement to the next.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use parlor_store::{Backend, Store};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::samples::{entry, seqs};
use crate::world::World;

/// Longer than a connection lies without being asked whether it is well.
const A_WHILE: Duration = Duration::from_millis(1100);

/// Something between the store and its server that counts what goes there.
async fn counted(world: &World) -> (String, Arc<AtomicUsize>) {
    let (start, rest) = world.url.split_once('@').unwrap();
    let (server, name) = rest.split_once('/').unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (server, trips) = (server.to_owned(), Arc::new(AtomicUsize::new(0)));
    let count = trips.clone();
    tokio::spawn(async move {
        while let Ok((near, _)) = listener.accept().await {
            let far = TcpStream::connect(&server).await.unwrap();
            let (mut near_in, mut near_out) = near.into_split();
            let (mut far_in, mut far_out) = far.into_split();
            let count = count.clone();
            tokio::spawn(async move { tokio::io::copy(&mut far_in, &mut near_out).await });
            tokio::spawn(async move {
                let mut buffer = vec![0; 65536];
                while let Ok(read @ 1..) = near_in.read(&mut buffer).await {
                    count.fetch_add(1, Ordering::Relaxed);
                    far_out.write_all(&buffer[..read]).await.unwrap();
                }
            });
        }
    });
    (format!("{start}@127.0.0.1:{port}/{name}"), trips)
}

async fn one_trip(backend: Backend) {
    let world = World::fresh(backend).await;
    let (url, trips) = counted(&world).await;
    let store = Store::connect(&url).await.unwrap();
    // The first one opens a connection and prepares the statement.
    store.append(&[entry("m", 1)]).await.unwrap();
    let before = trips.load(Ordering::Relaxed);
    for seq in 2..=21 {
        store.append(&[entry("m", seq)]).await.unwrap();
    }
    assert_eq!(trips.load(Ordering::Relaxed) - before, 20);
    store.close().await;
    world.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_is_one_trip_to_postgres() {
    one_trip(Backend::Postgres).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_is_one_trip_to_mysql() {
    one_trip(Backend::Mysql).await;
}

/// The server was restarted while nothing was asked: nobody notices.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cut_off_while_it_lay() {
    let world = World::fresh(Backend::Postgres).await;
    let store = world.store().await;
    let all = (1..=4).map(|n| {
        let store = store.clone();
        async move { store.append(&[entry(&format!("m{n}"), 1)]).await.unwrap() }
    });
    futures_util::future::join_all(all).await;
    let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
               WHERE datname = current_database() AND pid <> pg_backend_pid()";
    world.meddle(end).await;
    tokio::time::sleep(A_WHILE).await;
    store.append(&[entry("m1", 2)]).await.unwrap();
    assert_eq!(seqs(&store, "m1").await, [1, 2]);
    store.close().await;
    world.end().await;
}

/// Whoever waits for a connection gets one that becomes free, however many come after.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn more_callers_than_connections() {
    let world = World::fresh(Backend::Postgres).await;
    let store = world.store().await;
    let callers = (0..60).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            for seq in 1..=20 {
                let id = format!("m{n}");
                store.append(&[entry(&id, seq)]).await.unwrap();
                assert_eq!(store.last_seq(&id).await.unwrap().0, seq);
            }
        })
    });
    for caller in futures_util::future::join_all(callers).await {
        caller.unwrap();
    }
    store.close().await;
    world.end().await;
}
