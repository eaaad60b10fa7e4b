//! Connections of the web door: counted from the moment they are accepted, and ended when they
//! keep it open without saying or taking anything.

use std::net::SocketAddr;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use parlor_hub::Refusal;
use parlor_hub::ops::{Admission, Closed, Connection, Word, accept, turn_away};
use parlor_tls::ACME_PROTOCOL;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;
use tower_service::Service;

use super::Door;
use super::error::error_body;
use super::headers::OverTls;
use super::plain::{self, Way};

/// A head with its cookies is a few hundred bytes; whoever sends more gets 431.
const BUFFER: usize = 16 * 1024;
/// How long requests under way get when the house closes.
const LAST_CALL: Duration = Duration::from_secs(2);

/// Serves until the house closes; over TLS if the house has a certificate.
pub(crate) async fn serve(listener: TcpListener, door: Door, closing: watch::Receiver<bool>) {
    let speech = match &door.tls {
        None => Speech::Plain(super::router(door.clone())),
        Some(tls) => match tls.acceptor() {
            Ok(acceptor) => Speech::Tls {
                acceptor,
                router: super::router(door.clone()),
                plain: plain::router(&door, Way::SamePort),
            },
            Err(error) => {
                tracing::error!("no TLS: {error}");
                return;
            }
        },
    };
    accept_all(listener, door, speech, closing).await;
}

/// Shows the way to HTTPS until the house closes.
pub(crate) async fn serve_plain(
    listener: TcpListener,
    door: Door,
    port: u16,
    closing: watch::Receiver<bool>,
) {
    let speech = Speech::Plain(plain::router(&door, Way::Port(port)));
    accept_all(listener, door, speech, closing).await;
}

/// Metrics and health at an address of their own.
pub(crate) async fn serve_ops(listener: TcpListener, door: Door, closing: watch::Receiver<bool>) {
    let speech = Speech::Plain(super::ops::own_router(door.clone()));
    accept_all(listener, door, speech, closing).await;
}

/// What is spoken at a door.
#[derive(Clone)]
enum Speech {
    Plain(Router),
    Tls {
        acceptor: TlsAcceptor,
        router: Router,
        /// For those who come without TLS all the same.
        plain: Router,
    },
}

async fn accept_all(
    listener: TcpListener,
    door: Door,
    speech: Speech,
    mut closing: watch::Receiver<bool>,
) {
    let mut open = JoinSet::new();
    loop {
        let (stream, peer) = tokio::select! {
            accepted = accept(&listener, &door.hub.connections) => accepted,
            _ = closing.changed() => break,
        };
        // Those that have ended are forgotten.
        while open.try_join_next().is_some() {}
        let admitted = if door.proxies.trust(peer.ip()) {
            door.hub.connections.admit_proxy()
        } else {
            door.hub.connections.admit(peer.ip())
        };
        match admitted {
            Ok(admission) => {
                let serving = Serving {
                    peer,
                    head: Duration::from_millis(door.hub.config.request_ms),
                    patience: Duration::from_millis(door.hub.config.patience_ms),
                    closing: closing.clone(),
                    connection: admission.connection.clone(),
                    stuck: Arc::default(),
                    begun: Arc::default(),
                };
                open.spawn(serving.serve(stream, admission, speech.clone()));
            }
            Err(refusal) => {
                refusal.count();
                let word = response(&refusal);
                turn_away(stream, Word::WhenAsked, word.into_bytes());
            }
        }
    }
    let ended = async { while open.join_next().await.is_some() {} };
    let _ = timeout(LAST_CALL, ended).await;
}

/// To a connection that gets no task of its own.
fn response(refusal: &Refusal) -> String {
    let status = refusal.code.status();
    let body = error_body(refusal).to_string();
    let length = body.len();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
         retry-after: 10\r\nconnection: close\r\n\r\n{body}"
    )
}

struct Serving {
    peer: SocketAddr,
    head: Duration,
    patience: Duration,
    closing: watch::Receiver<bool>,
    connection: Arc<Connection>,
    /// Something is to be written that the other side does not take.
    stuck: Arc<Mutex<Option<Instant>>>,
    /// Something came that has not been answered.
    begun: Arc<AtomicBool>,
}

/// The first byte of a TLS handshake; no HTTP method begins with it.
const HANDSHAKE: u8 = 0x16;

impl Serving {
    async fn serve(mut self, stream: TcpStream, admission: Admission, speech: Speech) {
        // A move is one small packet: it must not wait for the one before it to be acknowledged.
        let _ = stream.set_nodelay(true);
        let stream = Watched {
            stream,
            admission,
            stuck: self.stuck.clone(),
            begun: self.begun.clone(),
        };
        match speech {
            Speech::Plain(router) => self.talk(stream, router, false).await,
            Speech::Tls {
                acceptor,
                router,
                plain,
            } => match self.open(stream, &acceptor).await {
                Some(Opened::Tls(stream)) => self.talk(stream, router, true).await,
                Some(Opened::Plain(stream)) => self.talk(stream, plain, false).await,
                None => {}
            },
        }
    }

    /// The handshake, within the time that a request's head has.
    async fn open(&mut self, stream: Watched, acceptor: &TlsAcceptor) -> Option<Opened> {
        let connection = self.connection.clone();
        let open = async {
            let mut first = [0];
            stream.stream.peek(&mut first).await.ok()?;
            if first != [HANDSHAKE] {
                return Some(Opened::Plain(stream));
            }
            let Ok(stream) = acceptor.accept(stream).await else {
                metrics::counter!("parlor_tls_failures_total").increment(1);
                return None;
            };
            // An ACME server has seen what it wanted to see.
            let asked = stream.get_ref().1.alpn_protocol() == Some(ACME_PROTOCOL);
            (!asked).then(|| Opened::Tls(Box::new(stream)))
        };
        tokio::select! {
            opened = timeout(self.head, open) => {
                if opened.is_err() && self.begun.load(Ordering::Relaxed) {
                    Closed::TooSlow.note(Some(self.peer.ip()), None);
                }
                opened.ok().flatten()
            }
            () = connection.shed() => None,
            _ = self.closing.changed() => None,
        }
    }

    async fn talk<S>(mut self, stream: S, router: Router, over_tls: bool)
    where
        S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    {
        let (peer, connection) = (self.peer, self.connection);
        let known = connection.clone();
        let service = service_fn(move |request: hyper::Request<Incoming>| {
            let mut request = request.map(Body::new);
            request.extensions_mut().insert(ConnectInfo(peer));
            request.extensions_mut().insert(known.clone());
            if over_tls {
                request.extensions_mut().insert(OverTls);
            }
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
        let mut look = Instant::now() + self.patience / 4;
        loop {
            tokio::select! {
                ended = &mut talk => {
                    // Whoever rests between two requests may; half a request is another matter.
                    let slow = ended.is_err_and(|error| error.is_timeout());
                    if slow && self.begun.load(Ordering::Relaxed) {
                        Closed::TooSlow.note(Some(peer.ip()), None);
                    }
                    return;
                }
                () = connection.shed() => return,
                _ = self.closing.changed(), if open => {
                    open = false;
                    talk.as_mut().graceful_shutdown();
                }
                () = sleep_until(look) => {
                    let since = *self.stuck.lock().unwrap_or_else(PoisonError::into_inner);
                    if since.is_some_and(|since: Instant| since.elapsed() >= self.patience) {
                        Closed::TakesNothing.note(Some(peer.ip()), None);
                        return;
                    }
                    look = Instant::now() + self.patience / 4;
                }
            }
        }
    }
}

enum Opened {
    Tls(Box<TlsStream<Watched>>),
    Plain(Watched),
}

/// A stream that says when something came or went, and keeps its place in the count as long as the
/// descriptor is open, also as a WebSocket.
pub(super) struct Watched {
    stream: TcpStream,
    admission: Admission,
    /// Since when something is to be written that the other side does not take.
    stuck: Arc<Mutex<Option<Instant>>>,
    /// Something came that has not been answered.
    begun: Arc<AtomicBool>,
}

impl Watched {
    /// The bare stream; whoever has it keeps the admission as long as it is open.
    pub(super) fn into_parts(self) -> (TcpStream, Admission) {
        (self.stream, self.admission)
    }

    fn connection(&self) -> &Connection {
        &self.admission.connection
    }

    fn wrote(&self, polled: &Poll<std::io::Result<usize>>) {
        let mut stuck = self.stuck.lock().unwrap_or_else(PoisonError::into_inner);
        match polled {
            Poll::Ready(_) => {
                self.connection().touch();
                self.begun.store(false, Ordering::Relaxed);
                *stuck = None;
            }
            // From the first time on: that something comes in meanwhile does not count.
            Poll::Pending => {
                stuck.get_or_insert_with(Instant::now);
            }
        }
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(cx, buffer);
        if polled.is_ready() {
            self.connection().touch();
            if buffer.filled().len() > before {
                self.begun.store(true, Ordering::Relaxed);
            }
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

#[cfg(test)]
mod tests {
    use parlor_hub::Code;

    use super::*;

    #[test]
    fn whoever_is_turned_away_reads_the_status_of_the_code() {
        let full = Refusal::new(Code::ServerBusy, "the house is full");
        let word = response(&full);
        let (head, body) = word.split_once("\r\n\r\n").unwrap();
        assert!(
            head.starts_with("HTTP/1.1 503 Service Unavailable\r\n"),
            "{head}"
        );
        assert!(head.contains(&format!("content-length: {}", body.len())));
        let body: serde_json::Value = serde_json::from_str(body).unwrap();
        assert_eq!(body["error"]["code"], "server/busy");
    }
}
