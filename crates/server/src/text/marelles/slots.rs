use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use parlor_hub::ops::network;
use tokio::sync::Notify;

/// The server reserves twenty connection slots.
const SLOTS: usize = 20;

/// The slots of the port. When all are taken, whoever holds more of them than others do makes room
/// for those, with connections that are in no match.
#[derive(Clone, Debug, Default)]
pub(crate) struct Slots(Arc<Mutex<[Option<Holder>; SLOTS]>>);

#[derive(Clone, Debug)]
struct Holder {
    network: IpAddr,
    playing: Arc<AtomicBool>,
    leave: Arc<Notify>,
}

pub(super) struct Slot {
    pub(super) number: usize,
    all: Slots,
    holder: Holder,
}

impl Slots {
    fn inside(&self) -> MutexGuard<'_, [Option<Holder>; SLOTS]> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The lowest free slot.
    pub(super) fn take(&self, from: IpAddr) -> Option<Slot> {
        let holder = Holder {
            network: network(from),
            playing: Arc::default(),
            leave: Arc::default(),
        };
        let mut slots = self.inside();
        let free = slots.iter().position(Option::is_none);
        let number = free.or_else(|| greediest(slots.as_slice(), holder.network))?;
        let former = slots.get_mut(number)?.replace(holder.clone());
        if let Some(former) = former {
            former.leave.notify_one();
        }
        Some(Slot {
            number,
            all: self.clone(),
            holder,
        })
    }
}

/// A slot that its holder's network can spare for another one.
fn greediest(slots: &[Option<Holder>], newcomer: IpAddr) -> Option<usize> {
    let count = |network: IpAddr| {
        let held = slots.iter().flatten();
        held.filter(|holder| holder.network == network).count()
    };
    let own = count(newcomer);
    let spare = slots.iter().enumerate().filter_map(|(number, holder)| {
        let holder = holder.as_ref()?;
        let held = count(holder.network);
        let idle = !holder.playing.load(Ordering::Relaxed);
        (idle && held > own + 1).then_some((held, std::cmp::Reverse(number)))
    });
    spare.max().map(|(_, std::cmp::Reverse(number))| number)
}

impl Slot {
    pub(super) fn plays(&self, playing: bool) {
        self.holder.playing.store(playing, Ordering::Relaxed);
    }

    /// Waits until the slot has gone to somebody else.
    pub(super) async fn lost(&self) {
        self.holder.leave.notified().await;
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut slots = self.all.inside();
        let Some(slot) = slots.get_mut(self.number) else {
            return;
        };
        // It may be another's by now.
        if slot
            .as_ref()
            .is_some_and(|holder| Arc::ptr_eq(&holder.leave, &self.holder.leave))
        {
            *slot = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, last])
    }

    #[test]
    fn nobody_holds_all_slots_against_others() {
        let all = Slots::default();
        let mut held: Vec<Slot> = (0..SLOTS).map(|_| all.take(address(1)).unwrap()).collect();
        assert!(all.take(address(1)).is_none(), "one's own are not taken");
        held[0].plays(true);
        let guest = all.take(address(2)).unwrap();
        assert_eq!(guest.number, 1, "not the one in a match");
        // The former holder's end does not free what is another's now.
        drop(held.remove(1));
        let more: Vec<Slot> = (0..30).map_while(|_| all.take(address(2))).collect();
        assert_eq!(more.len(), 9, "half and half");
        drop(held);
        assert_eq!(all.take(address(3)).unwrap().number, 0);
    }
}
