//! A node enters the house, or is told why it may not.

use bytes::Bytes;
use futures_util::stream::BoxStream;
use parlor_store::{Store, StoreError};

use super::nats::connect;
use super::{Bus, Members, NodeId};
use crate::matches::Outages;
use crate::{Config, random};

/// A node among the others.
#[expect(missing_debug_implementations, reason = "a stream has none")]
pub struct Joined {
    pub bus: Bus,
    pub members: Members,
    pub outages: Outages,
    /// None where no bus is configured.
    pub heard: Option<Heard>,
}

/// What the other nodes say, one message after the other.
pub type Heard = BoxStream<'static, Bytes>;

#[derive(Debug, thiserror::Error)]
pub enum BusError {
    #[error("{0:?} is no nats://HOST:PORT")]
    Url(String),
    #[error("{0:?} is no name for a cluster: use 1 to 32 letters, digits, - and _")]
    Name(String),
    #[error("cannot reach {url}: {error}")]
    Connect { url: String, error: String },
    #[error(
        "this program was built without NATS, as `make run` does; `make build` and the packages have it"
    )]
    NotBuilt,
}

#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    #[error("database: {}", .0.report())]
    Store(#[from] StoreError),
    #[error("bus: {0}")]
    Bus(#[from] BusError),
    #[error(
        "this machine's clock and the database's differ by {0} ms: set it right before this node \
         joins others"
    )]
    Skew(i64),
}

/// At this difference between clocks a node may not play with others.
const MOST_SKEW_MS: i64 = 2000;

pub async fn join(config: &Config, store: &Store) -> Result<Joined, JoinError> {
    let node = NodeId(random::number());
    let outages = Outages::default();
    let member = |bus: &Bus| Members::new(store.clone(), bus.clone(), outages.clone());
    let Some(url) = &config.bus else {
        let bus = Bus::alone(node);
        let members = member(&bus);
        members.greet().await?;
        let heard = None;
        return Ok(Joined {
            bus,
            members,
            outages,
            heard,
        });
    };
    let (bus, queue) = Bus::open(node);
    let members = member(&bus);
    let skew = members.skew_ms().await?;
    if skew.abs() > MOST_SKEW_MS {
        return Err(JoinError::Skew(skew));
    }
    // First into the list, for the others listen only to those who are in it.
    members.greet().await?;
    let cluster = config.cluster.as_deref();
    let cluster = cluster.unwrap_or_else(|| store.cluster_id());
    let heard = Some(connect(url, cluster, &bus, queue).await?);
    Ok(Joined {
        bus,
        members,
        outages,
        heard,
    })
}
