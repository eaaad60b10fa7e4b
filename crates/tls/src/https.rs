//! The little of an HTTPS client that talking to an ACME server or a collector of traces needs.

use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use http_body_util::{BodyExt as _, Full, Limited};
use hyper::client::conn::http1;
use hyper_util::rt::TokioIo;
use instant_acme::{BodyWrapper, BytesResponse, HttpClient};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::TlsError;

/// For one request, everything together.
const PATIENCE: Duration = Duration::from_secs(30);
const MOST: usize = 1 << 20;

/// A connection for each request.
#[derive(Clone)]
pub struct Https(TlsConnector);

impl std::fmt::Debug for Https {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Https").finish_non_exhaustive()
    }
}

type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Encrypted or not.
trait Line: AsyncRead + AsyncWrite + Unpin + Send {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send> Line for T {}

impl Https {
    /// Trusts what the system trusts, and one more authority for directories of one's own.
    pub fn new(root: Option<&Path>) -> Result<Https, TlsError> {
        let mut roots = RootCertStore::empty();
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        if let Some(path) = root {
            let pem = std::fs::read(path).map_err(|error| TlsError::file(path, error))?;
            for root in CertificateDer::pem_slice_iter(&pem) {
                let root = root.map_err(|error| TlsError::content(path, error))?;
                let added = roots.add(root);
                added.map_err(|error| TlsError::content(path, error))?;
            }
        }
        let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_root_certificates(roots)
            .with_no_client_auth();
        Ok(Https(TlsConnector::from(Arc::new(config))))
    }

    async fn ask(
        self,
        request: http::Request<BodyWrapper<Bytes>>,
    ) -> Result<http::Response<Full<Bytes>>, Failure> {
        let (parts, body) = request.into_parts();
        let body = body.collect().await?.to_bytes();
        if parts.uri.scheme_str() != Some("https") {
            return Err(format!("{} is no https address", parts.uri).into());
        }
        let request = http::Request::from_parts(parts, body);
        Ok(self.exchange(request).await?.map(Full::new))
    }

    /// Sends this, also over plain HTTP where the address says so, and reads the answer.
    pub async fn send(
        self,
        request: http::Request<Bytes>,
    ) -> Result<http::Response<Bytes>, Failure> {
        tokio::time::timeout(PATIENCE, self.exchange(request)).await?
    }

    async fn exchange(
        self,
        request: http::Request<Bytes>,
    ) -> Result<http::Response<Bytes>, Failure> {
        let (mut parts, body) = request.into_parts();
        let is_secure = parts.uri.scheme_str() != Some("http");
        let host = parts.uri.host().ok_or("an address without a host")?;
        let usual = if is_secure { 443 } else { 80 };
        let port = parts.uri.port_u16().unwrap_or(usual);
        let name = host.trim_start_matches('[').trim_end_matches(']');
        let stream = TcpStream::connect((name, port)).await?;
        let stream: Box<dyn Line> = if is_secure {
            let server = ServerName::try_from(name.to_owned())?;
            Box::new(self.0.connect(server, stream).await?)
        } else {
            Box::new(stream)
        };
        let (mut sender, connection) = http1::handshake(TokioIo::new(stream)).await?;
        let connection = tokio::spawn(connection);
        let authority = parts.uri.authority().ok_or("an address without a host")?;
        let authority = authority.as_str().parse()?;
        parts.headers.insert(http::header::HOST, authority);
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        parts.uri = path.parse()?;
        let request = http::Request::from_parts(parts, Full::new(body));
        let (parts, body) = sender.send_request(request).await?.into_parts();
        let body = Limited::new(body, MOST).collect().await?.to_bytes();
        connection.abort();
        Ok(http::Response::from_parts(parts, body))
    }
}

impl HttpClient for Https {
    fn request(
        &self,
        request: http::Request<BodyWrapper<Bytes>>,
    ) -> Pin<Box<dyn Future<Output = Result<BytesResponse, instant_acme::Error>> + Send>> {
        let ask = self.clone().ask(request);
        Box::pin(async move {
            match tokio::time::timeout(PATIENCE, ask).await {
                Ok(Ok(answer)) => Ok(BytesResponse::from(answer)),
                Ok(Err(error)) => Err(instant_acme::Error::Other(error)),
                Err(_) => Err(instant_acme::Error::Other("no answer in time".into())),
            }
        })
    }
}
