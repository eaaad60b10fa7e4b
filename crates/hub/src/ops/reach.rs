//! Under which addresses people on other machines reach the house.

use std::net::{IpAddr, SocketAddr};

/// Networks inside this machine, which lead nobody here.
const INSIDE: [&str; 6] = ["docker", "br-", "veth", "virbr", "podman", "cni"];

/// Addresses that others can use if the house listens there; most likely ones first.
pub fn reachable_at(listening: SocketAddr) -> Vec<SocketAddr> {
    let ip = listening.ip();
    if ip.is_loopback() {
        return Vec::new();
    }
    if !ip.is_unspecified() {
        return vec![listening];
    }
    let found = if_addrs::get_if_addrs().unwrap_or_default();
    let outside = found
        .iter()
        .filter(|it| !it.is_loopback() && !INSIDE.iter().any(|name| it.name.starts_with(name)))
        .map(if_addrs::Interface::ip)
        .filter(|it| listening.is_ipv6() || it.is_ipv4());
    let mut usable: Vec<IpAddr> = outside.filter(|it| rank(*it) < 9).collect();
    usable.sort_by_key(|it| rank(*it));
    usable.dedup();
    let at = |ip| SocketAddr::new(ip, listening.port());
    usable.into_iter().map(at).collect()
}

/// The network at home or at school before anything else.
fn rank(ip: IpAddr) -> u8 {
    match ip {
        IpAddr::V4(v4) if v4.is_link_local() || v4.is_unspecified() => 9,
        IpAddr::V4(v4) => match v4.octets() {
            [192, 168, ..] => 0,
            [10, ..] => 1,
            [172, 16..=31, ..] => 2,
            _ => 3,
        },
        // fe80:: works only with the name of an interface, which differs from machine to machine.
        IpAddr::V6(v6) if v6.is_unicast_link_local() || v6.is_unspecified() => 9,
        IpAddr::V6(_) => 4,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_who_listen_are_reached() {
        let at = |text: &str| text.parse::<SocketAddr>().unwrap();
        assert!(reachable_at(at("127.0.0.1:8080")).is_empty());
        assert!(reachable_at(at("[::1]:8080")).is_empty());
        let own = at("192.0.2.7:8080");
        assert_eq!(reachable_at(own), [own]);
        for found in reachable_at(at("0.0.0.0:8080")) {
            assert!(found.is_ipv4() && !found.ip().is_loopback() && found.port() == 8080);
        }
    }

    #[test]
    fn homes_come_first() {
        let rank = |text: &str| rank(text.parse().unwrap());
        assert!(rank("192.168.1.20") < rank("10.0.0.1"));
        assert!(rank("10.0.0.1") < rank("203.0.113.9"));
        assert!(rank("203.0.113.9") < rank("2001:db8::1"));
        assert_eq!((rank("169.254.1.1"), rank("fe80::1")), (9, 9));
    }
}
