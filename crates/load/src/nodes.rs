use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep, timeout};

use crate::LoadError;
use crate::api::{Api, Log};
use crate::socket::Socket;

/// A node that takes longer to answer a handshake is not waited for: there are others.
const HANDSHAKE: Duration = Duration::from_secs(2);
/// Between two rounds through all nodes.
const BREATH: Duration = Duration::from_millis(50);
/// When no node has let a client in for so long, the house is closed.
const CLOSED: Duration = Duration::from_secs(60);

/// The servers of one house. With more than one a client goes on elsewhere when its own is gone.
#[derive(Clone, Debug)]
pub(crate) struct Nodes(Arc<[Api]>);

impl Nodes {
    pub(crate) fn new(servers: &[String]) -> Result<Nodes, LoadError> {
        let apis: Result<Vec<Api>, LoadError> =
            servers.iter().map(|server| Api::new(server)).collect();
        let apis = apis?;
        if apis.is_empty() {
            return Err(LoadError::BadUrl(String::new()));
        }
        Ok(Nodes(apis.into()))
    }

    /// Whether losing a connection is something to live with.
    pub(crate) fn are_many(&self) -> bool {
        self.0.len() > 1
    }

    pub(crate) fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(Api::server).collect();
        names.join(", ")
    }

    /// Any number is some node's.
    pub(crate) fn at(&self, number: usize) -> &Api {
        &self.0[number % self.0.len()]
    }

    /// A first connection, to this node or, if it is not there, to another.
    pub(crate) async fn connect(
        &self,
        number: usize,
        token: Option<&str>,
    ) -> Result<(usize, Socket), LoadError> {
        if self.are_many() {
            return self.rounds(number, token, Duration::ZERO).await;
        }
        let socket = Socket::connect(self.at(number), "/ws", token).await?;
        Ok((number, socket))
    }

    /// From one node to the next, until one lets us in. The one that went away may be back by the
    /// time its turn comes.
    pub(crate) async fn connect_again(
        self,
        first: usize,
        token: Option<String>,
    ) -> Result<(usize, Socket), LoadError> {
        self.rounds(first, token.as_deref(), CLOSED).await
    }

    async fn rounds(
        &self,
        first: usize,
        token: Option<&str>,
        patience: Duration,
    ) -> Result<(usize, Socket), LoadError> {
        let begun = Instant::now();
        let mut number = first;
        loop {
            let error = match timeout(HANDSHAKE, self.knock(number, token)).await {
                Ok(Ok(socket)) => return Ok((number, socket)),
                Ok(Err(error)) => error,
                Err(_) => self.at(number).not_there("no answer to a handshake"),
            };
            number += 1;
            if (number - first).is_multiple_of(self.0.len()) {
                if begun.elapsed() >= patience {
                    return Err(error);
                }
                sleep(BREATH).await;
            }
        }
    }

    /// A node that cannot ask the database takes everybody for a stranger.
    async fn knock(&self, number: usize, token: Option<&str>) -> Result<Socket, LoadError> {
        let mut socket = Socket::connect(self.at(number), "/ws", token).await?;
        if socket.is_welcome().await? || token.is_none() {
            return Ok(socket);
        }
        Err(LoadError::closed("the server does not know who we are"))
    }

    /// Enters under a name and returns the token.
    pub(crate) async fn enter(&self, number: usize, name: &str) -> Result<String, LoadError> {
        let mut entered = self.at(number).enter(name).await;
        for other in 1..self.0.len() {
            match &entered {
                Err(error) if error.may_pass() => {
                    entered = self.at(number + other).enter(name).await;
                }
                _ => break,
            }
        }
        entered
    }

    /// The log of a match, from this node if it is there, and otherwise from another.
    pub(crate) async fn log(
        &self,
        number: usize,
        game_match: &str,
        token: &str,
    ) -> Result<Log, LoadError> {
        let begun = Instant::now();
        let mut number = number;
        loop {
            match self.at(number).log(game_match, token).await {
                Err(error) if self.are_many() && error.may_pass() && begun.elapsed() < CLOSED => {
                    number += 1;
                    sleep(BREATH).await;
                }
                read => return read,
            }
        }
    }
}
