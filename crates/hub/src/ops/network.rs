use std::fmt;
use std::net::{IpAddr, Ipv6Addr};
use std::str::FromStr;

/// What counts as one visitor. Whoever has an IPv6 address has a whole /64 of them, and an IPv4
/// address written as IPv6 is the same one.
pub fn network(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::V6(Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0))
        }
        v4 @ IpAddr::V4(_) => v4,
    }
}

/// A range of addresses: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/32`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Subnet {
    base: IpAddr,
    bits: u8,
}

impl Subnet {
    pub(crate) fn contains(self, address: IpAddr) -> bool {
        match (self.base, address.to_canonical()) {
            (IpAddr::V4(base), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(u32::from(32 - self.bits));
                let mask = mask.unwrap_or(0);
                base.to_bits() & mask == other.to_bits() & mask
            }
            (IpAddr::V6(base), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(u32::from(128 - self.bits));
                let mask = mask.unwrap_or(0);
                base.to_bits() & mask == other.to_bits() & mask
            }
            _ => false,
        }
    }
}

impl Subnet {
    /// More than an operator can mean by a ban: over a /8, or a /16 of IPv6.
    pub(crate) fn is_wide(self) -> bool {
        let least = if self.base.is_ipv4() { 8 } else { 16 };
        self.bits < least
    }
}

impl FromStr for Subnet {
    type Err = String;

    fn from_str(text: &str) -> Result<Subnet, String> {
        let wrong =
            || format!("{text:?} is no address or range such as 192.0.2.7 or 2001:db8::/32");
        let (base, bits) = match text.split_once('/') {
            None => (text, None),
            Some((base, bits)) => (base, Some(bits.parse::<u8>().map_err(|_| wrong())?)),
        };
        let base = base.parse::<IpAddr>().map_err(|_| wrong())?.to_canonical();
        let most = if base.is_ipv4() { 32 } else { 128 };
        let bits = bits.unwrap_or(most);
        if bits > most {
            return Err(wrong());
        }
        Ok(Subnet { base, bits })
    }
}

impl fmt::Display for Subnet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.base, self.bits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_visitor_whatever_the_address() {
        let of = |text: &str| network(text.parse().unwrap()).to_string();
        assert_eq!(of("192.0.2.7"), "192.0.2.7");
        assert_eq!(of("::ffff:192.0.2.7"), "192.0.2.7");
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("2001:db8:1:2:ffff::1"), of("2001:db8:1:2::9"));
        assert_ne!(of("2001:db8:1:3::1"), of("2001:db8:1:2::1"));
    }

    #[test]
    fn ranges_contain_what_they_say() {
        let holds = |range: &str, address: &str| {
            let range: Subnet = range.parse().unwrap();
            range.contains(address.parse().unwrap())
        };
        assert!(holds("192.0.2.7", "192.0.2.7"));
        assert!(holds("192.0.2.7", "::ffff:192.0.2.7"));
        assert!(!holds("192.0.2.7", "192.0.2.8"));
        assert!(holds("192.0.2.0/24", "192.0.2.255"));
        assert!(!holds("192.0.2.0/25", "192.0.2.128"));
        assert!(holds("0.0.0.0/0", "203.0.113.9"));
        assert!(!holds("0.0.0.0/0", "2001:db8::1"));
        assert!(holds("2001:db8::/32", "2001:db8:ffff::1"));
        assert!(!holds("2001:db8::/32", "2001:db9::1"));
        assert!(holds("::/0", "2001:db9::1"));
        for junk in [
            "",
            "x",
            "192.0.2.0/33",
            "2001:db8::/129",
            "192.0.2.0/-1",
            "192.0.2.0/",
            "/8",
            "192.0.2/24",
        ] {
            assert!(junk.parse::<Subnet>().is_err(), "{junk}");
        }
    }
}
