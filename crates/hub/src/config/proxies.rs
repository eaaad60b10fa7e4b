//! Who asks, when a proxy stands between: what its headers say is believed only if the operator
//! has named the proxy, and only one kind of header, the one that proxy is known to write.

use std::net::IpAddr;

use http::{HeaderMap, HeaderName, HeaderValue, header};

use crate::ops::Subnet;

const FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");

/// The proxies in front of the house.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    trusted: Vec<Subnet>,
    /// They write `Forwarded` in place of `X-Forwarded-For`. To read both would let a client
    /// write the one that its proxy passes on untouched.
    forwarded: bool,
}

/// Where a request really comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Client {
    pub address: IpAddr,
    pub secure: bool,
}

impl Proxies {
    pub fn new(trusted: &[String], forwarded: bool) -> Result<Proxies, String> {
        let trusted = trusted.iter().map(|range| range.parse());
        Ok(Proxies {
            trusted: trusted.collect::<Result<_, _>>()?,
            forwarded,
        })
    }

    pub fn trust(&self, address: IpAddr) -> bool {
        self.trusted.iter().any(|range| range.contains(address))
    }

    /// The nearest address that is none of our proxies. Headers that nobody vouches for are taken
    /// off; afterwards `X-Forwarded-Proto` says how the browser reached us.
    pub fn resolve(&self, peer: IpAddr, tls: bool, headers: &mut HeaderMap) -> Client {
        let mut client = Client {
            address: peer.to_canonical(),
            secure: tls,
        };
        if self.trust(peer) {
            if self.forwarded {
                self.read_forwarded(headers, &mut client);
            } else {
                self.read_for(headers, &mut client);
            }
        }
        headers.remove(header::FORWARDED);
        headers.remove(FORWARDED_FOR);
        headers.remove(FORWARDED_PROTO);
        if client.secure {
            headers.insert(FORWARDED_PROTO, HeaderValue::from_static("https"));
        }
        client
    }

    fn read_for(&self, headers: &HeaderMap, client: &mut Client) {
        let hops: Vec<&str> = parts(headers, &FORWARDED_FOR, ',').collect();
        self.walk(client, hops.iter().rev().map(|hop| node(hop)));
        if let Some(proto) = parts(headers, &FORWARDED_PROTO, ',').next() {
            client.secure = proto.eq_ignore_ascii_case("https");
        }
    }

    /// RFC 7239: elements by commas, pairs by semicolons, values perhaps in quotes.
    fn read_forwarded(&self, headers: &HeaderMap, client: &mut Client) {
        let pair = |element: &str, wanted: &str| {
            element.split(';').find_map(|pair| {
                let (name, value) = pair.split_once('=')?;
                let value = value.trim().trim_matches('"');
                let same = name.trim().eq_ignore_ascii_case(wanted);
                same.then(|| value.to_owned())
            })
        };
        let elements: Vec<&str> = parts(headers, &header::FORWARDED, ',').collect();
        let hops = elements.iter().rev();
        self.walk(client, hops.map(|element| node(&pair(element, "for")?)));
        let first = elements.iter().find_map(|element| pair(element, "proto"));
        if let Some(proto) = first {
            client.secure = proto.eq_ignore_ascii_case("https");
        }
    }

    /// From the house outwards as far as the word of a known proxy reaches. Where it says nothing
    /// readable, the proxy itself is counted: nobody escapes the limits by junk.
    fn walk(&self, client: &mut Client, hops: impl Iterator<Item = Option<IpAddr>>) {
        for hop in hops {
            if !self.trust(client.address) {
                return;
            }
            let Some(hop) = hop else { return };
            client.address = hop;
        }
    }
}

fn parts<'a>(
    headers: &'a HeaderMap,
    name: &HeaderName,
    by: char,
) -> impl Iterator<Item = &'a str> + use<'a> {
    let values = headers.get_all(name).iter();
    values
        .filter_map(|value| value.to_str().ok())
        .flat_map(move |value| value.split(by))
        .map(str::trim)
        .filter(|part| !part.is_empty())
}

/// `192.0.2.7`, `192.0.2.7:4711`, `2001:db8::1`, `[2001:db8::1]:4711`.
fn node(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    let address = if let Some(rest) = text.strip_prefix('[') {
        rest.split_once(']')?.0
    } else if text.matches(':').count() == 1 {
        text.split_once(':')?.0
    } else {
        text
    };
    address.parse::<IpAddr>().ok().map(|it| it.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolve(forwarded: bool, peer: &str, lines: &[(&str, &str)]) -> (String, bool, HeaderMap) {
        let trusted = ["10.0.0.0/8".to_owned(), "2001:db8::/64".to_owned()];
        let proxies = Proxies::new(&trusted, forwarded).unwrap();
        let mut headers = HeaderMap::new();
        for (name, value) in lines {
            let name = HeaderName::from_bytes(name.as_bytes()).unwrap();
            headers.append(name, value.parse().unwrap());
        }
        let client = proxies.resolve(peer.parse().unwrap(), false, &mut headers);
        (client.address.to_string(), client.secure, headers)
    }

    #[test]
    fn a_known_proxy_is_believed_and_nobody_else() {
        let spoken = [
            ("x-forwarded-for", "192.0.2.7"),
            ("x-forwarded-proto", "https"),
        ];
        let (address, secure, headers) = resolve(false, "10.1.1.1", &spoken);
        assert_eq!((address.as_str(), secure), ("192.0.2.7", true));
        assert_eq!(headers["x-forwarded-proto"], "https");
        assert!(!headers.contains_key("x-forwarded-for"));
        let (address, secure, headers) = resolve(false, "192.0.2.99", &spoken);
        assert_eq!((address.as_str(), secure), ("192.0.2.99", false));
        assert!(headers.is_empty(), "{headers:?}");
    }

    #[test]
    fn what_the_client_wrote_itself_is_not_believed() {
        let of = |value: &str| resolve(false, "10.1.1.1", &[("x-forwarded-for", value)]).0;
        assert_eq!(of("198.51.100.1, 192.0.2.7"), "192.0.2.7");
        assert_eq!(of("198.51.100.1, 192.0.2.7, 10.2.2.2"), "192.0.2.7");
        assert_eq!(of("10.9.9.9, 10.2.2.2"), "10.9.9.9");
        // Junk is counted to whoever passed it on.
        assert_eq!(of("198.51.100.1, unknown"), "10.1.1.1");
        assert_eq!(of("198.51.100.1, unknown, 10.2.2.2"), "10.2.2.2");
        assert_eq!(of(""), "10.1.1.1");
        // The other kind of header passes through such a proxy untouched.
        let (address, secure, _) = resolve(
            false,
            "10.1.1.1",
            &[
                ("forwarded", "for=198.51.100.1;proto=https"),
                ("x-forwarded-for", "192.0.2.7"),
            ],
        );
        assert_eq!((address.as_str(), secure), ("192.0.2.7", false));
    }

    #[test]
    fn several_lines_are_one_list() {
        let lines = [
            ("x-forwarded-for", "198.51.100.1"),
            ("x-forwarded-for", "192.0.2.7"),
        ];
        assert_eq!(resolve(false, "10.1.1.1", &lines).0, "192.0.2.7");
    }

    #[test]
    fn the_standard_header_is_read_with_all_its_forms() {
        let of = |value: &str| {
            let (address, secure, _) = resolve(true, "2001:db8::5", &[("forwarded", value)]);
            (address, secure)
        };
        let is = |address: &str, secure| (address.to_owned(), secure);
        assert_eq!(
            of("for=192.0.2.7;proto=https;by=10.0.0.1"),
            is("192.0.2.7", true)
        );
        assert_eq!(
            of("For=\"[2001:db8:1::7]:4711\""),
            is("2001:db8:1::7", false)
        );
        assert_eq!(
            of("for=192.0.2.7:80, for=10.0.0.1;Proto=HTTPS"),
            is("192.0.2.7", true)
        );
        assert_eq!(of("for=_hidden"), is("2001:db8::5", false));
        assert_eq!(of("for"), is("2001:db8::5", false));
        let old = resolve(true, "10.1.1.1", &[("x-forwarded-for", "192.0.2.7")]);
        assert_eq!(old.0, "10.1.1.1");
    }
}
