use std::io;
use std::time::Duration;

use clap::Args;
use parlor_load::{Plan, Until};
use serde::Serialize;
use serde_json::Value;

/// `parlor load`: many matches at once against a running server.
#[derive(Args, Debug)]
pub(crate) struct Load {
    /// The server to play on. Given several times (or with commas): the nodes of one house; the
    /// seats of each match sit at different ones, and go on at another when their own is gone
    #[arg(
        long,
        visible_alias = "url",
        value_delimiter = ',',
        default_value = "http://127.0.0.1:8080"
    )]
    server: Vec<String>,
    /// Matches going on at once; one that ends is followed by another
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    matches: u32,
    #[arg(long, default_value = "marelles")]
    game: String,
    /// Seats at each table; the game's fewest if absent
    #[arg(long)]
    seats: Option<u8>,
    /// The game's options as a JSON object
    #[arg(long, default_value = "{}", value_parser = json_object)]
    options: Value,
    /// How long to play; 0 only sets the tables
    #[arg(long, default_value_t = 10.0, value_parser = seconds, conflicts_with = "moves")]
    seconds: f64,
    /// Play so many moves in place of so many seconds
    #[arg(long)]
    moves: Option<u64>,
    /// How long a seat waits before it moves
    #[arg(long, default_value_t = 0)]
    pause_ms: u64,
    /// Lookers-on at the first match
    #[arg(long, default_value_t = 0)]
    spectators: usize,
    /// Sockets that only listen, from other loopback addresses; for a server on this machine
    #[arg(long, default_value_t = 0)]
    idle: usize,
    /// The server's process on this machine, or several: also report their CPU time and memory
    #[arg(long, value_delimiter = ',')]
    pid: Vec<u32>,
    /// Moves are drawn from this number
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
    /// Be the bare relay that benchmarks compare with, on this address
    #[arg(long, hide = true)]
    serve_relay: Option<String>,
    /// The relay sends every message to both sockets; with --relay-bytes: the relay at --server does
    #[arg(long, hide = true)]
    relay_echo: bool,
    /// The relay stores every message in this database before it forwards and acknowledges it;
    /// with --relay-bytes: the relay at --server does
    #[arg(long, hide = true)]
    relay_database: Option<String>,
    /// Do nothing but insert groups of entries into this database, on --matches connections
    #[arg(long, hide = true)]
    inserts: Option<String>,
    /// Entries of one commit with --inserts
    #[arg(long, hide = true, default_value_t = 64)]
    group: usize,
    /// Play against the bare relay at --server with messages of so many bytes
    #[arg(long, hide = true)]
    relay_bytes: Option<usize>,
}

/// As one line of JSON.
fn print(report: &impl Serialize) -> io::Result<()> {
    println!("{}", serde_json::to_string(report)?);
    Ok(())
}

fn json_object(text: &str) -> Result<Value, String> {
    match serde_json::from_str(text) {
        Ok(value @ Value::Object(_)) => Ok(value),
        Ok(_) => Err("expected a JSON object".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds up to a day".to_owned()),
    }
}

impl Load {
    pub(crate) fn run(self) -> io::Result<()> {
        tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?
            .block_on(self.load())
    }

    async fn load(self) -> io::Result<()> {
        if let Some(address) = &self.serve_relay {
            let listener = tokio::net::TcpListener::bind(address).await?;
            println!("http://{}", listener.local_addr()?);
            let database = self.relay_database.as_deref();
            return parlor_load::serve_relay(listener, self.relay_echo, database).await;
        }
        let time = Duration::from_secs_f64(self.seconds);
        if let Some(database) = &self.inserts {
            let connections = self.matches as usize;
            let report = parlor_load::run_inserts(database, connections, self.group, time).await;
            return print(&report.map_err(io::Error::other)?);
        }
        if let Some(bytes) = self.relay_bytes {
            let pairs = self.matches as usize;
            let server = self.server.first().map_or("", String::as_str);
            let echoes = self.relay_echo || self.relay_database.is_some();
            let report = parlor_load::run_relay(server, pairs, bytes, echoes, time).await;
            return print(&report.map_err(io::Error::other)?);
        }
        let plan = Plan {
            servers: self.server,
            matches: self.matches as usize,
            game: self.game,
            seats: self.seats,
            options: self.options,
            until: self.moves.map_or(Until::Elapsed(time), Until::Moves),
            pause: Duration::from_millis(self.pause_ms),
            spectators: self.spectators,
            idle: self.idle,
            pids: self.pid,
            seed: self.seed,
        };
        // Told to stop, it tells what it has measured so far.
        let report = parlor_load::run_until(plan, crate::told_to_stop())
            .await
            .map_err(io::Error::other)?;
        if self.json {
            print(&report)?;
        } else {
            println!("{report}");
        }
        if report.faults.is_clean() {
            return Ok(());
        }
        Err(io::Error::other(
            "the server lost, doubled or changed something",
        ))
    }
}
