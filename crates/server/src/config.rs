use serde::{Deserialize, Serialize};

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
    pub origins: Vec<String>,
    /// The largest message or request body, in bytes.
    pub message_bytes: usize,
    /// Messages a second on one socket; short bursts of five times as many are fine.
    pub messages_per_second: u32,
    /// Requests a second from one address.
    pub requests_per_second: u32,
    pub sockets_per_address: u32,
    /// New names and sign-ins a minute from one address.
    pub sign_ins_per_minute: u32,
    pub sessions_per_player: usize,
    /// Open tables one person may sit at.
    pub tables_per_player: u32,
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
            message_bytes: 64 * 1024,
            messages_per_second: 50,
            requests_per_second: 100,
            sockets_per_address: 200,
            sign_ins_per_minute: 60,
            sessions_per_player: 50,
            tables_per_player: 20,
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
