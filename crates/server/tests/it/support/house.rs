use std::net::SocketAddr;

use parlor_server::{Config, Server};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::{Answer, Socket, Text, http};

/// A running server with its own database.
pub struct House {
    server: Option<Server>,
    pub config: Config,
    _folder: TempDir,
}

/// Somebody who has signed in.
#[derive(Clone, Debug)]
pub struct Person {
    pub name: String,
    pub token: String,
}

impl House {
    pub async fn open() -> House {
        House::with(|_| {}).await
    }

    /// With other settings than the tests' own, which are generous with rates and quick with bots.
    pub async fn with(change: impl FnOnce(&mut Config)) -> House {
        super::super::logs::listen();
        let folder = TempDir::new().unwrap();
        let any = || "127.0.0.1:0".to_owned();
        let mut config = Config {
            listen: any(),
            database: format!("sqlite:{}/parlor.db", folder.path().display()),
            coexistence: any(),
            marelles: any(),
            terminal: any(),
            messages_per_second: 100_000,
            requests_per_second: 100_000,
            sign_ins_per_minute: 100_000,
            sockets_per_address: 1_000,
            bot_pause_ms: 0,
            ..Config::default()
        };
        change(&mut config);
        let server = Server::start(config.clone()).await.unwrap();
        House {
            server: Some(server),
            config,
            _folder: folder,
        }
    }

    fn server(&self) -> &Server {
        self.server.as_ref().expect("the house is open")
    }

    pub async fn close(&mut self) {
        if let Some(server) = self.server.take() {
            server.stop().await;
        }
    }

    /// Stops in good order and starts again on the same database.
    pub async fn restart(&mut self) {
        self.close().await;
        self.server = Some(Server::start(self.config.clone()).await.unwrap());
    }

    pub fn address(&self) -> SocketAddr {
        self.server().addresses.http
    }

    /// The code of the first operator's link, or nothing.
    pub fn operator_code(&self) -> &str {
        self.server().operator_code().unwrap_or_default()
    }

    pub fn ops(&self) -> SocketAddr {
        self.server().addresses.ops.unwrap()
    }

    /// Servers of this house, this one included.
    pub fn nodes(&self) -> usize {
        self.server().nodes()
    }

    pub fn coexistence(&self) -> SocketAddr {
        self.server().addresses.coexistence.unwrap()
    }

    pub fn marelles(&self) -> SocketAddr {
        self.server().addresses.marelles.unwrap()
    }

    pub fn terminal(&self) -> SocketAddr {
        self.server().addresses.terminal.unwrap()
    }

    pub async fn person(&self, name: &str) -> Person {
        let body = json!({ "name": name, "bearer": true });
        let answer = self.post(None, "/api/v1/session", &body).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        Person {
            name: name.to_owned(),
            token: answer.json()["token"].as_str().unwrap().to_owned(),
        }
    }

    pub async fn get(&self, who: Option<&Person>, path: &str) -> Answer {
        http::request(self.address(), "GET", path, who, None).await
    }

    pub async fn post(&self, who: Option<&Person>, path: &str, body: &Value) -> Answer {
        http::request(self.address(), "POST", path, who, Some(body)).await
    }

    pub async fn delete(&self, who: Option<&Person>, path: &str) -> Answer {
        http::request(self.address(), "DELETE", path, who, None).await
    }

    /// A socket that has said who it is and has been welcomed.
    pub async fn socket(&self, who: &Person) -> Socket {
        let mut socket = Socket::connect(self.address(), Some(who)).await;
        let welcome = socket.next("welcome").await;
        assert_eq!(welcome["you"]["name"], who.name.as_str());
        socket
    }

    pub async fn stranger(&self) -> Socket {
        let mut socket = Socket::connect(self.address(), None).await;
        let welcome = socket.next("welcome").await;
        assert_eq!(welcome["you"], Value::Null);
        socket
    }

    pub async fn enter(&self, name: &str) -> (Person, Socket) {
        let person = self.person(name).await;
        let socket = self.socket(&person).await;
        (person, socket)
    }

    pub async fn text(&self, port: SocketAddr) -> Text {
        Text::connect(port).await
    }
}
