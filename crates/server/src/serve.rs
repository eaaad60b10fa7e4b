use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use parlor_hub::bots::{Analyses, BotPool, Reviews};
use parlor_hub::bus::{self, Bus, BusListener, JoinError, Joined};
use parlor_hub::matches::{Matches, ShardContext};
use parlor_hub::ops::{Connections, Database, Health, Limits, most_connections};
use parlor_hub::people::{People, stored_vacations};
use parlor_hub::tables::{Lobby, Notifier, Tables};
use parlor_hub::{Config, Dispatcher, Hub};
use parlor_store::{Appender, AppenderOptions, Store, StoreError};
use parlor_tls::{Tls, TlsError};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::alerts::Alerts;
use crate::http::{self, Door, LocalDoor};
use crate::text::{self, Port};
use crate::upkeep::keep_house;

#[derive(Debug, thiserror::Error)]
pub enum StartError {
    #[error("database {what}: {}", error.report())]
    Store { what: String, error: StoreError },
    #[error("cannot listen on {address}: {error}")]
    Listen {
        address: String,
        error: std::io::Error,
    },
    #[error("{0}")]
    Join(#[from] JoinError),
    #[error("{0}")]
    Config(String),
    #[error("TLS: {0}")]
    Tls(#[from] TlsError),
}

/// Where a running server can be reached.
#[derive(Clone, Copy, Debug)]
pub struct Addresses {
    pub http: SocketAddr,
    /// Plain HTTP that leads to HTTPS.
    pub redirect: Option<SocketAddr>,
    /// Metrics and health.
    pub ops: Option<SocketAddr>,
    pub coexistence: Option<SocketAddr>,
    pub marelles: Option<SocketAddr>,
    pub terminal: Option<SocketAddr>,
}

impl Addresses {
    fn of(
        http: SocketAddr,
        [redirect, ops]: [Option<SocketAddr>; 2],
        [coexistence, marelles, terminal]: [Option<SocketAddr>; 3],
    ) -> Addresses {
        Addresses {
            http,
            redirect,
            ops,
            coexistence,
            marelles,
            terminal,
        }
    }
}

/// A running server.
#[derive(Debug)]
pub struct Server {
    pub addresses: Addresses,
    tls: Option<Tls>,
    operator_code: Option<String>,
    hub: Hub,
    bus: Bus,
    closing: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    appending: JoinHandle<()>,
}

/// How long connections get to go away by themselves, and what was begun to be finished: together
/// less than the five seconds after which a house is shut, whoever thinks or hangs.
const LAST_CALL: Duration = Duration::from_secs(2);
const LAST_APPENDS: Duration = Duration::from_millis(1500);
const LAST_COMMIT: Duration = Duration::from_secs(1);

impl Server {
    /// Behind a pointer, as `stop` is: whoever awaits it need not compile the whole house once more.
    pub fn start(config: Config) -> BoxFuture<'static, Result<Server, StartError>> {
        Server::open(config).boxed()
    }

    async fn open(config: Config) -> Result<Server, StartError> {
        config.check().map_err(StartError::Config)?;
        let config = Arc::new(config);
        // Before the first counter is asked for: one that is made earlier counts for nobody.
        let metrics = recorder();
        // First what can fail without a trace: others hear of a node that is really there.
        let web = bind_web(&config).await?;
        let http = address(&web.listener, &config.listen)?;
        let ports = bind_ports(&config).await?;
        let database = Database::of(&config.database);
        database.keep_private();
        let unreadable = |error| StartError::Store {
            what: database.to_string(),
            error,
        };
        let store = Store::connect(&config.database).await.map_err(unreadable)?;
        tracing::info!(%database, "open");
        let Joined {
            bus,
            members,
            outages,
            heard,
        } = bus::join(&config, &store).await?;
        let vacations = stored_vacations(&store).await.map_err(unreadable)?;
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
            vacations: vacations.clone(),
            bus: bus.clone(),
            bot_pool: bot_pool.clone(),
        });
        let matches = Matches::start(&work, config.shards);
        let notifier = Notifier {
            lobby: lobby.clone(),
            matches: matches.clone(),
            bus: bus.clone(),
        };
        let around = (lobby.clone(), matches.clone());
        let alerts = Alerts::open(store.clone(), config.clone(), around.0, around.1);
        let alerts = alerts.await.map_err(unreadable)?;
        let tables = Tables::new(store.clone(), notifier, config.clone());
        let dispatcher = Dispatcher::new(tables.clone(), (&lobby, &matches), &config);
        let hub = Hub {
            people: People::new(store.clone(), config.clone(), bus.clone(), vacations),
            dispatcher: Arc::new(dispatcher),
            limits: Arc::new(Limits::new(&config)),
            connections: connections(&config),
            reviews: Reviews::new(bot_pool.clone()),
            analyses: Analyses::new(bot_pool.clone()),
            bot_pool,
            config: config.clone(),
            health: Arc::new(Health::new(database)),
            store,
            tables,
            lobby,
            matches,
        };
        let (closing, closed) = watch::channel(false);
        let mut tasks = Vec::new();
        if let Some(heard) = heard {
            let listener = listener(&hub, &bus);
            tasks.push(tokio::spawn(listener.listen(heard, closed.clone())));
        }
        let (tls, others) = (web.tls.clone(), web.others());
        let door = Door {
            hub: hub.clone(),
            alerts: alerts.clone(),
            closing: closed.clone(),
            metrics,
            boards: http::RecentBoards::default(),
            cards: http::CardPictures::default(),
            proxies: Arc::new(config.proxies().map_err(StartError::Config)?),
            tls: tls.clone(),
            listening: http,
            terminal: port_address(&ports, Port::Terminal),
        };
        // Before anybody can come in.
        let operator_code = begin_keeping(&hub).await?;
        open_admin(&door, &mut tasks).await;
        open_web(web, door, &mut tasks);
        let ports = open_ports(ports, &hub, &closed, &mut tasks)?;
        tasks.push(tokio::spawn(members.stay(hub.clone(), closed.clone())));
        keep_house((&hub, &alerts), &bus, &closed, &mut tasks);
        Ok(Server {
            addresses: Addresses::of(http, others, ports),
            tls,
            operator_code,
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

    /// The house's certificate, if it has one.
    pub fn tls(&self) -> Option<&Tls> {
        self.tls.as_ref()
    }

    /// What makes whoever uses it the first operator; none when there is one.
    pub fn operator_code(&self) -> Option<&str> {
        self.operator_code.as_deref()
    }

    /// Servers that work on the same database, this one included.
    pub fn nodes(&self) -> usize {
        self.bus.nodes()
    }

    /// Tells every client to come back later, finishes what was begun, and closes the database.
    pub fn stop(self) -> BoxFuture<'static, ()> {
        self.close().boxed()
    }

    async fn close(self) {
        let _ = self.closing.send(true);
        let end = tokio::time::Instant::now() + LAST_CALL;
        for task in self.tasks {
            let _ = tokio::time::timeout_at(end, task).await;
        }
        let appends = self.hub.matches.stop();
        if tokio::time::timeout(LAST_APPENDS, appends).await.is_err() {
            tracing::warn!("what was not acknowledged is left unfinished");
        }
        let _ = tokio::time::timeout(LAST_COMMIT, self.hub.store.close()).await;
        self.appending.abort();
    }
}

/// Where the page, the API and the sockets are served.
struct Web {
    listener: TcpListener,
    redirect: Option<TcpListener>,
    ops: Option<TcpListener>,
    tls: Option<Tls>,
}

impl Web {
    /// Of the redirection, and of metrics and health.
    fn others(&self) -> [Option<SocketAddr>; 2] {
        [&self.redirect, &self.ops].map(|it| it.as_ref()?.local_addr().ok())
    }
}

async fn bind_web(config: &Config) -> Result<Web, StartError> {
    let tls = config.tls_settings().map_err(StartError::Config)?;
    Ok(Web {
        listener: listen(&config.listen).await?,
        redirect: listen_if(&config.redirect).await?,
        ops: listen_if(&config.ops).await?,
        tls: tls.map(Tls::open).transpose()?,
    })
}

/// The socket in the file system for `parlor admin`. A house can be open without it.
async fn open_admin(door: &Door, tasks: &mut Vec<JoinHandle<()>>) {
    let Some(path) = door.hub.config.admin_socket() else {
        return;
    };
    match LocalDoor::bind(&path).await {
        Ok(local) => {
            let serve = local.serve(door.clone(), door.closing.clone());
            tasks.push(tokio::spawn(serve));
        }
        Err(error) => {
            let path = path.display();
            tracing::warn!(%path, %error, "no socket for `parlor admin`");
        }
    }
}

/// Who is kept out, and how the first operator comes in.
async fn begin_keeping(hub: &Hub) -> Result<Option<String>, StartError> {
    let failed = |refusal: parlor_hub::Refusal| StartError::Config(refusal.to_string());
    hub.people.bans.read(&hub.store).await.map_err(failed)?;
    hub.operator_code().await.map_err(failed)
}

/// With a certificate also whoever looks after it.
fn open_web(web: Web, door: Door, tasks: &mut Vec<JoinHandle<()>>) {
    let closed = door.closing.clone();
    if let (Some(redirect), Ok(there)) = (web.redirect, web.listener.local_addr()) {
        let open = http::serve_plain(redirect, door.clone(), there.port(), closed.clone());
        tasks.push(tokio::spawn(open));
    }
    if let Some(ops) = web.ops {
        let open = http::serve_ops(ops, door.clone(), closed.clone());
        tasks.push(tokio::spawn(open));
    }
    if let Some(tls) = web.tls {
        tasks.push(tokio::spawn(tls.keep(closed.clone())));
    }
    tasks.push(tokio::spawn(http::serve(web.listener, door, closed)));
}

type Ports = Vec<(Port, Option<TcpListener>)>;

/// The text ports that are wanted, in the order of `Addresses`.
async fn bind_ports(config: &Config) -> Result<Ports, StartError> {
    let mut ports = Vec::new();
    for (port, wanted) in [
        (Port::CoExistence, &config.coexistence),
        (Port::Marelles, &config.marelles),
        (Port::Terminal, &config.terminal),
    ] {
        ports.push((port, listen_if(&config.beside_the_page(wanted)).await?));
    }
    Ok(ports)
}

fn port_address(ports: &Ports, wanted: Port) -> Option<SocketAddr> {
    let (_, listener) = ports.iter().find(|(port, _)| *port == wanted)?;
    listener.as_ref()?.local_addr().ok()
}

fn open_ports(
    ports: Ports,
    hub: &Hub,
    closed: &watch::Receiver<bool>,
    tasks: &mut Vec<JoinHandle<()>>,
) -> Result<[Option<SocketAddr>; 3], StartError> {
    let mut addresses = [None; 3];
    for (place, (port, listener)) in addresses.iter_mut().zip(ports) {
        let Some(listener) = listener else { continue };
        *place = Some(address(&listener, "a text port")?);
        let open = text::open(port, listener, hub.clone(), closed.clone());
        tasks.push(tokio::spawn(open));
    }
    Ok(addresses)
}

/// No address, no door.
async fn listen_if(address: &str) -> Result<Option<TcpListener>, StartError> {
    match address {
        "" => Ok(None),
        wanted => listen(wanted).await.map(Some),
    }
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

fn connections(config: &Config) -> Arc<Connections> {
    let most = most_connections(config.connections);
    Arc::new(Connections::new(most, config.sockets_per_address))
}

fn listener(hub: &Hub, bus: &Bus) -> BusListener {
    BusListener {
        bus: bus.clone(),
        lobby: hub.lobby.clone(),
        matches: hub.matches.clone(),
        people: hub.people.clone(),
        connections: hub.connections.clone(),
    }
}

/// One recorder per process, however many servers run in it (tests start several).
fn recorder() -> Option<PrometheusHandle> {
    static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    RECORDER
        .get_or_init(|| PrometheusBuilder::new().install_recorder().ok())
        .clone()
}
