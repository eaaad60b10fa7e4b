//! A proxy in front, and somebody who only says so.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use serde_json::json;
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::house::House;
use crate::net::{PATIENCE, Socket, connect, machine, say};

/// The only machine that is believed.
const PROXY: u8 = 9;
const LIAR: u8 = 8;

fn house() -> House {
    House::with(&[
        ("PARLOR_TRUSTED_PROXIES", "127.0.1.9, 2001:db8::/32"),
        ("PARLOR_SOCKETS_PER_ADDRESS", "3"),
        ("PARLOR_SIGN_INS_PER_MINUTE", "5"),
    ])
}

/// Signs in under a new name as if for somebody else; the whole answer.
async fn sign_in(from: IpAddr, to: SocketAddr, said: &str, name: &str) -> String {
    let body = json!({ "name": name }).to_string();
    let length = body.len();
    let head = format!(
        "POST /api/v1/session HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n{said}\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}"
    );
    say(from, to, head.as_bytes(), PATIENCE).await
}

/// Twelve sign-ins where five are allowed, and another every twelve seconds that it takes.
fn fits(refused: u64, begun: Instant) -> bool {
    let more = begun.elapsed().as_secs() / 12 + 1;
    (7_u64.saturating_sub(more)..=7).contains(&refused)
}

/// People behind the proxy have limits of their own; whoever invents them has one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn limits_count_people_and_not_the_proxy() {
    let house = house();
    let said = |who: usize| format!("X-Forwarded-For: 198.51.100.77, 192.0.2.{who}\r\n");
    for who in 0..12 {
        let answer = sign_in(
            machine(PROXY),
            house.http,
            &said(who),
            &format!("Guest{who}"),
        )
        .await;
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }
    let (mut refused, begun) = (0, Instant::now());
    for number in 0..12 {
        let name = format!("Greedy{number}");
        let answer = sign_in(machine(PROXY), house.http, &said(200), &name).await;
        refused += u64::from(answer.starts_with("HTTP/1.1 429"));
    }
    assert!(fits(refused, begun), "{refused} of 12 refused");
    let (mut refused, begun) = (0, Instant::now());
    for number in 0..12 {
        let name = format!("Liar{number}");
        let answer = sign_in(machine(LIAR), house.http, &said(number + 50), &name).await;
        refused += u64::from(answer.starts_with("HTTP/1.1 429"));
    }
    assert!(fits(refused, begun), "{refused} of 12 refused");
}

/// The cookie is for TLS only when a known proxy says that the browser came over TLS.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn cookies_are_secure_when_the_browser_came_over_tls() {
    let house = house();
    let tls = "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: https\r\n";
    let cookie = |answer: &str| {
        let line = answer.lines().find(|line| line.starts_with("set-cookie"));
        line.unwrap_or_default().to_owned()
    };
    let through = sign_in(machine(PROXY), house.http, tls, "Ann").await;
    assert!(cookie(&through).contains("; Secure"), "{through}");
    let plain = "X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-Proto: http\r\n";
    let through = sign_in(machine(PROXY), house.http, plain, "Bo").await;
    assert!(!cookie(&through).is_empty() && !cookie(&through).contains("Secure"));
    let lied = sign_in(machine(LIAR), house.http, tls, "Cy").await;
    assert!(!cookie(&lied).is_empty() && !cookie(&lied).contains("Secure"));
}

async fn socket(from: IpAddr, to: SocketAddr, who: &str) -> Result<Socket, String> {
    let mut request = format!("ws://{to}/ws").into_client_request().unwrap();
    request
        .headers_mut()
        .insert("x-forwarded-for", who.parse().unwrap());
    let stream = connect(from, to).await.map_err(|error| error.to_string())?;
    match client_async(request, stream).await {
        Ok((socket, _)) => Ok(Socket(socket)),
        Err(error) => Err(error.to_string()),
    }
}

/// Sockets through one proxy are counted to whoever opened them, as long as they are open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_are_counted_to_their_owners() {
    let house = house();
    let mut greedy = Vec::new();
    for _ in 0..3 {
        greedy.push(
            socket(machine(PROXY), house.http, "192.0.2.1")
                .await
                .unwrap(),
        );
    }
    let refused = socket(machine(PROXY), house.http, "192.0.2.1").await;
    assert!(refused.is_err_and(|error| error.contains("429")));
    for other in 2..8 {
        let who = format!("192.0.2.{other}");
        greedy.push(socket(machine(PROXY), house.http, &who).await.unwrap());
    }
    // The place is free again once the socket is closed.
    drop(greedy.remove(0));
    let mut again = Err(String::new());
    for _ in 0..50 {
        again = socket(machine(PROXY), house.http, "192.0.2.1").await;
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert!(again.is_ok());
    // Whoever is no proxy has the sockets of one address, whatever it says.
    let mut lies = Vec::new();
    for number in 0..3 {
        lies.push(
            socket(machine(LIAR), house.http, &format!("203.0.113.{number}"))
                .await
                .unwrap(),
        );
    }
    assert!(
        socket(machine(LIAR), house.http, "203.0.113.99")
            .await
            .is_err()
    );
}
