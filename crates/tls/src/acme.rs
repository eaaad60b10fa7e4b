//! Certificates by ACME (RFC 8555), as Let's Encrypt gives them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use instant_acme::{
    Account, AccountCredentials, AuthorizationStatus, ChallengeType, Identifier, NewAccount,
    NewOrder, Order, OrderStatus, RetryPolicy,
};
use rcgen::{CertificateParams, CustomExtension, DistinguishedName, KeyPair};
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{PrivateKeyDer, PrivatePkcs8KeyDer};
use tokio_rustls::rustls::sign::CertifiedKey;

use crate::https::Https;
use crate::resolver::Resolver;
use crate::{Certificate, TlsError, files};

#[derive(Clone, Debug)]
pub struct AcmeSettings {
    /// The address of the directory.
    pub directory: String,
    /// Where the authority may write to, such as `mailto:ann@example.org`.
    pub contact: Option<String>,
    /// Who vouches for the directory itself, if it is one's own.
    pub root: Option<PathBuf>,
}

/// How the server may ask whether a name is ours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Proof {
    /// On the TLS port itself.
    Tls,
    /// On port 80.
    Http,
}

impl Proof {
    pub(crate) fn other(self) -> Proof {
        match self {
            Proof::Tls => Proof::Http,
            Proof::Http => Proof::Tls,
        }
    }
}

/// Waits longer each time; the whole is over within two minutes.
const RETRIES: RetryPolicy = RetryPolicy::new()
    .initial_delay(Duration::from_millis(500))
    .backoff(1.5)
    .timeout(Duration::from_secs(60));

pub(crate) struct Acme<'a> {
    pub(crate) settings: &'a AcmeSettings,
    pub(crate) folder: &'a Path,
    pub(crate) names: &'a [String],
    pub(crate) resolver: &'a Resolver,
}

#[allow(clippy::needless_pass_by_value)] // for `map_err`, which gives the error away
fn failed(error: impl ToString) -> TlsError {
    TlsError::Acme(error.to_string())
}

impl Acme<'_> {
    fn paths(&self) -> (PathBuf, PathBuf) {
        (self.folder.join("acme.pem"), self.folder.join("acme.key"))
    }

    /// The certificate of the last time, if there is one for these names.
    pub(crate) fn present(&self) -> Option<Certificate> {
        let (certificate, key) = self.paths();
        let present = Certificate::read(&certificate, &key).ok()?;
        let ours = self.names.iter().all(|name| present.is_for(name));
        ours.then_some(present)
    }

    pub(crate) async fn obtain(&self, proof: Proof) -> Result<Certificate, TlsError> {
        let account = self.account().await?;
        let names = self.names.iter().cloned().map(Identifier::Dns);
        let names: Vec<Identifier> = names.collect();
        let order = account.new_order(&NewOrder::new(&names)).await;
        let mut order = order.map_err(failed)?;
        let obtained = self.prove(&mut order, proof).await;
        self.resolver.clear();
        obtained?;
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(self.names.to_vec())?;
        params.distinguished_name = DistinguishedName::new();
        let request = params.serialize_request(&key)?;
        order.finalize_csr(request.der()).await.map_err(failed)?;
        let chain = order.poll_certificate(&RETRIES).await.map_err(failed)?;
        let (certificate, key_file) = self.paths();
        let secret = key.serialize_pem();
        let read = Certificate::parse(&certificate, chain.as_bytes(), &key_file, secret.as_bytes());
        let read = read?;
        if let Some(fault) = read.fault(self.names, crate::certificate::now()) {
            return Err(failed(format!("the certificate we were given: {fault}")));
        }
        files::write(&key_file, &secret)?;
        files::write(&certificate, &chain)?;
        Ok(read)
    }

    /// The account of the last time, or a new one.
    async fn account(&self) -> Result<Account, TlsError> {
        files::make_folder(self.folder)?;
        let path = self.folder.join("acme-account.json");
        let https = Https::new(self.settings.root.as_deref())?;
        let builder = Account::builder_with_http(Box::new(https));
        if let Some(text) = files::read(&path)?
            && let Ok(known) = serde_json::from_str::<Kept>(&text)
            && known.directory == self.settings.directory
        {
            return builder
                .from_credentials(known.credentials)
                .await
                .map_err(failed);
        }
        let contact: Vec<&str> = self.settings.contact.as_deref().into_iter().collect();
        let new = NewAccount {
            contact: &contact,
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let directory = self.settings.directory.clone();
        let made = builder.create(&new, directory, None).await;
        let (account, credentials) = made.map_err(failed)?;
        let kept = Kept {
            directory: self.settings.directory.clone(),
            credentials,
        };
        files::write(&path, &serde_json::to_string(&kept).map_err(failed)?)?;
        Ok(account)
    }

    async fn prove(&self, order: &mut Order, proof: Proof) -> Result<(), TlsError> {
        let wanted = match proof {
            Proof::Tls => ChallengeType::TlsAlpn01,
            Proof::Http => ChallengeType::Http01,
        };
        let mut pending = order.authorizations();
        while let Some(authorization) = pending.next().await {
            let mut authorization = authorization.map_err(failed)?;
            match authorization.status {
                AuthorizationStatus::Valid => continue,
                AuthorizationStatus::Pending => {}
                status => return Err(failed(format!("the order is {status:?}"))),
            }
            let name = authorization.identifier().to_string();
            let Some(mut challenge) = authorization.challenge(wanted.clone()) else {
                return Err(failed(format!("{name} cannot be proved by {wanted:?}")));
            };
            let answer = challenge.key_authorization();
            match proof {
                Proof::Tls => self
                    .resolver
                    .show(&name, shown(&name, answer.digest().as_ref())?),
                Proof::Http => self.resolver.tell(&challenge.token, answer.as_str()),
            }
            challenge.set_ready().await.map_err(failed)?;
        }
        match order.poll_ready(&RETRIES).await.map_err(failed)? {
            OrderStatus::Ready | OrderStatus::Valid => Ok(()),
            _ => Err(self.why(order).await),
        }
    }

    /// What the server found wrong, in its own words.
    async fn why(&self, order: &mut Order) -> TlsError {
        let mut reasons = Vec::new();
        let mut all = order.authorizations();
        while let Some(Ok(authorization)) = all.next().await {
            let problems = authorization.challenges.iter();
            let problems = problems.filter_map(|challenge| challenge.error.as_ref());
            reasons.extend(problems.map(ToString::to_string));
        }
        if reasons.is_empty() {
            reasons.push("the names could not be proved to be ours".to_owned());
        }
        TlsError::Acme(reasons.join("; "))
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
struct Kept {
    directory: String,
    credentials: AccountCredentials,
}

/// What the server wants to see under the name (RFC 8737).
fn shown(name: &str, digest: &[u8]) -> Result<Arc<CertifiedKey>, TlsError> {
    let mut params = CertificateParams::new(vec![name.to_owned()])?;
    params.custom_extensions = vec![CustomExtension::new_acme_identifier(digest)];
    let key = KeyPair::generate()?;
    let made = params.self_signed(&key)?;
    let secret = PrivatePkcs8KeyDer::from(key.serialize_der());
    let secret = PrivateKeyDer::Pkcs8(secret);
    // Not `from_der`: it would read the certificate, whose critical extension it does not know.
    let key = default_provider().key_provider.load_private_key(secret)?;
    Ok(Arc::new(CertifiedKey::new(vec![made.der().clone()], key)))
}
