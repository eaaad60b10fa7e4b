//! `kill -9` in the middle of appending: what was acknowledged is there.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use parlor_engine::Seq;
use parlor_store::{Appended, Appender, AppenderOptions, Backend, Store};

use crate::samples::entry;
use crate::world::World;

const CHILD: &str = "PARLOR_STORE_CHILD";
const MATCHES: usize = 16;

/// Not a test of its own: the process that is killed. It appends to all matches at once, from
/// where it finds them, and says what was acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn child() {
    let Ok(url) = std::env::var(CHILD) else {
        return;
    };
    let store = Store::connect(&url).await.unwrap();
    let (appender, _) = Appender::spawn(store.clone(), AppenderOptions::default());
    let mut tasks = Vec::new();
    for n in 0..MATCHES {
        let (store, appender) = (store.clone(), appender.clone());
        tasks.push(tokio::spawn(async move {
            let id = format!("m{n}");
            let mut seq = store.last_seq(&id).await.unwrap().0;
            loop {
                let batch = vec![entry(&id, seq + 1), entry(&id, seq + 2)];
                assert_eq!(appender.append(batch).await.unwrap(), Appended::Stored);
                seq += 2;
                // One write of a whole line: nothing may be torn.
                let line = format!("ack {n} {seq}\n");
                std::io::stdout().write_all(line.as_bytes()).unwrap();
            }
        }));
    }
    futures_util::future::join_all(tasks).await;
}

async fn survives(backend: Backend, rounds: u64) {
    let world = World::fresh(backend).await;
    let mut acknowledged = [0; MATCHES];
    for round in 0..rounds {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "kill::child", "--nocapture"])
            .env(CHILD, &world.url)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (started, has_started) = std::sync::mpsc::channel();
        let reader = std::thread::spawn(move || {
            let mut acks = Vec::new();
            for line in output.lines().map_while(Result::ok) {
                // The harness's own words may come before the first line's.
                let Some((_, ack)) = line.split_once("ack ") else {
                    continue;
                };
                let Some((n, seq)) = ack.split_once(' ') else {
                    continue;
                };
                acks.push((n.parse::<usize>().unwrap(), seq.parse::<u32>().unwrap()));
                let _ = started.send(());
            }
            acks
        });
        has_started
            .recv_timeout(Duration::from_secs(30))
            .expect("the child appends");
        tokio::time::sleep(Duration::from_millis(40 + 37 * round)).await;
        child.kill().unwrap();
        child.wait().unwrap();
        for (n, seq) in reader.join().unwrap() {
            assert!(seq > acknowledged[n], "doubled");
            acknowledged[n] = seq;
        }

        let store = world.store().await;
        for (n, &acked) in acknowledged.iter().enumerate() {
            let log = store.entries(&format!("m{n}"), Seq::START).await.unwrap();
            let seqs: Vec<u32> = log.iter().map(|entry| entry.seq.0).collect();
            let last = u32::try_from(log.len()).unwrap();
            assert_eq!(seqs, (1..=last).collect::<Vec<_>>(), "a gap");
            assert!(
                last >= acked,
                "round {round}: {acked} was acknowledged, {last} is there"
            );
            assert!(last % 2 == 0, "half a batch");
        }
        store.close().await;
    }
    assert!(acknowledged.iter().all(|&seq| seq > 0));
    world.end().await;
}

#[tokio::test]
async fn sqlite_keeps_what_it_acknowledged() {
    survives(Backend::Sqlite, 6).await;
}

#[tokio::test]
async fn postgres_keeps_what_it_acknowledged() {
    survives(Backend::Postgres, 3).await;
}

#[tokio::test]
async fn mysql_keeps_what_it_acknowledged() {
    survives(Backend::Mysql, 3).await;
}
