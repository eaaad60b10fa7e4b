//! An address that a person has named.

use std::fmt;

use http::Uri;

use crate::BadTarget;

/// An address over HTTPS, or over HTTP where the house allows its own network.
#[derive(Clone, PartialEq, Eq)]
pub struct Target(Uri);

const LONGEST: usize = 1000;

impl Target {
    pub fn parse(text: &str, inside_too: bool) -> Result<Target, BadTarget> {
        if text.len() > LONGEST {
            return Err(BadTarget::NoAddress);
        }
        let uri: Uri = text.parse().map_err(|_| BadTarget::NoAddress)?;
        let scheme = match uri.scheme_str() {
            Some("https") => true,
            Some("http") => inside_too,
            _ => false,
        };
        let authority = uri.authority().map_or("", |it| it.as_str());
        let name = uri.host().unwrap_or_default();
        // Whoever names somebody before the host wants to be misread.
        if !scheme || name.is_empty() || authority.contains('@') {
            return Err(BadTarget::NoAddress);
        }
        Ok(Target(uri))
    }

    pub(crate) fn uri(&self) -> &Uri {
        &self.0
    }

    /// The name or address to connect to.
    pub fn host(&self) -> &str {
        let host = self.0.host().unwrap_or_default();
        host.trim_start_matches('[').trim_end_matches(']')
    }

    pub(crate) fn is_secure(&self) -> bool {
        self.0.scheme_str() == Some("https")
    }

    pub(crate) fn port(&self) -> u16 {
        let usual = if self.is_secure() { 443 } else { 80 };
        self.0.port_u16().unwrap_or(usual)
    }

    pub(crate) fn authority(&self) -> &str {
        self.0.authority().map_or("", |it| it.as_str())
    }

    /// Scheme and host, for whoever must know which server is meant.
    pub(crate) fn origin(&self) -> String {
        format!(
            "{}://{}",
            self.0.scheme_str().unwrap_or("https"),
            self.authority()
        )
    }
}

/// The path is a secret: whoever knows it can send, too.
impl fmt::Debug for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.origin())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_a_target() {
        let of = |text| Target::parse(text, false);
        let good = of("https://push.example:8443/a/b?c=d").unwrap();
        assert_eq!((good.host(), good.port()), ("push.example", 8443));
        assert_eq!(good.origin(), "https://push.example:8443");
        assert_eq!(format!("{good:?}"), "https://push.example:8443");
        assert_eq!(
            of("https://[2606:4700::1]/x").unwrap().host(),
            "2606:4700::1"
        );
        for bad in [
            "",
            "push.example/a",
            "/a",
            "http://push.example/a",
            "ftp://push.example/a",
            "file:///etc/passwd",
            "gopher://127.0.0.1:11211/_stats",
            "https://",
            "https:///a",
            "https://user@push.example/a",
            "https://push.example@127.0.0.1/a",
            "https://push.example/a\r\nHost: x",
            "https://push.example/a b",
            &format!("https://push.example/{}", "a".repeat(LONGEST)),
        ] {
            assert_eq!(of(bad), Err(BadTarget::NoAddress), "{bad}");
        }
        assert!(Target::parse("http://127.0.0.1:1/a", true).is_ok());
    }
}
