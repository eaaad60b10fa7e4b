//! The load on two ways into one house, of which one is cut off and opened again.

use std::net::SocketAddr;
use std::time::Duration;

use parlor_load::{Plan, Until, run};
use parlor_server::{Config, Server};
use parlor_testkit::own_port;
use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// A way to a server that can be cut and opened again under the same address.
struct Way {
    to: SocketAddr,
    at: SocketAddr,
    task: JoinHandle<()>,
}

impl Way {
    async fn open(to: SocketAddr, at: SocketAddr) -> Way {
        let listener = TcpListener::bind(at).await.expect("a port");
        let at = listener.local_addr().expect("an address");
        let task = tokio::spawn(async move {
            // Whatever goes through ends with the task.
            let mut through = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                through.spawn(async move {
                    let mut server = TcpStream::connect(to).await?;
                    server.set_nodelay(true)?;
                    client.set_nodelay(true)?;
                    copy_bidirectional(&mut client, &mut server).await
                });
            }
        });
        Way { to, at, task }
    }

    fn url(&self) -> String {
        format!("http://{}", self.at)
    }

    async fn cut(self) -> (SocketAddr, SocketAddr) {
        self.task.abort();
        let _ = self.task.await;
        (self.to, self.at)
    }
}

async fn house(folder: &tempfile::TempDir) -> Server {
    let config = Config {
        listen: "127.0.0.1:0".into(),
        database: format!("sqlite:{}/parlor.db", folder.path().display()),
        coexistence: String::new(),
        marelles: String::new(),
        terminal: String::new(),
        messages_per_second: 1_000_000,
        requests_per_second: 1_000_000,
        sign_ins_per_minute: 1_000_000,
        ..Config::default()
    };
    Server::start(config).await.expect("it starts")
}

fn plan(servers: Vec<String>, spectators: usize, moves: u64) -> Plan {
    Plan {
        servers,
        matches: 3,
        game: "mars".to_owned(),
        seats: None,
        options: json!({ "turns": 1000 }),
        until: Until::Moves(moves),
        pause: Duration::from_millis(1),
        spectators,
        idle: 0,
        pids: Vec::new(),
        seed: 7,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_go_on_elsewhere_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = house(&folder).await;
    let at = || SocketAddr::from(([127, 0, 0, 1], own_port()));
    let mut cut = Way::open(server.addresses.http, at()).await;
    let stays = Way::open(server.addresses.http, at()).await;
    let plan = plan(vec![cut.url(), stays.url()], 4, 1500);
    let cutting = tokio::spawn(async move {
        loop {
            tokio::time::sleep(Duration::from_millis(400)).await;
            let (to, at) = cut.cut().await;
            cut = Way::open(to, at).await;
        }
    });
    let report = run(plan).await.expect("it ends well");
    cutting.abort();
    assert!(report.faults.is_clean(), "{report}");
    assert!(report.moves >= 1500, "{report}");
    let interruptions = report.interruptions.expect("there are two ways");
    assert!(interruptions.count > 0, "{report}");
    let audience = report.audience.expect("four look on");
    assert!(audience.moves > 0 && audience.bytes > 0, "{report}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn spectators_are_told_of_every_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = house(&folder).await;
    let url = format!("http://{}", server.addresses.http);
    let report = run(plan(vec![url], 5, 300)).await.expect("it ends well");
    assert!(report.faults.is_clean(), "{report}");
    let audience = report.audience.expect("five look on");
    assert!(audience.moves >= 5 * 50, "{report}");
    assert!(audience.latency.p50 > 0.0, "{report}");
    server.stop().await;
}
