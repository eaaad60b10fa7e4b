//! What appending costs: rows a second and CPU time a row, beside one `fdatasync` of the same disk.
//!
//! `append DATABASE [SECONDS]`: commits of exactly 70 and 200 entries of 400 matches, one after the
//! other, then 70, 200 and 400 matches that each have one entry under way, as a server has.

#![allow(clippy::unwrap_used, clippy::expect_used)] // a measuring tool, not the house

use std::io::Write as _;
use std::sync::Arc;
use std::time::{Duration, Instant};

use parlor_engine::Seq;
use parlor_store::{Appended, Appender, AppenderOptions, NewEntry, Store};
use tokio::sync::mpsc;

const MATCHES: usize = 400;

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let mut arguments = std::env::args().skip(1);
    let url = arguments.next().expect("append DATABASE [SECONDS]");
    let seconds = arguments.next().map_or(3.0, |it| it.parse().unwrap());
    let time = Duration::from_secs_f64(seconds);
    if let Some(path) = url.strip_prefix("sqlite:") {
        println!("fdatasync of 4 KB: median {:.0} µs", fdatasync(path));
    }
    let store = Store::connect(&url).await.unwrap();
    for group in [70, 200] {
        exact(&store, group, time).await;
    }
    for matches in [70, 200, MATCHES] {
        closed_loop(&store, matches, time).await;
    }
    store.close().await;
}

/// One commit after the other, each of exactly `group` entries, all matches by turns.
async fn exact(store: &Store, group: usize, time: Duration) {
    let mut logs = Logs::new(MATCHES);
    let measure = Measure::begin();
    let mut rows = 0;
    while measure.since.elapsed() < time {
        let batches: Vec<_> = (0..group).map(|_| logs.next()).collect();
        let answers = store.append_batches(&batches).await.unwrap();
        assert!(answers.iter().all(|&it| it == Appended::Stored));
        rows += group;
    }
    measure.end(&format!("{group} rows a commit, {MATCHES} matches"), rows);
}

/// Every match hands in its next entry when the last one is answered.
async fn closed_loop(store: &Store, matches: usize, time: Duration) {
    let mut logs = Logs::new(matches);
    let (appender, task) = Appender::spawn(store.clone(), AppenderOptions::default());
    let (answers, mut answered) = mpsc::unbounded_channel();
    let measure = Measure::begin();
    for _ in 0..matches {
        appender.hand_in(logs.next().into(), &answers);
    }
    let (mut rows, mut waiting, mut wakes) = (0, matches, 0);
    let mut ready = Vec::new();
    while waiting > 0 {
        wakes += 1;
        answered.recv_many(&mut ready, 4096).await;
        for settled in ready.drain(..).flatten() {
            waiting -= 1;
            assert_eq!(settled.result.unwrap(), Appended::Stored);
            rows += 1;
            if measure.since.elapsed() < time {
                let mut batch = settled.batch;
                for entry in &mut batch {
                    entry.seq = entry.seq.next();
                }
                appender.hand_in(batch, &answers);
                waiting += 1;
            }
        }
    }
    let mean = rows as f64 / f64::from(wakes);
    measure.end(
        &format!("{matches} matches, one entry each under way, {mean:.0} answers a wake-up"),
        rows,
    );
    drop(appender);
    task.await.unwrap();
}

struct Logs {
    entries: Vec<NewEntry>,
    turn: usize,
}

impl Logs {
    fn new(matches: usize) -> Logs {
        let entry = |_| NewEntry {
            match_id: random_id(),
            seq: Seq::START,
            at_ms: 1_700_000_000_000,
            act: r#"{"type":"action","seat":0,"action":"A1-A4"}"#.to_owned(),
            by_player: Some(4_711_123_456),
            cmd: Some("c-1234".into()),
        };
        Logs {
            entries: (0..matches).map(entry).collect(),
            turn: 0,
        }
    }

    fn next(&mut self) -> Vec<NewEntry> {
        let turn = self.turn % self.entries.len();
        self.turn += 1;
        let entry = &mut self.entries[turn];
        entry.seq = entry.seq.next();
        vec![entry.clone()]
    }
}

fn random_id() -> Arc<str> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).unwrap();
    format!("{:012x}", u64::from_le_bytes(bytes) >> 16).into()
}

struct Measure {
    since: Instant,
    cpu: f64,
}

impl Measure {
    fn begin() -> Measure {
        Measure {
            since: Instant::now(),
            cpu: cpu_seconds(),
        }
    }

    fn end(&self, what: &str, rows: usize) {
        let seconds = self.since.elapsed().as_secs_f64();
        let cpu = (cpu_seconds() - self.cpu) * 1e6 / rows as f64;
        let rate = rows as f64 / seconds;
        println!("{what}: {rate:.0} rows/s, {cpu:.2} µs of CPU a row");
    }
}

/// Of all threads of this process, user and system, to the nanosecond.
fn cpu_seconds() -> f64 {
    let mut nanos = 0;
    for task in std::fs::read_dir("/proc/self/task").unwrap().flatten() {
        // A thread may end while we look; none of ours does while we measure.
        if let Ok(text) = std::fs::read_to_string(task.path().join("schedstat")) {
            let run: u64 = text.split(' ').next().unwrap().parse().unwrap();
            nanos += run;
        }
    }
    nanos as f64 / 1e9
}

fn fdatasync(database: &str) -> f64 {
    let path = format!("{database}.sync");
    let mut file = std::fs::File::create(&path).unwrap();
    file.write_all(&vec![0; 1 << 20]).unwrap();
    file.sync_all().unwrap();
    let mut micros: Vec<f64> = (0..200)
        .map(|_| {
            file.write_all(&[1; 4096]).unwrap();
            let since = Instant::now();
            file.sync_data().unwrap();
            since.elapsed().as_secs_f64() * 1e6
        })
        .collect();
    std::fs::remove_file(&path).unwrap();
    micros.sort_by(f64::total_cmp);
    micros[micros.len() / 2]
}
