use sqlx::{AssertSqlSafe, Connection, Executor, MySqlConnection, PgConnection};
use tempfile::TempDir;

/// A fresh database on one of the back ends.
pub struct Base {
    url: String,
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

fn name() -> String {
    format!("parlor_kill_{}", std::process::id())
}

fn with_database(server: &str) -> String {
    let (scheme, rest) = server.split_once("://").expect("a URL");
    let host = rest.split('/').next().expect("a host");
    format!("{scheme}://{host}/{}", name())
}

impl Base {
    pub fn sqlite() -> Base {
        let folder = TempDir::new().unwrap();
        Base {
            url: format!("sqlite:{}/parlor.db", folder.path().display()),
            server: None,
            _folder: Some(folder),
        }
    }

    pub async fn postgres() -> Base {
        let server = server("PARLOR_TEST_POSTGRES");
        let base = Base {
            url: with_database(&server),
            server: Some(Server::Postgres(server)),
            _folder: None,
        };
        base.admin(&format!("CREATE DATABASE {}", name())).await;
        base
    }

    pub async fn mysql() -> Base {
        let server = server("PARLOR_TEST_MYSQL");
        let base = Base {
            url: with_database(&server),
            server: Some(Server::Mysql(server)),
            _folder: None,
        };
        base.admin(&format!("CREATE DATABASE {}", name())).await;
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

    pub async fn end(self) {
        let force = match self.server {
            Some(Server::Postgres(_)) => " WITH (FORCE)",
            _ => "",
        };
        self.admin(&format!("DROP DATABASE {}{force}", name()))
            .await;
    }
}
