use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rcgen::{CertificateParams, KeyPair};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

use crate::acme::{Acme, Proof};
use crate::authority::Authority;
use crate::certificate::now;
use crate::resolver::Resolver;
use crate::{AcmeSettings, Certificate, Settings, Source, TlsError, acceptor, files};

/// How often files are looked at, and how often the rest.
const LOOK: Duration = Duration::from_secs(2);
const RENEWAL: Duration = Duration::from_secs(3600);
/// After a failed order: a minute, then twice as long each time.
const FIRST_WAIT: Duration = Duration::from_secs(60);
const LONGEST_WAIT: Duration = Duration::from_secs(12 * 3600);

/// The house's certificate, looked after.
#[derive(Clone, Debug)]
pub struct Tls {
    settings: Arc<Settings>,
    resolver: Arc<Resolver>,
    authority: Option<Arc<Authority>>,
}

impl Tls {
    /// Finds or makes what is there; what comes by ACME is asked for by [`Tls::keep`].
    pub fn open(settings: Settings) -> Result<Tls, TlsError> {
        let resolver = Arc::new(Resolver::new(&settings.names));
        let mut authority = None;
        match &settings.source {
            Source::Own => {
                let own = Authority::open(&settings.folder, &settings.names)?;
                resolver.take(own.leaf(&settings.names)?);
                authority = Some(Arc::new(own));
            }
            Source::Files { certificate, key } => {
                let read = Certificate::read(certificate, key)?;
                if let Some(fault) = read.fault(&settings.names, now()) {
                    let file = certificate.display();
                    tracing::error!(%file, "browsers will not take this certificate: {fault}");
                }
                resolver.take(read);
            }
            Source::Acme(acme) => {
                if settings.names.is_empty() {
                    let what = "tls = \"acme\" needs a name: domain = \"games.example.org\"";
                    return Err(TlsError::Names(what.to_owned()));
                }
                files::make_folder(&settings.folder)?;
                let tls = Tls {
                    settings: Arc::new(settings.clone()),
                    resolver: resolver.clone(),
                    authority: None,
                };
                match tls.acme(acme).present() {
                    Some(present) => resolver.take(present),
                    None => resolver.take(placeholder(&settings)?),
                }
            }
        }
        Ok(Tls {
            settings: Arc::new(settings),
            resolver,
            authority,
        })
    }

    pub fn acceptor(&self) -> Result<TlsAcceptor, TlsError> {
        acceptor(self.resolver.clone())
    }

    /// Whether browsers take the present certificate without being told to: only then may they be
    /// told never to come without TLS again.
    pub fn is_certified(&self) -> bool {
        self.authority.is_none() && self.resolver.is_certified()
    }

    /// When the present certificate ends, in seconds since 1970.
    pub fn expires(&self) -> Option<i64> {
        self.resolver.current().map(|current| current.expires())
    }

    /// Our own authority's certificate (PEM, DER) and its SHA-256, if we are one.
    pub fn authority(&self) -> Option<(&str, &[u8], String)> {
        let own = self.authority.as_deref()?;
        Some((&own.pem, &own.der, own.fingerprint()))
    }

    /// What to answer to an ACME server that asks over HTTP.
    pub fn challenge(&self, token: &str) -> Option<String> {
        self.resolver.told(token)
    }

    fn acme<'a>(&'a self, settings: &'a AcmeSettings) -> Acme<'a> {
        Acme {
            settings,
            folder: &self.settings.folder,
            names: &self.settings.names,
            resolver: &self.resolver,
        }
    }

    /// Renews and reads again, until the house closes.
    pub async fn keep(self, mut closing: watch::Receiver<bool>) {
        let work = async {
            match &self.settings.source {
                Source::Own => self.renew().await,
                Source::Files { certificate, key } => self.reload(certificate, key).await,
                Source::Acme(acme) => self.order(acme).await,
            }
        };
        tokio::select! {
            () = work => {}
            _ = closing.changed() => {}
        }
    }

    async fn renew(&self) {
        let Some(authority) = &self.authority else {
            return;
        };
        loop {
            tokio::time::sleep(RENEWAL).await;
            match authority.leaf(&self.settings.names) {
                Ok(leaf) => self.resolver.take(leaf),
                Err(error) => tracing::error!("the certificate could not be renewed: {error}"),
            }
        }
    }

    async fn reload(&self, certificate: &Path, key: &Path) {
        let read = || (std::fs::read(certificate).ok(), std::fs::read(key).ok());
        let mut known = read();
        loop {
            tokio::time::sleep(LOOK).await;
            let found = read();
            if found == known {
                continue;
            }
            // The two files are written one after the other: what does not fit may fit soon, and
            // is said once.
            known = found;
            match Certificate::read(certificate, key) {
                Ok(new) => match new.fault(&self.settings.names, now()) {
                    None => {
                        self.resolver.take(new);
                        let file = certificate.display();
                        tracing::info!(%file, "the new certificate is in use");
                    }
                    Some(fault) => {
                        let file = certificate.display();
                        tracing::error!(%file, "the new certificate is not used: {fault}; the old one stays");
                    }
                },
                Err(error) => {
                    tracing::error!("the new certificate is not used: {error}; the old one stays");
                }
            }
        }
    }

    async fn order(&self, settings: &AcmeSettings) {
        let acme = self.acme(settings);
        let (mut proof, mut wait) = (Proof::Tls, FIRST_WAIT);
        loop {
            let present = acme.present();
            if present.is_some_and(|present| !present.is_due(now())) {
                tokio::time::sleep(RENEWAL).await;
                continue;
            }
            let names = self.settings.names.join(" ");
            let mut trouble = None;
            // Each way once: which of the two ports is open to the world, we cannot know.
            for _ in 0..2 {
                match acme.obtain(proof).await {
                    Ok(new) => {
                        tracing::info!(names, ?proof, until = ?new, "a new certificate is in use");
                        self.resolver.take(new);
                        trouble = None;
                        wait = FIRST_WAIT;
                        break;
                    }
                    Err(error) => {
                        metrics::counter!("parlor_certificate_failures_total").increment(1);
                        tracing::warn!(names, ?proof, "no certificate: {error}");
                        trouble = Some(error);
                        proof = proof.other();
                    }
                }
            }
            if let Some(error) = trouble {
                let minutes = wait.as_secs() / 60;
                tracing::error!(
                    names,
                    minutes,
                    "no certificate from {}: {error}. Is the name's address ours, and are the ports \
                     443 and 80 open? Tried again in so many minutes; the old certificate stays",
                    settings.directory
                );
                tokio::time::sleep(wait).await;
                wait = (wait * 2).min(LONGEST_WAIT);
            }
        }
    }
}

/// Until the first certificate has come, so that the house can be reached at all.
fn placeholder(settings: &Settings) -> Result<Certificate, TlsError> {
    let key = KeyPair::generate()?;
    let mut params = CertificateParams::new(Vec::new())?;
    params.not_before = time::OffsetDateTime::now_utc() - time::Duration::days(1);
    params.not_after = time::OffsetDateTime::now_utc() + time::Duration::days(30);
    let made = params.self_signed(&key)?;
    let path = settings.folder.join("placeholder");
    let (pem, key) = (made.pem(), key.serialize_pem());
    Certificate::parse(&path, pem.as_bytes(), &path, key.as_bytes())
}
