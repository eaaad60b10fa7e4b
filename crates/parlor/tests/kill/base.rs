use std::sync::atomic::{AtomicUsize, Ordering};

use sqlx::{AssertSqlSafe, Connection, Executor, MySqlConnection, PgConnection};
use tempfile::TempDir;

/// A fresh database on one of the back ends.
pub struct Base {
    url: String,
    name: String,
    server: Option<Server>,
    _folder: Option<TempDir>,
}

enum Server {
    Postgres(String),
    Mysql(String),
}

/// A test without its server fails: it must not look as if it had passed.
fn server(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| {
        panic!("{variable} is not set: run `make test`, or eval \"$(scripts/services.sh start)\"")
    })
}

/// Tests of this program may run side by side in one process.
fn name() -> String {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("parlor_kill_{}_{count}", std::process::id())
}

fn with_database(server: &str, name: &str) -> String {
    let (scheme, rest) = server.split_once("://").expect("a URL");
    let host = rest.split('/').next().expect("a host");
    format!("{scheme}://{host}/{name}")
}

impl Base {
    pub fn sqlite() -> Base {
        let folder = TempDir::new().unwrap();
        Base {
            url: format!("sqlite:{}/parlor.db", folder.path().display()),
            name: String::new(),
            server: None,
            _folder: Some(folder),
        }
    }

    pub async fn postgres() -> Base {
        let server = server("PARLOR_TEST_POSTGRES");
        Base::create(Server::Postgres(server)).await
    }

    pub async fn mysql() -> Base {
        let server = server("PARLOR_TEST_MYSQL");
        Base::create(Server::Mysql(server)).await
    }

    async fn create(server: Server) -> Base {
        let name = name();
        let (Server::Postgres(at) | Server::Mysql(at)) = &server;
        let base = Base {
            url: with_database(at, &name),
            name,
            server: Some(server),
            _folder: None,
        };
        base.admin(&format!("CREATE DATABASE {}", base.name)).await;
        base
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    async fn admin(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        match &self.server {
            None => {}
            Some(Server::Postgres(url)) => {
                let mut conn = PgConnection::connect(url).await.unwrap();
                conn.execute(sql).await.unwrap();
            }
            Some(Server::Mysql(url)) => {
                let mut conn = MySqlConnection::connect(url).await.unwrap();
                conn.execute(sql).await.unwrap();
            }
        }
    }

    /// On the database itself, if it is one of `PostgreSQL`.
    pub async fn execute(&self, sql: &str) {
        let mut conn = PgConnection::connect(&self.url).await.unwrap();
        conn.execute(AssertSqlSafe(sql.to_owned())).await.unwrap();
    }

    pub async fn end(self) {
        let force = match self.server {
            Some(Server::Postgres(_)) => " WITH (FORCE)",
            _ => "",
        };
        self.admin(&format!("DROP DATABASE {}{force}", self.name))
            .await;
    }
}
