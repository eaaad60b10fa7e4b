use std::fmt;
use std::path::Path;
use std::sync::Arc;

use tokio_rustls::rustls::client::verify_server_name;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::rustls::server::ParsedCertificate;
use tokio_rustls::rustls::sign::CertifiedKey;

use crate::{TlsError, x509};

/// A certificate with its chain and its key, ready to use.
#[derive(Clone)]
pub struct Certificate {
    pub(crate) key: Arc<CertifiedKey>,
    /// Seconds since 1970.
    from: i64,
    to: i64,
}

impl fmt::Debug for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Certificate")
            .field("from", &x509::day(self.from))
            .field("to", &x509::day(self.to))
            .finish_non_exhaustive()
    }
}

impl Certificate {
    /// A chain, the leaf first, and its private key. They must belong together.
    pub fn read(certificate: &Path, key: &Path) -> Result<Certificate, TlsError> {
        let bytes = |path: &Path| std::fs::read(path).map_err(|error| TlsError::file(path, error));
        Certificate::parse(certificate, &bytes(certificate)?, key, &bytes(key)?)
    }

    pub(crate) fn parse(
        certificate: &Path,
        chain: &[u8],
        key_file: &Path,
        key: &[u8],
    ) -> Result<Certificate, TlsError> {
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_slice_iter(chain)
            .collect::<Result<_, _>>()
            .map_err(|error| TlsError::content(certificate, format!("no PEM: {error}")))?;
        let Some(leaf) = chain.first() else {
            let what = "there is no certificate in it (-----BEGIN CERTIFICATE-----)";
            return Err(TlsError::content(certificate, what));
        };
        let Some((from, to)) = x509::validity(leaf) else {
            let what = "the certificate cannot be read";
            return Err(TlsError::content(certificate, what));
        };
        let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| {
            let what = "there is no private key without a password in it";
            TlsError::content(key_file, what)
        })?;
        let key = CertifiedKey::from_der(chain, key, &default_provider()).map_err(|error| {
            use tokio_rustls::rustls::{Error, InconsistentKeys};
            match error {
                Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => TlsError::content(
                    key_file,
                    format!(
                        "not the key of the certificate in {}",
                        certificate.display()
                    ),
                ),
                error => TlsError::content(certificate, error),
            }
        })?;
        Ok(Certificate {
            key: Arc::new(key),
            from,
            to,
        })
    }

    /// Why a browser would not take it under these names now, if so.
    pub fn fault(&self, names: &[String], now: i64) -> Option<String> {
        if now > self.to {
            return Some(format!("it expired on {}", x509::day(self.to)));
        }
        if now < self.from {
            return Some(format!("it is not valid before {}", x509::day(self.from)));
        }
        let foreign = names.iter().find(|name| !self.is_for(name))?;
        Some(format!("it is not for {foreign}"))
    }

    pub fn is_for(&self, name: &str) -> bool {
        let Some(leaf) = self.key.cert.first() else {
            return false;
        };
        let (Ok(leaf), Ok(name)) = (
            ParsedCertificate::try_from(leaf),
            ServerName::try_from(name),
        ) else {
            return false;
        };
        verify_server_name(&leaf, &name).is_ok()
    }

    /// Seconds since 1970.
    pub fn expires(&self) -> i64 {
        self.to
    }

    /// Two thirds of its time are over.
    pub(crate) fn is_due(&self, now: i64) -> bool {
        now >= self.to - (self.to - self.from) / 3
    }
}

pub(crate) fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs() as i64)
}
