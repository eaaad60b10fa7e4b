//! Messages between the nodes of a house. What is told here is also in the store: a node that misses
//! something finds out by itself, the bus only makes it quick.

mod envelope;
mod join;
mod listener;
mod members;
mod message;
#[cfg(feature = "nats")]
mod nats;
#[cfg(not(feature = "nats"))]
#[path = "no_nats.rs"]
mod nats;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{Notify, mpsc};

use crate::clock;
pub use join::{BusError, JoinError};
pub use join::{Joined, join};
pub use listener::BusListener;
pub use members::{Members, patrol};
pub use message::{BusEntry, BusMessage, NodeId};

/// The way to the other nodes. Never waits: what cannot be told now is not told.
#[derive(Clone, Debug)]
pub struct Bus(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    node: NodeId,
    /// None where no bus is configured.
    queue: Option<mpsc::Sender<BusMessage>>,
    up: AtomicBool,
    /// When news may have been missed the last time.
    unsettled_ms: AtomicI64,
    peers: Mutex<BTreeSet<NodeId>>,
    /// All nodes are of this one's version.
    alike: AtomicBool,
    /// A message came from a node that is not known yet.
    stranger: Notify,
}

/// How the other nodes can be heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ClusterHealth {
    /// The store is asked this often whether something was missed.
    pub(crate) poll_ms: i64,
    /// Nobody tells who is where.
    pub blind: bool,
}

/// Messages waiting to be told.
const QUEUE: usize = 8192;
/// With the bus up, the store is asked now and then.
const SELDOM_MS: i64 = 4000;
/// Without it, the store is all there is.
const OFTEN_MS: i64 = 1000;
/// After the bus has come back or another node has come, what was missed is looked for.
const SETTLED_MS: i64 = 5000;

impl Bus {
    /// A house of one node.
    pub fn alone(node: NodeId) -> Bus {
        Bus::new(node, None)
    }

    /// With the queue of what is to be told.
    pub fn open(node: NodeId) -> (Bus, mpsc::Receiver<BusMessage>) {
        let (sender, queue) = mpsc::channel(QUEUE);
        (Bus::new(node, Some(sender)), queue)
    }

    fn new(node: NodeId, queue: Option<mpsc::Sender<BusMessage>>) -> Bus {
        Bus(Arc::new(Inner {
            node,
            queue,
            up: AtomicBool::new(false),
            unsettled_ms: AtomicI64::new(0),
            peers: Mutex::default(),
            alike: AtomicBool::new(false),
            stranger: Notify::new(),
        }))
    }

    pub fn node(&self) -> NodeId {
        self.0.node
    }

    /// No bus is configured.
    pub fn is_alone(&self) -> bool {
        self.0.queue.is_none()
    }

    pub fn is_up(&self) -> bool {
        self.0.up.load(Ordering::Relaxed)
    }

    pub fn publish(&self, message: BusMessage) {
        let Some(queue) = &self.0.queue else {
            return;
        };
        if !self.is_up() || queue.try_send(message).is_err() {
            metrics::counter!("parlor_bus_dropped_total").increment(1);
        }
    }

    /// Publishes what is costly to make; a house of one node makes nothing.
    pub fn publish_with(&self, message: impl FnOnce() -> BusMessage) {
        if self.0.queue.is_some() {
            self.publish(message());
        }
    }

    /// Messages may have been missed: for a while the store is asked often.
    fn unsettle(&self, now_ms: i64) {
        self.0.unsettled_ms.store(now_ms, Ordering::Relaxed);
    }

    /// The connection to the bus has come or gone.
    pub fn set_up(&self, up: bool) {
        if self.0.up.swap(up, Ordering::Relaxed) != up {
            self.unsettle(clock::now_ms());
            if up {
                tracing::info!("the bus is up");
            } else {
                tracing::error!(
                    "the bus is down: nodes hear of each other by polling the database"
                );
            }
        }
        metrics::gauge!("parlor_bus_up").set(f64::from(u8::from(up)));
    }

    /// None while there is nobody to hear.
    pub fn cluster(&self) -> Option<ClusterHealth> {
        if self.is_alone() && self.peers().is_empty() {
            return None;
        }
        let up = self.is_up();
        let unsettled = self.0.unsettled_ms.load(Ordering::Relaxed);
        let settled = up && clock::now_ms() - unsettled >= SETTLED_MS;
        Some(ClusterHealth {
            poll_ms: if settled { SELDOM_MS } else { OFTEN_MS },
            blind: !settled,
        })
    }

    /// Nodes of this house, this one included.
    pub fn nodes(&self) -> usize {
        self.peers().len() + 1
    }

    fn peers(&self) -> MutexGuard<'_, BTreeSet<NodeId>> {
        self.0.peers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
