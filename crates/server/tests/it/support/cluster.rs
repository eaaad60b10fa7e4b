//! Several servers on one database and one bus.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use parlor_server::Config;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};

use super::House;

/// A database of its own for a test.
pub struct Postgres {
    server: String,
    name: String,
    pub url: String,
}

/// A test without its server fails: it must not look as if it had passed.
fn server(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| {
        panic!("{variable} is not set: run `make test`, or eval \"$(scripts/services.sh start)\"")
    })
}

pub fn nats() -> String {
    server("PARLOR_TEST_NATS")
}

impl Postgres {
    pub async fn fresh() -> Postgres {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let server = server("PARLOR_TEST_POSTGRES");
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("parlor_house_{}_{count}", std::process::id());
        let (host, _) = server.rsplit_once('/').unwrap();
        let url = format!("{host}/{name}");
        let postgres = Postgres { server, name, url };
        postgres.admin("CREATE DATABASE", "").await;
        postgres
    }

    async fn admin(&self, verb: &str, how: &str) {
        let mut conn = PgConnection::connect(&self.server).await.unwrap();
        let sql = format!("{verb} {}{how}", self.name);
        conn.execute(AssertSqlSafe(sql)).await.unwrap();
    }

    pub async fn end(self) {
        self.admin("DROP DATABASE", " WITH (FORCE)").await;
    }
}

/// A NATS server of a test's own, which it may stop and start.
pub struct Nats {
    child: Option<Child>,
    port: u16,
    user: Option<&'static str>,
}

impl Nats {
    /// With a user whose password is `right`, or open to everybody.
    pub async fn start(user: Option<&'static str>) -> Nats {
        let mut nats = Nats {
            child: None,
            port: parlor_testkit::own_port(),
            user,
        };
        nats.go_on().await;
        nats
    }

    pub fn url(&self, secret: &str) -> String {
        format!("nats://{secret}127.0.0.1:{}", self.port)
    }

    pub fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            child.kill().unwrap();
            child.wait().unwrap();
        }
    }

    pub async fn go_on(&mut self) {
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]);
        if let Some(user) = self.user {
            command.args(["--user", user, "--pass", "right"]);
        }
        command.stdout(Stdio::null()).stderr(Stdio::null());
        self.child = Some(command.spawn().expect("nats-server is installed"));
        let port = self.port;
        super::eventually("NATS listens", async || {
            TcpStream::connect(("127.0.0.1", port)).is_ok()
        })
        .await;
    }
}

impl Drop for Nats {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Houses that are one house.
pub struct Cluster {
    pub nodes: Vec<House>,
    database: Postgres,
}

impl Cluster {
    pub async fn open(count: usize) -> Cluster {
        Cluster::with(count, |_| {}).await
    }

    pub async fn with(count: usize, change: impl Fn(&mut Config)) -> Cluster {
        let mut cluster = Cluster {
            nodes: Vec::new(),
            database: Postgres::fresh().await,
        };
        for _ in 0..count {
            let house = House::with(|config| {
                config.database.clone_from(&cluster.database.url);
                config.bus = Some(nats());
                change(config);
            });
            cluster.nodes.push(house.await);
        }
        // Nodes listen to those that they have seen in the database.
        for node in &cluster.nodes {
            super::eventually("all nodes know each other", async || node.nodes() == count).await;
        }
        cluster
    }

    pub async fn end(mut self) {
        for node in &mut self.nodes {
            node.close().await;
        }
        self.database.end().await;
    }
}
