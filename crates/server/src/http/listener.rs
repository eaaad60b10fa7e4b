//! Connections of the web door: counted from the moment they are accepted, and ended when they
//! keep it open without saying or taking anything.

use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tower_service::Service;

use super::Door;
use crate::ops::{Admission, Connection, accept, turn_away};

/// A head with its cookies is a few hundred bytes; whoever sends more gets 431.
const BUFFER: usize = 16 * 1024;
/// How long requests under way get when the house closes.
const LAST_CALL: Duration = Duration::from_secs(2);

/// Serves until the house closes.
pub(crate) async fn serve(listener: TcpListener, door: Door, mut closing: watch::Receiver<bool>) {
    let router = super::router(door.clone());
    let mut open = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, &door.hub.connections) => accepted,
            _ = closing.changed() => break,
        };
        // Those that have ended are forgotten.
        while open.try_join_next().is_some() {}
        match door.hub.connections.admit(peer.ip()) {
            Ok(admission) => {
                let serving = Serving {
                    peer,
                    router: router.clone(),
                    head: Duration::from_millis(door.hub.config.request_ms),
                    patience: Duration::from_millis(door.hub.config.patience_ms),
                    closing: closing.clone(),
                };
                open.spawn(serving.serve(stream, admission));
            }
            Err(refusal) => {
                let body = serde_json::json!({
                    "error": { "code": refusal.code, "message": refusal.message },
                });
                let body = body.to_string();
                let length = body.len();
                let word = format!(
                    "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\n\
                     content-length: {length}\r\nretry-after: 10\r\nconnection: close\r\n\r\n{body}"
                );
                turn_away(stream, word.as_bytes());
            }
        }
    }
    let ended = async { while open.join_next().await.is_some() {} };
    let _ = timeout(LAST_CALL, ended).await;
}

struct Serving {
    peer: SocketAddr,
    router: Router,
    head: Duration,
    patience: Duration,
    closing: watch::Receiver<bool>,
}

impl Serving {
    async fn serve(mut self, stream: TcpStream, admission: Admission) {
        // A move is one small packet: it must not wait for the one before it to be acknowledged.
        let _ = stream.set_nodelay(true);
        let connection = admission.connection.clone();
        let stuck = Arc::new(AtomicBool::new(false));
        let stream = Watched {
            stream,
            admission,
            stuck: stuck.clone(),
        };
        let (peer, router) = (self.peer, self.router);
        let known = connection.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(known.clone());
            let mut router = router.clone();
            async move { router.call(request).await }
        });
        // The time for the head runs from the end of the request before, so it is also how long
        // a connection may rest.
        let talk = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(self.head)
            .max_buf_size(BUFFER)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut talk = pin!(talk);
        let mut open = true;
        let mut look = Instant::now() + self.patience;
        loop {
            tokio::select! {
                _ = &mut talk => return,
                () = connection.shed() => return,
                _ = self.closing.changed(), if open => {
                    open = false;
                    talk.as_mut().graceful_shutdown();
                }
                () = sleep_until(look) => {
                    // Set since the last look, and nothing has been taken meanwhile.
                    if stuck.swap(false, Ordering::Relaxed) && connection.is_quiet_for(self.patience) {
                        return;
                    }
                    look = Instant::now() + self.patience;
                }
            }
        }
    }
}

/// A stream that says when something came or went, and keeps its place in the count as long as the
/// descriptor is open, also as a WebSocket.
struct Watched {
    stream: TcpStream,
    admission: Admission,
    /// Something is to be written that the other side does not take.
    stuck: Arc<AtomicBool>,
}

impl Watched {
    fn connection(&self) -> &Connection {
        &self.admission.connection
    }

    fn wrote(&self, polled: &Poll<std::io::Result<usize>>) {
        match polled {
            Poll::Ready(_) => self.connection().touch(),
            Poll::Pending => self.stuck.store(true, Ordering::Relaxed),
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if polled.is_ready() {
            self.connection().touch();
        }
        polled
    }
}

impl AsyncWrite for Watched {
    fn poll_write(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<std::io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write(cx, bytes);
        self.wrote(&polled);
        polled
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        parts: &[std::io::IoSlice<'_>],
    ) -> Poll<std::io::Result<usize>> {
        let polled = Pin::new(&mut self.stream).poll_write_vectored(cx, parts);
        self.wrote(&polled);
        polled
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<std::io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}
