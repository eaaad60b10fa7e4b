use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

const PATIENCE: Duration = Duration::from_secs(20);

/// Connects under a name, trusting this authority alone.
pub async fn connect(
    to: SocketAddr,
    name: &str,
    root: &CertificateDer<'static>,
) -> Result<TlsStream<TcpStream>, String> {
    let mut roots = RootCertStore::empty();
    roots.add(root.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(to)
        .await
        .map_err(|error| error.to_string())?;
    let name = ServerName::try_from(name.to_owned()).unwrap();
    let open = TlsConnector::from(Arc::new(config)).connect(name, stream);
    let opened = timeout(PATIENCE, open).await.unwrap();
    opened.map_err(|error| error.to_string())
}

/// The whole answer to one request.
pub async fn ask(
    mut stream: impl AsyncReadExt + AsyncWriteExt + Unpin,
    host: &str,
    first: &str,
    body: &str,
) -> String {
    let length = body.len();
    let request = format!(
        "{first} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    let _ = timeout(PATIENCE, stream.read_to_end(&mut all))
        .await
        .unwrap();
    // The certificate is binary: byte by byte.
    all.iter().map(|&byte| char::from(byte)).collect()
}

pub async fn get(
    to: SocketAddr,
    name: &str,
    root: &CertificateDer<'static>,
    path: &str,
) -> Result<String, String> {
    let stream = connect(to, name, root).await?;
    Ok(ask(stream, name, &format!("GET {path}"), "").await)
}

/// Without TLS.
pub async fn plain(to: SocketAddr, host: &str, path: &str) -> String {
    let stream = TcpStream::connect(to).await.unwrap();
    ask(stream, host, &format!("GET {path}"), "").await
}

pub fn body(answer: &str) -> Vec<u8> {
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    body.chars().map(|c| c as u8).collect()
}

pub fn header<'a>(answer: &'a str, name: &str) -> Option<&'a str> {
    let (head, _) = answer.split_once("\r\n\r\n")?;
    head.lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}
