use std::time::Duration;

use serde_json::Value;

/// What to play, where, and for how long.
#[derive(Clone, Debug)]
pub struct Plan {
    /// `http://host:port`, of every node. The seats of a match sit at different ones, and whoever
    /// loses a connection goes on at another; with one alone, losing a connection ends the run.
    pub servers: Vec<String>,
    /// Matches going on at once.
    pub matches: usize,
    pub game: String,
    /// The game's fewest if absent.
    pub seats: Option<u8>,
    pub options: Value,
    pub until: Until,
    /// How long a seat waits before it moves.
    pub pause: Duration,
    /// Lookers-on at the first match.
    pub spectators: usize,
    /// Sockets that only listen, from loopback addresses of their own.
    pub idle: usize,
    /// The servers' processes on this machine, for their CPU time and memory.
    pub pids: Vec<u32>,
    /// Moves are drawn from this.
    pub seed: u64,
}

/// When to stop.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Until {
    Elapsed(Duration),
    Moves(u64),
}

#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error("{0:?} is no address of a server; expected http://HOST:PORT")]
    BadUrl(String),
    #[error("no server answers at {server}: {reason}")]
    NotThere { server: String, reason: String },
    #[error("the server refused: {message} ({code}){}", hint(code))]
    Refused { code: String, message: String },
    #[error("the server said something unexpected: {0}")]
    Unexpected(String),
    #[error("the connection was closed: {0}")]
    Closed(String),
    #[error("process {0} cannot be looked at: is it a server on this machine?")]
    NoProcess(u32),
}

impl LoadError {
    pub(crate) fn closed(reason: impl std::fmt::Display) -> LoadError {
        LoadError::Closed(reason.to_string())
    }

    /// Whether another node, or the same one later, may say something else.
    pub(crate) fn may_pass(&self) -> bool {
        match self {
            LoadError::NotThere { .. } | LoadError::Closed(_) => true,
            LoadError::Refused { code, .. } => is_transient(code),
            LoadError::BadUrl(_) | LoadError::Unexpected(_) | LoadError::NoProcess(_) => false,
        }
    }
}

/// Refusals that ask to try again.
pub(crate) fn is_transient(code: &str) -> bool {
    matches!(code, "server/busy" | "server/unavailable")
}

/// The limits of a house are made for people; a load needs wider ones.
fn hint(code: &str) -> &'static str {
    match code {
        "server/too_fast" => {
            "; start it with higher PARLOR_MESSAGES_PER_SECOND, PARLOR_REQUESTS_PER_SECOND and \
             PARLOR_SIGN_INS_PER_MINUTE"
        }
        "server/too_many_sockets" => "; start it with a higher PARLOR_SOCKETS_PER_ADDRESS",
        _ => "",
    }
}
