use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::{Notice, network};
use crate::{Code, Refusal};

/// Every open connection at every door: so many from one address, so many in all.
#[derive(Debug)]
pub struct Connections {
    inside: Mutex<Inside>,
    most: usize,
    most_per_address: u32,
    started: Instant,
    refusals: Notice,
    shortage: Notice,
}

#[derive(Debug, Default)]
struct Inside {
    open: HashMap<u64, Arc<Connection>>,
    by_address: HashMap<IpAddr, u32>,
    next: u64,
}

/// How much a connection would be missed, and when it was last heard of.
#[derive(Debug)]
pub struct Connection {
    started: Instant,
    touched_ms: AtomicU64,
    rank: AtomicU8,
    shed: Notify,
    /// Who is at the other end, as far as is known.
    from: Mutex<Option<IpAddr>>,
}

/// Who goes first when there is no room: those nobody knows.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Rank {
    /// Has not said who it is.
    Stranger,
    /// Somebody with a name.
    Person,
}

/// A person is cut off for want of room only after so long a silence.
const PERSON_IDLE: Duration = Duration::from_secs(60);
/// Making room is a walk through all connections, so it is made for many at once.
const SHED_PART: usize = 64;

impl Connection {
    pub fn touch(&self) {
        let now = self.started.elapsed().as_millis() as u64;
        self.touched_ms.store(now, Ordering::Relaxed);
    }

    pub fn is(&self, rank: Rank) {
        self.rank.store(rank as u8, Ordering::Relaxed);
    }

    /// Behind a proxy that changes with every request.
    pub fn comes_from(&self, address: IpAddr) {
        let mut from = self.from.lock().unwrap_or_else(PoisonError::into_inner);
        *from = Some(address);
    }

    pub(crate) fn from(&self) -> Option<IpAddr> {
        *self.from.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the connection must make room for others.
    pub async fn shed(&self) {
        self.shed.notified().await;
    }

    fn idle(&self, now_ms: u64) -> Duration {
        Duration::from_millis(now_ms.saturating_sub(self.touched_ms.load(Ordering::Relaxed)))
    }
}

impl Connections {
    pub fn new(most: usize, most_per_address: u32) -> Connections {
        Connections {
            inside: Mutex::default(),
            most: most.max(1),
            most_per_address,
            started: Instant::now(),
            refusals: Notice::new(),
            shortage: Notice::new(),
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a connection until the returned guard is dropped.
    pub fn admit(self: &Arc<Self>, from: IpAddr) -> Result<Admission, Refusal> {
        let charge = self.charge(from)?;
        self.admit_with(Some(charge), Some(from))
    }

    /// One from a proxy: it counts in all, and what comes over it is charged to whoever asks.
    pub fn admit_proxy(self: &Arc<Self>) -> Result<Admission, Refusal> {
        self.admit_with(None, None)
    }

    /// Counts something to an address until the returned guard is dropped.
    pub fn charge(self: &Arc<Self>, from: IpAddr) -> Result<Charge, Refusal> {
        let network = network(from);
        let mut inside = self.inside();
        let count = inside.by_address.entry(network).or_default();
        if *count >= self.most_per_address {
            drop(inside);
            return Err(self.refuse(from));
        }
        *count += 1;
        Ok(Charge {
            all: self.clone(),
            network,
        })
    }

    fn admit_with(
        self: &Arc<Self>,
        charge: Option<Charge>,
        from: Option<IpAddr>,
    ) -> Result<Admission, Refusal> {
        let mut inside = self.inside();
        if inside.open.len() >= self.most && self.make_room(&mut inside) == 0 {
            drop(inside);
            metrics::counter!("parlor_connections_refused_total", "why" => "full").increment(1);
            let message = "the house is full; try again in a minute";
            return Err(Refusal::new(Code::ServerBusy, message));
        }
        let id = inside.next;
        inside.next += 1;
        let connection = Arc::new(Connection {
            started: self.started,
            touched_ms: AtomicU64::new(self.started.elapsed().as_millis() as u64),
            rank: AtomicU8::new(Rank::Stranger as u8),
            shed: Notify::new(),
            from: Mutex::new(from),
        });
        inside.open.insert(id, connection.clone());
        metrics::gauge!("parlor_sockets").set(inside.open.len() as f64);
        Ok(Admission {
            all: self.clone(),
            id,
            _charge: charge,
            connection,
        })
    }

    /// Ends the connections from where nobody is welcome any more.
    pub(crate) fn shed_if(&self, unwelcome: impl Fn(IpAddr) -> bool) {
        for connection in self.inside().open.values() {
            let from = connection.from.lock();
            let from = *from.unwrap_or_else(PoisonError::into_inner);
            if from.is_some_and(&unwelcome) {
                connection.shed.notify_one();
            }
        }
    }

    fn refuse(&self, from: IpAddr) -> Refusal {
        metrics::counter!("parlor_connections_refused_total", "why" => "address").increment(1);
        if let Some(times) = self.refusals.happened() {
            let most = self.most_per_address;
            tracing::warn!(%from, most, times, "too many connections from one address: refused");
        }
        let message = "too many connections from this address";
        Refusal::new(Code::ServerTooManySockets, message)
    }

    /// The system has no more descriptors, whatever was reckoned with.
    pub(crate) fn out_of_descriptors(&self, error: &std::io::Error) {
        let mut inside = self.inside();
        let shed = self.make_room(&mut inside);
        metrics::counter!("parlor_accept_errors_total").increment(1);
        if let Some(times) = self.shortage.happened() {
            tracing::error!(%error, shed, times, "a connection could not be accepted");
        }
    }

    /// Lets those go that are missed least: strangers first, the longest silent first. How many.
    fn make_room(&self, inside: &mut Inside) -> usize {
        let now_ms = self.started.elapsed().as_millis() as u64;
        let mut going: Vec<(u8, u64, u64)> = inside
            .open
            .iter()
            .filter_map(|(&id, it)| {
                let rank = it.rank.load(Ordering::Relaxed);
                let may_go = rank < Rank::Person as u8 || it.idle(now_ms) >= PERSON_IDLE;
                may_go.then(|| (rank, it.touched_ms.load(Ordering::Relaxed), id))
            })
            .collect();
        let count = (self.most / SHED_PART).max(1).min(going.len());
        if let Some(last) = count.checked_sub(1) {
            going.select_nth_unstable(last);
        }
        going.truncate(count);
        for (_, _, id) in &going {
            // Out of the list at once, so that nobody is chosen twice; the count of its address
            // stays until it is really gone.
            if let Some(connection) = inside.open.remove(id) {
                connection.shed.notify_one();
            }
        }
        metrics::counter!("parlor_connections_shed_total").increment(count as u64);
        if count > 0
            && let Some(times) = self.shortage.happened()
        {
            let most = self.most;
            tracing::warn!(
                most,
                times,
                "no room for more connections: idle ones are let go"
            );
        }
        count
    }
}

/// A connection that was let in.
#[derive(Debug)]
pub struct Admission {
    all: Arc<Connections>,
    id: u64,
    _charge: Option<Charge>,
    pub connection: Arc<Connection>,
}

/// Something that an address has open.
#[derive(Debug)]
pub struct Charge {
    all: Arc<Connections>,
    network: IpAddr,
}

impl Drop for Charge {
    fn drop(&mut self) {
        let mut inside = self.all.inside();
        if let Some(count) = inside.by_address.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                inside.by_address.remove(&self.network);
            }
        }
    }
}

impl Drop for Admission {
    fn drop(&mut self) {
        let mut inside = self.all.inside();
        inside.open.remove(&self.id);
        metrics::gauge!("parlor_sockets").set(inside.open.len() as f64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_shed(admission: &Admission) -> bool {
        use std::future::Future;
        use std::task::{Context, Waker};
        let shed = std::pin::pin!(admission.connection.shed());
        shed.poll(&mut Context::from_waker(Waker::noop()))
            .is_ready()
    }

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn so_many_from_one_address() {
        let all = Arc::new(Connections::new(100, 2));
        let first = all.admit(address(1)).unwrap();
        let _second = all.admit(address(1)).unwrap();
        let refused = all.admit(address(1)).unwrap_err();
        assert_eq!(refused.code, Code::ServerTooManySockets);
        assert!(all.admit(address(2)).is_ok());
        drop(first);
        assert!(all.admit(address(1)).is_ok());
        // A /64 is one visitor.
        let six = |last: u16| IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, last]);
        let _third = all.admit(six(1)).unwrap();
        let _fourth = all.admit(six(2)).unwrap();
        assert!(all.admit(six(3)).is_err());
    }

    #[test]
    fn a_proxy_has_room_for_many_and_each_of_them_is_counted() {
        let all = Arc::new(Connections::new(100, 2));
        let lines: Vec<_> = (0..5).map(|_| all.admit_proxy().unwrap()).collect();
        let first = all.charge(address(1)).unwrap();
        let _second = all.charge(address(1)).unwrap();
        assert!(all.charge(address(1)).is_err());
        assert!(all.admit(address(1)).is_err(), "at whatever door");
        assert!(all.charge(address(2)).is_ok());
        drop(first);
        assert!(all.charge(address(1)).is_ok());
        drop(lines);
        let full = Arc::new(Connections::new(1, 2));
        let only = full.admit_proxy().unwrap();
        only.connection.is(Rank::Person);
        assert_eq!(full.admit_proxy().unwrap_err().code, Code::ServerBusy);
        // Whoever was not let in is not counted either.
        assert!(full.admit(address(1)).is_err());
        assert!(full.inside().by_address.is_empty());
    }

    #[test]
    fn strangers_make_room_for_others_and_the_longest_silent_first() {
        let all = Arc::new(Connections::new(3, 10));
        let known = all.admit(address(1)).unwrap();
        known.connection.is(Rank::Person);
        let talking = all.admit(address(2)).unwrap();
        let silent = all.admit(address(3)).unwrap();
        std::thread::sleep(Duration::from_millis(20));
        talking.connection.touch();
        let late = all.admit(address(4)).unwrap();
        assert!(is_shed(&silent));
        assert!(!is_shed(&known) && !is_shed(&talking) && !is_shed(&late));
        for it in [&talking, &late] {
            it.connection.is(Rank::Person);
        }
        // Nobody may be sent away for a newcomer while all of them are awake.
        assert_eq!(all.admit(address(5)).unwrap_err().code, Code::ServerBusy);
        drop(silent);
        drop(late);
        assert!(all.admit(address(5)).is_ok());
    }
}
