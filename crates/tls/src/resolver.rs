use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use tokio_rustls::rustls::server::{ClientHello, ResolvesServerCert};
use tokio_rustls::rustls::sign::CertifiedKey;

use crate::Certificate;
use crate::certificate::now;

/// In which an ACME server asks (RFC 8737).
pub const ACME_PROTOCOL: &[u8] = b"acme-tls/1";

/// The certificate in use, and what an ACME server is to be shown meanwhile.
#[derive(Debug, Default)]
pub(crate) struct Resolver {
    /// What the certificate should be for.
    names: Vec<String>,
    /// Browsers take the current one under these names without being told to.
    certified: AtomicBool,
    current: RwLock<Option<Certificate>>,
    /// By name (TLS-ALPN-01).
    shown: RwLock<HashMap<String, Arc<CertifiedKey>>>,
    /// By token (HTTP-01).
    told: RwLock<HashMap<String, String>>,
}

impl Resolver {
    pub(crate) fn new(names: &[String]) -> Resolver {
        Resolver {
            names: names.to_vec(),
            ..Resolver::default()
        }
    }

    pub(crate) fn is_certified(&self) -> bool {
        self.certified.load(Ordering::Relaxed)
    }

    pub(crate) fn current(&self) -> Option<Certificate> {
        let current = self.current.read();
        current.unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(crate) fn take(&self, certificate: Certificate) {
        let until = certificate.expires() as f64;
        metrics::gauge!("parlor_certificate_expires_seconds").set(until);
        let fine = certificate.fault(&self.names, now()).is_none();
        self.certified.store(fine, Ordering::Relaxed);
        let current = self.current.write();
        *current.unwrap_or_else(PoisonError::into_inner) = Some(certificate);
    }

    pub(crate) fn show(&self, name: &str, key: Arc<CertifiedKey>) {
        let shown = self.shown.write();
        let mut shown = shown.unwrap_or_else(PoisonError::into_inner);
        shown.insert(name.to_owned(), key);
    }

    pub(crate) fn tell(&self, token: &str, answer: &str) {
        let told = self.told.write();
        let mut told = told.unwrap_or_else(PoisonError::into_inner);
        told.insert(token.to_owned(), answer.to_owned());
    }

    pub(crate) fn told(&self, token: &str) -> Option<String> {
        let told = self.told.read().unwrap_or_else(PoisonError::into_inner);
        told.get(token).cloned()
    }

    /// Nothing is asked any more.
    pub(crate) fn clear(&self) {
        let shown = self.shown.write();
        shown.unwrap_or_else(PoisonError::into_inner).clear();
        let told = self.told.write();
        told.unwrap_or_else(PoisonError::into_inner).clear();
    }
}

impl ResolvesServerCert for Resolver {
    fn resolve(&self, hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let mut offered = hello.alpn().into_iter().flatten();
        if offered.any(|protocol| protocol == ACME_PROTOCOL) {
            let shown = self.shown.read().unwrap_or_else(PoisonError::into_inner);
            return shown.get(hello.server_name()?).cloned();
        }
        self.current().map(|certificate| certificate.key)
    }
}
