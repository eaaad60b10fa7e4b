use std::time::{Duration, Instant};

use futures_util::StreamExt;
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::rustls::pki_types::CertificateDer;
use tokio_tungstenite::client_async;

use crate::client::{ask, body, connect, get, header, plain};
use crate::house::House;

const TLS: [&str; 4] = ["--listen", "127.0.0.1:0", "--tls", "self"];

async fn authority(house: &House) -> CertificateDer<'static> {
    let answer = plain(house.http, "localhost", "/ca.crt").await;
    assert_eq!(
        header(&answer, "content-type"),
        Some("application/x-x509-ca-cert")
    );
    CertificateDer::from(body(&answer))
}

/// As a visitor does it: take the authority's certificate, compare the print, come over TLS.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_with_certificates_of_its_own() {
    let folder = TempDir::new().unwrap();
    let arguments = [&TLS[..], &["--domain", "games.example.org"]].concat();
    let mut house = House::open(folder.path(), &arguments, &[]);
    house.port("/ca");
    let authority = authority(&house).await;
    let print: Vec<String> = Sha256::digest(&authority)
        .iter()
        .map(|byte| format!("{byte:02X}"))
        .collect();
    let print = print.join(":");
    assert!(house.line(&print).is_some(), "printed at the start");
    for language in ["en", "zh"] {
        let stream = TcpStream::connect(house.http).await.unwrap();
        let first = "GET /ca";
        let head = format!("localhost\r\nAccept-Language: {language}");
        let page = ask(stream, &head, first, "").await;
        assert!(page.contains(&print) && page.contains(&format!("lang=\"{language}\"")));
    }

    for name in ["localhost", "127.0.0.1", "games.example.org"] {
        let answer = get(house.http, name, &authority, "/healthz").await.unwrap();
        assert!(answer.starts_with("HTTP/1.1 200"), "{name}: {answer}");
        assert_eq!(header(&answer, "strict-transport-security"), None);
    }
    assert!(
        get(house.http, "bank.example", &authority, "/")
            .await
            .is_err()
    );

    let stream = connect(house.http, "localhost", &authority).await.unwrap();
    let entered = ask(
        stream,
        "localhost",
        "POST /api/v1/session",
        "{\"name\":\"Ann\"}",
    )
    .await;
    let cookie = header(&entered, "set-cookie").unwrap();
    assert!(
        cookie.contains("; Secure") && cookie.contains("HttpOnly"),
        "{cookie}"
    );

    let stream = connect(house.http, "localhost", &authority).await.unwrap();
    let (mut socket, _) = client_async("wss://localhost/ws", stream).await.unwrap();
    let welcome = socket.next().await.unwrap().unwrap();
    assert!(welcome.to_text().unwrap().contains("welcome"));

    // Whoever forgets the s is led to it, at the same port.
    let host = format!("localhost:{}", house.http.port());
    let led = plain(house.http, &host, "/games/risk?x=1").await;
    assert!(led.starts_with("HTTP/1.1 308"), "{led}");
    let there = format!("https://{host}/games/risk?x=1");
    assert_eq!(header(&led, "location"), Some(there.as_str()));

    // A restart keeps the authority, and whoever trusts it.
    drop(house);
    let house = House::open(folder.path(), &arguments, &[]);
    assert!(
        get(house.http, "localhost", &authority, "/healthz")
            .await
            .is_ok()
    );
}

/// An authority may vouch for the names it was made with and no others.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_name_more_needs_a_new_authority() {
    let folder = TempDir::new().unwrap();
    drop(House::open(folder.path(), &TLS, &[]));
    let arguments = [&TLS[..], &["--domain", "games.example.org"]].concat();
    let refused = crate::house::command(folder.path(), &arguments, &[])
        .output()
        .unwrap();
    assert!(!refused.status.success());
    let why = String::from_utf8_lossy(&refused.stderr);
    assert!(
        why.contains("games.example.org") && why.contains("may not vouch"),
        "{why}"
    );
}

/// Handshakes that never end are ended, and counted like any other connection meanwhile.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_handshake_has_its_time() {
    let folder = TempDir::new().unwrap();
    let settings = [
        ("PARLOR_REQUEST_MS", "700"),
        ("PARLOR_SOCKETS_PER_ADDRESS", "4"),
    ];
    let house = House::open(folder.path(), &TLS, &settings);
    let authority = authority(&house).await;
    let started = Instant::now();
    let mut stuck = Vec::new();
    // Nothing at all; the beginning of a handshake; a handshake that is none.
    for begin in [
        &b""[..],
        &[0x16, 3, 1],
        &[0x16, 3, 1, 0, 4, 1, 2, 3],
        &[0x16],
    ] {
        let mut stream = TcpStream::connect(house.http).await.unwrap();
        stream.write_all(begin).await.unwrap();
        stuck.push(stream);
    }
    assert!(
        get(house.http, "localhost", &authority, "/healthz")
            .await
            .is_err(),
        "four at most"
    );
    for stream in &mut stuck {
        let mut rest = Vec::new();
        let _ = stream.read_to_end(&mut rest).await;
    }
    let took = started.elapsed();
    assert!(took < Duration::from_secs(8), "{took:?}");
    let answer = get(house.http, "localhost", &authority, "/healthz")
        .await
        .unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"));
}
