//! A fresh database for each test.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use parlor_store::{Backend, Store};
use sqlx::{AssertSqlSafe, Connection, Executor, MySqlConnection, PgConnection};
use tempfile::TempDir;

pub struct World {
    pub backend: Backend,
    pub url: String,
    server: String,
    name: String,
    folder: Option<TempDir>,
}

/// A test without its server fails: it must not look as if it had passed.
pub fn server(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| {
        panic!("{variable} is not set: run `make test`, or eval \"$(scripts/services.sh start)\"")
    })
}

fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    format!(
        "parlor_{}_{}_{}",
        std::process::id(),
        COUNT.fetch_add(1, Ordering::Relaxed),
        now.subsec_nanos()
    )
}

/// The URL of another database on the same server.
pub fn with_database(server: &str, name: &str) -> String {
    let (scheme, rest) = server.split_once("://").expect("a URL");
    let host = rest.split('/').next().expect("a host");
    format!("{scheme}://{host}/{name}")
}

impl World {
    pub async fn fresh(backend: Backend) -> World {
        let name = unique_name();
        let mut folder = None;
        let (server, url) = match backend {
            Backend::Sqlite => {
                let dir = TempDir::new().unwrap();
                // Two folders that do not exist yet.
                let url = format!("sqlite:{}/a/b/parlor.db", dir.path().display());
                folder = Some(dir);
                (String::new(), url)
            }
            Backend::Postgres => {
                let server = server("PARLOR_TEST_POSTGRES");
                let url = with_database(&server, &name);
                (server, url)
            }
            Backend::Mysql => {
                let server = server("PARLOR_TEST_MYSQL");
                let url = with_database(&server, &name);
                (server, url)
            }
        };
        let world = World {
            backend,
            url,
            server,
            name,
            folder,
        };
        world.admin("CREATE DATABASE").await;
        world
    }

    pub async fn store(&self) -> Store {
        Store::connect(&self.url).await.unwrap()
    }

    /// Another connection to the file.
    pub fn sqlite(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.path()).unwrap()
    }

    pub fn path(&self) -> &std::path::Path {
        std::path::Path::new(self.url.trim_start_matches("sqlite:"))
    }

    async fn admin(&self, verb: &str) {
        let sql = format!("{verb} {}", self.name);
        match self.backend {
            Backend::Sqlite => {}
            Backend::Postgres => {
                let mut conn = PgConnection::connect(&self.server).await.unwrap();
                let force = if verb.starts_with("DROP") {
                    " WITH (FORCE)"
                } else {
                    ""
                };
                let sql = format!("{sql}{force}");
                conn.execute(AssertSqlSafe(sql)).await.unwrap();
            }
            Backend::Mysql => {
                let mut conn = MySqlConnection::connect(&self.server).await.unwrap();
                conn.execute(AssertSqlSafe(sql)).await.unwrap();
            }
        }
    }

    /// Runs SQL behind the store's back.
    pub async fn meddle(&self, sql: &str) {
        let text = sql;
        let sql = AssertSqlSafe(sql.to_owned());
        match self.backend {
            Backend::Sqlite => self.sqlite().execute_batch(text).unwrap(),
            Backend::Postgres => {
                let mut conn = PgConnection::connect(&self.url).await.unwrap();
                conn.execute(sql).await.unwrap();
            }
            Backend::Mysql => {
                let mut conn = MySqlConnection::connect(&self.url).await.unwrap();
                conn.execute(sql).await.unwrap();
            }
        }
    }

    /// The first column of what a question finds, as text.
    pub async fn texts(&self, sql: &str) -> Vec<String> {
        let text = sql;
        let sql = AssertSqlSafe(sql.to_owned());
        match self.backend {
            Backend::Sqlite => {
                let conn = self.sqlite();
                let mut asked = conn.prepare(text).unwrap();
                let rows = asked.query_map([], |row| row.get(0)).unwrap();
                rows.map(Result::unwrap).collect()
            }
            Backend::Postgres => {
                let mut conn = PgConnection::connect(&self.url).await.unwrap();
                sqlx::query_scalar(sql).fetch_all(&mut conn).await.unwrap()
            }
            Backend::Mysql => {
                let mut conn = MySqlConnection::connect(&self.url).await.unwrap();
                sqlx::query_scalar(sql).fetch_all(&mut conn).await.unwrap()
            }
        }
    }

    pub async fn end(mut self) {
        self.admin("DROP DATABASE").await;
        self.folder.take();
    }
}
