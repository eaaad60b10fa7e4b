//! Can the addresses be listened at, or does the house answer there already?

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use parlor_server::Config;

use super::Finding;

const PATIENCE: Duration = Duration::from_secs(3);

pub(super) fn look(config: &Config) -> Vec<Finding> {
    let mut findings = Vec::new();
    let is_tls = config.tls != "off";
    for (what, address, speaks_http) in [
        ("page", &config.listen, !is_tls),
        ("redirect", &config.redirect, false),
        ("metrics", &config.ops, true),
        ("coexistence", &config.coexistence, false),
        ("marelles", &config.marelles, false),
        ("terminal", &config.terminal, false),
    ] {
        if !address.is_empty() {
            let address = config.beside_the_page(address);
            findings.push(port(what, &address, speaks_http));
        }
    }
    findings.extend(reach(config));
    findings.extend(config.bus.as_deref().map(bus));
    findings
}

fn resolve(address: &str) -> Option<SocketAddr> {
    address.to_socket_addrs().ok()?.next()
}

fn port(what: &str, address: &str, speaks_http: bool) -> Finding {
    const ABOUT: &str = "port";
    let name = format!("{address} ({what})");
    let Some(at) = resolve(address) else {
        let advice = "an address is HOST:PORT, such as 0.0.0.0:8080";
        return Finding::wrong(ABOUT, format!("{name} is no address"), advice);
    };
    let Err(taken) = TcpListener::bind(at) else {
        return Finding::fine(ABOUT, format!("{name} is free"));
    };
    match taken.kind() {
        ErrorKind::AddrInUse => match healthy(at, speaks_http) {
            Some(said) if said == "ok" => {
                Finding::fine(ABOUT, format!("{name}: the house answers, all is well"))
            }
            Some(said) => Finding::wrong(
                ABOUT,
                format!("{name}: the house answers: {said}"),
                "the log says more; docs/operations.md, When something breaks",
            ),
            None if speaks_http => Finding::wrong(
                ABOUT,
                format!("{name} is taken by something that is no house"),
                format!(
                    "see who: ss -ltnp 'sport = :{}'; stop it, or set another port",
                    at.port()
                ),
            ),
            None => Finding::fine(ABOUT, format!("{name} answers")),
        },
        ErrorKind::PermissionDenied => Finding::wrong(
            ABOUT,
            format!("{name}: ports below 1024 need a permission"),
            "AmbientCapabilities=CAP_NET_BIND_SERVICE in the unit, or setcap cap_net_bind_service=+ep on the program",
        ),
        ErrorKind::AddrNotAvailable => Finding::wrong(
            ABOUT,
            format!("{name}: this machine has no such address"),
            "0.0.0.0 stands for all of its addresses",
        ),
        _ => Finding::wrong(ABOUT, format!("{name}: {taken}"), "set another address"),
    }
}

/// What `/healthz` says; none when nobody speaks HTTP there.
fn healthy(at: SocketAddr, speaks_http: bool) -> Option<String> {
    let at = if at.ip().is_unspecified() {
        let here = if at.is_ipv4() { "127.0.0.1" } else { "::1" };
        SocketAddr::new(here.parse().ok()?, at.port())
    } else {
        at
    };
    let mut stream = TcpStream::connect_timeout(&at, PATIENCE).ok()?;
    if !speaks_http {
        return None;
    }
    stream.set_read_timeout(Some(PATIENCE)).ok()?;
    let request = b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n";
    stream.write_all(request).ok()?;
    let mut answer = String::new();
    stream.take(4096).read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let is_ours = head.contains(" 200 ") || head.contains(" 503 ");
    is_ours.then(|| body.trim().replace('\n', "; "))
}

/// Who can come at all.
fn reach(config: &Config) -> Option<Finding> {
    const ABOUT: &str = "reach";
    let at = resolve(&config.listen)?;
    if at.ip().is_loopback() && config.trusted_proxies.is_empty() {
        let port = at.port();
        let advice = format!("for others on the network: listen = \"0.0.0.0:{port}\"");
        return Some(Finding::mind(
            ABOUT,
            "only this machine can open the page",
            advice,
        ));
    }
    if !at.ip().is_loopback() && config.tls == "off" {
        let advice = "beyond a network you trust use HTTPS: docs/hosting/https.md";
        return Some(Finding::mind(
            ABOUT,
            "others come without encryption",
            advice,
        ));
    }
    None
}

fn bus(url: &str) -> Finding {
    const ABOUT: &str = "bus";
    let rest = url.split_once("://").map_or(url, |it| it.1);
    let host = rest.rsplit_once('@').map_or(rest, |it| it.1);
    let host = host.trim_end_matches('/');
    let host = if host.contains(':') {
        host.to_owned()
    } else {
        format!("{host}:4222")
    };
    let is_there =
        resolve(&host).is_some_and(|at| TcpStream::connect_timeout(&at, PATIENCE).is_ok());
    if is_there {
        return Finding::fine(ABOUT, format!("{host} answers"));
    }
    let advice = "start nats-server, or take `bus` out of the settings of a single node";
    Finding::wrong(ABOUT, format!("{host} does not answer"), advice)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::doctor::Verdict;

    #[test]
    fn a_port_is_free_or_taken_by_somebody() {
        let other = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = other.local_addr().unwrap().to_string();
        let serving = std::thread::spawn(move || {
            let (mut stream, _) = other.accept().unwrap();
            stream.write_all(b"220 mail\r\n").unwrap();
        });
        let found = port("page", &address, true);
        assert_eq!(found.verdict, Verdict::Wrong, "{found:?}");
        assert!(found.found.contains("no house"), "{found:?}");
        serving.join().unwrap();
        assert_eq!(port("page", &address, true).verdict, Verdict::Fine);
        assert_eq!(port("page", "nonsense", true).verdict, Verdict::Wrong);
        assert_eq!(port("page", "192.0.2.1:80", true).verdict, Verdict::Wrong);
    }

    #[test]
    fn a_bus_that_is_not_there() {
        assert_eq!(bus("nats://127.0.0.1:1").verdict, Verdict::Wrong);
    }
}
