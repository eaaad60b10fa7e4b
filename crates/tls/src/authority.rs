//! An authority of the house's own. Phones and laptops have to be told to trust it, so it may
//! vouch for little: private addresses, local names, and what the operator named when it was made.
//! Whoever steals its key cannot pretend to be a bank.

use std::net::{IpAddr, UdpSocket};
use std::path::{Path, PathBuf};

use rcgen::{
    BasicConstraints, CertificateParams, CidrSubnet, DistinguishedName, DnType,
    ExtendedKeyUsagePurpose, GeneralSubtree, IsCa, Issuer, KeyPair, KeyUsagePurpose,
    NameConstraints, PublicKeyData as _,
};
use sha2::{Digest as _, Sha256};
use time::{Duration, OffsetDateTime};
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use crate::certificate::now;
use crate::{Certificate, TlsError, files};

const AUTHORITY_DAYS: i64 = 3650;
const LEAF_DAYS: i64 = 90;

const LOCAL_NAMES: [&str; 6] = ["localhost", "local", "lan", "internal", "home.arpa", "test"];
const LOCAL_RANGES: [(&str, u8); 8] = [
    ("10.0.0.0", 8),
    ("127.0.0.0", 8),
    ("100.64.0.0", 10),
    ("169.254.0.0", 16),
    ("172.16.0.0", 12),
    ("192.168.0.0", 16),
    ("::1", 128),
    ("fc00::", 7),
];

/// The authority's certificate, for people to take home.
#[derive(Clone, Debug)]
pub(crate) struct Authority {
    folder: PathBuf,
    pub(crate) pem: String,
    pub(crate) der: Vec<u8>,
    key: String,
    /// What it may vouch for besides what is local.
    extra: Vec<String>,
}

impl Authority {
    /// The one in this folder, made if there is none.
    pub(crate) fn open(folder: &Path, wanted: &[String]) -> Result<Authority, TlsError> {
        files::make_folder(folder)?;
        let paths = ["ca.pem", "ca.key", "ca.names"].map(|name| folder.join(name));
        let [certificate, key, names] = &paths;
        if files::read(certificate)?.is_none() {
            let (pem, secret) = make(wanted)?;
            files::write(key, &secret)?;
            files::write(names, &wanted.join("\n"))?;
            // Last: where it is, the others are.
            files::write(certificate, &pem)?;
        }
        let text = |path: &PathBuf| {
            let missing = || TlsError::content(path, "it belongs to ca.pem and is missing");
            files::read(path)?.ok_or_else(missing)
        };
        let pem = text(certificate)?;
        let der = CertificateDer::from_pem_slice(pem.as_bytes())
            .map_err(|error| TlsError::content(certificate, error))?;
        // Key and certificate must belong together; a copy of half a folder is noticed here.
        let own = Certificate::parse(certificate, pem.as_bytes(), key, text(key)?.as_bytes())?;
        if let Some(fault) = own.fault(&[], now()) {
            let what = format!(
                "{fault}; move the folder away to make a new authority, and let everybody trust that one"
            );
            return Err(TlsError::content(certificate, what));
        }
        let authority = Authority {
            folder: folder.to_owned(),
            der: der.to_vec(),
            pem,
            key: text(key)?,
            extra: text(names)?.lines().map(str::to_owned).collect(),
        };
        if let Some(name) = wanted.iter().find(|name| !authority.may_vouch(name)) {
            return Err(TlsError::Names(format!(
                "the authority in {} was made without the name {name} and may not vouch for it; \
                 move the folder away to make a new one, and let everybody trust that one",
                folder.display()
            )));
        }
        Ok(authority)
    }

    fn may_vouch(&self, name: &str) -> bool {
        is_local(name) || self.extra.iter().any(|known| known == name)
    }

    /// SHA-256, as browsers show it.
    pub(crate) fn fingerprint(&self) -> String {
        let digest = Sha256::digest(&self.der);
        let pairs: Vec<String> = digest.iter().map(|byte| format!("{byte:02X}")).collect();
        pairs.join(":")
    }

    /// The certificate for these names and this machine's own; the present one if it is fine.
    pub(crate) fn leaf(&self, names: &[String]) -> Result<Certificate, TlsError> {
        let certificate = self.folder.join("leaf.pem");
        let key = self.folder.join("leaf.key");
        let mut names = names.to_vec();
        names.extend(own_names().into_iter().filter(|name| self.may_vouch(name)));
        names.sort();
        names.dedup();
        if let Ok(present) = Certificate::read(&certificate, &key)
            && present.fault(&names, now()).is_none()
            && !present.is_due(now())
            && files::read(&certificate)?.is_some_and(|chain| chain.contains(self.pem.trim()))
        {
            return Ok(present);
        }
        let (pem, secret) = self.issue(&names, LEAF_DAYS)?;
        files::write(&key, &secret)?;
        files::write(&certificate, &pem)?;
        tracing::info!(
            names = names.join(" "),
            "a new certificate of our own authority"
        );
        Certificate::parse(&certificate, pem.as_bytes(), &key, secret.as_bytes())
    }

    fn issue(&self, names: &[String], days: i64) -> Result<(String, String), TlsError> {
        let authority = KeyPair::from_pem(&self.key)?;
        let mut params = CertificateParams::new(names.to_vec())?;
        let now = OffsetDateTime::now_utc();
        // Clocks of phones may be behind.
        params.not_before = now - Duration::days(1);
        params.not_after = now + Duration::days(days);
        params.distinguished_name = DistinguishedName::new();
        params.distinguished_name.push(DnType::CommonName, "Parlor");
        params.use_authority_key_identifier_extension = true;
        params.key_usages = vec![KeyUsagePurpose::DigitalSignature];
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        let issuer = Issuer::new(authority_params(&authority, &self.extra), &authority);
        let key = KeyPair::generate()?;
        let leaf = params.signed_by(&key, &issuer)?;
        Ok((format!("{}{}", leaf.pem(), self.pem), key.serialize_pem()))
    }
}

fn make(extra: &[String]) -> Result<(String, String), TlsError> {
    let key = KeyPair::generate()?;
    let made = authority_params(&key, extra).self_signed(&key)?;
    Ok((made.pem(), key.serialize_pem()))
}

/// The same for the same key, so that the certificate need not be read to sign in its name.
fn authority_params(key: &KeyPair, extra: &[String]) -> CertificateParams {
    let mut params = CertificateParams::default();
    let now = OffsetDateTime::now_utc();
    params.not_before = now - Duration::days(1);
    params.not_after = now + Duration::days(AUTHORITY_DAYS);
    let digest = Sha256::digest(key.der_bytes());
    let [a, b, c, ..]: [u8; 32] = digest.into();
    let mark = format!("{a:02x}{b:02x}{c:02x}");
    params.distinguished_name = DistinguishedName::new();
    let name = format!("Parlor house authority {mark}");
    params.distinguished_name.push(DnType::CommonName, name);
    params.is_ca = IsCa::Ca(BasicConstraints::Constrained(0));
    params.key_usages = vec![KeyUsagePurpose::KeyCertSign, KeyUsagePurpose::CrlSign];
    let named = extra.iter().map(|name| match name.parse::<IpAddr>() {
        Ok(address) => GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(
            address,
            if address.is_ipv4() { 32 } else { 128 },
        )),
        Err(_) => GeneralSubtree::DnsName(name.clone()),
    });
    let local = LOCAL_NAMES.iter();
    let local = local.map(|name| GeneralSubtree::DnsName((*name).to_owned()));
    let ranges = LOCAL_RANGES.iter().filter_map(|&(base, bits)| {
        let base = base.parse().ok()?;
        Some(GeneralSubtree::IpAddress(CidrSubnet::from_addr_prefix(
            base, bits,
        )))
    });
    params.name_constraints = Some(NameConstraints {
        permitted_subtrees: local.chain(ranges).chain(named).collect(),
        excluded_subtrees: Vec::new(),
    });
    params
}

fn is_local(name: &str) -> bool {
    match name.parse::<IpAddr>() {
        Ok(IpAddr::V4(it)) => {
            let [a, b, ..] = it.octets();
            let shared = a == 100 && (64..128).contains(&b);
            it.is_private() || it.is_loopback() || it.is_link_local() || shared
        }
        Ok(IpAddr::V6(it)) => it.is_loopback() || it.is_unique_local(),
        Err(_) => LOCAL_NAMES.iter().any(|local| {
            let before = name.strip_suffix(local);
            before.is_some_and(|before| before.is_empty() || before.ends_with('.'))
        }),
    }
}

/// How this machine is called on the network it is in.
fn own_names() -> Vec<String> {
    let mut names = vec!["localhost".into(), "127.0.0.1".into(), "::1".into()];
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    let host = host.trim().to_ascii_lowercase();
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    if !host.is_empty() && host.bytes().all(plain) {
        names.push(format!("{host}.local"));
    }
    // No packet is sent: connecting a UDP socket only asks the system which way it would go.
    for (own, far) in [("0.0.0.0:0", "192.0.2.1:9"), ("[::]:0", "[2001:db8::1]:9")] {
        let address = UdpSocket::bind(own).and_then(|socket| {
            socket.connect(far)?;
            socket.local_addr()
        });
        names.extend(address.ok().map(|address| address.ip().to_string()));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_authority_stays_and_vouches_for_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let names = ["games.example.org".to_owned()];
        let first = Authority::open(folder.path(), &names).unwrap();
        let leaf = first.leaf(&names).unwrap();
        for own in ["games.example.org", "localhost", "127.0.0.1"] {
            assert!(leaf.is_for(own), "{own}");
        }
        assert!(!leaf.is_for("bank.example"));
        let again = Authority::open(folder.path(), &names).unwrap();
        assert_eq!(again.pem, first.pem);
        assert_eq!(again.leaf(&names).unwrap().key.cert, leaf.key.cert, "kept");
        // A name more: the leaf could be made anew, but the authority may not vouch for it.
        let more = ["games.example.org".to_owned(), "bank.example".to_owned()];
        let refused = Authority::open(folder.path(), &more)
            .unwrap_err()
            .to_string();
        assert!(refused.contains("bank.example"), "{refused}");
    }

    #[test]
    fn half_a_folder_is_noticed() {
        let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        Authority::open(one.path(), &[]).unwrap();
        Authority::open(two.path(), &[]).unwrap();
        std::fs::copy(two.path().join("ca.key"), one.path().join("ca.key")).unwrap();
        let refused = Authority::open(one.path(), &[]).unwrap_err().to_string();
        assert!(refused.contains("not the key"), "{refused}");
        std::fs::remove_file(two.path().join("ca.key")).unwrap();
        let refused = Authority::open(two.path(), &[]).unwrap_err().to_string();
        assert!(refused.contains("ca.key"), "{refused}");
    }

    #[test]
    fn secrets_are_readable_by_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("tls");
        let authority = Authority::open(&inside, &[]).unwrap();
        authority.leaf(&[]).unwrap();
        for name in ["ca.key", "leaf.key", "."] {
            let mode = std::fs::metadata(inside.join(name)).unwrap().permissions();
            assert_eq!(mode.mode() & 0o077, 0, "{name}");
        }
    }

    #[test]
    fn local_is_what_is_nobody_elses() {
        for local in [
            "localhost",
            "a.localhost",
            "pi.local",
            "10.1.2.3",
            "100.64.0.1",
            "fd00::1",
        ] {
            assert!(is_local(local), "{local}");
        }
        for foreign in [
            "bank.example",
            "notlocal",
            "8.8.8.8",
            "100.128.0.1",
            "2001:db8::1",
        ] {
            assert!(!is_local(foreign), "{foreign}");
        }
    }
}
