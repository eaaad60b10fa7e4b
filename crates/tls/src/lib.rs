//! Certificates for the house: from an authority of its own, from files, or by ACME.
//!
//! Whatever goes wrong with a new certificate, the one in use stays in use.

#![cfg_attr(
    not(test),
    warn(clippy::expect_used, clippy::indexing_slicing, clippy::panic)
)]

mod acme;
mod authority;
mod certificate;
mod files;
mod https;
mod keep;
mod resolver;
mod x509;

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;

pub use acme::AcmeSettings;
pub use certificate::Certificate;
pub use https::Https;
pub use keep::Tls;
pub use resolver::ACME_PROTOCOL;

/// Where certificates come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// An authority of the house's own, which visitors have to be told to trust.
    Own,
    /// Somebody else looks after these; they are read again when they change.
    Files {
        certificate: PathBuf,
        key: PathBuf,
    },
    Acme(AcmeSettings),
}

#[derive(Clone, Debug)]
pub struct Settings {
    pub source: Source,
    /// What must survive a restart: the authority, the account, certificates and keys.
    pub folder: PathBuf,
    /// Names and addresses under which the house is reached.
    pub names: Vec<String>,
}

/// The certificate that is there now, if any; nothing is made or asked for.
pub fn present(settings: &Settings) -> Result<Option<Certificate>, TlsError> {
    let kept = |name: &str| {
        let [certificate, key] =
            ["pem", "key"].map(|end| settings.folder.join(name).with_extension(end));
        if certificate.exists() {
            return Certificate::read(&certificate, &key).map(Some);
        }
        Ok(None)
    };
    match &settings.source {
        Source::Own => kept("leaf"),
        Source::Files { certificate, key } => Certificate::read(certificate, key).map(Some),
        Source::Acme(_) => kept("acme"),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    #[error("{}: {error}", path.display())]
    File { path: PathBuf, error: io::Error },
    #[error("{}: {what}", path.display())]
    Content { path: PathBuf, what: String },
    #[error("{0}")]
    Names(String),
    #[error("a certificate could not be made: {0}")]
    Make(#[from] rcgen::Error),
    #[error("TLS: {0}")]
    Rustls(#[from] tokio_rustls::rustls::Error),
    #[error("{0}")]
    Acme(String),
}

impl TlsError {
    fn file(path: &Path, error: io::Error) -> TlsError {
        TlsError::File {
            path: path.to_owned(),
            error,
        }
    }

    #[allow(clippy::needless_pass_by_value)] // errors and texts alike
    fn content(path: &Path, what: impl ToString) -> TlsError {
        TlsError::Content {
            path: path.to_owned(),
            what: what.to_string(),
        }
    }
}

/// HTTP/1.1, and the protocol in which an ACME server asks whether the name is ours.
fn acceptor(resolver: Arc<resolver::Resolver>) -> Result<TlsAcceptor, TlsError> {
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_no_client_auth()
        .with_cert_resolver(resolver);
    config.alpn_protocols = vec![b"http/1.1".to_vec(), ACME_PROTOCOL.to_vec()];
    Ok(TlsAcceptor::from(Arc::new(config)))
}
