mod house;
mod proxies;

use std::net::IpAddr;
use std::path::PathBuf;

use parlor_alerts::Mailer;
use parlor_tls::{AcmeSettings, Settings as TlsSettings, Source};
use serde::{Deserialize, Deserializer, Serialize};

use crate::ops::Database;

pub use house::logo_type;
pub use proxies::{Client, Proxies};

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
    /// Text ports. `:2323` stands for that port wherever the page is; an empty address switches one
    /// off.
    pub coexistence: String,
    pub marelles: String,
    pub terminal: String,
    /// The socket through which `parlor admin` reaches the house; beside the database's file if
    /// absent, none if empty.
    pub admin_socket: Option<String>,
    /// Other origins whose pages may open sockets here, such as `https://games.example.org`.
    #[serde(deserialize_with = "one_or_many")]
    pub origins: Vec<String>,
    /// Names under which the house may be called (`games.example.org`), besides its addresses and
    /// those of `origins`. A page elsewhere whose name points here is refused.
    #[serde(deserialize_with = "one_or_many")]
    pub hosts: Vec<String>,
    /// Addresses and ranges of proxies whose word about who asks is believed.
    #[serde(deserialize_with = "one_or_many")]
    pub trusted_proxies: Vec<String>,
    /// The header in which they say it: `x-forwarded-for` or `forwarded`.
    pub proxy_header: String,
    /// `off`, `self` (an authority of our own), `files` (`cert`, `key`) or `acme` (`domain`).
    pub tls: String,
    /// Authority, account, certificates and keys are kept here.
    pub tls_folder: String,
    /// PEM files, read again when they change.
    pub cert: Option<String>,
    pub key: Option<String>,
    /// The names under which the house is reached over TLS.
    #[serde(deserialize_with = "one_or_many")]
    pub domain: Vec<String>,
    pub acme_directory: String,
    /// Who is told when a certificate is about to end.
    pub acme_contact: Option<String>,
    /// PEM file of the authority that vouches for a directory of one's own.
    pub acme_root: Option<String>,
    /// Where plain HTTP is answered with the way to HTTPS; none if empty.
    pub redirect: String,
    /// Where `/metrics` and `/healthz` are served in place of the page's address; there if empty.
    pub ops: String,
    /// The OpenTelemetry collector to which traces are sent, such as `http://localhost:4318`; none if
    /// absent. `OTEL_EXPORTER_OTLP_ENDPOINT` says the same.
    pub otlp: Option<String>,
    /// Who may take a new name: `open` (everybody), `invited` (whoever has a link) or `operator` (only
    /// whom an operator or the leader of a group has entered).
    pub sign_up: String,
    /// In a house that is not open: whether those who have not come in see tables, matches and names
    /// nevertheless.
    pub visitors: bool,
    /// What the house is called; Parlor if absent.
    pub house_name: Option<String>,
    /// One line on the front page.
    pub announcement: Option<String>,
    /// The colour behind the head of the page and the one of the line under it, such as `#1f5241`.
    pub house_colour: Option<String>,
    pub house_accent: Option<String>,
    /// A file in place of the house's mark: `.svg`, `.png` or `.webp`.
    pub house_logo: Option<String>,
    /// For how long browsers shall not come without TLS any more.
    pub hsts_days: u32,
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
    /// A name with a record that neither a password nor a phrase keeps is free so many days after
    /// its last use, if it has no running match.
    pub name_free_days: i64,
    /// A name without a password that has taken no seat in so many days is forgotten.
    pub guest_days: i64,
    /// What was said at a match, and what operators did, is forgotten after so many days; 0 keeps it.
    pub chat_days: i64,
    pub audit_days: i64,
    /// Days a year for which a person's clocks stand still in matches of days a move.
    pub vacation_days: u32,
    /// The address of the house for links in messages, such as `https://games.example.org`; the one
    /// under which somebody came if absent.
    pub site: Option<String>,
    /// The server through which mail is sent: `smtps://user:password@mail.example.org`,
    /// `smtp://mail.example.org:587?tls=required`, `smtp://localhost:25`; no mail if absent.
    pub smtp: Option<String>,
    /// The sender of that mail, such as `Parlor <games@example.org>`.
    pub mail_from: Option<String>,
    /// Somebody who is away is told of a turn so long after it began.
    pub alert_after_ms: i64,
    /// Whether webhooks and push subscriptions may lead into the house's own network.
    pub alert_private_targets: bool,
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
    /// How long somebody may be away, where people sit and wait, before the others may claim the
    /// win, a draw or a bot; after four times as long the seat is left.
    pub grace_ms: i64,
    /// An open table all of whose people have gone is off the list after this, until they are back.
    pub absent_table_ms: i64,
    /// A match nobody has come back to ends unrated after so many days.
    pub abandoned_days: u32,
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
            coexistence: ":21357".into(),
            marelles: ":2943".into(),
            terminal: ":2323".into(),
            admin_socket: None,
            origins: Vec::new(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            proxy_header: "x-forwarded-for".into(),
            tls: "off".into(),
            tls_folder: "data/tls".into(),
            cert: None,
            key: None,
            domain: Vec::new(),
            acme_directory: "https://acme-v02.api.letsencrypt.org/directory".into(),
            acme_contact: None,
            acme_root: None,
            redirect: String::new(),
            ops: String::new(),
            otlp: None,
            sign_up: "open".into(),
            visitors: false,
            house_name: None,
            announcement: None,
            house_colour: None,
            house_accent: None,
            house_logo: None,
            hsts_days: 180,
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            requests_per_second: 100,
            sockets_per_address: 200,
            connections: None,
            request_ms: 10_000,
            sign_ins_per_minute: 60,
            sessions_per_player: 50,
            name_free_days: 30,
            guest_days: 7,
            chat_days: 0,
            audit_days: 0,
            vacation_days: 14,
            site: None,
            smtp: None,
            mail_from: None,
            alert_after_ms: 30_000,
            alert_private_targets: false,
            tables_per_player: 20,
            matches_per_player: 50,
            matches_per_socket: 100,
            empty_table_minutes: 5,
            idle_minutes: 10,
            grace_ms: 60_000,
            absent_table_ms: 15_000,
            abandoned_days: 21,
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
            ("name_free_days", self.name_free_days, 1),
            ("guest_days", self.guest_days, 1),
            ("chat_days", self.chat_days, 0),
            ("audit_days", self.audit_days, 0),
            ("alert_after_ms", self.alert_after_ms, 0),
            ("grace_ms", self.grace_ms, 0),
            ("absent_table_ms", self.absent_table_ms, 100),
            ("abandoned_days", i64::from(self.abandoned_days), 1),
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
        let is_site = |site: &str| {
            let host = site
                .strip_prefix("https://")
                .or(site.strip_prefix("http://"));
            host.is_some_and(|host| !host.trim_end_matches('/').contains(['/', '?', '#', ' ']))
        };
        if let Some(site) = self.site.as_deref().filter(|site| !is_site(site)) {
            return Err(format!(
                "site: {site:?} is no address such as https://games.example.org"
            ));
        }
        house::check(self)?;
        self.tls_settings()?;
        self.mailer()?;
        self.proxies().map(drop)
    }

    /// How mail is sent; none where no server is set.
    pub fn mailer(&self) -> Result<Option<Mailer>, String> {
        match (&self.smtp, &self.mail_from) {
            (None, _) => Ok(None),
            (Some(_), None) => Err("smtp needs mail_from, the sender's address".into()),
            (Some(url), Some(from)) => Mailer::new(url, from).map(Some),
        }
    }

    /// Where `parlor admin` reaches this house.
    pub fn admin_socket(&self) -> Option<PathBuf> {
        match (&self.admin_socket, Database::of(&self.database)) {
            (Some(path), _) => (!path.is_empty()).then(|| PathBuf::from(path)),
            (None, Database::File(file)) if !file.ends_with(":memory:") => {
                let mut path = file.into_os_string();
                path.push(".sock");
                Some(path.into())
            }
            (None, _) => None,
        }
    }

    /// Where the house's certificate comes from; none without TLS.
    pub fn tls_settings(&self) -> Result<Option<TlsSettings>, String> {
        let need = |name: &str, value: &Option<String>| {
            let missing = || format!("tls = {:?} needs {name}", self.tls);
            value.clone().map(PathBuf::from).ok_or_else(missing)
        };
        let source = match self.tls.as_str() {
            "off" if self.redirect.is_empty() => return Ok(None),
            "off" => return Err("redirect needs tls: there is no other way in".into()),
            "self" => Source::Own,
            "files" => Source::Files {
                certificate: need("cert", &self.cert)?,
                key: need("key", &self.key)?,
            },
            "acme" if self.domain.is_empty() => {
                return Err("tls = \"acme\" needs domain, the name of the house".into());
            }
            "acme" => Source::Acme(AcmeSettings {
                directory: self.acme_directory.clone(),
                contact: self.acme_contact.as_deref().map(contact),
                root: self.acme_root.clone().map(PathBuf::from),
            }),
            other => {
                return Err(format!(
                    "tls is {other:?}, and must be off, self, files or acme"
                ));
            }
        };
        for name in &self.domain {
            let letters = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
            let is_name = !name.is_empty() && name.bytes().all(letters) && !name.starts_with('.');
            if !is_name && name.parse::<IpAddr>().is_err() {
                return Err(format!(
                    "domain: {name:?} is no name such as games.example.org"
                ));
            }
        }
        Ok(Some(TlsSettings {
            source,
            folder: PathBuf::from(&self.tls_folder),
            names: self
                .domain
                .iter()
                .map(|name| name.to_ascii_lowercase())
                .collect(),
        }))
    }

    /// Who stands in front of the house.
    pub fn proxies(&self) -> Result<Proxies, String> {
        let forwarded = match self.proxy_header.to_ascii_lowercase().as_str() {
            "x-forwarded-for" => false,
            "forwarded" => true,
            other => {
                return Err(format!(
                    "proxy_header is {other:?}, and must be x-forwarded-for or forwarded"
                ));
            }
        };
        Proxies::new(&self.trusted_proxies, forwarded)
            .map_err(|error| format!("trusted_proxies: {error}"))
    }
}

impl Config {
    /// The address of a text port: one without a host is at the page's.
    pub fn beside_the_page(&self, port: &str) -> String {
        let host = self.listen.rsplit_once(':').map_or("", |(host, _)| host);
        match port.strip_prefix(':') {
            Some(number) => format!("{host}:{number}"),
            None => port.to_owned(),
        }
    }

    /// Whether strangers see nobody and nothing of what is played here.
    pub fn hides_people(&self) -> bool {
        self.sign_up != "open" && !self.visitors
    }

    /// Whether only this machine can reach the page.
    pub fn is_local(&self) -> bool {
        let host = self.listen.rsplit_once(':').map_or("", |(host, _)| host);
        is_loopback(host)
    }

    /// Whether a request may name this host.
    pub fn is_called(&self, host: &str) -> bool {
        let name = without_port(host);
        let literal = name.trim_start_matches('[').trim_end_matches(']');
        let same = |known: &str| without_port(known).eq_ignore_ascii_case(name);
        let of_origins = self.origins.iter();
        let of_origins = of_origins.filter_map(|origin| origin.split_once("://"));
        literal.parse::<IpAddr>().is_ok()
            || is_loopback(name)
            || self.hosts.iter().any(|known| same(known))
            || self.domain.iter().any(|known| same(known))
            || of_origins.map(|(_, host)| host).any(same)
    }
}

/// An address for mail may be written without its scheme.
fn contact(text: &str) -> String {
    if text.contains(':') {
        text.to_owned()
    } else {
        format!("mailto:{text}")
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
mod tests;
