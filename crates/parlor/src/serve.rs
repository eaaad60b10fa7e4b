//! `parlor serve`: settings from a file, variables and flags, then run until told to stop.

use std::io::{self, IsTerminal};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::time::Duration;

use clap::Args;
use parlor_server::{Config, Server, Tls, reachable_at};
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use serde::Serialize;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{Registry, fmt};

use crate::settings;
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
    #[arg(long, default_value = settings::FILE)]
    #[serde(skip)]
    config: PathBuf,
    /// Log lines as JSON objects
    #[arg(long)]
    #[serde(skip)]
    log_json: bool,
}

/// What is logged unless `RUST_LOG` says otherwise: the house, and of its libraries only trouble.
const LOG: &str = "info,async_nats=warn,sqlx=warn";

impl Serve {
    /// Without any flags.
    pub(crate) fn usual() -> Serve {
        Serve {
            config: settings::FILE.into(),
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
        settings::warn_of_unknown_variables();
        let done = runtime.block_on(serve(config, self.file()));
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

    /// The settings file that whoever started the house has named: a service's.
    fn file(&self) -> Option<&Path> {
        Some(self.config.as_path()).filter(|file| *file != Path::new(settings::FILE))
    }

    fn settings(&self) -> io::Result<Config> {
        settings::read(&self.config, self)
    }
}

async fn serve(config: Config, file: Option<&Path>) -> io::Result<()> {
    let domain = config.domain.first().cloned();
    // Who has named hosts or a proxy knows how others come in.
    let is_arranged = !(config.domain.is_empty()
        && config.hosts.is_empty()
        && config.origins.is_empty()
        && config.trusted_proxies.is_empty());
    // Before the doors open: whoever came in is told goodbye.
    let mut stop = pin!(crate::told_to_stop());
    let server = tokio::select! {
        server = Server::start(config) => server,
        // Nothing has been promised to anybody yet.
        () = &mut stop => return Ok(()),
    };
    let server = server.map_err(|error| io::Error::other(error.to_string()))?;
    // Whoever listens to what the program says may do so at leisure: the house does not wait for them.
    let told = greeting(&server, domain, is_arranged, file);
    tokio::task::spawn_blocking(move || crate::say(&told));
    stop.await;
    let last = tokio::task::spawn_blocking(|| crate::say("closing: finishing what was begun"));
    server.stop().await;
    let _ = tokio::time::timeout(LAST_WORD, last).await;
    Ok(())
}

/// How long the program waits for somebody to read its last line.
const LAST_WORD: Duration = Duration::from_millis(200);

/// Where the house is, and what else its operator should know.
fn greeting(
    server: &Server,
    domain: Option<String>,
    is_arranged: bool,
    file: Option<&Path>,
) -> String {
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
    let mut lines = vec![format!("Parlor is open at {scheme}://{name}")];
    for (address, what) in [
        (at.redirect, "plain HTTP, led to HTTPS"),
        (at.ops, "metrics and health"),
        (at.coexistence, "CoExistence frames"),
        (at.marelles, "Marelles text protocol"),
        (at.terminal, "terminal lobby, for nc"),
    ] {
        if let Some(address) = address {
            lines.push(format!("  {address}  {what}"));
        }
    }
    for note in parlor_bots::table_notes() {
        lines.push(format!("Marelles: {note}"));
    }
    if let Some(address) = reachable_at(at.http).first() {
        let link = format!("{scheme}://{address}");
        lines.push(format!("On this network: {link}"));
        if let Ok(code) = QrCode::new(&link) {
            lines.push(code.render::<Dense1x2>().quiet_zone(true).build());
        }
    } else if !is_arranged {
        lines.extend(for_others(at.http, scheme, file));
    }
    if let Some((_, _, fingerprint)) = server.tls().and_then(Tls::authority) {
        let outside = reachable_at(at.http).first().map(ToString::to_string);
        let address = outside.unwrap_or_else(|| reachable(at.http));
        let link = format!("http://{address}/ca");
        lines.push(format!(
            "Certificates are our own. Once on each device: {link}"
        ));
        if let Ok(code) = QrCode::new(&link) {
            lines.push(code.render::<Dense1x2>().quiet_zone(true).build());
        }
        lines.push(format!("SHA-256 {fingerprint}"));
    }
    if let Some(code) = server.operator_code() {
        lines.push(format!(
            "Nobody answers for this house yet. Become its operator: {scheme}://{name}/admin#{code}"
        ));
    }
    lines.join("\n")
}

/// How a house that only this machine reaches is opened to others: by flags, or in the file of a service.
fn for_others(here: SocketAddr, scheme: &str, file: Option<&Path>) -> [String; 2] {
    let port = here.port();
    let everywhere = SocketAddr::from(([0, 0, 0, 0], port));
    let seen = reachable_at(everywhere).first().map(ToString::to_string);
    let seen = seen.unwrap_or_else(|| format!("ADDRESS:{port}"));
    let (network, internet) = match file.map(Path::display) {
        None => (
            format!("parlor serve --listen {everywhere}"),
            "parlor serve --listen 0.0.0.0:443 --redirect 0.0.0.0:80 --tls acme --domain YOUR.NAME".to_owned(),
        ),
        Some(file) => (
            format!("listen = \"{everywhere}\" in {file} and a restart"),
            "listen = \"0.0.0.0:443\", redirect = \"0.0.0.0:80\", tls = \"acme\", domain = [\"YOUR.NAME\"] there"
                .to_owned(),
        ),
    };
    [
        format!(
            "Only this machine reaches it. For people in your network: {network} (they open {scheme}://{seen})"
        ),
        format!("From the internet: {internet}"),
    ]
}

fn reachable(address: SocketAddr) -> String {
    let local = address.ip().is_loopback() && address.is_ipv4();
    if local || address.ip().is_unspecified() {
        format!("localhost:{}", address.port())
    } else {
        address.to_string()
    }
}
