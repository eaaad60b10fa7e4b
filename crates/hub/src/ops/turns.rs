use std::net::IpAddr;

use super::queue::{Queue, Room};
use super::{Met, network};
use crate::{Code, Refusal};

/// Work that costs more than a message and that anybody may ask for. Few do it at once, addresses take
/// turns, and when so many wait that there is no place left, it is an address with many that loses one.
#[derive(Clone, Debug)]
pub struct Turns {
    queue: Queue<IpAddr>,
    full: std::sync::Arc<Met>,
}

/// Held as long as the work lasts.
pub type TurnPermit = Room<IpAddr>;

impl Turns {
    /// So many at once; so many may wait.
    pub fn new(at_once: usize, waiting: usize, what: &'static str) -> Turns {
        Turns {
            queue: Queue::new(at_once, 1, waiting),
            full: std::sync::Arc::new(Met::new(what)),
        }
    }

    pub async fn wait(&self, from: IpAddr) -> Result<TurnPermit, Refusal> {
        let permit = self.queue.enter(0, &[network(from)]).await;
        permit.ok_or_else(|| {
            self.full.note(&from);
            let message = "too many ask for this at once; wait a moment";
            Refusal::new(Code::ServerBusy, message)
        })
    }
}
