//! The socket to a house.

use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::header::{AUTHORIZATION, HeaderValue};
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// Why a bot stops, or has to come back.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error("{0}")]
    Final(String),
    #[error("the connection is lost: {0}")]
    Lost(String),
}

impl Failure {
    pub(super) fn is_final(&self) -> bool {
        matches!(self, Failure::Final(_))
    }
}

#[derive(Debug)]
pub(super) struct House {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    commands: u64,
}

impl House {
    pub(super) async fn enter(server: &str, token: &str) -> Result<House, Failure> {
        let Some(rest) = server.strip_prefix("http") else {
            let message = format!("{server:?} is no address such as http://HOST:8080");
            return Err(Failure::Final(message));
        };
        let url = format!("ws{}/ws", rest.trim_end_matches('/'));
        let mut request = url
            .into_client_request()
            .map_err(|error| Failure::Final(format!("{server}: {error}")))?;
        let header = HeaderValue::from_str(&format!("Bearer {token}"))
            .map_err(|_| Failure::Final("a token has no such characters".to_owned()))?;
        request.headers_mut().insert(AUTHORIZATION, header);
        match connect_async(request).await {
            Ok((socket, _)) => Ok(House {
                socket,
                commands: 0,
            }),
            Err(Error::Http(answer)) if answer.status().is_client_error() => {
                let body = answer.body().as_deref().unwrap_or_default();
                let body: Value = serde_json::from_slice(body).unwrap_or_default();
                let why = body["error"]["message"].as_str();
                let why = why.map_or_else(|| answer.status().to_string(), str::to_owned);
                Err(Failure::Final(format!("the house refuses: {why}")))
            }
            Err(error) => Err(Failure::Lost(error.to_string())),
        }
    }

    /// Sends a command under a new id, which is given back.
    pub(super) async fn send(&mut self, mut command: Value) -> Result<String, Failure> {
        self.commands += 1;
        // Unique for the player, also after a restart of this program.
        let id = format!("{:x}-{}", std::process::id(), self.commands);
        command["id"] = id.clone().into();
        let frame = Message::text(command.to_string());
        let lost = |error: Error| Failure::Lost(error.to_string());
        self.socket.send(frame).await.map_err(lost)?;
        Ok(id)
    }

    pub(super) async fn next(&mut self) -> Result<Value, Failure> {
        loop {
            match self.socket.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Ok(serde_json::from_str(&text).unwrap_or_default());
                }
                Some(Ok(Message::Close(frame))) => {
                    let why = frame.map_or_else(String::new, |frame| frame.reason.to_string());
                    return Err(Failure::Lost(why));
                }
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(Failure::Lost(error.to_string())),
                None => return Err(Failure::Lost("by the house".to_owned())),
            }
        }
    }
}
