use std::net::IpAddr;

use serde::{Deserialize, Deserializer, Serialize};

/// Everything that can be set, with sane defaults: by flag, by `PARLOR_…` variable or in
/// `parlor.toml`, under these names.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// Where the page, the API and the sockets are served.
    pub listen: String,
    pub database: String,
    /// `nats://…`; in-process if absent.
    pub bus: Option<String>,
    /// What this house is called on the bus; the database's own id if absent. Nodes of one house
    /// use the same name, a copy of a database needs another.
    pub cluster: Option<String>,
    /// Text ports; an empty address switches one off.
    pub coexistence: String,
    pub marelles: String,
    pub terminal: String,
    /// Other origins whose pages may open sockets here, such as `https://games.example.org`.
    #[serde(deserialize_with = "one_or_many")]
    pub origins: Vec<String>,
    /// Names under which the house may be called (`games.example.org`), besides its addresses and
    /// those of `origins`. A page elsewhere whose name points here is refused.
    #[serde(deserialize_with = "one_or_many")]
    pub hosts: Vec<String>,
    /// The largest message or request body, in bytes.
    pub message_bytes: usize,
    /// Messages a second on one socket; short bursts of five times as many are fine.
    pub messages_per_second: u32,
    /// Requests a second from one address.
    pub requests_per_second: u32,
    /// Connections from one address at all doors together; an IPv6 address stands for its /64.
    pub sockets_per_address: u32,
    /// Connections in all; as many as the system allows open files if absent.
    pub connections: Option<u32>,
    /// How long a request's head may take, and its body.
    pub request_ms: u64,
    /// New names and sign-ins a minute from one address.
    pub sign_ins_per_minute: u32,
    pub sessions_per_player: usize,
    /// Open tables one person may sit at.
    pub tables_per_player: u32,
    /// Matches one person may play at once.
    pub matches_per_player: u32,
    /// Matches one socket may follow at once.
    pub matches_per_socket: usize,
    /// An open table nobody sits at goes after this.
    pub empty_table_minutes: i64,
    /// A match nobody looks at leaves memory after this.
    pub idle_minutes: i64,
    /// How long somebody may be away before a bot may take the seat.
    pub grace_ms: i64,
    /// How far behind the spectators of a delayed match are.
    pub watch_delay_ms: i64,
    /// A socket that says nothing for so long is asked whether it is still there.
    pub quiet_ms: u64,
    /// Whoever does not answer that, or does not take what is sent, for so long is gone.
    pub patience_ms: u64,
    /// How long a bot takes at least, so that people can follow.
    pub bot_pause_ms: u64,
    /// How long it may think at most.
    pub bot_think_ms: u64,
    pub bot_threads: usize,
    /// Owners of matches; a few per core.
    pub shards: usize,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: "127.0.0.1:8080".into(),
            database: "sqlite:data/parlor.db".into(),
            bus: None,
            cluster: None,
            coexistence: "127.0.0.1:21357".into(),
            marelles: "127.0.0.1:2943".into(),
            terminal: "127.0.0.1:2323".into(),
            origins: Vec::new(),
            hosts: Vec::new(),
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            requests_per_second: 100,
            sockets_per_address: 200,
            connections: None,
            request_ms: 10_000,
            sign_ins_per_minute: 60,
            sessions_per_player: 50,
            tables_per_player: 20,
            matches_per_player: 50,
            matches_per_socket: 100,
            empty_table_minutes: 5,
            idle_minutes: 10,
            grace_ms: 60_000,
            watch_delay_ms: 60_000,
            quiet_ms: 30_000,
            patience_ms: 20_000,
            bot_pause_ms: 400,
            bot_think_ms: 1000,
            bot_threads: 1,
            shards: 4,
        }
    }
}

impl Config {
    /// Whether a house can be run with these settings; otherwise which of them is to blame.
    pub fn check(&self) -> Result<(), String> {
        let counts = [
            ("message_bytes", self.message_bytes as i64, 1024),
            (
                "messages_per_second",
                i64::from(self.messages_per_second),
                1,
            ),
            (
                "requests_per_second",
                i64::from(self.requests_per_second),
                1,
            ),
            (
                "sockets_per_address",
                i64::from(self.sockets_per_address),
                1,
            ),
            ("connections", i64::from(self.connections.unwrap_or(8)), 8),
            ("request_ms", self.request_ms as i64, 100),
            (
                "sign_ins_per_minute",
                i64::from(self.sign_ins_per_minute),
                1,
            ),
            ("sessions_per_player", self.sessions_per_player as i64, 1),
            ("tables_per_player", i64::from(self.tables_per_player), 1),
            ("matches_per_player", i64::from(self.matches_per_player), 1),
            ("matches_per_socket", self.matches_per_socket as i64, 1),
            ("empty_table_minutes", self.empty_table_minutes, 1),
            ("idle_minutes", self.idle_minutes, 1),
            ("grace_ms", self.grace_ms, 0),
            ("watch_delay_ms", self.watch_delay_ms, 0),
            ("quiet_ms", self.quiet_ms as i64, 10),
            ("patience_ms", self.patience_ms as i64, 10),
            ("bot_pause_ms", self.bot_pause_ms as i64, 0),
            ("bot_think_ms", self.bot_think_ms as i64, 1),
            ("bot_threads", self.bot_threads as i64, 1),
            ("shards", self.shards as i64, 1),
        ];
        for (name, value, least) in counts {
            if value < least {
                return Err(format!("{name} is {value}, and must be at least {least}"));
            }
        }
        for origin in &self.origins {
            let host = origin.split_once("://").map_or("", |(_, host)| host);
            if host.is_empty() || host.contains('/') {
                return Err(format!(
                    "origins: {origin:?} is no origin such as https://games.example.org"
                ));
            }
        }
        Ok(())
    }
}

impl Config {
    /// Whether only this machine can reach the page.
    pub(crate) fn is_local(&self) -> bool {
        let host = self.listen.rsplit_once(':').map_or("", |(host, _)| host);
        is_loopback(host)
    }

    /// Whether a request may name this host.
    pub(crate) fn is_called(&self, host: &str) -> bool {
        let name = without_port(host);
        let literal = name.trim_start_matches('[').trim_end_matches(']');
        let same = |known: &str| without_port(known).eq_ignore_ascii_case(name);
        let of_origins = self.origins.iter();
        let of_origins = of_origins.filter_map(|origin| origin.split_once("://"));
        literal.parse::<IpAddr>().is_ok()
            || is_loopback(name)
            || self.hosts.iter().any(|known| same(known))
            || of_origins.map(|(_, host)| host).any(same)
    }
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn is_loopback(host: &str) -> bool {
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let lower = host.to_ascii_lowercase();
    lower == "localhost"
        || lower.ends_with(".localhost")
        || host.parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

/// A list, or one text with commas: a variable cannot be a list.
fn one_or_many<'de, D: Deserializer<'de>>(value: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum OneOrMany {
        One(String),
        Many(Vec<String>),
    }
    Ok(match OneOrMany::deserialize(value)? {
        OneOrMany::One(text) => text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .map(str::to_owned)
            .collect(),
        OneOrMany::Many(list) => list,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_named() {
        assert_eq!(Config::default().check(), Ok(()));
        let wrong = |change: fn(&mut Config)| {
            let mut config = Config::default();
            change(&mut config);
            config.check().unwrap_err()
        };
        assert!(wrong(|config| config.messages_per_second = 0).contains("messages_per_second"));
        assert!(wrong(|config| config.idle_minutes = -1).contains("idle_minutes"));
        assert!(wrong(|config| config.shards = 0).contains("shards"));
        assert!(wrong(|config| config.origins = vec!["example.org".into()]).contains("origins"));
    }

    #[test]
    fn a_house_knows_its_names() {
        let config = Config {
            hosts: vec!["games.example.org".into()],
            origins: vec!["https://play.example.org:8443".into()],
            ..Config::default()
        };
        assert!(config.is_local());
        for own in [
            "localhost",
            "localhost:8080",
            "127.0.0.1:8080",
            "[::1]:8080",
            "192.168.1.5",
            "Games.Example.org:8080",
            "play.example.org",
        ] {
            assert!(config.is_called(own), "{own}");
        }
        for other in [
            "evil.example",
            "evil.example:8080",
            "",
            "localhost.evil.example",
        ] {
            assert!(!config.is_called(other), "{other}");
        }
        let open = Config {
            listen: "0.0.0.0:8080".into(),
            ..Config::default()
        };
        assert!(!open.is_local());
    }

    #[test]
    fn origins_may_be_one_text() {
        let config: Config =
            serde_json::from_str(r#"{ "origins": "https://a.example, https://b.example" }"#)
                .unwrap();
        assert_eq!(config.origins, ["https://a.example", "https://b.example"]);
        let config: Config =
            serde_json::from_str(r#"{ "origins": ["https://a.example"] }"#).unwrap();
        assert_eq!(config.origins, ["https://a.example"]);
    }
}
