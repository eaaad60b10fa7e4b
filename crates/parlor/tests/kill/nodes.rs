//! Three nodes on one database and one bus, with people who play across them.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use tokio::time::sleep;

use crate::base::Base;
use crate::house::{House, Settings};
use crate::load::{Load, assert_clean};
use crate::nats::Nats;

const NODES: usize = 3;
const MATCHES: usize = 6;
/// The longest anybody may be away when the machine has nothing else to do.
const RESUMED_MS: f64 = 5000.0;

/// scripts/bench-faults.sh asks for more than one round, and for a database that restarts.
fn bench_rounds() -> Option<usize> {
    let rounds = std::env::var("PARLOR_FAULT_ROUNDS").ok()?;
    Some(rounds.parse().expect("a number of rounds"))
}

struct Cluster {
    settings: Settings,
    nodes: Vec<House>,
}

impl Cluster {
    fn start(settings: Settings) -> Cluster {
        let start = |_| {
            House::start_as(&Settings {
                listen: ([127, 0, 0, 1], parlor_testkit::own_port()).into(),
                ..settings.clone()
            })
        };
        let nodes = (0..NODES).map(start).collect();
        Cluster { settings, nodes }
    }

    fn addresses(&self) -> Vec<SocketAddr> {
        self.nodes.iter().map(House::address).collect()
    }

    /// A node that has ended comes back under its old address.
    fn start_again(&mut self, node: usize) {
        let settings = Settings {
            listen: self.nodes[node].address(),
            ..self.settings.clone()
        };
        self.nodes[node] = House::start_as(&settings);
    }
}

/// Long enough that people notice and go on.
async fn a_while() {
    sleep(Duration::from_millis(1500)).await;
}

async fn kill_each_in_turn(cluster: &mut Cluster) {
    for node in 0..NODES {
        a_while().await;
        cluster.nodes[node].kill();
        a_while().await;
        cluster.start_again(node);
    }
    a_while().await;
}

async fn stop_the_bus(nats: &mut Nats, cluster: &mut Cluster) {
    nats.stop();
    a_while().await;
    // Nobody hears the bus, and one of those who could be asked is gone, too.
    cluster.nodes[0].kill();
    a_while().await;
    nats.start_again();
    cluster.start_again(0);
    a_while().await;
}

/// The servers are ours alone when a benchmark runs.
fn restart_postgres(mode: &str) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/services.sh");
    let folder = std::env::var("PARLOR_SERVICES_DIR").expect("scripts/services.sh sets it");
    let done = Command::new(script)
        .args(["restart-postgres", &folder, mode])
        .status()
        .unwrap();
    assert!(done.success(), "PostgreSQL restarts");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn die_in_turn_and_lose_the_bus() {
    let base = Base::postgres().await;
    let mut nats = Nats::start();
    let mut cluster = Cluster::start(Settings {
        bus: Some(nats.url()),
        ..Settings::on(base.url())
    });
    let load = Load::start(&cluster.addresses(), MATCHES);
    for _ in 0..bench_rounds().unwrap_or(1) {
        kill_each_in_turn(&mut cluster).await;
        stop_the_bus(&mut nats, &mut cluster).await;
        if bench_rounds().is_some() {
            for mode in ["fast", "immediate"] {
                restart_postgres(mode);
                a_while().await;
            }
        }
    }
    let report = load.stop();
    println!("nodes: {report}");
    assert_clean(&report);
    let broken = &report["interruptions"];
    assert!(broken["count"].as_u64() >= Some(3), "{report}");
    if bench_rounds().is_some() {
        let longest = broken["absence"]["max"].as_f64().unwrap();
        assert!(longest < RESUMED_MS, "somebody was away {longest} ms");
    }
    drop(cluster);
    base.end().await;
}

/// From one program to the next, node by node. `PARLOR_OLD_BIN` may name an older program; without
/// it the restarts alone are tested. The new program's step of the schema is taken while old ones
/// run.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn are_upgraded_one_after_another() {
    let base = Base::postgres().await;
    let nats = Nats::start();
    let new = Settings {
        bus: Some(nats.url()),
        ..Settings::on(base.url())
    };
    let old = Settings {
        program: std::env::var_os("PARLOR_OLD_BIN").map_or(new.program.clone(), Into::into),
        ..new.clone()
    };
    let mut cluster = Cluster::start(old);
    let load = Load::start(&cluster.addresses(), MATCHES);
    cluster.settings = new.clone();
    for node in 0..NODES {
        a_while().await;
        cluster.nodes[node].stop();
        cluster.start_again(node);
    }
    // What a later program would do first: a column more, and a number that says so.
    a_while().await;
    base.execute("ALTER TABLE entries ADD COLUMN later BIGINT NOT NULL DEFAULT 0")
        .await;
    base.execute("UPDATE meta SET value = '1000000' WHERE name = 'schema'")
        .await;
    a_while().await;
    let report = load.stop();
    println!("upgrade: {report}");
    assert_clean(&report);
    // Those that run go on; one that starts now does not know this schema.
    let refusal = new.refusal();
    assert!(refusal.contains("1000000"), "{refusal}");
    drop(cluster);
    base.end().await;
}
