//! A client that posts and reads no more than the status. It connects to public addresses alone,
//! judged after the name was resolved, and follows nobody elsewhere.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http::{HeaderMap, HeaderValue, Method, Request, StatusCode, header};
use http_body_util::Full;
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::{BadTarget, SendError, Target, is_public};

/// For everything together: name, connection, answer.
const PATIENCE: Duration = Duration::from_secs(15);

#[derive(Clone)]
pub struct Client {
    tls: Option<TlsConnector>,
    /// The house allows targets in its own network.
    inside_too: bool,
}

impl std::fmt::Debug for Client {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Client").finish_non_exhaustive()
    }
}

impl Client {
    pub fn new(inside_too: bool) -> Client {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
            .with_safe_default_protocol_versions()
            .map(|it| it.with_root_certificates(roots).with_no_client_auth());
        let tls = config.ok().map(|it| TlsConnector::from(Arc::new(it)));
        Client { tls, inside_too }
    }

    pub fn target(&self, text: &str) -> Result<Target, BadTarget> {
        Target::parse(text, self.inside_too)
    }

    /// Where a target leads now; `Inside` if anything of it is in the house's own network.
    pub async fn resolve(&self, target: &Target) -> Result<Vec<SocketAddr>, BadTarget> {
        let lookup = tokio::net::lookup_host((target.host(), target.port()));
        let found = timeout(PATIENCE, lookup).await;
        let found = found.map_err(|_| BadTarget::Unknown)?;
        let found: Vec<SocketAddr> = found.map_err(|_| BadTarget::Unknown)?.collect();
        if found.is_empty() {
            return Err(BadTarget::Unknown);
        }
        if !self.inside_too && !found.iter().all(|it| is_public(it.ip())) {
            return Err(BadTarget::Inside);
        }
        Ok(found)
    }

    /// Posts this and judges the answer.
    pub(crate) async fn post(
        &self,
        target: &Target,
        headers: HeaderMap,
        body: Vec<u8>,
    ) -> Result<(), SendError> {
        let late = |_| SendError::later(&"no connection in time");
        let line = timeout(PATIENCE, self.connect(target)).await;
        let line = line.map_err(late)??;
        let answer = timeout(PATIENCE, exchange(line, target, headers, body)).await;
        let silent = |_| SendError::Unknown("in time".into());
        let (status, headers) = answer.map_err(silent)??;
        judge(status, &headers)
    }

    async fn connect(&self, target: &Target) -> Result<Line, SendError> {
        let addresses = match self.resolve(target).await {
            Ok(addresses) => addresses,
            Err(BadTarget::Inside) => return Err(SendError::Never(BadTarget::Inside.to_string())),
            Err(error) => return Err(SendError::later(&error)),
        };
        // To the addresses that were judged, not to the name, which may mean another one by now.
        let stream = TcpStream::connect(addresses.as_slice()).await;
        let stream = stream.map_err(|error| SendError::later(&error))?;
        if !target.is_secure() {
            return Ok(Box::new(stream));
        }
        let name = ServerName::try_from(target.host().to_owned())
            .map_err(|_| SendError::Never("no name of a server".into()))?;
        let tls = self.tls.as_ref();
        let tls = tls.ok_or_else(|| SendError::later(&"no TLS"))?;
        let stream = tls
            .connect(name, stream)
            .await
            .map_err(|error| SendError::later(&error))?;
        Ok(Box::new(stream))
    }
}

/// A connection, encrypted or not.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

type Line = Box<dyn Stream>;

async fn exchange(
    stream: Line,
    target: &Target,
    headers: HeaderMap,
    body: Vec<u8>,
) -> Result<(StatusCode, HeaderMap), SendError> {
    let hands = http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = hands.map_err(|error| SendError::later(&error))?;
    let connection = tokio::spawn(connection);
    let path = target.uri().path_and_query();
    let path = path.map_or("/", |path| path.as_str());
    let never = |_| SendError::Never("no address".into());
    let mut request = Request::builder()
        .method(Method::POST)
        .uri(path)
        .body(Full::new(Bytes::from(body)))
        .map_err(never)?;
    *request.headers_mut() = headers;
    let host = HeaderValue::from_str(target.authority());
    let host = host.map_err(|_| SendError::Never("no host".into()))?;
    request.headers_mut().insert(header::HOST, host);
    let agent = HeaderValue::from_static(concat!("Parlor/", env!("CARGO_PKG_VERSION")));
    request.headers_mut().insert(header::USER_AGENT, agent);
    let silent = |error: hyper::Error| SendError::Unknown(error.to_string());
    let answer = sender.send_request(request).await.map_err(silent);
    // Whatever else it says is not read.
    connection.abort();
    let (parts, _) = answer?.into_parts();
    Ok((parts.status, parts.headers))
}

fn judge(status: StatusCode, headers: &HeaderMap) -> Result<(), SendError> {
    let reason = status.as_u16().to_string();
    let after_s = headers.get(header::RETRY_AFTER);
    let after_s = after_s.and_then(|it| it.to_str().ok()?.parse().ok());
    match status.as_u16() {
        200..300 => Ok(()),
        404 | 410 => Err(SendError::Gone(reason)),
        408 | 425 | 429 | 500..600 => Err(SendError::Later { reason, after_s }),
        // Also whoever sends us elsewhere: that would be another target than the one that was named.
        _ => Err(SendError::Never(reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
    use tokio::net::TcpListener;

    /// A server that gives one answer; what it was asked.
    async fn answering(answer: &'static str) -> (String, tokio::task::JoinHandle<String>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("http://{}/hook", listener.local_addr().unwrap());
        let task = tokio::spawn(async move {
            let (mut stream, _) = listener.accept().await.unwrap();
            let mut asked = vec![0; 4096];
            let read = stream.read(&mut asked).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
            String::from_utf8_lossy(&asked[..read]).into_owned()
        });
        (url, task)
    }

    async fn post(url: &str) -> Result<(), SendError> {
        let client = Client::new(true);
        let target = client.target(url).unwrap();
        client.post(&target, HeaderMap::new(), b"{}".to_vec()).await
    }

    #[tokio::test]
    async fn answers_are_judged() {
        let (url, asked) = answering("HTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n").await;
        assert_eq!(post(&url).await, Ok(()));
        let asked = asked.await.unwrap();
        assert!(asked.starts_with("POST /hook HTTP/1.1\r\n"), "{asked}");
        let gone = "HTTP/1.1 410 Gone\r\ncontent-length: 0\r\n\r\n";
        assert_eq!(
            post(&answering(gone).await.0).await,
            Err(SendError::Gone("410".into()))
        );
        let busy = "HTTP/1.1 429 Too Many\r\nretry-after: 70\r\ncontent-length: 0\r\n\r\n";
        let later = SendError::Later {
            reason: "429".into(),
            after_s: Some(70),
        };
        assert_eq!(post(&answering(busy).await.0).await, Err(later));
    }

    /// It was said, and perhaps heard: not again.
    #[tokio::test]
    async fn without_an_answer_it_is_unknown() {
        let (url, asked) = answering("").await;
        assert!(matches!(post(&url).await, Err(SendError::Unknown(_))));
        assert!(asked.await.unwrap().starts_with("POST"));
        // Nobody listens: that is known.
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let nobody = format!("http://{}/", listener.local_addr().unwrap());
        drop(listener);
        assert!(matches!(post(&nobody).await, Err(SendError::Later { .. })));
    }

    #[tokio::test]
    async fn nobody_is_followed_elsewhere() {
        let (inner, reached) = answering("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
        let answer =
            format!("HTTP/1.1 307 Moved\r\nlocation: {inner}\r\ncontent-length: 0\r\n\r\n");
        let (url, _) = answering(Box::leak(answer.into_boxed_str())).await;
        assert_eq!(post(&url).await, Err(SendError::Never("307".into())));
        assert!(!reached.is_finished());
        reached.abort();
    }

    #[tokio::test]
    async fn the_own_network_is_out_of_reach() {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let client = Client::new(false);
        // By address and by a name that leads there.
        for host in [
            "127.0.0.1",
            "localhost",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "0.0.0.0",
        ] {
            let target = client.target(&format!("https://{host}:{port}/")).unwrap();
            assert_eq!(
                client.resolve(&target).await,
                Err(BadTarget::Inside),
                "{host}"
            );
            let sent = client.post(&target, HeaderMap::new(), Vec::new()).await;
            assert!(matches!(sent, Err(SendError::Never(_))), "{host}: {sent:?}");
        }
        let knocked = timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(knocked.is_err(), "nobody may even have connected");
    }
}
