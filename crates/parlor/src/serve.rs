//! `parlor serve`: settings from a file, variables and flags, then run until told to stop.

use std::ffi::OsString;
use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use clap::Args;
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use parlor_server::{Config, Server, Tls, reachable_at};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use serde::Serialize;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Registry, fmt};

use crate::traces::Traces;

/// Flags win over `PARLOR_…` variables, those over the file, that over the defaults.
#[derive(Args, Serialize, Debug, Default)]
pub(crate) struct Serve {
    /// Address of the page, the API and the sockets [default: 127.0.0.1:8080]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    listen: Option<String>,
    /// sqlite:PATH, postgres://… or mysql://… [default: sqlite:data/parlor.db]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    database: Option<String>,
    /// nats://…; in-process if absent
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    bus: Option<String>,
    /// What this house is called on the bus; a copy of a database needs a name of its own
    /// [default: the database's id]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<String>,
    /// Address of the `CoExistence` frames; empty switches it off [default: 21357, where the page is]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    coexistence: Option<String>,
    /// Address of the Marelles text protocol; empty switches it off [default: 2943, where the page is]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    marelles: Option<String>,
    /// Address of the terminal lobby; empty switches it off [default: 2323, where the page is]
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    terminal: Option<String>,
    /// HTTPS: `off`, `self` (an authority of our own), `files` (--cert, --key) or `acme` (--domain)
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    tls: Option<String>,
    /// The certificate and its chain (PEM), read again when it changes
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    cert: Option<String>,
    /// Its private key (PEM)
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    /// A name under which the house is reached over TLS; may be given several times
    #[arg(long)]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    domain: Vec<String>,
    /// Address at which plain HTTP is led to HTTPS, such as 0.0.0.0:80
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    redirect: Option<String>,
    /// Address of /metrics and /healthz, in place of the page's
    #[arg(long)]
    #[serde(skip_serializing_if = "Option::is_none")]
    ops: Option<String>,
    /// The settings file
    #[arg(long, default_value = SETTINGS)]
    #[serde(skip)]
    config: PathBuf,
    /// Log lines as JSON objects
    #[arg(long)]
    #[serde(skip)]
    log_json: bool,
}

/// The settings file, if there is one.
const SETTINGS: &str = "parlor.toml";

/// What is logged unless `RUST_LOG` says otherwise: the house, and of its libraries only trouble.
const LOG: &str = "info,async_nats=warn,sqlx=warn";

impl Serve {
    /// Without any flags.
    pub(crate) fn usual() -> Serve {
        Serve {
            config: SETTINGS.into(),
            ..Serve::default()
        }
    }

    pub(crate) fn run(&self) -> io::Result<()> {
        let config = self.settings()?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        let traces = Traces::start(config.otlp.as_deref(), runtime.handle())?;
        self.start_log(&traces);
        warn_of_unknown_variables();
        let done = runtime.block_on(serve(config));
        traces.end();
        // A bot that still thinks is not waited for.
        runtime.shutdown_background();
        done
    }

    fn start_log(&self, traces: &Traces) {
        let wanted = std::env::var("RUST_LOG").ok();
        let wanted = wanted.and_then(|it| it.parse::<Targets>().ok());
        let filter = wanted.unwrap_or_else(|| LOG.parse().unwrap_or_default());
        let lines = fmt::layer().with_writer(io::stderr);
        let lines = if self.log_json {
            lines.json().boxed()
        } else {
            lines.with_ansi(io::stderr().is_terminal()).boxed()
        };
        Registry::default()
            .with(lines.with_filter(filter))
            .with(traces.layer())
            .init();
    }

    fn settings(&self) -> io::Result<Config> {
        read_settings(&self.config, self)
    }
}

/// Settings from a file, variables and flags.
pub(crate) fn read_settings(file: &Path, flags: &impl Serialize) -> io::Result<Config> {
    let explicit = file != Path::new(SETTINGS);
    if explicit && !file.is_file() {
        let message = format!("there is no settings file {}", file.display());
        return Err(io::Error::other(message));
    }
    // Other variables may begin the same way; they are none of our business.
    let known = names();
    let config: Config = Figment::from(Serialized::defaults(Config::default()))
        .merge(Toml::file(file))
        .merge(
            Env::prefixed("PARLOR_")
                .filter(move |key| known.contains(&key.as_str().to_lowercase())),
        )
        .merge(Serialized::defaults(flags))
        .extract()
        .map_err(|error| io::Error::other(format!("settings: {error}")))?;
    Ok(config)
}

/// What can be set.
fn names() -> Vec<String> {
    let defaults = serde_json::to_value(Config::default()).unwrap_or_default();
    let names = defaults.as_object().into_iter().flatten();
    names.map(|(name, _)| name.clone()).collect()
}

fn warn_of_unknown_variables() {
    for name in unknown_variables(std::env::vars_os(), &names()) {
        tracing::warn!(name, "this variable is no setting: is it misspelt?");
    }
}

/// Variables that begin like ours and mean something to other parts of this project.
const OTHERS: [&str; 7] = [
    "PARLOR_BIN",
    "PARLOR_FAULT_",
    "PARLOR_KILL_",
    "PARLOR_OLD_BIN",
    "PARLOR_SERVICES_",
    "PARLOR_TEST_",
    "PARLOR_TOKEN",
];

fn unknown_variables(
    variables: impl Iterator<Item = (OsString, OsString)>,
    known: &[String],
) -> Vec<String> {
    variables
        .filter_map(|(name, _)| name.into_string().ok())
        .filter(|name| !OTHERS.iter().any(|other| name.starts_with(other)))
        .filter(|name| {
            let setting = name.strip_prefix("PARLOR_").map(str::to_lowercase);
            setting.is_some_and(|setting| !known.contains(&setting))
        })
        .collect()
}

async fn serve(config: Config) -> io::Result<()> {
    let domain = config.domain.first().cloned();
    let server = Server::start(config)
        .await
        .map_err(|error| io::Error::other(error.to_string()))?;
    let at = server.addresses;
    let scheme = if server.tls().is_some() {
        "https"
    } else {
        "http"
    };
    let name = match domain {
        Some(domain) if at.http.port() == 443 => domain,
        Some(domain) => format!("{domain}:{}", at.http.port()),
        None => reachable(at.http),
    };
    crate::say(&format!("Parlor is open at {scheme}://{name}"));
    for (address, what) in [
        (at.redirect, "plain HTTP, led to HTTPS"),
        (at.ops, "metrics and health"),
        (at.coexistence, "CoExistence frames"),
        (at.marelles, "Marelles text protocol"),
        (at.terminal, "terminal lobby, for nc"),
    ] {
        if let Some(address) = address {
            crate::say(&format!("  {address}  {what}"));
        }
    }
    for note in parlor_bots::table_notes() {
        crate::say(&format!("Marelles: {note}"));
    }
    if let Some(address) = reachable_at(at.http).first() {
        let link = format!("{scheme}://{address}");
        crate::say(&format!("On this network: {link}"));
        if let Ok(code) = QrCode::new(&link) {
            crate::say(&code.render::<Dense1x2>().quiet_zone(true).build());
        }
    }
    if let Some((_, _, fingerprint)) = server.tls().and_then(Tls::authority) {
        let outside = reachable_at(at.http).first().map(ToString::to_string);
        let address = outside.unwrap_or_else(|| reachable(at.http));
        let link = format!("http://{address}/ca");
        crate::say(&format!(
            "Certificates are our own. Once on each device: {link}"
        ));
        if let Ok(code) = QrCode::new(&link) {
            crate::say(&code.render::<Dense1x2>().quiet_zone(true).build());
        }
        crate::say(&format!("SHA-256 {fingerprint}"));
    }
    if let Some(code) = server.operator_code() {
        crate::say(&format!(
            "Nobody answers for this house yet. Become its operator: {scheme}://{name}/admin#{code}"
        ));
    }
    crate::told_to_stop().await;
    crate::say("closing: finishing what was begun");
    server.stop().await;
    Ok(())
}

fn reachable(address: SocketAddr) -> String {
    let local = address.ip().is_loopback() && address.is_ipv4();
    if local || address.ip().is_unspecified() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    }
}

#[cfg(test)]
mod tests {
    use figment::Figment;
    use figment::providers::{Format, Serialized, Toml};

    use super::Config;

    const SAMPLE: &str = include_str!("../../../parlor.toml.sample");

    #[test]
    fn the_sample_says_what_holds_without_it() {
        let sample: Config = Figment::from(Toml::string(SAMPLE)).extract().unwrap();
        assert_eq!(sample, Config::default());
    }

    #[test]
    fn misspelt_variables_are_noticed() {
        let variables = ["PARLOR_LISTEN", "PARLOR_LISTNE", "PARLOR_TEST_NATS", "HOME"];
        let variables = variables.map(|name| (name.into(), "x".into()));
        let unknown = super::unknown_variables(variables.into_iter(), &["listen".to_owned()]);
        assert_eq!(unknown, ["PARLOR_LISTNE"]);
    }

    #[test]
    fn a_file_of_settings_must_be_one() {
        let folder = tempfile::tempdir().unwrap();
        let read = |path: &std::path::Path| {
            super::read_settings(path, &serde_json::json!({})).map_err(|error| error.to_string())
        };
        let error = read(folder.path()).unwrap_err();
        assert!(error.contains("there is no settings file"), "{error}");
        let file = folder.path().join("parlor.toml");
        std::fs::write(&file, "listne = \"0.0.0.0:80\"\n").unwrap();
        let error = read(&file).unwrap_err();
        assert!(error.contains("listne"), "{error}");
        std::fs::write(&file, "listen = \"0.0.0.0:80\"\n").unwrap();
        assert_eq!(read(&file).unwrap().listen, "0.0.0.0:80");
    }

    #[test]
    fn the_sample_names_every_setting() {
        let settings = Figment::from(Serialized::defaults(Config::default()));
        let settings: serde_json::Value = settings.extract().unwrap();
        for name in settings.as_object().unwrap().keys() {
            let is_line = |line: &str| {
                let line = line.trim_start_matches("# ");
                line.split(" = ").next() == Some(name)
            };
            assert!(SAMPLE.lines().any(is_line), "{name} is missing");
        }
    }
}
