//! Which addresses are out in the world. What a person names as a target must not reach what only
//! the server itself can reach.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address belongs to the public network and to nobody in particular inside.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = match a {
        // This network, and everything from multicast upwards.
        0 | 224..=255 => true,
        // Shared by carriers, and benchmarks.
        100 => (64..128).contains(&b),
        198 => b == 18 || b == 19 || (b == 51 && c == 100),
        // Protocol assignments, documentation, relays.
        192 => (b == 0 && (c == 0 || c == 2)) || (b == 88 && c == 99),
        203 => b == 0 && c == 113,
        _ => false,
    };
    !special && !ip.is_private() && !ip.is_loopback() && !ip.is_link_local()
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    if let Some(inside) = carried_v4(ip) {
        return is_public_v4(inside);
    }
    let [first, second, ..] = ip.segments();
    let global = first & 0xe000 == 0x2000;
    // Teredo, benchmarks, ORCHID and the like; documentation.
    let special = first == 0x2001 && (second < 0x0200 || second == 0x0db8);
    global && !special && first != 0x3fff
}

/// The IPv4 address that packets to this one end up at.
fn carried_v4(ip: Ipv6Addr) -> Option<Ipv4Addr> {
    let [front @ .., high, low] = ip.segments();
    let of = |high: u16, low: u16| {
        let bits = u32::from(high) << 16 | u32::from(low);
        Some(Ipv4Addr::from(bits))
    };
    match front {
        // Mapped, compatible, translated (NAT64), 6to4.
        [0, 0, 0, 0, 0, 0xffff | 0] | [0x64, 0xff9b, 0, 0, 0, 0] => of(high, low),
        [0x2002, high, low, ..] => of(high, low),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inside_and_outside() {
        for inside in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.255.255.254",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.8",
            "192.168.1.1",
            "198.18.0.1",
            "198.51.100.7",
            "203.0.113.9",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2001::1",
            "2001:db8::1",
            "2002:7f00:1::",
            "2002:c0a8:101::1",
            "3fff::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
        ] {
            assert!(!is_public(inside.parse().unwrap()), "{inside}");
        }
        for outside in [
            "1.1.1.1",
            "8.8.8.8",
            "100.63.255.255",
            "172.32.0.1",
            "192.0.1.1",
            "198.20.0.1",
            "203.0.112.1",
            "2606:4700:4700::1111",
            "2a00:1450:4001::200e",
            "64:ff9b::808:808",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(outside.parse().unwrap()), "{outside}");
        }
    }
}
