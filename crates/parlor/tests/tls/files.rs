use std::path::{Path, PathBuf};

use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};
use tempfile::TempDir;
use time::{Duration, OffsetDateTime};
use tokio_rustls::rustls::pki_types::CertificateDer;

use crate::client::{connect, get, header, plain};
use crate::house::{House, command};

/// Somebody who gives certificates.
pub struct Giver {
    issuer: Issuer<'static, KeyPair>,
    pub root: CertificateDer<'static>,
    pub pem: String,
}

impl Giver {
    pub fn new() -> Giver {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::default();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        let root = params.self_signed(&key).unwrap();
        Giver {
            issuer: Issuer::new(params, key),
            pem: root.pem(),
            root: root.der().clone(),
        }
    }

    /// Valid until so many days from now; certificate and key.
    pub fn give(&self, name: &str, days: i64) -> (String, String) {
        let key = KeyPair::generate().unwrap();
        let mut params = CertificateParams::new(vec![name.to_owned()]).unwrap();
        params.not_before = OffsetDateTime::now_utc() - Duration::days(100);
        params.not_after = OffsetDateTime::now_utc() + Duration::days(days);
        let made = params.signed_by(&key, &self.issuer).unwrap();
        (made.pem(), key.serialize_pem())
    }
}

fn write(folder: &Path, (certificate, key): &(String, String)) {
    // The key first, as tools that renew do it in any order.
    std::fs::write(folder.join("key.pem"), key).unwrap();
    std::fs::write(folder.join("cert.pem"), certificate).unwrap();
}

const FILES: [&str; 10] = [
    "--listen",
    "127.0.0.1:0",
    "--tls",
    "files",
    "--cert",
    "cert.pem",
    "--key",
    "key.pem",
    "--domain",
    "games.example.org",
];

async fn shown(house: &House, giver: &Giver) -> Result<CertificateDer<'static>, String> {
    let stream = connect(house.http, "games.example.org", &giver.root).await?;
    let chain = stream.get_ref().1.peer_certificates().unwrap();
    Ok(chain[0].clone())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn files_are_read_again_and_bad_ones_are_not_used() {
    let folder = TempDir::new().unwrap();
    let giver = Giver::new();
    write(folder.path(), &giver.give("games.example.org", 30));
    let arguments = [&FILES[..], &["--redirect", "127.0.0.1:0"]].concat();
    let mut house = House::open(folder.path(), &arguments, &[]);
    let first = shown(&house, &giver).await.unwrap();
    let answer = get(house.http, "games.example.org", &giver.root, "/healthz")
        .await
        .unwrap();
    let strict = header(&answer, "strict-transport-security");
    assert_eq!(strict, Some("max-age=15552000"), "{answer}");

    // From the port for plain HTTP to the one for HTTPS; there is no authority of our own.
    let mut redirect = house.http;
    redirect.set_port(house.port("led to HTTPS"));
    let led = plain(redirect, "games.example.org", "/rules").await;
    let there = format!("https://games.example.org:{}/rules", house.http.port());
    assert_eq!(header(&led, "location"), Some(there.as_str()), "{led}");
    assert_eq!(header(&led, "strict-transport-security"), None);
    let none = plain(redirect, "games.example.org", "/ca.crt").await;
    assert!(none.starts_with("HTTP/1.1 308"), "{none}");

    // A new pair is used without a restart.
    write(folder.path(), &giver.give("games.example.org", 60));
    house.logs("the new certificate is in use");
    let second = shown(&house, &giver).await.unwrap();
    assert_ne!(first, second);

    // Whatever is wrong with the next one, this one stays.
    let (expired, key) = giver.give("games.example.org", -1);
    write(folder.path(), &(expired, key));
    house.logs("it expired on");
    write(folder.path(), &giver.give("bank.example", 30));
    house.logs("it is not for games.example.org");
    let (certificate, _) = giver.give("games.example.org", 30);
    let (_, key) = giver.give("games.example.org", 30);
    write(folder.path(), &(certificate, key));
    house.logs("not the key of the certificate");
    std::fs::write(folder.path().join("cert.pem"), "junk").unwrap();
    house.logs("there is no certificate in it");
    std::fs::remove_file(folder.path().join("cert.pem")).unwrap();
    house.logs("cert.pem: No such file");
    assert_eq!(shown(&house, &giver).await.unwrap(), second);
}

#[test]
fn a_start_with_the_wrong_files_says_what_is_wrong() {
    let giver = Giver::new();
    let start = |prepare: &dyn Fn(PathBuf)| {
        let folder = TempDir::new().unwrap();
        prepare(folder.path().to_owned());
        let refused = command(folder.path(), &FILES, &[]).output().unwrap();
        assert!(!refused.status.success());
        assert!(
            !folder.path().join("parlor.db").exists(),
            "nothing was touched"
        );
        String::from_utf8_lossy(&refused.stderr).into_owned()
    };
    let why = start(&|_| {});
    assert!(why.contains("cert.pem: No such file"), "{why}");
    let why = start(&|folder| {
        let (certificate, _) = giver.give("games.example.org", 30);
        let (_, key) = giver.give("games.example.org", 30);
        write(&folder, &(certificate, key));
    });
    assert!(
        why.contains("key.pem: not the key of the certificate in cert.pem"),
        "{why}"
    );
    let why = start(&|folder| {
        let (certificate, _) = giver.give("games.example.org", 30);
        write(&folder, &(certificate.clone(), certificate));
    });
    assert!(why.contains("key.pem: there is no private key"), "{why}");
}

/// An old certificate is no reason to keep the house shut, but one to be told.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_expired_certificate_is_served_and_named() {
    let folder = TempDir::new().unwrap();
    let giver = Giver::new();
    write(folder.path(), &giver.give("games.example.org", -3));
    let mut house = House::open(folder.path(), &FILES, &[]);
    house.logs("browsers will not take this certificate: it expired on");
    let refused = shown(&house, &giver).await.unwrap_err();
    assert!(refused.contains("expired"), "{refused}");
}
