//! Sockets with small buffers.

use std::future::poll_fn;
use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr};
use std::task::{Context, Poll, ready};

use futures_util::{SinkExt, StreamExt};
use http::header::{AUTHORIZATION, HeaderValue};
use serde::Deserialize;
use serde::de::IgnoredAny;
use tokio::net::{TcpSocket, TcpStream, lookup_host};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::LoadError;
use crate::api::{Api, refusal};

/// An update of a match fits in.
const BUFFER: usize = 2048;

#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn connect(
        api: &Api,
        path: &str,
        token: Option<&str>,
    ) -> Result<Socket, LoadError> {
        Socket::connect_from(api, path, token, None).await
    }

    /// From an address of this machine, if one is given.
    pub(crate) async fn connect_from(
        api: &Api,
        path: &str,
        token: Option<&str>,
        from: Option<IpAddr>,
    ) -> Result<Socket, LoadError> {
        let stream = reach(&api.address(), from)
            .await
            .map_err(|error| api.not_there(error))?;
        stream
            .set_nodelay(true)
            .map_err(|error| api.not_there(error))?;
        let unexpected = |error: Error| LoadError::Unexpected(error.to_string());
        let url = format!("ws{}{path}", api.server().trim_start_matches("http"));
        let mut request = url.into_client_request().map_err(unexpected)?;
        if let Some(token) = token {
            let value = HeaderValue::from_str(&format!("Bearer {token}"))
                .map_err(|_| LoadError::Unexpected("a token that is no header".to_owned()))?;
            request.headers_mut().insert(AUTHORIZATION, value);
        }
        let config = WebSocketConfig::default()
            .read_buffer_size(BUFFER)
            .write_buffer_size(0);
        let opened =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config)).await;
        match opened {
            Ok((socket, _)) => Ok(Socket(socket)),
            Err(Error::Http(response)) => {
                let body = response.body().as_deref().unwrap_or_default();
                Err(refusal(response.status(), body))
            }
            Err(error) => Err(unexpected(error)),
        }
    }

    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), LoadError> {
        self.0
            .send(Message::Text(text))
            .await
            .map_err(LoadError::closed)
    }

    /// The next text; an error when there can be no more.
    pub(crate) fn poll(&mut self, context: &mut Context<'_>) -> Poll<Result<Utf8Bytes, LoadError>> {
        loop {
            let closed = match ready!(self.0.poll_next_unpin(context)) {
                Some(Ok(Message::Text(text))) => return Poll::Ready(Ok(text)),
                Some(Ok(Message::Close(frame))) => {
                    let reason = frame.map_or_else(String::new, |it| it.reason.to_string());
                    LoadError::Closed(reason)
                }
                Some(Ok(_)) => continue,
                Some(Err(error)) => LoadError::closed(error),
                None => LoadError::closed("by the server"),
            };
            return Poll::Ready(Err(closed));
        }
    }

    /// Reads the first frame, which says whether the server knows who we are.
    pub(crate) async fn is_welcome(&mut self) -> Result<bool, LoadError> {
        #[derive(Deserialize)]
        struct Welcome {
            you: Option<IgnoredAny>,
        }
        let text = poll_fn(|context| self.poll(context)).await?;
        let welcome: Welcome = serde_json::from_str(&text)
            .map_err(|error| LoadError::Unexpected(error.to_string()))?;
        Ok(welcome.you.is_some())
    }

    pub(crate) async fn close(mut self) {
        let _ = self.0.close(None).await;
    }
}

async fn reach(address: &str, from: Option<IpAddr>) -> std::io::Result<TcpStream> {
    let Some(from) = from else {
        return TcpStream::connect(address).await;
    };
    let mut found = lookup_host(address).await?;
    let to = found.find(SocketAddr::is_ipv4).ok_or(ErrorKind::NotFound)?;
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(from, 0))?;
    socket.connect(to).await
}

/// The next text on any of the sockets, and on which.
pub(crate) async fn next(sockets: &mut [Socket]) -> Result<(usize, Utf8Bytes), LoadError> {
    poll_fn(|context| {
        for (place, socket) in sockets.iter_mut().enumerate() {
            if let Poll::Ready(text) = socket.poll(context) {
                return Poll::Ready(text.map(|text| (place, text)));
            }
        }
        Poll::Pending
    })
    .await
}
