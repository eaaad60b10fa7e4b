use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use axum::serve::ListenerExt;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use parlor_store::{Appender, AppenderOptions, Store, StoreError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::bots::{BotPool, Reviews};
use crate::bus::{self, Bus, BusListener, JoinError, Joined, patrol};
use crate::http::{self, Door};
use crate::matches::{Matches, ShardContext};
use crate::ops::Limits;
use crate::people::People;
use crate::tables::{Lobby, Notifier, Pairing, Tables};
use crate::text::{self, Port};
use crate::{Config, Hub};

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("database: {0}")]
    Store(#[from] StoreError),
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: String,
        error: std::io::Error,
    },
    #[error("{0}")]
    Join(#[from] JoinError),
    #[error("{0}")]
    Config(String),
}

/// Where a running server can be reached.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    pub http: SocketAddr,
    pub coexistence: Option<SocketAddr>,
    pub marelles: Option<SocketAddr>,
    pub terminal: Option<SocketAddr>,
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    pub addresses: Addresses,
    hub: Hub,
    bus: Bus,
    closing: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    appending: JoinHandle<()>,
}

/// How long connections get to go away by themselves.
const LAST_CALL: Duration = Duration::from_secs(3);
const HOUSEKEEPING: Duration = Duration::from_secs(60);
/// The lists of a house with other nodes are read again this often, while the bus is up and not.
const REFRESH: (Duration, Duration) = (Duration::from_secs(60), Duration::from_secs(5));

impl Server {
    pub async fn start(config: Config) -> Result<Server, StartError> {
        let config = Arc::new(config);
        let store = Store::connect(&config.database).await?;
        let Joined {
            bus,
            members,
            outages,
            heard,
        } = bus::join(&config, &store).await?;
        let (appender, appending) = Appender::spawn(store.clone(), AppenderOptions::default());
        let lobby = Lobby::default();
        let longest = Duration::from_millis(config.bot_think_ms.max(1));
        let bot_pool = BotPool::new(config.bot_threads, longest);
        let work = Arc::new(ShardContext {
            store: store.clone(),
            appender,
            config: config.clone(),
            lobby: lobby.clone(),
            outages,
            bus: bus.clone(),
            bot_pool: bot_pool.clone(),
        });
        let matches = Matches::start(&work, config.shards);
        let notifier = Notifier {
            lobby: lobby.clone(),
            matches: matches.clone(),
            bus: bus.clone(),
        };
        let tables = Tables::new(store.clone(), notifier, config.clone());
        let hub = Hub {
            people: People::new(store.clone(), config.clone(), bus.clone()),
            pairing: Pairing::new(tables.clone()),
            limits: Arc::new(Limits::new(&config)),
            slots: Arc::default(),
            // Whoever looks back does not keep anybody waiting at a table.
            reviews: Reviews::new(BotPool::new(1, longest)),
            bot_pool,
            config: config.clone(),
            store,
            tables,
            lobby,
            matches,
        };
        let (closing, closed) = watch::channel(false);
        let mut tasks = Vec::new();
        if let Some(heard) = heard {
            let ear = BusListener {
                bus: bus.clone(),
                lobby: hub.lobby.clone(),
                matches: hub.matches.clone(),
                people: hub.people.clone(),
            };
            tasks.push(tokio::spawn(ear.listen(heard, closed.clone())));
        }
        let listener = listen(&config.listen).await?;
        let http = address(&listener, &config.listen)?;
        let door = Door {
            hub: hub.clone(),
            closing: closed.clone(),
            metrics: recorder(),
        };
        tasks.push(tokio::spawn(web(listener, door, closed.clone())));
        let ports = open_ports(&config, &hub, &closed, &mut tasks).await?;
        tasks.push(tokio::spawn(members.stay(hub.clone(), closed.clone())));
        tasks.push(tokio::spawn(keep_lists(
            hub.clone(),
            bus.clone(),
            closed.clone(),
        )));
        tasks.push(tokio::spawn(housekeeping(hub.clone(), closed)));
        let [coexistence, marelles, terminal] = ports;
        let addresses = Addresses {
            http,
            coexistence,
            marelles,
            terminal,
        };
        Ok(Server {
            addresses,
            hub,
            bus,
            closing,
            tasks,
            appending,
        })
    }

    pub fn hub(&self) -> &Hub {
        &self.hub
    }

    /// Servers that work on the same database, this one included.
    pub fn nodes(&self) -> usize {
        self.bus.nodes()
    }

    /// Tells every client to come back later, finishes what was begun, and closes the database.
    pub async fn stop(self) {
        let _ = self.closing.send(true);
        for task in self.tasks {
            let _ = tokio::time::timeout(LAST_CALL, task).await;
        }
        self.hub.matches.stop().await;
        self.hub.store.close().await;
        self.appending.abort();
    }
}

/// The text ports that are wanted, in the order of `Addresses`.
async fn open_ports(
    config: &Config,
    hub: &Hub,
    closed: &watch::Receiver<bool>,
    tasks: &mut Vec<JoinHandle<()>>,
) -> Result<[Option<SocketAddr>; 3], StartError> {
    let mut ports = [None; 3];
    let wanted = [
        (Port::CoExistence, &config.coexistence),
        (Port::Marelles, &config.marelles),
        (Port::Terminal, &config.terminal),
    ];
    for (place, (port, wanted)) in ports.iter_mut().zip(wanted) {
        if !wanted.is_empty() {
            let listener = listen(wanted).await?;
            *place = Some(address(&listener, wanted)?);
            tasks.push(tokio::spawn(text::open(
                port,
                listener,
                hub.clone(),
                closed.clone(),
            )));
        }
    }
    Ok(ports)
}

async fn listen(address: &str) -> Result<TcpListener, StartError> {
    TcpListener::bind(address)
        .await
        .map_err(|error| StartError::Listen {
            address: address.to_owned(),
            error,
        })
}

fn address(listener: &TcpListener, wanted: &str) -> Result<SocketAddr, StartError> {
    listener.local_addr().map_err(|error| StartError::Listen {
        address: wanted.to_owned(),
        error,
    })
}

async fn web(listener: TcpListener, door: Door, mut closed: watch::Receiver<bool>) {
    let service = http::router(door).into_make_service_with_connect_info::<SocketAddr>();
    let shutdown = async move {
        let _ = closed.changed().await;
    };
    // A move is one small packet: it must not wait for the one before it to be acknowledged.
    let listener = listener.tap_io(|stream| {
        let _ = stream.set_nodelay(true);
    });
    if let Err(error) = axum::serve(listener, service)
        .with_graceful_shutdown(shutdown)
        .await
    {
        tracing::error!(%error, "the web server ended");
    }
}

/// News of tables may be lost; what the lists say is compared with the database now and then.
async fn keep_lists(hub: Hub, bus: Bus, mut closed: watch::Receiver<bool>) {
    loop {
        let often = bus.cluster().is_some_and(|around| around.blind);
        let pause = if often { REFRESH.1 } else { REFRESH.0 };
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(pause) => {}
        }
        if bus.cluster().is_some()
            && let Err(refusal) = hub.tables.refresh().await
        {
            tracing::warn!(%refusal, "the lists could not be read");
        }
    }
}

/// Loads what was running before, then tidies up from time to time.
async fn housekeeping(hub: Hub, mut closed: watch::Receiver<bool>) {
    patrol(hub.clone()).await;
    loop {
        tokio::select! {
            _ = closed.changed() => return,
            () = tokio::time::sleep(HOUSEKEEPING) => {}
        }
        hub.limits.tidy();
        if let Err(refusal) = hub.tables.purge().await {
            tracing::warn!(%refusal, "housekeeping");
        }
        if let Err(error) = hub.store.prune_sessions(crate::clock::now_ms()).await {
            tracing::warn!(%error, "housekeeping");
        }
    }
}

/// One recorder per process, however many servers run in it (tests start several).
fn recorder() -> Option<PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    RECORDER
        .get_or_init(|| PrometheusBuilder::new().install_recorder().ok())
        .clone()
}
