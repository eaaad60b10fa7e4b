//! Sockets with buffers as small as the server's.

use std::future::poll_fn;
use std::task::Poll;

use futures_util::{SinkExt, StreamExt};
use http::header::{AUTHORIZATION, HeaderValue};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::LoadError;
use crate::api::{Api, refusal};

pub(crate) const BUFFER: usize = 4096;

#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<TcpStream>);

impl Socket {
    pub(crate) async fn connect(
        api: &Api,
        path: &str,
        token: Option<&str>,
    ) -> Result<Socket, LoadError> {
        let stream = TcpStream::connect(api.address())
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

    pub(crate) async fn close(mut self) {
        let _ = self.0.close(None).await;
    }
}

/// The next text on any of the sockets, and on which.
pub(crate) async fn next(sockets: &mut [Socket]) -> Result<(usize, Utf8Bytes), LoadError> {
    poll_fn(|context| {
        for (place, socket) in sockets.iter_mut().enumerate() {
            while let Poll::Ready(message) = socket.0.poll_next_unpin(context) {
                match message {
                    Some(Ok(Message::Text(text))) => return Poll::Ready(Ok((place, text))),
                    Some(Ok(Message::Close(frame))) => {
                        let reason = frame.map_or_else(String::new, |it| it.reason.to_string());
                        return Poll::Ready(Err(LoadError::Closed(reason)));
                    }
                    Some(Ok(_)) => {}
                    Some(Err(error)) => return Poll::Ready(Err(LoadError::closed(error))),
                    None => return Poll::Ready(Err(LoadError::closed("by the server"))),
                }
            }
        }
        Poll::Pending
    })
    .await
}
