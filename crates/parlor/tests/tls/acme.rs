//! Against Pebble, the ACME server that Let's Encrypt tests its clients with.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::json;
use tempfile::TempDir;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_rustls::rustls::pki_types::pem::PemObject;

use crate::client::{body, connect, get, header};
use crate::files::Giver;
use crate::house::House;

fn ports<const N: usize>() -> [u16; N] {
    std::array::from_fn(|_| parlor_testkit::own_port())
}

struct Pebble {
    children: Vec<Child>,
    directory: String,
    manage: SocketAddr,
    giver: Giver,
}

impl Pebble {
    /// Every name points to this machine; proofs are looked for at these ports.
    fn start(folder: &Path, http: u16, tls: u16) -> Pebble {
        let giver = Giver::new();
        let (certificate, key) = giver.give("localhost", 30);
        std::fs::write(folder.join("pebble.crt"), certificate).unwrap();
        std::fs::write(folder.join("pebble.key"), key).unwrap();
        std::fs::write(folder.join("pebble-ca.pem"), &giver.pem).unwrap();
        let [listen, manage, dns, dns_manage] = ports();
        let config = json!({ "pebble": {
            "listenAddress": format!("127.0.0.1:{listen}"),
            "managementListenAddress": format!("127.0.0.1:{manage}"),
            "certificate": "pebble.crt", "privateKey": "pebble.key",
            "httpPort": http, "tlsPort": tls, "ocspResponderURL": "",
        }});
        std::fs::write(folder.join("pebble.json"), config.to_string()).unwrap();
        let off = "";
        let names = Command::new("pebble-challtestsrv")
            .args(["-defaultIPv6", off, "-defaultIPv4", "127.0.0.1"])
            .args(["-http01", off, "-https01", off, "-tlsalpn01", off])
            .args(["-dns01", &format!("127.0.0.1:{dns}")])
            .args(["-management", &format!("127.0.0.1:{dns_manage}")])
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("pebble-challtestsrv, from Debian's package pebble");
        let server = Command::new("pebble")
            .args(["-config", "pebble.json", "-strict"])
            .args(["-dnsserver", &format!("127.0.0.1:{dns}")])
            .current_dir(folder)
            .env("PEBBLE_VA_NOSLEEP", "1")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("pebble, from Debian's package pebble");
        let pebble = Pebble {
            children: vec![names, server],
            directory: format!("https://localhost:{listen}/dir"),
            manage: SocketAddr::from(([127, 0, 0, 1], manage)),
            giver,
        };
        let end = Instant::now() + Duration::from_secs(20);
        for port in [listen, manage, dns] {
            while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
                assert!(Instant::now() < end, "pebble does not answer");
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        pebble
    }

    /// Who vouches for what it gives.
    async fn root(&self) -> CertificateDer<'static> {
        let answer = get(self.manage, "localhost", &self.giver.root, "/roots/0")
            .await
            .unwrap();
        CertificateDer::from_pem_slice(&body(&answer)).unwrap()
    }
}

impl Drop for Pebble {
    fn drop(&mut self) {
        for child in &mut self.children {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

async fn shown(house: &House, root: &CertificateDer<'static>) -> CertificateDer<'static> {
    let stream = connect(house.http, "games.test", root).await.unwrap();
    stream.get_ref().1.peer_certificates().unwrap()[0].clone()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_is_asked_for_and_kept() {
    let folder = TempDir::new().unwrap();
    let [http, tls] = ports();
    let pebble = Pebble::start(folder.path(), http, tls);
    let listen = format!("127.0.0.1:{tls}");
    let arguments = [
        "--listen",
        &listen,
        "--tls",
        "acme",
        "--domain",
        "games.test",
    ];
    let directory = pebble.directory.clone();
    let settings = [
        ("PARLOR_ACME_DIRECTORY", directory.as_str()),
        ("PARLOR_ACME_ROOT", "pebble-ca.pem"),
        ("PARLOR_ACME_CONTACT", "ann@games.test"),
    ];
    let mut house = House::open(folder.path(), &arguments, &settings);
    house.logs("a new certificate is in use");
    assert!(house.log().contains("proof=Tls"), "{}", house.log());
    let root = pebble.root().await;
    let first = shown(&house, &root).await;
    let answer = get(house.http, "games.test", &root, "/healthz")
        .await
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    assert!(header(&answer, "strict-transport-security").is_some());
    drop(house);
    // The certificate is kept: the server need not even be there.
    drop(pebble);
    let house = House::open(folder.path(), &arguments, &settings);
    assert_eq!(shown(&house, &root).await, first);
    assert!(!house.log().contains("no certificate"), "{}", house.log());
}

/// Where port 443 does not lead here, port 80 may.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_port_proves_the_name_too() {
    let folder = TempDir::new().unwrap();
    let [http, nobody, tls] = ports();
    let pebble = Pebble::start(folder.path(), http, nobody);
    let (listen, redirect) = (format!("127.0.0.1:{tls}"), format!("127.0.0.1:{http}"));
    let arguments = [
        "--listen",
        &listen,
        "--redirect",
        &redirect,
        "--tls",
        "acme",
        "--domain",
        "games.test",
    ];
    let settings = [
        ("PARLOR_ACME_DIRECTORY", pebble.directory.as_str()),
        ("PARLOR_ACME_ROOT", "pebble-ca.pem"),
    ];
    let mut house = House::open(folder.path(), &arguments, &settings);
    house.logs("a new certificate is in use");
    let log = house.log();
    assert!(log.contains("proof=Http"), "{log}");
    // What the server said about the first attempt is there to read.
    assert!(
        log.contains("no certificate: ") && log.contains("onnect"),
        "{log}"
    );
    shown(&house, &pebble.root().await).await;
}

/// Nobody gives us a certificate: the house is open all the same, and says why.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_not_there() {
    let folder = TempDir::new().unwrap();
    let [nobody] = ports();
    let directory = format!("https://127.0.0.1:{nobody}/dir");
    let arguments = [
        "--listen",
        "127.0.0.1:0",
        "--tls",
        "acme",
        "--domain",
        "games.test",
    ];
    let settings = [("PARLOR_ACME_DIRECTORY", directory.as_str())];
    let mut house = House::open(folder.path(), &arguments, &settings);
    house.logs("no certificate from https://127.0.0.1");
    assert!(
        house.log().contains("Connection refused"),
        "{}",
        house.log()
    );
    let led = crate::client::plain(house.http, "games.test", "/").await;
    assert_eq!(header(&led, "location"), Some("https://games.test/"));
    let foreign = Giver::new();
    assert!(
        connect(house.http, "games.test", &foreign.root)
            .await
            .is_err()
    );
}

/// The authority looks for us at ports that are not ours, and refuses: the house is open all the same, and
/// its log has the authority's own words.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_that_leads_elsewhere() {
    let folder = TempDir::new().unwrap();
    let [http, tls] = ports();
    let pebble = Pebble::start(folder.path(), http, tls);
    let arguments = [
        "--listen",
        "127.0.0.1:0",
        "--redirect",
        "127.0.0.1:0",
        "--tls",
        "acme",
        "--domain",
        "games.test",
    ];
    let settings = [
        ("PARLOR_ACME_DIRECTORY", pebble.directory.as_str()),
        ("PARLOR_ACME_ROOT", "pebble-ca.pem"),
    ];
    let mut house = House::open(folder.path(), &arguments, &settings);
    house.logs("no certificate from https://");
    let log = house.log();
    assert!(log.contains("urn:ietf:params:acme:error:"), "{log}");
    assert!(!log.contains("a new certificate is in use"), "{log}");
    let root = pebble.root().await;
    assert!(connect(house.http, "games.test", &root).await.is_err());
    let led = crate::client::plain(house.http, "games.test", "/").await;
    assert_eq!(header(&led, "location"), Some("https://games.test/"));
}
